"""Make the file of games that robots solve the envido from: ``python -m tools.envido_starts``.

It takes a few minutes. No chance is involved: the same rules make the same file.
"""

from collections.abc import Iterator
from typing import Final

from engine.actions import Deal
from engine.apply import apply, new_match
from engine.cards import UNKNOWN
from engine.numbers import Seat
from engine.robots import envido_alone, envido_starts
from engine.robots.bets import Choice
from engine.robots.envido_bets import openings
from engine.robots.envido_starts import Place
from engine.robots.situation import Situation
from engine.seen.view import view
from engine.variants import table_for

ROUNDS: Final = 400
"""How long each game is played; by then nobody gains a hundredth of a point by reading it."""


def ended(variant: str, at: Place) -> Choice:
    """The game at this place after all rounds."""
    table = table_for(variant, 2)
    deck = [*table.deck]
    turned = deck.pop() if table.turns else UNKNOWN
    deal = Deal(Seat(1), (tuple(deck[:3]), tuple(deck[3:6])), turned)
    state = apply(new_match(table, envido_starts.score_at(variant, at)), deal).state
    situation = Situation(view(state, 0))
    game = envido_alone.game(table, envido_alone.turned_rank(situation), openings(situation))
    game.play(ROUNDS)
    assert isinstance(game.root, Choice), "somebody opens"
    return game.root


def games_of(variant: str) -> Iterator[tuple[Place, Choice]]:
    """All games of a variant."""
    usual = envido_starts.steps(table_for(variant, 2).rules.match.target)
    for mano in range(usual):
        for pie in range(usual):
            yield (mano, pie), ended(variant, (mano, pie))


def main() -> None:
    """Write the file."""
    data = envido_starts.packed({one: games_of(one) for one in envido_starts.games()})
    envido_starts.FILE.write_bytes(data)
    print(f"{envido_starts.FILE.name}: {len(data)} bytes")


if __name__ == "__main__":
    main()

"""The cost of a film: playing the record, all frames, one frame, and the bytes that a page gets.

    python -m bench.films

Processor time. The matches are random ones, so they are longer or shorter than those of people: the
figure to read is the cost of a frame.
"""

import gzip
from random import Random
from time import process_time

import msgspec

from bench.walks import drawn
from bot.film.frames import film_of
from engine.actions import Action, AnyAction, Close, Range
from engine.apply import apply, deal_from, new_match, next_dealer
from engine.guard.legal import awaited, needs, offered_actions
from engine.numbers import NOBODY
from engine.record.notation import header_of, write_header, write_step
from engine.state.state import State
from engine.variants import VARIANTS, table_for


def record(variant: str, players: int, seed: int = 1) -> str:
    """A match that was played at random to its end."""
    rng = Random(seed)
    state = new_match(table_for(variant, players))
    lines = [*write_header(header_of(state.table))]
    while needs(state) != "over":
        action = _step(state, rng)
        lines += write_step(state.table, action)
        state = apply(state, action).state
    return "\n".join(lines) + "\n"


def _step(state: State, rng: Random) -> AnyAction:
    if needs(state) == "close":
        return Close()
    table = state.table
    if needs(state) == "deal":
        dealer = next_dealer(state)
        dealer = rng.randrange(table.players) if dealer == NOBODY else dealer
        return deal_from(table, dealer, tuple(drawn(list(table.deck), len(table.deck), rng.random)))
    chosen = rng.choice(offered_actions(state, awaited(state)[0]))
    return Action(chosen.seat, chosen.verb, chosen.low) if isinstance(chosen, Range) else chosen


def main() -> None:
    """Measures one match of each game, for each number of seats."""
    for name, variant in VARIANTS.items():
        for players in sorted({2, variant.players[-1]}):
            text = record(name, players)
            film_of(text).frame(0, "es")  # tables remember what they have met, words are read
            begun = process_time()
            film = film_of(text)
            played = process_time()
            frames = list(film.frames("es"))
            made = process_time()
            film.frame(len(film) - 1, "es")
            one = process_time()
            packed = len(gzip.compress(msgspec.json.encode(frames)))
            print(
                f"{name:16} {players} seats  {len(film):4} frames"
                f"  record played {1e3 * (played - begun):5.1f} ms"
                f"  all frames {1e3 * (made - played):6.1f} ms"
                f"  a frame {1e3 * (made - played) / len(film):5.2f} ms"
                f"  one alone {1e3 * (one - made):5.2f} ms  packed {packed / 1024:5.1f} kB"
            )


if __name__ == "__main__":
    main()

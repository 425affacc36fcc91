"""What a robot expects when it has to answer a truco, and what is so: ``python -m lab.chances``.

Robots play hands against themselves. Each time one is asked to accept a truco, its chance of
winning the hand is noted, and beside it who wins when both play their cards as well as they can and
everybody sees them. A robot that believes the right things expects as often as it wins. Printed is,
by step, trick and whether a card lies in it already, both shares for each fifth of the chances.
"""

import argparse
import random
from collections import defaultdict
from typing import Final

from engine import robots
from engine.actions import QUIERO, Action
from engine.cards import Card
from engine.numbers import Seat
from engine.robots.hidden_cards import Guess
from engine.robots.judgement import Judgement
from engine.seen.view import SeatView
from engine.state.state import TRUCO_GAME
from engine.state.table import Table
from engine.variants import VARIANTS, table_for
from lab.players import PLAYERS, Player
from lab.robots import drawn_hand, new_log

PARTS: Final = 5
"""Chances fall into so many parts."""
LEAST: Final = 15
"""A part in which fewer answers fell is not printed."""

Moment = tuple[int, int, bool]
"""The step of the ladder, the trick (from 0), and whether a card lies in it already."""


class Watched:
    """A robot in both seats, of which is noted what it expects."""

    def __init__(self) -> None:
        self.held: dict[Seat, tuple[Card, ...]] = {}
        self.found: dict[Moment, list[tuple[float, float]]] = defaultdict(list)
        """By moment: what was expected, and what was so."""

    def choose(self, seen: SeatView, rng: random.Random, budget: float) -> Action:
        """What the robot does; its expectation is noted if it has to answer a truco."""
        self.held[seen.seat] = seen.cards
        if seen.position is not None and not seen.position.phase:
            self._note(seen, budget)
        return PLAYERS["heuristic"].choose(seen, rng, budget)

    def _note(self, seen: SeatView, budget: float) -> None:
        judgement = Judgement(seen, random.Random(seen.cards[0] if seen.cards else 0), budget)
        situation = judgement.situation
        top = situation.top
        other = Seat(1 - seen.seat)
        if top is None or top.game != TRUCO_GAME or QUIERO not in situation.offered:
            return
        if other not in self.held:
            return
        cards = tuple(seen.cards if seat == seen.seat else self.held[other] for seat in (0, 1))
        known = Guess(1.0, cards, cards)
        moment = (top.step, len(situation.results), bool(situation.running))
        self.found[moment].append((judgement.chance, judgement.wins(known)))


def watch(table: Table, hands: int, seed: int) -> Watched:
    """Play so many hands, from scores drawn anew for each in the first two thirds of a match."""
    watched = Watched()
    player = Player("watched", watched.choose, robots.DEFAULT_BUDGET)
    draw = random.Random(seed)
    for _ in range(hands):
        watched.held.clear()
        drawn_hand(table, (player, player), draw, new_log(), table.rules.match.target * 2 // 3)
    return watched


def lines(watched: Watched) -> list[str]:
    """A line for each moment."""
    told: list[str] = []
    for moment, answers in sorted(watched.found.items()):
        parts: list[list[tuple[float, float]]] = [[] for _ in range(PARTS)]
        for answer in answers:
            parts[min(int(answer[0] * PARTS), PARTS - 1)].append(answer)
        shares: list[str] = []
        for part in parts:
            if len(part) >= LEAST:
                expected = sum(chance for chance, _ in part) / len(part)
                so = sum(came for _, came in part) / len(part)
                shares.append(f"{expected:.2f} is {so:.2f} ({len(part)})")
        step, trick, faced = moment
        where = f"step {step}, trick {trick + 1}, {'over a card' if faced else 'before a card'}"
        if shares:
            told.append(f"  {where}: {', '.join(shares)}")
    return told


def main() -> None:
    """Print what was expected and what was so."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--variant", choices=sorted(VARIANTS), default="argentino")
    parser.add_argument("--hands", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    watched = watch(table_for(given.variant, 2), given.hands, given.seed)
    print(f"{given.variant}, {given.hands} hands: expected, and so")
    print("\n".join(lines(watched)))


if __name__ == "__main__":
    main()

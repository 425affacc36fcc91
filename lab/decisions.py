"""The time of a robot's decisions: ``python -m lab.decisions [--variant uruguayo] ...``.

Hands are played at random from a new random score for each hand, so that moments of all kinds come
up. A robot decides at every choice of the hand, three times without any solved game in memory at
the beginning of the hand (cold), and three times with the solved games of the hand in memory
(warm); the best time of three counts. The program prints milliseconds of processor time: the
median, the 99th percentile, and the slowest.
"""

import random
import time
from collections.abc import Iterator

from engine import robots
from engine.actions import Close
from engine.apply import apply, deal_from, new_match
from engine.guard.legal import awaited, needs
from engine.robots.players import randomly
from engine.robots.small_games import envido_alone
from engine.seen.view import SeatView, view
from engine.state.table import Table
from lab.arguments import arguments, table_of


def hands_of(table: Table, hands: int, seed: int) -> Iterator[list[SeatView]]:
    """For each hand, played at random, the views of the awaited seats at every choice."""
    rng = random.Random(seed)
    target, least = table.rules.match.target, table.rules.truco.base
    for _ in range(hands):
        deck = list(table.deck)
        rng.shuffle(deck)
        score = (rng.randrange(0, target, least), rng.randrange(0, target, least))
        dealer = rng.randrange(table.players)
        state = apply(new_match(table, score), deal_from(table, dealer, tuple(deck))).state
        met: list[SeatView] = []
        while (need := needs(state)) in ("seat", "close"):
            if need == "close":
                state = apply(state, Close()).state
                continue
            seen = view(state, awaited(state)[0])
            if len(seen.offered) > 1:
                met.append(seen)
            state = apply(state, randomly.choose(seen, rng)).state
        yield met


def timed(seen: SeatView) -> float:
    """Milliseconds of processor time for one decision."""
    dice = random.Random(1)
    began = time.process_time()
    robots.choose(seen, dice)
    return 1000 * (time.process_time() - began)


def best(met: list[SeatView], cold: bool) -> list[float]:
    """For each decision of a hand the best time of three: other work on the machine makes a
    decision slower, never quicker."""
    found: list[list[float]] = []
    for _ in range(3):
        if cold:
            envido_alone.forget()
        found.append([timed(seen) for seen in met])
    return [min(times) for times in zip(*found, strict=True)]


def told(times: list[float]) -> str:
    """The text of the median, the 99th percentile and the slowest time."""
    ordered = sorted(times)
    shares = (0.5, 0.99, 1.0)
    found = [ordered[min(int(len(ordered) * share), len(ordered) - 1)] for share in shares]
    return " / ".join(f"{duration:.1f}" for duration in found)


def main() -> None:
    """Print a line for each game."""
    parser = arguments(__doc__, "")
    parser.add_argument("--hands", type=int, default=150)
    given = parser.parse_args()
    print(f"ms a decision: median / 99 % / slowest, {given.hands} hands, {given.players} players")
    for name in given.variant:
        table = table_of(given, name)
        cold: list[float] = []
        warm: list[float] = []
        for met in hands_of(table, given.hands, given.seed):
            cold += best(met, cold=True)
            warm += best(met, cold=False)
        print(f"  {name:16} cold {told(cold):24} warm {told(warm):24} {len(cold)} decisions")


if __name__ == "__main__":
    main()

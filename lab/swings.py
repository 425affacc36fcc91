"""The differences between the two rooms of a league in the same deal: ``python -m lab.swings``.

Robots of two skills play open and closed rooms (``docs/leagues.md``). The program prints the width
of the swings, the share of their variance that the widest swings bring, and the scale that tells
the better skill most surely from the other: the mean of a deal over its deviation, times 100.
Robots imagine no cards here and judge by look-up tables; a seed always gives the same numbers.
"""

import argparse
import random
from collections.abc import Callable
from statistics import fmean, pstdev
from typing import Final

from bot.leagues.rooms import RoomPlan
from bot.leagues.scoring import imps
from bot.leagues.terms import LeagueTerms
from bot.leagues.writing import RoomRecord, play_room
from engine.fairness.hashes import HASH_SIZE
from engine.robots import SKILLS
from engine.robots.players.matches import RobotPlayer
from engine.variants import VARIANTS

SCALES: Final[dict[str, Callable[[int], float]]] = {
    "points": float,
    "imps": imps,
    "root": lambda swing: (abs(swing) ** 0.5) * (1 if swing > 0 else -1),
    "deals won": lambda swing: (swing > 0) - (swing < 0),
}
"""The scales: functions from the swing of a deal to its worth."""


def swings(terms: LeagueTerms, one: str, two: str, matches: int, seed: int) -> list[int]:
    """For each deal, how many points more than ``two`` the skill ``one`` has made in both rooms
    together."""
    found: list[int] = []
    for number in range(matches):
        rng = random.Random(f"{seed} {number}")
        plan = RoomPlan(terms, f"{number:08}", rng.randbytes(HASH_SIZE), None)
        hands: list[list[tuple[int, int]]] = []
        for sides in ((one, two), (two, one)):
            room = RoomRecord(plan)
            players = [
                RobotPlayer(random.Random(rng.getrandbits(64)), SKILLS[sides[side]], 0.0)
                for side in room.table.sides
            ]
            play_room(room, players)
            hands.append(room.hands)
        found += [(a - b) + (d - c) for (a, b), (c, d) in zip(*hands, strict=True)]
    return found


def main() -> None:
    """Prints the measures as text."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--one", choices=sorted(SKILLS), default="maestro")
    parser.add_argument("--two", choices=sorted(SKILLS), default="principiante")
    parser.add_argument("--variant", choices=sorted(VARIANTS), default="argentino")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    terms = LeagueTerms("swings", given.variant, given.players, 10, 0, 1, (), (), ())
    found = swings(terms, given.one, given.two, given.matches, given.seed)
    wide = sorted(map(abs, found))
    squares = [swing * swing for swing in wide]
    print(
        f"{given.one} against {given.two}, {given.variant}, {given.players} players, "
        f"{len(found)} deals, seed {given.seed}"
    )
    parts = ", ".join(f"{part} %: {wide[len(wide) * part // 100]}" for part in (25, 50, 75, 90, 95))
    print(f"  no swing in {sum(not swing for swing in wide) / len(wide):.0%}; within {parts}")
    print(f"  the widest 5 % bring {sum(squares[-len(squares) // 20 :]) / sum(squares):.0%}")
    for name, scale in SCALES.items():
        worth = [scale(swing) for swing in found]
        spread = pstdev(worth)
        print(f"  {name:10} {fmean(worth):+.3f} a deal, over {spread:.2f}", end="")
        print(f": {100 * fmean(worth) / spread:+.1f}")


if __name__ == "__main__":
    main()

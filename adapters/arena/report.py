"""The table of an arena, as text and as JSON."""

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from adapters.arena.entrants import ArenaRobot
from adapters.arena.ratings import ArenaRating, ratings
from adapters.arena.tournament import UNPLAYED, Meeting


class TableRow(Struct, frozen=True):
    """One robot in the table."""

    robot: str
    rating: ArenaRating
    won: int
    matches: int
    faults: dict[str, int]
    """The number of faults of each kind; ``unplayed``: matches lost because of too many faults."""
    slowest_ms: int | None
    """The longest decision in milliseconds; ``None``: it is no process, or was never asked."""


def rows(entrants: Sequence[ArenaRobot], pairings: Sequence[Meeting], seed: int) -> list[TableRow]:
    """The table, the best first."""
    won, matches = Counter[int](), Counter[int]()
    faults = [Counter[str]() for _ in entrants]
    slowest = [0.0] * len(entrants)
    for pairing in pairings:
        for who, robot in enumerate((pairing.one, pairing.two)):
            won[robot] += sum(pair[who] for pair in pairing.won)
            matches[robot] += 2 * len(pairing.won)
            faults[robot] += pairing.faults[who]
            slowest[robot] = max(slowest[robot], pairing.slowest[who])
    rated = ratings(len(entrants), pairings, seed)
    table = [
        TableRow(
            entrant.name,
            rated[robot],
            won[robot],
            matches[robot],
            dict(sorted(faults[robot].items(), key=lambda fault: (fault[0] == UNPLAYED, fault))),
            round(1000 * slowest[robot]) if slowest[robot] else None,
        )
        for robot, entrant in enumerate(entrants)
    ]
    return sorted(table, key=lambda row: (-row.rating.value, row.robot))


def as_text(table: Sequence[TableRow]) -> str:
    """The table as lines of equal columns."""
    wide = max(len("robot"), *(len(row.robot) for row in table))
    lines = [f"{'robot':{wide}}  rating  95 %         won / matches  slowest  faults"]
    for row in table:
        told = ", ".join(f"{number} {kind}" for kind, number in row.faults.items())
        slowest = "" if row.slowest_ms is None else f"{row.slowest_ms} ms"
        between = f"{row.rating.low}-{row.rating.high}"
        score = f"{row.won} / {row.matches}"
        text = f"{row.robot:{wide}}  {row.rating.value:6}  {between:11}  {score:13}  {slowest:7}"
        lines.append(f"{text}  {told}".rstrip())
    return "\n".join(lines)

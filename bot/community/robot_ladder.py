"""The ladder of robots from outside: a pool of its own, beside people's ratings.

The ladder is worked out from the newest stored matches of each robot; nothing else is kept, and no
person's rating is read or changed. The pool has the robots from outside, each level of our own
robots, and one row for all people together. In a match each robot from outside meets each of these
on another side. A robot that was away at the end has lost."""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from bot.community.foreign_robots import ForeignRobots
from bot.messages import CommunityId, MatchId
from bot.model import MatchInfo, Seat, Status, teams
from bot.store import Store
from bot.store.queries import match_queries
from bot.store.results.ratings import BEGINNER, Strength, met, points, uncertainty
from engine.numbers import NO_ACCOUNT

NEWEST: Final = 100
"""The number of newest matches of each robot that count."""
PEOPLE: Final = "people"
LEVEL: Final = "level "
"""The beginning of the key of a level of our own robots; its name follows."""


class LadderRow(Struct, frozen=True):
    """One row of the ladder."""

    key: str
    """The id of a robot from outside, :data:`PEOPLE`, or :data:`LEVEL` and a level."""
    rating: int
    uncertainty: int
    won: int
    lost: int


class RobotLadder:
    """Counts the ladder of a community."""

    def __init__(self, store: Store, robots: ForeignRobots) -> None:
        self._store = store
        self._robots = robots

    async def of(self, community: CommunityId) -> tuple[LadderRow, ...]:
        """The ladder of the matches of this community, the strongest first."""
        found: dict[MatchId, MatchInfo] = {}
        for robot in await self._robots.all():
            rows = await self._store.read(match_queries.last_matches_of, robot.id, NEWEST)
            found |= {row.info.match: row.info for row in rows if row.info.community == community}
        return ladder(found.values())


def ladder(matches: Iterable[MatchInfo]) -> tuple[LadderRow, ...]:
    """The ladder that follows from these matches, the strongest first."""
    strengths: dict[str, Strength] = {}
    won: dict[str, int] = {}
    lost: dict[str, int] = {}
    for info in sorted(matches, key=lambda info: (info.started, info.match)):
        for robot, other, has_won in _meetings(info):
            one = strengths.get(robot, BEGINNER)
            two = strengths.get(other, BEGINNER)
            strengths[robot], strengths[other] = met(one, two, has_won)
            winner, loser = (robot, other) if has_won else (other, robot)
            won[winner] = won.get(winner, 0) + 1
            lost[loser] = lost.get(loser, 0) + 1
    rows = (
        LadderRow(key, points(one.mu), uncertainty(one.sigma), won.get(key, 0), lost.get(key, 0))
        for key, one in strengths.items()
    )
    return tuple(sorted(rows, key=lambda row: (-row.rating, row.key)))


def _meetings(info: MatchInfo) -> Iterator[tuple[str, str, bool]]:
    """A match's meetings: a robot from outside, whom it met, whether it won. Two meet once."""
    if info.status is not Status.OVER or info.winner == NO_ACCOUNT or info.is_void:
        return
    sides = {seat: side for side, seats in enumerate(teams(info)) for seat in seats}
    seen: set[frozenset[str]] = set()
    for seat in info.seats:
        others = (player for player in info.seats if sides[player.seat] != sides[seat.seat])
        for other in others if seat.foreign else ():
            pair = frozenset((seat.foreign, _key(info, other)))
            if pair not in seen:
                seen.add(pair)
                has_won = sides[seat.seat] == info.winner and not seat.away
                yield seat.foreign, _key(info, other), has_won


def _key(info: MatchInfo, seat: Seat) -> str:
    if seat.foreign:
        return seat.foreign
    return f"{LEVEL}{info.skill}" if seat.robot else PEOPLE

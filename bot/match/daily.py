"""The hand of the day: when a day begins and ends, the ids of its matches, and their robots'
answers.

A day of a game is a table without players. It holds the day's secret (``MatchInfo.daily``). A
person's hand of the day is a match whose deals follow from that secret alone, so everybody gets the
same cards. The dice of its robots follow from the secret and the position, so two people who do the
same meet the same answers. The first answer to a position is stored for the day. So a newer robot
does not change a day that has begun."""

import random
from collections.abc import Iterable
from hashlib import sha256
from typing import Final

from msgspec.structs import replace

from bot.chance import match_id_of
from bot.match.vault import Secret
from bot.messages import MatchId, PersonId
from bot.model import Daily, MatchInfo, Status
from bot.store.results.model import DailyResult
from engine.actions import Action, Legal
from engine.events import AnyEvent, HandEnded
from engine.fairness.deal import AZAR_1, PROTOCOLS
from engine.fairness.transcript import public_lines
from engine.record.notation import read_step, write_action
from engine.seen.view import SeatView, table_of
from engine.state.state import State

HANDS: Final = 6
"""The number of hands. Each side is mano in half of them."""
PERSON: Final = 0
ROBOT: Final = 1
"""The robot deals first: the person is mano in the first hand."""
PLAYERS: Final = 2

ZONE: Final = -3 * 3600.0
"""Seconds. A day begins at midnight in UTC-3, for everybody at the same moment: midnight in
Argentina, Uruguay and most of Brazil, 23:00 in Venezuela."""
DAY: Final = 86_400.0
_BEFORE_FIRST: Final = 20_453
"""The days from the epoch to 2025-12-31. The next day has the number 1."""
GRACE: Final = 60.0
"""Seconds from the end of a day until its secret is published. Clocks differ by less."""

PLACE: Final = "daily:"
"""The place of all matches of days. No platform has such a place, so no channel shows them."""
WON: Final = "won"
"""The end of a match that somebody has won."""
_IDS: Final = AZAR_1
"""The protocol that makes the ids of days and positions, whatever protocol a day deals by."""
_CLOSE: Final = "close"
"""The answer of a robot that claims nothing."""


def number_at(utc: float) -> int:
    """The number of the day that is played at this moment."""
    return int((utc + ZONE) // DAY) - _BEFORE_FIRST


def day_of(number: int, sealed: MatchId) -> Daily:
    """The day with this number; ``sealed``: the table that holds its secret."""
    begins = (number + _BEFORE_FIRST) * DAY - ZONE
    return Daily(number, sealed, begins, begins + DAY)


def sealed_id(number: int, variant: str) -> MatchId:
    """The id of the table that holds the secret of a game's day. It is made from the game and the
    day, so two processes that open the day at once open the same table."""
    return match_id_of(sha256(_IDS.joined("dia", number, variant)).digest())


def shared_id(number: int, variant: str) -> MatchId:
    """The same for the day that hosts share: its table has this id at every one of them (DI-03)."""
    return match_id_of(sha256(_IDS.joined("dia de todos", number, variant)).digest())


def tables_of(number: int, variant: str) -> tuple[MatchId, MatchId]:
    """Both tables that may hold a day's secret: the shared one and the host's own."""
    return shared_id(number, variant), sealed_id(number, variant)


def is_shared(info: MatchInfo) -> bool:
    """Whether the deals of this table are those of the day that hosts share."""
    day = info.daily
    return day is not None and day.sealed == shared_id(day.number, info.variant)


def board_id(number: int) -> MatchId:
    """The id in a match's place for the scoreboards of a day (of all games). No match has it."""
    return f"day-{number}"


def number_of_board(board: MatchId) -> int:
    """The number of the day of such an id."""
    return int(board.removeprefix("day-"))


def hand_id(sealed: MatchId, person: PersonId) -> MatchId:
    """The id of a person's match of that day. ``person`` empty: the id of the master's match."""
    return match_id_of(sha256(_IDS.joined("diaria", sealed, person)).digest())


def is_complete(info: MatchInfo) -> bool:
    """Whether all hands of a hand of the day are over."""
    return info.daily is not None and len(info.daily.hands) >= HANDS


def has_result(info: MatchInfo) -> bool:
    """Whether the match is a hand of the day that was played to its end."""
    is_played = is_complete(info) or info.ended == WON
    return info.daily is not None and info.status is Status.OVER and is_played


def is_shareable(info: MatchInfo) -> bool:
    """Whether the person may still share the result in the place where they asked for the match."""
    day = info.daily
    return day is not None and has_result(info) and bool(day.asked_in) and not day.shared


def opens(info: MatchInfo) -> float | None:
    """The moment at which the secret of the match's day is published, in UTC seconds since the
    epoch; ``None``: the match is no hand of the day."""
    return None if info.daily is None else info.daily.ends + GRACE


def closes(info: MatchInfo) -> float:
    """The moment at which the hand of the day is over, in UTC seconds since the epoch. For the
    table that holds a day's secret: the moment at which the secret is published."""
    assert info.daily is not None
    return info.daily.ends + (GRACE if info.is_sealed_day else 0.0)


def is_past(info: MatchInfo, utc: float) -> bool:
    """Whether the moment of :func:`closes` has come."""
    return info.daily is not None and utc >= closes(info)


def result(info: MatchInfo, before: MatchInfo, utc: float) -> DailyResult | None:
    """The person's result, if the match has just been played to its end. ``None``: it has not; or
    the master plays it; or the end of the day or the person ended it early."""
    daily = info.daily
    if daily is None or info.status is not Status.OVER or before.status is Status.OVER:
        return None
    if not info.people or not has_result(info):
        return None
    (seat,) = info.people
    return DailyResult(
        sealed=daily.sealed,
        person=seat.person,
        number=daily.number,
        variant=info.variant,
        community=info.community,
        match=info.match,
        name=seat.name,
        at=utc,
        points=daily.points,
        hands=",".join(map(str, daily.hands)),
    )


def counted(daily: Daily, events: Iterable[AnyEvent]) -> Daily:
    """The day with the points of a hand that ends in these events."""
    for event in events:
        if isinstance(event, HandEnded):
            mine, theirs = event.points
            daily = replace(daily, hands=(*daily.hands, mine - theirs))
    return daily


def position(seen: SeatView, lines: Iterable[str]) -> str:
    """A hash of everything that a seat knows of the match at this moment. ``lines``: the record's
    lines of the running hand. The hash is made from the record, so it stays the same when the
    program stores matches in another way."""
    said = [line for line in public_lines(lines) if not line.startswith("proof")]
    known = (seen.seat, seen.number, *seen.score, *seen.games, *seen.dealt)
    return sha256(_IDS.joined("posicion", *map(str, known), *said)).hexdigest()[:32]


def dice(secret: Secret, info: MatchInfo, at: str) -> random.Random:
    """The dice of a robot in this position. They are the same for everybody, and nobody knows them
    before the secret is published."""
    seed = PROTOCOLS[info.protocol].keyed(secret.reveal(), "dados", info.sealed_as, at)
    return random.Random(int.from_bytes(seed))  # noqa: S311 - a robot's whims, no cards


def written(seen: SeatView, action: Legal | None) -> str:
    """A robot's answer as it is stored. ``action=None``: the robot claims nothing."""
    return _CLOSE if action is None else write_action(table_of(seen), action)


def read(state: State, seat: int, text: str) -> Action | None:
    """A robot's stored answer; ``None``: the robot claims nothing."""
    return None if text == _CLOSE else read_step(state, seat, text)

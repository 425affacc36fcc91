"""The hand of the day: when a day is, what its matches are called, and how their robots answer.

A day of a game is a table that nobody sits at: it holds the day's secret (``MatchInfo.daily``). A
person's hand of the day is a match whose deals follow from that secret and from nothing else, so
everybody gets the same cards. Its robots throw dice that follow from the secret and the position,
so everybody who does the same meets the same. The first answer to a position is kept for the day: a
robot that has learnt something meanwhile changes no day that has begun.
"""

import random
from collections.abc import Iterable
from hashlib import sha256
from typing import Final

from msgspec.structs import replace

from bot.chance import match_id_of
from bot.match.vault import Secret
from bot.messages import MatchId, PersonId
from bot.model import Daily, MatchInfo, Status
from bot.store.model import DailyResult
from engine.actions import Action, Legal
from engine.events import AnyEvent, HandEnded
from engine.fairness.hashes import joined, keyed
from engine.fairness.transcript import public_lines
from engine.record.notation import read_step, write_action
from engine.seen.view import SeatView, table_of
from engine.state.state import State

HANDS: Final = 6
"""Each side is mano in half of them."""
PERSON: Final = 0
ROBOT: Final = 1
"""The robot deals first: the person is mano in the first hand."""
PLAYERS: Final = 2

ZONE: Final = -3 * 3600.0
"""Midnight is that of UTC-3, for everybody at the same moment: it is midnight in Argentina, in
Uruguay and in most of Brazil, and 23:00 in Venezuela. Seconds."""
DAY: Final = 86_400.0
_BEFORE_FIRST: Final = 20_453
"""The days from the epoch to 2025-12-31: the day after it has the number 1."""
GRACE: Final = 60.0
"""So many seconds after its end the secret of a day is published: clocks of several processes may
differ by less."""

PLACE: Final = "daily:"
"""The place of all matches of days: no platform has it, so that no channel shows them."""
WON: Final = "won"
"""How a match ended that somebody has won."""
_CLOSE: Final = "close"
"""The answer of a robot that has nothing to claim."""


def number_at(utc: float) -> int:
    """The number of the day that is played at this moment."""
    return int((utc + ZONE) // DAY) - _BEFORE_FIRST


def day_of(number: int, sealed: MatchId) -> Daily:
    """The day with this number, held by that table."""
    begins = (number + _BEFORE_FIRST) * DAY - ZONE
    return Daily(number, sealed, begins, begins + DAY)


def sealed_id(number: int, variant: str) -> MatchId:
    """The table that holds the secret of a game's day. It follows from both, so that two who open
    the day at the same moment open the same table."""
    return match_id_of(sha256(joined("dia", number, variant)).digest())


def board_id(number: int) -> MatchId:
    """What stands for a day, of all games, where its scoreboards are posted. No match has it."""
    return f"day-{number}"


def number_of_board(board: MatchId) -> int:
    """The number of the day for which that stands."""
    return int(board.removeprefix("day-"))


def hand_id(sealed: MatchId, person: PersonId) -> MatchId:
    """A person's match of that day, or (empty) the master's: there is one of each."""
    return match_id_of(sha256(joined("diaria", sealed, person)).digest())


def is_complete(info: MatchInfo) -> bool:
    """Whether all hands of a hand of the day are over."""
    return info.daily is not None and len(info.daily.hands) >= HANDS


def has_result(info: MatchInfo) -> bool:
    """Whether it is a hand of the day that was played to its end."""
    is_played = is_complete(info) or info.ended == WON
    return info.daily is not None and info.status is Status.OVER and is_played


def is_shareable(info: MatchInfo) -> bool:
    """Whether its person may still share the result where they asked for it."""
    day = info.daily
    return day is not None and has_result(info) and bool(day.asked_in) and not day.shared


def closes(info: MatchInfo) -> float:
    """The moment at which it is over; for the table that holds a day's secret the moment at which
    that is published. UTC seconds since the epoch."""
    assert info.daily is not None
    return info.daily.ends + (GRACE if info.is_sealed_day else 0.0)


def is_past(info: MatchInfo, utc: float) -> bool:
    """Whether that moment has come."""
    return info.daily is not None and utc >= closes(info)


def result(info: MatchInfo, before: MatchInfo, utc: float) -> DailyResult | None:
    """What the person has made of it, if the match has just been played to its end; ``None``: it
    has not, or the master plays it, or its day or its person has ended it before."""
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
    """The same, with the points of a hand that ends in these events."""
    for event in events:
        if isinstance(event, HandEnded):
            mine, theirs = event.points
            daily = replace(daily, hands=(*daily.hands, mine - theirs))
    return daily


def position(seen: SeatView, lines: Iterable[str]) -> str:
    """A hash of everything that a seat knows of the match at this moment. ``lines``: those of the
    running hand. It is made of the record and not of how this version keeps a match, so that it
    stays the same when the program changes."""
    said = [line for line in public_lines(lines) if not line.startswith("proof")]
    known = (seen.seat, seen.number, *seen.score, *seen.games, *seen.dealt)
    return sha256(joined("posicion", *map(str, known), *said)).hexdigest()[:32]


def dice(secret: Secret, info: MatchInfo, at: str) -> random.Random:
    """The dice of a robot in this position: the same for everybody, and nobody knows them before
    the secret is published."""
    seed = keyed(secret.reveal(), "dados", info.sealed_as, at)
    return random.Random(int.from_bytes(seed))  # noqa: S311 - a robot's whims, no cards


def written(seen: SeatView, action: Legal | None) -> str:
    """A robot's answer as it is kept. ``None``: it has nothing to claim."""
    return _CLOSE if action is None else write_action(table_of(seen), action)


def read(state: State, seat: int, text: str) -> Action | None:
    """A robot's answer that was kept; ``None``: it has nothing to claim."""
    return None if text == _CLOSE else read_step(state, seat, text)

"""The kinds of deadlines of a match, and questions about a stored deadline."""

from enum import StrEnum
from typing import Final

from bot.store.model import Deadline


class DeadlineKind(StrEnum):
    """The effects that a deadline can have."""

    LOBBY = "lobby"
    """A lobby that was never started is closed."""
    GONE = "gone"
    """The bot looks whether a lobby's host is still there, and anybody else."""
    START = "start"
    """The beacon's round should have come: the bot asks again. For a hand of the day: it begins."""
    TURN = "turn"
    """A person's time is up: a robot plays this turn."""
    REMIND = "remind"
    """Half of that time has passed, or only an hour is left of a long one: the person is told once
    more. In a tournament: its people are told that it starts soon, or that a round ends soon."""
    ROBOT = "robot"
    """A robot takes its turn."""
    CONSULT = "consult"
    """A robot has asked its partners whether it may call, and has got no answer."""
    DEAL = "deal"
    """The next hand is dealt."""
    SERIES = "series"
    """The next match of a series begins."""
    CLOSE = "close"
    """The time for claims is over."""
    LAST = "last"
    """At a slow table nobody has claimed anything from the late person: the match is abandoned."""
    RESTED = "rested"
    """At a slow table a person's holidays are over: its screens say so."""
    ABANDON = "abandon"
    """Nobody has come back: the match is abandoned."""
    ARENA = "arena"
    """The time of an arena is over."""
    BEGIN = "begin"
    """The moment has come at which a tournament was to start."""
    ROUND = "round"
    """A round of a league is over; its number stands in the place of a seat."""
    DAY = "day"
    """A day or a league's pairing is over: its hands or rooms end, or its secret is published."""


BY_THE_WALL_CLOCK: Final = (DeadlineKind.BEGIN, DeadlineKind.DAY)
"""The kinds that come at a moment of the wall clock, however long the bot was away."""
_TIMED: Final = (
    *(DeadlineKind.LOBBY, DeadlineKind.START, DeadlineKind.CLOSE, DeadlineKind.ABANDON),
    *(DeadlineKind.ARENA, DeadlineKind.BEGIN, DeadlineKind.ROUND),
)


def turn_ends(rows: tuple[Deadline, ...]) -> Deadline | None:
    """The deadline that people see. In a match: the end of the awaited person's time, or of the
    time for claims. In a lobby: when the lobby closes, or when the match begins. When robots play
    all seats: when the match is abandoned."""
    asking = [row for row in rows if row.kind in _TIMED or is_persons(row)]
    return min(asking, key=lambda row: row.due, default=None)


def is_persons(row: Deadline) -> bool:
    """Whether this deadline ends a person's time to play, to answer or to cut."""
    return row.kind == DeadlineKind.TURN or (row.kind == DeadlineKind.DEAL and row.seat >= 0)


def begins_tournament(deadline: str) -> bool:
    """Whether the deadline of this id starts a tournament."""
    return deadline.startswith(f"{DeadlineKind.BEGIN}.")


def reminds_of_turn(deadline: str) -> bool:
    """Whether the deadline of this id reminds a person of their turn, or to cut. ``False`` for
    reminders of a tournament's start and of its rounds."""
    kinds = (DeadlineKind.TURN, DeadlineKind.DEAL)
    return deadline.startswith(tuple(f"{DeadlineKind.REMIND}.{kind}." for kind in kinds))


def goes_on_with_series(deadline: str) -> bool:
    """Whether the deadline of this id begins the next match of a series."""
    return deadline.startswith(f"{DeadlineKind.SERIES}.")


def looks_who_is_here(deadline: str) -> bool:
    """Whether the deadline of this id asks who is still there."""
    return deadline.startswith(f"{DeadlineKind.GONE}.")

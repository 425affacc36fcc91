"""Commands while a match is played."""

from typing import Final

from bot.messages.command import ANY_POINT, MatchCommand
from bot.messages.ids import PersonId

CLOCK_SET: Final = ""
"""Stands in place of a deadline's id when the wall clock has been set, or when the bot was away."""


class Tick(MatchCommand, frozen=True):
    """A deadline has come (the clock loop sends it; ``deadline`` is the id of its row), or the
    clock was set (:data:`CLOCK_SET`)."""

    deadline: str
    seeds: tuple[PersonId, ...] = ()
    """For a beginning tournament: its people, strongest first, as in :class:`Start`."""
    here: tuple[PersonId, ...] = ()
    """In a lobby: the people who have pressed something lately, or look at the lobby now."""
    shown: bool = True
    """In a lobby: whether it is shown anywhere."""
    stops: bool = False
    """Stops a series: a person may no longer sit in the next match, or has too few chips."""
    along: bool = False
    """A reminder at a slow table sends no notice, and may come before its time. That is so because
    another table's reminder tells of this one, or has had enough reminders today."""


class Act(MatchCommand, frozen=True):
    """A step in the running hand, in the record's canonical words (``play 7o``)."""

    action: str
    point: str = ANY_POINT
    """The point of the game that the press relied on (:func:`bot.tokens.point`)."""


class GoOn(MatchCommand, frozen=True):
    """``/seguir``: the person wants to wait no longer for claims or the next hand."""

    point: str = ANY_POINT
    """The point of the game that the press relied on. If a hand began since, it has no effect."""


TOUCH: Final = "toco"
"""The cut in which the player touches the pack and leaves it as it was shuffled."""


class Cut(MatchCommand, frozen=True):
    """The player on the dealer's left cuts the pack (TR-DEA-02)."""

    where: str
    """``arriba``, ``medio`` or ``abajo``; or :data:`TOUCH`."""


class LetCall(MatchCommand, frozen=True):
    """Answers a robot that asks whether it may call; ``moment`` says which question is meant."""

    moment: int
    agree: bool


class RobotActs(MatchCommand, frozen=True):
    """A step of a robot from outside that was asked for one. ``person``: the id of the robot."""

    question: str
    """The id of the deadline of the step for which it was asked."""
    action: str = ""
    """The step in the record's canonical words; empty: no answer, one of our robots plays."""


class ClaimOnTime(MatchCommand, frozen=True):
    """At a slow table: takes the hand, or the match, from an adversary whose time has run out."""

    whole: bool = False
    """Claims the match; if false, only the hand."""


class AnswerAhead(MatchCommand, frozen=True):
    """At a slow table: the person's answer to a later event of this hand, given ahead; or its
    withdrawal. It is no step of the game, and nobody else learns of it."""

    about: str
    """The event: one of :data:`bot.match.ahead.ABOUT`."""
    answer: str = ""
    """The answer to the event; empty: a withdrawal."""
    point: str = ANY_POINT
    """The point of the game that the press relied on."""


class RestClock(MatchCommand, frozen=True):
    """The person's holidays end at this moment. Until then their clock rests at a slow table. The
    service itself sends it (:mod:`bot.pages.holidays`)."""

    until: float
    """UTC seconds since the epoch."""


class ProposeEnd(MatchCommand, frozen=True):
    """``/terminar``: proposes, or agrees, to end the match amicably."""

    agree: bool = True


class SkipLesson(MatchCommand, frozen=True):
    """The person of a guided match already knows the game and wants no explanations."""


PlayingCommand = (
    Tick
    | Act
    | GoOn
    | Cut
    | LetCall
    | RobotActs
    | ClaimOnTime
    | AnswerAhead
    | RestClock
    | ProposeEnd
    | SkipLesson
)

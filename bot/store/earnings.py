"""What a finished match earns its people: ranking points.

Whoever wins gets :data:`WON`, whoever loses :data:`LOST`, and whoever left the match nothing. Two
people who meet as adversaries again and again on one day earn less and less: after every
:data:`WHOLE` matches half as much. At a table of several people the adversary counts whom one has
met least that day.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from bot.messages import PersonId
from bot.store.model import Result
from bot.store.standings import day

WON: Final = 20
LOST: Final = 5
WHOLE: Final = 5
"""So many matches of two people on one day earn the whole."""

Pair = tuple[str, PersonId, PersonId]
"""A day's key, and two people in the order of their ids."""


def earned(worth: int, meeting: int) -> int:
    """What a match earns that is worth so much: ``meeting`` 1 is the day's first one."""
    return worth >> (meeting - 1) // WHOLE


def pairs_of(results: Sequence[Result]) -> tuple[Pair, ...]:
    """The adversaries that met in one match, sorted; none if the match is not ranked."""
    return tuple(
        sorted({_pair(one, other) for one in results for other in _adversaries(one, results)})
    )


def with_earnings(results: Sequence[Result], meetings: Mapping[Pair, int]) -> Iterator[Result]:
    """The results of one match with what each has earned. ``meetings``: how often these people have
    met on this day, this match included."""
    for one in results:
        met = [meetings[_pair(one, other)] for other in _adversaries(one, results)]
        meeting = min(met, default=0)
        yield replace(one, meeting=meeting, earned=earned(one.worth, meeting) if met else 0)


def _pair(one: Result, other: Result) -> Pair:
    return day(one.at), min(one.person, other.person), max(one.person, other.person)


def _adversaries(one: Result, results: Iterable[Result]) -> Iterator[Result]:
    """Those on other sides who play for ranking points, if this person does."""
    if one.ranked:
        yield from (other for other in results if other.ranked and other.account != one.account)

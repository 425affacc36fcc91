"""The ranking points that a finished match brings its people.

A winner gets :data:`WON`, a loser :data:`LOST`, and a person who left the match nothing. Two
adversaries who meet again and again on one day earn less and less: after every :data:`WHOLE`
matches half as much. At a table with several adversaries, the adversary counts whom the person has
met least often that day."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from bot.messages import PersonId
from bot.store.results.model import MatchResult
from bot.store.results.standings import day

WON: Final = 20
LOST: Final = 5
WHOLE: Final = 5
"""The number of matches of two people on one day that earn the full points."""

Pair = tuple[str, PersonId, PersonId]
"""A day's key, and two people in the order of their ids."""


def earned(worth: int, meeting: int) -> int:
    """The ranking points for a match with this worth. ``meeting``: how often the two people have
    met that day; 1 is the first time."""
    return worth >> (meeting - 1) // WHOLE


def pairs_of(results: Sequence[MatchResult]) -> tuple[Pair, ...]:
    """The pairs of adversaries of one match, sorted; none if the match is not ranked."""
    return tuple(
        sorted(
            {_pair(result, other) for result in results for other in _adversaries(result, results)}
        )
    )


def with_earnings(
    results: Sequence[MatchResult], meetings: Mapping[Pair, int]
) -> Iterator[MatchResult]:
    """The results of one match with the points that each person earns. ``meetings``: how often each
    pair has met on this day, this match included."""
    for result in results:
        met = [meetings[_pair(result, other)] for other in _adversaries(result, results)]
        meeting = min(met, default=0)
        yield replace(result, meeting=meeting, earned=earned(result.worth, meeting) if met else 0)


def _pair(one: MatchResult, other: MatchResult) -> Pair:
    return day(one.at), min(one.person, other.person), max(one.person, other.person)


def _adversaries(one: MatchResult, results: Iterable[MatchResult]) -> Iterator[MatchResult]:
    """The people on other sides who play for ranking points; none if this person does not."""
    if one.ranked:
        yield from (other for other in results if other.ranked and other.account != one.account)

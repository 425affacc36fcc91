"""Checks that sums, ratings, statistics and badges follow from results and records
(``truco db check``)."""

import math
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from bot.messages import PersonId
from bot.model import MatchInfo
from bot.store.changes import KeptOfPerson
from bot.store.model import ANSWERS, NOT_COUNTED, SeatCount
from bot.store.results.badges import RULES
from bot.store.results.earnings import earned
from bot.store.results.model import MatchResult, Rated, Rating
from bot.store.results.ratings import beginner
from bot.store.results.ratings import counted as rated_anew
from bot.store.results.standings import ALWAYS, Scope, summed, sums_with
from bot.store.results.statistics import UNCOUNTED, count_record, counted, read_count

_NEAR = 1e-6
"""The difference of ratings that counts as none: machines may differ in the last digits."""


def problems_of_person(person: PersonId, kept: KeptOfPerson) -> Iterator[str]:
    """The faults in a person's results and the numbers that follow, a sentence each."""
    for result in kept.results:
        if result.earned != (earned(result.worth, result.meeting) if result.meeting else 0):
            yield f"What match {result.match} has brought {person} is not what it was worth."
    expected = _groups(kept.results)
    stored = {(scope, period): standing for scope, period, standing in kept.standings}
    for (scope, period), standing in stored.items():
        if summed(expected.get((scope, period), ())) != standing:
            yield f"The sums of {person} ({_told(scope, period)}) are not what the results make."
    for scope, period in expected.keys() - stored.keys():
        if period == ALWAYS.key:
            yield f"The sums of {person} ({_told(scope, period)}) are missing."
    yield from _problems_of_ratings(person, kept.ratings, kept.rated)
    statistics, found = counted(kept.results)
    if statistics != kept.statistics:
        yield f"The statistics of {person} are not what the results make."
    told = [read_count(result.counts) for result in kept.results if result.counts != UNCOUNTED]
    if found != kept.badges and all(map(_is_of_these_rules, told)):
        yield f"The badges of {person} are not what the results make."


def problems_of_counts(info: MatchInfo, results: Sequence[MatchResult], text: str) -> Iterator[str]:
    """The faults in the counts of a match's results, a sentence each. ``text``: the record of the
    match. Users linked later may have played at a seat without a result."""
    told = [result for result in results if result.counts != UNCOUNTED]
    counts = count_record(text) if told else ()
    known = {result.person for result in results}
    for result in told:
        seats = [
            each.seat
            for each in info.seats
            if each.person == result.person or each.person not in known
        ]
        if not any(_is_same(read_count(result.counts), counts[seat]) for seat in seats):
            yield f"What {result.person} did in match {result.match} is not what its record tells."


def _is_same(stored: SeatCount, anew: SeatCount) -> bool:
    """Whether a stored count agrees with a new one. Numbers must be the same, except those that
    were not counted then. Badges may differ if other rules gave them."""
    missing = {name: NOT_COUNTED for name in ANSWERS if getattr(stored, name) == NOT_COUNTED}
    anew = replace(anew, left=stored.left, **missing)
    if not _is_of_these_rules(stored):
        anew = replace(anew, badges=stored.badges, rules=stored.rules)
    return stored == anew


def _is_of_these_rules(count: SeatCount) -> bool:
    """Whether the badges of a count were given by the rules of today."""
    return count.rules == RULES


def _groups(results: Sequence[MatchResult]) -> Mapping[tuple[Scope, str], list[MatchResult]]:
    """The results of each scope and period's key."""
    found: dict[tuple[Scope, str], list[MatchResult]] = {}
    for result in results:
        for period, scope in sums_with(result):
            found.setdefault((scope, period.key), []).append(result)
    return found


def _told(scope: Scope, period: str) -> str:
    return ", ".join(filter(None, (scope.community, scope.variant, str(scope.players), period)))


def _problems_of_ratings(
    person: PersonId, ratings: Sequence[Rating], rated: Sequence[Rated]
) -> Iterator[str]:
    """The faults in a person's ratings, a sentence each: each match continues the one before."""
    expected: dict[str, Rating] = {}
    for row in rated:
        last = expected.get(row.variant) or beginner("", row.variant, person)
        before = (last.matches + 1, last.mu, last.sigma)
        if (row.number, row.mu_before, row.sigma_before) != before:
            yield f"Match {row.match} does not begin with the rating that {person} had."
        expected[row.variant] = replace(last, mu=row.mu, sigma=row.sigma, matches=row.number)
    stored = {rating.variant: replace(rating, name="") for rating in ratings}
    for game in expected.keys() | stored.keys():
        if expected.get(game) != stored.get(game):
            yield f"The rating of {person} ({game}) is not what the matches make of it."


def problem_of_match(rows: Sequence[Rated], results: Sequence[MatchResult]) -> str:
    """The fault in the changes of ratings by a match, as a sentence; empty: none. ``results``: the
    results of the match that are left."""
    made = rated_anew(rows)
    near = all(
        math.isclose(row.mu, remade.mu, abs_tol=_NEAR)
        and math.isclose(row.sigma, remade.sigma, abs_tol=_NEAR)
        for row, remade in zip(rows, made, strict=True)
    )
    told = {result.person: result for result in results if result.meeting}
    same = all(_agree(row, told[row.person]) for row in rows if row.person in told)
    if near and same:
        return ""
    return f"The ratings after match {rows[0].match} are not what its end makes of them."


def _agree(row: Rated, result: MatchResult) -> bool:
    """Whether the change of a rating agrees with the result of the match."""
    if (row.account, row.left) != (result.account, not result.worth):
        return False
    return row.left or (row.account == row.winner) == result.won

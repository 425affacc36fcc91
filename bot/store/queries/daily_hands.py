"""Hands of the day: the results of people, and the first answers of robots.

A result is written in the transaction that ends its match; a robot's answer in the one that takes
its step, on the condition that nobody has answered in that position yet."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import asdict
from sqlalchemy import Text, bindparam, delete, exists, func, select, update

from bot.messages import CommunityId, MatchId, PersonId
from bot.store.changes import Changes, MatchChange
from bot.store.people.linking import Merge
from bot.store.results.model import DailyResult
from bot.store.statements import tables
from bot.store.statements.preparing import Statement, insert_new
from bot.store.transaction import Work, ask, tell

_sealed = bindparam("sealed", type_=Text)
_owner = bindparam("owner", type_=Text)
"""A person, or a community."""
LASTS: Final = 2 * 86_400.0
"""The most seconds for which a robot's answer is needed: until its day is over."""


_NEW_DAILY_ANSWER: Final = insert_new(tables.daily_answers)


def answered_meanwhile(changes: Sequence[Changes]) -> Work[set[int]]:
    """Stores the robots' answers. Returns the indexes of the changes with an answer for a position
    that another process has answered before. If an answer is stored and its change is not made, the
    answer stays: it is now the answer of all robots there."""
    rows = {
        (answer.sealed, answer.position): (index, answer)
        for index, change in enumerate(changes)
        for part in change.matches
        for answer in part.answers
    }
    if not rows:
        return set()
    # Sorted, so that two processes never wait for each other.
    values = [asdict(rows[key][1]) for key in sorted(rows)]
    new = {(row[0], row[1]) for row in (yield from ask(_NEW_DAILY_ANSWER, *values))}
    return {index for key, (index, _) in rows.items() if key not in new}


_NEW_DAILY_RESULT: Final = insert_new(tables.daily_results)


def write_results(parts: Sequence[MatchChange]) -> Work[None]:
    """Stores the results of people's hands of the day, one for each day and person."""
    rows = [asdict(part.daily) for part in parts if part.daily is not None]
    if rows:
        yield from ask(_NEW_DAILY_RESULT, *rows)


_other = tables.daily_results.alias("other").c
_both = exists().where(
    _other.sealed == tables.daily_results.c.sealed, _other.person == bindparam("now", type_=Text)
)
_DAILY_RESULTS_TWICE: Final = Statement(  # of days that ``now`` has played too
    delete(tables.daily_results).where(tables.daily_results.c.person == _owner, _both)
)
_DAILY_RESULTS_BECOME: Final = Statement(
    update(tables.daily_results)
    .where(tables.daily_results.c.person == _owner)
    .values(person=bindparam("now", type_=Text))
)


def merge_results(step: Merge) -> Work[None]:
    """Makes the results of two people's hands of the day those of one person. If both have played a
    day, the result of the person who stays is kept."""
    values = {"owner": step.before, "now": step.person}
    yield from tell(_DAILY_RESULTS_TWICE, [values])
    yield from tell(_DAILY_RESULTS_BECOME, [values])


_DAILY_ANSWERS: Final = Statement(
    select(tables.daily_answers.c.position, tables.daily_answers.c.answer).where(
        tables.daily_answers.c.sealed == _sealed
    )
)


def answers(sealed: MatchId) -> Work[dict[str, str]]:
    """The robots' answers of a day, by position."""
    return dict((yield from ask(_DAILY_ANSWERS, {"sealed": sealed})))


_DAILY_RESULTS_IN: Final = Statement(  # ``owner``: a community
    select(tables.daily_results)
    .where(tables.daily_results.c.sealed == _sealed, tables.daily_results.c.community == _owner)
    .order_by(
        tables.daily_results.c.points.desc(),
        tables.daily_results.c.at,
        tables.daily_results.c.person,
    )
)


def results_in(sealed: MatchId, community: CommunityId) -> Work[tuple[DailyResult, ...]]:
    """The results of those who began their hand of a day here, the most points first."""
    found = yield from ask(_DAILY_RESULTS_IN, {"sealed": sealed, "owner": community})
    return tuple(DailyResult(*row) for row in found)


_DAILY_COMMUNITIES: Final = Statement(
    select(tables.daily_results.c.community)
    .distinct()
    .where(tables.daily_results.c.sealed == _sealed, tables.daily_results.c.community != "")
)


def communities(sealed: MatchId) -> Work[tuple[CommunityId, ...]]:
    """The communities in which people began a hand of a day that they finished, by id."""
    found = yield from ask(_DAILY_COMMUNITIES, {"sealed": sealed})
    return tuple(sorted(row[0] for row in found))


_DAILY_COUNTS: Final = Statement(
    select(tables.daily_results.c.points, func.count())
    .where(tables.daily_results.c.sealed == _sealed)
    .group_by(tables.daily_results.c.points)
)


def counts(sealed: MatchId) -> Work[dict[int, int]]:
    """For each number of points, how many people have made so many on a day."""
    return dict((yield from ask(_DAILY_COUNTS, {"sealed": sealed})))


_DAILY_RESULTS_OF: Final = Statement(  # ``owner``: a person
    select(tables.daily_results)
    .where(tables.daily_results.c.person == _owner)
    .order_by(tables.daily_results.c.number.desc(), tables.daily_results.c.variant)
)


def results_of(person: PersonId) -> Work[tuple[DailyResult, ...]]:
    """The results of a person on all days, the newest first."""
    found = yield from ask(_DAILY_RESULTS_OF, {"owner": person})
    return tuple(DailyResult(*row) for row in found)

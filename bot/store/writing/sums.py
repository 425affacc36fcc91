"""Stores results with the points that they have earned, and adds them to the sums of their people.
After that it updates ratings, statistics and badges."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final

from msgspec.structs import asdict, astuple
from sqlalchemy import Text, and_, bindparam, case, delete, func, or_

from bot.messages import PersonId
from bot.store.queries.result_queries import all_results_of, results_of
from bot.store.results.earnings import Pair, pairs_of, with_earnings
from bot.store.results.model import MatchResult, Standing
from bot.store.results.standings import (
    ALONE,
    EVERYWHERE,
    RANK,
    Period,
    Scope,
    added,
    moment,
    rank,
    summed,
    sums_with,
)
from bot.store.statements import preparing, tables
from bot.store.transaction import Work, ask, tell
from bot.store.writing.moving_chips import BALANCE
from bot.store.writing.moving_ratings import move_ratings
from bot.store.writing.moving_statistics import add_statistics, count_anew

_RESULT: Final = preparing.plain_insert(tables.results)


def _adding() -> Any:
    """The statement that adds a result to a person's sums. Its row holds the sums of this result
    alone. Only the newest result can be added; the keys of its sums are returned."""
    old, statement = tables.standings.c, preparing.insert(tables.standings)
    new = statement.excluded
    sums = ("won", "lost", "points_for", "points_against", "earned")
    ordered = ("minus_earned", "minus_won", "minus_points")
    longer = old.streak + 1
    return statement.on_conflict_do_update(
        index_elements=list(tables.standings.primary_key.columns),
        set_={
            **{name: old[name] + new[name] for name in (*sums, *ordered)},
            **{name: new[name] for name in ("name", "folded", "last_at", "last_match")},
            "streak": case((new.won == 1, longer), else_=0),
            "best_streak": case(
                (and_(new.won == 1, longer > old.best_streak), longer), else_=old.best_streak
            ),
        },
        where=or_(
            old.last_at < new.last_at,
            and_(old.last_at == new.last_at, old.last_match < new.last_match),
        ),
    ).returning(old.period, *preparing.scope_columns(old), old.person)


_ADD_TO_STANDING: Final = preparing.Statement(_adding(), preparing.names_of(tables.standings))
_purse = preparing.insert(tables.purses).values(
    community=bindparam("community", type_=Text),
    person=bindparam("person", type_=Text),
    name=bindparam("name", type_=Text),
    minus_amount=-func.coalesce(BALANCE, 0),
)
PURSE: Final = preparing.Statement(  # with the person's present balance
    _purse.on_conflict_do_update(
        index_elements=list(tables.purses.primary_key.columns),
        set_={name: _purse.excluded[name] for name in ("name", "minus_amount")},
    )
)


def add_up(ended: Sequence[Sequence[MatchResult]]) -> Work[None]:
    """Stores the results of matches with the points that they have earned, and adds them to the
    sums of their people. This is the last part of a transaction, in sorted order, so that two
    processes wait for each other's rows in the same order."""
    if not ended:
        return
    earned = yield from _earn(ended)
    results = [result for results_of_match in earned for result in results_of_match]
    yield from move_ratings(earned)
    yield from tell(_RESULT, [asdict(row) for row in results])
    names = {
        (community, result.person): result.name
        for result in results
        if not result.alone
        for community in (result.community, EVERYWHERE)
    }
    purses = [
        {"community": community, "person": person, "name": names[community, person]}
        for community, person in sorted(names)
    ]
    yield from tell(PURSE, purses)
    sums = sorted(
        (period.key, scope, result.person, moment(result), number)
        for number, result in enumerate(results)
        for period, scope in sums_with(result)
    )
    alone = [added(None, result) for result in results]
    rows = [
        _standing_values(key, scope, results[number], alone[number])
        for key, scope, _, _, number in sums
    ]
    done: Counter[tuple[Any, ...]] = Counter((yield from ask(_ADD_TO_STANDING, *rows)))
    asked = Counter((key, *astuple(scope), person) for key, scope, person, _, _ in sums)
    late: set[PersonId] = set()
    for key, scope, person, _, number in sums:
        one = (key, *astuple(scope), person)
        if done[one] < asked[one]:
            late.add(person)
            # A newer result was added before this one. The statement has locked these sums all the
            # same.
            done[one] = asked[one]
            result = results[number]
            (period,) = {each for each, _ in sums_with(result) if each.key == key}
            yield from _add_up_anew(scope, person, period)
    yield from add_statistics(results, late)


MEET: Final = preparing.adding_to(tables.meetings, "number")


def _earn(ended: Sequence[Sequence[MatchResult]]) -> Work[list[tuple[MatchResult, ...]]]:
    """The results of each match with the points that they have earned. Also counts the meetings."""
    met = sorted(
        (pair, number)
        for number, results_of_match in enumerate(ended)
        for pair in pairs_of(results_of_match)
    )
    rows = [
        {"day": day, "one": first, "other": other, "number": 1} for (day, first, other), _ in met
    ]
    counts = (yield from ask(MEET, *rows)) if rows else []
    meetings: list[dict[Pair, int]] = [{} for _ in ended]
    for (pair, number), (count,) in zip(met, counts, strict=True):
        meetings[number][pair] = count
    return [
        tuple(with_earnings(results_of_match, counted))
        for results_of_match, counted in zip(ended, meetings, strict=True)
    ]


_STANDING: Final = preparing.upsert(tables.standings)


def _add_up_anew(scope: Scope, person: PersonId, period: Period) -> Work[None]:
    """Computes the sums of one person in one scope and period again from the stored results."""
    found = yield from results_of(scope, person, period)
    if (anew := summed(found)) is not None:
        newest = max(found, key=moment)
        yield from tell(_STANDING, [_standing_values(period.key, scope, newest, anew)])


_owner = bindparam("owner", type_=Text)
_STANDINGS_EVERYWHERE_NONE: Final = preparing.Statement(  # ``owner``: a person
    delete(tables.standings)
    .where(
        tables.standings.c.person == _owner,
        or_(tables.standings.c.community == EVERYWHERE, tables.standings.c.community == ALONE),
    )
    .returning(*preparing.scope_columns(tables.standings.c), tables.standings.c.period)
)


def add_up_everywhere(person: PersonId) -> Work[None]:
    """Computes the sums of a person over all communities again, also those of matches against
    robots alone, with statistics and badges, because results of a community were deleted. Sums of
    weeks that were already cleared away are left out."""
    kept = {
        (key, Scope(*scope))
        for *scope, key in (yield from ask(_STANDINGS_EVERYWHERE_NONE, {"owner": person}))
    }
    yield from add_up_anew(kept, (yield from all_results_of(person)))
    yield from count_anew(person)


def add_up_anew(kept: Collection[tuple[str, Scope]], results: Iterable[MatchResult]) -> Work[None]:
    """Computes the sums of one person in these periods (by their keys) and scopes again.
    ``results``: all results of the person."""
    found: dict[tuple[str, Scope], list[MatchResult]] = {}
    for result in results:
        for period, scope in sums_with(result):
            if (period.key, scope) in kept:
                found.setdefault((period.key, scope), []).append(result)
    rows = [
        _standing_values(key, scope, max(found[key, scope], key=moment), anew)
        for key, scope in sorted(found)
        if (anew := summed(found[key, scope])) is not None
    ]
    yield from tell(_STANDING, rows)


def _standing_values(
    period: str, scope: Scope, newest: MatchResult, standing: Standing
) -> preparing.Values:
    return {
        **asdict(standing),
        **dict(zip(RANK, rank(standing), strict=True)),
        **asdict(scope),
        "period": period,
        "last_at": newest.at,
        "last_match": newest.match,
    }

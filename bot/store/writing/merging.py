"""Makes two people one person, in the transaction that links their users. Also stores everything
that is written for a linked user as the person's.

A process may have decided something for the user before it heard of the link. Its write waits here
for the locks of all people whom it concerns (:func:`bot.store.writing.moving_chips.lock`), and then
finds the link."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import asdict, replace
from sqlalchemy import Text, bindparam, delete, or_, update

from bot.messages import PersonId
from bot.store.changes import Changes, MatchChange, transfers_of
from bot.store.people import linking
from bot.store.queries.chip_queries import all_transfers_of, chips_of
from bot.store.queries.daily_hands import merge_results
from bot.store.queries.people_queries import links_of
from bot.store.queries.profile_queries import ratings_of
from bot.store.queries.result_queries import all_results_of
from bot.store.results.model import MatchResult
from bot.store.results.standings import EVERYWHERE, Scope
from bot.store.statements import tables
from bot.store.statements.preparing import RATING_KEY, Statement, given, scope_columns, upsert
from bot.store.transaction import Work, ask, tell
from bot.store.writing.moving_chips import NEW_TRANSFER, lock, move
from bot.store.writing.moving_ratings import NEW_RATING, rating_values
from bot.store.writing.moving_statistics import NO_BADGES, NO_STATISTICS, count_anew
from bot.store.writing.sums import MEET, PURSE, add_up_anew


def owners_of(changes: Sequence[Changes]) -> set[str]:
    """All owners with chips or results in these changes: people, pots, bank, erased communities."""
    moved = [transfer for change in changes for transfer in transfers_of(change)]
    owners = {owner for transfer in moved for owner in (transfer.payer, transfer.payee)}
    # Results are stored with the person's chips, for the scoreboard by chips.
    owners |= {
        result.person for change in changes for part in change.matches for result in part.results
    }
    owners |= {
        owner for change in changes if change.erase is not None for owner in change.erase.owners
    }
    return owners | set(_merged(changes))


def _merged(changes: Sequence[Changes]) -> tuple[PersonId, ...]:
    merges = [change.merge for change in changes if change.merge is not None]
    return tuple(person for merged in merges for person in (merged.before, merged.person))


def locked(changes: Sequence[Changes]) -> Work[list[Changes]]:
    """The changes with persons in place of linked users, after everybody whom they concern was
    locked. A merge writes results anew, so it also locks the communities of these results. A
    process that erases one of them either waits, or has finished before the results are read."""
    owners = owners_of(changes)
    if not owners:
        return list(changes)
    owners |= set((yield from links_of(owners)).values())
    for person in _merged(changes):
        owners |= {result.community for result in (yield from all_results_of(person))}
    yield from lock(owners)
    # Somebody may have been linked while this transaction waited.
    links = yield from links_of(owners)
    yield from lock(set(links.values()) - owners)
    return of_persons(changes, links)


def of_persons(changes: Sequence[Changes], links: linking.Links) -> list[Changes]:
    """The changes with persons in place of linked users."""
    if not links:
        return list(changes)

    def match(part: MatchChange) -> MatchChange:
        moved = linking.in_their_names(part.transfers, links)
        return replace(part, transfers=moved, results=linking.one_each(part.results, links))

    return [
        replace(
            change,
            matches=tuple(map(match, change.matches)),
            transfers=linking.in_their_names(change.transfers, links),
        )
        for change in changes
    ]


def merge(step: linking.Merge) -> Work[None]:
    """Makes two people one person."""
    yield from _merge_chips(step)
    theirs = yield from all_results_of(step.before)
    yield from _merge_meetings(step)
    yield from _merge_ratings(step)
    yield from merge_results(step)
    if not theirs:
        return
    mine = yield from all_results_of(step.person)
    both = linking.merged_results(step, theirs, mine)
    yield from _merge_results(step, theirs, mine, both)
    yield from tell(NO_STATISTICS, [{"owner": step.before}])
    yield from tell(NO_BADGES, [{"owner": step.before}])
    yield from count_anew(step.person)


def _merge_chips(step: linking.Merge) -> Work[None]:
    had = linking.levels_had(step, (yield from all_transfers_of(step.before)))
    if had:
        yield from ask(NEW_TRANSFER, *map(asdict, had))  # matches that no longer exist
    amount = yield from chips_of(step.before)
    yield from move(linking.chips_moved(step, amount or 0))


_owner = bindparam("owner", type_=Text)
_MEETINGS_OF_NONE: Final = Statement(
    delete(tables.meetings)
    .where(or_(tables.meetings.c.one == _owner, tables.meetings.c.other == _owner))
    .returning(*tables.meetings.c)
)


def _merge_meetings(step: linking.Merge) -> Work[None]:
    rows = yield from ask(_MEETINGS_OF_NONE, {"owner": step.before})
    pairs = [
        (linking.merged_pair(step, (day, first, other)), number)
        for day, first, other, number in rows
    ]
    kept = sorted((pair, number) for pair, number in pairs if pair is not None)
    met = [
        {"day": day, "one": first, "other": other, "number": number}
        for (day, first, other), number in kept
    ]
    if met:
        yield from ask(MEET, *met)


_NO_RESULTS_OF, _NO_PURSES_OF = (
    Statement(delete(table).where(table.c.person == _owner))
    for table in (tables.results, tables.purses)
)
_SET_RESULT: Final = upsert(tables.results)
_STANDINGS_OF_NONE: Final = Statement(
    delete(tables.standings)
    .where(tables.standings.c.person == _owner)
    .returning(*scope_columns(tables.standings.c), tables.standings.c.period)
)


def _merge_results(
    step: linking.Merge,
    theirs: Sequence[MatchResult],
    mine: Sequence[MatchResult],
    both: Sequence[MatchResult],
) -> Work[None]:
    """Merges the results, the sums that follow, and the names on the scoreboards by chips."""
    yield from tell(_NO_RESULTS_OF, [{"owner": step.before}])
    known = set(mine)
    yield from tell(_SET_RESULT, [asdict(result) for result in both if result not in known])
    people = [{"owner": person} for person in (step.before, step.person)]
    gone = yield from ask(_STANDINGS_OF_NONE, *people)
    kept = {(key, Scope(*scope)) for *scope, key in gone}
    yield from add_up_anew(kept, both)
    yield from tell(_NO_PURSES_OF, [{"owner": step.before}])
    names, there = linking.names_there(both), linking.names_there(theirs)
    purses = [
        {"community": community, "person": step.person, "name": names[community]}
        for community in sorted(there)
    ]
    yield from tell(PURSE, purses)


_RATING_NONE: Final = Statement(  # in every community
    delete(tables.ratings)
    .where(*(tables.ratings.c[name] == given(tables.ratings.c[name]) for name in RATING_KEY))
    .returning(tables.ratings.c.community)
)
_game = tables.rated.c.variant == given(tables.rated.c.variant)
_NAMELESS_RATED_ON: Final = Statement(
    update(tables.rated).where(tables.rated.c.person == _owner, _game).values(person="", number=0)
)
_RENAME_RATED: Final = Statement(  # ``now``: the person
    update(tables.rated)
    .where(tables.rated.c.person == _owner, _game)
    .values(person=bindparam("now", type_=Text))
)


def _merge_ratings(step: linking.Merge) -> Work[None]:
    theirs = yield from ratings_of(step.before)
    mine = yield from ratings_of(step.person)
    for rating, whose in linking.ratings_that_stay(step, theirs, mine):
        game = {"variant": rating.variant}
        there: set[str] = {EVERYWHERE}
        for person in (step.before, step.person):
            gone = yield from ask(_RATING_NONE, {**game, "person": person})
            there.update(row[0] for row in gone)
        other = step.person if whose == step.before else step.before
        yield from tell(_NAMELESS_RATED_ON, [{**game, "owner": other}])
        yield from tell(_RENAME_RATED, [{**game, "owner": whose, "now": step.person}])
        copies = [rating_values(community, rating) for community in sorted(there)]
        yield from tell(NEW_RATING, copies)

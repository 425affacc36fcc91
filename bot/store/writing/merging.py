"""Makes one person of two, in the transaction that links their users. Also stores everything of a
linked user as the person's.

A process may have decided something for the user before it heard of the link. Its write waits here
for everybody whom it concerns (:func:`bot.store.moving_chips.lock`), and then finds the link.
"""

from collections.abc import Sequence

from msgspec.structs import asdict, replace

from bot.messages import PersonId
from bot.store.changes import Changes, MatchChange, transfers_of
from bot.store.model import MatchResult, Transfer
from bot.store.people.linking import (
    Links,
    Merge,
    chips_moved,
    in_their_names,
    levels_had,
    merged_pair,
    merged_results,
    names_there,
    one_each,
    ratings_that_stay,
)
from bot.store.queries.daily_hands import merge_results
from bot.store.queries.people_queries import all_results_of, chips_of, links_of, ratings_of
from bot.store.results.standings import EVERYWHERE, Scope
from bot.store.statements import Statements
from bot.store.transaction import Work, ask, tell
from bot.store.writing.moving_chips import lock, move
from bot.store.writing.moving_ratings import rating_values
from bot.store.writing.moving_statistics import count_anew
from bot.store.writing.sums import add_up_anew


def owners_of(changes: Sequence[Changes]) -> set[str]:
    """All owners whose chips or results these changes touch: people, pots, the bank, and
    communities that are erased."""
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


def locked(use: Statements, changes: Sequence[Changes]) -> Work[list[Changes]]:
    """The changes with persons in place of linked users, after everybody whom they concern was
    locked.

    A merge writes results anew, so it also locks the communities of these results. A process that
    erases one of them either waits, or has finished before the results are read."""
    owners = owners_of(changes)
    owners |= set((yield from links_of(use, owners)).values())
    for person in _merged(changes):
        owners |= {result.community for result in (yield from all_results_of(use, person))}
    yield from lock(use, owners)
    # Somebody may have been linked while this transaction waited.
    links = yield from links_of(use, owners)
    yield from lock(use, set(links.values()) - owners)
    return of_persons(changes, links)


def of_persons(changes: Sequence[Changes], links: Links) -> list[Changes]:
    """The changes with persons in place of linked users."""
    if not links:
        return list(changes)

    def match(part: MatchChange) -> MatchChange:
        moved = in_their_names(part.transfers, links)
        return replace(part, transfers=moved, results=one_each(part.results, links))

    return [
        replace(
            change,
            matches=tuple(map(match, change.matches)),
            transfers=in_their_names(change.transfers, links),
        )
        for change in changes
    ]


def merge(use: Statements, step: Merge) -> Work[None]:
    """Makes one person of two."""
    yield from _merge_chips(use, step)
    theirs = yield from all_results_of(use, step.before)
    yield from _merge_meetings(use, step)
    yield from _merge_ratings(use, step)
    yield from merge_results(use, step)
    if not theirs:
        return
    mine = yield from all_results_of(use, step.person)
    both = merged_results(step, theirs, mine)
    yield from _merge_results(use, step, theirs, mine, both)
    yield from tell(use.no_statistics, [{"owner": step.before}])
    yield from tell(use.no_badges, [{"owner": step.before}])
    yield from count_anew(use, step.person)


def _merge_chips(use: Statements, step: Merge) -> Work[None]:
    rows = yield from ask(use.transfers_of, {"owner": step.before})
    had = levels_had(step, [Transfer(*row) for row in rows])
    if had:
        yield from ask(use.new_transfer, *map(asdict, had))  # matches that no longer exist
    amount = yield from chips_of(use, step.before)
    yield from move(use, chips_moved(step, amount or 0))


def _merge_meetings(use: Statements, step: Merge) -> Work[None]:
    rows = yield from ask(use.meetings_of_none, {"owner": step.before})
    pairs = [(merged_pair(step, (day, first, other)), number) for day, first, other, number in rows]
    kept = sorted((pair, number) for pair, number in pairs if pair is not None)
    met = [
        {"day": day, "one": first, "other": other, "number": number}
        for (day, first, other), number in kept
    ]
    if met:
        yield from ask(use.meet, *met)


def _merge_results(
    use: Statements,
    step: Merge,
    theirs: Sequence[MatchResult],
    mine: Sequence[MatchResult],
    both: Sequence[MatchResult],
) -> Work[None]:
    """Merges the results, the sums that follow from them, and the names on the scoreboards by
    chips."""
    yield from tell(use.no_results_of, [{"owner": step.before}])
    known = set(mine)
    yield from tell(use.set_result, [asdict(result) for result in both if result not in known])
    people = [{"owner": person} for person in (step.before, step.person)]
    gone = yield from ask(use.standings_of_none, *people)
    kept = {(key, Scope(*scope)) for *scope, key in gone}
    yield from add_up_anew(use, kept, both)
    yield from tell(use.no_purses_of, [{"owner": step.before}])
    names, there = names_there(both), names_there(theirs)
    purses = [
        {"community": community, "person": step.person, "name": names[community]}
        for community in sorted(there)
    ]
    yield from tell(use.purse, purses)


def _merge_ratings(use: Statements, step: Merge) -> Work[None]:
    theirs = yield from ratings_of(use, step.before)
    mine = yield from ratings_of(use, step.person)
    for rating, whose in ratings_that_stay(step, theirs, mine):
        game = {"variant": rating.variant}
        there: set[str] = {EVERYWHERE}
        for person in (step.before, step.person):
            gone = yield from ask(use.rating_none, {**game, "person": person})
            there.update(row[0] for row in gone)
        other = step.person if whose == step.before else step.before
        yield from tell(use.nameless_rated_on, [{**game, "owner": other}])
        yield from tell(use.rename_rated, [{**game, "owner": whose, "now": step.person}])
        copies = [rating_values(community, rating) for community in sorted(there)]
        yield from tell(use.new_rating, copies)

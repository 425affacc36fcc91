"""Moves chips from one owner to another, in the same transaction as the change that they belong
to."""

from collections.abc import Collection, Mapping, Sequence

from msgspec.structs import asdict

from bot.messages import MatchId, PersonId
from bot.store.changes import Changes, transfers_of
from bot.store.model import Transfer
from bot.store.people.chips import (
    GONE,
    given_back,
    is_person,
    match_of_pot,
    nameless,
    paid_by_people,
    pot,
    totals,
)
from bot.store.people.linking import in_their_names
from bot.store.queries.people_queries import links_of
from bot.store.statements import Statements
from bot.store.transaction import Work, ask, tell


def lock(use: Statements, owners: Collection[str]) -> Work[None]:
    """Locks everybody whose chips or results a batch changes or reads. This comes before anything
    else and in one order, so that two processes never wait for each other.

    The owners themselves are locked, because an owner may have no balance yet. The balances are
    locked too, for processes of an older version that locks nothing else."""
    rows = [{"owner": owner} for owner in sorted(owners)]
    if rows:
        yield from ask(use.lock_owner, *rows)
        yield from ask(use.balance_locked, *rows)


def who_is_short(
    use: Statements, changes: Mapping[int, Changes]
) -> Work[dict[int, tuple[PersonId, ...]]]:
    """The people who do not have the chips that they would pay, by the index of the change. No two
    of these changes concern the same people."""
    found: dict[int, tuple[PersonId, ...]] = {}
    for number, change in changes.items():
        paid = paid_by_people(transfers_of(change))
        if not paid:
            continue
        rows = yield from ask(use.balance_locked, *({"owner": person} for person in paid))
        have: dict[PersonId, int] = dict(rows)
        short = tuple(person for person, amount in paid.items() if have.get(person, 0) < amount)
        if short:
            found[number] = short
    return found


def move(use: Statements, transfers: Sequence[Transfer]) -> Work[None]:
    """Makes these transfers, without those that were made before."""
    once = {transfer.id: transfer for transfer in reversed(transfers)}
    if not once:
        return
    made = yield from ask(use.new_transfer, *map(asdict, once.values()))
    changed = totals(once[id] for (id,) in made)
    rows = [{"owner": owner, "amount": changed[owner]} for owner in sorted(changed)]
    yield from tell(use.add_to_balance, rows)
    people = [{"person": owner} for owner in sorted(changed) if is_person(owner)]
    yield from tell(use.fill_purses, people)
    pots = [{"owner": owner} for owner in sorted(changed) if match_of_pot(owner)]
    yield from tell(use.no_empty_pot, pots)


def give_back(use: Statements, match: MatchId) -> Work[None]:
    """Gives all stakes of a match back, because the match is deleted as a whole."""
    rows = yield from ask(use.transfers_of, {"owner": pot(match)})
    back = given_back(match, [Transfer(*row) for row in rows])
    links = yield from links_of(use, {transfer.payee for transfer in back})
    yield from move(use, in_their_names(back, links))


def without(use: Statements, person: PersonId) -> Work[None]:
    """Takes a deleted person's chips away, and removes the person from all transfers."""
    values = {"owner": person}
    rows = yield from ask(use.transfers_of, values)
    if not rows:
        return
    yield from tell(use.transfers_none, [values])
    gone = [nameless(Transfer(*row), person) for row in rows]
    yield from ask(use.new_transfer, *map(asdict, gone))
    had = yield from ask(use.balance_none, values)  # none, if all transfers are of 0 chips
    yield from tell(use.add_to_balance, [{"owner": GONE, "amount": amount} for (amount,) in had])

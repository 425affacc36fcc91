"""Moves chips from one owner to another, in the same transaction as the change that they belong
to."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from msgspec.structs import asdict
from sqlalchemy import Text, bindparam, delete, func, or_, select, update

from bot.messages import MatchId, PersonId
from bot.store.changes import Changes, transfers_of
from bot.store.people import chips
from bot.store.people.linking import in_their_names
from bot.store.queries.chip_queries import all_transfers_of
from bot.store.queries.people_queries import links_of
from bot.store.results.model import Transfer
from bot.store.statements import tables
from bot.store.statements.preparing import Statement, adding_to, insert_new, is_given, lock_of
from bot.store.transaction import Work, ask, tell

_LOCK_OWNER: Final = lock_of("owner")
_balance = (
    select(tables.balances.c.owner, tables.balances.c.amount)
    .where(is_given(tables.balances.c.owner))
    .with_for_update()
)
_BALANCE_LOCKED: Final = Statement(_balance)
_LOCK_BALANCE: Final = Statement(_balance, is_lock=True)


def lock(owners: Collection[str]) -> Work[None]:
    """Locks everybody whose chips or results a batch changes or reads. This comes before anything
    else and in one order, so that two processes never wait for each other. The owners themselves
    are locked, because an owner may have no balance yet. The balances are locked too, for processes
    of an older version that locks nothing else."""
    rows = [{"owner": owner} for owner in sorted(owners)]
    if rows:
        yield from tell(_LOCK_OWNER, rows)
        yield from tell(_LOCK_BALANCE, rows)


def who_is_short(changes: Mapping[int, Changes]) -> Work[dict[int, tuple[PersonId, ...]]]:
    """The people who do not have the chips that they would pay, by the index of the change. No two
    of these changes concern the same people."""
    found: dict[int, tuple[PersonId, ...]] = {}
    for number, change in changes.items():
        paid = chips.paid_by_people(transfers_of(change))
        if not paid:
            continue
        rows = yield from ask(_BALANCE_LOCKED, *({"owner": person} for person in paid))
        have: dict[PersonId, int] = dict(rows)
        short = tuple(person for person, amount in paid.items() if have.get(person, 0) < amount)
        if short:
            found[number] = short
    return found


NEW_TRANSFER: Final = insert_new(tables.transfers)
_NO_EMPTY_POT: Final = Statement(
    delete(tables.balances).where(is_given(tables.balances.c.owner), tables.balances.c.amount == 0)
)
_ADD_TO_BALANCE: Final = adding_to(tables.balances, "amount")
BALANCE: Final = (
    select(tables.balances.c.amount)
    .where(tables.balances.c.owner == bindparam("person", type_=Text))
    .scalar_subquery()
)
"""The part of a statement that computes the person's present balance."""
_FILL_PURSES: Final = Statement(
    update(tables.purses)
    .where(tables.purses.c.person == bindparam("person", type_=Text))
    .values(minus_amount=-func.coalesce(BALANCE, 0))
)


def move(transfers: Sequence[Transfer]) -> Work[None]:
    """Makes these transfers, without those that were made before."""
    once = {transfer.id: transfer for transfer in reversed(transfers)}
    if not once:
        return
    made = yield from ask(NEW_TRANSFER, *map(asdict, once.values()))
    changed = chips.totals(once[id] for (id,) in made)
    rows = [{"owner": owner, "amount": changed[owner]} for owner in sorted(changed)]
    yield from tell(_ADD_TO_BALANCE, rows)
    people = [{"person": owner} for owner in sorted(changed) if chips.is_person(owner)]
    yield from tell(_FILL_PURSES, people)
    pots = [{"owner": owner} for owner in sorted(changed) if chips.match_of_pot(owner)]
    yield from tell(_NO_EMPTY_POT, pots)


def give_back(match: MatchId) -> Work[None]:
    """Gives all stakes of a match back, because the match is deleted as a whole."""
    back = chips.given_back(match, (yield from all_transfers_of(chips.pot(match))))
    links = yield from links_of({transfer.payee for transfer in back})
    yield from move(in_their_names(back, links))


_owner = bindparam("owner", type_=Text)
_mine = or_(tables.transfers.c.payer == _owner, tables.transfers.c.payee == _owner)
_TRANSFERS_NONE: Final = Statement(delete(tables.transfers).where(_mine))
_BALANCE_NONE: Final = Statement(
    delete(tables.balances)
    .where(tables.balances.c.owner == _owner)
    .returning(tables.balances.c.amount)
)


def without(person: PersonId) -> Work[None]:
    """Takes a deleted person's chips away, and removes the person from all transfers."""
    values = {"owner": person}
    moved = yield from all_transfers_of(person)
    if not moved:
        return
    yield from tell(_TRANSFERS_NONE, [values])
    gone = [chips.nameless(transfer, person) for transfer in moved]
    yield from ask(NEW_TRANSFER, *map(asdict, gone))
    had = yield from ask(_BALANCE_NONE, values)  # none, if all transfers are of 0 chips
    yield from tell(_ADD_TO_BALANCE, [{"owner": chips.GONE, "amount": amount} for (amount,) in had])

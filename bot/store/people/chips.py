"""Chips, the toy money of competitive matches, as a ledger with two sides.

Every transfer takes from one owner what it gives to another, so all balances together are always 0.
Owners are people and four other kinds: the mint, which gives presents; a pot for each match; the
bank; and one owner for all people who were erased. Only the mint's balance goes below 0."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from secrets import token_hex
from typing import Final

from msgspec.structs import replace

from bot.messages import MatchId, PersonId
from bot.store.results.model import Transfer

MINT: Final = "mint"
BANK: Final = "bank"
GONE: Final = "gone"
"""The owner of the chips of people who were erased."""
_POT: Final = "pot:"
WELCOME: Final = 200
"""The chips that a person gets once, at the beginning, in addition to the present of the day."""
DAILY: Final = 25
"""The present of each day on which a person plays for chips or looks at them."""
LEVEL: Final = 100
"""The present for each level that a person reaches."""
BANK_SHARE: Final = 4
"""The bank gets one chip of this many in a pot, and those that cannot be divided."""


def pot(match: MatchId) -> str:
    """The owner that holds the stakes of a match."""
    return f"{_POT}{match}"


def match_of_pot(owner: str) -> MatchId:
    """The match of a pot; empty: the owner is no pot."""
    return owner.removeprefix(_POT) if owner.startswith(_POT) else ""


def is_person(owner: str) -> bool:
    return owner not in (MINT, BANK, GONE) and not match_of_pot(owner)


def shares(stake: int, staked: int, winners: int) -> tuple[int, int]:
    """The chips that each winner gets out of a pot, and the chips that the bank gets."""
    whole = stake * staked
    each = (whole - whole // BANK_SHARE) // winners if winners else 0
    return each, whole - each * winners


def totals(transfers: Iterable[Transfer]) -> dict[str, int]:
    """The change of each owner's balance by these transfers."""
    found: Counter[str] = Counter()
    for transfer in transfers:
        found[transfer.payer] -= transfer.amount
        found[transfer.payee] += transfer.amount
    return dict(found)


def paid_by_people(transfers: Sequence[Transfer]) -> dict[PersonId, int]:
    """The chips that each person must have for these transfers."""
    found: Counter[str] = Counter()
    for transfer in transfers:
        if is_person(transfer.payer):
            found[transfer.payer] += transfer.amount
    return dict(found)


def hold_id(match: MatchId, seat: int) -> str:
    """The id of the transfer of a seat's stake into the pot."""
    return f"{match}.hold.{seat}"


def holds(
    match: MatchId, stake: int, people: Iterable[tuple[int, PersonId]], at: float
) -> Iterator[Transfer]:
    for seat, person in people:
        yield Transfer(hold_id(match, seat), at, "hold", match, person, pot(match), stake)


def payments(
    match: MatchId, paid: Iterable[tuple[int, str, int]], kind: str, at: float
) -> Iterator[Transfer]:
    """The transfers out of a pot. ``paid``: seat (-1: none), receiver, number of chips."""
    for seat, owner, amount in paid:
        if amount:
            yield Transfer(f"{match}.{kind}.{seat}", at, kind, match, pot(match), owner, amount)


def given_back(match: MatchId, transfers: Sequence[Transfer]) -> tuple[Transfer, ...]:
    """The transfers that give every stake in the pot back. ``transfers``: all transfers of the pot.
    Transfers of erased people do not tell whose stake was given back, so they come last."""
    left = totals(transfers).get(pot(match), 0)
    made, known = [], {transfer.id for transfer in transfers}
    stakes = [transfer for transfer in transfers if transfer.kind == "hold"]
    for n, stake in enumerate(sorted(stakes, key=lambda stake: stake.payer == GONE)):
        number = stake.id.removeprefix(f"{match}.hold.")
        back = f"{match}.back.{n}g" if number == stake.id else f"{match}.back.{number}"
        if back not in known and stake.amount <= left:
            left -= stake.amount
            made.append(
                Transfer(back, stake.at, "back", match, stake.payee, stake.payer, stake.amount)
            )
    return tuple(made)


def nameless(transfer: Transfer, person: PersonId) -> Transfer:
    """The transfer without the name of a person who is erased. Nor does its id tell them."""
    return replace(
        transfer,
        id=f"gone.{token_hex(12)}",
        payer=GONE if transfer.payer == person else transfer.payer,
        payee=GONE if transfer.payee == person else transfer.payee,
    )


def first_present(person: PersonId, at: float) -> Transfer:
    """The transfer of the chips that each person gets once, at the beginning."""
    return Transfer(f"first.{person}", at, "first", "", MINT, person, WELCOME)


def level_present(person: PersonId, level: int, at: float) -> Transfer:
    """The transfer of a person's present for a level; each level brings it once."""
    return Transfer(f"level.{level}.{person}", at, "level", "", MINT, person, LEVEL)


def daily_present(person: PersonId, day: str, at: float) -> Transfer:
    """The transfer of a person's present of the day."""
    return Transfer(f"daily.{day}.{person}", at, "daily", "", MINT, person, DAILY)

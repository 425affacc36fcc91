"""Chips, the toy money of competitive matches, as a ledger with two sides.

Every transfer takes from one owner what it gives to another, so all balances together are always
0. Beside people there are the mint, which gives presents and so goes below 0; a pot for each match;
the bank; and one owner for all people who were erased. Only the mint goes below 0.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from secrets import token_hex
from typing import Final

from msgspec.structs import replace

from bot.messages import MatchId, PersonId
from bot.store.model import Transfer

MINT: Final = "mint"
BANK: Final = "bank"
GONE: Final = "gone"
"""Owns what people had who were erased."""
_POT: Final = "pot:"
WELCOME: Final = 200
"""What a person gets for the first time, beside the day's present."""
DAILY: Final = 25
"""The present of each day on which a person plays for chips or looks at them."""
LEVEL: Final = 100
"""The present for each level that a person reaches."""
BANK_SHARE: Final = 4
"""The bank keeps one chip in so many of a pot, and what cannot be divided among the winners."""


def pot(match: MatchId) -> str:
    """The owner of what is staked in a match."""
    return f"{_POT}{match}"


def match_of_pot(owner: str) -> MatchId:
    """The match of a pot; empty: the owner is no pot."""
    return owner.removeprefix(_POT) if owner.startswith(_POT) else ""


def is_person(owner: str) -> bool:
    """Whether this owner is a person."""
    return owner not in (MINT, BANK, GONE) and not match_of_pot(owner)


def shares(stake: int, staked: int, winners: int) -> tuple[int, int]:
    """What each of the winners gets of a pot, and what the bank keeps."""
    whole = stake * staked
    each = (whole - whole // BANK_SHARE) // winners if winners else 0
    return each, whole - each * winners


def totals(transfers: Iterable[Transfer]) -> dict[str, int]:
    """By how much each owner's balance changes."""
    found: Counter[str] = Counter()
    for one in transfers:
        found[one.payer] -= one.amount
        found[one.payee] += one.amount
    return dict(found)


def paid_by_people(transfers: Sequence[Transfer]) -> dict[PersonId, int]:
    """What people must have to make these transfers."""
    found: Counter[str] = Counter()
    for one in transfers:
        if is_person(one.payer):
            found[one.payer] += one.amount
    return dict(found)


def hold_id(match: MatchId, seat: int) -> str:
    """The id of the transfer of a seat's stake into the pot."""
    return f"{match}.hold.{seat}"


def holds(
    match: MatchId, stake: int, people: Iterable[tuple[int, PersonId]], at: float
) -> Iterator[Transfer]:
    """The stakes of these seats go into the pot."""
    for seat, person in people:
        yield Transfer(hold_id(match, seat), at, "hold", match, person, pot(match), stake)


def payments(
    match: MatchId, paid: Iterable[tuple[int, str, int]], kind: str, at: float
) -> Iterator[Transfer]:
    """What comes out of the pot: by seat (-1: none), to whom, how much."""
    for seat, owner, amount in paid:
        if amount:
            yield Transfer(f"{match}.{kind}.{seat}", at, kind, match, pot(match), owner, amount)


def given_back(match: MatchId, transfers: Sequence[Transfer]) -> tuple[Transfer, ...]:
    """Every stake that still lies in the pot goes back to whom it came from. ``transfers``: all
    those of the pot. Those of people who were erased tell no longer what went back, so they come
    last."""
    left = totals(transfers).get(pot(match), 0)
    made, known = [], {one.id for one in transfers}
    stakes = [one for one in transfers if one.kind == "hold"]
    for n, one in enumerate(sorted(stakes, key=lambda one: one.payer == GONE)):
        number = one.id.removeprefix(f"{match}.hold.")
        back = f"{match}.back.{n}g" if number == one.id else f"{match}.back.{number}"
        if back not in known and one.amount <= left:
            left -= one.amount
            made.append(Transfer(back, one.at, "back", match, one.payee, one.payer, one.amount))
    return tuple(made)


def nameless(transfer: Transfer, person: PersonId) -> Transfer:
    """The transfer of somebody who is erased: it names nobody, and its id says nothing."""
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
    """What a person gets once for having reached a level."""
    return Transfer(f"level.{level}.{person}", at, "level", "", MINT, person, LEVEL)


def daily_present(person: PersonId, day: str, at: float) -> Transfer:
    """What a person gets once on each day."""
    return Transfer(f"daily.{day}.{person}", at, "daily", "", MINT, person, DAILY)

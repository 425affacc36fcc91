"""Reads balances and transfers of chips."""

from typing import Final

from sqlalchemy import Text, bindparam, or_, select

from bot.store.results.model import Transfer
from bot.store.statements import tables
from bot.store.statements.preparing import Statement, is_given
from bot.store.transaction import Work, ask

_CHIPS_OF: Final = Statement(
    select(tables.balances.c.amount).where(is_given(tables.balances.c.owner))
)


def chips_of(owner: str) -> Work[int | None]:
    """An owner's balance in chips; ``None``: the owner never had a transfer."""
    found = yield from ask(_CHIPS_OF, {"owner": owner})
    return int(found[0][0]) if found else None


_ALL_BALANCES: Final = Statement(
    select(tables.balances.c.owner, tables.balances.c.amount).where(tables.balances.c.amount != 0)
)


def balances() -> Work[dict[str, int]]:
    """Every balance that is not 0, in chips, by owner."""
    return dict((yield from ask(_ALL_BALANCES)))


_ALL_TRANSFERS: Final = Statement(select(tables.transfers).order_by(tables.transfers.c.id))


def transfers() -> Work[tuple[Transfer, ...]]:
    """All transfers, in the order of their ids. The stored balances are checked against them."""
    return tuple(Transfer(*row) for row in (yield from ask(_ALL_TRANSFERS)))


_owner = bindparam("owner", type_=Text)
_TRANSFERS_OF: Final = Statement(
    select(tables.transfers)
    .where(or_(tables.transfers.c.payer == _owner, tables.transfers.c.payee == _owner))
    .order_by(tables.transfers.c.at, tables.transfers.c.id)
)


def all_transfers_of(owner: str) -> Work[tuple[Transfer, ...]]:
    """All transfers of an owner, the oldest first."""
    return tuple(Transfer(*row) for row in (yield from ask(_TRANSFERS_OF, {"owner": owner})))

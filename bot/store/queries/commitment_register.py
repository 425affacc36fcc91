"""The register of commitments: every table that is opened takes the next number, without a gap."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import (
    Integer,
    LargeBinary,
    Text,
    and_,
    bindparam,
    func,
    literal_column,
    select,
    update,
)

from bot.messages import MatchId
from bot.model import LIVE, LIVE_TOURNAMENT, Status
from bot.store.changes import Changes, MatchChange
from bot.store.model import KeptSecret, RegisterEntry, Unopened
from bot.store.statements import tables
from bot.store.statements.preparing import Statement, all_of, is_given, plain_insert
from bot.store.transaction import Work, ask, of_one_moment, tell
from engine.fairness.deal import FIRST_LINK, PROTOCOLS

End = tuple[int, bytes]
"""The last number of the register, and its link."""
EMPTY: End = (0, FIRST_LINK)
"""The end of a register without an entry."""


_REGISTER_END: Final = Statement(  # SQLite needs no lock: it has one writer
    select(tables.register_end.c.number, tables.register_end.c.link)
    .where(tables.register_end.c.id == 1)
    .with_for_update()
)


def lock_register(changes: Sequence[Changes]) -> Work[End]:
    """Locks the register's end if a batch adds to it, before anything else is locked, so that two
    processes never wait for each other; gives that end."""
    if all(part.secret is None for change in changes for part in change.matches):
        return EMPTY
    ((number, link),) = yield from ask(_REGISTER_END)
    return number, link


def next_entries(parts: Sequence[MatchChange], end: End) -> list[RegisterEntry]:
    """The register's new entries, one for each table that is opened."""
    made: list[RegisterEntry] = []
    number, link = end
    for part in parts:
        if part.secret is not None:
            info = part.row.info
            match, commitment = info.match, part.secret.commitment
            number += 1
            link = PROTOCOLS[info.protocol].link_of(link, number, match, commitment)
            made.append(RegisterEntry(number, match, commitment, link, info.created))
    return made


_MOVE_REGISTER_END: Final = Statement(
    update(tables.register_end)
    .where(tables.register_end.c.id == 1)
    .values(number=bindparam("last", type_=Integer), link=bindparam("its", type_=LargeBinary))
)
_ENTRY: Final = plain_insert(tables.register)
_SECRET: Final = plain_insert(tables.secrets)
NO_SECRET: Final = all_of(tables.secrets)
_FIX_ROUND: Final = Statement(  # once
    update(tables.register)
    .where(is_given(tables.register.c.match), tables.register.c.round.is_(None))
    .values(round=bindparam("fixed", type_=Integer))
)
_DISCLOSE: Final = Statement(  # ``how``: it ended; ``published``: the secret
    update(tables.register)
    .where(is_given(tables.register.c.match))
    .values(ended=bindparam("how", type_=Text), secret=bindparam("published", type_=LargeBinary))
)


def write_register(parts: Sequence[MatchChange], end: End) -> Work[End]:
    """Adds an entry for each table that is opened, and notes for each match the round of the beacon
    when it is fixed, and how it ended. Returns the register's new end."""
    if entries := next_entries(parts, end):
        end = entries[-1].number, entries[-1].link
        yield from tell(_ENTRY, [asdict(entry) for entry in entries])
        yield from tell(_MOVE_REGISTER_END, [{"last": end[0], "its": end[1]}])
    yield from tell(
        _SECRET,
        [
            {"match": part.row.info.match, "sealed": part.secret.sealed}
            for part in parts
            if part.secret is not None
        ],
    )
    fixed = [part for part in parts if part.round is not None]
    yield from tell(
        _FIX_ROUND, [{"match": part.row.info.match, "fixed": part.round} for part in fixed]
    )
    over = [part for part in parts if part.disclosed is not None]
    yield from tell(
        _DISCLOSE,
        [
            {"match": part.row.info.match, "how": one.ended, "published": one.secret}
            for part in over
            if (one := part.disclosed) is not None
        ],
    )
    yield from tell(NO_SECRET, [{"match": part.row.info.match} for part in over])
    return end


_ENTRY_OF: Final = Statement(
    select(tables.register, tables.secrets.c.sealed)
    .outerjoin(tables.secrets, tables.secrets.c.match == tables.register.c.match)
    .where(is_given(tables.register.c.match))
)


@of_one_moment
def secret_of(match: MatchId) -> Work[KeptSecret | None]:
    """The secret from which the deals of a match follow; ``None``: the match has no commitment."""
    found = yield from ask(_ENTRY_OF, {"match": match})
    if not found:
        return None
    *values, sealed = found[0]
    entry = RegisterEntry(*values)
    before = FIRST_LINK
    if entry.number > 1:
        (former,) = yield from entries(entry.number - 1, 1)
        before = former.link
    return KeptSecret(entry, before, sealed)


def _entry(row: tuple[Any, ...]) -> tuple[RegisterEntry, tuple[Any, ...]]:
    """A row of the register: the entry, and the columns that are not part of it."""
    width = len(RegisterEntry.__struct_fields__)
    return RegisterEntry(*row[:width]), row[width:]


_ENTRIES: Final = Statement(  # ``first``: a number; ``most``: how many
    select(tables.register)
    .where(tables.register.c.number >= bindparam("first", type_=Integer))
    .order_by(tables.register.c.number)
    .limit(bindparam("most", type_=Integer))
)


def entries(first: int, most: int) -> Work[tuple[RegisterEntry, ...]]:
    """At most ``most`` entries of the register, from the number ``first`` on, in their order."""
    found = yield from ask(_ENTRIES, {"first": first, "most": most})
    return tuple(RegisterEntry(*row) for row in found)


class EntryCounts(Struct, frozen=True, gc=False):
    """Numbers of entries in the register."""

    entries: int
    void: int
    """The entries whose match was declared void."""
    lost: int
    """The entries whose secret no key could open when the match ended."""


_REGISTER_COUNTS: Final = Statement(
    select(
        tables.register_end.c.number,
        *(
            select(func.count())
            .select_from(tables.register)
            .where(literal_column(which))  # written as in their index
            .scalar_subquery()
            for which in (tables.IS_VOID, tables.IS_LOST)
        ),
    )
)


def counts() -> Work[EntryCounts]:
    """The number of entries of the register, and of the void and the lost ones among them. Reads
    only the void and the lost ones."""
    ((entries, void, lost),) = yield from ask(_REGISTER_COUNTS)
    return EntryCounts(entries, void, lost)


_LAST_TABLES: Final = (Status.CLOSED, Status.CONCLUDED)
"""The states of a tournament that is over, its entry not opened while last tables go on."""
_UNOPENED: Final = Statement(
    select(tables.register, tables.matches.c.status, tables.log.c.at)
    .outerjoin(tables.matches, tables.matches.c.match == tables.register.c.match)
    .outerjoin(
        tables.log,
        and_(
            tables.log.c.match == tables.matches.c.match,
            tables.log.c.number == tables.matches.c.version,
        ),
    )
    .where(tables.register.c.ended == literal_column("''"))  # written as in its index
    .order_by(tables.register.c.number)
)


def unopened() -> Work[tuple[Unopened, ...]]:
    """The register's entries whose match is not over, or was deleted, in their order."""
    made = []
    for row in (yield from ask(_UNOPENED)):
        entry, (status, at) = _entry(row)
        slow = status in LIVE_TOURNAMENT
        live = slow or status in LIVE or status in _LAST_TABLES
        made.append(Unopened(entry, live, slow, entry.at if at is None else at))
    return tuple(made)

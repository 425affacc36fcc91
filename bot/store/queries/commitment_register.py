"""The register of commitments: every table that is opened takes the next number, without a gap."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import asdict

from bot.messages import MatchId
from bot.model import LIVE
from bot.store.changes import Changes, MatchChange
from bot.store.model import KeptSecret, RegisterEntry, Unopened
from bot.store.statements import Statements
from bot.store.transaction import Work, ask, of_one_moment, tell
from engine.fairness.deal import FIRST_LINK, PROTOCOLS

End = tuple[int, bytes]
"""The last number of the register, and its link."""
EMPTY: End = (0, FIRST_LINK)
"""The end of a register without an entry."""


def lock_register(use: Statements, changes: Sequence[Changes]) -> Work[End]:
    """Locks the register's end if a batch adds to it, before anything else is locked, so that two
    processes never wait for each other; gives that end."""
    if all(part.secret is None for change in changes for part in change.matches):
        return EMPTY
    ((number, link),) = yield from ask(use.register_end)
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


def write_register(use: Statements, parts: Sequence[MatchChange], end: End) -> Work[End]:
    """Adds an entry for each table that is opened, and notes for each match that has ended how it
    ended. Returns the register's new end."""
    entries = next_entries(parts, end)
    if entries:
        end = entries[-1].number, entries[-1].link
        yield from tell(use.entry, [asdict(entry) for entry in entries])
        yield from tell(use.move_register_end, [{"last": end[0], "its": end[1]}])
    yield from tell(
        use.secret,
        [
            {"match": part.row.info.match, "sealed": part.secret.sealed}
            for part in parts
            if part.secret is not None
        ],
    )
    over = [part for part in parts if part.disclosed is not None]
    yield from tell(
        use.disclose,
        [
            {"match": part.row.info.match, "how": one.ended, "published": one.secret}
            for part in over
            if (one := part.disclosed) is not None
        ],
    )
    yield from tell(use.no_secret, [{"match": part.row.info.match} for part in over])
    return end


@of_one_moment
def secret_of(use: Statements, match: MatchId) -> Work[KeptSecret | None]:
    """The secret from which the deals of a match follow; ``None``: the match has no
    commitment."""
    found = yield from ask(use.entry_of, {"match": match})
    if not found:
        return None
    *values, sealed = found[0]
    entry = RegisterEntry(*values)
    before = FIRST_LINK
    if entry.number > 1:
        (former,) = yield from entries(use, entry.number - 1, 1)
        before = former.link
    return KeptSecret(entry, before, sealed)


def _entry(row: tuple[Any, ...]) -> tuple[RegisterEntry, tuple[Any, ...]]:
    """A row of the register: the entry, and the columns that are not part of it."""
    width = len(RegisterEntry.__struct_fields__)
    return RegisterEntry(*row[:width]), row[width:]


def entries(use: Statements, first: int, most: int) -> Work[tuple[RegisterEntry, ...]]:
    """At most ``most`` entries of the register, from the number ``first`` on, in their
    order."""
    found = yield from ask(use.entries, {"first": first, "most": most})
    return tuple(RegisterEntry(*row) for row in found)


def counts(use: Statements) -> Work[dict[tuple[str, bool], int]]:
    """The number of entries in the register, by the way their match ended and by whether the
    register holds their secret."""
    found = yield from ask(use.register_counts)
    return {(ended, bool(is_open)): number for ended, is_open, number in found}


def unopened(use: Statements) -> Work[tuple[Unopened, ...]]:
    """The register's entries whose match is not over, or was deleted, in their order."""
    made = []
    for row in (yield from ask(use.unopened)):
        entry, (status, at) = _entry(row)
        live = status in LIVE
        made.append(Unopened(entry, live, entry.at if at is None else at))
    return tuple(made)

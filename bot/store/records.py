"""A finished match, packed: its record without the names, compressed, and the names beside it.

A person's name can be removed without touching the moves, whose digest stays the same."""

import zlib
from collections.abc import Callable, Iterable, Sequence
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.messages import MatchId, PersonId
from bot.store.errors import DamagedMatch
from bot.store.model import LogRow, MatchRow
from bot.store.seals import is_whole, seal_of_row
from bot.store.short_text import shortened, whole_text

_SEAT: Final = "seat "
"""The beginning of a line with the name of a seat: ``seat 0 Ana``."""
_NUMBER: Final = "#"
"""The sign before the number of a name; no name holds this sign."""


class Name(Struct, frozen=True, gc=False, array_like=True):
    """A name in a record, and the person whose name it is (empty: a robot's name)."""

    person: PersonId
    name: str


class PackedRecord(Struct, frozen=True, gc=False):
    """The log of one match up to a row, as it is stored when the match is over."""

    match: MatchId
    number: int
    """The last log row it contains."""
    at: float
    """The moment at which that row was written, in UTC seconds since the epoch."""
    seal: bytes
    """The seal of that row, which goes into the seal of the next row of the log."""
    moves: bytes
    """The record, compressed, with the numbers of the names in place of the names."""
    names: str
    """The names in order, as JSON."""
    digest: bytes
    """The digest of the record before compression, with the numbers, and of the values above."""


_names_decoder: Final = msgspec.json.Decoder(tuple[Name, ...])


def text_of(row: MatchRow) -> str:
    """The row of a match as it is stored, without the snapshot, which has columns of its own."""
    return msgspec.json.encode(replace(row, snapshot=None)).decode()


def record_text(log: Iterable[LogRow]) -> str:
    """The record: the log's own lines, with a blank one before each hand."""
    texts = [row.text for row in log if row.text]
    return "".join(_blank(text) + text + "\n" for text in texts)


def _blank(text: str) -> str:
    # A packed record is one text, which has its blank lines already.
    return "\n" if "hand dealer" in text and not text.startswith("record ") else ""


def is_log_whole(row: MatchRow, log: Sequence[LogRow], until: int) -> bool:
    """Whether this is the whole log of a match, as it was written. ``until``: the number of the
    last packed row; the first of these rows stands for them. 0: nothing is packed."""
    former, rest = (log[0].seal, log[1:]) if until else (b"", log)
    return is_whole(rest, former, range(until + 1, row.info.version + 1), row.sealed)


def renamed(text: str, rename: Callable[[int, str], str]) -> str:
    """A record, or a row of a log, with each seat's name replaced by ``rename`` (seat, name)."""
    lines = text.split("\n")
    for index, line in enumerate(lines):
        if line.startswith(_SEAT):
            seat, _, name = line.removeprefix(_SEAT).partition(" ")
            if (other := rename(int(seat), name)) != name:
                lines[index] = f"{_SEAT}{seat} {other}".rstrip()
    return "\n".join(lines)


def packed(row: MatchRow, log: Sequence[LogRow], until: int = 0) -> PackedRecord | None:
    """The record of a match that is over, from its whole log; ``until`` as above. ``None``: the
    log is damaged, and must not be made to look sound."""
    if not is_log_whole(row, log, until):
        return None
    names: dict[Name, int] = {}

    def numbered(seat: int, name: str) -> str:
        owner = Name(row.info.seats[seat].person, name)
        return f"{_NUMBER}{names.setdefault(owner, len(names))}"

    text = renamed("\n".join(record_text(log).splitlines()), numbered)
    last = log[-1]
    return PackedRecord(
        match=last.match,
        number=last.number,
        at=last.at,
        seal=last.seal,
        moves=shortened(text),
        names=msgspec.json.encode(tuple(names)).decode(),
        digest=seal_of_row(last.seal, last.match, last.number, last.at, text),
    )


def unpacked(record: PackedRecord) -> LogRow:
    """One log row with the whole text of the record. Raises :class:`DamagedMatch`."""
    match, number, at = record.match, record.number, record.at
    try:
        text = whole_text(record.moves)
        names = _names_decoder.decode(record.names)
        told = renamed(text, lambda _, mark: names[int(mark.removeprefix(_NUMBER))].name)
    except (zlib.error, ValueError, LookupError, msgspec.MsgspecError):
        raise DamagedMatch(match) from None
    if seal_of_row(record.seal, match, number, at, text) != record.digest:
        raise DamagedMatch(match)
    return LogRow(match, number, at, told, record.seal)

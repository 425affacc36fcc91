"""Seals: hashes that show whether rows are unchanged since they were written.

Each log row is sealed together with the seal of the row before it, so a row that was changed,
deleted or put elsewhere breaks the chain. The row of a match is sealed with everything that is
stored beside it, and holds the seal of its last log row. Seals do not stop forgers, because they
can make new seals. They show faults of disks, edits and mistakes."""

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from itertools import chain
from operator import attrgetter, methodcaller
from typing import Any, Final

from msgspec.structs import astuple

from bot.store.model import Deadline, LogRow

_SIZE: Final = 16
"""Bytes of a seal."""
_ERRORS: Final = "surrogateescape"
"""A text that is damaged is no UTF-8."""
_ENCODED: Final = methodcaller("encode", errors=_ERRORS)


def seal_of_row(former: bytes, match: str, number: int, at: float, text: str) -> bytes:
    """The seal of a log row; ``former``: the seal of the row before it, empty for the first row."""
    said = f"{match}\n{number}\n{float(at)!r}\n{text}".encode(errors=_ERRORS)
    return blake2b(former + said, digest_size=_SIZE).digest()


def sealed(
    former: bytes, match: str, number: int, at: float, texts: Iterable[str]
) -> tuple[LogRow, ...]:
    """New log rows of these texts, from ``number`` on. ``former``: the seal of the row before."""
    rows: list[LogRow] = []
    for index, text in enumerate(texts):
        former = seal_of_row(former, match, number + index, at, text)
        rows.append(LogRow(match, number + index, at, text, former))
    return tuple(rows)


def is_whole(rows: Sequence[LogRow], former: bytes, numbers: range, last: bytes) -> bool:
    """Whether these are the log rows with those numbers, as they were written. ``former``: the seal
    of the row before these rows; ``last``: the seal of the last of these rows."""
    if [row.number for row in rows] != list(numbers):
        return False
    for row in rows:
        former = seal_of_row(former, row.match, row.number, row.at, row.text)
        if former != row.seal:
            return False
    return former == last


def seal_of_match(values: Sequence[Any], deadlines: Iterable[Deadline]) -> bytes:
    """The seal of a match's row and of its deadlines, all as they are stored."""
    rows = map(astuple, sorted(deadlines, key=attrgetter("id")))
    said = [
        value if isinstance(value, bytes) else str(value).encode(errors=_ERRORS) for value in values
    ]
    said += map(_ENCODED, map(str, chain.from_iterable(rows)))
    sizes = ",".join(map(str, map(len, said))).encode()
    return blake2b(b"".join([sizes, *said]), digest_size=_SIZE).digest()

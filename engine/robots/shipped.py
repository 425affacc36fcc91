"""The form of the files that come with the robots: what was worked out ahead, and for which rules.

The first line says what the file is; the rest is its body. A file of another version, of other
rules, or with a damaged body is not believed: whoever asks gets the reason instead.
"""

import lzma
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

PACKED: Final[list[dict[str, int]]] = [
    {"id": lzma.FILTER_LZMA2, "preset": 9, "lc": 3, "lp": 0, "pb": 0}
]


class ShippedHead(Struct, frozen=True, array_like=True):
    """What a file is."""

    version: int
    rules: str
    digest: str


def body_of(file: Path, version: int, rules: str) -> bytes | str:
    """The body of a file, or why it cannot be used. ``rules``: the mark of today's rules."""
    try:
        head, _, body = file.read_bytes().partition(b"\n")
        said = msgspec.json.decode(head, type=ShippedHead)
    except OSError:
        return "no file"
    except msgspec.MsgspecError:
        return "damaged"
    if said.version != version:
        return "another version"
    if said.rules != rules:
        return "made for other rules"
    return body if said.digest == sha256(body).hexdigest() else "damaged"


def file_of(body: bytes, version: int, rules: str) -> bytes:
    """The whole file with this body."""
    head = ShippedHead(version, rules, sha256(body).hexdigest())
    return msgspec.json.encode(head) + b"\n" + body


def packed(plain: bytes) -> bytes:
    """These bytes, made short."""
    return lzma.compress(plain, lzma.FORMAT_RAW, filters=PACKED)


def unpacked(short: bytes) -> bytes:
    """What was packed. Raises ``lzma.LZMAError``."""
    return lzma.decompress(short, lzma.FORMAT_RAW, filters=PACKED)

"""The form of the files that come with the robots: one section of learnt data for each game.

The first line has for each game the mark of the rules from which its section was learnt
(:mod:`engine.rules.marks`), the length of the section, and its digest. The sections follow in the
same order. A section that is damaged, or that was learnt from other rules, is not used; the
sections of the other games stay in use.
"""

import lzma
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

PACKED: Final[list[dict[str, int]]] = [
    {"id": lzma.FILTER_LZMA2, "preset": 9, "lc": 3, "lp": 0, "pb": 0}
]

NO_FILE: Final = "no file"
DAMAGED: Final = "damaged"
OTHER_VERSION: Final = "another version"
OTHER_RULES: Final = "made for other rules"
NOT_LEARNT: Final = "not learnt yet"
"""The file has no section for the game."""


class SectionHead(Struct, frozen=True):
    """The entry of one section in the first line of a file."""

    rules: str
    """The mark of the rules from which the section was learnt."""
    size: int
    """Bytes."""
    digest: str


class ShippedHead(Struct, frozen=True):
    """The first line of a file."""

    version: int
    games: dict[str, SectionHead]
    """For each game its entry, in the order of the sections."""


_head_decoder: Final = msgspec.json.Decoder(ShippedHead)


def body_of(file: Path, version: int, game: str, rules: str) -> bytes | str:
    """The body of a game's section, or the reason why it cannot be used. ``rules``: the game's mark
    today. A file has up to ten megabytes, so only this section is read."""
    found = head_of(file, version)
    if isinstance(found, str):
        return found
    head, at = found
    for name, said in head.games.items():
        if name == game:
            if said.rules != rules:
                return OTHER_RULES
            with file.open("rb") as opened:
                opened.seek(at)
                body = opened.read(said.size)
            return body if said.digest == sha256(body).hexdigest() else DAMAGED
        at += said.size
    return NOT_LEARNT


def refused(file: Path, version: int, marks: Mapping[str, str]) -> dict[str, str]:
    """For each game, the reason why its section cannot be used. Games whose sections can be used
    are left out. The function unpacks nothing and keeps nothing: a section is good if its digest is
    right. ``marks``: for each game its mark today."""
    return {
        game: reason
        for game, rules in marks.items()
        if isinstance(reason := body_of(file, version, game, rules), str)
    }


def head_of(file: Path, version: int) -> tuple[ShippedHead, int] | str:
    """The first line of a file, and its length in bytes; or the reason why the file cannot be
    used."""
    try:
        with file.open("rb") as opened:
            line = opened.readline()
        head = _head_decoder.decode(line)
    except OSError:
        return NO_FILE
    except msgspec.MsgspecError:
        return DAMAGED
    return (head, len(line)) if head.version == version else OTHER_VERSION


def unpacked(short: bytes, filters: list[dict[str, int]] = PACKED) -> bytes:
    """The bytes that were compressed. Raises ``lzma.LZMAError`` if the data are damaged."""
    return lzma.decompress(short, lzma.FORMAT_RAW, filters=filters)

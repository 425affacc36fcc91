"""Writes the files that come with the robots; :mod:`engine.robots.learnt.shipped` reads them."""

import lzma
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec import Struct

from engine.robots.learnt.shipped import PACKED, SectionHead, ShippedHead, body_of, head_of


class Section(Struct, frozen=True):
    """The learnt data of one game in a file."""

    rules: str
    """The mark of the rules from which the section was learnt."""
    body: bytes


def file_of(sections: Mapping[str, Section], version: int) -> bytes:
    """The whole file with these sections, by game."""
    heads = {
        game: SectionHead(section.rules, len(section.body), sha256(section.body).hexdigest())
        for game, section in sections.items()
    }
    line = msgspec.json.encode(ShippedHead(version, heads))
    return b"\n".join((line, b"".join(section.body for section in sections.values())))


def with_sections(file: Path, version: int, sections: Mapping[str, Section]) -> bytes:
    """The whole file after these sections were put into it. The sections of other games stay
    unchanged, without those that are damaged."""
    found = head_of(file, version)
    kept = {
        game: Section(said.rules, body)
        for game, said in ({} if isinstance(found, str) else found[0].games).items()
        if isinstance(body := body_of(file, version, game, said.rules), bytes)
    }
    return file_of({**kept, **sections}, version)


def packed(plain: bytes, filters: list[dict[str, int]] = PACKED) -> bytes:
    return lzma.compress(plain, lzma.FORMAT_RAW, filters=filters)

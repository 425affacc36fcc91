"""Cards side by side in one PNG: somebody's hand.

Drawing a whole hand anew takes 20 ms during which nothing else of the process runs, and hands
hardly ever repeat. So each card is drawn once and kept as the bytes that a PNG holds before it is
compressed; a hand is those side by side, and costs about 3 ms.
"""

import struct
import zlib
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from msgspec import Struct

from bot.pictures import french, spanish
from bot.pictures.raster import png

CARD: Final = 150
"""Pixels of a card's width."""
GAP: Final = 10
PLACES: Final = 3
"""Cards for which there is always room, so that a hand does not grow larger as it gets smaller."""
BACK: Final = "back"

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_PIXEL: Final = 4
_UP: Final = b"\x02"
_EMPTY: Final = bytes((CARD + GAP) * _PIXEL)
_DECKS: Final = {"spanish": spanish.DECK, "french": french.DECK}
_tiles: dict[tuple[str, str], tuple[bytes, ...]] = {}


class Row(Struct, frozen=True):
    """Cards from left to right."""

    deck: str
    """``spanish`` or ``french``."""
    codes: tuple[str, ...]
    """At least one; ``back`` is a back."""


def is_ready(row: Row) -> bool:
    """Every card of it has been drawn before: the picture takes no more than putting together."""
    return all((row.deck, code) in _tiles for code in row.codes)


def prepare(row: Row) -> None:
    """Draws those of its cards that have not been drawn before, 40 ms each; from any thread."""
    for code in row.codes:
        _tile(row.deck, code)


@lru_cache(256)
def row_png(row: Row) -> bytes:
    """The cards, on nothing; ``KeyError`` where the deck has no such card."""
    tiles = [_tile(row.deck, code) for code in row.codes]
    high = len(tiles[0])
    places = max(PLACES, len(tiles))
    rest = _EMPTY * (places - len(tiles))
    # The gap behind the last place is left away: it is the same in every row.
    lines = (b"".join(tile[line] for tile in tiles) + rest for line in range(high))
    data = b"".join(_UP + line[: -GAP * _PIXEL] for line in lines)
    header = struct.pack(">IIBBBBB", places * (CARD + GAP) - GAP, high, 8, 6, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(data)), (b"IEND", b""))
    return _SIGNATURE + b"".join(_chunk(*part) for part in parts)


def _tile(deck: str, code: str) -> tuple[bytes, ...]:
    """A card and the gap on its right, line by line, each less the line above (the filter "up",
    which asks nothing of the neighbours at the sides)."""
    known = _tiles.get((deck, code))
    if known is not None:
        return known
    svg = _DECKS[deck].back_svg() if code == BACK else _DECKS[deck].card_svg(code)
    above = bytes(CARD * _PIXEL)
    made = []
    for line in pixels(png(svg, CARD)):
        made.append(bytes((a - b) & 255 for a, b in zip(line, above, strict=True)))
        above = line
    return _tiles.setdefault((deck, code), tuple(line + bytes(GAP * _PIXEL) for line in made))


def pixels(image: bytes) -> Iterator[bytes]:
    """The lines of such a PNG as it is made here: eight bits each of red, green, blue, opacity."""
    data, place = b"", len(_SIGNATURE)
    wide = 0
    while place < len(image):
        (length,) = struct.unpack_from(">I", image, place)
        kind = image[place + 4 : place + 8]
        inside = image[place + 8 : place + 8 + length]
        if kind == b"IHDR":
            wide, _, *form = struct.unpack(">IIBBBBB", inside)
            if form != [8, 6, 0, 0, 0]:
                raise ValueError("not such a PNG")
        elif kind == b"IDAT":
            data += inside
        place += length + 12
    lines = zlib.decompress(data)
    long = wide * _PIXEL
    above = bytearray(_PIXEL + long)
    for start in range(0, len(lines), long + 1):
        line = bytearray(_PIXEL) + lines[start + 1 : start + 1 + long]
        _unfilter(lines[start], line, above)
        yield bytes(line[_PIXEL:])
        above = line


def _unfilter(kind: int, line: bytearray, above: bytearray) -> None:
    """The values of a line, from their differences to what stands around them.

    Both begin with a pixel of nothing, so that the first one has a neighbour too."""
    if kind == 1:
        for place in range(_PIXEL, len(line)):
            line[place] = (line[place] + line[place - _PIXEL]) & 255
    elif kind == 2:
        line[:] = bytes((value + up) & 255 for value, up in zip(line, above, strict=True))
    elif kind == 3:
        for place in range(_PIXEL, len(line)):
            line[place] = (line[place] + (line[place - _PIXEL] + above[place]) // 2) & 255
    elif kind == 4:
        for place in range(_PIXEL, len(line)):
            left, up, corner = line[place - _PIXEL], above[place], above[place - _PIXEL]
            # Paeth: whichever lies nearest to where the three point.
            off, off_up = abs(up - corner), abs(left - corner)
            off_corner = abs(left + up - corner - corner)
            guess = up if off_up <= off_corner else corner
            if off <= off_up and off <= off_corner:
                guess = left
            line[place] = (line[place] + guess) & 255


def _chunk(kind: bytes, inside: bytes) -> bytes:
    return (
        struct.pack(">I", len(inside))
        + kind
        + inside
        + struct.pack(">I", zlib.crc32(kind + inside))
    )

"""Cards side by side in one PNG: somebody's hand.

Drawing a whole hand anew takes 30 ms, and nothing else of the process runs meanwhile; the same hand
hardly ever comes twice. So each card is drawn once and kept. Putting the cards of a hand together
costs about 4 ms.
"""

import io
from functools import lru_cache
from typing import Final

from msgspec import Struct
from PIL import Image

from bot.pictures import french, spanish
from bot.pictures.raster import png
from bot.pictures.small import BACK

CARD: Final = 150
"""Pixels of a card's width."""
GAP: Final = 10
PLACES: Final = 3
"""The picture has room for at least so many cards, so that a hand with fewer cards is not drawn
larger."""

_DECKS: Final = {"spanish": spanish.DECK, "french": french.DECK}
_tiles: dict[tuple[str, str], Image.Image] = {}


class Row(Struct, frozen=True):
    """Cards from left to right."""

    deck: str
    """``spanish`` or ``french``."""
    codes: tuple[str, ...]
    """At least one; ``back`` is a back."""


def is_ready(row: Row) -> bool:
    """Whether all its cards have been drawn before: the picture is then only put together."""
    return all((row.deck, code) in _tiles for code in row.codes)


def prepare(row: Row) -> None:
    """Draws those of its cards that have not been drawn before, 10 ms each; may run in any
    thread."""
    for code in row.codes:
        card_tile(row.deck, code)


@lru_cache(256)
def row_png(row: Row) -> bytes:
    """The cards on a transparent ground; ``KeyError`` where the deck has no such card."""
    tiles = [card_tile(row.deck, code) for code in row.codes]
    places = max(PLACES, len(tiles))
    whole = Image.new("RGBA", (places * (CARD + GAP) - GAP, tiles[0].height))
    for place, tile in enumerate(tiles):
        whole.paste(tile, (place * (CARD + GAP), 0))
    made = io.BytesIO()
    # What Pillow would do of itself for colours makes drawings a tenth larger, and takes longer.
    whole.save(made, "png", compress_level=4, compress_type=Image.DEFAULT_STRATEGY)
    return made.getvalue()


def card_tile(deck: str, code: str) -> Image.Image:
    """One card; nobody changes it."""
    known = _tiles.get((deck, code))
    if known is not None:
        return known
    svg = _DECKS[deck].back_svg() if code == BACK else _DECKS[deck].card_svg(code)
    with Image.open(io.BytesIO(png(svg, CARD))) as image:
        return _tiles.setdefault((deck, code), image.copy())

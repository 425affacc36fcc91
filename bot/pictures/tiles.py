"""Each card drawn once and kept: drawing one takes 10 ms, and nothing else of the process runs
meanwhile."""

import io
from typing import Final

from PIL import Image

from bot.pictures.deck import BACK, DECKS
from bot.pictures.raster import png

CARD: Final = 150
"""Pixels of a card's width."""

_tiles: dict[tuple[str, str], Image.Image] = {}


def card_tile(deck: str, code: str) -> Image.Image:
    """One card; nobody changes it. ``KeyError`` where the deck has no such card."""
    known = _tiles.get((deck, code))
    if known is not None:
        return known
    svg = DECKS[deck].back_svg() if code == BACK else DECKS[deck].card_svg(code)
    with Image.open(io.BytesIO(png(svg, CARD))) as image:
        return _tiles.setdefault((deck, code), image.copy())

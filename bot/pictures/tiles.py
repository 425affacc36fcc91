"""Each card drawn once and kept: drawing one takes 10 ms, and nothing else of the process runs
meanwhile."""

import io
from typing import Final

from PIL import Image

from bot.pictures import french, spanish
from bot.pictures.raster import png
from bot.pictures.small import BACK

CARD: Final = 150
"""Pixels of a card's width."""

_DECKS: Final = {"spanish": spanish.DECK, "french": french.DECK}
_tiles: dict[tuple[str, str], Image.Image] = {}


def card_tile(deck: str, code: str) -> Image.Image:
    """One card; nobody changes it. ``KeyError`` where the deck has no such card."""
    known = _tiles.get((deck, code))
    if known is not None:
        return known
    svg = _DECKS[deck].back_svg() if code == BACK else _DECKS[deck].card_svg(code)
    with Image.open(io.BytesIO(png(svg, CARD))) as image:
        return _tiles.setdefault((deck, code), image.copy())

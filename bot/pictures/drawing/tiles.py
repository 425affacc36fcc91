"""Cards as pixels. To draw one takes 5 to 10 ms, in which the process does nothing else."""

import io
from typing import Final

from PIL import Image

from bot.pictures.deck import BACK, DECKS
from bot.pictures.raster import png

CARD: Final = 150
"""Pixels of a kept card's width."""
_SMOOTH: Final = "<svg "
_CRISP: Final = '<svg shape-rendering="crispEdges" '

_tiles: dict[tuple[str, str], Image.Image] = {}


def card_tile(deck: str, code: str) -> Image.Image:
    """One card with smooth edges, drawn once and kept. Callers must not change the image. Raises
    ``KeyError`` if the deck has no such card."""
    if (known := _tiles.get((deck, code))) is not None:
        return known
    return _tiles.setdefault((deck, code), _drawn(_svg(deck, code), CARD))


def crisp_card(deck: str, code: str, wide: int) -> Image.Image:
    """One card, ``wide`` pixels wide, in few colours, without steps between them. Its file is half
    as large. Nothing is kept. Raises ``KeyError`` as :func:`card_tile` does."""
    return _drawn(_svg(deck, code).replace(_SMOOTH, _CRISP, 1), wide)


def _svg(deck: str, code: str) -> str:
    return DECKS[deck].back_svg() if code == BACK else DECKS[deck].card_svg(code)


def _drawn(svg: str, wide: int) -> Image.Image:
    with Image.open(io.BytesIO(png(svg, wide))) as image:
        return image.convert("RGBA")

"""Cards side by side in one PNG: somebody's hand.

The same hand hardly ever comes twice, so it is put together from cards that are kept: 3 ms.
"""

from functools import lru_cache
from typing import Final

from msgspec import Struct

from bot.pictures.sprites import is_drawn, packed, sprites

CARD: Final = 288
"""Pixels of a card's width: three of them fill a telephone's screen."""
GAP: Final = 34
"""Between cards, and around them."""
PLACES: Final = 3
"""The picture has room for at least so many cards, so that a hand with fewer cards is not drawn
larger."""


class CardRow(Struct, frozen=True):
    """Cards from left to right."""

    deck: str
    """``spanish`` or ``french``."""
    codes: tuple[str, ...]
    """At least one; ``back`` is a back."""


def is_ready(row: CardRow) -> bool:
    """Whether all its cards have been drawn before: the picture is then only put together."""
    return all(is_drawn(row.deck, code, CARD) for code in row.codes)


def prepare(row: CardRow) -> None:
    """Draws those of its cards that have not been drawn before, 10 ms each; may run in any
    thread."""
    pieces = sprites(row.deck)
    for code in row.codes:
        pieces.card(code, CARD)


@lru_cache(256)
def row_png(row: CardRow) -> bytes:
    """The cards on felt; ``KeyError`` where the deck has no such card."""
    pieces = sprites(row.deck)
    tiles = [pieces.card(code, CARD)[0] for code in row.codes]
    places = max(PLACES, len(tiles))
    whole = pieces.canvas(places * (CARD + GAP) + GAP, tiles[0].height + 2 * GAP)
    for place, tile in enumerate(tiles):
        whole.paste(tile, (GAP + place * (CARD + GAP), GAP))
    return packed(whole)

"""Cards side by side in one PNG: the hand of a player.

The same hand hardly ever comes twice, so the picture is put together from kept cards, in 3 ms."""

from functools import lru_cache
from typing import Final

from bot.pictures.drawing.sprites import is_drawn, packed, sprites
from bot.pictures.row import CardRow

CARD: Final = 288
"""The width of a card in pixels. Three cards fill the screen of a telephone."""
GAP: Final = 34
"""The distance between cards, and around them, in pixels."""
PLACES: Final = 3
"""Room for at least so many cards, so that a smaller hand is not drawn larger."""


def is_ready(row: CardRow) -> bool:
    """Whether all cards of the row have been drawn before. Then it is only put together."""
    return all(is_drawn(row.deck, code, CARD) for code in row.codes)


def prepare(row: CardRow) -> None:
    """Draws the row's cards that were not drawn before, 10 ms each, in any thread."""
    pieces = sprites(row.deck)
    for code in row.codes:
        pieces.card(code, CARD)


@lru_cache(256)
def row_png(row: CardRow) -> bytes:
    """The cards on felt. Raises ``KeyError`` if the deck has no such card."""
    pieces = sprites(row.deck)
    tiles = [pieces.card(code, CARD)[0] for code in row.codes]
    places = max(PLACES, len(tiles))
    whole = pieces.canvas(places * (CARD + GAP) + GAP, tiles[0].height + 2 * GAP)
    for place, tile in enumerate(tiles):
        whole.paste(tile, (GAP + place * (CARD + GAP), GAP))
    return packed(whole)

"""The end of a match as a card to be shown around: who has won, by how much, at what game, and the
cards of the last hand."""

from typing import Final

from msgspec import Struct
from PIL import Image

from bot.pictures.lettering import cut, width, write
from bot.pictures.look import (
    CREAM,
    DIM,
    FELT,
    GOLD,
    RATIO,
    SHADE,
    SIDES,
    WOOD,
    as_png,
    box,
    centred,
    fitting,
    ground,
    round_a_table,
    sized_card,
)
from bot.pictures.table import TableCard, Tally

WIDE: Final = 1000
_BAR: Final = 76
_MARGIN: Final = 28
_HAND: Final = 356
"""Where the last hand begins."""
_MOST: Final = 104
"""The width of a card where few people sit."""


class EndingSeat(Struct, frozen=True):
    """One seat, with what it has laid in the last hand."""

    name: str
    side: str
    laid: tuple[TableCard, ...] = ()


class Ending(Struct, frozen=True):
    """What a picture of a match that is over shows."""

    deck: str
    title: str
    """The game, and how it was played."""
    won: str
    """Who has won."""
    tallies: tuple[Tally, ...]
    seats: tuple[EndingSeat, ...]
    turned: str = ""
    hand: str = ""
    """The heading of the last hand."""


def ending_png(ending: Ending) -> bytes:
    """The picture of the end of a match."""
    return as_png(drawn(ending))


def drawn(ending: Ending) -> Image.Image:
    """The card."""
    laid = any(seat.laid for seat in ending.seats)
    rows, wide, _cells = _grid(ending)
    high = rows * (round(_across(wide) * RATIO) + 52) + 46 if laid else 0
    image = ground(WIDE, _HAND + high, _BAR)
    write(image, _MARGIN, 20, cut(ending.title, 30, WIDE - 2 * _MARGIN), 30, CREAM)
    size = fitting(ending.won, WIDE - 80, 52, 40, 32)
    centred(image, WIDE / 2, _BAR + 26 + (52 - size) / 2, ending.won, size, GOLD, WIDE - 80)
    _score(image, ending)
    if laid:
        _hand(image, ending)
    return image


def _score(image: Image.Image, ending: Ending) -> None:
    """The points, large, each over its names."""
    top = _BAR + 108
    wide = (WIDE - 2 * _MARGIN) / max(1, len(ending.tallies))
    for number, tally in enumerate(ending.tallies):
        left = _MARGIN + number * wide
        middle = left + wide / 2
        box(image, (left + 8, top, left + wide - 8, top + 136), SHADE, 16)
        plate = (left + 8, top + 92, left + wide - 8, top + 136)
        box(image, plate, SIDES.get(tally.side, WOOD), 16)
        centred(image, middle, top + 4, str(tally.points), 72, CREAM, wide - 24)
        size = fitting(tally.names, wide - 40, 26, 20)
        centred(image, middle, top + 126 - size, tally.names, size, CREAM, wide - 40)


def _grid(ending: Ending) -> tuple[int, float, tuple[tuple[int, int], ...]]:
    """The rows of seats in the last hand, the width of a seat, and where each one is."""
    rows, columns, cells = round_a_table(len(ending.seats))
    room = WIDE - 2 * _MARGIN - (76 if ending.turned else 0)
    return rows, room / columns, cells


def _across(wide: float) -> int:
    """The width of a card where a seat is so wide."""
    return min(_MOST, round((wide - 48) / 3))


def _hand(image: Image.Image, ending: Ending) -> None:
    """What everybody laid in the last hand, the winner of each trick in gold."""
    write(image, _MARGIN, _HAND, ending.hand, 20, DIM)
    _rows, wide, cells = _grid(ending)
    if ending.turned:
        card = sized_card(ending.deck, ending.turned, 60)
        image.paste(card, (WIDE - _MARGIN - 60, _HAND + 66), card)
    high = round(_across(wide) * RATIO) + 52
    for seat, (row, column) in zip(ending.seats, cells, strict=True):
        _seat(image, ending.deck, seat, (_MARGIN + column * wide, _HAND + 34 + row * high), wide)


def _seat(
    image: Image.Image,
    deck: str,
    seat: EndingSeat,
    corner: tuple[float, float],
    wide: float,
) -> None:
    left, top = corner
    size = fitting(seat.name, wide - 12, 22, 17)
    name = cut(seat.name, size, wide - 12)
    write(image, left + (wide - width(name, size)) / 2, top, name, size, CREAM)
    across = _across(wide)
    step = across + 10
    start = left + (wide - step * (len(seat.laid) - 1) - across) / 2
    for number, one in enumerate(seat.laid):
        card = sized_card(deck, one.code, across)
        x, y = round(start + step * number), round(top + 34)
        if one.winning:
            box(image, (x - 4, y - 4, x + card.width + 4, y + card.height + 4), GOLD, 9)
            box(image, (x, y, x + card.width, y + card.height), FELT, 7)
        image.paste(card, (x, y), card)

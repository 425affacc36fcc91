"""The public table in one picture: the seats, the mano and the dealer, the cards on the table, the
words, the turned card, the score in matchsticks. The question and the points at stake are in the
text beside the picture.

The picture cannot show a card in a player's hand. It knows only the number of such cards."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from PIL import Image

from bot.pictures.deck import BACK
from bot.pictures.drawing.look import (
    CREAM,
    DIM,
    FELT,
    GOLD,
    INK,
    RATIO,
    RIM,
    SHADE,
    SIDES,
    WOOD,
    fitted_lines,
    fitting,
    round_a_table,
)
from bot.pictures.drawing.sprites import PAPER, WHITE, Sprites, is_drawn, packed, sprites
from bot.pictures.table import TableCard, TableSeat, TableShot, Tally

WIDE: Final = 1000
HIGH: Final = 528
_BAR: Final = 60
_PANEL: Final = 256
_GAP: Final = 10
_PLATE: Final = 44
_BUBBLE: Final = 38
_BACK_WIDE: Final = 34
_FACE: Final = 34
_MATCHES: Final = 48
"""The side of the square that five matchsticks make, in pixels."""
GROUP: Final = 5
COUNTED: Final = 40
"""The most points drawn in matchsticks. More are written as a number."""


def is_begun(shot: TableShot) -> bool:
    """Whether every card was drawn before, in any size. Then the rest takes only 5 ms."""
    codes = [card.code for seat in shot.seats for card in seat.laid]
    return all(is_drawn(shot.deck, code) for code in (*codes, shot.turned or BACK, BACK))


@lru_cache(128)
def table_png(shot: TableShot) -> bytes:
    pieces = sprites(shot.deck)
    image = pieces.canvas(WIDE, HIGH)
    _frame(image, pieces, shot)
    _score(image, pieces, shot)
    rows, columns, cells = round_a_table(len(shot.seats))
    room = (WIDE - _PANEL) // columns, (HIGH - _BAR - _GAP) // rows
    for seat, (row, column) in zip(shot.seats, cells, strict=True):
        corner = column * room[0], _BAR + _GAP + row * room[1]
        _seat(image, pieces, seat, corner, room)
    return packed(image)


def _frame(image: Image.Image, pieces: Sprites, shot: TableShot) -> None:
    """The bar with the title."""
    image.paste(pieces.index(WOOD), (0, 0, WIDE, _BAR))
    image.paste(pieces.index(RIM), (0, _BAR - 5, WIDE, _BAR))
    image.paste(pieces.label(shot.title, 28, CREAM, WOOD, WIDE - 44), (22, 11))


def _score(image: Image.Image, pieces: Sprites, shot: TableShot) -> None:
    left, top = WIDE - _PANEL, _BAR
    image.paste(pieces.index(SHADE), (left, top, WIDE, HIGH))
    y = top + 12
    if shot.turned:
        card, outline = pieces.card(shot.turned, 80)
        back, back_outline = pieces.card(BACK, 80)
        image.paste(back, (left + _PANEL // 2 + 4, y), back_outline)
        image.paste(card, (left + _PANEL // 2 - 84, y), outline)
        y += card.height + 12
    wide = _PANEL // max(1, len(shot.tallies))
    in_row = max(1, (wide - 12) // _MATCHES)
    for number, tally in enumerate(shot.tallies):
        _tally(image, pieces, tally, (left + number * wide, y), wide, in_row)


def _tally(
    image: Image.Image,
    pieces: Sprites,
    tally: Tally,
    corner: tuple[int, int],
    wide: int,
    in_row: int,
) -> None:
    x, y = corner
    side = SIDES.get(tally.side, WOOD)
    lines, size = fitted_lines(tally.names, wide - 22, 3, 20, 17)
    names = pieces.labels(lines, size, WHITE, side, wide - 22)
    plate = max(40, names.height + 10)
    image.paste(pieces.plate(wide - 12, plate, side, SHADE, None, 10), (x + 6, y))
    _middle(image, names, x + wide // 2, y + (plate - names.height) // 2 + 2)
    lines, size = fitted_lines(tally.told, wide - 10, 3, 23, 20)
    told = pieces.labels(lines, size, GOLD, SHADE, wide - 10)
    y += plate + 6
    _middle(image, told, x + wide // 2, y)
    if tally.points > COUNTED:
        return
    y += max(40, told.height + 6)
    for group in range(-(-tally.points // GROUP)):
        count = min(GROUP, tally.points - GROUP * group)
        row, column = divmod(group, in_row)
        at = x + (wide - in_row * _MATCHES) // 2 + column * _MATCHES, y + row * _MATCHES
        image.paste(pieces.matches(count, _MATCHES, SHADE), at)


# --- the seats -----------------------------------------------------------------------------------


def _seat(
    image: Image.Image,
    pieces: Sprites,
    seat: TableSeat,
    corner: tuple[int, int],
    room: tuple[int, int],
) -> None:
    """One seat: its plate, its word, the cards it has laid, and backs for those it holds."""
    left, top = corner[0] + _GAP, corner[1]
    wide, high = room[0] - 2 * _GAP, room[1]
    _plate(image, pieces, seat, (left, top), wide)
    top += _PLATE + 6
    backs = _BACK_WIDE * seat.held + 6 if seat.held else 0
    beside = high < 312
    if beside:
        _backs(image, pieces, seat.held, left + wide - backs + 6, top - 3, small=True)
    top += 10 + (_bubble(image, pieces, seat.says, (left, top), wide) if seat.says else _BUBBLE)
    bottom = corner[1] + high
    below = 0 if beside else round(_BACK_WIDE * 1.4 * RATIO) + 6
    _laid(image, pieces, seat.laid, (left, top), (wide, bottom - below - top))
    if not beside and seat.held:
        step = round(_BACK_WIDE * 1.4) + 6
        start = left + (wide - step * seat.held) // 2
        _backs(image, pieces, seat.held, start, bottom - below, small=False)


def _plate(
    image: Image.Image, pieces: Sprites, seat: TableSeat, corner: tuple[int, int], wide: int
) -> None:
    left, top = corner
    colour = SHADE if seat.gone else SIDES.get(seat.side, WOOD)
    edge = GOLD if seat.turn else None
    image.paste(pieces.plate(wide, _PLATE, colour, FELT, edge, 12), corner)
    room = wide - 26
    start, end = left + 12, left + wide - 12
    if seat.face >= 0:
        look = "calling" if seat.says else "thinking" if seat.turn else "calm"
        image.paste(pieces.face(seat.face, look, _FACE, colour), (start - 5, top + 5))
        start, room = start + _FACE, room - _FACE
    if seat.mano:
        image.paste(pieces.plate(32, 32, GOLD, colour, None, 16), (start - 5, top + 6))
        _middle(image, pieces.label("M", 20, INK, GOLD, 32), start + 11, top + 9)
        start, room = start + 34, room - 34
    if seat.dealer:
        card, outline = pieces.card(BACK, 20)
        image.paste(card, (end - 19, top + 8), outline)
        end, room = end - 28, room - 28
    written = WHITE if colour != SHADE else DIM
    size = fitting(seat.name, room, 25, 20)
    label = pieces.label(seat.name, size, written, colour, room)
    image.paste(label, (start + (end - start - label.width) // 2, top + 31 - size))


def _bubble(
    image: Image.Image, pieces: Sprites, said: str, corner: tuple[int, int], room: int
) -> int:
    """The word of a seat in a bubble. Returns the height of the bubble."""
    lines, size = fitted_lines(said, room - 28, 3, 22, 20)
    label = pieces.labels(lines, size, INK, PAPER, room - 28)
    high = max(_BUBBLE, label.height + 8)
    left = corner[0] + (room - label.width - 28) // 2
    image.paste(pieces.plate(label.width + 28, high, PAPER, FELT, None, 18), (left, corner[1]))
    image.paste(label, (left + 14, corner[1] + (high - label.height) // 2 + 2))
    return high


def _backs(
    image: Image.Image, pieces: Sprites, count: int, left: int, top: int, *, small: bool
) -> None:
    wide = _BACK_WIDE - 10 if small else round(_BACK_WIDE * 1.4)
    for number in range(count):
        card, outline = pieces.card(BACK, wide)
        step = _BACK_WIDE if small else wide + 6
        image.paste(card, (left + step * number, top), outline)


def _laid(
    image: Image.Image,
    pieces: Sprites,
    laid: Sequence[TableCard],
    corner: tuple[int, int],
    room: tuple[int, int],
) -> None:
    """Draws cards from the first to the last. They overlap if there is too little room. A card that
    has won its trick has a golden edge."""
    if not laid:
        return
    high = min(room[1] - 10, 234)
    wide = min(round(high / RATIO), room[0] - 12)
    wide = min(wide, round(room[0] * 0.44)) // 4 * 4
    step = min(wide + 12, (room[0] - wide - 10) // max(1, len(laid) - 1))
    left = corner[0] + (room[0] - step * (len(laid) - 1) - wide) // 2
    for number, table_card in enumerate(laid):
        card, outline = pieces.card(table_card.code, wide)
        at = left + step * number, corner[1] + 5
        if table_card.winning:
            size = card.width + 10, card.height + 10
            image.paste(pieces.plate(*size, GOLD, FELT, None, 12), (at[0] - 5, at[1] - 5))
        image.paste(card, at, outline)


def _middle(image: Image.Image, label: Image.Image, x: int, y: int) -> None:
    image.paste(label, (x - label.width // 2, y))

"""The end of a match as a picture to share: the winner, the score in matchsticks, the game, the
hand of the match, and the community where it was played.

It shows cards that were laid on the table, and has no room for any other card."""

from functools import lru_cache
from typing import Final

from PIL import Image

from bot.pictures.deck import BACK
from bot.pictures.drawing.lettering import wrapped
from bot.pictures.drawing.look import (
    CREAM,
    DIM,
    FELT,
    GOLD,
    IN_ROW,
    RATIO,
    RIM,
    SHADE,
    SIDES,
    WOOD,
    fitted_lines,
    fitting,
    leading_parts,
    round_a_table,
)
from bot.pictures.drawing.sprites import WHITE, Sprites, is_drawn, packed, sprites
from bot.pictures.drawing.table import COUNTED, GROUP
from bot.pictures.ending import HIGH, WIDE, Ending, EndingSeat
from bot.pictures.table import TableCard, Tally

_BAR: Final = 52
_MARGIN: Final = 22
_TOP: Final = 130
"""The top of the score and of the hand, below the line about the winner."""
_SCORE: Final = 300
"""The width of the score."""
_PLATE: Final = 34
_MATCHES: Final = 36
"""The side of the square that five matchsticks make, in pixels."""
_FACE: Final = 32
_LARGE: Final = 96
"""The width of a card if all seats are in one row."""
_SMALL: Final = {4: 60}
"""A card's width by the number of seats, if in two rows. Small cards make small files."""
_SMALLEST: Final = 44
_FOUR: Final = (2, 2, ((0, 0), (0, 1), (1, 1), (1, 0)))
"""Of four seats: how many rows and columns, and each seat's. Their cards stand side by side."""


def is_shown(ending: Ending) -> bool:
    """Whether every card of the picture has been drawn before, in any size."""
    codes = [card.code for seat in ending.seats for card in seat.laid]
    return all(is_drawn(ending.deck, code) for code in (*codes, ending.turned or BACK))


@lru_cache(64)
def ending_png(ending: Ending) -> bytes:
    pieces = sprites(ending.deck)
    image = pieces.canvas(WIDE, HIGH)
    _bar(image, pieces, ending)
    size = fitting(ending.won, WIDE - 2 * _MARGIN, 46, 38, 30, 24)
    won = pieces.label(ending.won, size, GOLD, FELT, WIDE - 2 * _MARGIN)
    image.paste(won, ((WIDE - won.width) // 2, _BAR + 12 + (46 - size) // 2))
    _score(image, pieces, ending)
    _hand(image, pieces, ending)
    return packed(image)


def _bar(image: Image.Image, pieces: Sprites, ending: Ending) -> None:
    """The bar with the game on the left and the community on the right."""
    image.paste(pieces.index(WOOD), (0, 0, WIDE, _BAR))
    image.paste(pieces.index(RIM), (0, _BAR - 4, WIDE, _BAR))
    room = WIDE - 2 * _MARGIN
    if ending.shown_at:
        place = pieces.label(ending.shown_at, 20, GOLD, WOOD, room // 3)
        image.paste(place, (WIDE - _MARGIN - place.width, 12))
        room -= place.width + 24
    size = fitting(ending.title, room, 22, 18, 15)
    title = leading_parts(ending.title, size, room)
    image.paste(pieces.label(title, size, CREAM, WOOD, room), (_MARGIN, 24 - size // 2 - 2))


def _score(image: Image.Image, pieces: Sprites, ending: Ending) -> None:
    """The points of each side, as a number and in matchsticks."""
    high = HIGH - _TOP - _MARGIN
    image.paste(pieces.plate(_SCORE, high, SHADE, FELT, None, 14), (_MARGIN, _TOP))
    wide = _SCORE // max(1, len(ending.tallies))
    for number, tally in enumerate(ending.tallies):
        _tally(image, pieces, tally, (_MARGIN + number * wide, _TOP), wide)


def _tally(
    image: Image.Image, pieces: Sprites, tally: Tally, corner: tuple[int, int], wide: int
) -> None:
    left, top = corner
    middle, side = left + wide // 2, SIDES.get(tally.side, WOOD)
    image.paste(pieces.plate(wide - 16, _PLATE, side, SHADE, None, 10), (left + 8, top + 10))
    lines, size = fitted_lines(tally.names, wide - 24, 2, 16, 13, 12)
    names = pieces.labels(lines, size, WHITE, side, wide - 24)
    image.paste(names, (middle - names.width // 2, top + 10 + (_PLATE - names.height) // 2))
    points = pieces.label(str(tally.points), 58, CREAM, SHADE, wide - 12)
    image.paste(points, (middle - points.width // 2, top + 44))
    if tally.told != str(tally.points):  # the same number does not stand there twice
        lines, size = fitted_lines(tally.told, wide - 12, 2, 16, 14, 13)
        told = pieces.labels(lines, size, GOLD, SHADE, wide - 12)
        image.paste(told, (middle - told.width // 2, top + 118))
    if tally.points > COUNTED:
        return
    in_row = max(1, (wide - 12) // _MATCHES)
    for group in range(-(-tally.points // GROUP)):
        row, column = divmod(group, in_row)
        at = middle - in_row * _MATCHES // 2 + column * _MATCHES, top + 152 + row * (_MATCHES + 4)
        image.paste(pieces.matches(min(GROUP, tally.points - GROUP * group), _MATCHES, SHADE), at)


# --- the hand ------------------------------------------------------------------------------------


def _hand(image: Image.Image, pieces: Sprites, ending: Ending) -> None:
    """The cards of everybody in the hand of the match. A trick's winning card has a golden edge."""
    if not any(seat.laid for seat in ending.seats):
        _told(image, pieces, ending, HIGH // 2)
        return
    left, top = _told(image, pieces, ending, _TOP)
    rows, columns, cells = (
        _FOUR if len(ending.seats) == IN_ROW else round_a_table(len(ending.seats))
    )
    room = WIDE - _MARGIN - left
    if ending.turned:
        card, outline = pieces.card(ending.turned, 56, smooth=True)
        room -= 68
        image.paste(card, (WIDE - _MARGIN - 56, top + _PLATE), outline)
    wide, high = room // columns, (HIGH - 14 - top) // rows
    most = _LARGE if rows == 1 else _SMALL.get(len(ending.seats), _SMALLEST)
    across = min(most, round((high - _PLATE - 18) / RATIO)) // 4 * 4
    lower = (high - _PLATE - 15 - round(across * RATIO)) // 2
    for seat, (row, column) in zip(ending.seats, cells, strict=True):
        corner = left + column * wide, top + row * high + lower
        _seat(image, pieces, seat, corner, wide - 10)
        _laid(image, pieces, seat.laid, (corner[0], corner[1] + _PLATE + 9), (wide - 10, across))


def _told(image: Image.Image, pieces: Sprites, ending: Ending, top: int) -> tuple[int, int]:
    """The number of the hand and its points. Returns the corner of the room below."""
    left = _MARGIN + _SCORE + 22
    room = WIDE - _MARGIN - left
    image.paste(pieces.label(ending.hand, 17, DIM, FELT, room), (left, top))
    top += 24
    for line in wrapped(ending.told, 20, room, 2):
        image.paste(pieces.label(line, 20, CREAM, FELT, room), (left, top))
        top += 26
    return left, top + 8


def _seat(
    image: Image.Image, pieces: Sprites, seat: EndingSeat, corner: tuple[int, int], wide: int
) -> None:
    """The plate of one seat, with the name and the face."""
    left, top = corner
    colour = SIDES.get(seat.side, WOOD)
    image.paste(pieces.plate(wide, _PLATE, colour, FELT, None, 10), corner)
    start, space = left + 8, wide - 16
    if seat.face >= 0:
        look = "glad" if seat.ahead else "sorry"
        image.paste(pieces.face(seat.face, look, _FACE, colour), (left + 5, top + 1))
        start, space = start + _FACE, space - _FACE
    name = pieces.label(seat.name, fitting(seat.name, space, 18, 15, 13), WHITE, colour, space)
    image.paste(name, (start + (space - name.width) // 2, top + (_PLATE - name.height) // 2))


def _laid(
    image: Image.Image,
    pieces: Sprites,
    laid: tuple[TableCard, ...],
    corner: tuple[int, int],
    room: tuple[int, int],
) -> None:
    """The cards of a seat. ``room``: the most width for all cards together, and for each."""
    wide, across = room
    step = min(across + 8, (wide - across - 6) // max(1, len(laid) - 1))
    left = corner[0] + (wide - step * (len(laid) - 1) - across) // 2
    for number, table_card in enumerate(laid):
        card, outline = pieces.card(table_card.code, across, smooth=True)
        x, y = left + step * number, corner[1]
        if table_card.winning:
            edge = pieces.plate(card.width + 6, card.height + 6, GOLD, FELT, None, 8)
            image.paste(edge, (x - 3, y - 3))
        image.paste(card, (x, y), outline)

"""A scoreboard as a picture: the first three people on a podium, the others in rows below it.

The three best cards of truco argentino stand on the podium with them."""

from collections.abc import Sequence
from typing import Final

from PIL import Image

from bot.pictures.board import Board, BoardRow
from bot.pictures.drawing.lettering import Colour, cut, width, write
from bot.pictures.drawing.look import (
    BRONZE,
    CREAM,
    DIM,
    GOLD,
    INK,
    RIM,
    SHADE,
    SILVER,
    WOOD,
    as_png,
    box,
    centred,
    disc,
    fitting,
    ground,
    ranged_right,
    sized_card,
)

WIDE: Final = 1000
_BAR: Final = 88
_MARGIN: Final = 28
_ROW: Final = 52
_HEADINGS: Final = 40
_PODIUM: Final = 404
_STEP: Final = 290
"""The width of a step of the podium."""
_FLOOR: Final = _BAR + _PODIUM - 14
_CARD: Final = 104
_COLUMN: Final = 112
_MOST: Final = 3
"""The most people who may share a step."""
_ME: Final = (33, 122, 78)

MEDALS: Final[tuple[Colour, ...]] = (GOLD, SILVER, BRONZE)
_BEST: Final = ("1e", "1b", "7e")
_HEIGHTS: Final = (208, 184, 164)


def board_png(board: Board) -> bytes:
    """The picture of a scoreboard."""
    return as_png(drawn(board))


def drawn(board: Board) -> Image.Image:
    """A scoreboard. Its height depends on the number of rows."""
    podium = _PODIUM if board.podium else 0
    below = _HEADINGS + _ROW * len(board.rows) + 22 * board.apart if board.rows else 0
    image = ground(WIDE, _BAR + podium + below + 20, _BAR)
    _head(image, board)
    for number in sorted(range(len(board.podium)), reverse=True):
        if board.podium[number]:
            _step(image, board, number)
    _rows(image, board, _BAR + podium)
    return image


def _head(image: Image.Image, board: Board) -> None:
    left = ranged_right(image, WIDE - _MARGIN, 31, board.about, 26, GOLD, WIDE * 0.5)
    room = left - 2 * _MARGIN
    write(image, _MARGIN, 24, cut(board.title, 36, room), 36, CREAM)


def _step(image: Image.Image, board: Board, number: int) -> None:
    """One step of the podium: the second step is left of the first, the third is right of it."""
    people = board.podium[number]
    middle = WIDE / 2 + (0, -1, 1)[number] * (_STEP + 16)
    high = _HEIGHTS[number]
    top = _FLOOR - high
    mine = any(row.mine for row in people)
    frame = (middle - _STEP / 2, top, middle + _STEP / 2, _FLOOR)
    _trophy(image, number, middle, top)
    box(image, frame, _ME if mine else WOOD, 12, edge=GOLD if mine else RIM, thick=4)
    disc(image, (middle, top), 27, WOOD)
    disc(image, (middle, top), 24, MEDALS[number])
    centred(image, middle, top - 17, people[0].place, 30, INK, 44)
    _people(image, board, people, (middle, top + 34))


def _trophy(image: Image.Image, number: int, middle: float, top: float) -> None:
    trophy = sized_card("spanish", _BEST[number], _CARD)
    image.paste(trophy, (round(middle - trophy.width / 2), round(top - trophy.height + 6)), trophy)


def _people(
    image: Image.Image, board: Board, people: Sequence[BoardRow], corner: tuple[float, float]
) -> None:
    """The people on a step of the podium, and their results."""
    middle, y = corner
    room = _STEP - 26
    if len(people) > 1:
        for row in people[:_MOST]:
            centred(image, middle, y + 4, row.name, fitting(row.name, room, 25, 20), CREAM, room)
            y += 36
        return
    one = people[0]
    centred(image, middle, y, one.name, fitting(one.name, room, 27, 22), CREAM, room)
    if one.numbers:
        value = f"{board.headings[0]} {one.numbers[0]}".strip()
        centred(image, middle, y + 36, value, 25, GOLD, room)
    pairs = zip(board.headings[1:], one.numbers[1:], strict=True)
    told = [f"{heading} {number}" for heading, number in pairs]
    for line in (0, 1):
        some = " · ".join(told[2 * line : 2 * line + 2])
        centred(image, middle, y + 70 + 24 * line, some, 18, DIM, room)


def _rows(image: Image.Image, board: Board, y: float) -> None:
    if not board.rows:
        return
    rights = [WIDE - _MARGIN - 16 - _COLUMN * n for n in reversed(range(len(board.headings)))]
    for right, heading in zip(rights, board.headings, strict=True):
        ranged_right(image, right, y + 10, heading, 19, DIM, _COLUMN - 8)
    y += _HEADINGS
    left = rights[0] - _COLUMN if rights else WIDE - _MARGIN
    for number, row in enumerate(board.rows):
        if board.apart and number == len(board.rows) - 1:
            for dot in (-14, 0, 14):
                disc(image, (WIDE / 2 + dot, y + 9), 3, DIM)
            y += 22
        frame = (_MARGIN, y + 3, WIDE - _MARGIN, y + _ROW - 3)
        if row.mine:
            box(image, frame, _ME, 10, edge=GOLD)
        else:
            box(image, frame, SHADE, 10)
        place = width(row.place, 25)
        write(image, _MARGIN + 62 - place, y + 11, row.place, 25, GOLD if row.mine else DIM)
        start = _MARGIN + 80
        room = left - start - 8
        size = fitting(row.name, room, 26, 21)
        write(image, start, y + 37 - size, cut(row.name, size, room), size, CREAM)
        for column, (right, told) in enumerate(zip(rights, row.numbers, strict=True)):
            colour = DIM if column else GOLD
            ranged_right(image, right, y + 11, told, 25, colour, _COLUMN - 8)
        y += _ROW

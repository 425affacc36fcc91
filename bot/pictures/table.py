"""The table as everybody sees it, in one picture: who sits there, who is mano and who deals, what
lies on the table, what was said, the turned card, the score in matches, and what is at stake.

No picture here can show a card in somebody's hand. It knows only the number of such cards.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct
from PIL import Image

from bot.pictures.deck import BACK
from bot.pictures.look import (
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
from bot.pictures.sprites import (
    MATCHES,
    PAPER,
    WHITE,
    Sprites,
    is_drawn,
    packed,
    sprites,
)

WIDE: Final = 640
HIGH: Final = 392
BARE_HIGH: Final = 338
"""The height of a picture that tells nothing in words."""
_BAR: Final = 38
_FOOT: Final = HIGH - BARE_HIGH
_PANEL: Final = 164
_GAP: Final = 6
_PLATE: Final = 28
_BUBBLE: Final = 24
_BACK_WIDE: Final = 22
_FACE: Final = 26
GROUP: Final = 5
COUNTED: Final = 40
"""The most points that are drawn as a tally; more are a number."""


class TableCard(Struct, frozen=True):
    """A card on the table."""

    code: str
    """The card's code; ``back``: it lies face down."""
    winning: bool = False


class TableSeat(Struct, frozen=True):
    """One seat, as everybody sees it."""

    name: str
    side: str
    says: str = ""
    turn: bool = False
    mano: bool = False
    dealer: bool = False
    gone: bool = False
    held: int = 0
    """How many cards are left in the hand."""
    laid: tuple[TableCard, ...] = ()
    face: int = -1
    """The number of a robot's face; -1: it has none."""


class Tally(Struct, frozen=True):
    """The points of one side or account."""

    names: str
    side: str
    points: int
    told: str
    """As players say it."""


class TableShot(Struct, frozen=True):
    """What a picture of a table shows."""

    deck: str
    title: str
    seats: tuple[TableSeat, ...]
    tallies: tuple[Tally, ...]
    turned: str = ""
    asked: str = ""
    """Whose turn it is, or what is being asked; empty: the picture tells nothing in words."""
    stakes: str = ""


def is_begun(shot: TableShot) -> bool:
    """Whether every card of the picture has been drawn before, in any size. Then the rest takes 3
    ms."""
    codes = [card.code for seat in shot.seats for card in seat.laid]
    return all(is_drawn(shot.deck, code) for code in (*codes, shot.turned or BACK, BACK))


@lru_cache(128)
def table_png(shot: TableShot) -> bytes:
    """The picture of a table."""
    pieces = sprites(shot.deck)
    image = pieces.canvas(WIDE, HIGH if shot.asked else BARE_HIGH)
    _frame(image, pieces, shot)
    _score(image, pieces, shot)
    rows, columns, cells = round_a_table(len(shot.seats))
    room = (WIDE - _PANEL) // columns, (HIGH - _BAR - _FOOT - _GAP) // rows
    for seat, (row, column) in zip(shot.seats, cells, strict=True):
        corner = column * room[0], _BAR + _GAP + row * room[1]
        _seat(image, pieces, seat, corner, room)
    return packed(image)


def _frame(image: Image.Image, pieces: Sprites, shot: TableShot) -> None:
    """The bar with the title, and the foot with what is going on, if that is told."""
    image.paste(pieces.index(WOOD), (0, 0, WIDE, _BAR))
    image.paste(pieces.index(RIM), (0, _BAR - 3, WIDE, _BAR))
    image.paste(pieces.label(shot.title, 18, CREAM, WOOD, WIDE - 28), (14, 7))
    if not shot.asked:
        return
    image.paste(pieces.index(PAPER), (0, HIGH - _FOOT, WIDE, HIGH))
    lines = [line for line in (shot.asked, shot.stakes) if line]
    for number, line in enumerate(lines):
        size = fitting(line, WIDE - 28, 17 - 2 * number, 13)
        label = pieces.label(line, size, INK, PAPER, WIDE - 28)
        top = HIGH - _FOOT + (6 if len(lines) > 1 else 15) + 23 * number
        image.paste(label, ((WIDE - label.width) // 2, top))


# --- the score -----------------------------------------------------------------------------------


def _score(image: Image.Image, pieces: Sprites, shot: TableShot) -> None:
    left, top = WIDE - _PANEL, _BAR
    image.paste(pieces.index(SHADE), (left, top, WIDE, HIGH - _FOOT))
    y = top + 8
    if shot.turned:
        card, outline = pieces.card(shot.turned, 52)
        back, back_outline = pieces.card(BACK, 52)
        image.paste(back, (left + _PANEL // 2 + 2, y), back_outline)
        image.paste(card, (left + _PANEL // 2 - 54, y), outline)
        y += card.height + 8
    wide = _PANEL // max(1, len(shot.tallies))
    in_row = max(1, (wide - 8) // MATCHES)
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
    lines, size = fitted_lines(tally.names, wide - 14, 3, 13, 11)
    names = pieces.labels(lines, size, WHITE, side, wide - 14)
    plate = max(26, names.height + 6)
    image.paste(pieces.plate(wide - 8, plate, side, SHADE, None, 6), (x + 4, y))
    _middle(image, names, x + wide // 2, y + (plate - names.height) // 2 + 1)
    lines, size = fitted_lines(tally.told, wide - 6, 3, 15, 13)
    told = pieces.labels(lines, size, GOLD, SHADE, wide - 6)
    y += plate + 4
    _middle(image, told, x + wide // 2, y)
    if tally.points > COUNTED:
        return
    y += max(26, told.height + 4)
    for group in range(-(-tally.points // GROUP)):
        count = min(GROUP, tally.points - GROUP * group)
        row, column = divmod(group, in_row)
        at = x + (wide - in_row * MATCHES) // 2 + column * MATCHES, y + row * MATCHES
        image.paste(pieces.matches(count, SHADE), at)


# --- the seats -----------------------------------------------------------------------------------


def _seat(
    image: Image.Image,
    pieces: Sprites,
    seat: TableSeat,
    corner: tuple[int, int],
    room: tuple[int, int],
) -> None:
    """One seat: its plate, its word, what it has laid, and the backs of what it holds."""
    left, top = corner[0] + _GAP, corner[1]
    wide, high = room[0] - 2 * _GAP, room[1]
    _plate(image, pieces, seat, (left, top), wide)
    top += _PLATE + 4
    backs = _BACK_WIDE * seat.held + 4 if seat.held else 0
    beside = high < 200
    if beside:
        _backs(image, pieces, seat.held, left + wide - backs + 4, top - 2, small=True)
    top += 6 + (_bubble(image, pieces, seat.says, (left, top), wide) if seat.says else _BUBBLE)
    bottom = corner[1] + high
    below = 0 if beside else round(_BACK_WIDE * 1.4 * RATIO) + 4
    _laid(image, pieces, seat.laid, (left, top), (wide, bottom - below - top))
    if not beside and seat.held:
        step = round(_BACK_WIDE * 1.4) + 4
        start = left + (wide - step * seat.held) // 2
        _backs(image, pieces, seat.held, start, bottom - below, small=False)


def _plate(
    image: Image.Image, pieces: Sprites, seat: TableSeat, corner: tuple[int, int], wide: int
) -> None:
    left, top = corner
    colour = SHADE if seat.gone else SIDES.get(seat.side, WOOD)
    edge = GOLD if seat.turn else None
    image.paste(pieces.plate(wide, _PLATE, colour, FELT, edge, 8), corner)
    room = wide - 16
    start, end = left + 8, left + wide - 8
    if seat.face >= 0:
        look = "calling" if seat.says else "thinking" if seat.turn else "calm"
        image.paste(pieces.face(seat.face, look, _FACE, colour), (start - 3, top + 1))
        start, room = start + _FACE, room - _FACE
    if seat.mano:
        image.paste(pieces.plate(20, 20, GOLD, colour, None, 10), (start - 3, top + 4))
        _middle(image, pieces.label("M", 13, INK, GOLD, 20), start + 7, top + 6)
        start, room = start + 22, room - 22
    if seat.dealer:
        card, outline = pieces.card(BACK, 13)
        image.paste(card, (end - 12, top + 5), outline)
        end, room = end - 18, room - 18
    written = WHITE if colour != SHADE else DIM
    size = fitting(seat.name, room, 16, 13)
    label = pieces.label(seat.name, size, written, colour, room)
    image.paste(label, (start + (end - start - label.width) // 2, top + 20 - size))


def _bubble(
    image: Image.Image, pieces: Sprites, said: str, corner: tuple[int, int], room: int
) -> int:
    """What a seat says. Returns how high its bubble is."""
    lines, size = fitted_lines(said, room - 18, 3, 14, 13)
    label = pieces.labels(lines, size, INK, PAPER, room - 18)
    high = max(_BUBBLE, label.height + 5)
    left = corner[0] + (room - label.width - 18) // 2
    image.paste(pieces.plate(label.width + 18, high, PAPER, FELT, None, 12), (left, corner[1]))
    image.paste(label, (left + 9, corner[1] + (high - label.height) // 2 + 1))
    return high


def _backs(
    image: Image.Image, pieces: Sprites, count: int, left: int, top: int, *, small: bool
) -> None:
    wide = _BACK_WIDE - 6 if small else round(_BACK_WIDE * 1.4)
    for number in range(count):
        card, outline = pieces.card(BACK, wide)
        step = _BACK_WIDE if small else wide + 4
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
    high = min(room[1] - 6, 150)
    wide = min(round(high / RATIO), room[0] - 8)
    wide = min(wide, round(room[0] * 0.46)) // 4 * 4
    step = min(wide + 8, (room[0] - wide - 6) // max(1, len(laid) - 1))
    left = corner[0] + (room[0] - step * (len(laid) - 1) - wide) // 2
    for number, table_card in enumerate(laid):
        card, outline = pieces.card(table_card.code, wide)
        at = left + step * number, corner[1] + 3
        if table_card.winning:
            size = card.width + 6, card.height + 6
            image.paste(pieces.plate(*size, GOLD, FELT, None, 8), (at[0] - 3, at[1] - 3))
        image.paste(card, at, outline)


def _middle(image: Image.Image, label: Image.Image, x: int, y: int) -> None:
    image.paste(label, (x - label.width // 2, y))

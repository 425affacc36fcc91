"""A moment of a match in one picture, for people who see no page: the seats with their cards and
words, the score, the last events. Also several moments as one moving picture."""

import io
from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageDraw

from bot.pictures.drawing import look
from bot.pictures.drawing.lettering import cut, width, wrapped, write
from bot.pictures.moment import PicturedMoment, PicturedSeat

MOVING: Final = 480
"""The width of a moving picture."""
STILL: Final = 1000
"""The width of a still picture."""
FRAMES: Final = 60
"""The most moments in a moving picture; it has the last ones."""
COLOURS: Final = 64
STEP_MS: Final = 1500
LAST_MS: Final = 4000
_LETTERS: Final = 11
"""The smallest size of letters, in pixels. Smaller letters are hard to read."""
_LINES: Final = (2, 8)
"""The lines below the table, if any: the fewest that have room, and the most shown."""


def moment_png(moment: PicturedMoment) -> bytes:
    return look.as_png(drawn(moment, STILL))


def moving_gif(moments: Sequence[PicturedMoment]) -> bytes:
    """A moving picture of these moments. The last one stays longest."""
    shown = moments[-FRAMES:]
    lines = max(len(_told(moment, MOVING)) for moment in shown)
    pictures = [drawn(moment, MOVING, lines) for moment in shown]
    # All pictures share one palette. It is made from the last one, which has the most cards.
    palette = pictures[-1].quantize(COLOURS, dither=Image.Dither.NONE)
    frames = [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures]
    made = io.BytesIO()
    frames[0].save(
        made,
        "gif",
        save_all=True,
        append_images=frames[1:],
        duration=[STEP_MS] * (len(frames) - 1) + [LAST_MS],
        loop=0,
        optimize=True,
    )
    return made.getvalue()


def drawn(moment: PicturedMoment, wide: int, lines: int = 0) -> Image.Image:
    """The picture of a moment, ``wide`` pixels wide. Its height follows from its words; it has room
    for at least ``lines`` lines of them."""
    unit = wide / 640
    told, size = _told(moment, wide), _told_size(wide)
    step = round(size * 1.35)
    below = max(len(told), lines)
    foot = max(below, _LINES[0]) * step + round(12 * unit) if below else 0
    bar = round(40 * unit)
    high = round(292 * unit) + foot
    image = Image.new("RGB", (wide, high), look.FELT)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, wide, bar), fill=look.WOOD)
    draw.rectangle((0, bar, wide, bar + round(3 * unit)), fill=look.RIM)
    _head(image, moment, unit)
    columns = len(moment.spots) if len(moment.spots) <= 4 else (len(moment.spots) + 1) // 2
    rows = -(-len(moment.spots) // columns)
    cell = wide / columns, (high - bar - foot - 6 * unit) / rows
    for number, spot in enumerate(moment.spots):
        row, column = divmod(number, columns)
        # The second row runs in the other direction, in the order of a round table.
        column = columns - 1 - column if row else column
        corner = column * cell[0], bar + 6 * unit + row * cell[1]
        _seat(image, moment.deck, spot, corner, cell, unit, beside=rows > 1)
    if not any(spot.laid or spot.held for spot in moment.spots):
        large = round(64 * unit)
        middle = bar + (high - bar - foot - large) / 2
        look.centred(image, wide / 2, middle, moment.score, large, look.GOLD, wide - 24 * unit)
    if foot:
        draw.rectangle((0, high - foot, wide, high), fill=look.CREAM)
    top = high - foot + (foot - len(told) * step) / 2
    for number, line in enumerate(told):
        look.centred(image, wide / 2, top + number * step, line, size, look.INK, wide)
    return image


def _told_size(wide: int) -> int:
    return max(_LETTERS + 2, round(15 * wide / 640))


def _told(moment: PicturedMoment, wide: int) -> list[str]:
    """The lines below the table."""
    if not moment.told:
        return []
    return wrapped(moment.told, _told_size(wide), wide * (1 - 24 / 640), _LINES[1])


def _head(image: Image.Image, moment: PicturedMoment, unit: float) -> None:
    """The title on the left, the score on the right, the turned card beside the score."""
    wide = image.width
    right = wide - 12 * unit
    if moment.turned:
        card = look.sized_card(moment.deck, moment.turned, round(22 * unit))
        image.paste(card, (round(right - card.width), round(3 * unit)), card)
        right -= card.width + 8 * unit
    size = look.fitting(moment.score, wide * 0.62, *_sizes(16, unit))
    left = look.ranged_right(
        image, right, _beside(size, unit), moment.score, size, look.GOLD, wide * 0.62
    )
    room = max(left - 28 * unit, 0)
    size = look.fitting(moment.title, room, *_sizes(15, unit))
    write(image, 12 * unit, _beside(size, unit), cut(moment.title, size, room), size, look.CREAM)


def _sizes(largest: int, unit: float) -> tuple[int, int]:
    """The sizes of letters to try, from the wanted one to the smallest readable one."""
    return max(_LETTERS, round(largest * unit)), _LETTERS


def _beside(size: int, unit: float) -> float:
    """The top of a line that stands in the middle of the bar."""
    return 20 * unit - size * 0.62


def _seat(
    image: Image.Image,
    deck: str,
    spot: PicturedSeat,
    corner: tuple[float, float],
    cell: tuple[float, float],
    unit: float,
    *,
    beside: bool,
) -> None:
    """One seat: its name, its word, the cards it has laid, and the cards that it holds. Those stand
    below the laid cards, or ``beside`` them if there is little room."""
    draw = ImageDraw.Draw(image)
    left, top, room = corner[0] + 6 * unit, corner[1], cell[0] - 12 * unit
    plate = (left, top + 2 * unit, left + room, top + 22 * unit)
    colour = look.SIDES.get(spot.side, look.WOOD)
    draw.rounded_rectangle(
        plate,
        radius=6 * unit,
        fill=colour,
        outline=look.GOLD if spot.turn else None,
        width=max(1, round(2 * unit)),
    )
    space = room - 12 * unit
    size = look.fitting(spot.name, space, *_sizes(15, unit))
    at = left + room / 2, top + 12 * unit - size * 0.62
    look.centred(image, *at, spot.name, size, (255, 255, 255), space)
    said = 19 * unit
    if spot.says:
        said = _bubble(image, spot.says, (left, top + 25 * unit), room, unit)
    below = top + said + 28 * unit
    space = cell[1] - said - 32 * unit
    if beside:
        _cards(image, deck, spot.laid, (left, below), room / 2 - 3 * unit, space)
        _cards(image, deck, spot.held, (left + room / 2, below), room / 2, space * 0.8)
        return
    held = min(space * 0.36, room * 0.3 * look.RATIO) if spot.held else 0.0
    laid = min(space - held - 4 * unit, room * 0.42 * look.RATIO, 122 * unit)
    _cards(image, deck, spot.laid, (left, below), room, laid)
    _cards(image, deck, spot.held, (left, top + cell[1] - held - 2 * unit), room, held)


def _bubble(
    image: Image.Image, said: str, corner: tuple[float, float], room: float, unit: float
) -> float:
    """The word of a seat in a bubble. Returns the height of the bubble."""
    lines, size = look.fitted_lines(said, room - 14 * unit, 3, *_sizes(13, unit))
    long = max(width(line, size) for line in lines) + 14 * unit
    left, top = corner[0] + (room - long) / 2, corner[1]
    step = round(size * 1.2)
    high = 19 * unit + (len(lines) - 1) * step
    ImageDraw.Draw(image).rounded_rectangle(
        (left, top, left + long, top + high), radius=9 * unit, fill=(255, 253, 244)
    )
    for number, line in enumerate(lines):
        y = top + 9.5 * unit - size * 0.62 + number * step
        look.centred(image, left + long / 2, y, line, size, look.INK, room)
    return high


def _cards(
    image: Image.Image,
    deck: str,
    codes: Sequence[str],
    corner: tuple[float, float],
    room: float,
    high: float,
) -> None:
    """Cards side by side. They overlap if there is too little room."""
    wide = round(high / look.RATIO)
    if not codes or wide < 6:
        return
    step = min(wide * 1.06, (room - wide) / max(1, len(codes) - 1))
    left = corner[0] + (room - step * (len(codes) - 1) - wide) / 2
    for number, code in enumerate(codes):
        card = look.sized_card(deck, code, wide)
        image.paste(card, (round(left + step * number), round(corner[1])), card)

"""A moment of a match in one picture, for those who see no page: who holds and lays what, who says
what, the score, and what has just happened. And several of them as one moving picture."""

import io
from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from PIL import Image, ImageDraw

from bot.pictures.lettering import cut, width, wrapped, write
from bot.pictures.look import CREAM, FELT, GOLD, INK, RATIO, RIM, SIDES, WOOD, sized_card

MOVING: Final = 480
"""The width of a moving one."""
FRAMES: Final = 60
"""A moving picture has the last so many of its moments."""
COLOURS: Final = 64
STEP_MS: Final = 1500
LAST_MS: Final = 4000


class PicturedSeat(Struct, frozen=True):
    """One seat of a moment."""

    name: str
    side: str
    says: str = ""
    turn: bool = False
    laid: tuple[str, ...] = ()
    """Codes of cards, ``back`` for one that lies face down."""
    held: tuple[str, ...] = ()


class PicturedMoment(Struct, frozen=True):
    """What a picture shows."""

    deck: str
    title: str
    score: str
    told: str
    spots: tuple[PicturedSeat, ...]
    turned: str = ""


def moving_gif(moments: Sequence[PicturedMoment]) -> bytes:
    """Moments one after another; the last one stays longest."""
    pictures = [drawn(one, MOVING) for one in moments[-FRAMES:]]
    # One palette for all: the last picture has the most cards.
    palette = pictures[-1].quantize(COLOURS, dither=Image.Dither.NONE)
    frames = [one.quantize(palette=palette, dither=Image.Dither.NONE) for one in pictures]
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


def drawn(moment: PicturedMoment, wide: int) -> Image.Image:
    """The picture of a moment, so many pixels wide."""
    unit = wide / 640
    high = round(336 * unit)
    image = Image.new("RGB", (wide, high), FELT)
    draw = ImageDraw.Draw(image)
    bar, foot = round(40 * unit), round(44 * unit)
    draw.rectangle((0, 0, wide, bar), fill=WOOD)
    draw.rectangle((0, bar, wide, bar + round(3 * unit)), fill=RIM)
    _head(image, moment, unit)
    columns = len(moment.spots) if len(moment.spots) <= 4 else (len(moment.spots) + 1) // 2
    rows = -(-len(moment.spots) // columns)
    cell = wide / columns, (high - bar - foot - 6 * unit) / rows
    for number, spot in enumerate(moment.spots):
        row, column = divmod(number, columns)
        # The seats of the far side go back the way they came: so they sit round a table.
        column = columns - 1 - column if row else column
        corner = column * cell[0], bar + 6 * unit + row * cell[1]
        _seat(image, moment.deck, spot, corner, cell, unit, beside=rows > 1)
    if not any(spot.laid or spot.held for spot in moment.spots):
        size = round(64 * unit)
        score = cut(moment.score, size, wide - 24 * unit)
        middle = bar + (high - bar - foot - size) / 2
        write(image, (wide - width(score, size)) / 2, middle, score, size, GOLD)
    draw.rectangle((0, high - foot, wide, high), fill=CREAM)
    size = round(13 * unit)
    for number, line in enumerate(wrapped(moment.told, size, wide - 24 * unit, 2)):
        top = high - foot + round((5 + 18 * number) * unit)
        write(image, (wide - width(line, size)) / 2, top, line, size, INK)
    return image


def _head(image: Image.Image, moment: PicturedMoment, unit: float) -> None:
    """The title on the left, the score on the right, the turned card beside it."""
    wide, size = image.width, round(14 * unit)
    right = wide - 12 * unit
    if moment.turned:
        card = sized_card(moment.deck, moment.turned, round(22 * unit))
        image.paste(card, (round(right - card.width), round(3 * unit)), card)
        right -= card.width + 8 * unit
    score = cut(moment.score, round(16 * unit), wide * 0.62)
    long = width(score, round(16 * unit))
    write(image, right - long, 10 * unit, score, round(16 * unit), GOLD)
    room = right - long - 28 * unit
    write(image, 12 * unit, 12 * unit, cut(moment.title, size, max(room, 0)), size, CREAM)


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
    """One seat: its name, its word, the cards it has laid, and those that it holds: below, or where
    there is little room ``beside`` those."""
    draw = ImageDraw.Draw(image)
    left, top, room = corner[0] + 6 * unit, corner[1], cell[0] - 12 * unit
    size = round(13 * unit)
    plate = (left, top + 2 * unit, left + room, top + 22 * unit)
    colour = SIDES.get(spot.side, WOOD)
    draw.rounded_rectangle(
        plate,
        radius=6 * unit,
        fill=colour,
        outline=GOLD if spot.turn else None,
        width=max(1, round(2 * unit)),
    )
    name = cut(spot.name, size, room - 12 * unit)
    write(image, left + (room - width(name, size)) / 2, top + 4 * unit, name, size, (255, 255, 255))
    if spot.says:
        _bubble(image, spot.says, (left, top + 25 * unit), room, unit)
    below = top + 47 * unit
    space = cell[1] - 51 * unit
    if beside:
        _cards(image, deck, spot.laid, (left, below), room / 2 - 3 * unit, space)
        _cards(image, deck, spot.held, (left + room / 2, below), room / 2, space * 0.8)
        return
    held = min(space * 0.36, room * 0.3 * RATIO) if spot.held else 0.0
    laid = min(space - held - 4 * unit, room * 0.42 * RATIO, 122 * unit)
    _cards(image, deck, spot.laid, (left, below), room, laid)
    _cards(image, deck, spot.held, (left, top + cell[1] - held - 2 * unit), room, held)


def _bubble(
    image: Image.Image, said: str, corner: tuple[float, float], room: float, unit: float
) -> None:
    size = round(12 * unit)
    said = cut(said, size, room - 14 * unit)
    long = width(said, size) + 14 * unit
    left, top = corner[0] + (room - long) / 2, corner[1]
    ImageDraw.Draw(image).rounded_rectangle(
        (left, top, left + long, top + 19 * unit), radius=9 * unit, fill=(255, 253, 244)
    )
    write(image, left + 7 * unit, top + 2 * unit, said, size, INK)


def _cards(
    image: Image.Image,
    deck: str,
    codes: Sequence[str],
    corner: tuple[float, float],
    room: float,
    high: float,
) -> None:
    """Cards side by side, over one another where there is no room for that."""
    wide = round(high / RATIO)
    if not codes or wide < 6:
        return
    step = min(wide * 1.06, (room - wide) / max(1, len(codes) - 1))
    left = corner[0] + (room - step * (len(codes) - 1) - wide) / 2
    for number, code in enumerate(codes):
        card = sized_card(deck, code, wide)
        image.paste(card, (round(left + step * number), round(corner[1])), card)

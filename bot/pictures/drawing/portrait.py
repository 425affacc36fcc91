"""A profile as a picture: the card of the person's level, their results, the curves of their
ratings, and their badges as medals."""

from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageDraw

from bot.pictures.drawing.lettering import cut, width, wrapped, write
from bot.pictures.drawing.look import (
    BRONZE,
    CREAM,
    DIM,
    GOLD,
    SHADE,
    as_png,
    box,
    centred,
    disc,
    fitting,
    ground,
    ranged_right,
    sized_card,
)
from bot.pictures.drawing.medals import medal
from bot.pictures.medals import SIDE
from bot.pictures.portrait import GameBar, Portrait, StrengthCurve, Tile

WIDE: Final = 1000
_BAR: Final = 88
_MARGIN: Final = 28
_CARD: Final = 180
_LEFT: Final = _MARGIN + _CARD + 40
_TILE: Final = 108
_GAME: Final = 44
_CURVE: Final = 104
_LINE: Final = 34
_MEDAL: Final = 172
_IN_ROW: Final = 6
_BACK: Final = (16, 66, 42)


def portrait_png(portrait: Portrait) -> bytes:
    """The picture of a profile."""
    return as_png(drawn(portrait))


def drawn(portrait: Portrait) -> Image.Image:
    """A profile. Its height follows from its content."""
    left = _LEFT if portrait.card else _MARGIN
    room = WIDE - left - _MARGIN
    lines = [text for line in portrait.lines for text in wrapped(line, 23, room, 3)]
    column = _BAR + 24 + (_TILE + 16 if portrait.tiles else 0) + _GAME * len(portrait.games)
    column += _LINE * len(lines) + 14 * bool(lines)
    card = _BAR + 24 + round(_CARD * 1.56) + 128 if portrait.card else 0
    top = max(column, card)
    curves = (40 + (_CURVE + 12) * len(portrait.curves)) if portrait.curves else 0
    rows = -(-len(portrait.medals) // _IN_ROW)
    medals = 52 + _MEDAL * rows if rows else 0
    image = ground(WIDE, top + curves + medals + 24, _BAR)
    write(image, _MARGIN, 24, cut(portrait.title, 36, WIDE - 2 * _MARGIN), 36, CREAM)
    if portrait.card:
        _level(image, portrait)
    y = _BAR + 24
    if portrait.tiles:
        _tiles(image, portrait.tiles, left, y)
        y += _TILE + 16
    for game in portrait.games:
        _game(image, game, left, y)
        y += _GAME
    y += 14 * bool(lines)
    for line in lines:
        write(image, left, y, line, 23, CREAM)
        y += _LINE
    if portrait.curves:
        _curves(image, portrait, top)
    if rows:
        _medals(image, portrait, top + curves)
    return image


def _level(image: Image.Image, portrait: Portrait) -> None:
    one = sized_card("spanish", portrait.card, _CARD)
    y = _BAR + 24
    image.paste(one, (_MARGIN, y), one)
    middle, y = _MARGIN + _CARD / 2, y + one.height + 14
    for line in wrapped(portrait.level, 22, _CARD + 24, 2):
        centred(image, middle, y, line, 22, GOLD, _CARD + 24)
        y += 27
    box(image, (_MARGIN, y + 6, _MARGIN + _CARD, y + 20), _BACK, 7)
    done = max(14, _CARD * portrait.reached / 100)
    box(image, (_MARGIN, y + 6, _MARGIN + done, y + 20), GOLD, 7)
    centred(image, middle, y + 28, portrait.progress, 18, DIM, _CARD + 30)


def _tiles(image: Image.Image, tiles: Sequence[Tile], left: float, y: float) -> None:
    wide = (WIDE - _MARGIN - left + 14) / len(tiles)
    for number, tile in enumerate(tiles):
        x = left + number * wide
        box(image, (x, y, x + wide - 14, y + _TILE), SHADE, 14)
        middle, room = x + (wide - 14) / 2, wide - 26
        centred(image, middle, y + 14, tile.number, fitting(tile.number, room, 42, 32), CREAM, room)
        centred(image, middle, y + 70, tile.label, fitting(tile.label, room, 20, 16), DIM, room)


def _game(image: Image.Image, game: GameBar, left: float, y: float) -> None:
    """A bar with the percentage of matches won."""
    right = WIDE - _MARGIN
    end = ranged_right(image, right, y + 9, game.told, 21, GOLD, 260)
    name = 250
    write(image, left, y + 9, cut(game.game, 22, name - 10), 22, CREAM)
    start, stop = left + name, max(end, right - 190) - 16
    stop = min(stop, end - 16)
    box(image, (start, y + 14, stop, y + 28), _BACK, 7)
    if game.share:
        done = max(14, (stop - start) * game.share / 100)
        box(image, (start, y + 14, start + done, y + 28), BRONZE, 7)


def _curves(image: Image.Image, portrait: Portrait, y: float) -> None:
    write(image, _MARGIN, y + 4, portrait.strength, 24, DIM)
    y += 40
    for curve in portrait.curves:
        box(image, (_MARGIN, y, WIDE - _MARGIN, y + _CURVE), SHADE, 14)
        room = 400
        write(image, _MARGIN + 18, y + 12, cut(curve.about, 22, room), 22, CREAM)
        write(image, _MARGIN + 18, y + 40, cut(curve.number, 34, room), 34, GOLD)
        if curve.note:
            start = _MARGIN + 18 + width(curve.number, 34) + 16
            note = cut(curve.note, 18, _MARGIN + 18 + room - start)
            write(image, start, y + 55, note, 18, DIM)
        frame = (_MARGIN + 450, y + 14, WIDE - _MARGIN - 24, y + _CURVE - 14)
        _curve(image, curve, frame)
        y += _CURVE + 12


def _curve(
    image: Image.Image, curve: StrengthCurve, frame: tuple[float, float, float, float]
) -> None:
    """The curve of a rating, and its present value with the uncertainty. It is drawn larger and
    then made smaller, so that its line is smooth."""
    if len(curve.numbers) < 2:
        return
    times = 3
    left, top, right, bottom = frame
    newest = curve.numbers[-1]
    low = min(*curve.numbers, newest - curve.off)
    high = max(*curve.numbers, newest + curve.off, low + 1)
    size = round(right - left), round(bottom - top)
    large = Image.new("RGB", (size[0] * times, size[1] * times), SHADE)
    draw = ImageDraw.Draw(large)

    def at(place: int, number: float) -> tuple[float, float]:
        x = 6 + (size[0] - 24) * place / (len(curve.numbers) - 1)
        y = 6 + (size[1] - 12) * (high - number) / (high - low)
        return x * times, y * times

    points = [at(place, number) for place, number in enumerate(curve.numbers)]
    draw.line(points, fill=GOLD, width=4 * times, joint="curve")
    last = len(curve.numbers) - 1
    (x, one), (_, other) = at(last, newest + curve.off), at(last, newest - curve.off)
    draw.line([(x, one), (x, other)], fill=DIM, width=2 * times)
    for y in (one, other):
        draw.line([(x - 5 * times, y), (x + 5 * times, y)], fill=DIM, width=2 * times)
    small = large.resize(size, Image.Resampling.BOX)
    image.paste(small, (round(left), round(top)))
    x, y = points[-1]
    disc(image, (round(left) + x / times, round(top) + y / times), 7, CREAM)


def _medals(image: Image.Image, portrait: Portrait, y: float) -> None:
    write(image, _MARGIN, y + 8, portrait.badges, 24, DIM)
    y += 52
    wide = (WIDE - 2 * _MARGIN) / _IN_ROW
    for number, medal_won in enumerate(portrait.medals):
        row, column = divmod(number, _IN_ROW)
        middle = _MARGIN + wide * (column + 0.5)
        top = y + row * _MEDAL
        drawn_medal = medal(medal_won.badge)
        image.paste(drawn_medal, (round(middle - SIDE / 2), round(top)), drawn_medal)
        for line, text in enumerate(wrapped(medal_won.name, 18, wide - 8, 2)):
            centred(image, middle, top + SIDE + 4 + 22 * line, text, 18, CREAM, wide - 8)

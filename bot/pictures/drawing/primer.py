"""A game in one picture, for a person who has never played it: the order of the cards, an example
of the envido points, and the values of the calls."""

from collections.abc import Sequence
from typing import Final

from PIL import Image

from bot.pictures.drawing.lettering import cut, width, wrapped, write
from bot.pictures.drawing.look import (
    CREAM,
    DIM,
    GOLD,
    RATIO,
    SHADE,
    WOOD,
    as_png,
    box,
    centred,
    fitting,
    ground,
    sized_card,
)
from bot.pictures.primer import Primer, PrimerHand

WIDE: Final = 1000
_BAR: Final = 76
_MARGIN: Final = 24
_CARD: Final = 62
_BETWEEN: Final = 26
"""The distance between two steps of the order, in pixels."""
_ROW: Final = round(_CARD * RATIO) + 16
_HEAD: Final = 52
_HAND: Final = 84
_LINE: Final = 34
_OVER: Final = 0.42
"""The part of a card that the next card of equal strength hides."""


def primer_png(primer: Primer) -> bytes:
    """The picture of a game."""
    return as_png(drawn(primer))


def drawn(primer: Primer) -> Image.Image:
    """A game. Its height follows from its cards."""
    rows = _rows(primer)
    example = 0 if primer.hand is None else round(_HAND * RATIO) + 24 + _LINE * 2
    below = max(example, _LINE * len(primer.calls) + 28)
    top = _BAR + _HEAD + _ROW * len(rows) + 8
    image = ground(WIDE, top + below + 16, _BAR)
    size = fitting(primer.title, WIDE - 2 * _MARGIN, 38, 30)
    write(image, _MARGIN, 18, cut(primer.title, size, WIDE - 2 * _MARGIN), size, CREAM)
    _order(image, primer, rows)
    _calls(image, primer, top, below)
    if primer.hand is not None:
        _example(image, primer.deck, primer.hand, top, below)
    return image


def _wide(step: Sequence[str]) -> int:
    return round(_CARD * (1 + (1 - _OVER) * (len(step) - 1)))


def _rows(primer: Primer) -> list[list[tuple[str, ...]]]:
    """The steps of the order, row by row."""
    rows: list[list[tuple[str, ...]]] = [[]]
    left = 0
    for step in primer.steps:
        if rows[-1] and left + _wide(step) > WIDE - 2 * _MARGIN:
            rows.append([])
            left = 0
        rows[-1].append(step)
        left += _wide(step) + _BETWEEN
    return rows


def _order(image: Image.Image, primer: Primer, rows: list[list[tuple[str, ...]]]) -> None:
    room = WIDE - 2 * _MARGIN
    size = fitting(primer.order, room, 26, 21)
    write(image, _MARGIN, _BAR + 14, cut(primer.order, size, room), size, GOLD)
    last = len(rows) - 1
    for number, row in enumerate(rows):
        x, y = _MARGIN, _BAR + _HEAD + number * _ROW
        for place, step in enumerate(row):
            for nth, code in enumerate(step):
                card = sized_card(primer.deck, code, _CARD)
                image.paste(card, (x + round(nth * _CARD * (1 - _OVER)), y), card)
            x += _wide(step)
            if number < last or place < len(row) - 1:
                centred(image, x + _BETWEEN / 2, y + _ROW / 2 - 28, "›", 34, GOLD, _BETWEEN)
            x += _BETWEEN


def _calls(image: Image.Image, primer: Primer, top: int, high: int) -> None:
    left = WIDE // 2 + 8 if primer.hand is not None else _MARGIN
    box(image, (left, top, WIDE - _MARGIN, top + high), SHADE, 12)
    y = top + 14 + (high - 28 - _LINE * len(primer.calls)) / 2
    for number, line in enumerate(primer.calls):
        room = WIDE - _MARGIN - left - 32
        size = fitting(line, room, 25, 20, 17)
        colour = DIM if number == 0 else CREAM
        write(image, left + 16, y + 26 - size, cut(line, size, room), size, colour)
        y += _LINE


def _example(image: Image.Image, deck: str, hand: PrimerHand, top: int, high: int) -> None:
    right = WIDE // 2 - 8
    box(image, (_MARGIN, top, right, top + high), WOOD, 12)
    cards = [sized_card(deck, code, _HAND) for code in hand.codes]
    x = (_MARGIN + right - len(cards) * (_HAND + 10) + 10) // 2
    for card in cards:
        image.paste(card, (x, top + 14), card)
        x += _HAND + 10
    y = top + 20 + round(_HAND * RATIO)
    room = right - _MARGIN - 24
    size = 24 if width(hand.told, 24) <= room else 20
    for line in wrapped(hand.told, size, room, 2):
        centred(image, (_MARGIN + right) / 2, y, line, size, CREAM, room)
        y += 30

"""Pieces of the pictures of a running match: cards, words, boxes. Each piece is drawn once and
kept, and all have the same few colours.

To put a picture together, its pixels are only copied, one byte each; no colours are mixed. So a
table takes few milliseconds, and its file is small."""

import io
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from bot.pictures.drawing.lettering import Colour, cut, width, write
from bot.pictures.drawing.look import (
    CREAM,
    DIM,
    FELT,
    GOLD,
    INK,
    RIM,
    SHADE,
    SIDES,
    WOOD,
    box,
    sized_card,
)
from bot.pictures.drawing.tiles import crisp_card
from bot.pictures.faces import face_svg
from bot.pictures.raster import png

_STICK: Final = (232, 196, 138)
_HEAD: Final = (198, 52, 40)
WHITE: Final = (255, 255, 255)
PAPER: Final = (255, 253, 244)
_WRITTEN: Final[tuple[tuple[Colour, Colour], ...]] = (
    *((colour, ground) for colour in (CREAM, GOLD, DIM) for ground in (FELT, SHADE, WOOD)),
    *((WHITE, side) for side in SIDES.values()),
    (INK, PAPER),
    (INK, GOLD),
    (RIM, FELT),
    (WOOD, FELT),
    (_STICK, SHADE),
    (_HEAD, SHADE),
    *((side, FELT) for side in SIDES.values()),
    *((GOLD, side) for side in SIDES.values()),
    (PAPER, FELT),
    (SHADE, FELT),
)
"""The colours of letters and of what is behind; the steps between make letters smooth."""
_STEPS: Final = 4
_SMOOTH: Final = 8
_OF_CARDS: Final = 256 - len(_WRITTEN) * (_STEPS + 1)
_SAMPLES: Final = {
    "spanish": ("12e", "11b", "10o", "1c", "1e", "1b", "1o", "6o", "5c", "back"),
    "french": ("Kh", "Qs", "Jd", "Ac", "As", "Ah", "5d", "7c", "Kc", "back"),
}
"""Cards that have all colours of their deck."""
_LINE: Final = 1.2
"""The distance between two lines of words, in sizes of letters."""
_LEVEL: Final = 6
"""The level of compression. At level 4 packing takes 0.6 times the processor time and gives 1.6
times the bytes; at level 9 it takes six times as long and gives 0.9 times the bytes."""


def on_felt(deck: str, code: str, wide: int, *, smooth: bool = False) -> Image.Image:
    """A card on felt, ``wide`` pixels wide."""
    return _laid_on_felt(_card(deck, code, wide, smooth=smooth))


def _card(deck: str, code: str, wide: int, *, smooth: bool) -> Image.Image:
    return sized_card(deck, code, wide) if smooth else crisp_card(deck, code, wide)


def _laid_on_felt(card: Image.Image) -> Image.Image:
    flat = Image.new("RGB", card.size, FELT)
    flat.paste(card, (0, 0), card)
    return flat


class Sprites:
    """The pieces of one deck's pictures."""

    def __init__(self, deck: str) -> None:
        self._deck = deck
        self._palette = _palette(deck)
        self._colours = self._palette.getpalette()
        self._known: dict[Colour, int] = {}
        self._ramps: dict[tuple[Colour, Colour], list[int]] = {}
        self._cards: dict[tuple[str, int, bool], tuple[Image.Image, Image.Image]] = {}
        self.label = lru_cache(4096)(self._label)
        self.plate = lru_cache(512)(self._plate)
        self.face = lru_cache(1024)(self._face)
        self.matches = lru_cache(32)(self._matches)

    def canvas(self, wide: int, high: int, colour: Colour = FELT) -> Image.Image:
        """An empty picture."""
        made = Image.new("P", (wide, high), self.index(colour))
        made.putpalette(self._colours or ())
        return made

    def index(self, colour: Colour) -> int:
        """The number of a colour, or of the nearest one in the palette."""
        if colour not in self._known:
            one = self.mapped(Image.new("RGB", (1, 1), colour))
            self._known[colour] = one.tobytes()[0]
        return self._known[colour]

    def mapped(self, image: Image.Image) -> Image.Image:
        """The picture in the colours of this palette."""
        return image.quantize(palette=self._palette, dither=Image.Dither.NONE)

    def card(
        self, code: str, wide: int, *, smooth: bool = False
    ) -> tuple[Image.Image, Image.Image]:
        """A card and its outline. Raises ``KeyError`` if the deck has no such card. ``smooth``:
        with steps between its colours, for a picture that people look at closely. Without them its
        part of the file is half as large; on a telephone nobody sees the difference."""
        if (known := self._cards.get((code, wide, smooth))) is not None:
            return known
        card = _card(self._deck, code, wide, smooth=smooth)
        piece = self.mapped(_laid_on_felt(card))
        outline = card.getchannel("A").point([0] * 128 + [255] * 128).convert("1")
        _drawn.add((self._deck, code, wide))
        _drawn.add((self._deck, code, 0))
        return self._cards.setdefault((code, wide, smooth), (piece, outline))

    def labels(
        self, lines: Sequence[str], size: int, colour: Colour, ground: Colour, room: int
    ) -> Image.Image:
        """Lines of words below one another, each centred."""
        written = [self.label(line, size, colour, ground, room) for line in lines]
        step = round(size * _LINE)
        wide = max(line.width for line in written)
        high = step * (len(written) - 1) + written[-1].height
        made = self.canvas(wide, high, ground)
        for number, line in enumerate(written):
            made.paste(line, ((wide - line.width) // 2, number * step))
        return made

    def _face(self, number: int, look: str, wide: int, ground: Colour) -> Image.Image:
        """The face of a robot, on a plate of this colour."""
        with Image.open(io.BytesIO(png(face_svg(number, look), wide))) as drawn:
            made = Image.new("RGB", drawn.size, ground)
            made.paste(drawn, (0, 0), drawn)
        return self.mapped(made)

    def _label(
        self, text: str, size: int, colour: Colour, ground: Colour, room: int
    ) -> Image.Image:
        """A line of words, cut if it does not fit into ``room``."""
        text = cut(text, size, room)
        made = Image.new("L", (max(1, round(width(text, size)) + 2), round(size * 1.3)))
        write(made, 1, 0, text, size, 255)
        return self._inked(made.point(self._ramp(colour, ground)))

    def _inked(self, image: Image.Image) -> Image.Image:
        """A picture from pixels that are already numbers of colours."""
        return Image.frombytes("P", image.size, image.tobytes())

    def _ramp(self, colour: Colour, ground: Colour) -> list[int]:
        """The colours from the ground to the letters, in 256 steps."""
        pair = colour, ground
        if pair not in self._ramps:
            steps = [
                self.index(_between(ground, colour, step / _SMOOTH)) for step in range(_SMOOTH + 1)
            ]
            self._ramps[pair] = [steps[round(level * _SMOOTH / 255)] for level in range(256)]
        return self._ramps[pair]

    def _plate(
        self, wide: int, high: int, fill: Colour, ground: Colour, edge: Colour | None, radius: int
    ) -> Image.Image:
        """A box with round corners."""
        made = Image.new("RGB", (wide, high), ground)
        box(made, (0, 0, wide, high), fill, radius, edge=edge, thick=5)
        return self.mapped(made)

    def _matches(self, count: int, side: int, ground: Colour) -> Image.Image:
        """Up to five matchsticks: four make a square, the fifth lies across it. ``side``: the side
        of the square in pixels."""
        times, part = 4, side / 32
        made = Image.new("RGB", (side * times, side * times), ground)
        draw = ImageDraw.Draw(made)
        near, far = round(5 * part) * times, (side - round(5 * part)) * times
        ends = [
            ((near, far), (near, near)),
            ((near, near), (far, near)),
            ((far, near), (far, far)),
            ((far, far), (near, far)),
            ((near, far), (far, near)),
        ]
        for (x, y), head in ends[:count]:
            draw.line([(x, y), head], fill=_STICK, width=round(3 * part) * times)
            reach = 2.6 * part * times
            corners = (head[0] - reach, head[1] - reach, head[0] + reach, head[1] + reach)
            draw.ellipse(corners, fill=_HEAD)
        return self.mapped(made.resize((side, side), Image.Resampling.BOX))


@lru_cache(2)
def sprites(deck: str) -> Sprites:
    """The pieces for a deck. The first call draws some cards, which takes 0.2 seconds."""
    return Sprites(deck)


_drawn: set[tuple[str, str, int]] = set()


def is_drawn(deck: str, code: str, wide: int = 0) -> bool:
    """Whether this card has been drawn before, ``wide`` pixels wide (0: in any size)."""
    return (deck, code, wide) in _drawn


def _palette(deck: str) -> Image.Image:
    """The colours of the cards, the steps between, and those of words on their grounds."""
    wide = 90
    crisp = _mosaic(on_felt(deck, code, wide) for code in _SAMPLES[deck])
    points = iter(crisp.tobytes())
    counted = Counter(zip(points, points, points, strict=True))
    colours = [colour for colour, _ in counted.most_common(_OF_CARDS)]
    left = _OF_CARDS - len(colours)
    smooth = _mosaic(on_felt(deck, code, wide, smooth=True) for code in _SAMPLES[deck])
    few = smooth.quantize(left, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    parts = iter((few.getpalette() or [])[: 3 * left])
    colours += zip(parts, parts, parts, strict=True)
    for colour, ground in _WRITTEN:
        for step in range(_STEPS + 1):
            colours.append(_between(colour, ground, step / _STEPS))
    made = Image.new("P", (1, 1))
    made.putpalette([part for colour in colours for part in colour])
    return made


def _mosaic(pieces: Iterable[Image.Image]) -> Image.Image:
    """The pieces side by side."""
    row = tuple(pieces)
    made = Image.new("RGB", (sum(piece.width for piece in row), row[0].height), FELT)
    left = 0
    for piece in row:
        made.paste(piece, (left, 0))
        left += piece.width
    return made


def _between(one: Colour, other: Colour, share: float) -> Colour:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def packed(image: Image.Image) -> bytes:
    """A picture that was put together, as a PNG file."""
    made = io.BytesIO()
    image.save(made, "png", compress_level=_LEVEL, compress_type=Image.DEFAULT_STRATEGY)
    return made.getvalue()

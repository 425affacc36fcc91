"""The common parts of a deck: documents, the sprite, sheets, frames, the unknown card.

A drawing holds no ids and refers to nothing, so any number of drawings may share a page.
"""

import re
from collections import Counter
from collections.abc import Callable
from functools import cached_property
from math import hypot

from bot.pictures.parts.numerals import numeral
from bot.pictures.parts.palette import CREAM, EDGE, HEIGHT, WIDTH
from bot.pictures.svg import Point, group, line, nums, tag

_VIEW_BOX = f"0 0 {WIDTH} {HEIGHT}"
_INSET = 11
_GAP, _GAP_STEP = 11, 24

MARGIN = 12
"""From the edges of the card to its index."""


class Deck:
    """Forty faces and a back; each is drawn the first time it is asked for."""

    def __init__(self, faces: Callable[[], dict[str, str]], back: Callable[[], str]) -> None:
        """Both functions give drawings without the ``<svg>`` around them; the faces by code."""
        self._draw_faces = faces
        self._draw_back = back

    def card_svg(self, code: str) -> str:
        """A card's face as an SVG document of its own; ``KeyError`` if the code names no card."""
        return _document(self._faces[code])

    def back_svg(self) -> str:
        """The back; turned by half it looks the same."""
        return _document(self._draw_back())

    def unknown_svg(self) -> str:
        """A card that the reader does not know: laid face down, or not told yet."""
        return _document(_unknown())

    def sprite(self) -> str:
        """One SVG with a ``<symbol>`` per card (``card-7o``), ``card-back`` and ``card-unknown``.

        It is stored as a file and shown with ``<use href="deck.svg#card-7o">``. Parts that several
        cards repeat (emblems, figures, leaves) are there once, in ``<defs>``."""
        drawings = {f"card-{code}": drawing for code, drawing in self._faces.items()}
        drawings |= {"card-back": self._draw_back(), "card-unknown": _unknown()}
        symbols = "".join(
            tag("symbol", drawing, id=name, viewBox=_VIEW_BOX) + "\n"
            for name, drawing in drawings.items()
        )
        parts = ""
        for number, part in enumerate(_repeated(symbols), 1):
            parts += group(part, id=f"deck-{number}") + "\n"
            symbols = symbols.replace(part, tag("use", href=f"#deck-{number}"))
        return (
            tag("svg", "\n", tag("defs", "\n", parts), symbols, xmlns="http://www.w3.org/2000/svg")
            + "\n"
        )

    @cached_property
    def _faces(self) -> dict[str, str]:
        return self._draw_faces()


def _repeated(drawings: str) -> list[str]:
    """The contents of innermost groups that occur more than once, longest first."""
    counts = Counter(re.findall(r"<g [^>]*>((?:<(?!/?g[ >])[^>]*>)+)</g>", drawings))
    often = [part for part, count in counts.items() if count > 1 and len(part) > 60]
    return sorted(often, key=lambda part: (-len(part), part))


def _document(drawing: str) -> str:
    return (
        tag("svg", drawing, xmlns="http://www.w3.org/2000/svg", viewBox=_VIEW_BOX, role="img")
        + "\n"
    )


def sheet(fill: str = CREAM, edge: str = EDGE) -> str:
    """The card itself, with nothing on it."""
    return tag(
        "rect", x=0.5, y=0.5, width=WIDTH - 1, height=HEIGHT - 1, rx=14, fill=fill, stroke=edge
    )


def turned(*content: str, **attributes: str | float | None) -> str:
    """The content turned by 180 degrees round the card's middle, in a group of its own."""
    turn = f"rotate(180 {WIDTH // 2} {HEIGHT // 2})"
    return group(*content, transform=turn, **attributes)


def indexed(index: str, ink: str, frame: str = "") -> str:
    """A sheet with an index in two of its corners, and a frame around them if wanted."""
    return sheet() + frame + group(index, turned(index), fill=ink)


def frame(corner: Point, ink: str, *, breaks: int = 0) -> str:
    """The frame of a card: a line along the edges that leaves room for the indexes.

    ``breaks``: the number of gaps in its top line and in its bottom line (the pinta).
    """
    return line(_frame(*corner, breaks), ink, 2.6)


def backing(ground: str, light: str, *drawing: str) -> str:
    """A back: a coloured ground inside a white edge, the drawing on it, and a line around that."""
    width, height = WIDTH - 18, HEIGHT - 18
    return (
        sheet()
        + tag("rect", x=9, y=9, width=width, height=height, rx=8, fill=ground)
        + "".join(drawing)
        + tag(
            "rect", x=13, y=13, width=width - 8, height=height - 8, rx=5, fill="none",
            stroke=light, stroke_width=1.8,
        )
    )  # fmt: skip


def tiles(clear: float) -> tuple[list[Point], list[Point]]:
    """The points at which the pattern of a card's back repeats: first the crossings of a lattice,
    then the middles between them.

    Points within the distance ``clear`` of the card's middle are left out.
    """
    lattice = [
        (100.0 + 16 * column, 156.0 + 15 * row)
        for row in range(-8, 9)
        for column in range(-4, 5)
        if (row + column) % 2 == 0 and hypot(16 * column, 15 * row) > clear
    ]
    crossings = [(x, y) for x, y in lattice if (x - 100) % 32 == 0]
    return crossings, [(x, y) for x, y in lattice if (x - 100) % 32]


def _frame(notch_x: float, notch_y: float, breaks: int) -> str:
    """Path data of the frame: around both indexes, with the gaps in its top and bottom lines.

    It is written in relative steps: the same steps with changed signs lead back along the other
    side."""
    bend, corner = 9, 5
    top = (notch_x + corner, WIDTH - _INSET - bend)
    first = sum(top) / 2 - (_GAP_STEP * (breaks - 1) + _GAP) / 2
    steps: list[tuple[str, tuple[float, ...]]] = [
        ("v", (notch_y + corner - HEIGHT / 2,)),
        ("q", (0, -corner, corner, -corner)),
        ("h", (notch_x - _INSET - 2 * corner,)),
        ("q", (corner, 0, corner, -corner)),
        ("v", (_INSET - notch_y + 2 * corner,)),
        ("q", (0, -corner, corner, -corner)),
    ]
    x = top[0]
    for gap in range(breaks):
        start = first + _GAP_STEP * gap
        steps += [("h", (start - x,)), ("m", (_GAP, 0))]
        x = start + _GAP
    steps += [
        ("h", (top[1] - x,)),
        ("q", (bend, 0, bend, bend)),
        ("v", (HEIGHT / 2 - _INSET - bend,)),
    ]
    return f"M{_INSET} {HEIGHT // 2}" + "".join(
        letter + nums(*(sign * number for number in numbers))
        for sign in (1, -1)
        for letter, numbers in steps
    )


def _unknown() -> str:
    """A pale card with a question mark: clearly a card, clearly none of the forty."""
    ground, ink = "#e8e2d4", "#8d8371"
    return (
        sheet(ground, "#cbbfa6")
        + tag(
            "rect", x=_INSET, y=_INSET, width=WIDTH - 2 * _INSET, height=HEIGHT - 2 * _INSET,
            rx=8, fill="none", stroke=ink, stroke_width=2.6, stroke_dasharray="9 7",
        )
        + group(numeral("?", 100 - 25 * 1.25, 156 - 50, scale=2.5), fill=ink)
    )  # fmt: skip

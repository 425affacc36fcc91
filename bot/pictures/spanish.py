"""The Spanish deck: forty cards, a back and an unknown card, as SVG.

Drawn for this project. The number stands in a notch of the frame at the top left and, turned, at
the bottom right; the frame carries the *pinta*, the gaps in its top and bottom lines that name the
suit when only an edge of the card is seen: none for oros, one for copas, two for espadas, three for
bastos. So a suit can be told by the shape of its emblem, by the pinta and by its colour, each alone.

A drawing holds no ids and refers to nothing, so any number of them may share a page.
"""

import re
from collections import Counter
from functools import cache
from math import hypot

from bot.pictures.spanish_parts.aces import ace
from bot.pictures.spanish_parts.courts import court
from bot.pictures.spanish_parts.emblems import club, coin, cup, inked, sword
from bot.pictures.spanish_parts.numerals import HEIGHT as FIGURE_HEIGHT
from bot.pictures.spanish_parts.numerals import numeral
from bot.pictures.spanish_parts.numerals import width as number_width
from bot.pictures.spanish_parts.palette import CREAM, EDGE, HEIGHT, SUITS, WIDTH, Suit
from bot.pictures.svg import circle, group, line, nums, path, place, star, tag

_Lying = tuple[float, float, float, float, float]
"""The middle of a sword or club ``(x, y)``, its length, its girth and its turn in degrees."""

RANKS = (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)

CODES = tuple(f"{rank}{letter}" for letter in SUITS for rank in RANKS)
"""Every card: ``1e`` to ``12e``, then bastos (b), oros (o) and copas (c)."""

_VIEW_BOX = f"0 0 {WIDTH} {HEIGHT}"
_INSET = 11
_MARGIN = 12
_FIGURE = 1.1
_GAP, _GAP_STEP = 11, 24


def card_svg(code: str) -> str:
    """A card's face as an SVG document of its own; ``KeyError`` if the code names no card."""
    return _document(_faces()[code])


def back_svg() -> str:
    """The back, the same either way up."""
    return _document(_back())


def unknown_svg() -> str:
    """A card nobody here knows: laid covered, or not yet told."""
    return _document(_unknown())


def sprite() -> str:
    """One SVG with a ``<symbol>`` per card (``card-7o``), ``card-back`` and ``card-unknown``.

    To be stored as a file and shown with ``<use href="deck.svg#card-7o">``. What several cards
    repeat (emblems, figures, leaves) is there once, in ``<defs>``.
    """
    drawings = {f"card-{code}": drawing for code, drawing in _faces().items()}
    drawings |= {"card-back": _back(), "card-unknown": _unknown()}
    symbols = "".join(
        tag("symbol", drawing, id=name, viewBox=_VIEW_BOX) + "\n"
        for name, drawing in drawings.items()
    )
    parts = ""
    for number, (part, _) in enumerate(_repeated(symbols), 1):
        parts += group(part, id=f"deck-{number}") + "\n"
        symbols = symbols.replace(part, tag("use", href=f"#deck-{number}"))
    return (
        tag("svg", "\n", tag("defs", "\n", parts), symbols, xmlns="http://www.w3.org/2000/svg")
        + "\n"
    )


def _repeated(drawings: str) -> list[tuple[str, int]]:
    """The contents of innermost groups that occur more than once, longest first."""
    counts = Counter(re.findall(r"<g [^>]*>((?:<(?!/?g[ >])[^>]*>)+)</g>", drawings))
    often = [(part, count) for part, count in counts.items() if count > 1 and len(part) > 60]
    return sorted(often, key=lambda entry: (-len(entry[0]), entry[0]))


@cache
def _faces() -> dict[str, str]:
    return {f"{rank}{suit.letter}": _face(rank, suit) for suit in SUITS.values() for rank in RANKS}


def _document(drawing: str) -> str:
    return (
        tag("svg", drawing, xmlns="http://www.w3.org/2000/svg", viewBox=_VIEW_BOX, role="img")
        + "\n"
    )


def _sheet(fill: str, edge: str) -> str:
    return tag(
        "rect", x=0.5, y=0.5, width=WIDTH - 1, height=HEIGHT - 1, rx=14, fill=fill, stroke=edge
    )


def _face(rank: int, suit: Suit) -> str:
    number = str(rank)
    condense = 0.78 if rank >= 10 else 1
    wide = number_width(number) * condense * _FIGURE
    room = max(wide, 26)
    figure = numeral(number, _MARGIN + (room - wide) / 2, _MARGIN, condense=condense, scale=_FIGURE)
    notch_x, notch_y = _MARGIN + room + 5, _MARGIN + FIGURE_HEIGHT * _FIGURE + 5
    frame = line(_frame(notch_x, notch_y, suit.breaks), suit.ink, 2.6)
    turned = group(figure, transform=f"rotate(180 {WIDTH // 2} {HEIGHT // 2})")
    if rank == 1:
        middle = ace(suit)
    elif rank < 10:
        middle = inked(_pips(rank, suit))
    else:
        middle = court(rank, suit)
    return _sheet(CREAM, EDGE) + frame + group(figure, turned, fill=suit.ink) + middle


def _frame(notch_x: float, notch_y: float, breaks: int) -> str:
    """Path data of the frame: around both numbers, with the pinta in its top and bottom lines.

    It is written in relative steps, so that the same steps with their signs changed lead back along
    the other side.
    """
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


def _pips(rank: int, suit: Suit) -> str:
    """Two to seven emblems, in the arrangement of the suit."""
    if suit.letter in "oc":
        emblem = coin() if suit.letter == "o" else cup()
        scale, places = _ROUND[rank]
        return "".join(place(emblem, x, y, scale=scale) for x, y in places)
    stick = sword if suit.letter == "e" else club
    return "".join(
        place(stick(length / girth), x, y, turn=turn, scale=girth)
        for x, y, length, girth, turn in _LONG[rank]
    )


_ROUND: dict[int, tuple[float, tuple[tuple[float, float], ...]]] = {
    2: (1.5, ((100, 86), (100, 226))),
    3: (1.2, ((100, 70), (100, 156), (100, 242))),
    4: (1.12, ((60, 100), (140, 100), (60, 212), (140, 212))),
    5: (1.05, ((56, 96), (144, 96), (100, 156), (56, 216), (144, 216))),
    6: (1.04, tuple((x, y) for y in (80, 156, 232) for x in (68, 132))),
    7: (0.97, ((71, 84), (129, 84), (42, 156), (100, 156), (158, 156), (71, 228), (129, 228))),
}
"""Coins and cups: how large, and where."""


def _facing(*columns: float, length: float, girth: float) -> tuple[_Lying, ...]:
    """A row at the top pointing up and one at the bottom pointing down."""
    edge = 24 + length / 2
    return tuple(
        (x, y, length, girth, turn)
        for y, turn in ((edge, 0), (HEIGHT - edge, 180))
        for x in columns
    )


_LONG: dict[int, tuple[_Lying, ...]] = {
    2: ((70, 156, 232, 1.5, 0), (130, 156, 232, 1.5, 0)),
    3: ((56, 156, 186, 1.25, 0), (100, 156, 244, 1.25, 0), (144, 156, 186, 1.25, 0)),
    4: _facing(62, 138, length=124, girth=1.25),
    5: (*_facing(60, 140, length=118, girth=1.1), (100, 156, 164, 1.1, 0)),
    6: _facing(59, 100, 141, length=122, girth=1),
    7: (*_facing(59, 100, 141, length=107, girth=1), (100, 156, 140, 1, -90)),
}
"""Swords and clubs: how they lie."""


def _back() -> str:
    """A tiled wall: eight-pointed stars and crosses, a sun in the middle; the same either way up."""
    ground, light, dark = "#8c2033", "#f0d190", "#5f1222"
    lattice = [
        (100 + 16 * column, 156 + 15 * row)
        for row in range(-8, 9)
        for column in range(-4, 5)
        if (row + column) % 2 == 0 and hypot(16 * column, 15 * row) > 56
    ]
    crossings = [(x, y) for x, y in lattice if (x - 100) % 32 == 0]
    between = [(x, y) for x, y in lattice if (x - 100) % 32]
    stars = "".join(star(x, y, 14, 10.5, 8) for x, y in crossings)
    hearts = "".join(star(x, y, 8, 3.4, 8) for x, y in crossings)
    diamonds = "".join(star(x, y, 6.5, 3.4, 4) for x, y in between)
    return (
        _sheet(CREAM, EDGE)
        + tag("rect", x=9, y=9, width=WIDTH - 18, height=HEIGHT - 18, rx=8, fill=ground)
        + path(diamonds, dark)
        + path(stars, light)
        + path(hearts, ground)
        + path(star(100, 156, 48, 32, 16), light)
        + path(star(100, 156, 40, 27, 16, turn=11.25), dark)
        + circle(100, 156, 28, light)
        + path(star(100, 156, 24, 11, 8), ground)
        + circle(100, 156, 7, light)
        + tag(
            "rect", x=13, y=13, width=WIDTH - 26, height=HEIGHT - 26, rx=5, fill="none",
            stroke=light, stroke_width=1.8,
        )
    )  # fmt: skip


def _unknown() -> str:
    """A pale card with a question mark: clearly a card, clearly none of the forty."""
    ground, ink = "#e8e2d4", "#8d8371"
    return (
        _sheet(ground, "#cbbfa6")
        + tag(
            "rect", x=_INSET, y=_INSET, width=WIDTH - 2 * _INSET, height=HEIGHT - 2 * _INSET,
            rx=8, fill="none", stroke=ink, stroke_width=2.6, stroke_dasharray="9 7",
        )
        + group(numeral("?", 100 - 25 * 1.25, 156 - 50, scale=2.5), fill=ink)
    )  # fmt: skip

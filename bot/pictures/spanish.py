"""The Spanish deck: forty cards, a back and an unknown card, as SVG.

Drawn for this project. The number stands in a notch of the frame at the top left and, turned, at
the bottom right; the frame carries the *pinta*, the gaps in its top and bottom lines that name the
suit when only an edge of the card is seen: none for oros, one for copas, two for espadas, three for
bastos. So a suit can be told by the shape of its emblem, by the pinta and by its colour, each alone.

A drawing holds no ids and refers to nothing, so any number of them may share a page.
"""

import re
from collections import Counter

from bot.pictures.spanish_parts.aces import ace
from bot.pictures.spanish_parts.courts import court
from bot.pictures.spanish_parts.emblems import club, coin, cup, inked, sword
from bot.pictures.spanish_parts.numerals import HEIGHT as FIGURE_HEIGHT
from bot.pictures.spanish_parts.numerals import numeral
from bot.pictures.spanish_parts.numerals import width as number_width
from bot.pictures.spanish_parts.palette import CREAM, EDGE, HEIGHT, SUITS, WIDTH, Suit
from bot.pictures.svg import line, num, path, place, star, tag

_Lying = tuple[float, float, float, float, float]
"""The middle of a sword or club ``(x, y)``, its length, its girth and its turn in degrees."""

RANKS = (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)

CODES = tuple(f"{rank}{letter}" for letter in SUITS for rank in RANKS)
"""Every card: ``1e`` to ``12e``, then bastos (b), oros (o) and copas (c)."""

_VIEW_BOX = f"0 0 {WIDTH} {HEIGHT}"
_INSET = 11
_MARGIN = 13
_GAP, _GAP_STEP = 11, 24


def card_svg(code: str) -> str:
    """A card's face as an SVG document of its own; ``KeyError`` if the code names no card."""
    return _document(_FACES[code])


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
    drawings = {f"card-{code}": drawing for code, drawing in _FACES.items()}
    drawings |= {"card-back": _back(), "card-unknown": _unknown()}
    symbols = "".join(
        tag("symbol", drawing, id=name, viewBox=_VIEW_BOX) + "\n"
        for name, drawing in drawings.items()
    )
    parts = ""
    for number, (part, _) in enumerate(_repeated(symbols), 1):
        parts += tag("g", part, id=f"deck-{number}") + "\n"
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


def _document(drawing: str) -> str:
    return (
        tag(
            "svg", drawing, xmlns="http://www.w3.org/2000/svg", viewBox=_VIEW_BOX, role="img"
        )
        + "\n"
    )


def _sheet(fill: str, edge: str) -> str:
    return tag(
        "rect", x=0.5, y=0.5, width=WIDTH - 1, height=HEIGHT - 1, rx=14, fill=fill, stroke=edge
    )


def _face(rank: int, suit: Suit) -> str:
    number = str(rank)
    condense = 0.84 if rank >= 10 else 1
    wide = number_width(number) * condense
    room = max(wide, 24)
    figure = numeral(number, _MARGIN + (room - wide) / 2, _MARGIN, condense=condense)
    notch_x = _MARGIN + room + 6
    half = _half_frame(notch_x, _MARGIN + FIGURE_HEIGHT + 6, suit.breaks)
    corner = tag("g", figure, fill=suit.ink) + line(half, suit.ink, 2.6)
    if rank == 1:
        middle = ace(suit)
    elif rank < 10:
        middle = inked(_pips(rank, suit))
    else:
        middle = court(rank, suit)
    turned = tag("g", corner, transform=f"rotate(180 {WIDTH // 2} {HEIGHT // 2})")
    return _sheet(CREAM, EDGE) + corner + turned + middle


def _half_frame(notch_x: float, notch_y: float, breaks: int) -> str:
    """Path data: from the left edge round the number's notch, over the top, to the right edge."""
    left, right, bend = _INSET, WIDTH - _INSET, 9
    first = (notch_x + 4 + right - bend) / 2 - _GAP_STEP * (breaks - 1) / 2
    gaps = "".join(f"H{num(first + _GAP_STEP * i - _GAP / 2)}m{_GAP} 0" for i in range(breaks))
    return (
        f"M{left} {HEIGHT // 2}V{num(notch_y + 5)}q0-5 5-5H{num(notch_x - 5)}q5 0 5-5"
        f"V{left + 5}q0-5 5-5{gaps}H{right - bend}q{bend} 0 {bend} {bend}V{HEIGHT // 2 + 1}"
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
    4: (1.2, ((60, 96), (140, 96), (60, 216), (140, 216))),
    5: (1.15, ((61, 91), (139, 91), (100, 156), (61, 221), (139, 221))),
    6: (1.04, tuple((x, y) for y in (80, 156, 232) for x in (68, 132))),
    7: (0.97, ((71, 84), (129, 84), (42, 156), (100, 156), (158, 156), (71, 228), (129, 228))),
}
"""Coins and cups: how large, and where."""


def _facing(*columns: float, length: float, girth: float) -> tuple[_Lying, ...]:
    """A row at the top pointing up and one at the bottom pointing down."""
    edge = 24 + length / 2
    return tuple(
        (x, y, length, girth, turn) for y, turn in ((edge, 0), (HEIGHT - edge, 180)) for x in columns
    )


_LONG: dict[int, tuple[_Lying, ...]] = {
    2: ((70, 156, 232, 1.5, 0), (130, 156, 232, 1.5, 0)),
    3: ((56, 156, 186, 1.25, 0), (100, 156, 244, 1.25, 0), (144, 156, 186, 1.25, 0)),
    4: _facing(62, 138, length=124, girth=1.25),
    5: (*_facing(60, 140, length=118, girth=1.15), (100, 156, 170, 1.15, 0)),
    6: _facing(59, 100, 141, length=122, girth=1),
    7: (*_facing(59, 100, 141, length=107, girth=1), (100, 156, 140, 1, -90)),
}
"""Swords and clubs: how they lie."""


def _back() -> str:
    """A tiled wall: eight-pointed stars, the same either way up."""
    ground, light, line_ = "#7b1e2e", "#e9c98a", "#a8434d"
    big, small, grid = "", "", ""
    for row in range(7):
        for column in range(4):
            x, y = 40 + column * 40, 36 + row * 40
            big += star(x, y, 17, 10, 8)
            small += star(x, y, 6, 3.4, 8)
    for row in range(6):
        for column in range(3):
            x, y = 60 + column * 40, 56 + row * 40
            grid += f"M{x} {y - 9}l9 9-9 9-9-9Z"
    return (
        _sheet(CREAM, EDGE)
        + tag("rect", x=9, y=9, width=WIDTH - 18, height=HEIGHT - 18, rx=8, fill=ground)
        + tag(
            "rect", x=14, y=14, width=WIDTH - 28, height=HEIGHT - 28, rx=5, fill="none",
            stroke=light, stroke_width=1.6,
        )
        + path(grid, line_)
        + path(big, light)
        + path(small, ground)
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
        + tag("g", numeral("?", 100 - 25 * 1.25, 156 - 50, scale=2.5), fill=ink)
    )  # fmt: skip


_FACES = {f"{rank}{suit.letter}": _face(rank, suit) for suit in SUITS.values() for rank in RANKS}

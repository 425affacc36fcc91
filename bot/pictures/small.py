"""Cards as small as a letter: the number and the emblem, as large as a square allows.

The drawings of the decks are made to be held; at two dozen pixels only these two are left. The
shape alone tells the suit, and so does the colour of the edge alone.
"""

from typing import Final

from bot.pictures import french, spanish
from bot.pictures.french_parts.emblems import pip
from bot.pictures.french_parts.palette import SUITS as FRENCH_SUITS
from bot.pictures.parts.numerals import numeral
from bot.pictures.parts.numerals import width as figure_width
from bot.pictures.parts.ornaments import inked
from bot.pictures.parts.palette import CREAM, INK
from bot.pictures.spanish_parts.emblems import club, coin, cup, sword
from bot.pictures.spanish_parts.palette import SUITS as SPANISH_SUITS
from bot.pictures.svg import group, place, tag

SIDE: Final = 128
"""The side of the square."""
BACK: Final = "back"

_WIDE, _HIGH = 100, 128
_LEFT: Final = (SIDE - _WIDE) / 2


def codes(deck: str) -> tuple[str, ...]:
    """Everything of a deck that has a small picture: its cards, and the back."""
    return (*{"spanish": spanish.CODES, "french": french.CODES}[deck], BACK)


def small_svg(deck: str, code: str) -> str:
    """The small picture of a card as an SVG document; ``KeyError`` where there is no such card."""
    if code == BACK:
        drawing = _sheet("#8c2033" if deck == "spanish" else "#2a5f9e", "#f2efe2") + _lozenges()
    else:
        drawing = _spanish(code) if deck == "spanish" else _french(code)
    view = f"0 0 {SIDE} {SIDE}"
    return tag("svg", drawing, xmlns="http://www.w3.org/2000/svg", viewBox=view) + "\n"


def _sheet(ground: str, edge: str) -> str:
    return tag(
        "rect", x=_LEFT + 3, y=3, width=_WIDE - 6, height=_HIGH - 6, rx=14,
        fill=ground, stroke=edge, stroke_width=6,
    )  # fmt: skip


def _figure(text: str, ink: str) -> str:
    """The number in the upper half."""
    scale = min(1.4, 84 / figure_width(text))
    wide = figure_width(text) * scale
    return group(numeral(text, SIDE / 2 - wide / 2, 9, scale=scale), fill=ink)


def _spanish(code: str) -> str:
    suit = SPANISH_SUITS[code[-1]]
    emblem = {
        "o": lambda: place(coin(), SIDE / 2, 96, scale=0.9),
        "c": lambda: place(cup(), SIDE / 2, 95, scale=0.76),
        "e": lambda: place(sword(70), SIDE / 2, 95, turn=62, scale=1.15),
        "b": lambda: place(club(70), SIDE / 2, 95, turn=62, scale=1.15),
    }[code[-1]]()
    return _sheet(CREAM, suit.ink) + _figure(code[:-1], INK) + inked(emblem)


def _french(code: str) -> str:
    suit = FRENCH_SUITS[code[-1]]
    emblem = place(pip(suit), SIDE / 2, 96, scale=1.1)
    return _sheet(CREAM, suit.ink) + _figure(code[:-1], suit.ink) + inked(emblem)


def _lozenges() -> str:
    """The pattern of a back."""
    made = ""
    for row in range(3):
        for column in range(2):
            x, y = SIDE / 2 - 18 + 36 * column, 30 + 34 * row
            made += tag("path", d=f"M{x} {y - 14}L{x + 12} {y}L{x} {y + 14}L{x - 12} {y}Z")
    return group(made, fill="#f2efe2")

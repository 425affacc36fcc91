"""The Spanish deck: forty cards, a back and an unknown card, as SVG.

Drawn for this project. The number stands in a notch of the frame at the top left and, turned, at
the bottom right; the frame carries the *pinta*, the gaps in its top and bottom lines that name the
suit when only an edge of the card is seen: none for oros, one for copas, two for espadas, three for
bastos. So a suit can be told by the shape of its emblem, by the pinta and by its colour, each alone.
"""

from bot.pictures.deck import MARGIN, Deck, backing, frame, indexed, tiles
from bot.pictures.parts.numerals import HEIGHT as FIGURE_HEIGHT
from bot.pictures.parts.numerals import numeral
from bot.pictures.parts.numerals import width as number_width
from bot.pictures.parts.ornaments import inked
from bot.pictures.parts.palette import HEIGHT
from bot.pictures.spanish_parts.aces import ace
from bot.pictures.spanish_parts.courts import court
from bot.pictures.spanish_parts.emblems import club, coin, cup, sword
from bot.pictures.spanish_parts.palette import SUITS, Suit
from bot.pictures.svg import circle, path, place, star

_Lying = tuple[float, float, float, float, float]
"""The middle of a sword or club ``(x, y)``, its length, its girth and its turn in degrees."""

RANKS = (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)

CODES = tuple(f"{rank}{letter}" for letter in SUITS for rank in RANKS)
"""Every card: ``1e`` to ``12e``, then bastos (b), oros (o) and copas (c)."""

_FIGURE = 1.1


def _faces() -> dict[str, str]:
    return {f"{rank}{suit.letter}": _face(rank, suit) for suit in SUITS.values() for rank in RANKS}


def _face(rank: int, suit: Suit) -> str:
    number = str(rank)
    condense = 0.78 if rank >= 10 else 1
    wide = number_width(number) * condense * _FIGURE
    room = max(wide, 26)
    figure = numeral(number, MARGIN + (room - wide) / 2, MARGIN, condense=condense, scale=_FIGURE)
    corner = (MARGIN + room + 5, MARGIN + FIGURE_HEIGHT * _FIGURE + 5)
    if rank == 1:
        middle = ace(suit)
    elif rank < 10:
        middle = inked(_pips(rank, suit))
    else:
        middle = court(rank, suit)
    return indexed(figure, suit.ink, frame(corner, suit.ink, breaks=suit.breaks)) + middle


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
"""Coins and cups: their size and their points."""


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
"""Swords and clubs: where and how each lies."""


def _back() -> str:
    """A tiled wall: eight-pointed stars and crosses, a sun in the middle; the same either way up."""
    ground, light, dark = "#8c2033", "#f0d190", "#5f1222"
    crossings, between = tiles(clear=56)
    stars = "".join(star(x, y, 14, 10.5, 8) for x, y in crossings)
    hearts = "".join(star(x, y, 8, 3.4, 8) for x, y in crossings)
    diamonds = "".join(star(x, y, 6.5, 3.4, 4) for x, y in between)
    return backing(
        ground,
        light,
        path(diamonds, dark),
        path(stars, light),
        path(hearts, ground),
        path(star(100, 156, 48, 32, 16), light),
        path(star(100, 156, 40, 27, 16, turn=11.25), dark),
        circle(100, 156, 28, light),
        path(star(100, 156, 24, 11, 8), ground),
        circle(100, 156, 7, light),
    )


DECK = Deck(_faces, _back)
card_svg, back_svg, unknown_svg = DECK.card_svg, DECK.back_svg, DECK.unknown_svg
sprite = DECK.sprite

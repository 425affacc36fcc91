"""The French deck: forty cards, a back and an unknown card, as SVG.

Drawn for this project in the style of the Spanish one. The rank stands over the suit at the top
left and, turned, at the bottom right; the courts have a frame with a notch around each. Of the two
black suits one is lighter, and of the two red ones too, so a suit can be told by its shape and by
its tone.
"""

from bot.pictures.deck import MARGIN, Deck, backing, frame, indexed, tiles
from bot.pictures.french_parts.aces import ace
from bot.pictures.french_parts.courts import court
from bot.pictures.french_parts.emblems import pip, plain
from bot.pictures.french_parts.palette import SUITS, Suit
from bot.pictures.parts.numerals import HEIGHT as FIGURE_HEIGHT
from bot.pictures.parts.numerals import numeral
from bot.pictures.parts.numerals import width as figure_width
from bot.pictures.parts.ornaments import inked
from bot.pictures.parts.palette import HEIGHT
from bot.pictures.svg import circle, path, place, star

RANKS = ("A", "2", "3", "4", "5", "6", "7", "Q", "J", "K")

CODES = tuple(f"{rank}{letter}" for letter in SUITS for rank in RANKS)
"""Every card: ``Ac`` to ``Kc``, then hearts (h), spades (s) and diamonds (d)."""

_FIGURE = 1.12
_ROOM = 33
"""The width of the index."""
_SIGN = 0.68


def _faces() -> dict[str, str]:
    return {f"{rank}{suit.letter}": _face(rank, suit) for suit in SUITS.values() for rank in RANKS}


def _face(rank: str, suit: Suit) -> str:
    wide = figure_width(rank) * _FIGURE
    condense = min(1, _ROOM / wide)
    x = MARGIN + (_ROOM - wide * condense) / 2
    bottom = MARGIN + FIGURE_HEIGHT * _FIGURE + 39
    index = numeral(rank, x, MARGIN, condense=condense, scale=_FIGURE) + place(
        plain(suit), MARGIN + _ROOM / 2, bottom - 17, scale=_SIGN
    )
    if rank in "JQK":
        corner = (MARGIN + _ROOM + 5, bottom + 5)
        return indexed(index, suit.ink, frame(corner, suit.ink)) + court(rank, suit)
    return indexed(index, suit.ink) + (ace(suit) if rank == "A" else inked(_pips(int(rank), suit)))


def _pips(rank: int, suit: Suit) -> str:
    """Two to seven pips; those in the lower half are turned."""
    scale, places = _PLACES[rank]
    return "".join(
        place(pip(suit), x, y, turn=180 if y > HEIGHT / 2 else 0, scale=scale) for x, y in places
    )


_PLACES: dict[int, tuple[float, tuple[tuple[float, float], ...]]] = {
    2: (1.6, ((100, 74), (100, 238))),
    3: (1.45, ((100, 60), (100, 156), (100, 252))),
    4: (1.04, tuple((x, y) for y in (66, 246) for x in (75, 125))),
    5: (1.04, ((75, 62), (125, 62), (100, 156), (75, 250), (125, 250))),
    6: (1.04, tuple((x, y) for y in (56, 156, 256) for x in (75, 125))),
    7: (0.98, ((75, 54), (125, 54), (100, 105), (75, 156), (125, 156), (75, 258), (125, 258))),
}
"""The size of the pips, and their points."""


def _back() -> str:
    """A wall of blue tiles: lozenges and flowers, a rosette in the middle; the same either way up."""
    ground, light, dark = "#2a5f9e", "#f2efe2", "#173a6b"
    crossings, between = tiles(clear=52)
    lozenges = "".join(star(x, y, 14.5, 7, 4) for x, y in crossings)
    cores = "".join(star(x, y, 8, 3.4, 4) for x, y in crossings)
    flowers = "".join(star(x, y, 8, 4.6, 6, turn=30) for x, y in between)
    return backing(
        ground,
        light,
        path(lozenges, light),
        path(cores, dark),
        path(flowers, dark),
        path(star(100, 156, 47, 36, 12), light),
        path(star(100, 156, 40, 26, 12, turn=15), dark),
        path(star(100, 156, 30, 15, 12), light),
        path(star(100, 156, 15, 7, 6), ground),
        circle(100, 156, 4, light),
    )


DECK = Deck(_faces, _back)
card_svg, back_svg, unknown_svg = DECK.card_svg, DECK.back_svg, DECK.unknown_svg
sprite = DECK.sprite

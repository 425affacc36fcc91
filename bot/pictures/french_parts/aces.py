"""The four aces: one large pip each in a wreath.

Drawn in the card's own units, around the axis ``x = 100``.
"""

from bot.pictures.deck import turned
from bot.pictures.french_parts.emblems import pip
from bot.pictures.french_parts.palette import Suit
from bot.pictures.parts.ornaments import both, inked, spray
from bot.pictures.parts.palette import GLOW, GOLD, HEIGHT, WIDTH
from bot.pictures.svg import circle, path, place, star


def ace(suit: Suit) -> str:
    """The ace of a suit."""
    x, y = WIDTH / 2, HEIGHT / 2
    wreath = both(spray((97, 284), (70, 288), (62, 240), 5, size=0.8, berries=suit.sole))
    bow = path("M100 284L86 276Q82 284 86 292ZM100 284L114 276Q118 284 114 292Z", suit.sole)
    ends = wreath + bow + circle(100, 284, 4.5, GOLD)
    sun = path(star(x, y, 21, 9, 8), GOLD, stroke="none") + circle(x, y, 6, GLOW, stroke="none")
    return inked(path(star(x, y, 88, 56, 24), GLOW, stroke="none"), ends, turned(ends)) + inked(
        place(pip(suit), x, y, scale=2.7), sun, width=1.1
    )

"""The size of a card, its inks, and the four suits."""

from dataclasses import dataclass

WIDTH, HEIGHT = 200, 312
"""A card's own units; about the proportion of a Spanish card (61 x 95 mm)."""

INK = "#2b211d"
CREAM = "#fcf6e6"
EDGE = "#d9caa6"
GOLD, GOLD_LIGHT, GOLD_DARK = "#ecb53a", "#f9dc84", "#b87a14"
STEEL_LIGHT, STEEL, STEEL_DARK = "#dcebf7", "#8fb6da", "#3f76b0"
WOOD, WOOD_LIGHT = "#6b4423", "#e6c08a"
BLUE, BLUE_DARK = "#2f6db5", "#1c4580"
RED, RED_DARK = "#c4303a", "#8c1c2b"
GREEN, GREEN_LIGHT, GREEN_DARK = "#4f9146", "#86bd62", "#2c6233"
ERMINE = "#fffdf6"


@dataclass(frozen=True, slots=True)
class Suit:
    """A suit's letter, its pinta and the colours of its number and its people."""

    letter: str
    breaks: int
    """Gaps in the top and in the bottom line of the frame: the pinta."""
    ink: str
    """The number and the frame; dark enough to read on the cream ground."""
    main: str
    dark: str
    second: str
    """The other colour of its people's clothes."""
    skin: str
    hair: str
    beard: str
    """The king's."""
    horse: str
    horse_dark: str
    mane: str


ORO = Suit(
    "o", 0, "#96600a", "#e9a825", "#b6761a", "#b5343a", "#f0c8a0", "#5a3418", "#efe8da",
    "#f4ead6", "#d6c5a3", "#fffaf0",
)  # fmt: skip
COPA = Suit(
    "c", 1, "#b01f30", "#c93a41", "#8f2031", "#f0c14f", "#d9a273", "#2d1f1b", "#3d2a22",
    "#6e4a3a", "#4c3027", "#2d1f1b",
)  # fmt: skip
ESPADA = Suit(
    "e", 2, "#1b4f93", "#2f6db5", "#1c4580", "#d9483b", "#f2cfae", "#c98a3a", "#c98a3a",
    "#d3dbe2", "#a3b0bc", "#f7fafc",
)  # fmt: skip
BASTO = Suit(
    "b", 3, "#24602f", "#4c9148", "#2b6436", "#efb544", "#a9714a", "#33231c", "#4a3327",
    "#b3703a", "#85502a", "#3b2618",
)  # fmt: skip

SUITS = {suit.letter: suit for suit in (ESPADA, BASTO, ORO, COPA)}

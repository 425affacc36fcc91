"""The size of a card, its inks, and the colours people wear."""

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
GLOW = "#f8e3a3"


@dataclass(frozen=True, slots=True)
class Dress:
    """The colours of a suit: its letter, its index and its people."""

    letter: str
    ink: str
    """The index and the frame; dark enough to read on the cream ground."""
    main: str
    dark: str
    second: str
    """The other colour of its people's clothes."""
    skin: str
    hair: str
    beard: str
    """The king's."""

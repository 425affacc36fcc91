"""The four Spanish suits and their colours."""

from dataclasses import dataclass

from bot.pictures.parts.palette import Dress


@dataclass(frozen=True, slots=True)
class Suit(Dress):
    """A Spanish suit: the colours of its people and of its horse, and its pinta."""

    breaks: int
    """Gaps in the top and in the bottom line of the frame: the pinta."""
    horse: str
    horse_dark: str
    mane: str


ORO = Suit(
    "o", "#96600a", "#e9a825", "#b6761a", "#b5343a", "#f0c8a0", "#5a3418", "#efe8da",
    0, "#f4ead6", "#d6c5a3", "#fffaf0",
)  # fmt: skip
COPA = Suit(
    "c", "#b01f30", "#c93a41", "#8f2031", "#f0c14f", "#d9a273", "#2d1f1b", "#3d2a22",
    1, "#6e4a3a", "#4c3027", "#2d1f1b",
)  # fmt: skip
ESPADA = Suit(
    "e", "#1b4f93", "#2f6db5", "#1c4580", "#d9483b", "#f2cfae", "#c98a3a", "#c98a3a",
    2, "#d3dbe2", "#a3b0bc", "#f7fafc",
)  # fmt: skip
BASTO = Suit(
    "b", "#24602f", "#4c9148", "#2b6436", "#efb544", "#a9714a", "#33231c", "#4a3327",
    3, "#b3703a", "#85502a", "#3b2618",
)  # fmt: skip

SUITS = {suit.letter: suit for suit in (ESPADA, BASTO, ORO, COPA)}

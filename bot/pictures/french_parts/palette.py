"""The four French suits and their colours."""

from dataclasses import dataclass

from bot.pictures.parts.palette import Dress


@dataclass(frozen=True, slots=True)
class Suit(Dress):
    """A French suit: the colours of its people and of its pips."""

    pip: str
    shade: str
    """The side away from the light."""
    shine: str
    sole: str
    """The second colour of the ornament around its ace."""


CLUB = Suit(
    "c", "#18392d", "#2f7a58", "#1c4d39", "#efb544", "#a9714a", "#33231c", "#4a3327",
    "#254c3d", "#163328", "#7fb09a", "#efb544",
)  # fmt: skip
HEART = Suit(
    "h", "#a3142d", "#c4303a", "#8c1c2b", "#f0c14f", "#d9a273", "#2d1f1b", "#3d2a22",
    "#b51c36", "#851026", "#ee9a9d", "#f0c14f",
)  # fmt: skip
SPADE = Suit(
    "s", "#141827", "#34466f", "#1a2238", "#d9483b", "#f2cfae", "#c98a3a", "#c98a3a",
    "#262e46", "#121624", "#8795ba", "#d9483b",
)  # fmt: skip
DIAMOND = Suit(
    "d", "#d23a17", "#e8762c", "#b34a12", "#2f6db5", "#f0c8a0", "#5a3418", "#efe8da",
    "#e4502b", "#bd3413", "#ffcdb0", "#2f6db5",
)  # fmt: skip

SUITS = {suit.letter: suit for suit in (CLUB, HEART, SPADE, DIAMOND)}

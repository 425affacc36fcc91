"""What the picture of a profile shows."""

from typing import Final

from msgspec import Struct

MEDALS: Final = 12
"""The most badges for which there is room."""


class Tile(Struct, frozen=True):
    """One number with its label."""

    label: str
    number: str


class GameBar(Struct, frozen=True):
    """The results of a person in one game."""

    game: str
    told: str
    share: int
    """The percentage of matches won."""


class StrengthCurve(Struct, frozen=True):
    """A rating with its earlier values."""

    about: str
    """The game of the rating."""
    number: str
    note: str
    numbers: tuple[int, ...]
    """The values, the newest last."""
    off: int
    """The uncertainty of the newest value."""


class Medal(Struct, frozen=True):
    """A badge and its name."""

    badge: str
    name: str


class Portrait(Struct, frozen=True):
    """The content of a profile's picture."""

    title: str
    level: str
    """The level in words; empty: the person has none."""
    card: str
    """The card of the level in the Spanish deck."""
    progress: str
    """The text about the points to the next level."""
    reached: int
    """The part of the way to the next level, in percent."""
    tiles: tuple[Tile, ...]
    games: tuple[GameBar, ...]
    strength: str
    """The heading of the ratings."""
    curves: tuple[StrengthCurve, ...]
    lines: tuple[str, ...]
    badges: str
    """The heading of the badges."""
    medals: tuple[Medal, ...]

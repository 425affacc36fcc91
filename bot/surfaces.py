"""Bringing every surface to the newest picture, and calling for attention."""

from typing import Final, Protocol

from msgspec import Struct

from bot.screens.types import Screen
from bot.store.model import Notice, Surface

__all__ = [
    "FAILED",
    "LOST",
    "SAME",
    "SHOWN",
    "Moved",
    "Notice",
    "Outcome",
    "Platform",
    "Surface",
    "Verdict",
    "Wait",
]


class Verdict(Struct, frozen=True):
    """What a platform made of a picture."""

    name: str


class Wait(Struct, frozen=True):
    """The platform asks for patience: nothing to this chat for so many seconds."""

    seconds: float


class Moved(Struct, frozen=True):
    """Shown, under another address from now on (a message sent anew, a group that moved)."""

    address: str


SHOWN: Final = Verdict("shown")
SAME: Final = Verdict("same")
"""It looked like this already."""
LOST: Final = Verdict("lost")
"""This address is gone for good; the table goes on without it."""
FAILED: Final = Verdict("failed")
"""Nothing is known; it is tried again after a while."""

Outcome = Verdict | Wait | Moved


class Platform(Protocol):
    """What an adapter offers to be shown things by. It never raises for what a network does."""

    @property
    def name(self) -> str:
        """``web``; the part of a person's id before the colon."""

    async def show(self, surface: Surface, screen: Screen) -> Outcome:
        """Puts the picture there, in place of the one before."""

    async def notify(self, notice: Notice, text: str) -> Outcome:
        """Draws the person's attention, in a way that others cannot see. Called once."""

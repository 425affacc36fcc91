"""Signs that partners have agreed on."""

from typing import Final
from zlib import crc32

from msgspec import Struct

from bot.messages import PersonId

OWN_SIGN: Final = "own-"
"""The beginning of the id of an own sign. No seña of a game begins like this."""

_IDS: Final = 10**9


class OwnSign(Struct, frozen=True, gc=False):
    """A sign that partners have agreed on. Nobody else may know it."""

    gesture: str
    meaning: str
    people: tuple[PersonId, ...]
    """The people who know the sign. The person who wrote it comes first."""

    @property
    def number(self) -> int:
        """The number of the sign's gesture, for a button."""
        return crc32(self.gesture.encode()) % _IDS

    @property
    def id(self) -> str:
        """The id of the sign; a button carries it in place of a seña's id."""
        return f"{OWN_SIGN}{self.number}"


class SeenSign(Struct, frozen=True, gc=False):
    """An own sign that the viewer has seen somebody make."""

    seat: int
    gesture: str
    meaning: str = ""
    """The meaning of the sign; empty: the viewer does not know it."""
    after: int = 0
    """How many señas of the game the viewer had received in this hand before this sign."""


class SignsOf(Struct, frozen=True, gc=False):
    """One person's knowledge of own signs."""

    known: tuple[OwnSign, ...] = ()
    seen: tuple[SeenSign, ...] = ()
    """The own signs that the person has seen in the running hand."""


NO_SIGNS: Final = SignsOf()

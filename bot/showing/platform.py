"""What a platform offers to those who show things: the contract between service and adapters."""

import hashlib
from collections.abc import Awaitable, Callable
from typing import Final, Protocol

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.messages import CommunityId, PlaceId, UserId
from bot.screen import Screen
from bot.store.model import Notice, Surface


class Verdict(Struct, frozen=True):
    """What a platform did with a picture."""

    name: str


class Wait(Struct, frozen=True):
    """The platform asks to send nothing to this chat for so many seconds."""

    seconds: float


class Moved(Struct, frozen=True):
    """Shown, at another address from now on (a message sent anew, a group that moved)."""

    address: str


SHOWN: Final = Verdict("shown")
SAME: Final = Verdict("same")
"""The message looked like this already."""
LOST: Final = Verdict("lost")
"""This address is gone for good; the table goes on without it."""
FAILED: Final = Verdict("failed")
"""It is not known whether it arrived; it is tried again after a while."""

Delivery = Verdict | Wait | Moved
"""What became of something that a platform was to show, retire or say."""

NoticeWords = Callable[[], Awaitable[str | None]]
"""Gives the words of a notice; ``None``: it is no longer true, and must not be sent."""


class Platform(Protocol):
    """What an adapter implements so that the bot can show things on its platform. No method raises
    when the network fails."""

    @property
    def name(self) -> str:
        """``web``; the part of a user's id before the colon."""

    async def show(self, surface: Surface, screen: Screen) -> Delivery:
        """Shows the screen at the surface's address, in place of the one before."""

    async def retire(self, before: Surface, now: Surface | None) -> Delivery:
        """The message at that address no longer belongs to the surface: its buttons must go.

        ``now``: where the surface is instead (perhaps in the same message), or where it was when
        that message was sent for nothing; ``None``: the surface is gone."""

    async def notify(self, notice: Notice, words: NoticeWords) -> Delivery:
        """Calls for the attention of the user whom the notice names as its person, in a way that
        others cannot see. Called once.

        A platform that has to wait asks for the ``words`` after it has waited."""

    async def tell(self, user: UserId, text: str) -> None:
        """Tells a user something that others cannot see, if that is possible. It need not be sent
        at once."""

    async def publish(self, community: CommunityId, place: PlaceId, text: str) -> None:
        """Says something to everybody in this place, in a message that calls nobody and is never
        changed; nothing where the place is one person's own chat, or a page. It takes a moment at
        most: what takes longer goes on by itself."""

    async def address_in(self, place: PlaceId) -> tuple[str, str] | None:
        """The address and the chat of a new surface in this place, before anything is shown there;
        ``None``: the platform has no such place."""


def digest(screen: Screen) -> str:
    """A hash that is equal for two screens that look the same."""
    look = msgspec.json.encode(replace(screen, version=0))
    return hashlib.sha256(look).hexdigest()[:32]

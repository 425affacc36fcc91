"""The contract between the service and the adapters: the methods of a platform."""

import hashlib
from collections.abc import Awaitable, Callable
from typing import Final, Protocol

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.messages import CommunityId, PlaceId, UserId
from bot.screen import Screen
from bot.store.model import Surface
from bot.store.notices import Notice


class CannotConnect(Exception):
    """A platform cannot be connected, now or later. The text is one sentence that says why."""


class ShowingResult(Struct, frozen=True):
    """The result of showing a picture, as a platform reports it."""

    name: str


class Wait(Struct, frozen=True):
    """The platform asks to send nothing to this chat for this many seconds."""

    seconds: float
    alone: bool = False
    """Only this surface waits; others of the chat may be shown meanwhile."""
    calm: bool = False
    """The present content of the surface may wait this long, but newer content may not. When there
    is newer content, the platform is asked again. (Together with ``alone``.)"""


class Moved(Struct, frozen=True):
    """The picture was shown, now at another address (sent anew, or the group has moved)."""

    address: str


SHOWN: Final = ShowingResult("shown")
SAME: Final = ShowingResult("same")
"""The message already looked like this."""
LOST: Final = ShowingResult("lost")
"""The address is gone for good. The table goes on without it."""
FAILED: Final = ShowingResult("failed")
"""Nobody knows whether the message arrived; the bot tries again after a while."""

Delivery = ShowingResult | Wait | Moved
"""The result of showing, retiring or saying something."""

MOMENT: Final = 1.0
"""Seconds for which :meth:`Platform.publish` waits until its message is sent: a table that is shown
next then stands below that message."""

NoticeWords = Callable[[], Awaitable[str | None]]
"""Gives the words of a notice; ``None``: it is no longer true and must not be sent."""


class Platform(Protocol):
    """The interface of a platform, so that the bot can show things there. An adapter implements it.
    Its methods never raise because of the network."""

    @property
    def name(self) -> str:
        """The name of the platform, such as ``web``: the part of a user's id before the colon."""

    async def show(self, surface: Surface, screen: Screen) -> Delivery:
        """Shows the screen at the surface's address, in place of the screen before."""

    async def retire(self, before: Surface, now: Surface | None) -> Delivery:
        """Removes the buttons of the message at the address of ``before``, because it no longer
        belongs to the surface. ``now``: the surface with its present address (this may be the same
        message). In vain: its address from before. ``None``: the surface is gone."""

    async def notify(self, notice: Notice, words: NoticeWords) -> Delivery:
        """Calls for the attention of the notice's person, unseen by others. Called once for each
        notice. A platform that has to wait asks for the ``words`` after it has waited."""

    async def tell(self, user: UserId, text: str) -> None:
        """Tells a user something, if possible unseen by others, not necessarily at once."""

    async def publish(
        self, community: CommunityId, place: PlaceId, text: str, *, aloud: bool = False
    ) -> None:
        """Says something to everybody in this place, in a message that is never changed and
        mentions nobody. ``aloud``: the platform may notify people of it. Does nothing if the place
        is a private chat with one person, or a page. Returns after a moment; slow work goes on."""

    async def address_in(self, place: PlaceId) -> tuple[str, str] | None:
        """The address and the chat for a new surface in this place, before anything is shown there.
        ``None``: the platform has no such place."""

    async def may_read(self, place: PlaceId, user: UserId) -> bool:
        """Whether a user reads what is written in a place."""

    async def place_name(self, place: PlaceId, user: UserId) -> str:
        """The name of a place, for a reader of that place. Empty: nobody outside may know it, or
        the place has none, or it is unknown."""


def digest(screen: Screen) -> str:
    """A hash of a screen. Two screens that look the same have the same hash."""
    look = msgspec.json.encode(replace(screen, version=0))
    return hashlib.sha256(look).hexdigest()[:32]

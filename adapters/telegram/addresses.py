"""Places and messages on Telegram, as text. The service stores it and does not read it.

A *place* is a group or one of its topics. A group is known by its *key*: the number it had when it
was first seen. It may get another number later (when it grows into a supergroup);
:class:`adapters.telegram.groups.Groups` knows the present number."""

from typing import Final

from msgspec import Struct

from bot.messages import CommunityId, PlaceId, UserId
from bot.screen import IN_WINDOWS, Screen

PLATFORM: Final = "telegram"
RESULT: Final = -1
"""The text in place of the number of the hand in the address of a result."""
WINDOWS: Final = -2
"""The same text for the message that stands for a table whose people play in windows. It is another
message than the table's own."""


class Address(Struct, frozen=True):
    """A message that shows a picture; ``message`` 0: none has been sent yet."""

    chat: int
    """The number of the chat at that time."""
    thread: int = 0
    """The topic; 0: none."""
    message: int = 0
    hand: int = 0
    """The number of the hand in the picture."""
    done: bool = False
    """The message shows a hand that is over; it need not be deleted."""
    since: int = 0
    """The first hand whose end the message tells before its own hand; 0: it tells none."""

    def write(self) -> str:
        """The address as text."""
        text = f"{self.chat}/{self.thread}/{self.message}/{self.hand}/{int(self.done)}"
        return f"{text}/{self.since}" if self.since else text


def read_address(text: str) -> Address:
    chat, thread, message, hand, done, *since = (int(part) for part in text.split("/"))
    return Address(chat, thread, message, hand, bool(done), *since)


def hand_of(screen: Screen) -> int:
    """The number of the hand, in the form that addresses have."""
    return {"result": RESULT, IN_WINDOWS: WINDOWS}.get(screen.kind, screen.number)


def user_id(user: int) -> UserId:
    return f"{PLATFORM}:{user}"


def user_of(user: UserId) -> int | None:
    """A user's number; ``None`` for users of other platforms."""
    platform, _, number = user.partition(":")
    return int(number) if platform == PLATFORM and number.isdecimal() else None


def community_id(key: int) -> CommunityId:
    """The community of a group, by its key; or a private chat, where a person plays robots."""
    return f"{PLATFORM}:{key}"


def place_id(community: CommunityId, thread: int) -> PlaceId:
    """The place of a group (``thread`` 0), or of one of its topics."""
    return f"{community}/{thread}"


def thread_of(place: PlaceId) -> int:
    return int(place.rpartition("/")[2])


def key_of(community: CommunityId) -> int | None:
    """A group's key; ``None`` for communities of other platforms."""
    platform, _, number = community.partition(":")
    return int(number) if platform == PLATFORM else None

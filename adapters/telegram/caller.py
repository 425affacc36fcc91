"""A person who did something, the place, and the way in which they did it. Every answer depends on
these."""

from typing import Any

from msgspec import Struct
from telegram import Message

from adapters.telegram.addresses import user_id
from adapters.telegram.groups import KnownPerson, Spot
from adapters.telegram.message import ALERT, clipped
from adapters.telegram.wire import Wire
from bot.asking import Whereabouts
from bot.match.names import shown_name
from bot.messages import UserId
from bot.words import locale_of_client


class Caller(Struct, frozen=True):
    """A person who did something somewhere."""

    known: KnownPerson
    spot: Spot
    locale: str
    request: str
    message: int = 0
    """The number of the written message, or of the message whose button was pressed."""
    query: str = ""
    """The id of the press; empty: the person has written a message."""
    hidden: int = 0
    """The number of a hidden message, command or pressed, which only this person sees."""
    admin: bool = False
    """The caller is an administrator without a name."""
    named: str = ""
    """The language of the command's name, if only one language has it."""
    opened: bool = False
    """The private chat was opened with this message."""

    pointed: tuple[UserId, str] | None = None
    """The writer of the message that this one answers, and their name."""

    @property
    def tongue(self) -> str:
        """The person's language, with its country if their Telegram tells it."""
        client = self.known.client
        same = client[:2].lower() == self.locale[:2]
        return client if same and locale_of_client(client) == self.locale else self.locale

    def whereabouts(self) -> Whereabouts:
        """The person who asks and the place, in the service's terms."""
        return Whereabouts(
            request=self.request,
            person=self.known.person,
            name=self.known.name,
            community=self.spot.community,
            place=self.spot.place,
            locale=self.locale,
            tongue=self.tongue,
            private=self.spot.private,
            pointed=self.pointed,
        )


class Press:
    """The answer to a press: given once, in the background."""

    def __init__(self, wire: Wire, query: str, spawn: Any) -> None:
        self._wire = wire
        self._query = query
        self._spawn = spawn
        self.given = False
        """The press has its answer."""
        self.meanwhile = ""
        """The text of the answer if it has to be given now."""

    def answer(self, text: str = "", *, alert: bool = False, url: str = "") -> None:
        """Answers the press; only the first counts. The text is cut to what Telegram takes."""
        if not self.given:
            self.given = True
            self._spawn(self._wire.answer(self._query, clipped(text, ALERT), alert=alert, url=url))


def hidden_number(message: Message | None) -> int:
    """The number of a message that one member of a group alone sees; 0: everybody sees it."""
    if message is None:
        return 0
    return int((message.api_kwargs or {}).get("ephemeral_message_id", 0))


def answered(message: Message) -> tuple[UserId, str] | None:
    """The person whose message this one answers, and their name; ``None``: it answers no person's
    message. (In a topic every message counts as an answer to the first one.)"""
    other = message.reply_to_message
    user = None if other is None else other.from_user
    if other is None or user is None or user.is_bot:
        return None
    if other.sender_chat is not None or other.forum_topic_created is not None:
        return None
    name = shown_name(user.full_name, user.username or "")
    return (user_id(user.id), name) if name else None

"""The errors of calls to the Bot API, sorted by what must be done about them.

Only this module knows the library's exceptions and the server's sentences. The sentences are
compared in lower case and in parts, because the library changes their capitals. If a call timed out
or lost its connection, it *may* have been carried out. If it was refused, it was not."""

from collections.abc import Iterable
from typing import Final

from telegram.error import (
    BadRequest,
    ChatMigrated,
    EndPointNotFound,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
)


class Trouble(Exception):
    """A call that was not carried out, or perhaps not."""


class Unreachable(Trouble):
    """The chat is closed to the bot: never opened, blocked, removed, or not to be written to."""


class NoPictures(Unreachable):
    """Pictures are not allowed in the chat; words may be allowed."""


class NoReactions(Unreachable):
    """The chat allows no such reactions."""


class Missing(Trouble):
    """The message, the topic, the chat or the file does not exist (any more)."""


class Forgotten(Missing):
    """Telegram does not know the file by this id (any more)."""


class Same(Trouble):
    """The message already looks like that."""


class Flooded(Trouble):
    """Telegram wants nothing more in this chat for this many seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class ChatMoved(Trouble):
    """The group has become a supergroup with another number."""

    def __init__(self, chat: int) -> None:
        super().__init__(chat)
        self.chat = chat


class Revoked(Trouble):
    """The server does not know the token (any more)."""


class Unsure(Trouble):
    """No answer came, so nobody knows whether the call was carried out."""


class Rejected(Trouble):
    """The server refuses the call as wrong; this is a mistake of ours."""


_FORGOTTEN: Final = ("file identifier", "file_id", "file_reference")
_PICTURES: Final = ("photo", "media")
_REACTIONS: Final = ("reaction_invalid", "reactions_too_many", "reaction_empty")
_RIGHTS: Final = ("rights", "forbidden")
"""A refusal with one of these words is about pictures if it has one of :data:`_PICTURES`."""
_CLOSED: Final = (
    "not enough rights",
    "have no rights",
    "chat_write_forbidden",
    "need administrator",
    "ephemeral_message_trigger_required",
    "user_not_participant",
)
_GONE: Final = (
    "message to edit not found",
    "message can't be edited",
    "no text in the message",
    "message to delete not found",
    "message can't be deleted",
    "message_id_invalid",
    "message to be replied not found",
    "message to react not found",
    "message thread not found",
    "topic_deleted",
    "topic_closed",
    "chat not found",
    "user not found",
    "peer_id_invalid",
    "stickerset_invalid",
)
_STALE: Final = ("query is too old", "query id is invalid")


def trouble_of(error: TelegramError) -> Trouble:  # noqa: C901, a branch for each error
    """The trouble that an error of the library means."""
    said = str(error).lower()
    match error:
        case RetryAfter():
            wait = error.retry_after
            return Flooded(wait if isinstance(wait, int) else wait.total_seconds())
        case ChatMigrated(new_chat_id=chat):
            return ChatMoved(chat)
        case Forbidden() | BadRequest() if _has(said, _PICTURES) and _has(said, _RIGHTS):
            return NoPictures(said)
        case Forbidden():
            return Unreachable(said)
        case BadRequest():
            if _has(said, _FORGOTTEN):
                return Forgotten(said)
            if "message is not modified" in said:
                return Same(said)
            if _has(said, (*_GONE, *_STALE)):
                return Missing(said)
            if _has(said, _REACTIONS):
                return NoReactions(said)
            if _has(said, _CLOSED):
                return Unreachable(said)
            return Rejected(said)
        case InvalidToken():
            return Revoked(said)
        case EndPointNotFound():
            return Rejected(said)
        case NetworkError():
            return Unsure(said)
        case _:
            return Rejected(said)


def _has(said: str, parts: Iterable[str]) -> bool:
    return any(part in said for part in parts)

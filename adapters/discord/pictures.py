"""Sends messages with a picture. An edit does not send the same picture again, and no message is
lost because of its picture.

If an edit does not mention the attachment, Discord keeps it. A picture may fail: it cannot be
drawn, or Discord refuses it (no right to attach files, too large, a failed upload). Then the
message is sent in words at once, and stays so for as long as it lasts."""

import io
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

import discord
import structlog

from adapters.discord.message import FILE, Message, PreparedMessage
from adapters.discord.trouble import NETWORK
from bot.pictures.drawn import drawn
from bot.pictures.kinds import Picture

_INVALID: Final = 50035
_NOT_TO_BE_HAD: Final = frozenset({_INVALID, 50013})
"""Discord's refusals that are about a picture: a wrong form (mostly of the gallery's reference),
not permitted. One that is too large is refused by its status."""

_T = TypeVar("_T")
Call = Callable[..., Awaitable[_T]]
"""A call of discord.py that sends or edits; ``view``, ``file``, ``attachments`` come later."""

_log = structlog.get_logger(__name__)


class _NotDrawn(Exception):
    """The picture could not be drawn."""


async def post(message: Message, call: Call[_T]) -> tuple[_T, Message]:
    """Sends a new message. Returns the call's result, and the message as it was sent."""
    if message.picture is not None:
        try:
            made = await call(
                view=PreparedMessage(message.components), file=await _file(message.picture)
            )
        except (discord.HTTPException, _NotDrawn, *NETWORK) as error:
            message = _in_words(message, error)
        else:
            return made, message
    return await call(view=PreparedMessage(message.components)), message


async def edit(message: Message, before: Message | None, call: Call[_T]) -> tuple[_T, Message]:
    """Edits a message. ``before``: how it looks now; ``None``: nobody knows."""
    wanted, shown = message.picture, None if before is None else before.picture
    if wanted is None:
        gone: dict[str, Any] = {"attachments": []} if before is None or shown is not None else {}
        return await call(view=PreparedMessage(message.components), **gone), message
    if before is not None and before.refused:
        message = message.without_picture()
        return await call(view=PreparedMessage(message.components)), message
    if shown == wanted:
        try:
            return await call(view=PreparedMessage(message.components)), message
        except discord.HTTPException as error:
            if error.code != _INVALID:
                raise
            _log.info("discord.picture.again")
    try:
        file = await _file(wanted)
        made = await call(view=PreparedMessage(message.components), attachments=[file])
    except (discord.HTTPException, _NotDrawn, *NETWORK) as error:
        message = _in_words(message, error)
    else:
        return made, message
    return await call(view=PreparedMessage(message.components), attachments=[]), message


def _in_words(message: Message, error: Exception) -> Message:
    """The message in words instead; raises the error again if it is not about the picture."""
    if isinstance(error, discord.HTTPException):
        if error.status not in (413, *range(500, 600)) and error.code not in _NOT_TO_BE_HAD:
            raise error
        _log.warning("discord.picture", status=error.status, code=error.code)
    elif not isinstance(error, _NotDrawn):
        _log.warning("discord.picture", error=type(error).__name__)
    return message.without_picture()


async def _file(picture: Picture) -> discord.File:
    try:
        data = await drawn(picture)
    except Exception as error:
        # The log must not tell what the picture shows.
        _log.error("discord.not_drawn", error=type(error).__name__)
        raise _NotDrawn from error
    return discord.File(io.BytesIO(data), FILE)

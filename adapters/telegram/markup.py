"""Buttons and invitations in the form of the library."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from telegram import (
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InlineQueryResultArticle,
    InputTextMessageContent,
    LinkPreviewOptions,
    WebAppInfo,
)

from adapters.telegram.message import InlineButton

NO_PREVIEW: Final = LinkPreviewOptions(is_disabled=True)


class Invited(Struct, frozen=True):
    """A table that somebody may send into any chat as an invitation."""

    id: str
    title: str
    about: str
    text: str
    """The text of the message, without formatting."""
    links: tuple[tuple[str, str], ...]
    """The message's buttons, each below the one before: the label, and where it leads."""


def keyboard(keys: Sequence[Sequence[InlineButton]]) -> InlineKeyboardMarkup | None:
    """Buttons in the library's form; ``None``: there are none."""
    rows = [[_button(key) for key in row] for row in keys if row]
    return InlineKeyboardMarkup(rows) if rows else None


def _button(key: InlineButton) -> InlineKeyboardButton:
    if key.url:
        return InlineKeyboardButton(key.label, url=key.url)
    if key.window:
        return InlineKeyboardButton(key.label, web_app=WebAppInfo(key.window))
    return InlineKeyboardButton(key.label, callback_data=key.data, style=key.style or None)


def article(invited: Invited) -> InlineQueryResultArticle:
    return InlineQueryResultArticle(
        invited.id,
        invited.title,
        InputTextMessageContent(invited.text),
        InlineKeyboardMarkup([[InlineKeyboardButton(*link)] for link in invited.links]),
        description=invited.about,
    )

"""Buttons, and what ``@bot`` offers, in the form of the library."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from telegram import (
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InlineQueryResultArticle,
    InlineQueryResultCachedSticker,
    InputTextMessageContent,
    LinkPreviewOptions,
    WebAppInfo,
)

from adapters.telegram.message import InlineButton, Keys

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


class OfferedCard(Struct, frozen=True):
    """A card that its owner may send into the group of its table."""

    id: str
    file: str
    """Telegram's id of its sticker."""
    text: str = ""
    """The text that is sent in place of the sticker; empty: the sticker itself is sent."""
    keys: Keys = ()
    """The buttons of the message that is sent."""
    title: str = ""
    """The name of a card, sent as :attr:`text`. Empty: it is offered as a sticker."""
    about: str = ""
    """The place of its table, beside the name."""


def keyboard(keys: Sequence[Sequence[InlineButton]]) -> InlineKeyboardMarkup | None:
    """Buttons in the library's form; ``None``: there are none."""
    rows = [[_button(key) for key in row] for row in keys if row]
    return InlineKeyboardMarkup(rows) if rows else None


def _button(key: InlineButton) -> InlineKeyboardButton:
    if key.url:
        return InlineKeyboardButton(key.label, url=key.url)
    if key.window:
        return InlineKeyboardButton(key.label, web_app=WebAppInfo(key.window))
    if key.cards:
        return InlineKeyboardButton(key.label, switch_inline_query_current_chat="")
    return InlineKeyboardButton(key.label, callback_data=key.data, style=key.style or None)


def article(invited: Invited) -> InlineQueryResultArticle:
    return InlineQueryResultArticle(
        invited.id,
        invited.title,
        InputTextMessageContent(invited.text),
        InlineKeyboardMarkup([[InlineKeyboardButton(*link)] for link in invited.links]),
        description=invited.about,
    )


def result(
    offered: Invited | OfferedCard,
) -> InlineQueryResultArticle | InlineQueryResultCachedSticker:
    """An entry of the list that ``@bot`` shows."""
    if isinstance(offered, Invited):
        return article(offered)
    sent = InputTextMessageContent(offered.text) if offered.text else None
    keys = keyboard(offered.keys)
    if offered.title and sent is not None:
        return InlineQueryResultArticle(
            offered.id, offered.title, sent, keys, description=offered.about
        )
    return InlineQueryResultCachedSticker(offered.id, offered.file, keys, sent)

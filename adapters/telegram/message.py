"""A message in Telegram's form: HTML and rows of buttons. Pure functions.

This module knows nothing about the game."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from bot.pictures.kinds import Picture
from bot.screen import Button

ALERT: Final = 200
"""The most characters that an answer to a press may have."""
CAPTION: Final = 1024
"""The most characters of a text below a picture. A character beyond 16 bits counts twice."""
PER_ROW: Final = 8
MOST_KEYS: Final = 96
_SHOWN: Final = 40
"""The letters that fit into a row of buttons on a telephone, shared out evenly."""
_STYLES: Final = frozenset({"primary", "success", "danger"})


class InlineButton(Struct, frozen=True):
    """A button: with data, a link, a window, or the list of one's own cards."""

    label: str
    data: str = ""
    url: str = ""
    style: str = ""
    window: str = ""
    """The address of the page that it opens in a window; in private chats alone."""
    cards: bool = False
    """The button writes ``@bot`` for the person who presses it, and so lists their own cards."""


Keys = tuple[tuple[InlineButton, ...], ...]


class Page(Struct, frozen=True):
    """A message."""

    html: str
    keys: Keys = ()
    picture: Picture | None = None
    """The picture above the text. The text says the same in at most :data:`CAPTION` characters."""


def rows(keys: Iterable[InlineButton], width: int) -> Keys:
    """Rows of buttons: as many in a row as a telephone shows in full, at most ``width``."""
    row: list[InlineButton] = []
    made: list[tuple[InlineButton, ...]] = []
    for key in keys:
        longest = max(len(beside.label) for beside in (*row, key))
        if len(row) == width or (row and longest > _SHOWN // (len(row) + 1)):
            made.append(tuple(row))
            row = []
        row.append(key)
    return (*made, tuple(row)) if row else tuple(made)


def key_of(button: Button) -> InlineButton:
    """The Telegram button for a screen's button."""
    style = button.style if button.style in _STYLES else ""
    return InlineButton(button.label, button.token, style=style)


def length(text: str) -> int:
    """The characters of a text as Telegram counts them."""
    return len(text.encode("utf-16-le")) // 2


def clipped(text: str, most: int) -> str:
    """The text, cut to at most ``most`` characters."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def joined(*blocks: str) -> str:
    """Blocks of HTML with an empty line between each two; empty ones are left out."""
    return "\n\n".join(block for block in blocks if block)

"""Telegram's own words, ``locale/<locale>/LC_MESSAGES/telegram.po``: how the bot is used there.
Everything about the game comes finished from :mod:`bot.screens` and :mod:`bot.words`.
"""

from functools import cache
from importlib.resources import files
from io import BytesIO

from babel.messages.pofile import read_po

from bot.words import SOURCE_LOCALE


@cache
def own_words(locale: str) -> dict[str, str]:
    """Every message by its id, in one of :data:`bot.words.LOCALES`."""
    path = files("adapters.telegram") / "locale" / locale / "LC_MESSAGES" / "telegram.po"
    catalog = read_po(BytesIO(path.read_bytes()), locale=locale)
    found: dict[str, str] = {}
    for message in catalog:
        if message.context is None:
            continue
        said = message.string or (message.id if locale == SOURCE_LOCALE else "")
        found[message.context] = str(said)
    return found


def say(locale: str, id: str, **parameters: object) -> str:
    """One of these messages, as plain text."""
    return own_words(locale)[id].format_map(parameters)

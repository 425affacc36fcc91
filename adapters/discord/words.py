"""The adapter's own words, ``locale/<locale>/LC_MESSAGES/discord.po``: what only Discord needs to
say. Everything about the game comes finished from :mod:`bot.screens` and :mod:`bot.words`.
"""

import re
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Final

from babel.messages.pofile import read_po

from bot.words import LOCALES, SOURCE_LOCALE

DISCORD_LOCALES: Final = {"es": ("es-ES", "es-419"), "pt_BR": ("pt-BR",), "en": ("en-US", "en-GB")}
"""The names Discord has for each of :data:`bot.words.LOCALES`."""
assert set(DISCORD_LOCALES) == set(LOCALES)

_MARKS: Final = re.compile(r"([\\*_~`|<>\[\]()#@:])")
_LIST: Final = re.compile(r"^(\s*)([-+]|\d+(?=\.))", re.MULTILINE)


@cache
def own_words(locale: str) -> dict[str, str]:
    """Every message of the adapter by its id, in one of :data:`bot.words.LOCALES`."""
    path = files("adapters.discord") / "locale" / locale / "LC_MESSAGES" / "discord.po"
    catalog = read_po(BytesIO(path.read_bytes()), locale=locale)
    found: dict[str, str] = {}
    for message in catalog:
        if message.context is None:
            continue
        said = message.string or (message.id if locale == SOURCE_LOCALE else "")
        found[message.context] = str(said)
    return found


def say(locale: str, id: str, **parameters: object) -> str:
    """One of the adapter's messages."""
    return own_words(locale)[id].format_map(parameters)


def plain(text: str) -> str:
    """The text as Discord shows it letter by letter: whatever it holds (somebody's name, above
    all) is neither a mention, a link nor bold."""
    marked = _MARKS.sub(r"\\\1", text)
    return _LIST.sub(lambda found: _unlisted(*found.groups()), marked)


def _unlisted(blank: str, mark: str) -> str:
    """What would begin a list. A number cannot be marked, its full stop can."""
    return f"{blank}\\{mark}" if mark in "-+" else f"{blank}{mark}\u200b"

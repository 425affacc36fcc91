"""The adapter's own words, ``locale/<locale>/LC_MESSAGES/discord.po``: the texts that only Discord
needs.

Everything about the game comes finished from :mod:`bot.screens` and :mod:`bot.words`."""

import re
from functools import cache
from typing import Final

from bot.words import LOCALES, read

DISCORD_LOCALES: Final = {"es": ("es-ES", "es-419"), "pt_BR": ("pt-BR",), "en": ("en-US", "en-GB")}
"""Discord's names for each of :data:`bot.words.LOCALES`."""
assert set(DISCORD_LOCALES) == set(LOCALES)

_MARKS: Final = re.compile(r"[\\*_~`|<\[@]|:(?=//|\w+:)")
_LINE: Final = re.compile(r"^(\s*)(?:([-+#>])|(\d+)(?=\.))", re.MULTILINE)


@cache
def own_words(locale: str) -> dict[str, str]:
    """Every message of the adapter by its id, in one of :data:`bot.words.CHOICES`."""
    return {id: entry.forms[0] for id, entry in read("adapters.discord", "discord", locale).items()}


def say(locale: str, id: str, **parameters: object) -> str:
    """One of the adapter's messages."""
    return own_words(locale)[id].format_map(parameters)


def plain(text: str) -> str:
    """The text, escaped so that Discord shows it letter by letter. Nothing in it (above all no
    person's name) becomes a mention, a link or bold text."""
    return _LINE.sub(_unmarked, _MARKS.sub(r"\\\g<0>", text))


def _unmarked(found: re.Match[str]) -> str:
    """Escapes a character that would make its line a list, a quotation or a heading. A number
    cannot be escaped, so a space of no width separates it from its full stop."""
    blank, mark, number = found.groups()
    return f"{blank}\\{mark}" if mark else f"{blank}{number}\u200b"

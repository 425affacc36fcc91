"""Telegram's own words, ``locale/<locale>/LC_MESSAGES/telegram.po``: the texts that only Telegram
needs.

Everything about the game comes finished from :mod:`bot.screens` and :mod:`bot.words`."""

from functools import cache

from bot.words import read


@cache
def own_words(locale: str) -> dict[str, str]:
    """Every message of the adapter by its id, in one of :data:`bot.words.CHOICES`."""
    return {
        id: entry.forms[0] for id, entry in read("adapters.telegram", "telegram", locale).items()
    }


def say(locale: str, id: str, **parameters: object) -> str:
    """One of these messages, as plain text."""
    return own_words(locale)[id].format_map(parameters)

"""The page's own words, ``locale/<locale>/LC_MESSAGES/playground.po``: what stands on it whatever
is played. Everything about the game comes finished from :mod:`bot.screens` and :mod:`bot.words`.
"""

from functools import cache
from importlib.resources import files
from io import BytesIO

from babel.messages.pofile import read_po

from bot.words import LOCALES, SOURCE_LOCALE, words_for


@cache
def page_words(locale: str) -> dict[str, str]:
    """Every message of the page by its id, in one of :data:`bot.words.LOCALES`."""
    path = files("adapters.web") / "locale" / locale / "LC_MESSAGES" / "playground.po"
    catalog = read_po(BytesIO(path.read_bytes()), locale=locale)
    found: dict[str, str] = {}
    for message in catalog:
        if message.context is None:
            continue
        said = message.string or (message.id if locale == SOURCE_LOCALE else "")
        found[message.context] = str(said)
    return found


def say(locale: str, id: str, **parameters: object) -> str:
    """One of the page's messages."""
    return page_words(locale)[id].format_map(parameters)


def language_names() -> tuple[tuple[str, str], ...]:
    """The languages to choose from, each by its own name."""
    return tuple((locale, words_for(locale).text(f"language.{locale}")) for locale in LOCALES)

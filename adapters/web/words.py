"""The page's own words, ``locale/<locale>/LC_MESSAGES/playground.po``: the texts that are the same
for all games.

Everything about the game comes finished from :mod:`bot.screens` and :mod:`bot.words`."""

import random
from functools import cache
from typing import Final

from adapters.web import limits
from bot.match.names import shown_name
from bot.words import (
    CHOICES,
    LOCALES,
    SOURCE_LOCALE,
    closest_locale,
    locale_of_client,
    read,
    words_for,
)

_SPOKEN: Final = frozenset(locale[:2] for locale in LOCALES)


@cache
def page_words(locale: str) -> dict[str, str]:
    """Every message of the page by its id, in one of :data:`bot.words.CHOICES`."""
    return {id: entry.forms[0] for id, entry in read("adapters.web", "playground", locale).items()}


def say(locale: str, id: str, **parameters: object) -> str:
    """One of the page's messages."""
    return page_words(locale)[id].format_map(parameters)


def preferred(accepted: str, default: str) -> str:
    """The first of a browser's languages (its header ``Accept-Language``) that the page speaks."""
    for wanted in accepted.split(","):
        told = wanted.partition(";")[0].strip()
        if told[:2].lower() in _SPOKEN:
            return locale_of_client(told)
    return default


def language_names() -> tuple[tuple[str, str], ...]:
    """The languages to choose from, each by its own name, which is the same in all catalogues: so
    only one of them is read."""
    words = words_for(SOURCE_LOCALE)
    return tuple((locale, words.text(f"language.{locale}")) for locale in CHOICES)


def some_name(locale: str) -> str:
    """A name for a person without a name."""
    return random.choice(page_words(locale)["web.names"].split())  # noqa: S311 - a name, no secret


def name_of(text: str) -> str:
    """A name that may be shown: one line of printable letters, not too long, perhaps empty."""
    return shown_name(text, longest=limits.NAME)


def language_for(wanted: str, default: str) -> str:
    """The language of a tab that asks for one."""
    return closest_locale(wanted) if wanted and len(wanted) <= 20 else default

"""Words for people: gettext catalogues by message id, in the reader's language.

A message is found by its id (the catalogue's ``msgctxt``, such as ``table.asked.truco``) and takes
typed parameters (``{name}``, ``{points}``). The source language is neutral Spanish. Shouts
(:mod:`bot.words.shouts`) belong to the game and are the same in every language; sentences belong to
the language.
"""

from bot.words.catalogues import LOCALES, SOURCE_LOCALE, closest_locale, read
from bot.words.speech import MissingWords, Words, words_for

__all__ = [
    "LOCALES",
    "SOURCE_LOCALE",
    "MissingWords",
    "Words",
    "closest_locale",
    "read",
    "words_for",
]

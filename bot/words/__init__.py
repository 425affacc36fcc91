"""Words for people: gettext catalogues by message id, in the reader's language.

A message is found by its id (the catalogue's ``msgctxt``, such as ``table.asked.truco``) and takes
typed parameters (``{name}``, ``{points}``). The source language is neutral Spanish; regional
catalogues say what Argentina, Uruguay and Venezuela say otherwise. Shouts (:mod:`bot.words.shouts`)
belong to the game and are the same in every language; sentences belong to the language."""

from bot.words.catalogues import (
    BY_GAME,
    CHOICES,
    LOCALES,
    REGIONAL,
    SOURCE_LOCALE,
    closest_locale,
    locale_of_client,
    read,
    regional,
)
from bot.words.speech import MissingWords, Words, words_for

"""Reads the catalogues, ``bot/locale/<locale>/LC_MESSAGES/truco.po``, as they are.

Each is read once, when its language is first asked for, so there is nothing to compile. In the
source catalogue an empty translation means the source's sentence; in another one it is a mistake
(``tests/bot/catalogue/test_words.py``).

Spanish has regional catalogues as well (:data:`REGIONAL`). Each holds only the messages that differ
there; all other messages are those of the source. The reader's language decides which one is read:
``es_AR`` always means that one, ``es`` means none, and :data:`BY_GAME` means that of the country
from which the game of the table comes."""

import re
from functools import cache
from importlib.resources import files
from typing import Final

from msgspec import Struct

SOURCE_LOCALE: Final = "es"
LOCALES: Final = ("es", "pt_BR", "en")
"""The complete catalogues, the source first."""
REGIONAL: Final = ("es_AR", "es_UY", "es_VE")
"""The regional catalogues of the source language."""
BY_GAME: Final = "es_419"
"""Spanish of the country from which the game of the table comes; elsewhere neutral Spanish."""
CHOICES: Final = (BY_GAME, *REGIONAL, *LOCALES)
"""The languages people can choose."""

_BY_LANGUAGE: Final = {locale.partition("_")[0]: locale for locale in LOCALES}
_AT_HOME: Final = {
    "argentino": "es_AR",
    "tradicional-18": "es_AR",
    "uruguayo": "es_UY",
    "venezolano": "es_VE",
}
"""The regional catalogue of each game whose people speak Spanish."""
_BESIDE_SPANISH: Final = frozenset({"ay", "ast", "ca", "eu", "gl", "gn", "qu"})
"""Languages whose speakers read Spanish too."""
_ELSEWHERE: Final = "en"
"""The language for people whose own language we do not have."""
_SPELLED: Final = {locale.lower(): locale for locale in CHOICES}
_FIELD: Final = re.compile(r'^(msg[a-z]+)\S* "(.*(?:"\n".*)*)"', re.MULTILINE)
"""A keyword of a message, and its text without the outer quotes."""
_BETWEEN_LINES: Final = '"\n"'
_ESCAPED: Final = re.compile(r"\\(.)")
_SPECIAL: Final = {"n": "\n", "r": "\r", "t": "\t"}


class CatalogueMessage(Struct, frozen=True):
    """One message of one language."""

    forms: tuple[str, ...]
    """One form, or two: singular and plural."""
    plural: bool
    """Whether the message has a singular and a plural; the parameter ``n`` chooses between them."""
    fixed: bool
    """Whether the message is said as it stands: it has one form and no parameters."""


@cache
def entries(locale: str) -> dict[str, CatalogueMessage]:
    """Every message of one catalogue by its id."""
    return read("bot", "truco", locale)


@cache
def entries_of(locale: str, variant: str) -> dict[str, CatalogueMessage]:
    """Every message at a table of this game, by id. Its own messages replace the general ones."""
    every = entries(locale)
    own = f"{variant}."
    return every | {
        id.removeprefix(own): every[id] for id in every if variant and id.startswith(own)
    }


@cache
def read(package: str, name: str, locale: str) -> dict[str, CatalogueMessage]:
    """Every message of a package in one of :data:`CHOICES`. An adapter has a catalogue of its own
    for words that only its platform needs."""
    if locale == BY_GAME:
        return read(package, name, SOURCE_LOCALE)
    if locale in REGIONAL:
        return read(package, name, SOURCE_LOCALE) | read_own(package, name, locale)
    return read_own(package, name, locale)


def read_own(package: str, name: str, locale: str) -> dict[str, CatalogueMessage]:
    """The messages of ``locale/<locale>/LC_MESSAGES/<name>.po`` in a package; none if this regional
    catalogue has no such file."""
    path = files(package) / "locale" / locale / "LC_MESSAGES" / f"{name}.po"
    if locale in REGIONAL and not path.is_file():
        return {}
    found: dict[str, CatalogueMessage] = {}
    for id, (source, forms) in _messages(path.read_text("utf-8")).items():
        said = source if locale == SOURCE_LOCALE and not any(forms) else forms
        fixed = len(said) == 1 and not {"{", "}"} & set(said[0])
        found[id] = CatalogueMessage(tuple(said), len(said) > 1, fixed)
    return found


def _messages(catalogue: str) -> dict[str, tuple[list[str], list[str]]]:
    """Each message of a file: its id, and its text in the source language and in the language of
    the file. (Babel takes four times the time; tests compare with it.)"""
    found: dict[str, tuple[list[str], list[str]]] = {}
    source, forms = list[str](), list[str]()  # the head of the file, which has no id
    for field in _FIELD.finditer(catalogue):
        keyword, text = field[1], _unquoted(field[2])
        if keyword == "msgctxt":
            source, forms = found[text] = [], []
        else:
            (source if keyword == "msgid" else forms).append(text)
    return found


def _unquoted(written: str) -> str:
    whole = written.replace(_BETWEEN_LINES, "")
    return _ESCAPED.sub(lambda one: _SPECIAL.get(one[1], one[1]), whole) if "\\" in whole else whole


@cache
def closest_locale(wanted: str) -> str:
    """The language of :data:`CHOICES` for a language in a platform's spelling (``es-419``, ``pt``,
    ``en_GB``). Spanish of a country without a regional catalogue is neutral."""
    spelled = wanted.replace("-", "_").lower()
    language = spelled.partition("_")[0]
    return _SPELLED.get(spelled) or _BY_LANGUAGE.get(language, SOURCE_LOCALE)


def locale_of_client(told: str) -> str:
    """The language for people whose client names theirs. For Spanish without a country, the game
    decides. People whose language we do not have get English."""
    language = told.replace("_", "-").partition("-")[0].lower()
    if told.lower() == SOURCE_LOCALE:
        return BY_GAME
    if language in _BY_LANGUAGE or language in _BESIDE_SPANISH:
        return closest_locale(told)
    return _ELSEWHERE


def regional(locale: str, variant: str) -> str:
    """The language of texts about a table of this game: one of :data:`LOCALES` or :data:`REGIONAL`.
    ``variant`` empty: the texts are about no table."""
    spoken = closest_locale(locale)
    return _AT_HOME.get(variant, SOURCE_LOCALE) if spoken == BY_GAME else spoken

"""Reading the catalogues, ``bot/locale/<locale>/LC_MESSAGES/truco.po``, as they are.

They are read once, when a language is first asked for, so there is nothing to compile. In the
source catalogue an empty translation means the source's sentence; in another one it is a mistake
(``tests/bot/test_words.py``).
"""

from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Final

from babel.messages.pofile import read_po
from msgspec import Struct

SOURCE_LOCALE: Final = "es"
LOCALES: Final = ("es", "pt_BR", "en")
"""The languages people can choose, the source first."""

_BY_LANGUAGE: Final = {locale.partition("_")[0]: locale for locale in LOCALES}


class CatalogueMessage(Struct, frozen=True):
    """One message of one language."""

    forms: tuple[str, ...]
    """One form, or two: singular and plural."""
    source: tuple[str, ...]
    """The sentence in the source language."""
    plural: bool
    """Whether it has a singular and a plural; the parameter ``n`` chooses."""


@cache
def entries(locale: str) -> dict[str, CatalogueMessage]:
    """Every message of one catalogue by its id."""
    return read("bot", "truco", locale)


@cache
def entries_of(locale: str, variant: str) -> dict[str, CatalogueMessage]:
    """The same for a table of this game: the game's own messages replace the general ones."""
    every = entries(locale)
    own = f"{variant}."
    return every | {
        id.removeprefix(own): every[id] for id in every if variant and id.startswith(own)
    }


@cache
def read(package: str, name: str, locale: str) -> dict[str, CatalogueMessage]:
    """The messages of ``locale/<locale>/LC_MESSAGES/<name>.po`` in a package. An adapter has a
    catalogue of its own for words that only its platform needs."""
    path = files(package) / "locale" / locale / "LC_MESSAGES" / f"{name}.po"
    catalog = read_po(BytesIO(path.read_bytes()), locale=locale)
    found: dict[str, CatalogueMessage] = {}
    for message in catalog:
        if message.context is None:
            continue
        source = _forms(message.id)
        said = _forms(message.string)
        if locale == SOURCE_LOCALE and not any(said):
            said = source
        found[message.context] = CatalogueMessage(said, source, plural=len(said) > 1)
    return found


def _forms(text: object) -> tuple[str, ...]:
    if isinstance(text, str):
        return (text,)
    assert isinstance(text, tuple | list)
    return tuple(str(form) for form in text)


@cache
def closest_locale(wanted: str) -> str:
    """The catalogue for a language in a platform's spelling (``es-419``, ``pt``, ``en_GB``)."""
    language = wanted.replace("-", "_").partition("_")[0].lower()
    return _BY_LANGUAGE.get(language, SOURCE_LOCALE)

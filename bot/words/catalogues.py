"""Reading the catalogues, ``bot/locale/<locale>/LC_MESSAGES/truco.po``, as they are.

They are read once, when a language is first asked for, so there is nothing to compile. An empty
translation means the source's sentence in the source catalogue, and is a mistake anywhere else
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


class Entry(Struct, frozen=True):
    """One message of one language."""

    forms: tuple[str, ...]
    """One form, or two: for one and for several."""
    source: tuple[str, ...]
    """The source's sentence that this is the translation of."""

    @property
    def plural(self) -> bool:
        """It is said by number: the parameter ``n`` chooses the form."""
        return len(self.forms) > 1


@cache
def entries(locale: str) -> dict[str, Entry]:
    """Every message of one catalogue by its id."""
    return read("bot", "truco", locale)


@cache
def entries_of(locale: str, variant: str) -> dict[str, Entry]:
    """The same at a table of this game, its own messages in place of the others'."""
    every = entries(locale)
    own = f"{variant}."
    return every | {
        id.removeprefix(own): every[id] for id in every if variant and id.startswith(own)
    }


@cache
def read(package: str, name: str, locale: str) -> dict[str, Entry]:
    """The messages of ``locale/<locale>/LC_MESSAGES/<name>.po`` in a package: an adapter has its
    own, for what only its platform needs to say."""
    path = files(package) / "locale" / locale / "LC_MESSAGES" / f"{name}.po"
    catalog = read_po(BytesIO(path.read_bytes()), locale=locale)
    found: dict[str, Entry] = {}
    for message in catalog:
        if message.context is None:
            continue
        source = _forms(message.id)
        said = _forms(message.string)
        if locale == SOURCE_LOCALE and not any(said):
            said = source
        found[message.context] = Entry(forms=said, source=source)
    return found


def _forms(text: object) -> tuple[str, ...]:
    if isinstance(text, str):
        return (text,)
    assert isinstance(text, tuple | list)
    return tuple(str(form) for form in text)


@cache
def closest_locale(wanted: str) -> str:
    """The catalogue for a language as platforms write it (``es-419``, ``pt``, ``en_GB``)."""
    language = wanted.replace("-", "_").partition("_")[0].lower()
    return _BY_LANGUAGE.get(language, SOURCE_LOCALE)

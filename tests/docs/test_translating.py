"""The manual of translating: what it names exists, and the files are what platforms expect."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from babel import Locale
from babel.messages.pofile import read_po

from bot.catalogue.commands import LISTED
from bot.words import BY_GAME, CHOICES, LOCALES, REGIONAL, SOURCE_LOCALE
from tests.docs.test_adding_a_variant import missing

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "translating.md").read_text("utf-8")
CATALOGUES = re.findall(r"^\| `([\w/]+/es/LC_MESSAGES/\w+\.po)` ", PAGE, re.MULTILINE)


def test_names_files_and_commands_exist() -> None:
    assert list(missing(PAGE)) == []
    commands = re.findall(r"(?<![\w./>])/([a-z-]+)\b(?![/.])", PAGE)
    assert {"jugar", "configurar"} <= set(commands) <= {listed.id for listed in LISTED}


def test_every_catalogue_is_named() -> None:
    found = {str(one.relative_to(ROOT)) for one in ROOT.glob("[ab]*/**/es/LC_MESSAGES/*.po")}
    assert set(CATALOGUES) == found


def test_every_language_is_named() -> None:
    for locale in CHOICES:
        assert f"`{locale}`" in PAGE, locale
    assert BY_GAME in PAGE


@pytest.mark.parametrize("locale", [*LOCALES, *REGIONAL])
@pytest.mark.parametrize("source", CATALOGUES)
def test_a_file_is_one_that_translation_platforms_read(source: str, locale: str) -> None:
    """Bilingual gettext: a head with the language and its plural rule, and for each message its id
    once, its sentence in the source language, and as many forms as the language has."""
    path = ROOT / source.replace("/es/", f"/{locale}/")
    catalog = read_po(BytesIO(path.read_bytes()), abort_invalid=True)
    assert str(catalog.locale) == locale == str(Locale.parse(locale))
    assert catalog.num_plurals == 2
    ids = re.findall(r'^msgctxt "(.+)"$', path.read_text("utf-8"), re.MULTILINE)
    assert ids
    assert len(ids) == len(set(ids))
    for message in catalog:
        if message.id:
            assert message.context, message.id
            assert not message.fuzzy
            said = message.string if isinstance(message.string, tuple) else (message.string,)
            empty = not any(said)
            assert not empty or locale == SOURCE_LOCALE, message.context

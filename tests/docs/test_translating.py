"""The manual of translating: what it names exists, and the files are what platforms expect."""

import re
import shutil
import tomllib
from io import BytesIO
from pathlib import Path

import pytest
from babel import Locale
from babel.messages.pofile import read_po

from bot.catalogue.commands import LISTED
from bot.words import BY_GAME, CHOICES, LOCALES, REGIONAL, SOURCE_LOCALE
from bot.words.catalogues import read_own
from tests.docs.following import BLOCK
from tests.docs.test_adding_a_variant import missing
from tools import sentences

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "translating.md").read_text("utf-8")
CATALOGUES = re.findall(r"^\| `([\w/]+/es/LC_MESSAGES/\w+\.po)` ", PAGE, re.MULTILINE)


def test_names_files_and_commands_exist() -> None:
    assert list(missing(PAGE)) == []
    commands = re.findall(r"(?<![\w./>])/([a-z-]+)\b(?![/.])", PAGE)
    assert {"jugar", "configurar"} <= set(commands) <= {listed.id for listed in LISTED}


def test_every_catalogue_is_named() -> None:
    found = {str(path.relative_to(ROOT)) for path in ROOT.glob("[ab]*/**/es/LC_MESSAGES/*.po")}
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
    package, name = source.split("/locale/", maxsplit=1)[0].replace("/", "."), Path(source).stem
    read = read_own(package, name, locale)
    assert [*read] == ids
    for message in catalog:
        if message.id:
            assert message.context, message.id
            assert not message.fuzzy
            said = message.string if isinstance(message.string, tuple) else (message.string,)
            empty = not any(said)
            assert not empty or locale == SOURCE_LOCALE, message.context
            if not empty:
                assert read[message.context].forms == said


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The catalogues, to be written anew."""
    for form in sentences.CATALOGUES:
        for locale in (*LOCALES, *REGIONAL):
            if (file := ROOT / form.format(locale)).exists():
                (tmp_path / form.format(locale)).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(file, tmp_path / form.format(locale))
    return tmp_path


def written(copy: Path, locale: str, name: str = sentences.CATALOGUES[0]) -> str:
    return (copy / name.format(locale)).read_text("utf-8")


def test_the_catalogues_say_everything_as_they_are(copy: Path) -> None:
    """The command changes nothing where nothing is new."""
    assert sentences.bring_in(copy, {}) == []
    for form in sentences.CATALOGUES:
        for locale in (*LOCALES, *REGIONAL):
            if (file := ROOT / form.format(locale)).exists():
                assert written(copy, locale, form) == file.read_text("utf-8"), file


def test_a_new_sentence_is_said_in_one_place(copy: Path) -> None:
    """The file of the manual, as it stands there."""
    ((kind, _, text),) = BLOCK.findall(PAGE)
    assert kind == "toml"
    said = tomllib.loads(text)
    assert sentences.bring_in(copy, said) == []
    for locale in (*LOCALES, *REGIONAL):
        path = copy / sentences.CATALOGUES[0].format(locale)
        kept = sentences.read(path).messages
        for id, own in said.items():
            assert (id in kept) is (locale in own)
            forms = own.get(locale, "") if locale != SOURCE_LOCALE else ""
            assert (
                id not in kept or locale == SOURCE_LOCALE or [*kept[id].forms] in (forms, [forms])
            )
        ids = [*kept]
        if locale in LOCALES:
            place = ids.index("lobby.ready")
            assert ids[place - 1].startswith("lobby.")
            assert ids[place + 1] == "lobby.chairs"
            assert not ids[place + 2].startswith("lobby.")
    read_po(BytesIO(written(copy, "en").encode()), abort_invalid=True)


def test_a_mended_source_marks_what_was_translated_from_it(copy: Path) -> None:
    id, old = "hand.turn", sentences.read(ROOT / sentences.CATALOGUES[0].format("es"))
    mended = {id: {"es": 'Le toca a "alguien".', "en": "Somebody's turn."}}
    left = sentences.bring_in(copy, mended)
    others = [locale for locale in (*LOCALES, *REGIONAL) if locale not in ("es", "en")]
    assert left == [f"{sentences.CATALOGUES[0].format(locale)}: {id}" for locale in others]
    for locale in others:
        assert f'#, fuzzy\nmsgctxt "{id}"' in written(copy, locale)
        assert sentences.read(copy / sentences.CATALOGUES[0].format(locale)).messages[
            id
        ].source == ('Le toca a \\"alguien\\".',)
    said_anew = {id: {locale: "Todos." for locale in others}}
    assert sentences.bring_in(copy, said_anew) == []
    back = {id: {"es": old.messages[id].source[0], "es_AR": old.messages[id].source[0]}}
    sentences.bring_in(copy, back)
    assert f'"{id}"' not in written(copy, "es_AR")  # says nothing otherwise than its source


def test_a_message_of_a_platform_goes_to_its_own_catalogue(copy: Path) -> None:
    web = sentences.CATALOGUES[-1]
    assert sentences.bring_in(copy, {"web.seat.swap": {"es": "Cambiar"}}) == [
        f"{web.format(locale)}: web.seat.swap" for locale in ("pt_BR", "en")
    ]
    assert '"web.seat.swap"' in written(copy, "es", web)
    gone = re.sub(r'msgctxt "web.seat.take"\n.*\n.*\n\n', "", written(copy, "es", web))
    (copy / web.format("es")).write_text(gone, "utf-8")
    assert sentences.bring_in(copy, {"web.seat.swap": {"pt_BR": "Trocar", "en": "Swap"}}) == []
    assert '"web.seat.take"' not in written(copy, "en", web)


def test_what_is_said_in_no_catalogue_is_told(copy: Path) -> None:
    assert sentences.bring_in(copy, {"no.such": {"en": "?"}}) == [
        "in no catalogue, and without es: no.such"
    ]
    with pytest.raises(ValueError, match="pt"):
        sentences.bring_in(copy, {"hand.turn": {"pt": "Sua vez."}})

"""Every expression of the two pages of jargon is understood at a table, or explained."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from bot.catalogue import ShowPage, Typed, interpret, parse
from bot.catalogue.pages import read_key
from bot.chat_commands import Cannot
from bot.screens.help.help_pages import build_page
from bot.screens.pages import HELP, WORD, PageKey
from bot.words import LOCALES, words_for
from bot.words.hearing import CalledLine, hear
from bot.words.jargon import jargon, looked_up
from engine.variants import VARIANTS
from tests.bot.catalogue.test_catalogue import asker
from tests.narrow import of_kind

SPEC: Final = Path(__file__).parents[3] / "docs" / "spec"
PAGES: Final = {"senas-y-jerga.md": "## D. Jargon", "sinais-e-girias.md": "## 4. Dictionary"}
"""The pages, and the heading of the table of jargon of each."""
_BETWEEN: Final = re.compile(r" / |, |; ")
_LEFT_OUT: Final = re.compile(r"\([^)]*\)|[*]|…|\"")


def expressions() -> Iterator[str]:
    """Every expression in the first columns of the tables."""
    for page, heading in PAGES.items():
        text = (SPEC / page).read_text("utf-8").split(heading)[1].split("\n## ")[0]
        for row in text.split("\n"):
            said = row.split("|")[1].strip() if row.startswith("| ") else ""
            if said and said not in ("Word", "Term", "---"):
                yield from _alone(said)


def _alone(said: str) -> Iterator[str]:
    """The expressions of a cell. A number stands for any, and a part in brackets is one by
    itself: *baralho limpo / sujo (cheio)*."""
    for part in _BETWEEN.split(_LEFT_OUT.sub("", said)):
        if part.strip():
            yield part.strip().replace(" N ", " 5 ")


ALL: Final = tuple(dict.fromkeys(expressions()))


def is_known(said: str) -> bool:
    """Whether it is in the dictionary, or a call in some game."""
    if looked_up(said, "") is not None:
        return True
    return any(isinstance(hear(game, said), CalledLine) for game in VARIANTS)


def test_the_tables_are_read() -> None:
    assert len(ALL) > 180
    assert {"ir a la pesca", "estou seco", "quiero y 5 piedras", "güeime"} <= set(ALL)


def test_every_expression_is_understood_or_explained() -> None:
    assert [said for said in ALL if not is_known(said)] == []


@pytest.mark.parametrize("locale", LOCALES)
def test_a_word_has_a_page(locale: str) -> None:
    for id, word in jargon().items():
        for said in word.words:
            read = of_kind(Typed, parse(f"/ayuda palabra:{said}", locale))
            assert isinstance(interpret(read, asker(locale=locale)), ShowPage), said
        key = PageKey(HELP, topic=f"{WORD}{id}")
        assert read_key(str(key)) == key
        page = build_page(key, locale)
        assert page.title == ", ".join(word.words)
        assert words_for(locale).text(f"jargon.{id}") in page.text


@pytest.mark.parametrize(
    ("said", "id"),
    [("estoy seco", "seco"), ("irse a la pesca", "pesca"), ("Va parda", "parda"), ("zape", "zap")],
)
def test_the_documents_examples(said: str, id: str) -> None:
    for line in (f"/ayuda palabra:{said}", f"/ayuda {said}"):
        read = of_kind(Typed, parse(line))
        assert interpret(read, asker()) == ShowPage(HELP, (("palabra", id),))


def test_a_word_of_several_games_is_that_of_the_table() -> None:
    assert looked_up("parda", "gauderio") == "empardar"
    assert looked_up("parda", "argentino") == "parda"


@pytest.mark.parametrize(("said", "near"), [("pezca", "pesca"), ("xyz", "zap")])
def test_an_unknown_word_names_the_nearest(said: str, near: str) -> None:
    read = of_kind(Typed, parse(f"/ayuda palabra:{said}"))
    found = of_kind(Cannot, interpret(read, asker()))
    assert found.id == "say.no_word"
    assert near in dict(found.parameters)["near"]


def test_the_whole_dictionary_is_a_page() -> None:
    pages = [build_page(PageKey(HELP, topic="palabras", part=part), "es") for part in range(9)]
    text = "\n".join(page.text for page in pages)
    assert all(words_for("es").text(f"jargon.{id}") in text for id in jargon())

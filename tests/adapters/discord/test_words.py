"""Names are shown letter by letter; every sentence exists in every language."""

import re
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.discord.words import DISCORD_LOCALES, own_words, plain
from bot.words import LOCALES

LIVE = re.compile(
    r"(?<!\\)(?:\\\\)*(?:[*_~`|\[]|<[@#:t]|@(?:everyone|here))"
    r"|https?://|^\s*(?:[-+>#]|\d+\.)",
    re.MULTILINE,
)
"""What Discord would make something of."""


@pytest.mark.parametrize(
    "name",
    [
        "**bold**",
        "__u__ ~~s~~ `c` ||x||",
        "[here](http://example.test)",
        "<@1> <#2> <:a:3> <t:4:R>",
        "@everyone",
        "# title",
        "-# small",
        "1. one",
        "> said",
        "\\*\\",
    ],
)
def test_no_mark_of_a_name_is_live(name: str) -> None:
    assert LIVE.search(plain(name)) is None


@given(st.text(string.printable, max_size=30))
def test_no_text_is_live(text: str) -> None:
    assert LIVE.search(plain(text)) is None


def test_what_begins_a_line_stays_readable() -> None:
    assert plain("# one") == "\\# one"
    assert plain("1. one") == "1\u200b. one"


def test_ordinary_text_stays_as_it_is() -> None:
    assert plain("Ana: ¡Truco! (31), 10:30") == "Ana: ¡Truco! (31), 10:30"


def test_every_message_in_every_language() -> None:
    source = own_words("es")
    for locale in LOCALES:
        said = own_words(locale)
        assert said.keys() == source.keys()
        for id, text in said.items():
            assert text, (locale, id)
            assert _fields(text) == _fields(source[id]), (locale, id)


def _fields(text: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(text) if field}


def test_discord_has_these_languages() -> None:
    assert set(DISCORD_LOCALES) == set(LOCALES)

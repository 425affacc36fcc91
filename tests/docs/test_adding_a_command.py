"""``docs/adding-a-command.md``, step by step in a copy of the code: the command that it adds is
typed and chosen on all three platforms."""

from pathlib import Path
from typing import Final

import pytest

from tests.docs.following import ROOT, copy_of_the_code, follow, patched, run_test

GUIDE: Final = ROOT / "docs" / "adding-a-command.md"
IN_THE_COPY: Final = '''
"""The command of the guide, in the copy."""

import pytest

from adapters.discord.commands import payload
from adapters.telegram.menus import commands_for
from bot.asking import TurnPage, read_press
from bot.catalogue import COMMAND, ShowPage, Typed, complete, parse
from bot.screens.pages import PageKey
from bot.words import LOCALES, words_for
from tests.adapters.together.house import House
from tests.adapters.together.test_every_command import visitor
from tests.bot.test_catalogue import asker, typed

HORA = COMMAND["hora"]


def test_it_is_registered_and_read() -> None:
    assert "hora" in [one["name"] for one in payload()]
    for locale in LOCALES:
        names = [one.command for one in commands_for(locale, admins=False, hidden=False)]
        assert HORA.names.of(locale) in names
        assert parse(f"/{HORA.names.of(locale)}") == Typed("hora")
    assert typed("/time", asker()) == ShowPage("hora")
    assert "/hora" in [one.text for one in complete("/hor", asker())]
    assert read_press("p1.hora...0") == TurnPage(PageKey("hora"))


@pytest.mark.parametrize(
    ("platform", "locale"), [("discord", "es"), ("telegram", "pt_BR"), ("page", "en")]
)
async def test_it_is_answered(house: House, platform: str, locale: str) -> None:
    one = await visitor(house, platform, "Eva", locale)
    told = "".join(await one.types(HORA))
    assert words_for(locale).text("hora.title") in told
    assert "UTC" in told
'''


def test_a_command_needs_two_files_and_the_words(tmp_path: Path) -> None:
    copy_of_the_code(tmp_path, "tests/adapters", "tests/bot")
    touched = follow(GUIDE, tmp_path)
    assert touched == ["bot/pages/hora.py", "bot/catalogue/commands.py", "hora.toml"]
    run_test(tmp_path, "tests/adapters/together/test_hora.py", IN_THE_COPY)


def test_a_block_that_fits_nowhere_is_noticed() -> None:
    assert patched("a\nb\n", " a\n+c\n") == "a\nc\nb\n"
    assert patched("a\nb\n", " a\n-b\n+c\n") == "a\nc\n"
    for text in ("b\n", "a\na\n"):
        with pytest.raises(AssertionError):
            patched(text, " a\n+c\n")

"""``docs/adding-a-command.md`` and ``adding-an-option.md``, step by step in a copy of the code.

The command is typed and chosen, and a table with the option opened, on all three platforms."""

from pathlib import Path
from typing import Final

import pytest

from tests.docs.following import ROOT, copy_of_the_code, follow, patched, run_tests

COMMAND: Final = '''
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
from tests.bot.catalogue.test_catalogue import asker, typed

HORA = COMMAND["hora"]


def test_it_is_registered_and_read() -> None:
    assert "hora" in [command["name"] for command in payload()]
    for locale in LOCALES:
        listed = commands_for(locale, admins=False, hidden=False)
        assert HORA.names.of(locale) in [command.command for command in listed]
        assert parse(f"/{HORA.names.of(locale)}") == Typed("hora")
    assert typed("/time", asker()) == ShowPage("hora")
    assert "/hora" in [suggestion.text for suggestion in complete("/hor", asker())]
    assert read_press("p1.hora...0") == TurnPage(PageKey("hora"))


@pytest.mark.parametrize(
    ("platform", "locale"), [("discord", "es"), ("telegram", "pt_BR"), ("page", "en")]
)
async def test_it_is_answered(house: House, platform: str, locale: str) -> None:
    eva = await visitor(house, platform, "Eva", locale)
    told = "".join(await eva.types(HORA))
    assert words_for(locale).text("hora.title") in told
    assert "UTC" in told
'''
OPTION: Final = '''
"""The option of the guide, in the copy."""

import pytest

from bot import tokens
from bot.asking import Do, read_press
from bot.catalogue import COMMAND
from bot.community.table_defaults import recalled, remembered
from bot.messages import Accepted, Refused, SayPhrase, SetOptions
from bot.words import words_for
from bot.words.options import option_specs, value_label
from engine.variants import VARIANTS
from tests.adapters.together.house import House
from tests.adapters.together.test_every_command import visitor
from tests.bot.catalogue.test_catalogue import asker, typed


def test_it_is_offered_and_typed() -> None:
    for command in ("jugar", "desafiar"):
        assert COMMAND[command].option("silencio").names.en == "silence"
    assert all(option_specs(game)["silencio"] == ("no", "si") for game in VARIANTS)
    opened = typed("/play silence:yes", asker())
    assert dict(opened.command.options)["silencio"] == "si"


@pytest.mark.parametrize(
    ("platform", "locale"), [("discord", "es"), ("telegram", "pt_BR"), ("page", "en")]
)
async def test_it_holds_at_a_table(house: House, platform: str, locale: str) -> None:
    eva = await visitor(house, platform, "Eva", locale)
    await eva.player.line("jugar", jugadores="2", variante="argentino", silencio="si")
    match = await house.lobby_of(eva.player.user)
    info, handle = await house.info(match), house.service.handle
    assert info.silencio
    assert ("silencio", "si") in recalled(remembered(info))
    words = words_for(locale)
    sheet = await house.service.screens.options(match, info.host, locale)
    assert value_label(words, "silencio", "si") in sheet.lines[0].text
    assert "silencio" in [field.name for field in sheet.fields]
    phrase = SayPhrase(request="a", person=info.host, match=match, phrase="hola")
    assert isinstance(await handle(phrase), Refused)

    pressed = read_press(tokens.encode(match, "", "OPTION silencio no"))
    assert isinstance(pressed, Do)
    wrong = SetOptions(
        request="b", person=info.host, match=match, options=(("silencio", "quizas"),)
    )
    assert isinstance(await handle(wrong), Refused)
    assert isinstance(await handle(pressed.by(person=info.host, request="c", name="")), Accepted)
    assert not (await house.info(match)).silencio
'''


def test_a_command_needs_two_files_and_an_option_three_and_the_words(tmp_path: Path) -> None:
    copy_of_the_code(tmp_path, "tests/adapters", "tests/bot")
    touched = follow(ROOT / "docs" / "adding-a-command.md", tmp_path)
    assert touched == ["bot/pages/hora.py", "bot/catalogue/commands.py", "hora.toml"]
    touched = follow(ROOT / "docs" / "adding-an-option.md", tmp_path)
    code = ["bot/table_options.py", "bot/model/match_info.py", "bot/match/table_phrases.py"]
    assert touched == [*code, "silencio.toml"]
    run_tests(tmp_path, "tests/adapters/together", test_hora=COMMAND, test_silencio=OPTION)


def test_a_block_that_fits_nowhere_is_noticed() -> None:
    assert patched("a\nb\n", " a\n+c\n") == "a\nc\nb\n"
    assert patched("a\nb\n", " a\n-b\n+c\n") == "a\nc\n"
    for text in ("b\n", "a\na\n"):
        with pytest.raises(AssertionError):
            patched(text, " a\n+c\n")

"""``docs/adding-an-option.md``, step by step in a copy of the code: a table with the option that it
adds is opened on all three platforms."""

from pathlib import Path
from typing import Final

from tests.docs.following import ROOT, copy_of_the_code, follow, run_test

GUIDE: Final = ROOT / "docs" / "adding-an-option.md"
IN_THE_COPY: Final = '''
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
from tests.bot.test_catalogue import asker, typed


def test_it_is_offered_and_typed() -> None:
    for command in ("jugar", "desafiar"):
        assert COMMAND[command].option("silencio").names.en == "silence"
    assert all(option_specs(one)["silencio"] == ("no", "si") for one in VARIANTS)
    opened = typed("/play silence:yes", asker())
    assert dict(opened.command.options)["silencio"] == "si"


@pytest.mark.parametrize(
    ("platform", "locale"), [("discord", "es"), ("telegram", "pt_BR"), ("page", "en")]
)
async def test_it_holds_at_a_table(house: House, platform: str, locale: str) -> None:
    one = await visitor(house, platform, "Eva", locale)
    await one.player.line("jugar", jugadores="2", variante="argentino", silencio="si")
    match = await house.lobby_of(one.player.user)
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


def test_an_option_needs_three_files_and_the_words(tmp_path: Path) -> None:
    copy_of_the_code(tmp_path, "tests/adapters", "tests/bot")
    touched = follow(GUIDE, tmp_path)
    code = ["bot/table_options.py", "bot/model.py", "bot/match/table_phrases.py"]
    assert touched == [*code, "silencio.toml"]
    run_test(tmp_path, "tests/adapters/together/test_silencio.py", IN_THE_COPY)

"""The lists of commands as people see them, kept to be read."""

from pathlib import Path
from typing import Final

import pytest

from bot.words import LOCALES
from tests.adapters.together.lists import discord, telegram, words
from tests.kept import check_kept

GOLDEN: Final = Path(__file__).with_name("golden")


@pytest.mark.parametrize("locale", LOCALES)
def test_the_lists_are_those_that_were_looked_at(locale: str) -> None:
    check_kept(GOLDEN / f"lists.{locale}.txt", words((*discord(locale), *telegram(locale))))

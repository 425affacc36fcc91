"""Part of `make gallery`: the lists of commands of both platforms, as text and as pictures.

Not part of `make test`: it is made to be looked at, in `artifacts/commands`.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

from bot.words import LOCALES
from tests.adapters.together.lists import WIDE, Shown, discord, page, telegram, words
from tests.browser.sheets import written

FOLDER: Final = Path(__file__).resolve().parents[3] / "artifacts" / "commands"


@pytest.mark.parametrize("locale", LOCALES)
def test_the_lists_of_commands(locale: str) -> None:
    lists: Sequence[Shown] = (*discord(locale), *telegram(locale))
    written(FOLDER, f"lists-{locale}", words(lists), lists, page, WIDE)

"""Puzzles: a hand in which the reader finds the best step. ``/diaria problema`` asks for one."""

import re
from typing import Final

from bot.community.puzzles import LEVELS, NoPuzzle
from bot.pages.page_spec import Commanded, PageSpec, Reading
from bot.screens.pages import PUZZLE, Page, PageKey
from bot.screens.puzzle import no_puzzle_page, puzzle_key, puzzle_page
from bot.words import regional
from engine.variants import VARIANTS

_PUZZLE: Final = re.compile(r"[0-9a-f]{10}")


async def _answer(commanded: Commanded) -> PageKey:
    return puzzle_key(commanded.values)


async def _build(reading: Reading) -> Page:
    """A puzzle for this person: a new one of a game, or their puzzle after an answer."""
    puzzles, key, person = reading.service.puzzles, reading.key, reading.reader
    if key.topic in VARIANTS:
        level = LEVELS[min(key.part, len(LEVELS) - 1)]
        found = await puzzles.ask(person, key.topic, level)
    else:
        found = await puzzles.answer(person, key.topic, key.part)
    if isinstance(found, NoPuzzle):
        return no_puzzle_page(found, reading.words)
    return puzzle_page(found, regional(reading.locale, found.puzzle.variant))


def _is_puzzle(topic: str, part: int) -> bool:
    return topic in VARIANTS or _PUZZLE.fullmatch(topic) is not None


PAGE: Final = PageSpec(name=PUZZLE, answer=_answer, build=_build, keys=_is_puzzle, personal=True)

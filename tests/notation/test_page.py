"""The page about the format tells of everything there is, and its example holds."""

import re
from pathlib import Path

import pytest

from engine.errors import Reason
from engine.record.notation import parse_record
from engine.record.notation.words import ALSO_READ, ARGUMENTS, LOOSE
from engine.record.replay import replay

PAGE = (Path(__file__).parents[2] / "docs" / "spec" / "notation.md").read_text("utf-8")
WORDS = {word for code in re.findall(r"`([^`\n]+)`", PAGE) for word in code.split()}


def test_the_example_holds() -> None:
    (example,) = re.findall(r"```\n(record 1\n.*?)```", PAGE, re.DOTALL)
    played = replay(parse_record(example))
    assert (played.error, played.complete) == (None, True)


@pytest.mark.parametrize("word", [*ARGUMENTS, *ALSO_READ, *LOOSE, *Reason])
def test_every_word_is_explained(word: str) -> None:
    assert set(word.split()) <= WORDS

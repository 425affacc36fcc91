"""Snapshots that an earlier program has stored are read, and played on to the same bytes.

``snapshots-3.json`` was written by the program as it was before its parts moved into rooms. For
each game it has moments of random matches in which as many fields of a hand as possible are set,
the steps that followed, and the snapshot after them. The file is never written again: a change that
fails here needs a new version of the codec, and a new file beside this one.
"""

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from engine.actions import Action, AnyAction, Close, Deal
from engine.apply import apply
from engine.record.codec import VERSION, decode, encode
from engine.variants import VARIANTS

FILE = Path(__file__).with_name("snapshots-3.json")
STORED: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))


def action(parts: list[Any]) -> AnyAction:
    """A step as the file has it."""
    match parts:
        case ["close"]:
            return Close()
        case ["deal", dealer, hands, turned, mode]:
            return Deal(dealer, tuple(tuple(cards) for cards in hands), turned, mode)
        case [seat, verb, arg]:
            return Action(seat, verb, arg)
        case _:
            raise AssertionError(parts)


def test_the_file_has_moments_of_every_game() -> None:
    assert VERSION == 3
    assert {one["game"] for one in STORED} == {*VARIANTS}


@pytest.mark.parametrize("number", range(len(STORED)))
def test_a_stored_match_goes_on_to_the_same_bytes(number: int) -> None:
    stored = STORED[number]
    before = base64.b64decode(stored["before"])
    state = decode(before)
    assert encode(state) == before
    for parts in stored["steps"]:
        state = apply(state, action(parts)).state
    assert encode(state) == base64.b64decode(stored["after"])

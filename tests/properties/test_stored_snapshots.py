"""Snapshots that an earlier program has stored are read, and played on to the same bytes.

``snapshots-4.json`` was written when words came to know in which trick they were said. For each
game it has moments of random matches in which as many fields of a hand as possible are set, the
steps that followed, and the snapshot after them. The file is never written again, but for the
denunciations that a meddling needs since (TR-SEI-05): a change that fails here needs a new version
of the codec, and a new file in place of this one.
"""

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from engine.actions import Action, AnyAction, Close, Deal
from engine.apply import apply
from engine.record.codec import VERSION, BadSnapshot, decode, encode
from engine.variants import VARIANTS

FILE = Path(__file__).with_name("snapshots-4.json")
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
    assert VERSION == 4
    assert {stored["game"] for stored in STORED} == {*VARIANTS}


@pytest.mark.parametrize("number", range(len(STORED)))
def test_a_stored_match_goes_on_to_the_same_bytes(number: int) -> None:
    stored = STORED[number]
    before = base64.b64decode(stored["before"])
    state = decode(before)
    assert encode(state) == before
    for parts in stored["steps"]:
        state = apply(state, action(parts)).state
    assert encode(state) == base64.b64decode(stored["after"])


def test_a_snapshot_of_the_version_before_is_refused() -> None:
    """Its words do not say when they were said. Whoever asked plays the log again."""
    now = base64.b64decode(STORED[0]["before"])
    assert now[1] == VERSION
    with pytest.raises(BadSnapshot):
        decode(bytes([now[0], VERSION - 1]) + now[2:])

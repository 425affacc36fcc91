"""Single operations: copying a state, a snapshot and back, importing the engine."""

import subprocess
import sys
from collections.abc import Callable
from copy import copy
from hashlib import sha256
from random import Random
from statistics import median
from time import process_time
from typing import TypeVar

from bench.walks import drawn
from engine.actions import Action
from engine.apply import apply, deal_from, new_match
from engine.fairness.deal import AZAR_2
from engine.guard.legal import awaited, needs, offered_actions
from engine.record.codec import decode, encode
from engine.state.state import State
from engine.state.table import Table
from engine.variants import table_for

Value = TypeVar("Value")

FAIR_DEAL = "fair deal with leaves"
HASHES = "its 133 bare hashes"

IMPORT = """
from time import process_time
begun = process_time()
import engine.apply, engine.guard.legal, engine.record.codec
import engine.seen.imagine, engine.seen.view, engine.variants
print(process_time() - begun)
"""


def states(table: Table, count: int, seed: int = 1) -> list[State]:
    """States in the middle of hands, as random play meets them in the first hands of matches."""
    rng = Random(seed)
    found: list[State] = []
    while len(found) < count:
        dealer = rng.randrange(table.players)
        deck = drawn(list(table.deck), 3 * table.players, rng.random)
        state = apply(new_match(table), deal_from(table, dealer, deck)).state
        while needs(state) == "seat" and len(found) < count:
            found.append(state)
            chosen = rng.choice(offered_actions(state, awaited(state)[0]))
            assert type(chosen) is Action
            state = apply(state, chosen).state
    return found


def per_call(function: Callable[[Value], object], values: list[Value], rounds: int) -> float:
    """Seconds for one call: the median over rounds that go over all the values."""
    times = []
    for _ in range(rounds):
        begun = process_time()
        for value in values:
            function(value)
        times.append((process_time() - begun) / len(values))
    return median(times)


def import_time(rounds: int) -> float:
    """Seconds until the engine is imported, in an interpreter that has just started."""
    run = [sys.executable, "-c", IMPORT]
    return median(
        float(subprocess.run(run, capture_output=True, check=True, text=True).stdout)
        for _ in range(rounds)
    )


def measure(rounds: int) -> dict[str, float]:
    """Measures all operations, in seconds."""
    sample = states(table_for("argentino", 2), 5_000)
    assert all(decode(encode(state)) == state for state in sample)
    return {
        "copy of a state": per_call(copy, sample, rounds),
        "snapshot, encoded": per_call(encode, sample, rounds),
        "snapshot, encoded and decoded": per_call(
            lambda state: decode(encode(state)), sample, rounds
        ),
        FAIR_DEAL: fair_deal(rounds),
        HASHES: bare_hashes(rounds),
        "import of the engine": import_time(rounds),
    }


def fair_deal(rounds: int, deals: int = 500) -> float:
    """Seconds for the deck, the salts, the leaves and the root of one hand."""
    table = table_for("argentino", 2)

    def deal(number: int) -> object:
        return AZAR_2.fair_deck(
            table, number, AZAR_2.hand_key(bytes(32), "abcdefgh", number, bytes(32))
        )

    return per_call(deal, list(range(1, deals)), rounds)


def bare_hashes(rounds: int, deals: int = 500) -> float:
    """Seconds for the hashes of a deal alone: two for each of 40 salts and 6 blocks, one for each
    leaf and for the root."""
    said = bytes(60)

    def hashes(number: int) -> object:
        return [sha256(said).digest() for _ in range(2 * 46 + 41)]

    return per_call(hashes, list(range(1, deals)), rounds)

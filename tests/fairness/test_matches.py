"""Matches of any game with any options: what a fair deal writes, every verifier finds right."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.record.notation import parse_record
from engine.record.replay import replay
from engine.variants import VARIANTS
from tests.examples import examples
from tests.fairness.verifiers import VERIFIERS
from tests.strategies import random_table, seeds
from tools.fairness_vectors import FairMatch, Wanted

ENDS = ("", "agreed", "abandoned", "void")


@pytest.mark.parametrize("game", VARIANTS)
@examples(8)
@given(seed=seeds, velo=st.booleans(), ends=st.sampled_from(ENDS), missing=st.integers(1, 12))
def test_a_fair_match_verifies(game: str, seed: int, velo: bool, ends: str, missing: int) -> None:
    table = random_table(Random(seed), game)
    options = dict(table.rules.options)
    wanted = Wanted("", game, table.players, options, velo=velo, ends=ends, missing=missing)
    text = FairMatch(seed, wanted).play(3)
    assert {name: check(text) for name, check in VERIFIERS.items()} == dict.fromkeys(VERIFIERS)
    assert replay(parse_record(text)).error is None

"""The bench of duplicate matches: what it deals, and what it counts."""

from random import Random

import pytest

from engine.variants import table_for
from lab.duplicate import leads, packs
from lab.robots import mean

TABLE = table_for("argentino", 2, {"duplicate": "6"})


def test_the_packs_of_the_first_half_come_back() -> None:
    dealt = list(packs(TABLE, Random(1), again=True))
    assert len(set(dealt)) == 6
    assert sorted(dealt[:6]) == sorted(dealt[6:])
    assert dealt[:6] != dealt[6:]


def test_every_pack_of_an_ordinary_match_is_new() -> None:
    assert len(set(packs(TABLE, Random(1), again=False))) == 12


@pytest.mark.parametrize("again", [True, False])
def test_a_seed_gives_the_same_leads(again: bool) -> None:
    one, two = (leads(TABLE, "club", "amigo", 3, seed, again=again) for seed in (1, 2))
    assert one == leads(TABLE, "club", "amigo", 3, 1, again=again)
    assert one != two


def test_a_spread() -> None:
    middle, width = mean([1.0, 3.0, 5.0, 7.0])
    assert (middle, round(width, 3)) == (4.0, 2.53)

"""How people of the platforms' tests say a step: in words that the engine knows."""

import pytest

from engine.actions import Action
from engine.record.notation.words import ARGUMENTS
from engine.variants import VARIANTS, table_for
from tests.adapters.players import LIVELY, as_typed
from tests.adapters.telegram.house import WORDS


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_step_of_the_ladder_is_typed(variant: str) -> None:
    table = table_for(variant, 2)
    steps = table.rules.truco.steps
    assert {as_typed(table, Action(0, step.verb)) == ("truco", {}) for step in steps} == {True}


@pytest.mark.parametrize("words", [LIVELY, WORDS])
def test_every_word_is_one_of_the_engine(words: dict[str, object]) -> None:
    assert set(words) <= set(ARGUMENTS)

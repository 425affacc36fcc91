"""The working copy of a step keeps what it was given."""

from typing import Any, cast

from engine.apply import apply, deal_from, new_match
from engine.moves.draft import Draft
from engine.state.state import Position, make_position
from engine.variants import table_for


def test_a_position_taken_over_is_given_back_with_every_value_in_its_field() -> None:
    table = table_for("argentino", 2)
    state = apply(new_match(table), deal_from(table, 0, table.deck)).state
    assert state.hand is not None
    draft = Draft(state, state.hand)
    assert draft.position() == state.hand.position

    names = Position.__struct_fields__
    # Every field has a value of its own; which kind of value does not matter here.
    different = make_position(*cast("Any", range(len(names))))
    draft.take_over(different)
    assert [getattr(draft, name) for name in names] == list(range(len(names)))
    assert draft.position() == different

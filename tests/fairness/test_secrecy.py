"""What is hashed and opened during a match tells nothing that the table has not seen.

Every hand is dealt again with cards that the public cannot tell apart (:mod:`tests.redeal`): the
public lines must be the same, byte for byte, and the same cards must be opened. Roots and salts are
left out, for they are made of random bytes.
"""

from random import Random

import pytest
from hypothesis import given

from engine.actions import AnyAction, Deal
from engine.apply import apply
from engine.events import AnyEvent
from engine.fairness import transcript
from engine.fairness.proof import seen_cards
from engine.fairness.transcript import public_lines
from engine.record.notation import write_step
from engine.state.state import State
from tests.examples import examples
from tests.strategies import GAMES, Playout, seeds, start_from
from tests.watching import LENGTH, other_deals

HARD = [
    *((game, {}) for game in GAMES),
    ("paulista", {"ferro": "blind", "target": "12"}),
    ("venezolano", {"first_parda": "stacked", "cover_from": "1"}),
    ("tradicional-18", {"gallo_four_cards": "on"}),
    ("uruguayo", {"show": "claim", "envido_tie": "alternating"}),
]
PUBLIC = -1


class Written:
    """The lines of a match as they are written, hand by hand."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def take(self, state: State, action: AnyAction, events: tuple[AnyEvent, ...]) -> object:
        """What becomes public with a step."""
        if isinstance(action, Deal):
            self.lines = []
        self.lines += write_step(state.table, action)
        return list(public_lines(self.lines)), seen_cards(events)


def tells(game: str, fixed: dict[str, str], seed: int) -> tuple[object, object] | None:
    """The first difference between a match and the same one over other cards."""
    playout = Playout(start_from(seed, game, fixed=fixed), seed).play(LENGTH)
    state, true, other = playout.start, Written(), Written()
    others = other_deals(playout.taken, PUBLIC, Random(seed))
    for taken, action in zip(playout.taken, others, strict=True):
        step = apply(state, action)
        one = true.take(taken.before, taken.action, taken.events)
        two = other.take(state, action, step.events)
        if one != two:
            return one, two
        state = step.state
    return None


@pytest.mark.parametrize(("game", "fixed"), HARD)
@examples(12)
@given(seed=seeds)
def test_the_public_lines_tell_no_hidden_card(game: str, fixed: dict[str, str], seed: int) -> None:
    assert tells(game, fixed, seed) is None


@pytest.mark.parametrize("verb", ["cover", "stack", "descarta"])
def test_a_card_that_is_not_hidden_is_noticed(verb: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The property can fail: one verb is forgotten."""
    hidden = {other: cards for other, cards in transcript.HIDDEN.items() if other != verb}
    monkeypatch.setattr(transcript, "HIDDEN", hidden)
    game, fixed = {
        "cover": ("paulista", {}),
        "stack": ("venezolano", {"first_parda": "stacked"}),
        "descarta": ("tradicional-18", {"gallo_four_cards": "on"}),
    }[verb]
    assert any(tells(game, fixed, seed) is not None for seed in range(150))

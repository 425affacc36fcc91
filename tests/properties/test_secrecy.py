"""Nobody is sent what their seat may not know: every game, every option, every number of seats.

:mod:`tests.watching` says how it is watched, ``test_leaks`` plants leaks and sees them caught.
"""

from random import Random

import pytest
from hypothesis import given

from engine.actions import COVER, MOSTRAR, PLAY_NTH, Action, Deal
from engine.events import Dealt
from engine.state.state import FERRO, SPECIAL
from engine.variants import VARIANTS
from tests.examples import examples, many
from tests.narrow import present
from tests.strategies import GAMES, OPTIONS, Playout, seeds, start_from
from tests.watching import from_the_bot, hands_of, other_deals, watch_random

games = pytest.mark.parametrize("game", GAMES)


@games
@examples(20)
@given(seed=seeds)
def test_nobody_can_tell_deals_apart(game: str, seed: int) -> None:
    watch_random(start_from(seed, game), seed)


FOCUSED = [
    ("argentino", {"flor": "con"}),
    ("argentino", {"flor": "con", "flor_call": "auto"}),
    ("argentino", {"declare": "manual", "show": "claim"}),
    ("gauderio", {"flor": "con"}),
    ("gauderio", {"flor": "con", "flor_call": "auto", "flor_values": "sum"}),
    ("paulista", {"ferro": "blind", "target": "12"}),
    ("paulista", {"special_peek": "both"}),
    ("mineiro", {"ferro": "blind", "target": "12"}),
    ("mineiro", {"show_after_tie": "highest", "truco_must_beat": "off"}),
    ("uruguayo", {"numbered_envido": "on", "blind_calls": "off"}),
    ("uruguayo", {"blind_calls": "on"}),
    ("uruguayo", {"envido_tie": "alternating", "show": "claim", "flor_call": "optional"}),
    ("uruguayo", {"flor_call": "auto", "mazo": "player"}),
    ("venezolano", {"first_parda": "stacked", "cover_from": "1"}),
    ("tradicional-18", {"flor_faults": "penalty", "blind_calls": "off"}),
    ("tradicional-18", {"flor_faults": "penalty", "show": "claim", "flor_call": "claim"}),
    ("tradicional-18", {"declare": "manual", "show": "claim", "mazo": "player"}),
    ("tradicional-18", {"gallo_four_cards": "on", "blind_calls": "on"}),
    ("venezolano", {"aley_bluff": "on", "reservada_pays": "five"}),
]
"""Options under which more is to be hidden: watched more often."""


@pytest.mark.parametrize(("game", "fixed"), FOCUSED)
@examples(10)
@given(seed=seeds)
def test_nobody_can_tell_deals_apart_where_it_is_hard(
    game: str, fixed: dict[str, str], seed: int
) -> None:
    watch_random(start_from(seed, game, fixed=fixed), seed)


@examples(10)
@given(seed=seeds)
def test_nobody_can_tell_deals_apart_among_three(seed: int) -> None:
    """AR-GAL-01: partners of one hand are adversaries in the next."""
    watch_random(start_from(seed, "argentino", (3,)), seed)
    watch_random(start_from(seed, "argentino", (3,)), seed, from_the_bot, 25)


@games
def test_nobody_can_tell_deals_apart_where_much_is_remembered(game: str) -> None:
    """Match after match at the same few tables, all the options by default."""
    defaults = {name: values[0] for name, values in OPTIONS[game].items()}
    for seed in range(many(12)):
        watch_random(start_from(seed, game, fixed=defaults, remember=True), seed)


@games
@examples(8)
@given(seed=seeds)
def test_no_screen_tells_deals_apart(game: str, seed: int) -> None:
    watch_random(start_from(seed, game), seed, from_the_bot, 25)


@games
def test_other_deals_are_other_deals(game: str) -> None:
    """The sampler does deal differently, and leaves alone what it has to."""
    different = 0
    met: set[int | str] = set()
    for seed in range(60):
        playout = Playout(start_from(seed, game), seed).play(30)
        seat = seed % playout.start.table.players
        for hand in hands_of(playout.taken):
            others = other_deals(hand, seat, Random(seed))
            different += [step.action for step in hand] != others
            for step, other in zip(hand, others, strict=True):
                met.add(present(step.after.hand).position.special)
                if isinstance(step.action, Action):
                    met.add(step.action.verb)
                elif isinstance(step.action, Deal):
                    assert isinstance(other, Deal)
                    assert other.turned == step.action.turned
                    blind = any(isinstance(event, Dealt) and event.blind for event in step.events)
                    ended = present(hand[-1].after.hand)
                    blind = blind or ended.position.blind == seat  # it has not looked (TR-COM-01)
                    assert blind or other.hands[seat] == step.action.hands[seat]
    assert different > 50
    assert COVER in met
    if any(spec.name == "ferro" for spec in VARIANTS[game].options):
        assert {SPECIAL, FERRO, PLAY_NTH, "joga"} <= met
    if game == "paulista":
        assert MOSTRAR in met

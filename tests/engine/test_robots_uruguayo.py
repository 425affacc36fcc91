"""Robots at truco uruguayo: pieces, calls by number, flor against flor, duels."""

import random

from engine import robots
from engine.actions import QUIERO, Action, Deal
from engine.apply import apply
from engine.cards import SPANISH
from engine.robots.reading.scale import Scale, scale_of
from engine.seen.view import view
from engine.state.state import State
from engine.variants import table_for
from tests.conversation import cards, read
from tests.engine.decisions import Often, how_often


def hand(turned: str, *hands: str, score: tuple[int, int] = (0, 0), **options: str) -> State:
    """A deal in which seat 0 is mano."""
    table = table_for("uruguayo", len(hands), options)
    deal = Deal(len(hands) - 1, tuple(map(cards, hands)), SPANISH.read(turned))
    return apply(State(table, score=score), deal).state


def after(state: State, *steps: str) -> State:
    for step in steps:
        state = apply(state, read(step)).state
    return state


def answers(state: State, seat: int, times: int = 40) -> Often:
    return how_often(view(state, seat), times)


def test_pieces_are_read_off_the_muestra() -> None:
    """UY-CAR-01: the same two is an ordinary one, or the best card of all."""
    table = table_for("uruguayo", 2)
    two = SPANISH.read("2c")
    common, piece = scale_of(table, SPANISH.read("6b")), scale_of(table, SPANISH.read("6c"))
    assert common.chance[common.heights[two]] < 0.9
    assert piece.chance[piece.heights[two]] == 1
    hands = "2c 3e 7b", "12e 11b 4o"
    weak, strong = (after(hand(up, *hands), "0 play 7b", "1 truco") for up in ("6b", "6c"))
    worth = [robots.evaluate(view(one, 0), random.Random(1)) for one in (weak, strong)]
    accepted = [one[Action(0, QUIERO)].points for one in worth]
    assert accepted[1] > accepted[0] + 0.5
    assert answers(strong, 0)["noquiero"] == 0


def test_points_are_read_off_the_muestra() -> None:
    """UY-ENV-01: 30 with a piece is middling company where pieces are about."""
    plain = Scale(table_for("argentino", 2))
    pieces = scale_of(table_for("uruguayo", 2), SPANISH.read("7o"))
    assert pieces.envido_rank(29) < plain.envido_rank(29)
    assert pieces.envido_rank(37) > 0.99
    # Whatever its suit.
    assert pieces.envido == scale_of(table_for("uruguayo", 2), SPANISH.read("7e")).envido


def test_a_great_flor_is_bet_on_and_a_middling_one_compared() -> None:
    """UY-FLO-05, UY-FLO-06: la mía flor is one answer among others."""
    great = after(hand("3o", "7e 6e 4e", "2o 4o 5o"), "0 flor")
    middling = after(hand("3o", "7e 6e 4e", "7c 6c 4c"), "0 flor")
    small = after(hand("3o", "7e 6e 4e", "10b 11b 12b"), "0 flor")
    assert answers(great, 1)["flor"] < 10
    assert answers(middling, 1)["flor"] > 10
    assert answers(small, 1)["resto"] < 5
    bet = after(hand("3o", "10b 11b 12b", "7e 6e 4e"), "0 flor", "1 florenvido")
    assert answers(bet, 0)["florquiero"] < 5

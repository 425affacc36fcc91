"""What a robot reads in the words of a hand: who called, who answered what, what it pays."""

import pytest

from engine.numbers import Seat
from engine.robots.reading.situation import Situation
from engine.seen.view import view
from engine.state.state import ENVIDO_GAME, FLOR_GAME, TRUCO_GAME
from tests.conversation import Talk

HANDS = ("7e 6e 4o", "4c 6c 1o")

Told = tuple[int, int, str, int, int]
"""seat, game, meaning, step, weight"""


@pytest.mark.parametrize(
    ("steps", "told"),
    [
        (["0 envido"], [(0, ENVIDO_GAME, "call", 0, 2)]),
        (
            ["0 envido", "1 envido"],
            [(0, ENVIDO_GAME, "call", 0, 2), (1, ENVIDO_GAME, "call", 0, 4)],
        ),
        (
            ["0 envido", "1 envido", "0 realenvido"],
            [
                (0, ENVIDO_GAME, "call", 0, 2),
                (1, ENVIDO_GAME, "call", 0, 4),
                (0, ENVIDO_GAME, "call", 1, 7),
            ],
        ),
        (
            ["0 envido", "1 realenvido", "0 faltaenvido"],
            [
                (0, ENVIDO_GAME, "call", 0, 2),
                (1, ENVIDO_GAME, "call", 1, 5),
                (0, ENVIDO_GAME, "call", 2, 0),
            ],
        ),
        (
            ["0 envido", "1 quiero", "0 truco"],
            [
                (0, ENVIDO_GAME, "call", 0, 2),
                (1, ENVIDO_GAME, "wanted", 0, 2),
                (0, TRUCO_GAME, "call", 1, 2),
            ],
        ),
        (
            ["0 realenvido", "1 noquiero", "0 truco", "1 quiero", "1 retruco"],
            [
                (0, ENVIDO_GAME, "call", 1, 3),
                (1, ENVIDO_GAME, "refused", 1, 3),
                (0, TRUCO_GAME, "call", 1, 2),
                (1, TRUCO_GAME, "wanted", 1, 2),
                (1, TRUCO_GAME, "call", 2, 3),
            ],
        ),
        # The envido goes first: the truco that it interrupted waits, and is answered after it.
        (
            ["0 truco", "1 envido", "0 quiero", "1 quiero"],
            [
                (0, TRUCO_GAME, "call", 1, 2),
                (1, ENVIDO_GAME, "call", 0, 2),
                (0, ENVIDO_GAME, "wanted", 0, 2),
                (1, TRUCO_GAME, "wanted", 1, 2),
            ],
        ),
    ],
    ids=lambda value: " ".join(value) if isinstance(value[0], str) else "",
)
def test_calls_and_answers_of_argentino(steps: list[str], told: list[Told]) -> None:
    talk = Talk(*HANDS)
    talk.say(*steps)
    found = Situation(view(talk.state, Seat(0))).words
    assert [(word.seat, word.game, word.meaning, word.step, word.weight) for word in found] == told


def test_a_call_is_open_until_the_whole_side_has_refused_it() -> None:
    """AR-PLA-03, ``accept_prevails``: what the partner of a refusal says is an answer too."""
    hands = ("7e 6e 4c", "3c 10b 11o", "5o 12c 2b", "7o 4o 12b", "1e 5b 10e", "1b 6o 10c")
    talk = Talk(*hands, answer_by="accept_prevails")
    talk.say("0 truco", "1 noquiero", "3 noquiero", "5 quiero")
    found = Situation(view(talk.state, Seat(0))).words
    assert [(word.seat, word.meaning) for word in found] == [
        (0, "call"),
        (1, "refused"),
        (3, "refused"),
        (5, "wanted"),
    ]


@pytest.mark.parametrize(
    ("steps", "told"),
    [
        (
            ["0 flor", "1 contraflor", "0 achico"],
            [(1, FLOR_GAME, "call", 1, 0), (0, FLOR_GAME, "refused", 1, 0)],
        ),
        (
            ["0 flor", "1 resto", "0 florquiero"],
            [(1, FLOR_GAME, "call", 2, 0), (0, FLOR_GAME, "wanted", 2, 0)],
        ),
        # These answer the announcement alone.
        (["0 flor", "1 achico"], []),
        (["0 truco", "1 flor", "0 florquiero"], [(0, TRUCO_GAME, "call", 1, 2)]),
    ],
)
def test_an_announced_flor_is_no_bet_and_what_answers_it_may_be(
    steps: list[str], told: list[Told]
) -> None:
    talk = Talk("7e 6e 4e", "4c 6c 1c", flor="con")
    talk.say(*steps)
    found = Situation(view(talk.state, Seat(0))).words
    assert [(word.seat, word.game, word.meaning, word.step, word.weight) for word in found] == told

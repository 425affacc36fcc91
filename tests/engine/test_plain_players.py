"""Plain players, and what robots learn from them."""

import random
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.robots.learnt.truco_spots import (
    ACCEPT,
    ASKED,
    EITHER,
    FIRST,
    MINE,
    NOBODY,
    NONE,
    REFUSE,
    THEIRS,
    TIED,
    codes_of,
    lying_of,
    spot_of,
)
from engine.robots.reading.scale import above_of
from lab.learning.plain_players import PlainPlayer, strength
from lab.learning.truco_training import Training
from lab.table_files import mean_of
from tests.narrow import present

LEVELS: Final = [level for level in range(10) for _ in range(4)]
"""Of a deck of forty cards, four of each level."""
ABOVE: Final = above_of(LEVELS)
PAID: Final = ([1.0, 3.0], [-1.0, -3.0])


@pytest.mark.parametrize(
    ("held", "facing", "first", "trick", "strong"),
    [
        ([9], NONE, TIED, 2, 1),  # nothing beats it
        ([0], NONE, MINE, 2, 0.1),  # all but its equals do
        ([4, 9], NONE, TIED, 1, 1),
        ([0, 9], NONE, MINE, 1, 1),
        ([9, 9], NONE, THEIRS, 1, 1),
        ([0, 9], NONE, THEIRS, 1, 0.1),
        ([0, 9, 9], NONE, FIRST, 0, 1),
        ([0, 0, 9], NONE, FIRST, 0, 0.1 + 0.1 - 0.01),
        ([0, 5], 4, MINE, 1, 1),  # it wins both
        ([0, 5], 4, TIED, 1, 1),
        ([0, 4], 4, MINE, 1, 1),  # a tie belongs to the winner of the first trick
        ([0, 4], 4, THEIRS, 1, 0),
        ([9, 9], 4, THEIRS, 1, 1),
        ([0, 5], 4, THEIRS, 1, 0.1),  # it wins with the five, and has the worst card left
        ([0, 9], 9, TIED, 1, 0.1),  # tied twice
        ([5], 4, THEIRS, 2, 1),
        ([4], 4, TIED, 2, 0.5),  # nobody has won any
        ([3], 4, MINE, 2, 0),
        ([0, 9, 9], 5, FIRST, 0, 1),  # it wins as cheaply as it can, and the other cards count
        ([0, 5, 6], 5, FIRST, 0, 0.1 + (1 - 16 / 40) - 0.1 * (1 - 16 / 40)),
        ([0, 9], 9, FIRST, 0, 0.1),
    ],
)
def test_how_good_a_hand_is(
    held: list[int], facing: int, first: int, trick: int, strong: float
) -> None:
    """What is neither 0 nor 1 is reckoned by hand: one in ten cards is not higher than the worst
    one, 24 of 40 are not higher than a five."""
    assert strength(held, ABOVE, [], facing, first, trick) == pytest.approx(strong)


levels = st.integers(0, 9)


@given(st.lists(levels, min_size=3, max_size=3), st.integers(0, 2), levels)
def test_a_higher_card_makes_no_hand_worse(held: list[int], place: int, level: int) -> None:
    before = strength(sorted(held), ABOVE, [], NONE, FIRST, 0)
    better = sorted([*held[:place], max(level, held[place]), *held[place + 1 :]])
    assert 0 <= before <= strength(better, ABOVE, [], NONE, FIRST, 0) + 1e-9
    assert before <= 1


def test_cards_that_were_seen_are_no_danger() -> None:
    assert strength([8], ABOVE, [], NONE, TIED, 2) == pytest.approx(0.9)
    assert strength([8], ABOVE, [9, 9, 3], NONE, TIED, 2) == pytest.approx(0.95)


def test_plain_players_call_accept_and_raise_with_good_cards() -> None:
    """With the best hand everybody does sooner or later; with the worst one nobody accepts, and
    only who bluffs calls or raises."""
    draw = random.Random(5)
    players = [PlainPlayer(draw) for _ in range(200)]
    assert all(player.calls(1, 1) and player.accepts(1) and player.raises(1) for player in players)
    assert not any(player.accepts(0) for player in players)
    liars = [player for player in players if any(player.calls(0, 1) for _ in range(200))]
    assert 60 < len(liars) < 140
    assert any(liar.raises(0) for liar in liars for _ in range(50))
    honest = [player for player in players if player not in liars]
    assert not any(player.calls(0, 1) or player.raises(0) for player in honest for _ in range(50))
    assert 20 < sum(player.calls(0.6, 1) for player in honest) < 80
    assert 20 < sum(player.calls(1, 0) for player in honest) < 80, "some wait in the first trick"


def test_each_leads_in_its_way() -> None:
    draw = random.Random(5)
    players = [PlainPlayer(draw) for _ in range(200)]
    assert {player.leads(3, FIRST) for player in players} == {0, 1, 2}
    assert {player.leads(2, MINE) for player in players} == {0, 1}
    assert {player.leads(2, TIED) for player in players} == {1}


DEALS: Final = [
    (sorted(draw.sample(LEVELS, 3)), sorted(draw.sample(LEVELS, 3)))
    for draw in map(random.Random, range(12))
]


def trained(plain: float) -> Training:
    """What is learnt from a few deals."""
    training = Training("seed", "mano", 0, False, False, plain)
    draw = random.Random(7)
    for number in range(1, 801):
        training.round([*draw.choice(DEALS)], ABOVE, PAID, (1, 1), number / 800)
    return training


def gained(training: Training) -> float:
    """What the robot wins from plain players in these deals, as mano and as pie, each deal forty
    times. Nothing is learnt meanwhile."""
    draw = random.Random(11)
    training.weight, total = 0.0, 0.0
    for mano, pie in DEALS:
        for times in range(80):
            training.hands = [list(mano), list(pie)]
            training.robot = training.me = times % 2
            training.guest = PlainPlayer(draw)
            total += training._turn(0, NONE, 0, NOBODY, NOBODY)
    return total / (80 * len(DEALS))


def test_who_has_learnt_from_plain_players_wins_more_from_them() -> None:
    """Than who has learnt from a rival alone. The rival learns apart, and nothing of it is kept."""
    alone, taught = trained(0.0), trained(0.9)
    for training in (alone, taught):
        assert len(training.rivals) > 50
        assert training.rivals is not training.rows
    assert gained(taught) > gained(alone) + 0.2


def test_what_no_good_rival_does_is_answered_too() -> None:
    """A rival without a chance soon calls no more. The robot goes on learning what to answer, and
    what it has not learnt yet is no part of its mean."""
    training = Training("seed", "mano", 0, False, False, 0.0)
    for number in range(1, 401):
        training.round([[9, 9, 9], [0, 1, 2]], ABOVE, PAID, (1, 1), number / 400)
    codes = codes_of([9, 9], ABOVE, [9], NONE, False)
    lying = lying_of(9, ABOVE, [9])
    row = training.rows[spot_of(codes, ASKED, True, 0, FIRST, 1, EITHER, lying, False)]
    assert sum(row[4:]) > 2, "weight of the visits"
    mean = present(mean_of(row, 1.0))
    assert mean[REFUSE] < 0.1 * mean[ACCEPT]
    fresh = Training("seed", "mano", 0, False, False, 0.0)
    fresh.round([[2, 5, 9], [0, 6, 8]], ABOVE, PAID, (1, 1), 1.0)
    unlearnt = [row for row in fresh.rows.values() if not any(row[2 * len(row) // 3 :])]
    assert unlearnt
    assert not any(sum(row) for row in unlearnt)


@pytest.mark.parametrize(
    ("facing", "laid"), [(6, 7), (2, 4), (7, 7), (9, 2), (1, 2), (4, 7), (3, 4)]
)
def test_a_plain_player_wins_a_trick_as_cheaply_as_it_can(facing: int, laid: int) -> None:
    """Or else ties it, or lays its lowest card. The mano leads one card and has no others, so that
    all that is learnt follows from what the plain player lays."""
    seen: list[int] = []

    class Watched(Training):
        def _lay(self, player: int, place: int, *rest: int) -> float:
            if self.guest is not None and (self.me, player) == (0, 1) and not self.results:
                seen.append(self.hands[player][place])
            return super()._lay(player, place, *rest)

    training = Watched("seed", "mano", 0, False, False, 1.0)
    for _ in range(5):
        training.round([[facing] * 3, [2, 4, 7]], ABOVE, PAID, (0, 0), 1.0)
    assert set(seen) == {laid}

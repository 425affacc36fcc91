"""The envido that robots have solved: little is gained by knowing how they bet on it."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from engine import robots
from engine.cards import UNKNOWN
from engine.robots import envido_alone
from engine.robots.bets import Choice, Compared, Fold, Game, Node
from engine.robots.envido_alone import MANO
from engine.robots.situation import Situation
from engine.seen.view import view
from engine.state.table import Table
from tests.conversation import Talk


def chances(table: Table) -> dict[int, float]:
    """By points, how likely a random hand has them."""
    found = Counter(table.envido_points(dealt, UNKNOWN) for dealt in combinations(table.deck, 3))
    return {points: count / found.total() for points, count in sorted(found.items())}


class Reader:
    """One who knows how often a robot says what with which points, and does the best against it."""

    def __init__(self, played: Choice, groups: dict[int, int], likely: dict[int, float]) -> None:
        self.groups, self.likely, self.played = groups, likely, played

    def gains(self, node: Node, me: int) -> float:
        """What the best answer to the other player is worth, when bets are worth what ``node``
        says."""
        return sum(
            share * self._best(node, self.played, me, own, dict(self.likely))
            for own, share in self.likely.items()
        )

    def _best(self, node: Node, played: Node, me: int, own: int, held: dict[int, float]) -> float:
        sign = 1 if me == MANO else -1
        if isinstance(node, Fold):
            return sign * node.worth * sum(held.values())
        if isinstance(node, Compared):
            won = sum(
                share
                for other, share in held.items()
                if own > other or (own == other and me == MANO)
            )
            lost = sum(held.values()) - won
            if me == MANO:
                return won * node.won + lost * node.lost
            return -won * node.lost - lost * node.won
        assert isinstance(node, Choice)
        assert isinstance(played, Choice)
        both = list(zip(node.words, node.after, played.after, strict=True))
        if node.player == me:
            return max(self._best(after, there, me, own, held) for _, after, there in both)
        mixes = {points: played.mix(self.groups[points]) for points in held}
        return sum(
            self._best(
                after,
                there,
                me,
                own,
                {points: share * mixes[points][word] for points, share in held.items()},
            )
            for word, after, there in both
        )


def scene(score: tuple[int, int] = (0, 0)) -> Situation:
    return Situation(view(Talk("7e 6e 4o", "4c 6b 1o", score=score).state, 0))


def gained(played: Choice, real: Choice, groups: dict[int, int], table: Table) -> float:
    """Points a hand by the best answer, the mean of both seats."""
    reader = Reader(played, groups, chances(table))
    return (reader.gains(real, 0) + reader.gains(real, 1)) / 2


@pytest.mark.dear
@pytest.mark.parametrize("score", [(0, 0), (15, 15), (28, 27)])
def test_the_solution_of_the_envido_alone_is_exact(
    monkeypatch: pytest.MonkeyPatch, score: tuple[int, int]
) -> None:
    """With every number of points for itself and time enough, nobody gains a hundredth."""
    monkeypatch.setattr(envido_alone, "rounded", lambda points: points)
    found = scene(score)
    likely = chances(found.table)
    root = envido_alone.tree(envido_alone.bets_of(found))
    ranks = range(0, 2 * len(likely), 2)
    shares = list(likely.values())
    Game(root, ([rank + 1 for rank in ranks], ranks), (shares, list(shares))).solve(250)
    groups = {points: index for index, points in enumerate(likely)}
    assert -1e-9 < gained(root, root, groups, found.table) < 0.01


@pytest.mark.dear
@pytest.mark.parametrize("score", [(0, 0), (28, 27)])
def test_who_reads_the_envido_gains_little(
    monkeypatch: pytest.MonkeyPatch, score: tuple[int, int]
) -> None:
    """What robots have time for: neighbouring points for one, bets rounded, fewer rounds."""
    found = scene(score)
    played = envido_alone.tree(envido_alone.bets_of(found))
    envido_alone.game(found.table, UNKNOWN, played).solve(envido_alone.MORE_ROUNDS)
    monkeypatch.setattr(envido_alone, "rounded", lambda points: points)
    real = envido_alone.tree(envido_alone.bets_of(found))
    groups, _ = envido_alone.held(found.table, UNKNOWN)
    assert gained(played, real, groups, found.table) < 0.08


def test_the_size_of_a_bet_does_not_tell() -> None:
    """A real envido is said with 33 and with 7, and great points are also bet small."""
    for cards in ("7e 6e 4o", "7c 10b 11o"):
        seen = view(Talk(cards, "4e 6b 1o").state, 0)
        found = envido_alone.mix(Situation(seen))
        assert found is not None
        assert found["realenvido"] > 0.1
        assert found["envido"] > 0.1
        said = Counter(robots.choose(seen, Random(seed)).verb for seed in range(40))
        assert {"envido", "realenvido"} <= {*said}


def test_it_bets_when_the_flor_is_played_too() -> None:
    """AR-FLO-03: the call makes known that its caller has no flor, which the deck allows for."""
    talk = Talk("7e 6e 4o", "4c 6b 1o", flor="con").say("0 realenvido")
    found = envido_alone.mix(Situation(view(talk.state, 1)))
    assert found is not None
    assert sum(found.values()) == pytest.approx(1)

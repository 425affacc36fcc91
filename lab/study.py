"""The gain of a student of the learnt truco: ``python -m lab.study --variant paulista``.

Students learn to beat the strategy of a table (:mod:`lab.learning.truco_study`) in more and more
deals of the truco alone, in the middle of a match. Then they always take the choice with the
greatest regret. The program prints their gain in points a hand: they know the table's strategy in
every spot. With ``--fine`` they tell every card apart and remember all laid cards. With ``--play``
they play whole hands against the robot itself at the end. With the compiled engine the program is
more than three times as fast.
"""

import random
import time
from typing import Final

from engine import robots
from engine.actions import CARD_VERBS, NO_QUIERO, QUIERO, Action
from engine.robots.learnt import team_truco, truco_tables
from engine.robots.learnt.mix_tables import TrucoTable
from engine.robots.learnt.truco_past import Chosen, Past, past_of
from engine.robots.learnt.truco_spots import RAISE
from engine.robots.learnt.truco_tables import ANY, home_step
from engine.robots.reading.situation import Situation
from engine.seen.view import SeatView
from engine.state.state import TRUCO_GAME
from engine.state.table import Table
from lab.arguments import arguments, table_of
from lab.learning.truco_study import CloseAnswers, Student, TeamStudent, answers
from lab.players import PLAYERS, Player, laid_at, offered_words
from lab.robots import duplicate, in_points, mean
from lab.solving.position import ties_of
from lab.truco_tables import Deals, worth

CHECKS: Final = 7
"""How often the gain is measured, each time after twice as many deals."""


class Study:
    """Students of one table of the robots, in the middle of a match."""

    def __init__(self, table: Table, seed: int, fine: bool = False) -> None:
        """``fine``: as in :class:`Student`; only for two players."""
        self.table = table
        self.fine = fine
        self.name = f"{table.rules.variant} {table.players} {seed}"
        target = table.rules.match.target
        self.score = target // 2, target // 2
        lacks = target - target // 2
        self.paid = worth(table, (lacks, lacks))
        step = home_step(table.worth, lacks)
        self.most = step, step
        pair = table.players == 2
        known = truco_tables.table_at(table, self.most if pair else (ANY, ANY))
        assert known is not None, truco_tables.missing()
        ties, must_beat = ties_of(table), table.rules.tricks.caller_must_beat
        self.student: Student | TeamStudent = (
            Student(known, self.name, ties, must_beat, fine)
            if pair
            else TeamStudent(known, self.name, ties)
        )
        self._deals = Deals(table)

    def learn(self, draw: random.Random, weight: float) -> None:
        self.student.round(*self._deals.drawn(draw), self.paid, self.most, weight)

    def gains(self, hands: int) -> tuple[float, float]:
        """The students' gain in a hand, with the half width of the 95 % interval, over this many
        deals."""
        draw = random.Random(f"tried {self.name}")
        found: list[float] = []
        for _ in range(hands):
            self.student.deal(*self._deals.drawn(draw), self.paid, self.most, 0.0)
            found.append(self.student.gains())
        return mean(found)

    def plays(self, hands: int) -> tuple[float, float]:
        """The same against the robot itself, in this many duplicate deals."""
        learnt = self.student.rivals
        one = player(CloseAnswers(learnt) if self.fine else answers(learnt))
        seed, score = f"played {self.name}", self.score
        return duplicate(self.table, one, PLAYERS["heuristic"], hands, seed, in_points, score)


def player(known: TrucoTable) -> Player:
    """A player that lays cards, calls and answers the truco as this table says, and plays like the
    robot otherwise."""

    def choose(seen: SeatView, rng: random.Random, budget: float) -> Action:
        usual = robots.choose(seen, rng, budget)
        scene = Situation(seen)
        steps = {step.verb for step in scene.rules.truco.steps}
        if usual.verb not in {*CARD_VERBS, *steps, QUIERO, NO_QUIERO}:
            return usual
        if scene.top is not None and scene.top.game != TRUCO_GAME:
            return usual
        found = chosen(scene, known)
        if found is None:
            return usual
        way = rng.choices(range(len(found.shares)), found.shares)[0]
        return done(seen, scene, found, way) or usual

    return Player("student", choose, agree=True)


def chosen(scene: Situation, known: TrucoTable) -> Chosen | None:
    """The strategy of this table; ``None``: the table does not cover the moment, or a robot would
    not use its own table here."""
    if scene.view.players != 2:
        return team_truco.chosen(scene, known)
    if past_of(scene) is None:
        return None
    if isinstance(known, CloseAnswers):
        known.held = list(scene.levels)
        known.laid = [scene.heights[play.card] for play in scene.view.plays]
    return Past(scene, known).now(scene.levels)


def done(seen: SeatView, scene: Situation, found: Chosen, way: int) -> Action | None:
    """The action of this choice; ``None``: it is not offered."""
    top, steps, offered = scene.top, scene.rules.truco.steps, offered_words(seen)
    if way < len(found.levels):
        return laid_at(seen, scene, found.levels[way])
    if top is None:
        return offered.get(steps[scene.position.level].verb)
    return offered.get(steps[top.step].verb if way == RAISE else (NO_QUIERO, QUIERO)[way])


def main() -> None:
    """Print a line for each check."""
    parser = arguments(__doc__)
    parser.add_argument("--rounds", type=int, default=1_000_000, help="deals to learn from")
    parser.add_argument("--hands", type=int, default=100_000, help="deals of a check")
    parser.add_argument("--fine", action="store_true", help="tell every card apart; of two")
    parser.add_argument("--play", type=int, default=0, help="duplicate deals against the robot")
    given = parser.parse_args()
    study = Study(table_of(given), given.seed, given.fine)
    draw = random.Random(f"learnt {study.name}")
    print(f"{given.variant}, {given.players} players, {'fine' if given.fine else 'coarse'}")
    checks = [given.rounds >> part for part in range(CHECKS)]
    began = time.monotonic()
    for number in range(1, given.rounds + 1):
        study.learn(draw, number / given.rounds)
        if number in checks:
            gained, width = study.gains(given.hands)
            print(
                f"  {number:9} deals {len(study.student.rivals):8} spots   "
                f"{gained:+.4f} +- {width:.4f} points a hand   {time.monotonic() - began:.0f} s",
                flush=True,
            )
    print(f"  spots that the table does not know: {study.student.studied.unknown}")
    if given.play:
        gained, width = study.plays(given.play)
        print(f"  against the robot itself: {gained:+.3f} +- {width:.3f} ({given.play} deals)")


if __name__ == "__main__":
    main()

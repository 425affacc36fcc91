"""The gain of a player that learns to play against a robot: ``python -m lab.response ...``.

A learner plays many hands against a player that never changes, remembers the gain of each step in
situations that look alike to it, and then always takes the step with the highest gain. If it knows
nothing better, it plays like that player. The program prints the learner's gain after more and more
hands, in duplicate deals with a 95 % interval. Against a player that cannot be exploited the
learner gains nothing.
"""

import argparse
import random
import time
from collections.abc import Hashable, Sequence
from math import sqrt
from typing import Final

from engine import robots
from engine.actions import CARD_VERBS, PLAY, Action
from engine.cards import UNKNOWN
from engine.robots.reading.situation import Situation
from engine.seen.view import SeatView
from engine.state.state import ENVIDO_GAME
from engine.state.table import Table
from engine.variants import VARIANTS, table_for
from lab.players import PLAYERS, Player
from lab.robots import Measure, chance, drawn_hand, duplicate, in_chance, in_points, matches, seated

LIKE_IT: Final = ""
"""The choice of a learner to play as the other player would."""
CURIOUS: Final = 0.25
"""How often a learner tries something at random."""
CAUTIOUS: Final = 1.5
"""A step counts as worse than its mean by this many points, divided by the root of the number of
tries: a few lucky hands prove nothing."""
MEASURES: Final = {"points": in_points, "chance": in_chance}
"""The goals of a learner: points, or the chance of winning the match."""


def point_in(measure: Measure, table: Table) -> float:
    """The worth of one point at the beginning of a match."""
    if measure is in_points:
        return 1.0
    target = table.rules.match.target
    return chance(table, target - 1, target) - chance(table, target, target)


class Worth:
    """The gains of a step so far."""

    __slots__ = ("mean", "times")

    def __init__(self) -> None:
        self.mean, self.times = 0.0, 0

    def add(self, points: float) -> None:
        """Adds one more hand in which the step was taken."""
        self.times += 1
        self.mean += (points - self.mean) / self.times

    def sure(self, point: float) -> float:
        """The mean, less a part that may have been luck; ``point``: the worth of a point."""
        return self.mean - CAUTIOUS * point / sqrt(self.times)


class Learner:
    """A player that learns the weaknesses of another player."""

    def __init__(self, against: Player, fine: bool = False, point: float = 1.0) -> None:
        """``fine``: the learner tells more situations apart, and needs more hands. ``point``: the
        worth of a point in the unit of its goal."""
        self.against = against
        self.point = point
        self.steps = 12 if fine else 5
        self.fine = fine
        self.known: dict[Hashable, dict[str, Worth]] = {}
        self.path: list[Worth] = []
        self.learning = False

    def player(self) -> Player:
        return Player("learner", self.choose, self.against.budget)

    def choose(self, seen: SeatView, rng: random.Random, budget: float) -> Action:
        """The step with the highest gain in such situations; while it learns, sometimes a random
        step."""
        scene = Situation(seen)
        offered = self._offered(seen, scene)
        if len(offered) < 2 or seen.position is None or seen.position.phase:
            return self.against.choose(seen, rng, budget)
        known = self.known.setdefault(self._seen_as(seen, scene), {})
        label = LIKE_IT
        if self.learning and rng.random() < CURIOUS:
            label = rng.choice([LIKE_IT, *offered])
        elif LIKE_IT in known:
            best = {
                word: worth.sure(self.point) for word, worth in known.items() if word in offered
            }
            label = max(best, key=lambda word: best[word], default=LIKE_IT)
            if label != LIKE_IT and best[label] <= known[LIKE_IT].mean:
                label = LIKE_IT
        if self.learning:
            self.path.append(known.setdefault(label, Worth()))
        return offered[label] if label else self.against.choose(seen, rng, budget)

    def _offered(self, seen: SeatView, scene: Situation) -> dict[str, Action]:
        """The offered steps by name: words by their verb, cards by the number of lower cards in the
        hand."""
        found: dict[str, Action] = {}
        for legal in seen.offered:
            if isinstance(legal, Action) and legal.verb == PLAY:
                lower = sum(level < scene.heights[legal.arg] for level in scene.levels)
                found.setdefault(f"{PLAY} {lower}", legal)
            elif isinstance(legal, Action) and legal.verb not in CARD_VERBS:
                found[legal.verb] = legal
        return found

    def _seen_as(self, seen: SeatView, scene: Situation) -> Hashable:
        """The key by which the learner tells situations apart. It never contains the score."""
        position, top, steps = scene.position, scene.top, self.steps

        def about(level: int) -> int:
            return int(scene.scale.chance[level] * (steps - 1) + 0.5)

        envido = -1
        pending = top is not None and top.game == ENVIDO_GAME
        open_ = any(call.verb in scene.offered for call in scene.rules.envido.calls)
        if (pending or open_) and UNKNOWN not in seen.dealt:
            points = scene.table.envido_points(seen.dealt, seen.turned)
            envido = int(scene.scale.envido_rank(points) * steps)
        heard = tuple((word.seat == seen.seat, word.verb) for word in scene.words)
        return (
            scene.side,
            scene.results,
            tuple(about(level) for level in scene.levels),
            tuple(about(level) for slot, level in scene.running if slot != scene.me),
            position.level,
            position.word == scene.table_side,
            (top.game, top.step) if top is not None else None,
            envido,
            heard if self.fine else (),
        )

    def learn(self, points: float) -> None:
        """Learns from a hand that is over and has brought this gain."""
        for worth in self.path:
            worth.add(points)
        self.path.clear()


def study(
    table: Table, learner: Learner, hands: int, seed: int, measure: Measure = in_points
) -> None:
    """Lets the learner play this many hands, each from a new random score. ``measure``: the
    learner's goal."""
    draw = random.Random(seed)
    learner.learning = True
    for number in range(hands):
        own = number % 2
        both = (learner.player(), learner.against)
        players = seated(table, both[own], both[1 - own])
        state, score = drawn_hand(table, players, draw, table.rules.match.target)
        learner.learn(measure(state, score, own))
    learner.learning = False


def curve(
    table: Table,
    learner: Learner,
    measure: Measure,
    checks: Sequence[int],
    pairs: int,
    seed: int,
    minutes: float,
) -> None:
    """Prints the learner's gain after more and more hands until the time is over, and at the end in
    matches too."""
    until, played = time.monotonic() + 60 * minutes, 0
    other = learner.against
    while True:
        room = next((check for check in checks if check > played), 0)
        late = time.monotonic() > until
        if not room or late:
            break
        # In small parts, so that the time limit is kept.
        while played < room and not late:
            part = min(250, room - played)
            study(table, learner, part, seed * 1_000_003 + played, measure)
            played += part
            late = time.monotonic() > until
        found = ", ".join(
            f"{name} {{:+.3f}} +- {{:.3f}}".format(
                *duplicate(table, learner.player(), other, pairs, seed + 1, measured)
            )
            for name, measured in MEASURES.items()
        )
        print(f"  {played:8} hands {len(learner.known):7} situations   {found}", flush=True)
    share, width = matches(table, learner.player(), other, pairs // 4, seed + 2)
    print(f"  matches won: {share:.1%} +- {width:.1%}")


def main() -> None:
    """Print a line for each check."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--robot", choices=sorted(PLAYERS), default="heuristic")
    parser.add_argument("--variant", choices=sorted(VARIANTS), default="argentino")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--wants", choices=sorted(MEASURES), default="points")
    parser.add_argument("--hands", type=int, default=100_000)
    parser.add_argument("--minutes", type=float, default=60.0, help="the most time for learning")
    parser.add_argument("--pairs", type=int, default=400, help="duplicate deals a check")
    parser.add_argument("--fine", action="store_true", help="tell more situations apart")
    parser.add_argument("--budget", type=float, default=robots.DEFAULT_BUDGET)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    table = table_for(given.variant, 2, dict(option.split("=") for option in given.option))
    named = PLAYERS[given.robot]
    against = Player(named.name, named.choose, given.budget)
    measure = MEASURES[given.wants]
    learner = Learner(against, given.fine, point_in(measure, table))
    checks = [given.hands // part for part in (16, 8, 4, 2, 1)]
    print(
        f"a learner of {given.wants} against {against.name}, {given.variant},"
        f" {'fine' if given.fine else 'coarse'}"
    )
    curve(table, learner, measure, checks, given.pairs, given.seed, given.minutes)


if __name__ == "__main__":
    main()

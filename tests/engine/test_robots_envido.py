"""The envido that robots have solved: nobody gains by knowing how they bet on it."""

from collections import Counter
from functools import cache, cached_property
from itertools import combinations
from random import Random

import pytest
from msgspec.structs import replace

from engine import robots
from engine.actions import NO_QUIERO, PLAY, QUIERO, Action, Deal, Range
from engine.apply import apply, new_match
from engine.cards import UNKNOWN, Card
from engine.guard.legal import awaited, needs
from engine.numbers import Seat
from engine.robots import envido_alone
from engine.robots.envido_alone import SILENT
from engine.robots.envido_bets import HIGHER, MANO, PIE
from engine.robots.situation import Situation
from engine.robots.stakes import Stakes
from engine.seen.view import view
from engine.state.state import State
from engine.variants import table_for
from tests.conversation import Talk

Hand = tuple[Card, ...]
Held = dict[int, float]
"""By points of the envido, how likely the robot has them and has come here."""
Said = tuple[Action, ...]


class Reader:
    """One who knows all that a robot says about the envido, and does the best against it.

    Nothing here comes from the tree that the robot has solved: what may be said and what it pays is
    asked of the engine, and what the robot says, of the robot with each hand in turn.
    """

    def __init__(self, variant: str, score: tuple[int, int], robot: int) -> None:
        """``score``: of the mano and of the pie. ``robot``: which of them the robot is."""
        self.table, self.robot, self.score = table_for(variant, 2, {}), robot, score
        self.turned = self.table.deck[0] if self.table.turns else UNKNOWN
        self.hands: dict[int, list[Hand]] = {}
        for dealt in combinations([card for card in self.table.deck if card != self.turned], 3):
            if self.table.rules.flor is None or not self.table.has_flor(dealt, self.turned):
                points = self.table.envido_points(dealt, self.turned)
                self.hands.setdefault(points, []).append(dealt)
        total = sum(map(len, self.hands.values()))
        self.likely: Held = {one: len(self.hands[one]) / total for one in sorted(self.hands)}

    @cached_property
    def stakes(self) -> Stakes:
        return Situation(view(self.state(min(self.hands), min(self.hands), ()), MANO)).stakes

    def gains(self) -> float:
        """What the best answer is worth to me, in points, over all hands of both."""
        return sum(
            share * self._best(own, dict(self.likely), ()) for own, share in self.likely.items()
        )

    def state(self, mano: int, pie: int, said: Said) -> State:
        """A hand in which both have so many points, after these words; for a card the first one of
        the seat is laid."""
        hands = next(
            (one, two) for one in self.hands[mano] for two in self.hands[pie] if not {*one} & {*two}
        )
        state = apply(new_match(self.table, self.score), Deal(Seat(1), hands, self.turned)).state
        for step in said:
            card = hands[step.seat][0] if step.verb == PLAY else step.arg
            state = apply(state, replace(step, arg=card)).state
        return state

    @cache  # noqa: B019
    def _told(self, robot: int, said: Said) -> dict[Action | None, float]:
        """How often the robot says what with these points. None: it lays a card."""
        points = [min(self.hands), min(self.hands)]
        points[self.robot] = robot
        seen = view(self.state(*points, said), self.robot)
        found = envido_alone.mix(Situation(seen))
        if found is None:
            thought = robots.evaluate(seen, Random(1))
            return {action: one.share for action, one in thought.items() if one.share > 0}
        words: dict[Action | None, float] = {}
        for word, share in found.items():
            verb, _, number = word.partition(" ")
            action = Action(Seat(self.robot), verb)
            action = replace(action, arg=int(number)) if number else action
            words[None if word == SILENT else action] = share
        return words

    @cache  # noqa: B019
    def _sayable(self, said: Said) -> tuple[Seat, list[Action | None]]:
        """Whose turn it is to speak of the envido, and what may be said."""
        state = self.state(min(self.hands), min(self.hands), said)
        seat = awaited(state)[0]
        words: list[Action | None] = []
        for legal in view(state, seat).offered:
            if isinstance(legal, Range):
                low = {legal.low, min(legal.low + HIGHER, legal.high)}
                words += [Action(seat, legal.verb, number) for number in sorted(low)]
            else:
                words.append(legal)
        calls = {call.verb for call in self.table.rules.envido.calls if not call.ley}
        pending = bool(said) and said[-1].verb in calls
        answers = {QUIERO, NO_QUIERO} if pending else set()
        found = [one for one in words if one and one.verb in calls | answers]
        return seat, found if pending else [None, *found]

    @cache  # noqa: B019
    def _paid(self, mano: int, pie: int, said: Said) -> float:
        """What has been won with the envido, to the mano."""
        state = self.state(mano, pie, said)
        while needs(state) == "seat":
            seen = view(state, awaited(state)[0])
            if any(legal.verb == PLAY for legal in seen.offered):
                break
            state = apply(state, robots.choose(seen, Random(1))).state
        after = Situation(view(state, MANO)).score
        gained = [one - before for one, before in zip(after, self.score, strict=True)]
        return (self.stakes.after(*gained) - self.stakes.won(0)) / self.stakes.unit

    def _best(self, own: int, held: Held, said: Said) -> float:
        """What the best play from here on is worth to me with these points, over all hands that the
        robot may have, weighted by how likely it comes here."""
        sign = 1 if self.robot == PIE else -1
        if said and said[-1].verb in (QUIERO, NO_QUIERO):
            if said[-1].verb == NO_QUIERO:
                return sign * self._paid(own, own, said) * sum(held.values())
            less, more = min(self.hands), max(self.hands)
            won, lost = self._paid(more, less, said), self._paid(less, more, said)
            return sign * sum(
                share * (won if self._mano_wins(own, other) else lost)
                for other, share in held.items()
            )
        if sum(step.verb == PLAY for step in said) == 2:
            return 0.0
        seat, words = self._sayable(said)
        if seat != self.robot:
            return max(self._best(own, held, self._then(said, seat, word)) for word in words)
        mixes = {points: self._told(points, said) for points in held}
        return sum(
            self._best(
                own,
                {points: share * mixes[points].get(word, 0.0) for points, share in held.items()},
                self._then(said, seat, word),
            )
            for word in {word for mix in mixes.values() for word in mix}
        )

    def _then(self, said: Said, seat: Seat, word: Action | None) -> Said:
        return (*said, word or Action(seat, PLAY))

    def _mano_wins(self, own: int, other: int) -> bool:
        mano, pie = (other, own) if self.robot == MANO else (own, other)
        return mano >= pie


def gained(variant: str, score: tuple[int, int]) -> float:
    """Points a hand by the best answer, the mean of both seats."""
    return sum(Reader(variant, score, robot).gains() for robot in (MANO, PIE)) / 2


if __name__ == "__main__":
    import sys, time

    for variant in ("argentino", "gauderio", "venezolano", "uruguayo", "tradicional-18"):
        T = table_for(variant, 2, {}).rules.match.target
        for score in ((0, 0), (T // 2, T // 3), (T - 2, T - 3), (T - 4, T - 4), (T // 3, T - 2)):
            t0 = time.process_time()
            print(
                variant,
                score,
                round(gained(variant, score), 4),
                round(time.process_time() - t0, 1),
                flush=True,
            )

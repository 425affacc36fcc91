"""CFR+ in vector form: regrets of all pairs of a seat at once, both seats in turn.

Tammelin 2014, "Solving large imperfect information games using CFR+": regrets never fall below 0,
and later iterations count more in the average, which is the result. A counterfactual value is the
gain of a seat at a node with a pair, weighted with the probabilities that the other seat holds each
of its pairs and comes there. The kernel (:mod:`lab.solving.kernel`) has to find the same numbers.
"""

from engine.numbers import Seat
from lab.solving.policy import Average, mixes_of
from lab.solving.position import MANO, PIE, Ranges
from lab.solving.tree import End, Node, decisions

Vector = list[float]
"""A number for each pair that a seat may hold at a node."""


class Solver:
    """A solver of one game, whose solution gets better with every iteration."""

    def __init__(self, root: Node, ranges: Ranges) -> None:
        self.root = root
        self.ranges = ranges
        self.iterations = 0
        self._regrets: dict[tuple[object, ...], list[Vector]] = {}
        self._totals: dict[tuple[object, ...], list[Vector]] = {}
        for node in decisions(root):
            for kept in (self._regrets, self._totals):
                kept[node.done] = [[0.0] * len(places) for places in node.places]

    def run(self, iterations: int) -> None:
        """Runs this many iterations more."""
        for _ in range(iterations):
            self.iterations += 1
            for seat in (MANO, PIE):
                self.learn(seat)

    def learn(self, seat: Seat) -> float:
        """Updates the regrets of one seat by the current policies of both. Returns the gain of the
        seat, in points."""
        ones = [[1.0] * len(held) for held in self.root.held]
        return sum(self._values(self.root, seat, ones[seat], ones[1 - seat]))

    def average(self) -> Average:
        """The average policy of both seats."""
        found: dict[tuple[object, ...], list[list[float]]] = {}
        for node in decisions(self.root):
            found[node.done] = mixes_of(node, self._totals[node.done])
        return Average(dict(found))

    def _values(self, node: Node, seat: Seat, own: Vector, reach: Vector) -> Vector:
        """The counterfactual values of ``seat``. ``own``, ``reach``: the reach of the seat and of
        the other seat with each pair."""
        if isinstance(node, End):
            return self._paid(node, seat, reach)
        mixes = mixes_of(node, self._regrets[node.done])
        if node.seat != seat:
            total = [0.0] * len(own)
            for at, (after, places) in enumerate(zip(node.after, node.places, strict=True)):
                kept = [reach[place] * mixes[place][at] for place in places]
                if any(kept) or any(own):  # the average counts also the steps off the path
                    gained = self._values(after, seat, own, kept)
                    total = [one + more for one, more in zip(total, gained, strict=True)]
            return total
        values = [0.0] * len(own)
        by_step: list[Vector] = []
        for at, (after, places) in enumerate(zip(node.after, node.places, strict=True)):
            kept = [own[place] * mixes[place][at] for place in places]
            gained = self._values(after, seat, kept, reach)
            by_step.append(gained)
            for place, one in zip(places, gained, strict=True):
                values[place] += mixes[place][at] * one
        regrets, totals = self._regrets[node.done], self._totals[node.done]
        for at, places in enumerate(node.places):
            gained, regret, said = by_step[at], regrets[at], totals[at]
            for index, place in enumerate(places):
                regret[index] = max(regret[index] + gained[index] - values[place], 0.0)
                said[index] += self.iterations * own[place] * mixes[place][at]
        return values

    def _paid(self, node: End, seat: Seat, reach: Vector) -> Vector:
        joint = self.ranges.joint[seat]
        others = node.held[1 - seat]
        if node.seat != seat:
            reach = [share * pays for share, pays in zip(reach, node.pays, strict=True)]
        sign = 1 if seat == MANO else -1
        found = []
        for place, kind in enumerate(node.held[seat]):
            row = joint[kind]
            met = sum([row[other] * share for other, share in zip(others, reach, strict=True)])
            found.append(sign * met * (node.pays[place] if node.seat == seat else 1.0))
        return found

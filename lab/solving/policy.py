"""The strategy of a player: a mix at each information set; and the value of two strategies."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from lab.solving.position import MANO, PIE, Ranges
from lab.solving.tree import Decision, End, Node


class Policy(Protocol):
    """The strategy of a player."""

    def __call__(self, node: Decision, place: int) -> Sequence[float]:
        """The share of each step of the node, with the pair at this place of
        ``node.held[node.seat]``. The sum is 1; a card that is not held has the share 0."""


class Average(NamedTuple):
    """A policy in a table: the mix by decision (its ``done``) and place."""

    mixes: dict[tuple[object, ...], Sequence[Sequence[float]]]

    def __call__(self, node: Decision, place: int) -> Sequence[float]:
        return self.mixes[node.done][place]


def mixes_of(node: Decision, weights: Sequence[Sequence[float]]) -> list[list[float]]:
    """By place and step, the share of the weight; equal shares if all weights are 0."""
    found = [[0.0] * len(node.steps) for _ in node.held[node.seat]]
    for at, (places, column) in enumerate(zip(node.places, weights, strict=True)):
        for place, weight in zip(places, column, strict=True):
            found[place][at] = weight
    for place, mix in enumerate(found):
        total = sum(mix)
        if total > 0:
            found[place] = [weight / total for weight in mix]
        else:
            allowed = [1.0 if place in places else 0.0 for places in node.places]
            found[place] = [share / sum(allowed) for share in allowed]
    return found


def value(root: Node, ranges: Ranges, mano: Policy, pie: Policy) -> float:
    """The gain of the mano, in points, when these two policies play."""
    joint = ranges.joint[MANO]
    policies = (mano, pie)

    def below(node: Node, reach: tuple[Sequence[float], Sequence[float]]) -> float:
        """``reach``: by seat and pair, the seat's own reach."""
        if not any(reach[MANO]) or not any(reach[PIE]):
            return 0.0
        if isinstance(node, End):
            found = 0.0
            for i, one in enumerate(node.held[MANO]):
                for j, other in enumerate(node.held[PIE]):
                    pays = node.pays[i if node.seat == MANO else j]
                    found += pays * reach[MANO][i] * reach[PIE][j] * joint[one][other]
            return found
        seat, mine = node.seat, reach[node.seat]
        mixes = [
            policies[seat](node, place) if mine[place] > 0 else () for place in range(len(mine))
        ]
        found = 0.0
        for at, (after, places) in enumerate(zip(node.after, node.places, strict=True)):
            kept = [mine[place] * mixes[place][at] if mine[place] > 0 else 0.0 for place in places]
            found += below(after, (kept, reach[PIE]) if seat == MANO else (reach[MANO], kept))
        return found

    return below(root, ([1.0] * len(joint), [1.0] * len(joint[0])))

"""The exact best response to a policy, and the exploitability of two policies.

The code is separate from :mod:`lab.solving.kernel`, so that one module checks the other: here
pairs are keys of dictionaries, and nothing is learnt.
"""

from engine.numbers import Seat
from lab.solving.policy import Policy
from lab.solving.position import MANO, PIE, Ranges
from lab.solving.tree import End, Node


def best_response(root: Node, ranges: Ranges, seat: Seat, against: Policy) -> float:
    """The gain of ``seat``, in points, by a best response to a known policy of the other seat."""
    other = PIE if seat == MANO else MANO
    joint, sign = ranges.joint[seat], 1 if seat == MANO else -1

    def below(node: Node, reach: dict[int, float]) -> dict[int, float]:
        """By pair of ``seat``, its counterfactual value from here on. ``reach``: by pair of the
        other seat, its own reach."""
        mine = node.held[seat]
        if not reach:
            return dict.fromkeys(mine, 0.0)
        if isinstance(node, End):
            pays = dict(zip(node.held[node.seat], node.pays, strict=True))
            if node.seat == seat:
                return {
                    kind: sign * pays[kind] * sum([joint[kind][k] * r for k, r in reach.items()])
                    for kind in mine
                }
            return {
                kind: sign * sum([joint[kind][k] * r * pays[k] for k, r in reach.items()])
                for kind in mine
            }
        if node.seat == seat:
            best: dict[int, float] = {}
            for after, places in zip(node.after, node.places, strict=True):
                gained = below(after, reach)
                for place in places:
                    kind = mine[place]
                    best[kind] = max(best.get(kind, gained[kind]), gained[kind])
            return best
        asked = [(place, kind) for place, kind in enumerate(node.held[other]) if kind in reach]
        mixes = {place: against(node, place) for place, _ in asked}
        total = dict.fromkeys(mine, 0.0)
        for at, (after, places) in enumerate(zip(node.after, node.places, strict=True)):
            kept = {
                kind: reach[kind] * mixes[place][at]
                for place, kind in asked
                if place in places and mixes[place][at] > 0
            }
            for kind, more in below(after, kept).items() if kept else ():
                total[kind] += more
        return total

    return sum(below(root, {kind: 1.0 for kind in range(len(joint[0]))}).values())


def exploitability(root: Node, ranges: Ranges, mano: Policy, pie: Policy) -> float:
    """The gain of best responses over these policies, in points, as the mean of both seats."""
    gained = best_response(root, ranges, MANO, pie) + best_response(root, ranges, PIE, mano)
    return gained / 2

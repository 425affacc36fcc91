"""The exact best response to a policy, and how far two policies are from an equilibrium.

Written apart from :mod:`lab.solving.minimizing`, so that one checks the other: pairs stand in
dictionaries here, and nothing is learnt.
"""

from engine.numbers import Seat
from lab.solving.policy import Policy
from lab.solving.position import MANO, PIE, Ranges
from lab.solving.tree import End, Node


def best_response(root: Node, ranges: Ranges, seat: Seat, against: Policy) -> float:
    """What ``seat`` gains, in points, by the best it can do against a policy of the other seat that
    it knows."""
    other = PIE if seat == MANO else MANO
    joint, sign = ranges.joint[seat], 1 if seat == MANO else -1

    def below(node: Node, reach: dict[int, float]) -> dict[int, float]:
        """By pair of ``seat``, what it gains from here on, times the probability that the other
        one holds something and comes here. ``reach``: by pair of the other seat, how often its own
        steps lead here."""
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
    """What a best response gains over these policies, in points, the mean of both seats."""
    gained = best_response(root, ranges, MANO, pie) + best_response(root, ranges, PIE, mano)
    return gained / 2

"""Write the positions of the study room: ``python -m lab.study_room``, the same bytes each time.

For each result of the first trick the program takes the pairs of first cards that robots lay most
often. They are solved like the robots' tables (:mod:`lab.solving.ahead`), so both give the same
strategy; this takes four minutes of processor time. The worth of an answer follows from the solved
policy of both seats.
"""

import argparse
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from engine.actions import PLAY
from engine.cards import SPANISH
from engine.robots.learnt.truco_spots import ANY_SUIT
from engine.robots.learnt.truco_tables import First, rules_mark
from engine.teacher import study_room
from engine.teacher.study_room import OVER, RARE, StudiedDecision, StudiedHand, StudiedPosition
from lab.shipped_files import Section, file_of, packed
from lab.solving import ahead
from lab.solving.kernel import Kernel
from lab.solving.position import MANO, PIE, Pair, Ranges, setting_of
from lab.solving.response import exploitability
from lab.solving.tree import Decision, End, Node

EACH: Final = 6
"""The number of positions for each result of the first trick."""
COMES: Final = 0.003
"""The least share of hands with which a decision is written."""
EXACT: Final = 0.05
"""A hand is written only if no answer is worth this many points more than its mix."""

Vector = Sequence[float]


class Weighed(NamedTuple):
    """A decision, with the reach of both players."""

    node: Decision
    pairs: Sequence[Pair]
    """The possible hands of the deciding player, before trick 2."""
    own: Vector
    """By place of the deciding player, its own reach."""
    met: Vector
    """By place, the probability that this pair is held and that the other player comes here."""
    mixes: Sequence[Vector]
    gained: Sequence[dict[int, float]]
    """By step and place, the points gained from here on, times ``met``."""

    @property
    def often(self) -> float:
        """The share of hands that come here."""
        return sum(one * other for one, other in zip(self.own, self.met, strict=True))


class Weighing:
    """The worth of every answer when both follow the solution."""

    def __init__(self, kernel: Kernel, ranges: Ranges) -> None:
        self._kernel = kernel
        self._joint = ranges.joint
        self._pairs = ranges.pairs
        self.found: dict[tuple[object, ...], Weighed] = {}
        """The weighed decisions, by their ``done``."""
        held = [[float(any(row)) for row in joint] for joint in ranges.joint]
        self._walk(kernel.root, (held[MANO], held[PIE]))

    def _walk(self, node: Node, own: tuple[Vector, Vector]) -> list[list[float]]:
        """By seat and pair, the counterfactual value. ``own``: by seat and pair, the seat's own
        reach."""
        if isinstance(node, End):
            return [self._paid(node, seat, own[1 - seat]) for seat in (MANO, PIE)]
        seat, other = node.seat, 1 - node.seat
        mixes = self._kernel.mixes_at(node)
        total = [[0.0] * len(held) for held in node.held]
        gained: list[dict[int, float]] = []
        for at, (after, places) in enumerate(zip(node.after, node.places, strict=True)):
            kept = [own[seat][place] * mixes[place][at] for place in places]
            below = self._walk(after, (kept, own[PIE]) if seat == MANO else (own[MANO], kept))
            gained.append(dict(zip(places, below[seat], strict=True)))
            for place, one in gained[-1].items():
                total[seat][place] += mixes[place][at] * one
            total[other] = [a + b for a, b in zip(total[other], below[other], strict=True)]
        met = self._met(node, seat, own[other])
        pairs = [self._pairs[seat][kind] for kind in node.held[seat]]
        self.found[node.done] = Weighed(node, pairs, own[seat], met, mixes, gained)
        return total

    def _paid(self, node: End, seat: int, reach: Vector) -> list[float]:
        sign = 1 if seat == MANO else -1
        if node.seat != seat:
            reach = [share * pays for share, pays in zip(reach, node.pays, strict=True)]
        met = self._met(node, seat, reach)
        if node.seat == seat:
            met = [one * pays for one, pays in zip(met, node.pays, strict=True)]
        return [sign * one for one in met]

    def _met(self, node: Node, seat: int, reach: Vector) -> list[float]:
        """By pair of ``seat``, the probability that it is held and that the other player comes
        here. ``reach``: the other player's own reach."""
        others = node.held[1 - seat]
        return [
            sum([row[kind] * share for kind, share in zip(others, reach, strict=True)])
            for row in (self._joint[seat][kind] for kind in node.held[seat])
        ]


def studied(first: First) -> StudiedPosition:
    """The position after these first cards."""
    ranges, kernel = ahead.run(study_room.GAME, first)
    found = Weighing(kernel, ranges).found
    told = [done for done, one in found.items() if one.often >= COMES]
    told.sort(key=lambda done: (len(done) > 0, str(done)))
    places = {done: place for place, done in enumerate(told)}
    policy = kernel.average()
    gain = exploitability(kernel.root, ranges, policy, policy)
    return StudiedPosition(
        "-".join(map(SPANISH.write, ahead.two_of(setting_of(study_room.GAME), first))),
        round(1000 * gain),
        tuple(_decision(found[done], places) for done in told),
    )


def _decision(one: Weighed, places: dict[tuple[object, ...], int]) -> StudiedDecision:
    node = one.node
    often = [0.0] * len(node.steps)
    for place, mix in enumerate(one.mixes):
        for at, share in enumerate(mix):
            often[at] += one.own[place] * one.met[place] * share
    return StudiedDecision(
        node.seat,
        tuple(str(level) if verb == PLAY else verb for verb, level in node.steps),
        _hundredths(often),
        tuple(
            places.get(after.done, RARE) if isinstance(after, Decision) else OVER
            for after in node.after
        ),
        tuple(_hands(one)),
    )


def _hands(one: Weighed) -> Iterator[StudiedHand]:
    """The hands of a decision that are written."""
    node = one.node
    laid = [step[1] for seat, step in node.done if seat == node.seat and step[0] == PLAY]
    for place, pair in enumerate(one.pairs):
        answers = [at for at, gained in enumerate(one.gained) if place in gained]
        if one.own[place] < ahead.LEAST or one.met[place] <= 0 or len(answers) < 2:
            continue
        worth = [one.gained[at][place] / one.met[place] for at in answers]
        shares = [one.mixes[place][at] for at in answers]
        mean = sum(share * worth for share, worth in zip(shares, worth, strict=True))
        held = list(pair)
        for level in laid:
            held.remove(level)
        if max(worth) - mean < EXACT:
            yield StudiedHand(
                tuple(held),
                tuple(answers),
                _hundredths(shares),
                tuple(round(100 * points) for points in worth),
            )


def _hundredths(weights: Sequence[float]) -> tuple[int, ...]:
    """These weights in whole hundredths, 100 together. The rest from rounding goes to the weights
    that lost most by it."""
    exact = [100 * weight / sum(weights) for weight in weights]
    parts = [int(one) for one in exact]
    lost = sorted(range(len(parts)), key=lambda at: parts[at] - exact[at])
    for at in lost[: 100 - sum(parts)]:
        parts[at] += 1
    return tuple(parts)


def chosen() -> Iterator[First]:
    """The first cards of the studied positions."""
    firsts = [first for first in ahead.firsts(study_room.GAME) if first.suit == ANY_SUIT]
    for result in (1, 0, -1):
        yield from islice((one for one in firsts if _sign(one.mano - one.pie) == result), EACH)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def main() -> None:
    """Solve the positions and write the file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path, default=study_room.FILE)
    given = parser.parse_args()
    sections: dict[str, Section] = {}
    with ProcessPoolExecutor(os.cpu_count()) as processes:
        for one in processes.map(studied, chosen()):
            body = packed(msgspec.msgpack.encode(one))
            sections[one.name] = Section(rules_mark(study_room.GAME), body)
            hands = sum(len(decision.hands) for decision in one.decisions)
            print(one.name, len(one.decisions), hands, one.gain, len(body), flush=True)
    data = file_of(sections, study_room.VERSION)
    given.out.write_bytes(data)
    print(f"{given.out}: {len(data)} bytes")


if __name__ == "__main__":
    main()

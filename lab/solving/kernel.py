"""CFR+ in vector form: regrets of all pairs of a seat at once, both seats in turn (``kernel.c``).

Tammelin 2014, "Solving large imperfect information games using CFR+": regrets never fall below 0,
and later iterations count more in the average, which is the result.

The kernel is compiled when it is first needed, by the compiler that ``make fast`` needs too. It
knows no rules of the game: the tree of :mod:`lab.solving.tree` is laid out in arrays. The same game
and iterations give the same numbers. The bot and what players use never need it.
"""

import ctypes
import subprocess
import sysconfig
import tempfile
from array import array
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

from lab.solving.policy import Average, mixes_of
from lab.solving.position import MANO, PIE, Ranges
from lab.solving.tree import Decision, End, Node, decisions

SOURCE: Final = Path(__file__).with_name("kernel.c")
FLAGS: Final = ("-O2", "-ffp-contract=off", "-shared", "-fPIC")
"""Without contraction every compiler rounds the same sums alike."""


@cache
def _compiled() -> ctypes.CDLL:
    """The kernel. Raises ``OSError`` or ``subprocess.CalledProcessError`` without a compiler."""
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder, "kernel.so")
        subprocess.run([compiler, *FLAGS, "-o", str(made), str(SOURCE)], check=True)
        return ctypes.CDLL(str(made))


class _Game(ctypes.Structure):
    """The struct ``Game`` of the kernel."""

    _fields_ = [
        *((name, ctypes.c_void_p) for name in ("seat", "steps", "sizes", "held", "kinds")),
        *((name, ctypes.c_void_p) for name in ("after", "first", "places", "paid", "pays")),
        ("joint", ctypes.c_void_p * 2),
        ("width", ctypes.c_int32 * 2),
        ("regrets", ctypes.c_void_p),
        ("totals", ctypes.c_void_p),
        ("weight", ctypes.c_double),
    ]


class Kernel:
    """A solver of one game, whose solution gets better with every iteration."""

    def __init__(self, root: Node, ranges: Ranges) -> None:
        self.root = root
        self._library = _compiled()
        self._steps: dict[tuple[object, ...], int] = {}
        """For each decision (its ``done``), the index of its first step."""
        self._arrays = {name: array("i") for name in _NUMBERS}
        self._pays = array("d")
        self._kinds_at: dict[tuple[int, ...], int] = {}
        self._flatten(root)
        self._arrays["steps"].append(len(self._arrays["after"]))
        self._arrays["first"].append(len(self._arrays["places"]))
        self.begin(ranges)

    def begin(self, ranges: Ranges) -> None:
        """Begins again with the same tree, and other ranges over the same pairs."""
        self.iterations = 0
        self._regrets = array("d", bytes(8 * len(self._arrays["places"])))
        self._totals = array("d", bytes(8 * len(self._arrays["places"])))
        self._joint = [
            array("d", [weight for row in joint for weight in row]) for joint in ranges.joint
        ]
        self._game = _Game(
            **{name: numbers.buffer_info()[0] for name, numbers in self._arrays.items()},
            pays=self._pays.buffer_info()[0],
            joint=(ctypes.c_void_p * 2)(*(weights.buffer_info()[0] for weights in self._joint)),
            width=(ctypes.c_int32 * 2)(*map(len, ranges.pairs)),
            regrets=self._regrets.buffer_info()[0],
            totals=self._totals.buffer_info()[0],
        )

    def run(self, iterations: int) -> None:
        for _ in range(iterations):
            self.iterations += 1
            self._game.weight = float(self.iterations)
            for seat in (MANO, PIE):
                self._library.learn(ctypes.byref(self._game), ctypes.c_int32(seat))

    def average(self) -> Average:
        """The average policy of both seats."""
        return Average({node.done: self.mixes_at(node) for node in decisions(self.root)})

    def mixes_at(self, node: Decision) -> Sequence[Sequence[float]]:
        """The average policy at one decision: by place, the mix."""
        first, totals, step = self._arrays["first"], self._totals, self._steps[node.done]
        places = range(step, step + len(node.steps))
        return mixes_of(node, [totals[first[at] : first[at + 1]] for at in places])

    def _flatten(self, root: Node) -> None:
        """Lays the nodes out in arrays, each node before the nodes that follow it."""
        numbers, waiting = self._arrays, [(root, -1)]
        steps_of: list[Decision | End] = []
        while waiting:
            node, step = waiting.pop()
            if step >= 0:
                numbers["after"][step] = len(steps_of)
            steps_of.append(node)
            numbers["seat"].append(node.seat)
            numbers["steps"].append(len(numbers["after"]))
            numbers["paid"].append(len(self._pays))
            for held in node.held:
                numbers["sizes"].append(len(held))
                numbers["held"].append(self._kept(held))
            if isinstance(node, End):
                self._pays.extend(node.pays)
                continue
            self._steps[node.done] = len(numbers["after"])
            for after, places in zip(node.after, node.places, strict=True):
                waiting.append((after, len(numbers["after"])))
                numbers["after"].append(-1)
                numbers["first"].append(len(numbers["places"]))
                numbers["places"].extend(places)

    def _kept(self, held: tuple[int, ...]) -> int:
        """The index in ``kinds`` at which these pairs begin."""
        at = self._kinds_at.get(held)
        if at is None:
            at = self._kinds_at[held] = len(self._arrays["kinds"])
            self._arrays["kinds"].extend(held)
        return at


_NUMBERS: Final = ("seat", "steps", "sizes", "held", "kinds", "after", "first", "places", "paid")

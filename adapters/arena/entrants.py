"""The entrants of the arena: commands that run robots, our own robots by their level, and
``random``."""

import random
import shlex
from collections.abc import Callable, Sequence
from typing import NoReturn

from msgspec import Struct

from adapters.arena import wire
from adapters.arena.process import FAREWELL, FaultKind, Misconduct, RobotProcess
from engine.actions import Action
from engine.numbers import Seat
from engine.robots import SKILLS
from engine.robots.players import randomly
from engine.robots.players.heuristic import readier
from engine.robots.players.matches import Player, RobotPlayer
from engine.seen.view import SeatView
from engine.state.table import Table

RANDOM = "random"
START_SECONDS = 10.0
"""The seconds until a process must be ready for its first match, loading included."""


class BadEntrant(Exception):
    """A text that names no robot."""


class ArenaRobot(Struct, frozen=True):
    name: str
    command: tuple[str, ...] = ()
    """The command that runs the robot; empty: it is one of ours, known by its name."""


def entrant(text: str) -> ArenaRobot:
    """``maestro``, ``club``, ``amigo``, ``principiante``, ``random``, or ``NAME=COMMAND ...``."""
    name, equals, command = text.partition("=")
    if not equals:
        if text in SKILLS or text == RANDOM:
            return ArenaRobot(text)
        raise BadEntrant(f"{text!r} is no level and not NAME=COMMAND")
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise BadEntrant(f"{text!r}: {error}") from error
    if not words or not name.strip() or not name.isprintable():
        raise BadEntrant(f"{text!r} is not NAME=COMMAND")
    return ArenaRobot(name.strip(), words)


class SeatFault(Misconduct):
    """A fault of a robot, with the robot's seat."""

    def __init__(self, kind: FaultKind, seat: Seat) -> None:
        super().__init__(kind)
        self.seat = seat


class ArenaPlayer(Player):
    """A player that is also told about the course of the match."""

    slowest: float = 0.0
    """The seconds of the longest decision."""

    def begin(self, table: Table, seat: Seat, match_seed: str) -> None:
        """Tells the player that a match begins. A process is not told ``match_seed``."""

    def speaker(self, views: Sequence[SeatView]) -> SeatView:
        """The readier of two partners, as our robots see it."""
        return readier(views)

    def hand_over(self, seen: SeatView) -> None:
        """Tells the player that a hand is over."""

    def match_over(self, won: bool) -> None:
        """The match is over, also when it did not begin for this player."""

    def leave(self, patience: float = FAREWELL) -> None:
        """Tells the player that all matches have been played."""


class OwnPlayer(ArenaPlayer):
    """One of our robots."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.rng = random.Random()

    def begin(self, table: Table, seat: Seat, match_seed: str) -> None:
        self.rng = random.Random(f"{match_seed} {seat}")

    def choose(self, seen: SeatView) -> Action:
        if self.name == RANDOM:
            return randomly.choose(seen, self.rng)
        return RobotPlayer(self.rng, SKILLS[self.name]).choose(seen)

    def claim(self, seen: SeatView) -> Action | None:
        return RobotPlayer(self.rng).claim(seen)

    def speaker(self, views: Sequence[SeatView]) -> SeatView:
        return readier(views) if self.name == RANDOM else RobotPlayer(self.rng).speaker(views)


class ProcessPlayer(ArenaPlayer):
    """A robot that is a process. It is started when the first match begins, and again after a
    fault. It sees nothing but its seat's view."""

    def __init__(
        self, command: tuple[str, ...], clock: float, now: Callable[[], float], *, show_errors: bool
    ) -> None:
        self.command = command
        self.clock = clock
        self.now = now
        self.show_errors = show_errors
        self.seat = Seat(-1)
        self.process: RobotProcess | None = None
        self._playing = False
        """Whether the process has been told about a match that is not over."""

    def begin(self, table: Table, seat: Seat, match_seed: str) -> None:
        self.seat = seat
        seconds = self.clock
        if self.process is None:
            seconds = START_SECONDS
            try:
                self.process = RobotProcess(self.command, show_errors=self.show_errors)
            except Misconduct as fault:
                raise SeatFault(fault.kind, seat) from fault
        message = wire.match_begins(table, seat, round(1000 * self.clock))
        self._playing = True
        if self._ask(message, seconds) != wire.READY:
            self._fail(FaultKind.UNREADABLE)

    def choose(self, seen: SeatView) -> Action:
        began = self.now()
        text = self._ask(wire.question("act", seen), self.clock)
        self.slowest = max(self.slowest, self.now() - began)
        return self._meant(seen, text)

    def claim(self, seen: SeatView) -> Action | None:
        if not seen.offered:
            return None
        text = self._ask(wire.question("claim", seen), self.clock)
        return None if text == wire.SILENT else self._meant(seen, text)

    def hand_over(self, seen: SeatView) -> None:
        self._tell(wire.question("hand", seen))

    def match_over(self, won: bool) -> None:
        if self._playing:
            self._tell(wire.match_ends(won))
        self._playing = False

    def leave(self, patience: float = FAREWELL) -> None:
        self._playing = False
        if self.process is not None:
            self.process.end(patience)
            self.process = None

    def _tell(self, message: wire.Message) -> None:
        assert self.process is not None, "the match has begun"
        self.process.tell(message)

    def _ask(self, message: wire.Message, seconds: float) -> str:
        assert self.process is not None, "the match has begun"
        try:
            return self.process.ask(message, seconds).strip()
        except Misconduct as fault:
            self._fail(fault.kind)

    def _meant(self, seen: SeatView, text: str) -> Action:
        try:
            return wire.answered(seen, text)
        except wire.NotOffered:
            self._fail(FaultKind.ILLEGAL)
        except wire.Unreadable:
            self._fail(FaultKind.UNREADABLE)

    def _fail(self, kind: FaultKind) -> NoReturn:
        self.leave(patience=0)
        raise SeatFault(kind, self.seat)

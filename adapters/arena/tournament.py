"""Duplicate matches of all robots against all. Faults of a robot do not stop them.

Both matches of a pair have the same deals; in the second one the seats are exchanged. No process
meets the same deal twice: a robot has a process for each seat, and new ones for the second match. A
fault loses the match, and too many faults lose the rest of the pairing."""

import random
import time
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Final

from msgspec import Struct, field

from adapters.arena.entrants import ArenaPlayer, ArenaRobot, OwnPlayer, ProcessPlayer, SeatFault
from adapters.arena.process import FAREWELL
from engine.actions import Deal
from engine.apply import new_match
from engine.numbers import Seat
from engine.robots.players.matches import steps
from engine.seen.view import view
from engine.state.state import State
from engine.state.table import Table

FAULTS_ALLOWED: Final = 3
"""A robot with this many faults in a pairing loses the rest of the pairing."""
UNPLAYED: Final = "unplayed"
"""A count beside the faults: matches that were lost without being played."""

Pass = int
"""0: the first match of a pair; 1: the second, with the seats exchanged."""


class ArenaSettings(Struct, frozen=True):
    """The settings of the arena."""

    table: Table
    pairs: int
    """Duplicate pairs of matches for each two robots."""
    clock: float
    """Seconds for a decision."""
    seed: int
    show_errors: bool = False
    """Whether the processes' standard error is shown."""


class Meeting(Struct):
    """The result of the matches between two robots."""

    one: int
    two: int
    """The places of the robots among the entrants."""
    won: list[tuple[int, int]] = field(default_factory=list)
    """For each pair of matches, how many of the two each robot has won."""
    faults: tuple[Counter[str], Counter[str]] = field(
        default_factory=lambda: (Counter(), Counter())
    )
    """The faults of each robot, by kind."""
    slowest: tuple[float, float] = (0.0, 0.0)
    """Seconds of the longest decision of each; 0 for one of our own robots."""


def pairings(count: int) -> list[Meeting]:
    """The pairings of this many robots, all against all, none played yet."""
    return [Meeting(first, second) for first, second in combinations(range(count), 2)]


def play(entrants: Sequence[ArenaRobot], settings: ArenaSettings, pairing: Meeting) -> None:
    """Play all pairs of matches of a pairing, and write the results into it. If something is raised
    meanwhile, all processes are ended, and the pairing holds the finished pairs."""
    played = _Played(entrants, settings, pairing)
    try:
        for pair in range(settings.pairs):
            played.pair(pair)
    except BaseException:
        played.leave(patience=0)
        raise
    played.leave()


class _Played:
    """The matches of one pairing."""

    def __init__(
        self, entrants: Sequence[ArenaRobot], settings: ArenaSettings, pairing: Meeting
    ) -> None:
        self.settings = settings
        self.pairing = pairing
        seats = range(settings.table.players)
        both = (entrants[pairing.one], entrants[pairing.two])
        self.players = [
            [self._player(both[(seat + turn) % 2]) for seat in seats] for turn in (0, 1)
        ]

    def leave(self, patience: float = FAREWELL) -> None:
        """End all processes."""
        for players in self.players:
            for player in players:
                player.leave(patience)

    def _player(self, entrant: ArenaRobot) -> ArenaPlayer:
        if not entrant.command:
            return OwnPlayer(entrant.name)
        return ProcessPlayer(
            entrant.command,
            self.settings.clock,
            time.monotonic,
            show_errors=self.settings.show_errors,
        )

    def _slowest(self, who: int) -> float:
        return max(
            player.slowest
            for turn, players in enumerate(self.players)
            for seat, player in enumerate(players)
            if (seat + turn) % 2 == who
        )

    def pair(self, pair: int) -> None:
        """Play two matches with the same deals."""
        won = [0, 0]
        for turn in (0, 1):
            won[self._match(pair, turn)] += 1
        self.pairing.won.append((won[0], won[1]))
        self.pairing.slowest = (self._slowest(0), self._slowest(1))

    def _match(self, pair: int, turn: Pass) -> int:
        """Plays one match of a pair. Returns which of the two robots wins."""
        faults = self.pairing.faults
        for who in (0, 1):
            if faults[who].total() - faults[who][UNPLAYED] >= FAULTS_ALLOWED:
                faults[who][UNPLAYED] += 1
                return 1 - who
        players = self.players[turn]
        try:
            winner = (
                self._sides(players, f"{self.settings.seed} {self._names()} {pair}") + turn
            ) % 2
        except SeatFault as fault:
            who = (fault.seat + turn) % 2
            faults[who][fault.kind.value] += 1
            winner = 1 - who
        for seat, player in enumerate(players):
            player.match_over((seat + turn) % 2 == winner)
        return winner

    def _names(self) -> str:
        return f"{self.pairing.one} {self.pairing.two}"

    def _sides(self, players: Sequence[ArenaPlayer], seed: str) -> int:
        """Plays one match. Returns the side that has won."""
        state = new_match(self.settings.table)
        for seat, player in enumerate(players):
            player.begin(state.table, Seat(seat), seed)
        number = 0
        for action, after in steps(state, players, deal=random.Random(f"{seed} deals")):
            if isinstance(action, Deal) and number:
                _tell_hand(state, players)
            state, number = after, after.number
        _tell_hand(state, players)
        return state.winner


def _tell_hand(state: State, players: Sequence[ArenaPlayer]) -> None:
    for seat, player in enumerate(players):
        player.hand_over(view(state, seat))

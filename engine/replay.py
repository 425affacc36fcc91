"""Playing a record through the engine."""

from msgspec import Struct

from engine.events import AnyEvent
from engine.notation import Problem, Record
from engine.state import State


class Played(Struct, frozen=True):
    """One statement that was accepted, and what it led to."""

    line: int
    state: State
    events: tuple[AnyEvent, ...]


class DuelPlayed(Struct, frozen=True):
    """What one duel of a hand paid."""

    seats: tuple[int, ...]
    points: tuple[int, int]


class HandPlayed(Struct, frozen=True):
    """One hand of a replay."""

    dealer: int
    mode: str | None
    """``redonda`` or ``punta``; ``None`` where the table knows no duels."""
    points: tuple[int, int]
    """Received by each side, not cut at the target; so far, when the hand is not finished."""
    finished: bool
    duels: tuple[DuelPlayed, ...] | None = None
    """Of a hand of duels, those that began."""


class Replay(Struct, frozen=True):
    """What became of a record."""

    state: State
    """After the last statement that was accepted."""
    steps: tuple[Played, ...]
    hands: tuple[HandPlayed, ...]
    complete: bool
    """False where cards that stay unknown ended the replay."""
    error: Problem | None = None


def replay(record: Record, *, close: bool = True) -> Replay:
    """Play a record to its end, or to the first statement that is not accepted.

    ``close``: the end of the record ends the time for claims, as that of a file does.
    """
    raise NotImplementedError

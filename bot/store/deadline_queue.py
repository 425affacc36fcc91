"""Deadlines in memory, the earliest first."""

import heapq
from typing import Final

from bot.messages import MatchId
from bot.store.model import Deadline

_SPARE: Final = 1000
"""The most replaced deadlines that stay in the heap before they are removed."""


class DeadlineQueue:
    """The deadlines of matches. The number of matches does not slow its methods down."""

    def __init__(self) -> None:
        self._of: dict[MatchId, tuple[Deadline, ...]] = {}
        self._heap: list[tuple[float, MatchId, str]] = []
        """A heap of all deadlines, the earliest first. It also holds some replaced ones."""
        self._standing: dict[tuple[MatchId, str], Deadline] = {}

    def stand(self, match: MatchId, rows: tuple[Deadline, ...]) -> None:
        """Replaces all deadlines of a match."""
        for row in self._of.pop(match, ()):
            del self._standing[match, row.id]
        if rows:
            self._of[match] = rows
        for row in rows:
            self._standing[match, row.id] = row
            heapq.heappush(self._heap, (row.due, match, row.id))
        if len(self._heap) > 2 * len(self._standing) + _SPARE:
            self._heap = [(row.due, *key) for key, row in self._standing.items()]
            heapq.heapify(self._heap)

    def of(self, match: MatchId) -> tuple[Deadline, ...]:
        return self._of.get(match, ())

    def all(self) -> tuple[Deadline, ...]:
        return tuple(self._standing.values())

    def due(self, now: float, most: int) -> tuple[Deadline, ...]:
        """At most ``most`` deadlines that have come at ``now``, the oldest first."""
        found: list[tuple[float, MatchId, str]] = []
        while len(found) < most and self._earliest() is not None and self._heap[0][0] <= now:
            entry = heapq.heappop(self._heap)
            if not found or found[-1] != entry:
                found.append(entry)
        for entry in found:
            heapq.heappush(self._heap, entry)
        return tuple(self._standing[match, id] for _, match, id in found)

    def _earliest(self) -> Deadline | None:
        """The earliest deadline; ``None``: there is none. Removes replaced ones before it."""
        while self._heap:
            due, match, id = self._heap[0]
            row = self._standing.get((match, id))
            if row is not None and row.due == due:
                return row
            heapq.heappop(self._heap)
        return None

    def next_due(self) -> float | None:
        """The moment of the earliest deadline; ``None``: there is none."""
        earliest = self._earliest()
        return None if earliest is None else earliest.due

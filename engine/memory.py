"""What one table remembers of positions, and how much of it at most.

:mod:`engine.memo` fills it, and says what may be remembered.
"""

from typing import Final, Generic, TypeVar

from engine.events import AnyEvent, ContestBegan
from engine.nodes import Effect, Node
from engine.numbers import Seat, Seats
from engine.state.facts import Fact
from engine.state.offer import Offer, Sayable
from engine.state.opening import ScoreTerms
from engine.state.state import Entry, Position, Spoken, Trick
from engine.state.table import Table

LIMIT: Final = 20_000
"""The most positions that one generation of a table's memory holds (some 900 bytes each), and the
most entries of any other kind. When it is full, the generation before it is forgotten."""

K = TypeVar("K")
V = TypeVar("V")


class Generations(Generic[K, V]):
    """A bounded memory in two generations: when the newer one is full, the older one goes."""

    __slots__ = ("newer", "older")

    def __init__(self) -> None:
        self.newer: dict[K, V] = {}
        self.older: dict[K, V] = {}

    def get(self, key: K) -> V | None:
        """The remembered value of this key, or ``None``. A value that is asked for stays for
        another generation."""
        found = self.newer.get(key)
        if found is None and self.older:
            found = self.older.get(key)
            if found is not None:
                self.newer[key] = found
        return found

    def put(self, key: K, value: V) -> V:
        if len(self.newer) >= LIMIT:
            self.newer, self.older = {}, self.newer
        self.newer[key] = value
        return value


class Shared(Generations[V, V]):
    """A memory that keeps one object for all equal values.

    Thousands of effects differ in few parts. When they share the equal parts, the memory is a tenth
    as large, so the processor finds more of it in its cache.
    """

    __slots__ = ()

    def one(self, value: V) -> V:
        """The object that stands for all values equal to this one."""
        found = self.newer.get(value)
        return self.put(value, self.older.get(value, value)) if found is None else found


OpeningKey = tuple[int, tuple[Seat, ...], Seats, Seats, ScoreTerms | None]
"""Index of the contest, its seats, ``flores`` and ``begun`` of the contests before it, and what the
score decides at a table where the score matters."""
Opening = tuple[Position, ContestBegan]


class Memory:
    """The memory of one table."""

    __slots__ = (
        "entries",
        "events",
        "facts",
        "nodes",
        "offers",
        "openings",
        "points",
        "said",
        "terms",
        "tricks",
    )

    def __init__(self) -> None:
        self.nodes: Generations[Position, Node] = Generations()
        self.offers: Generations[Sayable, Offer] = Generations()
        """There are many positions and few different offers: one object stands for all equal
        offers."""
        self.openings: Generations[OpeningKey, Opening] = Generations()
        self.terms: Generations[tuple[int, ...], ScoreTerms] = Generations()
        self.said: Shared[tuple[Spoken, ...]] = Shared()
        self.tricks: Shared[tuple[Trick, ...]] = Shared()
        self.facts: Shared[tuple[Fact, ...]] = Shared()
        self.entries: Shared[tuple[Entry, ...]] = Shared()
        self.events: Shared[tuple[AnyEvent, ...]] = Shared()
        self.points: Shared[tuple[int, int]] = Shared()

    def in_shared_parts(self, effect: Effect) -> Effect:
        """The same effect, made of shared parts."""
        node = self.nodes.get(effect.position)
        return Effect(
            effect.position if node is None else node.position,
            # Most steps add little, and an empty tuple is always the same object.
            effect.said and self.said.one(effect.said),
            effect.tricks and self.tricks.one(effect.tricks),
            effect.facts and self.facts.one(effect.facts),
            effect.entries and self.entries.one(effect.entries),
            effect.waiting and self.entries.one(effect.waiting),
            effect.events and self.events.one(effect.events),
            self.points.one(effect.points),
            effect.most,
            effect.settles,
            effect.ends,
            effect.begins,
            effect.shown_at,
        )


def memory_of(table: Table) -> Memory | None:
    """The memory of this table; ``None``: the table remembers nothing."""
    memory: Memory | None = table.memory
    if memory is None and table.remembers:
        memory = table.memory = Memory()
    return memory

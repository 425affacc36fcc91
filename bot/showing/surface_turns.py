"""Decides who may write to a surface, and who may move it.

Only one writer at a time has the turn of a surface: a drawing, or a reply that moves the surface. A
turn may take as long as the platform needs. The answer to a press cannot wait that long. It need
not wait, because it writes *beside* the turn, into the message that is already there.

So the message must keep its place while somebody writes beside the turn. A writer that has the turn
and is about to move the surface calls :meth:`Turns.leave`. This waits for the writers beside it,
and admits no new ones until the turn ends. If two wrote to the same message at the same time,
nobody knows whose text came last. Both are told so, and the surface is drawn once more."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from weakref import WeakValueDictionary


class Beside:
    """A writer that writes beside the turn."""

    def __init__(self, writers: "_Writers") -> None:
        self._writers = writers
        self.may: bool = not writers.leaving
        """Whether it may write, because the surface keeps its place; if not, it must not."""
        self.crossed = False
        """Whether somebody else has written to the surface at the same time."""

    @contextmanager
    def writing(self) -> Iterator[None]:
        """A context for the time of the writing."""
        writers = self._writers
        for other in writers.writing:
            other.crossed = True
        self.crossed = bool(writers.writing) or writers.drawn
        writers.writing.add(self)
        try:
            yield
        finally:
            writers.writing.discard(self)


class _Writers:
    """The writers of a surface, while one has the turn, waits for it, or writes beside it."""

    def __init__(self) -> None:
        self.turn = asyncio.Lock()
        self.drawn = False
        """Whether a writer has the turn and no longer waits for the writers beside it."""
        self.leaving = False
        self.beside = 0
        self.writing: set[Beside] = set()
        self.free = asyncio.Event()
        self.free.set()


class Turns:
    """The turns of all surfaces."""

    def __init__(self) -> None:
        self._all: WeakValueDictionary[str, _Writers] = WeakValueDictionary()

    def _writers_of(self, surface: str) -> _Writers:
        return self._all.setdefault(surface, _Writers())

    @asynccontextmanager
    async def turn(self, surface: str) -> AsyncIterator[None]:
        """Gives the turn after everyone who came before, and after the writers beside."""
        writers = self._writers_of(surface)
        async with writers.turn:
            while writers.beside:
                await writers.free.wait()
            writers.drawn = True
            try:
                yield
            finally:
                writers.drawn = writers.leaving = False

    async def leave(self, surface: str) -> bool:
        """Called by the writer with the turn when it is about to move the surface. Returns whether
        it had to wait for a writer beside the turn. If so, the surface may look different now."""
        writers = self._writers_of(surface)
        assert writers.drawn, "only the writer with the turn may do this"
        writers.leaving = True
        waited = writers.beside > 0
        while writers.beside:
            await writers.free.wait()
        return waited

    @contextmanager
    def beside(self, surface: str) -> Iterator[Beside]:
        """Admits a writer beside the turn at once. Meanwhile it must not wait for the turn."""
        writers = self._writers_of(surface)
        one = Beside(writers)
        if not one.may:
            yield one
            return
        writers.beside += 1
        writers.free.clear()
        try:
            yield one
        finally:
            writers.beside -= 1
            if not writers.beside:
                writers.free.set()

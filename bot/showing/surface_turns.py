"""Who may write to a surface, and who may move it.

Only one writer has a surface's turn: a drawing, or a reply that moves the surface. A turn may take
as long as the platform takes. The answer to a press cannot wait so long, and need not: it writes
*beside* the turn, into the message that is there already.

So the message must not change its place while somebody writes beside. A writer with the turn that
is about to move the surface calls :meth:`Turns.leave`: this waits for the writers beside and admits
no new ones until the turn ends. Two who wrote to the same message at the same time cannot know
whose text came last; both are told so, and the surface is drawn once more.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from weakref import WeakValueDictionary


class Beside:
    """A writer beside the turn."""

    def __init__(self, writers: "_Writers") -> None:
        self._writers = writers
        self.may: bool = not writers.leaving
        """The surface stays where it is. If this is false, the writer must not write there."""
        self.crossed = False
        """Somebody else has written there at the same time."""

    @contextmanager
    def writing(self) -> Iterator[None]:
        """The context lasts as long as the writing."""
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
    """One surface, as long as somebody has or waits for its turn, or writes beside it."""

    def __init__(self) -> None:
        self.turn = asyncio.Lock()
        self.drawn = False
        """A writer has the turn, and no longer waits for those beside."""
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
        """The writer with the turn is about to move the surface.

        Returns whether it had to wait for a writer beside: the surface may look different by
        now."""
        writers = self._writers_of(surface)
        assert writers.drawn, "only the writer with the turn may do this"
        writers.leaving = True
        waited = writers.beside > 0
        while writers.beside:
            await writers.free.wait()
        return waited

    @contextmanager
    def beside(self, surface: str) -> Iterator[Beside]:
        """Admits a writer beside the turn, at once. The writer must not wait for the turn
        meanwhile."""
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

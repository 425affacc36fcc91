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

    def __init__(self, sheet: "_Sheet") -> None:
        self._sheet = sheet
        self.may: bool = not sheet.leaving
        """The surface stays where it is. If this is false, the writer must not write there."""
        self.crossed = False
        """Somebody else has written there at the same time."""

    @contextmanager
    def writing(self) -> Iterator[None]:
        """The context lasts as long as the writing."""
        sheet = self._sheet
        for other in sheet.writing:
            other.crossed = True
        self.crossed = bool(sheet.writing) or sheet.drawn
        sheet.writing.add(self)
        try:
            yield
        finally:
            sheet.writing.discard(self)


class _Sheet:
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
        self._sheets: WeakValueDictionary[str, _Sheet] = WeakValueDictionary()

    def _sheet(self, surface: str) -> _Sheet:
        return self._sheets.setdefault(surface, _Sheet())

    @asynccontextmanager
    async def turn(self, surface: str) -> AsyncIterator[None]:
        """Gives the turn after everyone who came before, and after the writers beside."""
        sheet = self._sheet(surface)
        async with sheet.turn:
            while sheet.beside:
                await sheet.free.wait()
            sheet.drawn = True
            try:
                yield
            finally:
                sheet.drawn = sheet.leaving = False

    async def leave(self, surface: str) -> bool:
        """The writer with the turn is about to move the surface.

        Returns whether it had to wait for a writer beside: the surface may look different by
        now."""
        sheet = self._sheet(surface)
        assert sheet.drawn, "only whoever has the turn"
        sheet.leaving = True
        waited = sheet.beside > 0
        while sheet.beside:
            await sheet.free.wait()
        return waited

    @contextmanager
    def beside(self, surface: str) -> Iterator[Beside]:
        """Admits a writer beside the turn, at once. The writer must not wait for the turn
        meanwhile."""
        sheet = self._sheet(surface)
        one = Beside(sheet)
        if not one.may:
            yield one
            return
        sheet.beside += 1
        sheet.free.clear()
        try:
            yield one
        finally:
            sheet.beside -= 1
            if not sheet.beside:
                sheet.free.set()

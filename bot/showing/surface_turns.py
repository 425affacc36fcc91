"""Who may write to a surface, and who may put it elsewhere.

One at a time has a surface's turn: a drawing, a reply that puts the surface somewhere else. That
may take as long as the platform takes. Whoever answers a press cannot wait so long and need not: an
answer writes beside the turn, into the message that is there already.

So the message must stay what it is while somebody writes beside: whoever has the turn and is about
to put the surface elsewhere says so with :meth:`Turns.leave`, which waits for those beside and lets
nobody new in until the turn ends. Two who wrote to the same message at the same time cannot know
which of them came last; both are told, and the surface is drawn once more.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from weakref import WeakValueDictionary


class Beside:
    """One who writes beside the turn."""

    def __init__(self, sheet: "_Sheet") -> None:
        self._sheet = sheet
        self.may: bool = not sheet.leaving
        """The surface stays where it is; otherwise nothing is to be written there."""
        self.crossed = False
        """Somebody else has written there at the same time."""

    @contextmanager
    def writing(self) -> Iterator[None]:
        """While this lasts it is being written."""
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
    """One surface while anybody is concerned with it."""

    def __init__(self) -> None:
        self.turn = asyncio.Lock()
        self.drawn = False
        """Somebody has the turn, and no longer waits for those beside."""
        self.leaving = False
        self.beside = 0
        self.writing: set[Beside] = set()
        self.free = asyncio.Event()
        self.free.set()


class Turns:
    """By surface."""

    def __init__(self) -> None:
        self._sheets: WeakValueDictionary[str, _Sheet] = WeakValueDictionary()

    def _sheet(self, surface: str) -> _Sheet:
        return self._sheets.setdefault(surface, _Sheet())

    @asynccontextmanager
    async def turn(self, surface: str) -> AsyncIterator[None]:
        """Waits for everyone who came before, and for those beside."""
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
        """Whoever has the turn is about to put the surface elsewhere. Whether somebody beside had
        to be waited for: then it may look otherwise by now."""
        sheet = self._sheet(surface)
        assert sheet.drawn, "only whoever has the turn"
        sheet.leaving = True
        waited = sheet.beside > 0
        while sheet.beside:
            await sheet.free.wait()
        return waited

    @contextmanager
    def beside(self, surface: str) -> Iterator[Beside]:
        """May write to the message that is there, at once. Must not wait for the turn meanwhile."""
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

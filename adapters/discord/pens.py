"""Who is writing to a message just now.

An answer to a press may redraw the pressed message itself, and must not wait; the drawing of
surfaces may. So a drawing waits for answers, and an answer that found a drawing under way says so:
nobody knows which of the two came last, and the surface is drawn once more.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from weakref import WeakValueDictionary


class Pen:
    """One answer's."""

    def __init__(self, crossed: bool) -> None:
        self.crossed = crossed
        """A drawing was under way when it began."""
        self.drew = False
        """It has redrawn the surface."""


class _Sheet:
    """One surface while anybody writes to it."""

    def __init__(self) -> None:
        self.answers = 0
        self.drawings = 0
        self.answered = 0
        self.free = asyncio.Event()
        self.free.set()


class Pens:
    """By surface."""

    def __init__(self) -> None:
        self._sheets: WeakValueDictionary[str, _Sheet] = WeakValueDictionary()

    def _sheet(self, surface: str) -> _Sheet:
        return self._sheets.setdefault(surface, _Sheet())

    @contextmanager
    def answering(self, surface: str) -> Iterator[Pen]:
        """An answer is being worked out that may redraw the surface."""
        sheet = self._sheet(surface)
        pen = Pen(sheet.drawings > 0)
        sheet.answers += 1
        sheet.free.clear()
        try:
            yield pen
        finally:
            sheet.answered += pen.drew
            sheet.answers -= 1
            if not sheet.answers:
                sheet.free.set()

    @asynccontextmanager
    async def drawing(self, surface: str) -> AsyncIterator[bool]:
        """The surface is to be drawn: waits for answers. Whether one of them drew it meanwhile."""
        sheet = self._sheet(surface)
        before = sheet.answered
        while sheet.answers:
            await sheet.free.wait()
        sheet.drawings += 1
        try:
            yield sheet.answered != before
        finally:
            sheet.drawings -= 1

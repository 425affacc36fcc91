"""Pages that are still being worked out: their message is edited until the page is complete."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Final

from bot.catalogue import read_key
from bot.screens.pages import Page, PageKey

AGAIN: Final = 4.0
"""Seconds between two versions of such a page."""
MOST: Final = 150
"""The most versions of such a page. After that the reader has to use its button."""


async def _no_wait(page: Page) -> None:
    """The page may be written at once."""


class ArrivingPages:
    """The messages whose pages are still being worked out."""

    def __init__(self) -> None:
        self._turns: dict[Hashable, object] = {}
        """For each message, a mark of the page for which it waits."""

    def turned(self, message: Hashable) -> None:
        """Notes that the message shows another page now, so the page before comes no more."""
        self._turns.pop(message, None)

    async def arrive(
        self,
        message: Hashable,
        page: Page,
        make: Callable[[PageKey], Awaitable[Page]],
        put: Callable[[Page], Awaitable[bool]],
        wait: Callable[[Page], Awaitable[None]] = _no_wait,
    ) -> None:
        """Makes the page with ``make`` again and again, and writes it into the message with
        ``put``, after ``wait`` for the moment when it may be written. Ends when it is complete,
        when the message shows another, or when ``put`` fails."""
        turn = self._turns[message] = object()
        try:
            for _ in range(MOST):
                if not page.again:
                    return
                await asyncio.sleep(AGAIN)
                before, page = page, await make(read_key(page.again))
                if page != before:
                    await wait(page)
                if self._turns.get(message) is not turn:
                    return
                if page != before and not await put(page):
                    return
        finally:
            if self._turns.get(message) is turn:
                del self._turns[message]

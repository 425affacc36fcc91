"""Pages that are still being worked out: the newest content comes into their message by itself."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Final

from bot.catalogue import read_key
from bot.screens.pages import Page, PageKey

AGAIN: Final = 4.0
"""Seconds after which such a page is made again."""
MOST: Final = 100
"""A page is made again so often at most. Then its button is left."""


class ArrivingPages:
    """The messages whose pages are still being worked out."""

    def __init__(self) -> None:
        self._turns: dict[Hashable, object] = {}
        """By message, a mark of the page that it waits for."""

    def turned(self, message: Hashable) -> None:
        """Another page stands in the message from now on: the one before comes no more."""
        self._turns.pop(message, None)

    async def arrive(
        self,
        message: Hashable,
        page: Page,
        make: Callable[[PageKey], Awaitable[Page]],
        put: Callable[[Page], Awaitable[bool]],
    ) -> None:
        """Puts what ``make`` makes into the message until the page is whole, the message shows
        another page, or ``put`` fails."""
        turn = self._turns[message] = object()
        try:
            for _ in range(MOST):
                if not page.again:
                    return
                await asyncio.sleep(AGAIN)
                before, page = page, await make(read_key(page.again))
                if self._turns.get(message) is not turn:
                    return
                if page != before and not await put(page):
                    return
        finally:
            if self._turns.get(message) is turn:
                del self._turns[message]

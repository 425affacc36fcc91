"""Services that a test makes up: they give what it wants, and remember what they were asked."""

from collections.abc import Callable
from typing import Any


class MadeUp:
    """Functions that note that they were called, and functions that give something."""

    def __init__(self) -> None:
        self.did: list[tuple[Any, ...]] = []

    def does(self, name: str) -> Any:
        async def do(*what: Any) -> None:
            self.did.append((name, *what))

        return do

    def gives(self, what: Callable[[], Any]) -> Any:
        async def give(*_: Any, **__: Any) -> Any:
            return what()

        return give

"""Services that a test makes up: they give or fail as it wants, and note what they were asked."""

from collections.abc import Callable
from typing import Any


class MadeUp:
    """Functions that note that they were called, and functions that give something."""

    def __init__(self) -> None:
        self.did: list[tuple[Any, ...]] = []
        self.trouble: dict[str, Exception] = {}
        """What goes wrong, by the name of the function."""

    def note(self, name: str, *what: Any) -> None:
        self.did.append((name, *what))
        assert len(self.did) < 50, "it goes on for ever"
        if name in self.trouble:
            raise self.trouble[name]

    def does(self, name: str) -> Any:
        async def do(*what: Any, **_: Any) -> None:
            self.note(name, *what)

        return do

    def gives(self, what: Callable[[], Any]) -> Any:
        async def give(*_: Any, **__: Any) -> Any:
            return what()

        return give

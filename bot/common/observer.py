"""The interface through which a running bot reports its work to the parts that measure it."""

from typing import Protocol


class Observer(Protocol):
    """Gets a call for each event of a kind. The calls must be quick and must not raise."""

    def answered(self, seconds: float) -> None:
        """A person's command has been answered. ``seconds``: since it came."""

    def committed(self, seconds: float, steps: int) -> None:
        """A decision has been stored. ``seconds``: since it was made; ``steps``: how many steps it
        holds, 0 for an answer alone."""

    def pictured(self, seconds: float) -> None:
        """A surface shows its newest picture. ``seconds``: since it could have been drawn; the time
        for which its platform asked to wait is not counted."""

    def asked_to_wait(self, platform: str) -> None:
        """A platform has refused a request because there were too many (429)."""


class Unobserved:
    """An observer that keeps nothing."""

    def answered(self, seconds: float) -> None: ...

    def committed(self, seconds: float, steps: int) -> None: ...

    def pictured(self, seconds: float) -> None: ...

    def asked_to_wait(self, platform: str) -> None: ...

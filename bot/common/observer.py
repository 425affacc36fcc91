"""What a running bot reports of its own work, for whoever measures it."""

from typing import Protocol


class Observer(Protocol):
    """Is told of every event of a kind. It must be quick, and it must not raise."""

    def answered(self, seconds: float) -> None:
        """A person's command has its reply, so long after it came."""

    def committed(self, seconds: float, steps: int) -> None:
        """A decision with so many steps is stored, so long after it was made; 0: only an answer."""

    def asked_to_wait(self, platform: str) -> None:
        """A platform has refused a request because there were too many (429)."""


class Unobserved:
    """An observer that keeps nothing."""

    def answered(self, seconds: float) -> None: ...

    def committed(self, seconds: float, steps: int) -> None: ...

    def asked_to_wait(self, platform: str) -> None: ...

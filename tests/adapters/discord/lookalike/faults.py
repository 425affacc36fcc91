"""What goes wrong on demand."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.adapters.discord.lookalike.errors import Refusal, rate_limited, refusal


@dataclass
class Fault:
    """Befalls requests of some operations, so many times.

    One of: ``refuse`` (answered so, and not done), ``slow`` seconds before it is done, ``lost``
    (done, but the answer is this one: the sender cannot know), ``cut`` (the connection is closed
    without an answer)."""

    operations: tuple[str, ...]
    times: int = 1
    refuse: Callable[[], Refusal] | None = None
    slow: float = 0.0
    lost: Callable[[], Refusal] | None = None
    cut: bool = False
    place: int = 0
    """Only requests about this channel, where it is not 0."""
    uploads: bool = False
    """Only requests that bring files."""
    met: int = field(default=0, compare=False)
    """How often it has befallen."""


SENDING = (
    "create_message",
    "update_message",
    "execute_webhook",
    "update_original_webhook_message",
    "update_webhook_message",
)


class Faults:
    """The list of what is to go wrong."""

    def __init__(self) -> None:
        self.all: list[Fault] = []

    def add(self, *operations: str, **how: Any) -> Fault:
        """See :class:`Fault`. Without operations: everything that sends or changes a message."""
        fault = Fault(operations or SENDING, **how)
        self.all.append(fault)
        return fault

    def code(self, code: int, *operations: str, **how: Any) -> Fault:
        """Refused with one of Discord's codes (10003, 10008, 50001, 50007, 30046 ...)."""
        return self.add(*operations, refuse=lambda: refusal(code), **how)

    def server_error(self, *operations: str, status: int = 500, **how: Any) -> Fault:
        return self.add(*operations, refuse=lambda: Refusal(status, 0, "Server Error"), **how)

    def limit(self, seconds: float, *operations: str, is_global: bool = False, **how: Any) -> Fault:
        """429, for this bucket or for the whole bot."""
        return self.add(
            *operations, refuse=lambda: rate_limited(seconds, is_global=is_global), **how
        )

    def of(self, operation: str, place: int, *, uploads: bool) -> Fault | None:
        """What befalls this request, the oldest first; used up by being asked."""
        for fault in self.all:
            meant = operation in fault.operations and fault.place in (0, place)
            if fault.times > 0 and meant and (uploads or not fault.uploads):
                fault.times -= 1
                fault.met += 1
                return fault
        return None

    def clear(self) -> None:
        self.all.clear()

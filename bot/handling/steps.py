"""Steps around a command: those before its match decides, and those after it was accepted."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Generic, TypeVar, cast

from bot.messages import Accepted, AnyCommand, AnyReply, Reply

C = TypeVar("C", bound=AnyCommand)
Before = Callable[[C], Awaitable[AnyCommand | AnyReply]]
"""A step before the match decides. Returns the command, changed or not, or an answer."""
After = Callable[[C, Accepted], Awaitable[AnyReply]]
"""A step after the command was accepted. It returns the reply, perhaps another one."""


@dataclass(frozen=True)
class Steps(Generic[C]):
    """The steps of one kind of command, in their order."""

    before: tuple[Before[C], ...] = ()
    after: tuple[After[C], ...] = ()

    async def begin(self, command: C) -> C | AnyReply:
        """Takes the steps before the match decides, until one returns an answer."""
        for step in self.before:
            found = await step(command)
            if isinstance(found, Reply):
                return found
            command = cast("C", found)
        return command

    async def follow(self, command: C, reply: AnyReply) -> AnyReply:
        """Takes the steps that follow, as long as the reply is that the command is accepted."""
        for step in self.after:
            if not isinstance(reply, Accepted):
                return reply
            reply = await step(command, reply)
        return reply

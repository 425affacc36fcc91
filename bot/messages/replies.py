"""The replies to commands."""

from typing import Final

from msgspec import Struct

from bot.messages.command import ANY_POINT
from bot.messages.ids import MatchId

_TOLD_BACK: Final = 32
"""Letters. A refusal has to fit into an alert."""


def told_back(wrong: str) -> str:
    """As much of a wrong value as a reply repeats."""
    return wrong[:_TOLD_BACK]


class Reply(Struct, frozen=True, gc=False, tag=True):
    """Base of replies. A reply goes to the person who gave the command. It is stored only as the
    first answer to its request."""


class Accepted(Reply, frozen=True):
    """The command was carried out and stored. ``note``: the id of a message; empty: none."""

    match: MatchId = ""
    note: str = ""
    parameters: tuple[tuple[str, str], ...] = ()


class Stale(Reply, frozen=True):
    """The press relied on a moment that has passed. The newest picture will be shown."""

    match: MatchId
    waiting: tuple[str, ...] = ()
    """The names of the people for whom the table waits now."""
    mine: bool = False
    """The person who pressed is one of them."""
    deserted: bool = False
    """Robots hold every person's seat: the table waits for people, not for a step."""


class Refused(Reply, frozen=True):
    """The command was refused. ``reason``: the engine's or the service's (:mod:`bot.reasons`)."""

    reason: str
    match: MatchId = ""
    parameters: tuple[tuple[str, str], ...] = ()


class NotSeated(Reply, frozen=True):
    """The person has no seat at this table, so nothing changes."""

    match: MatchId


class Ask(Reply, frozen=True):
    """The command first needs a number, a choice or a confirmation. The answer is the same action
    with the number filled in."""

    match: MatchId
    action: str
    low: int = 0
    high: int = 0
    point: str = ANY_POINT
    names: tuple[str, ...] = ()
    """The people whom the question names."""


AnyReply = Accepted | Stale | Refused | NotSeated | Ask

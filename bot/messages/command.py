"""The bases of all commands."""

from typing import Final, TypedDict

from msgspec import Struct

from bot.messages.ids import MatchId, PersonId

ANY_POINT: Final = ""
"""The point of a command typed by hand: it relies on no picture, so the present state counts."""


class Command(Struct, frozen=True, gc=False, kw_only=True):
    """Base of all commands."""

    request: str
    """Unique per press or message (``web:<tab>:<n>``, an interaction's or update's id). The same
    request again gets the first answer again and changes nothing."""
    person: PersonId
    """The person who asks. The clock is ``clock:``; robots act through the clock."""
    pressed: bool = False
    """The command came from a button; otherwise it was typed."""


class MatchCommand(Command, frozen=True):
    """Base of the commands to one match."""

    match: MatchId


class TableFields(TypedDict):
    """The common fields of all commands of a person to a table."""

    request: str
    person: PersonId
    match: MatchId

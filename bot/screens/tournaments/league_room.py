"""The extra lines in a room of a league between houses."""

from collections.abc import Iterator

from bot.screen import Line
from bot.screens.moment.context import ScreenContext


def head(context: ScreenContext) -> Iterator[Line]:
    """The line with the league, the round and the teams; nothing at any other table."""
    if (room := context.info.room) is not None:
        one, other = room.teams
        said = {"league": room.league, "round": room.round, "one": one, "other": other}
        yield context.line("room.head", "quiet", **said)


def over(context: ScreenContext) -> Iterator[Line]:
    """The line after the end of the room: what comes next; nothing at any other table, and nothing
    when both rooms are over."""
    if context.info.room is not None and not context.brought.deals_are_open:
        yield context.line("room.over", "strong")

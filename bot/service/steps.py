"""The steps around each kind of command, in one table.

A new command needs a row only if there is an unusual step before it, or a step outside of its match
after it."""

from collections.abc import Mapping
from typing import Any, TypeVar

from bot.daily.days import Days
from bot.handling.parts import HandlingParts
from bot.handling.steps import After, Before, Steps
from bot.messages import (
    AnyCommand,
    CloseTable,
    Command,
    HandOver,
    Join,
    Leave,
    LookOn,
    OpenTable,
    PlayDaily,
    Rematch,
    Return,
    ShareDaily,
    Start,
    Tick,
)
from bot.service.arrivals import Arrivals
from bot.service.beforehand import Beforehand

C = TypeVar("C", bound=AnyCommand)


class CommandSteps:
    """Knows the steps of each command."""

    def __init__(
        self, handling: HandlingParts, beforehand: Beforehand, days: Days, arrivals: Arrivals
    ) -> None:
        usual = (handling.hand_overs.in_name_of_person, beforehand.stays)
        leaving, afterwards = handling.own_commands.leaving, handling.afterwards
        followed = handling.rounds.followed
        self._usual = Steps[Any](usual)
        self._by_kind: Mapping[type[Command], Steps[Any]] = dict(
            (
                _row(Tick, (), followed),
                _row(Start, usual, followed),
                _row(HandOver, (beforehand.stays,)),
                _row(Leave, leaving.before, *leaving.after),
                _row(CloseTable, usual, afterwards.at_tables),
                _row(PlayDaily, (*usual, days.play)),
                _row(ShareDaily, (*usual, beforehand.counts)),
                _row(OpenTable, (*usual, beforehand.rests), arrivals.seated, arrivals.published),
                _row(
                    Join,
                    (*usual, beforehand.rests),
                    arrivals.seated,
                    arrivals.published,
                    arrivals.entered,
                    followed,
                ),
                _row(Return, usual, arrivals.seated),
                _row(Rematch, usual, arrivals.published, arrivals.begun_again, followed),
                _row(LookOn, usual, afterwards.looks),
            )
        )

    def of(self, command: C) -> Steps[C]:
        return self._by_kind.get(type(command), self._usual)


def _row(
    kind: type[C], before: tuple[Before[C], ...], *after: After[C]
) -> tuple[type[Command], Steps[Any]]:
    """The row of a kind of command: what comes before its match decides, and what follows."""
    return kind, Steps(before, after)

"""One hand between two sides, for environments: who is to act, what it may do, what it has won.

One awaited seat acts at a time, the first in the order of the seats; a partner's flor over an
envido that another answers is not said. After the last card every seat claims what is due to it by
itself.
"""

import copy
import random
from typing import Any, Final

from msgspec import Struct

from engine.actions import COVER, DESCARTA, STACK, Action, AnyAction, Close
from engine.apply import apply, deal_from, new_match
from engine.errors import BadRules
from engine.guard.legal import awaited, needs
from engine.numbers import Seat
from engine.record.notation import write_action
from engine.robots import claim
from engine.robots.matches import gained_by_side
from engine.seen.view import SeatView, view
from engine.state.state import State
from engine.state.table import Table
from engine.variants import table_for

HIDDEN: Final = (COVER, STACK, DESCARTA)
"""The others see that it was done, not with which card."""


class Setting(Struct, frozen=True):
    """Where hands are played. It never changes, so that copies share it."""

    table: Table
    score: tuple[int, int]

    def __deepcopy__(self, memo: dict[int, Any]) -> "Setting":
        return self

    @property
    def cards_needed(self) -> int:
        """How many cards of the deck matter to a hand."""
        return 3 * self.table.players + self.table.turns


def table_of_two_sides(variant: str, players: int, options: dict[str, str]) -> Table:
    """The table; raises :class:`BadRules` where the sides are not equal."""
    table = table_for(variant, players, options)
    if players % 2:
        raise BadRules((("players", str(players)),))
    return table


class HandInPlay:
    """A hand from its deal to its end."""

    def __init__(self, setting: Setting, dealer: int, cards: tuple[int, ...]) -> None:
        """``cards``: the first cards of the deck, as they are dealt: one to each seat from the
        mano, three rounds, then the turned card where the game has one."""
        table = setting.table
        rest = [card for card in table.deck if card not in cards]
        dealt = apply(new_match(table, setting.score), deal_from(table, dealer, (*cards, *rest)))
        self.setting = setting
        self.state: State = dealt.state
        self.history: tuple[Action, ...] = ()
        self._go_on()

    def __deepcopy__(self, memo: dict[int, Any]) -> "HandInPlay":
        return copy.copy(self)  # what it holds never changes

    @property
    def actor(self) -> Seat | None:
        """The seat that is to act; ``None``: the hand is over."""
        return awaited(self.state)[0] if needs(self.state) == "seat" else None

    def seen(self, seat: int) -> SeatView:
        """What a seat sees."""
        return view(self.state, seat)

    def act(self, action: Action) -> None:
        """The step of the seat that is to act."""
        self._take(action)
        self.history = (*self.history, action)
        self._go_on()

    def gains(self) -> list[float]:
        """By seat, the points that its side has won more than the other, cut at the target."""
        won = gained_by_side(self.state, self.setting.score)
        return [float(won[side] - won[1 - side]) for side in self.state.table.sides]

    def told(self, seat: int) -> str:
        """The steps of the hand as this seat has seen them, one after another."""
        return " ".join(self._told(action, seat) for action in self.history)

    def _told(self, action: Action, seat: int) -> str:
        if action.seat != seat and action.verb in HIDDEN:
            return f"{action.seat} {action.verb} ??;"
        return f"{action.seat} {write_action(self.state.table, action)};"

    def _take(self, action: AnyAction) -> None:
        self.state = apply(self.state, action).state

    def _go_on(self) -> None:
        """After the last card all that is due is claimed."""
        dice = random.Random(0)
        while needs(self.state) == "close":
            claims = (claim(self.seen(seat), dice) for seat in self.state.table.seats)
            self._take(next((one for one in claims if one is not None), None) or Close())

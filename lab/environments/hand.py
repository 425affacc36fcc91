"""One hand between two sides, for environments: the seat that acts, its steps, and the points won.

If the table waits for several seats, the first in the order of the seats acts. A partner therefore
cannot say a flor over an envido that another seat answers. After the last card every seat claims
its points automatically.
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
from engine.robots.players.matches import gained_by_side
from engine.seen.view import SeatView, view
from engine.state.state import State
from engine.state.table import Table
from engine.variants import table_for

HIDDEN: Final = (COVER, STACK, DESCARTA)
"""Steps whose card the other seats do not see."""


class HandSetting(Struct, frozen=True):
    """The setting of hands. It never changes, so copies share it."""

    table: Table
    score: tuple[int, int]

    def __deepcopy__(self, memo: dict[int, Any]) -> "HandSetting":
        return self

    @property
    def cards_needed(self) -> int:
        """How many cards of the deck matter to a hand."""
        return 3 * self.table.players + self.table.turns


def table_of_two_sides(variant: str, players: int, options: dict[str, str]) -> Table:
    """The table. Raises :class:`BadRules` if its sides are not equal."""
    table = table_for(variant, players, options)
    if players % 2:
        raise BadRules((("players", str(players)),))
    return table


class HandInPlay:
    """A hand from its deal to its end."""

    def __init__(self, setting: HandSetting, dealer: int, cards: tuple[int, ...]) -> None:
        """``cards``: the first cards of the deck in the order of dealing: one to each seat from the
        mano, three rounds, then the turned card if the game has one."""
        table = setting.table
        rest = [card for card in table.deck if card not in cards]
        dealt = apply(new_match(table, setting.score), deal_from(table, dealer, (*cards, *rest)))
        self.setting = setting
        self.state: State = dealt.state
        self.history: tuple[Action, ...] = ()
        self._go_on()

    def __deepcopy__(self, memo: dict[int, Any]) -> "HandInPlay":
        return copy.copy(self)  # a table never changes

    @property
    def actor(self) -> Seat | None:
        """The seat that acts now; ``None``: the hand is over."""
        return awaited(self.state)[0] if needs(self.state) == "seat" else None

    def seen(self, seat: int) -> SeatView:
        return view(self.state, seat)

    def act(self, action: Action) -> None:
        """Takes a step of the seat that acts now."""
        self._take(action)
        self.history = (*self.history, action)
        self._go_on()

    def gains(self) -> list[float]:
        """By seat, the points of its side minus those of the other side, cut at the target."""
        won = gained_by_side(self.state, self.setting.score)
        return [float(won[side] - won[1 - side]) for side in self.state.table.sides]

    def told(self, seat: int) -> str:
        """The steps of the hand as this seat has seen them, in their order."""
        return " ".join(self._told(action, seat) for action in self.history)

    def _told(self, action: Action, seat: int) -> str:
        if action.seat != seat and action.verb in HIDDEN:
            return f"{action.seat} {action.verb} ??;"
        return f"{action.seat} {write_action(self.state.table, action)};"

    def _take(self, action: AnyAction) -> None:
        self.state = apply(self.state, action).state

    def _go_on(self) -> None:
        """After the last card, makes all claims that are due."""
        dice = random.Random(0)
        while needs(self.state) == "close":
            claims = (claim(self.seen(seat), dice) for seat in self.state.table.seats)
            self._take(
                next((claimed for claimed in claims if claimed is not None), None) or Close()
            )

"""From a view to a neutral picture in somebody's language."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bot.screens.types import Screen
from engine.events import AnyEvent
from engine.view import SeatView

if TYPE_CHECKING:
    from bot.model import MatchInfo


def build(
    info: "MatchInfo", view: SeatView | None, locale: str, events: Sequence[AnyEvent] = ()
) -> Screen:
    """The newest picture of a match: the lobby, the table or a hand, or the result.

    ``view`` is ``None`` in the lobby; a seat's view makes that seat's private screen, the public's
    the table's. ``events`` are the last ones, oldest first, as disclosed to whoever looks.
    """
    raise NotImplementedError


def rules_card(info: "MatchInfo", locale: str, events: Sequence[AnyEvent] = ()) -> str:
    """``/reglas``: this table's options in short, and why the last hand ended as it did."""
    raise NotImplementedError


def help_text(locale: str) -> str:
    """``/ayuda``: how to play and how to use the bot."""
    raise NotImplementedError

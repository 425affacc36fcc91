"""What the picture of a match's end shows."""

from typing import Final

from msgspec import Struct

from bot.pictures.table import TableCard, Tally

WIDE: Final = 1000
HIGH: Final = 525
"""The picture is nearly twice as wide as high, because previews of addresses have this shape."""


class EndingSeat(Struct, frozen=True):
    """One seat, with the cards that it has laid in the hand of the match."""

    name: str
    side: str
    laid: tuple[TableCard, ...] = ()
    face: int = -1
    """The number of a robot's face; -1: it has none."""
    ahead: bool = False
    """The side of this seat has won, or had more points when the match was stopped."""


class Ending(Struct, frozen=True):
    """The content of the picture."""

    deck: str
    title: str
    """The game and its options."""
    won: str
    """The winner, or the reason why the match was stopped."""
    tallies: tuple[Tally, ...]
    seats: tuple[EndingSeat, ...]
    turned: str = ""
    hand: str = ""
    """The text with the number of the hand that is shown."""
    told: str = ""
    """The winner of that hand, and the cards."""
    shown_at: str = ""
    """The community where the match was played; empty: the picture names none."""

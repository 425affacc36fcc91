"""What the picture of a table shows."""

from msgspec import Struct


class TableCard(Struct, frozen=True):
    """A card on the table."""

    code: str
    """The card's code; ``back`` if it lies face down."""
    winning: bool = False


class TableSeat(Struct, frozen=True):
    """The public part of one seat."""

    name: str
    side: str
    says: str = ""
    turn: bool = False
    mano: bool = False
    dealer: bool = False
    gone: bool = False
    held: int = 0
    """The number of cards in the hand."""
    laid: tuple[TableCard, ...] = ()
    face: int = -1
    """The number of a robot's face; -1: it has none."""


class Tally(Struct, frozen=True):
    """The points of one side or account."""

    names: str
    side: str
    points: int
    told: str
    """The points in the words of players."""


class TableShot(Struct, frozen=True):
    """The content of a table's picture."""

    deck: str
    title: str
    seats: tuple[TableSeat, ...]
    tallies: tuple[Tally, ...]
    turned: str = ""

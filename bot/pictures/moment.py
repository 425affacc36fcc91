"""What the picture of a moment of a match shows."""

from msgspec import Struct


class PicturedSeat(Struct, frozen=True):
    """One seat of a moment."""

    name: str
    side: str
    says: str = ""
    turn: bool = False
    laid: tuple[str, ...] = ()
    """Codes of cards, ``back`` for a card that lies face down."""
    held: tuple[str, ...] = ()


class PicturedMoment(Struct, frozen=True):
    """The content of the picture."""

    deck: str
    title: str
    score: str
    told: str
    """The words below the table; empty: what shows the picture says them."""
    spots: tuple[PicturedSeat, ...]
    turned: str = ""

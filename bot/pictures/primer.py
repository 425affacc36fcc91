"""What the picture of a game's first lesson shows."""

from msgspec import Struct


class PrimerHand(Struct, frozen=True):
    """An example of a hand."""

    codes: tuple[str, ...]
    told: str
    """The text about the points of this hand."""


class Primer(Struct, frozen=True):
    """The content of the picture of a game."""

    deck: str
    title: str
    order: str
    """The heading above the cards."""
    steps: tuple[tuple[str, ...], ...]
    """The cards from the strongest to the weakest. Cards of one step are equally strong."""
    calls: tuple[str, ...]
    """The values of the calls, one line for each."""
    hand: PrimerHand | None = None

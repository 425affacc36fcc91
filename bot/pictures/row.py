"""What the picture of cards side by side shows."""

from msgspec import Struct


class CardRow(Struct, frozen=True):
    """Cards from left to right."""

    deck: str
    """``spanish`` or ``french``."""
    codes: tuple[str, ...]
    """The codes of the cards, at least one. ``back`` is the back of a card."""

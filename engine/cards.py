"""Cards as small integers, and how they are spelt.

A card is an ``int`` from 0 to 39: ten times its suit plus the number of its rank. Both decks of the
project have four suits of ten ranks, so both use the same numbers. A :class:`Spelling` turns a
number into the two or three characters of the record format, and back. A rule set says what a card
is worth; this module does not.
"""

from typing import Final

from msgspec import Struct

Card = int
"""0 to 39, or :data:`UNKNOWN`."""

UNKNOWN: Final = -1
"""A card that cannot be seen: it lies face down, or the writer of a record does not know it
(``??``)."""

UNKNOWN_TEXT: Final = "??"

SUITS: Final = 4
RANKS: Final = 10


class Spelling(Struct, frozen=True):
    """The names of the cards of one deck."""

    name: str
    """``spanish`` or ``french``."""
    ranks: tuple[str, ...]
    """The names of the ten ranks, by their number."""
    suits: tuple[str, ...]
    """The letters of the four suits, by their number."""

    def write(self, card: Card) -> str:
        """The name of a card in a record (``7o``, ``Qh``); ``??`` for an unknown card."""
        if card == UNKNOWN:
            return UNKNOWN_TEXT
        return self.ranks[card % RANKS] + self.suits[card // RANKS]

    def read(self, text: str) -> Card:
        """The card of this name; ``UNKNOWN`` for ``??``.

        Raises ``ValueError`` for any other text that names no card.
        """
        if text == UNKNOWN_TEXT:
            return UNKNOWN
        if text[:-1] not in self.ranks or text[-1:] not in self.suits:
            raise ValueError(text)
        return self.suits.index(text[-1]) * RANKS + self.ranks.index(text[:-1])


SPANISH: Final = Spelling(
    name="spanish",
    ranks=("1", "2", "3", "4", "5", "6", "7", "10", "11", "12"),
    suits=("e", "b", "o", "c"),
)
FRENCH: Final = Spelling(
    name="french",
    ranks=("A", "2", "3", "4", "5", "6", "7", "Q", "J", "K"),
    suits=("c", "h", "s", "d"),
)
SPELLINGS: Final = {spelling.name: spelling for spelling in (SPANISH, FRENCH)}


def suit_of(card: Card) -> int:
    """The number of a card's suit, 0 to 3."""
    return card // RANKS

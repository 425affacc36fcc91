"""Cards as small integers, and how they are spelt.

A card is an ``int`` from 0 to 39: ten times its suit plus the number of its rank. Both decks of the
project have four suits of ten ranks, so one numbering serves them; a :class:`Spelling` turns the
number into the two or three characters of the record format and back. What a card is *worth* is the
business of a rule set, never of this module.
"""

from typing import Final

from msgspec import Struct

Card = int
"""0 to 39; :data:`UNKNOWN` for a card that whoever looks does not know."""

UNKNOWN: Final = -1
"""A card face down, or one that the writer of a record never saw (``??``)."""

UNKNOWN_TEXT: Final = "??"

SUITS: Final = 4
RANKS: Final = 10


class Spelling(Struct, frozen=True):
    """The names of the cards of one deck."""

    name: str
    """``spanish`` or ``french``, as ``truco variants`` prints it."""
    ranks: tuple[str, ...]
    """Ten rank names in numbering order."""
    suits: tuple[str, ...]
    """Four suit letters in numbering order."""

    def write(self, card: Card) -> str:
        """The card's name in a record (``7o``, ``Qh``); ``??`` for an unknown one."""
        if card == UNKNOWN:
            return UNKNOWN_TEXT
        return self.ranks[card % RANKS] + self.suits[card // RANKS]

    def read(self, text: str) -> Card:
        """The card of this name.

        Raises ``ValueError`` when the deck has no such card.
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
    """The suit's number, 0 to 3."""
    return card // RANKS

"""The deck of a hand of a fair deal, before the cut."""

from msgspec import Struct

from engine.cards import Card
from engine.fairness.hashes import Key


class FairDeck(Struct, frozen=True):
    """The deck of a hand before the cut, with the salts and hashes that commit to it."""

    number: int
    """The number of the hand, from 1."""
    key: Key
    cards: tuple[Card, ...]
    salts: tuple[bytes, ...]
    leaves: tuple[bytes, ...]
    root: bytes

    def opening(self, card: Card) -> tuple[int, bytes]:
        """The place and the salt of a card."""
        place = self.cards.index(card)
        return place, self.salts[place]

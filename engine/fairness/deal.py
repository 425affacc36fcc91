"""The numbers of a fair deal, from the secret of a match to the cards of a hand.

Pure functions of bytes, texts and cards; ``docs/spec/azar.md`` defines each. The secret comes in as
an argument.
"""

import re
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Final

from engine.cards import SPELLINGS, Card
from engine.fairness.deck import FairDeck
from engine.fairness.hashes import HASH_SIZE, Hashes, Key, Part, below, part
from engine.record.notation import CUTS
from engine.state.table import Table

FIRST_LINK: Final = bytes(32)
"""The link before the first one of a register."""
TOUCHED: Final = "toco"
"""The cut of a player who touches the pack and leaves it as it is."""
CHOICES: Final = (*CUTS, TOUCHED)
SALT_SIZE: Final = 16
VELO: Final = "velo"
"""A line that belongs to the hash of the rules when the secret is never published."""
TORNEO: Final = "torneo"
"""The first word of a line that belongs to the hash of the rules at a table of a tournament with a
seal (AZ-37)."""

_BLANKS: Final = re.compile(
    "[\x00-\x20\x7f-\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+"
)
"""Control characters and every kind of blank."""
_COUNT: Final = 40
_PLACED: Final = tuple(part(place) + part(bytes(SALT_SIZE))[:-SALT_SIZE] for place in range(_COUNT))
"""Every place in a deck as bytes to be hashed, with the length of the salt that follows it."""
_HASH: Final = part(bytes(HASH_SIZE))[:-HASH_SIZE]
"""The bytes that stand before a hash: its length."""
_NAMES: Final = {
    spelling.name: tuple(part(spelling.write(card)) for card in range(_COUNT))
    for spelling in SPELLINGS.values()
}
"""Every card of a deck as bytes to be hashed."""


def plain_phrase(phrase: str) -> str:
    """A player's phrase as it is hashed: single blanks between words, none at the ends (AZ-07)."""
    return _BLANKS.sub(" ", phrase).strip(" ")


def cut(cards: tuple[Card, ...], offset: int) -> tuple[Card, ...]:
    """The deck after the cut: the cards that were taken off the top now lie below the others."""
    return cards[offset:] + cards[:offset]


class FairProtocol(Hashes):
    """One version of the protocol: it makes every number of a fair deal."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._salted = tuple(self.joined("sal", place) for place in range(_COUNT))
        self._root = self.joined("raiz")

    def commitment_of(self, match: str, secret: bytes) -> bytes:
        """``C``: the commitment that is published before anybody sits (AZ-05)."""
        return self.hashed("compromiso", match, secret)

    def link_of(self, before: bytes, number: int, match: str, commitment: bytes) -> bytes:
        """The register's link ``L_n`` for the entry with this number, which follows the
        link ``before`` (AZ-06)."""
        return self.hashed("libro", before, number, match, commitment)

    def contribution_of(self, seat: int, phrase: str) -> bytes:
        """The hash of the words that this seat adds to the deal. By the first protocol a robot adds
        empty words (AZ-07)."""
        return self.hashed("frase", seat, plain_phrase(phrase))

    def chance_of(self, seat: int, chance: bytes) -> bytes:
        """The hash of the chance that the browser of this seat adds to the deal (AZ-31)."""
        return self.hashed("azar", seat, chance)

    def secret_of_table(
        self, secret: bytes, tournament: str, round: int, board: int, attempt: int
    ) -> bytes:
        """The secret of a table, from that of its tournament. It opens that table and no other
        (AZ-38)."""
        return self.keyed(secret, TORNEO, tournament, round, board, attempt)

    def rules_hash(self, header: Iterable[str], velo: bool = False, torneo: str = "") -> bytes:
        """``R``: the hash of the lines of a record's header that make the rules (AZ-08).

        ``torneo``: the line that names the table's tournament; empty: there is none."""
        more = [*([VELO] if velo else []), *([torneo] if torneo else [])]
        return self.hashed("reglas", *sorted([*header, *more]))

    def table_hash(self, commitment: bytes, rules: bytes, contributions: Sequence[bytes]) -> bytes:
        """``E``: everything that is known before the first hand (AZ-09).

        ``contributions``: :attr:`engine.fairness.contributions.Contributions.values`."""
        return self.hashed("mesa", commitment, rules, *contributions)

    def hand_key(self, secret: bytes, match: str, number: int, table: bytes) -> bytes:
        """``K_k``: the key of one hand. It opens that hand and no other (AZ-10)."""
        return self.keyed(secret, "mano", match, number, table)

    def shuffled(self, cards: Sequence[Card], key: Key) -> tuple[Card, ...]:
        """The cards in the order that a hand's key gives: Fisher and Yates (AZ-11)."""
        deck = list(cards)
        words = self.stream(key, "mazo")
        for last in range(len(deck) - 1, 0, -1):
            other = below(last + 1, words)
            deck[last], deck[other] = deck[other], deck[last]
        return tuple(deck)

    def fair_deck(
        self, table: Table, number: int, key: bytes, again: tuple[Card, ...] | None = None
    ) -> FairDeck:
        """The deck of the hand with this number (from 1), its salts and its leaves (AZ-11 to
        AZ-13).

        ``again``: the order of the cards, if a deal comes back (:meth:`deck_again`); ``None``: the
        order in which the key shuffles them."""
        opened = Key(key)
        cards = self.shuffled(table.deck, opened) if again is None else again
        digest = opened.digest
        salts = tuple([digest(said)[:SALT_SIZE] for said in self._salted[: len(cards)]])
        head = self.joined("hoja", number)
        names = _NAMES[table.spelling.name]
        leaves = tuple(
            [
                sha256(head + placed + salt + names[card]).digest()
                for placed, salt, card in zip(_PLACED, salts, cards, strict=False)
            ]
        )
        return FairDeck(number, opened, cards, salts, leaves, self.root_of(leaves))

    def salt_of(self, key: Key, place: int) -> bytes:
        """The salt of the card at this place of a hand's deck. ``key``: the key of the hand
        (AZ-12)."""
        return key.digest(self._salted[place])[:SALT_SIZE]

    def leaf_of(self, number: int, place: int, salt: bytes, card: str) -> bytes:
        """The leaf of one card. Everybody who has the opening of the card, its place and its salt,
        can work it out (AZ-13)."""
        return self.hashed("hoja", number, place, salt, card)

    def root_of(self, leaves: Iterable[bytes]) -> bytes:
        """``root_k``: the hash that commits to a whole deck (AZ-13)."""
        return sha256(_HASH.join([self._root, *leaves])).digest()

    def own_choice(self, table: bytes, number: int) -> str:
        """The cut of the protocol itself: when nobody has cut in time, and for robots (AZ-15)."""
        return CUTS[below(len(CUTS), self.stream(Key(table), "sincorte", number))]

    def offset_of(self, table: bytes, number: int, choice: str, size: int) -> int:
        """How many cards the cut takes off a deck of ``size`` cards (AZ-14)."""
        if choice == TOUCHED:
            return 0
        third = (size - 1) // len(CUTS)
        low = 1 + third * CUTS.index(choice)
        high = size - 1 if choice == CUTS[-1] else low + third - 1
        return low + below(high - low + 1, self.stream(Key(table), "corte", number, choice))

    def order_again(self, secret: bytes, match: str, table: bytes, deals: int) -> tuple[int, ...]:
        """The order in which the deals of a duplicate match come back: the numbers of the hands in
        which they were played first (AZ-26). ``deals``: how many there are."""
        words = self.stream(Key(self.keyed(secret, "segunda", match, table)), "orden")
        while True:
            halves = [list(range(first, deals + 1, 2)) for first in (1, 2)]
            for half in halves:
                for last in range(len(half) - 1, 0, -1):
                    other = below(last + 1, words)
                    half[last], half[other] = half[other], half[last]
            # The other side deals now, so a deal comes back an odd number of hands later.
            order = tuple(halves[(deals + place) % 2].pop(0) for place in range(1, deals + 1))
            if all(deals + at - deal > deals // 3 for at, deal in enumerate(order, start=1)):
                return order

    def deck_again(self, table: bytes, number: int, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """The deck before the cut of a hand in which a deal comes back. The cut, which is the
        protocol's, makes of it the deck that was dealt from the first time, ``cards`` (AZ-27)."""
        size = len(cards)
        return cut(
            cards, size - self.offset_of(table, number, self.own_choice(table, number), size)
        )

    def first_transcript(self, table: bytes, labels: Sequence[Part]) -> bytes:
        """``T_0``: the transcript before the first hand (AZ-17). ``table``: the hash of the table.
        ``labels``: :attr:`engine.fairness.contributions.Contributions.labels`."""
        return self.hashed("acta", table, *labels)

    def next_transcript(self, before: bytes, lines: Iterable[str]) -> bytes:
        """``T_k``: the transcript after a hand, from the transcript before it and the hand's public
        lines (AZ-17)."""
        return self.hashed("acta", before, *lines)


AZAR_1: Final = FairProtocol("truco-azar/1")
"""The deals of version 0.1: each seat adds a phrase, or the id of a press."""
AZAR_2: Final = FairProtocol("truco-azar/2")
PROTOCOLS: Final = {version.name: version for version in (AZAR_1, AZAR_2)}
"""Every protocol that a record may name."""

"""The worth of the cards of a hand for the envido and as a flor.

In some games the worth depends on the turned card, which makes some cards pieces, with points of
their own (:class:`engine.rules.rule_set.Piece`). A table has one :class:`Points` for each turned
card.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from engine.cards import RANKS, SUITS, UNKNOWN, Card, suit_of
from engine.errors import UnknownCard
from engine.rules.ranking import pieces_of
from engine.rules.rule_set import CardRules

Cards = tuple[Card, ...]

_HIDDEN: Final = 1 << SUITS
_FLORES: Final = tuple(
    None if marks & _HIDDEN and (marks ^ _HIDDEN).bit_count() < 2 else marks.bit_count() < 2
    for marks in range(2 * _HIDDEN)
)
"""Whether three cards are a flor, by the marks of all three together (:attr:`Points.marks`).
``None``: the unknown cards among them decide."""


class Points:
    """The worth of cards in all hands with the same turned card."""

    __slots__ = ("bonus", "marks", "pairs", "pieces", "plain", "rules")

    def __init__(self, rules: CardRules, turned: Card) -> None:
        self.rules = rules
        self.plain = rules.points
        """The worth of each card in the envido if it is no piece, by card number."""
        self.bonus = rules.pair_bonus
        """Points added when two or three cards of one suit count together."""
        self.pieces: dict[Card, int] = dict(pieces_of(rules, turned))
        """The worth of each piece in the envido; strongest first."""
        every = range(SUITS * RANKS)
        self.marks = (
            *(0 if card in self.pieces else 1 << suit_of(card) for card in every),
            _HIDDEN,  # the mark of the unknown card, which is -1
        )
        """By card number, a mark with one bit for the card's suit. The mark of a piece is 0, for it
        goes with any suit."""
        self.pairs = tuple(
            tuple(self._pair(first, second) for second in every) for first in every if self.plain
        )
        """The worth of two cards together, by their two numbers. The entry for twice the same
        number is the worth of that card alone. Empty if there is no envido."""

    def has_flor(self, dealt: Cards) -> bool | None:
        """Whether the dealt cards are a flor: all that are no pieces have the same suit (AR-FLO-01,
        UY-FLO-01, VE-FLO-01). ``None``: that depends on unknown cards."""
        marks = self.marks
        if len(dealt) == 3:
            one, two, three = dealt
            if (found := _FLORES[marks[one] | marks[two] | marks[three]]) is not None:
                return found
        else:  # a lone player has not put a card away yet (TR-GAL-04)
            suits = {marks[card] for card in dealt} - {0, _HIDDEN}
            if UNKNOWN not in dealt or len(suits) > 1:
                return len(suits) < 2
        # Two pieces are enough, whatever the third card is.
        pieces = sum(1 for card in dealt if card in self.pieces)
        return True if pieces > 1 else None

    def reservada(self, dealt: Cards) -> bool | None:
        """Whether all the pieces are among these cards (VE-FLO-01). ``None``: that depends on
        unknown cards."""
        missing = sum(1 for piece in self.pieces if piece not in dealt)
        if not self.pieces or missing > dealt.count(UNKNOWN):
            return False
        return True if not missing else None

    def flor_points(self, dealt: Cards) -> int:
        """The value of a flor (AR-FLO-02, UY-FLO-02, VE-FLO-02). Raises :class:`UnknownCard` when
        one of its cards is not known."""
        if UNKNOWN in dealt:
            raise UnknownCard
        return FLOR_VALUES[self.rules.flor_value](self, dealt)

    def envido_points(self, cards: Cards) -> int:
        """The envido of up to three cards. With a piece: the best piece and the best other card
        (UY-ENV-01, UY-ENV-12). Without a piece: the best two cards of one suit, or else the highest
        card (AR-CAR-03). Without cards: 0.

        Raises :class:`UnknownCard` when one of the cards is not known.
        """
        if UNKNOWN in cards:
            raise UnknownCard
        pairs = self.pairs
        count = len(cards)  # written without a loop, because it is asked at the end of most hands
        if count == 3:
            one, two, three = cards
            first = pairs[one]
            return max(first[two], first[three], pairs[two][three])
        if count == 2:
            one, two = cards
            first = pairs[one]
            return max(first[one], first[two], pairs[two][two])
        return pairs[cards[0]][cards[0]] if count else 0

    def _pair(self, one: Card, two: Card) -> int:
        plain, pieces = self.plain, self.pieces
        if one == two:
            return pieces.get(one, plain[one])
        if one not in pieces and two not in pieces:
            alike = suit_of(one) == suit_of(two)
            return self.bonus + plain[one] + plain[two] if alike else max(plain[one], plain[two])
        # When both are worth the same (27 and 27), the piece is the one that is worth less as a
        # plain card.
        piece = max(one, two, key=lambda card: (pieces.get(card, -1), -plain[card]))
        other = one + two - piece
        if other in pieces and self.rules.second_piece:
            return pieces[piece] + pieces[other] - self.bonus
        return pieces[piece] + plain[other]


@lru_cache(maxsize=512)
def points_with(rules: CardRules, turned: Card) -> Points:
    """The points of cards in a hand with this turned card; all tables with the same card rules
    share the object."""
    return Points(rules, turned)


def _units(points: Points, dealt: Cards) -> int:
    """UY-FLO-02: the sum of the best piece, the units of the other pieces, and the cards that are
    no pieces. Without a piece: the bonus and all three cards (AR-FLO-02)."""
    pieces = sorted((points.pieces[card] for card in dealt if card in points.pieces), reverse=True)
    rest = sum(points.plain[card] for card in dealt if card not in points.pieces)
    if not pieces:
        return points.bonus + rest
    return pieces[0] + sum(piece % 10 for piece in pieces[1:]) + rest


RESERVADA: Final = 50
"""The value of a flor with all the pieces: more than that of any other flor, which is 43 at most
(VE-FLO-02)."""


def _reservada(points: Points, dealt: Cards) -> int:
    """VE-FLO-02: as :func:`_units`, but a flor with all the pieces beats every other flor."""
    return RESERVADA if points.reservada(dealt) else _units(points, dealt)


FLOR_VALUES: Final[dict[str, Callable[[Points, Cards], int]]] = {
    "units": _units,
    "reservada": _reservada,
}
"""The functions that give the value of a flor, by the name in :attr:`CardRules.flor_value`."""

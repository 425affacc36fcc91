"""What three cards are worth: envido and flor, by the turned card where there is one.

Where pieces are promoted (:class:`engine.rules.Piece`) they carry their points with them. A table
remembers one :class:`Points` for each turned card.
"""

from collections.abc import Callable
from typing import Final

from engine.cards import RANKS, SUITS, UNKNOWN, Card
from engine.errors import UnknownCard
from engine.ranking import pieces_of
from engine.rules import CardRules

Cards = tuple[Card, ...]

LIMIT: Final = 100_000
"""So many hands a table remembers (some 150 bytes each), whichever card is turned; then anew."""


class Points:
    """The points of hands with one turned card; remembers what it was asked."""

    __slots__ = ("bonus", "envidos", "flores", "limit", "pieces", "plain", "rules")

    def __init__(self, rules: CardRules, turned: Card) -> None:
        self.rules = rules
        self.plain = rules.points
        """Of a card that is no piece, by card number."""
        self.bonus = rules.pair_bonus
        self.pieces: dict[Card, int] = dict(pieces_of(rules, turned))
        """The pieces with their points, strongest first."""
        self.limit = LIMIT if turned == UNKNOWN else LIMIT // (SUITS * RANKS)
        self.flores: dict[Cards, bool | None] = {}
        """Whether hands are flores, as far as it was asked."""
        self.envidos: dict[Cards, int] = {}

    def has_flor(self, dealt: Cards) -> bool | None:
        """Whether three dealt cards are a flor: those that are no pieces are all of one suit
        (AR-FLO-01, UY-FLO-01, VE-FLO-01). ``None``: unknown cards hide it."""
        try:
            return self.flores[dealt]
        except KeyError:
            if len(self.flores) >= self.limit:
                self.flores.clear()
            found = self.flores[dealt] = self._has_flor(dealt)
            return found

    def _has_flor(self, dealt: Cards) -> bool | None:
        known = [card for card in dealt if card != UNKNOWN]
        suits = {card // RANKS for card in known if card not in self.pieces}
        hidden = len(dealt) - len(known)
        if not hidden:
            return len(suits) < 2
        if len(suits) > 1:
            return False
        # Two pieces are enough, whatever the third card is.
        return True if len(known) - len(_ordinary(self, known)) > 1 and hidden == 1 else None

    def reservada(self, dealt: Cards) -> bool | None:
        """Whether all the pieces are among these cards (VE-FLO-01). ``None``: unknown cards hide
        it."""
        missing = sum(1 for piece in self.pieces if piece not in dealt)
        if not self.pieces or missing > dealt.count(UNKNOWN):
            return False
        return True if not missing else None

    def flor(self, dealt: Cards) -> int:
        """The value of a flor. Raises :class:`UnknownCard` when a card is not known."""
        if UNKNOWN in dealt:
            raise UnknownCard
        return FLOR_VALUES[self.rules.flor_value](self, dealt)

    def envido(self, cards: Cards) -> int:
        """The envido of up to three cards: the best piece with the best other card (UY-ENV-01);
        without one the best pair of a suit, else the highest card (AR-CAR-03).

        Raises :class:`UnknownCard` when one of them is not known.
        """
        try:
            return self.envidos[cards]
        except KeyError:
            if UNKNOWN in cards:
                raise UnknownCard from None
            if len(self.envidos) >= self.limit:
                self.envidos.clear()
            best = self.envidos[cards] = self.best(cards)
            return best

    def best(self, cards: Cards) -> int:
        """As :meth:`envido`, of known cards, and not remembered."""
        plain, pieces = self.plain, self.pieces
        held = [card for card in cards if card in pieces] if pieces else ()
        if held:
            # Of two worth the same (27 and 27) the one counts as a piece that shows less.
            piece = max(held, key=lambda card: (pieces[card], -plain[card]))
            others = [
                pieces[card] - self.bonus
                if card in pieces and self.rules.second_piece
                else plain[card]
                for card in cards
                if card != piece
            ]
            return pieces[piece] + max(others, default=0)
        best = max((plain[card] for card in cards), default=0)
        for index, one in enumerate(cards):
            for two in cards[index + 1 :]:
                if one // RANKS == two // RANKS:
                    best = max(best, self.bonus + plain[one] + plain[two])
        return best


def _ordinary(points: Points, cards: list[Card]) -> list[Card]:
    return [card for card in cards if card not in points.pieces]


def _units(points: Points, dealt: Cards) -> int:
    """UY-FLO-02: the best piece, the units of the others, the cards that are no pieces; without a
    piece the bonus and all three (AR-FLO-02)."""
    pieces = sorted((points.pieces[card] for card in dealt if card in points.pieces), reverse=True)
    rest = sum(points.plain[card] for card in dealt if card not in points.pieces)
    if not pieces:
        return points.bonus + rest
    return pieces[0] + sum(piece % 10 for piece in pieces[1:]) + rest


RESERVADA: Final = 50
"""What a flor reservada counts: more than any other flor (43 at most), for VE-FLO-02."""


def _reservada(points: Points, dealt: Cards) -> int:
    """VE-FLO-02: with all the pieces better than every other flor."""
    return RESERVADA if points.reservada(dealt) else _units(points, dealt)


FLOR_VALUES: Final[dict[str, Callable[[Points, Cards], int]]] = {
    "units": _units,
    "reservada": _reservada,
}

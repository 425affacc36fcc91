"""What cards are worth, read off the rules pages (section A of each) and off nothing else.

The samplers of the secrecy tests and the checks of imagined deals need it, and must not ask the
engine. Cards are written as in a record; ``turned`` is the vira or muestra, where there is one.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from engine.cards import FRENCH, RANKS, SPELLINGS, SUITS, UNKNOWN, Card
from engine.state.table import Table
from engine.variants import VARIANTS
from tests import oracle_brazil
from tests.oracle_common import STRENGTH, envido_of, face, flor_of

RESERVADA = 50
"""Perico and perica: above every other flor (VE-FLO-02), of which none is above 30 + 7 + 6."""

FRENCH_GAMES = frozenset(name for name, game in VARIANTS.items() if game.deck == FRENCH.name)

# Piece by rank, strongest first, with its points.
_PIECES: Mapping[str, Mapping[int, int]] = {
    "uruguayo": {2: 30, 4: 29, 5: 28, 11: 27, 10: 27},
    "venezolano": {11: 30, 10: 29},
}

MATTER = ("deck", "piece_values", "two_pieces")
"""The options that change what cards are worth."""

_BITS = tuple(1 << card for card in range(SUITS * RANKS))
_PAIRS: dict[tuple[int, int], tuple[int, int]] = {}
"""Each pair of values once."""


class Worth:
    """The values of one hand's cards."""

    def __init__(self, variant: str, options: Mapping[str, str], turned: str) -> None:
        self.variant = variant
        self.options = options
        self._known: dict[int, tuple[int, int]] = {}
        self.pieces: dict[str, int] = {}
        self.ranking: list[str] = []
        """The pieces, strongest first."""
        points = dict(_PIECES.get(variant, {}))
        if options.get("piece_values") == "perico_30":
            points |= {11: 30, 10: 29}
        for rank, value in points.items():
            card = f"{rank}{turned[-1]}"
            if card == turned:  # UY-CAR-03, VE-CAR-03
                card = f"12{turned[-1]}"
            self.pieces[card] = value
            self.ranking.append(card)
        self.manilhas = (
            oracle_brazil.manilhas(turned or None, options.get("deck") == "clean")
            if variant in FRENCH_GAMES
            else ()
        )

    def power(self, card: str) -> int:
        """The higher wins; equals tie."""
        if self.variant in FRENCH_GAMES:
            return oracle_brazil.power(card, self.manilhas)
        if card in self.pieces:
            return 200 - self.ranking.index(card)
        return STRENGTH[card]

    def envido(self, cards: Sequence[str]) -> int:
        """AR section A, UY-ENV-01, VE-ENV-01."""
        held = [card for card in cards if card in self.pieces]
        others = [face(card) for card in cards if card not in self.pieces]
        if len(held) == 2 and self.variant == "venezolano":
            return 39  # 20 + 10 + 9
        if len(held) > 1 and self.options.get("two_pieces") == "units":  # UY-ENV-12
            return sum(sorted(self.pieces[card] for card in held)[-2:]) - 20
        if held:
            # Of two that are worth the same, the better one is left to count its face.
            best = max(held, key=lambda card: (self.pieces[card], -face(card)))
            # A flor kept silent: no more than 37 can be said, so another piece counts its face.
            others += [face(card) for card in held if card != best]
            return self.pieces[best] + max(others, default=0)
        return envido_of(cards)

    def flor(self, cards: Sequence[str]) -> int:
        """The value of three cards as a flor, 0: none (AR-FLO-01, UY-FLO-01, VE-FLO-01)."""
        held = sorted((self.pieces[card] for card in cards if card in self.pieces), reverse=True)
        rest = [card for card in cards if card not in self.pieces]
        suits = {card[-1] for card in rest}
        if len(held) >= 2:
            if self.variant == "venezolano":
                return RESERVADA
            return held[0] + sum(value % 10 for value in held[1:]) + sum(map(face, rest))
        if len(held) == 1:
            return held[0] + sum(map(face, rest)) if len(suits) == 1 else 0
        return flor_of(cards) if len(suits) == 1 else 0

    def points(self, table: Table, cards: Sequence[Card]) -> tuple[int, int]:
        """(envido, flor) of the cards of a hand, by number."""
        # Thousands of sets of every turned card: as a number each takes little room.
        key = sum(map(_BITS.__getitem__, cards))
        known = self._known.get(key)
        if known is None:
            names = [table.spelling.write(card) for card in sorted(cards)]
            known = self.envido(names), self.flor(names)
            known = self._known[key] = _PAIRS.setdefault(known, known)
        return known


@lru_cache(maxsize=200)
def _worth(variant: str, options: tuple[tuple[str, str], ...], turned: str) -> Worth:
    return Worth(variant, dict(options), turned)


def worth_at(table: Table, turned: Card) -> Worth:
    """The values of a hand at this table."""
    rules = table.rules
    matter = tuple(pair for pair in rules.options if pair[0] in MATTER)
    write = SPELLINGS[rules.deck].write
    return _worth(rules.variant, matter, "" if turned == UNKNOWN else write(turned))

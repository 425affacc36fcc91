"""What cards are worth, read off the rules pages (section A of each) and off nothing else.

The samplers of the secrecy tests and the checks of imagined deals need it, and must not ask the
engine. Cards are written as in a record; ``turned`` is the vira or muestra, where there is one.
"""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from engine.cards import RANKS, SPELLINGS, SUITS, UNKNOWN, Card
from engine.table import Table
from tests import oracle_brazil

RESERVADA = 50
"""Perico and perica: above every other flor (VE-FLO-02), of which none is above 30 + 7 + 6."""

FRENCH_GAMES = ("paulista", "mineiro")

# Strongest first (AR-CAR-01, GA-CAR-01; UY and VE below their pieces).
_MATAS = ("1e", "1b", "7e", "7o")
_RANKS = (3, 2, 1, 12, 11, 10, 7, 6, 5, 4)

# Piece by rank, strongest first, with its points.
_PIECES: Mapping[str, Mapping[int, int]] = {
    "uruguayo": {2: 30, 4: 29, 5: 28, 11: 27, 10: 27},
    "venezolano": {11: 30, 10: 29},
}

_BITS = tuple(1 << card for card in range(SUITS * RANKS))
_PAIRS: dict[tuple[int, int], tuple[int, int]] = {}
"""Each pair of values once."""


@cache
def number(card: str) -> int:
    return int(card[:-1])


@cache
def plain(card: str) -> int:
    """1 to 7 count what they show, figures nothing."""
    return number(card) if number(card) <= 7 else 0


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
        if card in _MATAS:
            return 100 - _MATAS.index(card)
        return 50 - _RANKS.index(number(card))

    def envido(self, cards: Sequence[str]) -> int:
        """AR section A, UY-ENV-01, VE-ENV-01."""
        held = [card for card in cards if card in self.pieces]
        others = [plain(card) for card in cards if card not in self.pieces]
        if len(held) == 2 and self.variant == "venezolano":
            return 39  # 20 + 10 + 9
        if held:
            # Of two that are worth the same, the better one is left to count its face.
            best = max(held, key=lambda card: (self.pieces[card], -plain(card)))
            # A flor kept silent: no more than 37 can be said, so another piece counts its face.
            others += [plain(card) for card in held if card != best]
            return self.pieces[best] + max(others, default=0)
        pairs = [
            20 + plain(one) + plain(two)
            for at, one in enumerate(cards)
            for two in cards[at + 1 :]
            if one[-1] == two[-1]
        ]
        return max([*pairs, *map(plain, cards)], default=0)

    def flor(self, cards: Sequence[str]) -> int:
        """The value of three cards as a flor, 0: none (AR-FLO-01, UY-FLO-01, VE-FLO-01)."""
        held = sorted((self.pieces[card] for card in cards if card in self.pieces), reverse=True)
        rest = [card for card in cards if card not in self.pieces]
        suits = {card[-1] for card in rest}
        if len(held) >= 2:
            if self.variant == "venezolano":
                return RESERVADA
            return held[0] + sum(value % 10 for value in held[1:]) + sum(map(plain, rest))
        if len(held) == 1:
            return held[0] + sum(map(plain, rest)) if len(suits) == 1 else 0
        return 20 + sum(map(plain, cards)) if len(suits) == 1 else 0

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
    matter = tuple(pair for pair in rules.options if pair[0] in ("deck", "piece_values"))
    write = SPELLINGS[rules.deck].write
    return _worth(rules.variant, matter, "" if turned == UNKNOWN else write(turned))

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
from tests.oracle_common import Pieces

FRENCH_GAMES = frozenset(name for name, game in VARIANTS.items() if game.deck == FRENCH.name)

MATTER = ("deck", "piece_values", "two_pieces")
"""The options that change what cards are worth."""

_BITS = tuple(1 << card for card in range(SUITS * RANKS))
_PAIRS: dict[tuple[int, int], tuple[int, int]] = {}
"""Each pair of values once."""


class Worth(Pieces):
    """The values of one hand's cards, whatever the game."""

    def __init__(self, variant: str, options: Mapping[str, str], turned: str) -> None:
        super().__init__(variant, options, turned)
        self._known: dict[int, tuple[int, int]] = {}
        self.manilhas = (
            oracle_brazil.manilhas(turned or None, options.get("deck") == "clean")
            if variant in FRENCH_GAMES
            else ()
        )

    def power(self, card: str) -> int:
        if self.variant in FRENCH_GAMES:
            return oracle_brazil.power(card, self.manilhas)
        return super().power(card)

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

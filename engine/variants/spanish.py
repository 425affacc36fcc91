"""The common part of the games of the Spanish deck: the order of the cards, their points, and a
ladder.

The pages of these games agree about it; the articles beside the values are those of argentino. A
game that differs in something has that in its own module.
"""

from typing import Final

from engine.cards import SPANISH, Card
from engine.rules.calls import EnvidoCall, LadderStep
from engine.rules.rule_set import CardRules


def _step(*names: str) -> tuple[Card, ...]:
    return tuple(SPANISH.read(name) for name in names)


def _all(rank: str) -> tuple[Card, ...]:
    return tuple(SPANISH.read(rank + suit) for suit in SPANISH.suits)


CARDS: Final = CardRules(
    # AR-CAR-01: 1e > 1b > 7e > 7o > 3 > 2 > 1o=1c > 12 > 11 > 10 > 7b=7c > 6 > 5 > 4.
    order=(
        _step("1e"),
        _step("1b"),
        _step("7e"),
        _step("7o"),
        _all("3"),
        _all("2"),
        _step("1o", "1c"),
        _all("12"),
        _all("11"),
        _all("10"),
        _step("7b", "7c"),
        _all("6"),
        _all("5"),
        _all("4"),
    ),
    # Section A of the pages: 1 to 7 are worth their number; 10, 11 and 12 are worth nothing.
    points=tuple((1, 2, 3, 4, 5, 6, 7, 0, 0, 0)[card % 10] for card in range(40)),
    pair_bonus=20,
)

LADDER: Final = (LadderStep("truco", 2), LadderStep("retruco", 3), LadderStep("vale4", 4))
"""The truco ladder of most of these games (AR-TRU-01)."""

BELOW_FALTA: Final = ("envido", "realenvido")
"""The calls that a falta may raise; nothing raises a falta (AR-ENV-05)."""
FALTA: Final = EnvidoCall("faltaenvido", formula="falta", over=BELOW_FALTA)
"""The falta envido: its worth depends on the score."""

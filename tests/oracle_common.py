"""What the pages of all games with Spanish cards say alike, for their oracles.

Section A of each page: the order of the cards (uruguayo's and venezolano's pieces stand above it)
and what they count for an envido and a flor where no card is a piece. Like the oracles it shares no
code with ``engine`` and knows cards as the words of a record.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

# AR-CAR-01, GA-CAR-01, UY-CAR-02, VE-CAR-02; strongest first.
ORDER = (
    ("1e",),
    ("1b",),
    ("7e",),
    ("7o",),
    ("3e", "3b", "3o", "3c"),
    ("2e", "2b", "2o", "2c"),
    ("1o", "1c"),
    ("12e", "12b", "12o", "12c"),
    ("11e", "11b", "11o", "11c"),
    ("10e", "10b", "10o", "10c"),
    ("7b", "7c"),
    ("6e", "6b", "6o", "6c"),
    ("5e", "5b", "5o", "5c"),
    ("4e", "4b", "4o", "4c"),
)
DECK = tuple(card for step in ORDER for card in step)
STRENGTH = {card: len(ORDER) - place for place, step in enumerate(ORDER) for card in step}
"""From 14 down to 1; equals tie."""


@cache
def face(card: str) -> int:
    """Section A: 1-7 face value; 10, 11, 12 = 0."""
    number = int(card[:-1])
    return number if number <= 7 else 0


def envido_of(cards: Sequence[str]) -> int:
    """AR-ENV-04, GA-ENV-02, TR-ENV-04 and -05: two of a suit 20 + both (the best pair of three);
    else the highest single value."""
    pairs = [
        20 + face(one) + face(two)
        for at, one in enumerate(cards)
        for two in cards[at + 1 :]
        if one[-1] == two[-1]
    ]
    return max([*pairs, *map(face, cards)], default=0)


def is_flor(cards: Sequence[str]) -> bool:
    """AR-FLO-01, GA-FLO-01, TR-FLO-01."""
    return len({card[-1] for card in cards}) == 1


def flor_of(cards: Sequence[str]) -> int:
    """AR-FLO-02, GA-FLO-02; to compare flores."""
    return 20 + sum(map(face, cards))


@dataclass
class Truco:
    """A step of the ladder that waits for its answer."""

    side: int
    step: int
    no: set[int] = field(default_factory=set)
    """Who has declined."""

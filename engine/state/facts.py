"""The facts that the table has learnt about cards that it has not seen.

A :class:`Fact` comes from a step, names the article that made it known, and holds for the rest of
the hand. The cards that lie face up and the facts are *all* that the public knows about the hand of
a seat. If the unseen cards are dealt again in agreement with the facts, everybody must be sent the
same as before: the tests check that. :func:`engine.seen.imagine.imagine` makes such deals for
robots.
"""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from engine.cards import UNKNOWN, Card
from engine.numbers import EVERYBODY, Seat, Seats

HAS_FLOR: Final = "flor"
"""``low`` 1: the seat was dealt a flor; ``high`` 0: it was not."""
ENVIDO_POINTS: Final = "envido"
"""The seat's envido of the three cards dealt lies in low..high (or outside, ``negated``)."""
FLOR_POINTS: Final = "florpoints"
"""The seat was dealt a flor, and its value lies in low..high: this implies ``HAS_FLOR``."""
FLOR_AT_MOST: Final = "floratmost"
"""The seat was dealt no flor, or one worth at most ``high``. It said flor at a table where a seat
without one may say so too (TR-FLO-03)."""
PLAIN_FLOR: Final = "plainflor"
"""``low`` 1: the seat was dealt a flor that has to be announced, no reservada; ``high`` 0: it was
not (VE-FLO-04)."""
RESERVADA: Final = "reservada"
"""``low`` 1: the seat was dealt all the pieces; ``high`` 0: it was not (VE-FLO-08)."""
HOLDS: Final = "card"
"""The seat was dealt ``card`` (shown, not laid face up), or was not (``negated``)."""

ABOVE: Final = "above"
"""Of the cards dealt to the seat at most ``high`` beat ``card`` (MI-TRI-04)."""


class Fact(Struct, frozen=True, gc=False, array_like=True):
    """One thing known about one seat's cards as dealt."""

    kind: str
    seat: Seat
    article: str
    """The key of the article that disclosed it (:meth:`engine.rules.rule_set.RuleSet.article`)."""
    low: int = 0
    high: int = 0
    """Inclusive bounds, for the kinds that have a number."""
    negated: bool = False
    """The number is *not* within the bounds, or the card is *not* among those dealt."""
    card: Card = UNKNOWN
    """The card, for the kinds ``HOLDS`` and ``ABOVE``."""
    known_to: Seats = EVERYBODY
    """The seats that know it; ``EVERYBODY`` when it is public."""


def known(facts: tuple[Fact, ...], more: Iterable[Fact]) -> tuple[Fact, ...]:
    """``facts``, and after them those of ``more`` that are not among them."""
    return (*facts, *[fact for fact in more if fact not in facts])

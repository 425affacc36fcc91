"""What a robot notices of the player that it meets alone: how often it calls and refuses the truco.

Only words of hands that are over count, which everybody at the table has heard. A robot that meets
a player who does something much more often than usual, or much less, expects it to go on, and
decides a part of the time by that. That part has a limit (``MOST``), so whoever only pretends gains
little.
"""

from math import log, sqrt
from typing import Final, NamedTuple

from msgspec import Struct

DOUBT: Final = 4.0
"""So many hands, and so many answers, of a usual player are added to a player's own."""
FARTHEST: Final = 8.0
"""No player leans further than this, up or down."""
MAYBE: Final = 1.0
"""A difference from the usual of at most so many standard deviations may be chance."""
SURELY: Final = 2.5
"""A difference of so many standard deviations is countered as much as possible (``MOST``)."""
MOST: Final = 0.75
"""The largest part of the time in which a robot counters."""


class Noticed(Struct, frozen=True):
    """What a seat has said in the hands of a match that are over, counted."""

    hands: int = 0
    called: int = 0
    """How often it has called or raised the truco."""
    accepted: int = 0
    refused: int = 0


class Usual(NamedTuple):
    """What robots do among themselves, two at a table; ``python -m lab.noticing --usual`` counts
    it."""

    called: float
    """Calls of the truco, and raises, of a player in a hand."""
    refused: float
    """The share of refused trucos among those that were accepted or refused."""


class Lean(NamedTuple):
    """How much more often than a usual player somebody does something."""

    factor: float = 1.0
    """2: as often as a usual player who may try twice. 0.5: the opposite, a usual player does it as
    often as this one who may try twice."""
    part: float = 0.0
    """How much of the time a robot counters it, 0 to :data:`MOST`."""


class Leaning(NamedTuple):
    """How a player is believed to differ from a usual one."""

    calls: Lean = Lean()
    """Calls and raises of the truco."""
    refuses: Lean = Lean()
    """Refusals of a truco."""


LIKE_USUAL: Final = Leaning()
"""A player that does what the learnt tables say."""

USUAL: Final = {
    "argentino": Usual(0.45, 0.51),
    "gauderio": Usual(0.44, 0.52),
    "mineiro": Usual(0.34, 0.52),
    "paulista": Usual(0.40, 0.61),
    "tradicional-18": Usual(0.43, 0.51),
    "uruguayo": Usual(0.46, 0.48),
    "venezolano": Usual(0.48, 0.61),
}


def leaning_of(variant: str, noticed: Noticed) -> Leaning:
    """How a player differs from a usual one of this game, by what was noticed of it."""
    usual = USUAL[variant]
    hands, answers = noticed.hands, noticed.accepted + noticed.refused
    called = (noticed.called + DOUBT * usual.called) / (hands + DOUBT)
    refused = (noticed.refused + DOUBT * usual.refused) / (answers + DOUBT)
    spread = answers * usual.refused * (1.0 - usual.refused)
    return Leaning(
        Lean(
            _within(called / usual.called),
            _part(noticed.called - hands * usual.called, hands * usual.called),
        ),
        Lean(
            _within(_chances(refused, usual.refused)),
            _part(noticed.refused - answers * usual.refused, spread),
        ),
    )


def leant(share: float, factor: float) -> float:
    """How often something is done by a player that leans so far, if a usual one does it this
    often."""
    if factor >= 1.0:
        return float(1.0 - (1.0 - share) ** factor)
    return float(share ** (1.0 / factor))


def _chances(often: float, usual: float) -> float:
    """The factor that makes this share of a usual one: :func:`leant` turned round."""
    if often >= usual:
        return log(1.0 - often) / log(1.0 - usual)
    return log(usual) / log(often)


def _within(factor: float) -> float:
    return min(max(factor, 1.0 / FARTHEST), FARTHEST)


def _part(more: float, variance: float) -> float:
    """The part of the time in which a robot counters that something was done so many times more
    than usual. ``variance``: of how often a usual player does it."""
    if variance <= 0.0:
        return 0.0
    surely = abs(more) / sqrt(variance)
    return MOST * min(max((surely - MAYBE) / (SURELY - MAYBE), 0.0), 1.0)

"""What a robot notices about its only rival: how often it calls and refuses the truco.

Only the words of finished hands count, which everybody at the table has heard. If a rival calls or
refuses much more often than usual, or much less often, the robot expects this to go on. In a part
of its decisions it plays against this habit. The part has a limit (``MOST``), so a rival that only
pretends a habit gains little.
"""

from math import log, sqrt
from typing import Final, NamedTuple

from msgspec import Struct

DOUBT: Final = 4.0
"""This many hands, and this many answers, of a usual player are added to a player's own."""
FARTHEST: Final = 8.0
"""No player leans further than this, up or down."""
MAYBE: Final = 1.0
"""A difference from the usual of at most this many standard deviations may be chance."""
SURELY: Final = 2.5
"""A difference of this many standard deviations is countered as much as possible (``MOST``)."""
MOST: Final = 0.75
"""The largest part of its decisions in which a robot counters a habit."""


class Noticed(Struct, frozen=True):
    """The counted words of a seat in the finished hands of a match."""

    hands: int = 0
    called: int = 0
    """How often it has called or raised the truco."""
    accepted: int = 0
    refused: int = 0


class Usual(NamedTuple):
    """How often robots call and refuse in matches of two robots; ``python -m lab.noticing --usual``
    counts it."""

    called: float
    """The mean number of calls and raises of the truco by one player in a hand."""
    refused: float
    """The share of refused trucos among those that were accepted or refused."""


class Lean(NamedTuple):
    """How much more often a player does something than a usual player does."""

    factor: float = 1.0
    """2: the player does it as often as a usual player with two chances instead of one. 0.5: the
    opposite, a usual player does it as often as this player with two chances."""
    part: float = 0.0
    """The part of its decisions in which a robot counters this, from 0 to :data:`MOST`."""


class Leaning(NamedTuple):
    """How a player is believed to differ from a usual one."""

    calls: Lean = Lean()
    """Calls and raises of the truco."""
    refuses: Lean = Lean()
    """Refusals of a truco."""


LIKE_USUAL: Final = Leaning()
"""The leaning of a player that plays as the learnt tables say."""

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
    """The difference of a player from a usual player of this game, by its counted words."""
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
    """How often a player with this leaning does something that a usual player does this often."""
    if factor >= 1.0:
        return float(1.0 - (1.0 - share) ** factor)
    return float(share ** (1.0 / factor))


def _chances(often: float, usual: float) -> float:
    """The factor that changes the usual share to this share: the inverse of :func:`leant`."""
    if often >= usual:
        return log(1.0 - often) / log(1.0 - usual)
    return log(usual) / log(often)


def _within(factor: float) -> float:
    return min(max(factor, 1.0 / FARTHEST), FARTHEST)


def _part(more: float, variance: float) -> float:
    """The part of its decisions in which a robot counters that a player did something this many
    times more than usual. ``variance``: the variance of the number for a usual player."""
    if variance <= 0.0:
        return 0.0
    surely = abs(more) / sqrt(variance)
    return MOST * min(max((surely - MAYBE) / (SURELY - MAYBE), 0.0), 1.0)

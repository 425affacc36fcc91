"""The possible actions of a seat in a position, as values. :mod:`engine.guard.offers` works them
out, and :mod:`engine.memo` keeps them.
"""

from typing import NamedTuple

from msgspec import Struct

from engine.actions import Legal
from engine.numbers import Game

NO_CARD = 0
FACE_UP = 1
EITHER = 2
NTH = 3
"""Cards that their own seat may not see; it names them by their place in the deal."""
HIGHEST = 4
"""Only the highest card, face up (MI-TRI-04)."""
PILES = 5
"""The last two cards in a pile, the better one on top (VE-PAR-02)."""
DISCARD = 6
"""One of four cards, which the seat puts away (TR-GAL-04)."""


class Offer(Struct, frozen=True, gc=False):
    """The possible actions of one seat in a position."""

    lay: int
    """0: no card; 1: face up; 2: face down too."""
    calls: tuple[Legal, ...]
    """The public half: every word that this seat may say as far as everyone knows."""
    plain: tuple[Legal, ...]
    """The words of the public half that a seat without a flor may say."""
    holder: tuple[Legal, ...]
    """The words of the public half that a seat with a flor may say."""
    sure: tuple[Legal, ...]
    """The words of the public half that the seat may say in either case, with a flor or without
    one."""
    traps: tuple[Legal, ...] = ()
    """The words that are legal but a fault (PA-ONZ-05). They are never offered."""
    false: tuple[Legal, ...] = ()
    """The words that are legal for a seat without a flor, but a fault (TR-FLO-03)."""
    trap: bool = False
    """Laying a card would accept a call (AR-TRU-07). Such a step is legal and never offered."""


class Sayable(NamedTuple):
    """Everything that a seat may say or do, before the guard looks at its cards."""

    every: tuple[Legal, ...]
    traps: tuple[Legal, ...]
    game: Game
    """The game that must be answered first; ``NO_GAME``: nothing is pending."""
    lay: int
    trap: bool
    special: bool
    """In a special hand the two best cards decide what a seat may say, in place of the flor."""

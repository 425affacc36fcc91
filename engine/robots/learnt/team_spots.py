"""What the learnt truco of four tells apart: a *spot*, all situations that look alike to it.

As in :mod:`engine.robots.learnt.truco_spots`, with coarser classes of cards, since there is more to
tell: how many cards lie there, which side is winning the trick, whether the partner is still to be
asked, and what the partner has told by a seña.
"""

from typing import Final

CLASSES: Final = 6
"""How many classes of cards there are; class 0 is a card that nothing unseen beats."""
_CLASS_BELOW: Final = (2, 4, 8, 14)
"""A card with fewer unseen cards above it than the first of these is in a class of its own; up to
each further one they share a class."""
LYING: Final = 4
"""How many classes there are of the card that lies there, with that of no card."""
_LYING_BELOW: Final = (2, 8)
_CODES: Final = 3 * CLASSES + 1

TURN, ASKED_FIRST, ASKED_LAST = 0, 1, 2
"""What a player decides: what to do on its turn; what to answer, when the partner may still answer
instead; what to answer when nobody else of the side is left to."""

NOT_YET, OURS, THEIRS, LEVEL = 0, 1, 2, 3
"""Which side is winning the running trick; ``NOT_YET``: no card lies there."""

UNTOLD, STRONG, POOR = 0, 1, 2
"""What the partner has told by a seña: nothing that still counts; one of the best cards, not laid
yet; that its cards are worse."""
TOLD_STRONG: Final = 4
"""A card is told as one of the best when fewer cards of the deck are higher than this."""


def class_of(higher: int) -> int:
    """The class of a card with so many unseen cards above it."""
    if higher < _CLASS_BELOW[0]:
        return higher
    for number in range(1, len(_CLASS_BELOW)):
        if higher < _CLASS_BELOW[number]:
            return number + 1
    return CLASSES - 1


def code_of(higher: int, effect: int) -> int:
    """The code of a card, from its class and what it does to the best card that lies there
    (:data:`engine.robots.learnt.truco_spots.LOSES` ...)."""
    return 1 + 3 * class_of(higher) + effect


def lying_of(higher: int) -> int:
    """The class of the best card that lies there, from 1 on. ``higher``: how many unseen cards are
    above it."""
    if higher < _LYING_BELOW[0]:
        return 1
    return 2 if higher < _LYING_BELOW[1] else 3


def told_of(higher: int) -> int:
    """What a seña of a player's best card tells. ``higher``: how many cards of the deck are
    higher."""
    return STRONG if higher < TOLD_STRONG else POOR


def winning(leader: int, trick: list[int], side: int) -> int:
    """Which side is winning a trick, for this side. ``leader``: the slot that led. ``trick``: the
    levels that lie there, in their order."""
    best = -1
    found = NOT_YET
    for place in range(len(trick)):
        level = trick[place]
        owner = OURS if (leader + place) & 1 == side else THEIRS
        if level > best:
            best = level
            found = owner
        elif level == best and owner != found:
            found = LEVEL
    return found


def team_spot(
    codes: list[int],
    kind: int,
    laid: int,
    own: bool,
    wins: int,
    trick: int,
    first: int,
    step: int,
    word: int,
    lying: int,
    told: int,
    raises: bool,
) -> int:
    """The number of a spot.

    ``codes``: of the cards in the hand, lowest first; ``kind``: :data:`TURN` ... ; ``laid``: how
    many cards lie in the trick; ``own``: whether one of them is the player's; ``wins``:
    :data:`NOT_YET` ... ; ``trick``: 0 to 2; ``first``, ``word``: as in
    :func:`engine.robots.learnt.truco_spots.spot_of`, of the player's side; ``step``: of the ladder,
    the accepted one or the one that is to be answered; ``lying``: 0, or the class of the best card
    in the trick (:func:`lying_of`); ``told``: :data:`UNTOLD` ... ; ``raises``: whether the next
    step may be said.
    """
    if not raises and step > 1:
        step = 1  # the stakes are higher, and all else is as with the first step
    spot = len(codes)
    for code in codes:
        spot = spot * _CODES + code
    spot = spot * 3 + kind
    spot = spot * 5 + laid
    spot = spot * 2 + (1 if own else 0)
    spot = spot * 4 + wins
    spot = spot * 3 + trick
    spot = spot * 4 + first
    spot = spot * 8 + step
    spot = spot * 3 + word
    spot = spot * LYING + lying
    spot = spot * 3 + told
    return spot * 2 + (1 if raises else 0)

"""The abstraction of the truco of four: a *spot* is a set of information sets with one strategy.

As in :mod:`engine.robots.learnt.truco_spots`, but the classes of cards are coarser, because a spot
of four players holds more: the number of cards in the trick, the side that is winning the trick,
whether the partner may still answer, and what the partner has told by a seña.
"""

from typing import Final

CLASSES: Final = 6
"""How many classes of cards there are; class 0 is a card that nothing unseen beats."""
_CLASS_BELOW: Final = (2, 4, 8, 14)
"""The limits of the classes, in numbers of unseen higher cards. Below the first limit each number
is a class of its own; the numbers between two limits share a class."""
LYING: Final = 4
"""How many classes there are for the best card in the trick, with the class for no card."""
_LYING_BELOW: Final = (2, 8)
_CODES: Final = 3 * CLASSES + 1

TURN, ASKED_FIRST, ASKED_LAST = 0, 1, 2
"""The kinds of decision: a step on the player's turn; an answer while the partner may still answer
instead; an answer when no partner is left to answer."""

NOT_YET, OURS, THEIRS, LEVEL = 0, 1, 2, 3
"""The side that is winning the running trick; ``NOT_YET``: no card lies there."""

UNTOLD, STRONG, POOR = 0, 1, 2
"""What the partner has told by a seña: nothing that still counts; that it holds one of the best
cards and has not laid it yet; that its cards are worse."""
TOLD_STRONG: Final = 4
"""A card counts as one of the best when fewer cards of the deck than this are higher."""


def class_of(higher: int) -> int:
    """The class of a card with this many unseen cards above it."""
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
    """What a seña for a player's best card tells. ``higher``: how many cards of the deck are
    higher."""
    return STRONG if higher < TOLD_STRONG else POOR


def winning(leader: int, trick: list[int], side: int) -> int:
    """The side that is winning a trick, as seen by this side. ``leader``: the slot that led.
    ``trick``: the levels of its cards, in the order in which they were laid."""
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
        step = 1  # only the stakes are higher than with the first step
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

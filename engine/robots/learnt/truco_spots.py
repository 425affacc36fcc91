"""The abstraction of the truco of two: a *spot* is a set of information sets with one strategy.

A spot is one number. Two decisions share a spot when the player's cards are in the same classes,
the tricks stand alike for the player, and the same words may be said. The class of a card is the
number of unseen higher cards, so one table of spots serves every deck and every turned card. Cards
of earlier tricks count only because they are no longer unseen; the score does not count, since each
zone of scores has its own table (:mod:`engine.robots.learnt.truco_tables`). Solved tables use
:func:`exact_spot`, which tells all cards apart.
"""

from typing import Final

from engine.cards import SUITS

NONE: Final = -1
"""No card lies there."""
NOBODY: Final = -1
"""No player."""
REFUSE, ACCEPT, RAISE = 0, 1, 2
"""The choices of a player that is asked. On its turn they are its cards, lowest first, and last the
call."""
CLASSES: Final = 10
"""How many classes of cards there are; class 0 is a card that nothing unseen beats."""
ALONE: Final = 4
"""A card with fewer unseen cards above it is in a class of its own."""
GOOD: Final = 12
"""With up to this many unseen cards above, four numbers share a class; with more, six numbers
do."""

LOSES, TIES, BEATS = 0, 1, 2
"""The effect of a card on the card that lies in the trick."""
_CODES: Final = 3 * CLASSES + 1

TURN, ASKED, ASKED_ON_TURN = 0, 1, 2
"""The kinds of decision: a step on the player's turn, an answer, and an answer when the next card
is the player's own."""
FIRST, MINE, THEIRS, TIED = 0, 1, 2, 3
"""The result of the first trick for the player that decides; ``FIRST``: the trick is not over."""
EITHER, OWN, OTHERS = 0, 1, 2
"""On one's turn, who may call the next step of the ladder. When asked, who has to beat the other
card in this trick after a call over it (PA-TRU-11); ``EITHER``: nobody."""
RAISES: Final = 1
"""A spot with this bit is one in which the next step may be said."""


def whose(who: int, player: int) -> int:
    """:data:`EITHER` where ``who`` is nobody (below 0), else :data:`OWN` or :data:`OTHERS` for this
    player."""
    if who < 0:
        return EITHER
    return OWN if who == player else OTHERS


def first_of(won: int, player: int) -> int:
    """The result, for this player, of a first trick that is over. ``won``: the player that won it;
    below 0: nobody."""
    if won < 0:
        return TIED
    return MINE if won == player else THEIRS


def lying_of(facing: int, above: list[int], laid: list[int]) -> int:
    """0, or one more than the class of the card that lies in the trick (``facing``, a level)."""
    return 0 if facing < 0 else 1 + seen_class(facing, above, laid)


def unseen_above(level: int, above: list[int], laid: list[int]) -> int:
    """How many unseen cards are higher than a card of this level. ``above``: for each level, how
    many cards of the deck are higher. ``laid``: the levels of the cards that lie face up."""
    higher = above[level]
    for laid_level in laid:
        if laid_level > level:
            higher -= 1
    return higher


def seen_class(level: int, above: list[int], laid: list[int]) -> int:
    """The class of a card. ``above``, ``laid``: as in :func:`unseen_above`."""
    return class_of(unseen_above(level, above, laid))


def class_of(higher: int) -> int:
    """The class of a card with this many unseen cards above it."""
    if higher < ALONE:
        return higher
    if higher < GOOD:
        return ALONE + (higher - ALONE) // 4
    found = ALONE + (GOOD - ALONE) // 4 + (higher - GOOD) // 6
    return found if found < CLASSES else CLASSES - 1


def effect_on(level: int, facing: int) -> int:
    """The effect of a card of this level on the card that it answers (``facing``, a level or
    ``NONE``)."""
    if facing < 0 or level < facing:
        return LOSES
    return TIES if level == facing else BEATS


def codes_of(
    hand: list[int], above: list[int], laid: list[int], facing: int, must_beat: bool
) -> list[int]:
    """The codes of the cards of a hand, lowest first. A code holds the class of the card and its
    effect on the card that it answers (``facing``, a level or ``NONE``). Cards with the same code
    are one choice. ``must_beat``: a tie loses the trick (PA-TRU-11)."""
    found: list[int] = []
    for level in hand:
        effect = effect_on(level, facing)
        if effect == TIES and must_beat:
            effect = LOSES
        found.append(1 + 3 * seen_class(level, above, laid) + effect)
    return found


def effect_of(code: int) -> int:
    """The effect of a card with this code on the card that it answers."""
    return (code - 1) % 3


def spot_of(
    codes: list[int],
    kind: int,
    mano: bool,
    trick: int,
    first: int,
    step: int,
    word: int,
    lying: int,
    raises: bool,
) -> int:
    """The number of a spot.

    ``kind``: :data:`TURN` ... ; ``trick``: 0 to 2; ``first``: :data:`FIRST` ... ; ``step``: the
    accepted step of the ladder, or the step to be answered; ``word``: :data:`EITHER` ... ;
    ``lying``: 0, or one more than the class of the card that lies in the trick.
    """
    spot = len(codes)
    for code in codes:
        spot = spot * _CODES + code
    spot = spot * 3 + kind
    spot = spot * 2 + (1 if mano else 0)
    spot = spot * 3 + trick
    spot = spot * 4 + first
    spot = spot * 8 + step
    spot = spot * 3 + word
    spot = spot * (CLASSES + 1) + lying
    return spot * 2 + (RAISES if raises else 0)


LOW: Final = 27
"""A first card with at least this many higher cards is often laid from a hand without points for
the envido, so its suit tells something about the other two cards."""
HIGHEST: Final = 3
ANY_SUIT: Final = -1


def suit_told(level: int, above: list[int], suit: list[int]) -> int:
    """What the suit of the mano's first card tells: how many of the three highest cards of the deck
    have this suit, or nothing (``ANY_SUIT``). ``level``: the level of the first card. ``suit``: the
    levels of all cards of its suit. ``above``: as in :func:`unseen_above`."""
    if above[level] < LOW:
        return ANY_SUIT
    return sum([above[other] < HIGHEST for other in suit])


def suits_told(mano: int, pie: int) -> int:
    """What the suits of two first cards tell that tie, where the suit of the mano's tells nothing.
    ``mano``, ``pie``: the numbers of the suits."""
    return HIGHEST + 1 + SUITS * mano + pie


_LEVELS: Final = 32
"""A number above the number of levels in a deck."""
_WORDS: Final = 8
"""A number above the number of words between two cards."""


def words_in(step: int) -> int:
    """How many words a call of this step counts for in :func:`exact_spot`. The fourth step counts
    twice: else truco - seis - nove - doze - quiero would count as truco - seis - quiero - nove -
    quiero."""
    return 2 if step > 3 else 1


def exact_spot(laid: list[int], words: list[int], asked: bool, held: list[int]) -> int:
    """The number of a decision in trick 2 or 3, without any abstraction. The first cards and the
    step accepted before trick 2 are given. Nobody calls out of turn, so the number of words tells
    which words were said.

    ``laid``: the levels laid since then, in order. ``words``: how many words were said before each
    of these cards since the card before it, and how many since the last card (:func:`words_in`).
    ``asked``: whether a
    call is answered, else the player is on turn. ``held``: the levels of the player's cards, lowest
    first. Once a card lies in trick 3, only the effect of the last card on that card counts. The
    cards are the last digits of the number, so that spots with equal mixes follow one another.
    """
    spot = len(laid)
    for place in range(4):
        spot = spot * _WORDS + (words[place] if place < len(words) else 0)
    spot = spot * 2 + (1 if asked else 0)
    for place in range(3):
        spot = spot * _LEVELS + (laid[place] if place < len(laid) else 0)
    if len(laid) > 2:
        return spot * _LEVELS * _LEVELS + (effect_on(held[0], laid[2]) if held else 0)
    for place in range(2):
        spot = spot * _LEVELS + (held[place] if place < len(held) else 0)
    return spot


def choices(codes: list[int], follows: bool) -> list[int]:
    """The places of the cards that are a choice of their own, lowest first.

    The leader chooses between codes. The follower (``follows``) chooses the result of the trick: of
    the cards with the same effect on the card to answer it lays the lowest.
    """
    found: list[int] = []
    last = -1
    for place, code in enumerate(codes):
        kind = effect_of(code) if follows else code
        if kind != last:
            found.append(place)
            last = kind
    return found

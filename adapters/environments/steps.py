"""The steps of all games as numbers, and a view as numbers between 0 and 1.

Both are the same for every game, so that what was learnt of one can be tried in another.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from engine.actions import NO_ARGUMENT, PLAY_NTH, Action, Legal, Range, cards_of_pile
from engine.cards import UNKNOWN
from engine.record.notation.words import ARGUMENTS, CARD, NUMBER, PERHAPS, PILE, SEAT
from engine.seen.view import SeatView

CARDS: Final = 40
HIGHEST: Final = 64
"""Numbers that are said lie below it."""
MOST_SEATS: Final = 8
DEALT: Final = 4
"""The most cards that a seat is dealt."""
TRICKS: Final = 3

_SIZES: Final = {
    CARD: CARDS,
    PILE: DEALT * DEALT,
    NUMBER: HIGHEST,
    PERHAPS: HIGHEST + 1,
    SEAT: MOST_SEATS,
}
_KINDS: Final = {**ARGUMENTS, PLAY_NTH: NUMBER}


def _begins() -> Iterator[tuple[str, int]]:
    begin = 0
    for verb, kind in _KINDS.items():
        yield verb, begin
        begin += _SIZES.get(kind, 1)
    yield "", begin


_BEGIN: Final = dict(_begins())
COUNT: Final = _BEGIN[""]
"""How many steps there are, in all games together."""


def number_of(seen: SeatView, action: Action) -> int:
    """The number of a step. A pile is told by where its cards stand in the seat's deal."""
    kind, begin = _KINDS[action.verb], _BEGIN[action.verb]
    if kind is PILE:
        top, below = (seen.dealt.index(card) for card in cards_of_pile(action.arg))
        return begin + DEALT * top + below
    if kind is PERHAPS:
        return begin if action.arg == NO_ARGUMENT else begin + 1 + action.arg
    return begin if action.arg == NO_ARGUMENT else begin + action.arg


def offered(seen: SeatView) -> dict[int, Action]:
    """By number, in their order, the steps that the seat may take now."""
    return dict(sorted((number_of(seen, one), one) for one in single(seen.offered)))


def name_of(number: int) -> str:
    """A number in words: the verb, and which of its arguments it is."""
    verb = next(one for one, begin in reversed(_BEGIN.items()) if one and begin <= number)
    return verb if _KINDS[verb] not in _SIZES else f"{verb} {number - _BEGIN[verb]}"


def single(legal: Sequence[Legal]) -> Iterator[Action]:
    """The steps, each number of a range as one of its own."""
    for one in legal:
        if isinstance(one, Range):
            for number in range(one.low, one.high + 1):
                yield Action(one.seat, one.verb, number)
        else:
            yield one


def size(players: int) -> int:
    """How many numbers :func:`features` gives."""
    return 3 * CARDS + players * (2 * CARDS + len(_KINDS) + 2) + 3 * TRICKS + 3


def features(seen: SeatView) -> list[float]:
    """What a seat sees, as numbers between 0 and 1; other seats are counted from its own on.

    Its cards as dealt, those that it holds, the turned card; by seat the cards that all have seen,
    those laid in this trick, the words said, who is awaited and who is mano; by trick who has won
    it (own side, the others, nobody); the scores and what the hand is worth, as shares of the
    target. The order of words within a hand is not in it.
    """
    turn = [(seen.seat + step) % seen.players for step in range(seen.players)]
    found = _cards(seen.dealt) + _cards(seen.cards) + _cards([seen.turned])
    for seat in turn:
        found += _cards(seen.seen[seat])
        trick = len(seen.tricks)
        found += _cards([one.card for one in seen.plays if (one.trick, one.seat) == (trick, seat)])
        said = {one.verb for one in seen.said if one.seat == seat}
        found += [float(verb in said) for verb in _KINDS]
        found += [float(seat in seen.awaited), float(seat == seen.mano)]
    own = seen.sides[seen.seat]
    for trick in range(TRICKS):
        won = seen.tricks[trick].side if trick < len(seen.tricks) else None
        found += [float(won == own), float(won == 1 - own), float(won == -1)]
    points = (seen.score[own], seen.score[1 - own], seen.worth)
    return found + [min(one / seen.target, 1.0) for one in points]


def _cards(cards: Sequence[int]) -> list[float]:
    found = [0.0] * CARDS
    for card in cards:
        if card != UNKNOWN:
            found[card] = 1.0
    return found

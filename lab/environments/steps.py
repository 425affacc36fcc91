"""The steps of all games as numbers, and a view as numbers between 0 and 1.

Both are the same for every game, so what a program has learnt in one game can be tried in another.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from engine.actions import NO_ARGUMENT, PLAY_NTH, Action, Legal, Range, cards_of_pile
from engine.cards import UNKNOWN
from engine.record.notation.words import ARGUMENTS, CARD, NUMBER, PERHAPS, PILE, SEAT
from engine.seen.view import SeatView

CARDS: Final = 40
HIGHEST: Final = 64
"""A number above all numbers that players can say."""
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
    """The number of a step. For a pile it depends on the places of its cards in the seat's deal."""
    kind, begin = _KINDS[action.verb], _BEGIN[action.verb]
    if kind is PILE:
        top, below = (seen.dealt.index(card) for card in cards_of_pile(action.arg))
        return begin + DEALT * top + below
    if kind is PERHAPS:
        return begin if action.arg == NO_ARGUMENT else begin + 1 + action.arg
    return begin if action.arg == NO_ARGUMENT else begin + action.arg


def offered(seen: SeatView) -> dict[int, Action]:
    """By number, in their order, the steps that the seat may take now."""
    return dict(sorted((number_of(seen, action), action) for action in single(seen.offered)))


def name_of(number: int) -> str:
    """The meaning of a number in words: the verb and its argument."""
    verb = next(word for word, begin in reversed(_BEGIN.items()) if word and begin <= number)
    return verb if _KINDS[verb] not in _SIZES else f"{verb} {number - _BEGIN[verb]}"


def single(legal: Sequence[Legal]) -> Iterator[Action]:
    """The steps, with each number of a range as a step of its own."""
    for step in legal:
        if isinstance(step, Range):
            for number in range(step.low, step.high + 1):
                yield Action(step.seat, step.verb, number)
        else:
            yield step


def size(players: int) -> int:
    """The number of values that :func:`features` gives."""
    return 3 * CARDS + players * (2 * CARDS + len(_KINDS) + 2) + 3 * TRICKS + 3


def features(seen: SeatView) -> list[float]:
    """The view of a seat, as numbers between 0 and 1. Seats are counted from the seat itself on.

    The numbers stand for: the seat's cards as dealt, the cards that it still holds, the turned
    card; by seat the cards that all have seen, the cards laid in this trick, the words said,
    whether the seat is awaited, and whether it is mano; by trick its winner (own side, the others,
    nobody); the scores and the worth of the hand, as shares of the target. The order of words
    within a hand is left out.
    """
    turn = [(seen.seat + step) % seen.players for step in range(seen.players)]
    found = _cards(seen.dealt) + _cards(seen.cards) + _cards([seen.turned])
    for seat in turn:
        found += _cards(seen.seen[seat])
        trick = len(seen.tricks)
        found += _cards(
            [play.card for play in seen.plays if (play.trick, play.seat) == (trick, seat)]
        )
        said = {word.verb for word in seen.said if word.seat == seat}
        found += [float(verb in said) for verb in _KINDS]
        found += [float(seat in seen.awaited), float(seat == seen.mano)]
    own = seen.sides[seen.seat]
    for trick in range(TRICKS):
        won = seen.tricks[trick].side if trick < len(seen.tricks) else None
        found += [float(won == own), float(won == 1 - own), float(won == -1)]
    points = (seen.score[own], seen.score[1 - own], seen.worth)
    return found + [min(points_of_side / seen.target, 1.0) for points_of_side in points]


def _cards(cards: Sequence[int]) -> list[float]:
    found = [0.0] * CARDS
    for card in cards:
        if card != UNKNOWN:
            found[card] = 1.0
    return found

"""The moments of a match at which one seat had to choose, each with what that seat knew.

A moment holds nothing that its seat did not know then: the cards of the others are unknown in its
deal, and in their steps too where a card lies face down.
"""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from engine.actions import COVER, DESCARTA, STACK, Action, AnyAction, Deal
from engine.cards import UNKNOWN
from engine.guard.legal import needs
from engine.numbers import Seat
from engine.record.notation.record import Record, SeatTaken
from engine.record.replay import Played, replay, start_of
from engine.seen.view import SeatView, view
from engine.state.state import State

_HIDDEN = (COVER, DESCARTA, STACK)
"""Verbs whose card the others do not see."""


class Moment(Struct, frozen=True):
    """One choice of one seat."""

    place: int
    """The index of the chosen step among the steps of the replay."""
    seen: SeatView
    """What the seat knew."""
    chosen: Action
    start: State
    """The match before this hand was dealt, without the cards of the hand before it."""
    deal: Deal
    """The deal; the cards of the other seats are ``UNKNOWN``."""
    steps: tuple[AnyAction, ...]
    """What was done in this hand so far, as the seat saw it."""


class Match(Struct, frozen=True):
    """A finished match, played again."""

    start: State
    steps: tuple[Played, ...]
    robots: tuple[tuple[tuple[int, bool], ...], ...]
    """By seat: from which line on a robot sits there or not, in order."""

    def before(self, place: int) -> State:
        """The state in which the step of this index was taken."""
        return self.steps[place - 1].state if place else self.start

    def by_robot(self, seat: Seat, line: int) -> bool:
        """Whether a robot took the steps of this seat at this line of the record."""
        return [robot for since, robot in self.robots[seat] if since <= line][-1:] == [True]


def match_of(record: Record, robot_mark: str) -> Match:
    """A record, played as far as its cards are known. ``robot_mark``: what the names of robots end
    with."""
    header = record.header
    names = [(0, seat, name) for seat, name in header.names]
    names += [
        (line, statement.seat, statement.name)
        for line, statement in zip(record.lines, record.statements, strict=True)
        if isinstance(statement, SeatTaken)
    ]
    robots = tuple(
        tuple((line, name.endswith(robot_mark)) for line, owner, name in names if owner == seat)
        for seat in range(header.players)
    )
    return Match(start_of(record), replay(record).steps, robots)


def moments(match: Match, seat: Seat) -> Iterator[Moment]:
    """The choices of this seat, in their order; not those that a robot made for it.

    A choice is a step where something else could have been done, by a seat that knew its cards."""
    first = 0
    for place, played in enumerate(match.steps):
        action = played.action
        if isinstance(action, Deal):
            first = place
        if not isinstance(action, Action) or action.seat != seat:
            continue
        before = match.before(place)
        if needs(before) != "seat" or match.by_robot(seat, played.line):
            continue
        seen = view(before, seat)
        if UNKNOWN in seen.dealt or not _has_choice(seen):
            continue
        deal = match.steps[first].action
        assert isinstance(deal, Deal), "a hand begins with its deal"
        yield Moment(
            place=place,
            seen=seen,
            chosen=action,
            start=without_cards(match.before(first)),
            deal=known_deal(deal, seat),
            steps=tuple(known_step(one.action, seat) for one in match.steps[first + 1 : place]),
        )


def _has_choice(seen: SeatView) -> bool:
    return len(seen.offered) > 1 or any(not isinstance(one, Action) for one in seen.offered)


def without_cards(state: State) -> State:
    """A match between two hands, without the cards of the last one."""
    if state.hand is None:
        return state
    bare = replace(state.hand, dealt=(), cards=(), plays=(), seen=(), facts=(), proofs=())
    return replace(state, hand=bare)


def known_deal(deal: Deal, seat: Seat) -> Deal:
    """The deal without the cards of the other seats."""
    hands = tuple(
        cards if owner == seat else (UNKNOWN,) * len(cards)
        for owner, cards in enumerate(deal.hands)
    )
    return replace(deal, hands=hands)


def known_step(action: AnyAction, seat: Seat) -> AnyAction:
    """The step without a card that lay face down."""
    if isinstance(action, Action) and action.seat != seat and action.verb in _HIDDEN:
        return replace(action, arg=UNKNOWN)
    return action

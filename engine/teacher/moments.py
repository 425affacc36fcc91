"""The moments of a match at which one seat had a choice, each with the seat's knowledge then.

A moment holds nothing that its seat did not know then. In its deal the cards of the others are
unknown; so are cards that they laid face down.
"""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from engine.actions import COVER, DESCARTA, STACK, Action, AnyAction, Deal
from engine.cards import UNKNOWN
from engine.guard.legal import needs
from engine.numbers import Seat
from engine.record.notation.record import Record, seat_holders
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
    """The view of the seat at this moment."""
    chosen: Action
    start: State
    """The match before this deal, without the cards of the hand before."""
    deal: Deal
    """The deal; the cards of the other seats are ``UNKNOWN``."""
    steps: tuple[AnyAction, ...]
    """The steps of this hand so far, as the seat saw them."""


class Match(Struct, frozen=True):
    """A finished match, played again."""

    start: State
    steps: tuple[Played, ...]
    robots: tuple[tuple[tuple[int, bool], ...], ...]
    """By seat, in order: a line of the record, and whether a robot sits there from that line on."""

    def before(self, place: int) -> State:
        """The state in which the step of this index was taken."""
        return self.steps[place - 1].state if place else self.start

    def by_robot(self, seat: Seat, line: int) -> bool:
        """Whether a robot took the steps of this seat at this line of the record."""
        return [robot for since, robot in self.robots[seat] if since <= line][-1:] == [True]


def match_of(record: Record, robot_mark: str) -> Match:
    """A record, played as far as its cards are known. ``robot_mark``: the end of every robot's
    name."""
    found = list(seat_holders(record))
    robots = tuple(
        tuple(
            (holder.line, holder.took_over or holder.name.endswith(robot_mark))
            for holder in found
            if holder.seat == seat
        )
        for seat in range(record.header.players)
    )
    return Match(start_of(record), replay(record).steps, robots)


def moments(match: Match, seat: Seat) -> Iterator[Moment]:
    """The choices of this seat in order, without those that a robot made for it.

    A choice is a step of a seat that knew its cards and could have taken another step."""
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
            steps=tuple(known_step(step.action, seat) for step in match.steps[first + 1 : place]),
        )


def _has_choice(seen: SeatView) -> bool:
    return len(seen.offered) > 1 or any(not isinstance(action, Action) for action in seen.offered)


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
    """The step as this seat saw it: a card that another seat laid face down is unknown."""
    if isinstance(action, Action) and action.seat != seat and action.verb in _HIDDEN:
        return replace(action, arg=UNKNOWN)
    return action

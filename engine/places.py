"""What is remembered of a position: the offers it makes, and what steps led to from it.

Everything here is a pure function of the table's rules and the position, worked out at most once
and kept with the table. Positions come back all the time (they hold neither cards nor scores), so
most steps of a match find their answer here; forgetting it all would change nothing but the time.
"""

from typing import Final, Literal, TypeVar

from msgspec import Struct

from engine.events import AnyEvent
from engine.facts import Fact
from engine.offers import Offer, offer_of
from engine.seats import asked_side, first_in, may_answer
from engine.state import DECLARATION, NOBODY, PLAYING, Entry, Position, Spoken, Trick
from engine.table import LIMIT, Table

T = TypeVar("T")


class Outcome(Struct, frozen=True, gc=False):
    """What a step does, where that depends neither on cards that lie hidden nor on the score."""

    position: Position
    said: tuple[Spoken, ...]
    """Words added; in the same way all below but ``points``, ``most``, ``settles`` and ``ends``."""
    tricks: tuple[Trick, ...]
    facts: tuple[Fact, ...]
    """... as far as they were not known."""
    entries: tuple[Entry, ...]
    waiting: tuple[Entry, ...]
    events: tuple[AnyEvent, ...]
    """... without the card laid and the count of the hand."""
    points: tuple[int, int]
    """What the sides receive."""
    most: int
    """What some side receives at most, with what waits for the end of the claims."""
    settles: bool
    """The step wins points or ends the hand: only the same again where nothing is to be shown and
    nobody comes near the end of a game."""
    ends: bool
    """The hand is over."""


UNTRODDEN: Final[dict[object, "Outcome | Literal[False] | None"]] = {}
"""What is known of steps from a place where none has been taken twice; never written to."""


class Place(Struct, gc=False, eq=False):
    """A position with what is known of it."""

    position: Position
    awaited: tuple[int, ...]
    """The seats the table waits for."""
    closes: bool
    """The next card ends the trick."""
    offers: list[Offer | None]
    """By seat, worked out when somebody asks."""
    known: dict[object, Outcome | Literal[False] | None]
    """What steps lead to: words by their action, a card that does not end the trick by whether it
    lies face down, one that does by the seats with the highest card and the tricks before.

    ``None``: the step has been taken once; ``False``: hands or the score decide.
    """
    first: object = None
    """The first step that was taken: most places see no other."""

    def again(self, key: object) -> bool:
        """Whether to put down what this step leads to: it has been taken before, and nothing
        speaks against it. Otherwise that it has been taken now."""
        known = self.known
        if key in known:
            return known[key] is None
        if known is UNTRODDEN:
            self.known = known = {}
        if key == self.first:
            return True
        known[key] = None
        return False

    def offer(self, table: Table, seat: int) -> Offer:
        """What this seat may do."""
        found = self.offers[seat]
        if found is None:
            found = self.offers[seat] = offer_of(table, self.position, seat)
        return found


def place_of(table: Table, position: Position) -> Place:
    """The place of a position (``table.latest`` is the one asked about last)."""
    place: Place | None = table.places.get(position)
    if place is None:
        if len(table.places) >= LIMIT:
            table.places, table.older_places = {}, table.places
            table.shared, table.older_shared = {}, table.shared
            table.offers = {}
        place = table.older_places.get(position)
        if place is None:
            out = position.gone | position.laid | 1 << max(position.turn, 0)
            closes = not table.mask_of(position.contest) & ~out
            awaited = _awaited(table, position)
            place = Place(position, awaited, closes, [None] * table.players, UNTRODDEN)
        table.places[place.position] = place
    table.latest = place
    return place


def shared(table: Table, value: T) -> T:
    """The one remembered object of this value.

    Thousands of places differ in little: a memory in which they share their parts is a tenth as
    large, and that much likelier to be where the processor finds it at once.
    """
    found: T | None = table.shared.get(value)
    if found is None:
        found = table.shared[value] = table.older_shared.get(value, value)
    return found


def _canonical(table: Table, position: Position) -> Position:
    """The position as its place has it, if there is one already."""
    place: Place | None = table.places.get(position)
    return position if place is None else place.position


def remembered(table: Table, outcome: Outcome) -> Outcome:
    """The same outcome, made of shared parts."""
    return Outcome(
        _canonical(table, outcome.position),
        shared(table, outcome.said),
        shared(table, outcome.tricks),
        shared(table, outcome.facts),
        shared(table, outcome.entries),
        shared(table, outcome.waiting),
        shared(table, outcome.events),
        shared(table, outcome.points),
        outcome.most,
        outcome.settles,
        outcome.ends,
    )


def _awaited(table: Table, position: Position) -> tuple[int, ...]:
    if position.phase != PLAYING:
        return ()
    if position.blind != NOBODY:
        return table.alone[position.blind]
    if position.discard != NOBODY:
        return table.alone[position.discard]
    if not position.stack:
        return table.alone[position.turn]
    top = position.stack[-1]
    if top.game == DECLARATION and top.seat < 0:
        return table.alone[first_in(position)]
    sides, gone, asked = table.sides, position.gone, asked_side(table, position, top)
    return tuple(
        [
            seat
            for seat in position.contest
            if sides[seat] == asked and not gone >> seat & 1 and may_answer(table, position, seat)
        ]
    )

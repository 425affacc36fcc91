"""The memory of one position: the node, and the effects of the steps from it.

:mod:`engine.memo` fills and reads these values, and says what may be remembered.
"""

from collections.abc import Callable
from enum import Enum
from typing import Final, Literal

from msgspec import Struct

from engine.actions import Action
from engine.cards import Card
from engine.events import AnyEvent
from engine.numbers import Seat
from engine.state.facts import Fact
from engine.state.offer import Offer
from engine.state.state import Entry, Hand, Position, Spoken, Trick
from engine.state.table import Cards, Table


class Effect(Struct, frozen=True, gc=False):
    """The effect of a step: the same each time the step is taken from this position, with the same
    answers if it asks about hands (:class:`Branches`)."""

    position: Position
    """The next position."""
    said: tuple[Spoken, ...]
    """The words that the step adds to those of the hand."""
    tricks: tuple[Trick, ...]
    """The tricks that the step adds."""
    facts: tuple[Fact, ...]
    """The facts that the step adds, if they are not known yet."""
    entries: tuple[Entry, ...]
    """The points that the step adds."""
    waiting: tuple[Entry, ...]
    """All points that wait for the end of the claims after the step."""
    events: tuple[AnyEvent, ...]
    """The events of the step, without the card that was laid and without the count of the hand."""
    points: tuple[int, int]
    """The points that each side receives."""
    most: int
    """The most points that a side receives, with the points that wait."""
    settles: bool
    """The step wins points, shows cards that prove points, or ends a duel or the hand: it is not
    right in every state with this position (:func:`engine.memo._holds`)."""
    ends: bool
    """The step ends the hand."""
    begins: bool
    """The step ends a duel and begins the next one. At a table where the score matters,
    ``position`` is right for some scores only."""
    shown_at: int
    """The index in ``events`` at which the cards that prove points are shown, or
    :data:`NOT_SHOWN`."""


NOT_SHOWN: Final = -1
"""The step shows no cards that prove points."""


class Visit(Enum):
    """A note about a step that is not remembered. It counts as false, and an :class:`Effect` as
    true."""

    ONCE = "taken once, or near the end of a game"
    NEVER = "depends on more than its position and answers"

    def __bool__(self) -> Literal[False]:
        return False


Question = Callable[[Table, Cards, Card], bool | None]
"""A question about the cards dealt to a seat, given also the turned card: a method of the table.
``None``: unknown cards hide the answer."""
Answers = dict[tuple[Question, Seat], bool | None]
"""The answers to questions about the cards of seats, in the order in which a step asked them."""


class Branches(Struct, frozen=True, gc=False, eq=False):
    """The effects of a step that depends on its position and on the answers to some questions about
    hands. It counts as false, because it is no :class:`Effect`: the answers lead to one."""

    questions: tuple[tuple[Question, Seat], ...]
    """Every question that the step has asked so far. With other answers it may ask others."""
    effects: dict[tuple[bool | None, ...], Effect | Visit]
    """The effects of the step, by the answers to all the questions."""

    def answers(self, table: Table, hand: Hand) -> tuple[bool | None, ...]:
        dealt, turned = hand.dealt, hand.turned
        return tuple([ask(table, dealt[seat], turned) for ask, seat in self.questions])

    def __bool__(self) -> Literal[False]:
        return False


Closing = tuple[tuple[Seat, ...], tuple[Trick, ...]]
"""The seats with the highest card of a trick, and the tricks before it."""
StepKey = Action | bool | Closing
"""The key that tells the steps from one position apart. For a word: its action. For a card: whether
it lies face down. For a card that ends a trick: the values that decide the trick."""

NO_STEPS: Final[dict[StepKey, Effect | Visit | Branches]] = {}
"""The steps of a node as long as no step has been taken twice. Nobody writes into it."""


class Node(Struct, gc=False, eq=False):
    """A position, and everything that has been worked out about it."""

    position: Position
    closes: bool
    """All seats of the contest but one have laid a card or left: the next card ends the trick."""
    offers: list[Offer | None]
    """The offer of each seat; ``None`` until somebody asks for it."""
    steps: dict[StepKey, Effect | Visit | Branches]
    """The effects and visits of the steps from here."""
    first: StepKey | None = None
    """The first step that was taken from here. From most positions no other step is ever taken."""
    awaited: tuple[Seat, ...] | None = None
    """The seats for which the table waits; ``None`` until somebody asks."""

    def taken_before(self, key: StepKey) -> bool:
        """Whether this step was taken before and may be remembered. Notes the first time.

        The caller asks only at a node from which some step has been taken.
        """
        steps = self.steps
        if steps is NO_STEPS:
            self.steps = steps = {}
        found = steps.get(key)
        if found is None and key != self.first:
            steps[key] = Visit.ONCE
            return False
        return found is not Visit.NEVER

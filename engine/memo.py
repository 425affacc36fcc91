"""The engine's memory of positions. It saves time and changes no result.

The same positions come back again and again, because they hold neither cards nor scores. A table
keeps in a :class:`Node` what it has worked out of a position: what each seat may do there, for whom
the table waits, and what each step from there did (:func:`step`). A table made with
``remember=False`` keeps nothing and works everything out again; it gives the same bytes.

**What may be remembered.** A step may be remembered if it looked at nothing but its position. Each
mechanism reports by itself what else it looked at: :class:`engine.moves.draft.Draft` has methods
for somebody's cards, the cards of the trick, the score, and the points won before, and each method
marks its use. Four of these things do not prevent remembering, because this module knows them:

* the card that ends a trick: its key holds the highest cards and the tricks before;
* the score: a step that wins points or ends the hand is taken from memory only where nobody comes
  near the end of a game and nothing waits to be checked (:func:`_holds`);
* questions about hands with a yes or a no, such as whether a seat holds a flor: there is an effect
  for each combination of answers (:class:`engine.nodes.Branches`);
* the cards that prove points: they are worked out each time (:func:`_with_proofs`).

An :class:`Effect` is kept only if it gives, from this state, exactly the step that the rules gave.
So nothing is lost if an effect has no field for it.

**Threads.** Everything in :mod:`engine` may be called from several threads at once, also at the
same table (robots think in threads of their own). States, positions, events and effects are frozen.
A value is complete before it is stored, and no code iterates over these dictionaries. Two threads
may work out the same missing value; they store equal values. The worst that can happen is that the
memory forgets something, or holds one entry more for each thread.
"""

from collections.abc import Callable
from typing import Final, Generic, Protocol, TypeVar

from msgspec.structs import replace

from engine.actions import CARD_VERBS, COVER, PLAY, Action
from engine.cards import UNKNOWN
from engine.events import AnyEvent, ContestBegan, HandEnded, Laid
from engine.nodes import NO_STEPS, NOT_SHOWN, Answers, Branches, Effect, Node, StepKey, Visit
from engine.numbers import Seat
from engine.state.facts import Fact, known
from engine.state.ledger import points_of, tally, with_points
from engine.state.offer import Offer, Sayable
from engine.state.proofs import all_turned_up
from engine.state.state import (
    CLAIMS,
    OVER,
    PLAYING,
    Entry,
    Hand,
    Play,
    Position,
    Spoken,
    State,
    Step,
    Trick,
    step_of,
)
from engine.state.table import Table
from engine.state.ties import highest

LIMIT: Final = 20_000
"""The most positions that one generation of a table's memory holds (some 900 bytes each), and the
most entries of any other kind. When it is full, the generation before it is forgotten."""

K = TypeVar("K")
V = TypeVar("V")


class Generations(Generic[K, V]):
    """A bounded memory in two generations: when the newer one is full, the older one goes."""

    __slots__ = ("newer", "older")

    def __init__(self) -> None:
        self.newer: dict[K, V] = {}
        self.older: dict[K, V] = {}

    def get(self, key: K) -> V | None:
        """The remembered value of this key, or ``None``. A value that is asked for stays for
        another generation."""
        found = self.newer.get(key)
        if found is None and self.older:
            found = self.older.get(key)
            if found is not None:
                self.newer[key] = found
        return found

    def put(self, key: K, value: V) -> V:
        """Remember this value, and return it."""
        if len(self.newer) >= LIMIT:
            self.newer, self.older = {}, self.newer
        self.newer[key] = value
        return value


class Shared(Generations[V, V]):
    """A memory that keeps one object for all equal values.

    Thousands of effects differ in few parts. When they share the equal parts, the memory is a tenth
    as large, so the processor finds more of it in its cache.
    """

    __slots__ = ()

    def one(self, value: V) -> V:
        """The object that stands for all values equal to this one."""
        found = self.newer.get(value)
        return self.put(value, self.older.get(value, value)) if found is None else found


OpeningKey = tuple[int, str, tuple[int, ...]]
"""Dealer, mode, and the score at a table where the score matters."""
Opening = tuple[Position, ContestBegan]


class Memory:
    """The memory of one table."""

    __slots__ = (
        "entries",
        "events",
        "facts",
        "nodes",
        "offers",
        "openings",
        "points",
        "said",
        "tricks",
    )

    def __init__(self) -> None:
        self.nodes: Generations[Position, Node] = Generations()
        self.offers: Generations[Sayable, Offer] = Generations()
        """There are many positions and few different offers: one object stands for all equal
        offers."""
        self.openings: Generations[OpeningKey, Opening] = Generations()
        self.said: Shared[tuple[Spoken, ...]] = Shared()
        self.tricks: Shared[tuple[Trick, ...]] = Shared()
        self.facts: Shared[tuple[Fact, ...]] = Shared()
        self.entries: Shared[tuple[Entry, ...]] = Shared()
        self.events: Shared[tuple[AnyEvent, ...]] = Shared()
        self.points: Shared[tuple[int, int]] = Shared()

    def in_shared_parts(self, effect: Effect) -> Effect:
        """The same effect, made of shared parts."""
        node = self.nodes.get(effect.position)
        return Effect(
            effect.position if node is None else node.position,
            # Most steps add little, and an empty tuple is always the same object.
            effect.said and self.said.one(effect.said),
            effect.tricks and self.tricks.one(effect.tricks),
            effect.facts and self.facts.one(effect.facts),
            effect.entries and self.entries.one(effect.entries),
            effect.waiting and self.entries.one(effect.waiting),
            effect.events and self.events.one(effect.events),
            self.points.one(effect.points),
            effect.most,
            effect.settles,
            effect.ends,
            effect.shown_at,
        )


def memory_of(table: Table) -> Memory | None:
    """The memory of this table; ``None``: the table remembers nothing."""
    memory: Memory | None = table.memory
    if memory is None and table.remembers:
        memory = table.memory = Memory()
    return memory


# --- what is asked of a position ------------------------------------------------------------


def node_of(table: Table, position: Position) -> Node:
    """The stored node of a position; it becomes the table's latest one. A table without a memory
    gets a new node each time, which is not stored."""
    memory: Memory | None = table.memory or memory_of(table)
    if memory is None:
        return _unknown(table, position)
    node = memory.nodes.newer.get(position)
    if node is None:
        nodes = memory.nodes
        node = nodes.put(position, nodes.older.get(position) or _unknown(table, position))
    table.latest = node
    return node


def _unknown(table: Table, position: Position) -> Node:
    """A new node for this position, about which nothing is known yet."""
    closes = (position.laid | position.gone).bit_count() + 1 == len(position.contest)
    return Node(position, closes, [None] * table.players, NO_STEPS)


def offer(
    table: Table,
    node: Node,
    seat: Seat,
    work_out: Callable[[Table, Position, Seat], Offer],
) -> Offer:
    found = node.offers[seat]
    if found is None:
        found = node.offers[seat] = work_out(table, node.position, seat)
    return found


def one_offer(table: Table, words: Sayable, work_out: Callable[[Table, Sayable], Offer]) -> Offer:
    memory: Memory | None = table.memory
    if memory is None:
        return work_out(table, words)
    offers = memory.offers
    found = offers.newer.get(words) or offers.get(words)
    return found or offers.put(words, work_out(table, words))


def opening(
    table: Table,
    dealer: int,
    mode: str,
    score: tuple[int, ...],
    work_out: Callable[[Table, int, str, tuple[int, ...]], Opening],
) -> Opening:
    """The first position of a hand, and the event that goes with it."""
    memory: Memory | None = table.memory or memory_of(table)
    if memory is None:
        return work_out(table, dealer, mode, score)
    key = (dealer, mode, score if table.score_matters else ())
    openings = memory.openings
    found = openings.newer.get(key) or openings.get(key)
    return found or openings.put(key, work_out(table, dealer, mode, score))


# --- steps ----------------------------------------------------------------------------------


class Taken(Protocol):
    """A step that the rules have taken: a :class:`engine.moves.draft.Draft`."""

    @property
    def implied(self) -> tuple[Fact, ...]:
        """All facts that the step has told, also if they were known before. The facts that follow
        from the shown cards are not among them."""

    @property
    def asked(self) -> Answers:
        """The answers to the questions about hands that the step has asked."""

    @property
    def shown_at(self) -> int:
        """How many events the step had when cards were shown as proofs; ``NOT_SHOWN``."""

    @property
    def shown(self) -> int:
        """How many events of shown cards follow there."""

    def by_position(self, *, and_trick: bool = False) -> bool:
        """Whether the step depends on its position and on the answers alone; with ``and_trick``,
        also on the cards of the trick."""

    def step(self) -> Step:
        """The new state and the events of the step."""


def step(state: State, action: Action, node: Node, take: Callable[[State, Action], Taken]) -> Step:
    """Takes a legal step of a seat: from memory, or by the rules. ``node``: the node of the state's
    position.

    A step is remembered when it is taken for the second time, because most steps are taken only
    once.
    """
    hand = state.hand
    assert hand is not None
    verb = action.verb
    laid: Play | None = None
    key: StepKey = action
    if verb not in CARD_VERBS:
        found = node.steps.get(action)
        if found and not found.settles and not found.facts:  # most words
            made = replace(hand, position=found.position, said=hand.said + found.said)
            return step_of((replace(state, hand=made), found.events))
    else:
        position = hand.position
        covered = verb == COVER
        if position.stack or action.arg == UNKNOWN or not (covered or verb == PLAY):
            return take(state, action).step()
        table = state.table
        laid = Play(position.trick, table.seats[action.seat], action.arg, covered)
        key = covered
        if node.closes:
            trick = (*hand.plays, laid)[-1 - position.laid.bit_count() :]
            key = (highest(trick, table.heights(hand.turned)), hand.tricks)
        found = node.steps.get(key)
    if not found and type(found) is Branches:
        found = found.effects.get(found.answers(state.table, hand))
    if found:
        if not found.settles or _holds(state, hand, found):
            return _repeated(state, hand, found, laid)
        return take(state, action).step()
    taken = take(state, action)
    done = taken.step()
    if node.first is None:
        node.first = key
    elif found is not Visit.NEVER and node.taken_before(key) and state.table.remembers:
        _remember(state, node, key, taken.asked, _effect(state, laid, taken, done))
    return done


def _remember(
    state: State, node: Node, key: StepKey, asked: Answers, effect: Effect | Visit
) -> None:
    """Stores the effect of a step. ``asked``: the answers on which it depends as well.

    A new question makes the effects stored before useless, because their answers lack one.
    """
    branches = node.steps.get(key)
    if type(branches) is not Branches:
        if not asked:
            node.steps[key] = effect
            return
        branches = Branches(tuple(asked), {})
    more = tuple([question for question in asked if question not in branches.questions])
    if more:
        branches = Branches(branches.questions + more, {})
    assert state.hand is not None
    branches.effects[branches.answers(state.table, state.hand)] = effect
    node.steps[key] = branches


def _holds(state: State, hand: Hand, effect: Effect) -> bool:
    """Whether a remembered effect that settles something is right for this state too: nothing waits
    to be checked, proofs are due only if the step shows them, and nobody comes near the end of a
    game."""
    if hand.bets or hand.held or hand.waiting or (hand.proofs and effect.shown_at == NOT_SHOWN):
        return False
    match = state.table.rules.match
    furthest = max(state.score) + effect.most
    if match.standing:
        furthest += sum([entry.points for entry in hand.entries])
    return furthest < match.target


def _repeated(state: State, hand: Hand, effect: Effect, laid: Play | None) -> Step:
    """The step that an effect makes from this state. ``laid``: the card that the step lays."""
    made, events = hand, effect.events
    if effect.facts:
        made = replace(made, facts=known(hand.facts, effect.facts))
    if laid is None:
        if not effect.settles:
            made = replace(made, position=effect.position, said=hand.said + effect.said)
            return step_of((replace(state, hand=made), events))
    else:
        seat, card, covered = laid.seat, laid.card, laid.covered
        held = hand.cards[seat]
        at = held.index(card)
        cards = list(hand.cards)
        cards[seat] = held[:at] + held[at + 1 :]
        seen = hand.seen
        if not covered:
            shown = list(seen)
            shown[seat] = (*seen[seat], card)
            seen = tuple(shown)
        made = replace(
            made,
            cards=tuple(cards),
            plays=(*hand.plays, laid),
            tricks=hand.tricks + effect.tricks,
            seen=seen,
            position=effect.position,
        )
        if not effect.settles:
            return step_of((replace(state, hand=made), (Laid(seat, card, covered), *events)))
    if hand.proofs and effect.shown_at != NOT_SHOWN:
        made, events = _with_proofs(state, made, effect)
    if laid is not None:
        events = (Laid(laid.seat, laid.card, laid.covered), *events)
    entries = hand.entries + effect.entries
    made = replace(
        made,
        said=hand.said + effect.said,
        position=effect.position,
        entries=entries,
        waiting=effect.waiting,
    )
    score = state.score
    if not state.table.rules.match.standing:
        score = with_points(state.table, score, effect.points)
    elif effect.ends:
        score, _ = tally(state.table, hand.start, entries)
    first = state.first
    if effect.ends:
        first = False
        events = (*events, HandEnded(points_of(entries), score))
    return step_of((replace(state, first=first, score=score, hand=made), events))


def _with_proofs(state: State, hand: Hand, effect: Effect) -> tuple[Hand, tuple[AnyEvent, ...]]:
    """The hand after its seats have shown the cards that prove points, and all events of the
    step."""
    seen, facts, shown = all_turned_up(
        state.table, hand.proofs, hand.dealt, hand.seen, hand.facts, hand.turned
    )
    at, events = effect.shown_at, effect.events
    return replace(hand, seen=seen, facts=facts, proofs=()), (*events[:at], *shown, *events[at:])


def _effect(state: State, laid: Play | None, taken: Taken, made: Step) -> Effect | Visit:
    """The effect of a step, if its position and the answers alone decide it; otherwise a
    :class:`Visit`. ``laid``: the card that the step laid."""
    hand, after = state.hand, made.state.hand
    assert hand is not None
    assert after is not None
    if hand.position.phase != PLAYING or not taken.by_position(and_trick=laid is not None):
        return Visit.NEVER
    events, shown_at = made.events, taken.shown_at
    if shown_at != NOT_SHOWN:
        events = events[:shown_at] + events[shown_at + taken.shown :]
    if laid is not None:
        events = events[1:]
        if shown_at != NOT_SHOWN:
            shown_at -= 1
    entries, position = after.entries[len(hand.entries) :], after.position
    ends = position.phase == OVER
    if ends:
        if type(events[-1]) is not HandEnded:
            return Visit.ONCE  # it ended a game; elsewhere the same step may not
        events = events[:-1]
    effect = Effect(
        position,
        after.said[len(hand.said) :],
        after.tricks[len(hand.tricks) :],
        taken.implied,
        entries,
        after.waiting,
        events,
        points_of(entries) if entries else (0, 0),
        max(points_of(entries + after.waiting)) if entries or after.waiting else 0,
        ends or bool(entries) or position.phase == CLAIMS or shown_at != NOT_SHOWN,
        ends,
        shown_at,
    )
    if effect.settles and not _holds(state, hand, effect):
        return Visit.ONCE
    if _repeated(state, hand, effect, laid) != made:
        return Visit.NEVER
    memory = memory_of(state.table)
    assert memory is not None
    return memory.in_shared_parts(effect)

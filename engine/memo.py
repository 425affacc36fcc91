"""The engine's memory of positions. It saves time and changes no result.

The same positions come back again and again, because they hold neither cards nor scores. A table
keeps in a :class:`Node` what it has worked out of a position: what each seat may do there, for whom
the table waits, and what each step from there did (:func:`step`). A table made with
``remember=False`` keeps nothing and works everything out again; it gives the same bytes.

**What may be remembered.** A step may be remembered if it looked at nothing but its position. Each
mechanism reports by itself what else it looked at: :class:`engine.moves.draft.Draft` has methods
for somebody's cards, the cards of the trick, the score, and the points won before, and each method
marks its use. Five of these things do not prevent remembering, because this module knows them:

* the card that ends a trick: its key holds the highest cards and the tricks before;
* the score: a step that wins points or ends the hand is taken from memory only where nobody comes
  near the end of a game and nothing waits to be checked (:func:`_holds`);
* the score also decides the first position of the next duel: that position is looked up anew at a
  table where the score matters (:func:`opening`);
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
from typing import Final, Protocol

from msgspec.structs import replace

from engine.actions import CARD_VERBS, COVER, PLAY, Action
from engine.cards import UNKNOWN
from engine.events import AnyEvent, ContestBegan, HandEnded, Laid
from engine.memory import Memory, Opening, memory_of
from engine.nodes import NO_STEPS, NOT_SHOWN, Answers, Branches, Effect, Node, StepKey, Visit
from engine.numbers import Seat, Seats
from engine.state.facts import Fact, known
from engine.state.ledger import points_of, tally, with_points
from engine.state.offer import Offer, Sayable
from engine.state.opening import judged_by, terms_at
from engine.state.opening import opening as first_position
from engine.state.proofs import all_turned_up
from engine.state.state import (
    CLAIMS,
    OVER,
    PLAYING,
    Entry,
    Hand,
    Play,
    Position,
    State,
    Step,
    step_of,
)
from engine.state.table import Table
from engine.state.ties import highest

MOST_BRANCHES: Final = 64
"""The most effects that one step keeps for different answers (:class:`engine.nodes.Branches`)."""

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
    table: Table, node: Node, seat: Seat, work_out: Callable[[Table, Position, Seat], Offer]
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
    duel: int,
    contest: tuple[Seat, ...],
    score: tuple[int, ...],
    flores: Seats,
    begun: Seats,
) -> Opening:
    """The first position of a contest, and the event that goes with it. ``duel``: the index of the
    contest; ``score``: the one by which it is judged; ``flores``, ``begun``: of the contests before
    it in the same deal."""
    memory: Memory | None = table.memory or memory_of(table)
    if memory is None:
        first = first_position(table, contest, terms_at(table, score), flores, begun)
        return first, ContestBegan(duel, contest)
    terms = None
    if table.score_matters:
        terms = memory.terms.get(score) or memory.terms.put(score, terms_at(table, score))
    key = (duel, contest, flores, begun, terms)
    openings = memory.openings
    found = openings.newer.get(key) or openings.get(key)
    if found is None:
        first = first_position(table, contest, terms or terms_at(table, score), flores, begun)
        found = openings.put(key, (first, ContestBegan(duel, contest)))
    return found


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

    A new question makes the effects stored before useless, because their answers lack one. They are
    also forgotten when there are too many.
    """
    branches = node.steps.get(key)
    if type(branches) is not Branches:
        if not asked:
            node.steps[key] = effect
            return
        branches = Branches(tuple(asked), {})
    more = tuple([question for question in asked if question not in branches.questions])
    if more or len(branches.effects) >= MOST_BRANCHES:
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
    score = _score_after(state, hand, effect, entries)
    if effect.begins:
        made = _in_next_duel(state.table, made, effect, entries, score)
    else:
        made = replace(
            made,
            said=hand.said + effect.said,
            position=effect.position,
            entries=entries,
            waiting=effect.waiting,
        )
    first = state.first
    if effect.ends:
        first = False
        events = (*events, HandEnded(points_of(entries), score))
    return step_of((replace(state, first=first, score=score, hand=made), events))


def _score_after(
    state: State, hand: Hand, effect: Effect, entries: tuple[Entry, ...]
) -> tuple[int, ...]:
    """The score after a step that settles something. ``entries``: those of the hand after it."""
    table = state.table
    if not table.rules.match.standing:
        return with_points(table, state.score, effect.points)
    if effect.ends:
        return tally(table, hand.start, entries)[0]
    if effect.begins:
        duel = hand.duel
        return tally(table, state.score, [entry for entry in entries if entry.duel == duel])[0]
    return state.score


def _in_next_duel(
    table: Table, hand: Hand, effect: Effect, entries: tuple[Entry, ...], score: tuple[int, ...]
) -> Hand:
    """The hand at the beginning of its next duel."""
    duel, position = hand.duel + 1, effect.position
    if table.score_matters:
        judged = judged_by(table, score, hand.start)
        position, _ = opening(
            table, duel, position.contest, judged, position.flores, position.begun
        )
    return replace(
        hand, duel=duel, plays=(), tricks=(), said=(), position=position, entries=entries, proofs=()
    )


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
    ends, begins = position.phase == OVER, after.duel != hand.duel
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
        ends or begins or bool(entries) or position.phase == CLAIMS or shown_at != NOT_SHOWN,
        ends,
        begins,
        shown_at,
    )
    if effect.settles and not _holds(state, hand, effect):
        return Visit.ONCE
    if _repeated(state, hand, effect, laid) != made:
        return Visit.NEVER
    memory = memory_of(state.table)
    assert memory is not None
    return memory.in_shared_parts(effect)

"""Playing a record through the engine.

A card that is written ``??`` is filled in if its seat lays it later in the same hand. The others
stay unknown. At the first step that needs an unknown card the engine raises
:class:`~engine.errors.UnknownCard`; the replay ends there, without an error.
"""

from msgspec import Struct
from msgspec.structs import replace

from engine.actions import (
    BLIND_VERBS,
    CARD_VERBS,
    DESCARTA,
    INTERFIERE,
    STACK,
    VER,
    Action,
    AnyAction,
    Close,
    Deal,
    End,
    cards_of_pile,
)
from engine.apply import apply, new_match
from engine.cards import UNKNOWN, Card
from engine.errors import EngineError, IllegalAction, Reason, UnknownCard
from engine.events import AnyEvent
from engine.guard.legal import is_trap, legal_actions, needs
from engine.numbers import Seat
from engine.record.notation.record import (
    DUELS,
    REDONDA,
    Closed,
    Ended,
    HandDealt,
    MustOffer,
    MustRefuse,
    Problem,
    Record,
    RecordedStep,
    ResultLine,
    Statement,
    table_of,
)
from engine.record.notation.words import resolve, write_action
from engine.record.notation.write import write_result, write_statement
from engine.state.ledger import counted
from engine.state.state import OVER, State
from engine.state.table import Table


class Played(Struct, frozen=True):
    """One action that the engine accepted, with its result. A statement may be several actions: a
    new hand also ends the time for claims of the hand before."""

    line: int
    """The line of its statement."""
    state: State
    """The state after it."""
    events: tuple[AnyEvent, ...]
    action: AnyAction


class DuelPlayed(Struct, frozen=True):
    """One duel of a hand."""

    seats: tuple[Seat, ...]
    points: tuple[int, int]
    """The points that each side has received in it."""


class HandPlayed(Struct, frozen=True):
    """One hand of a replay."""

    dealer: int
    mode: str | None
    """``redonda`` or ``punta``; ``None`` at a table without duels."""
    points: tuple[int, int]
    """The points that each side has received in it so far, not cut at the target."""
    finished: bool
    duels: tuple[DuelPlayed, ...] | None = None
    """The duels that have begun; ``None``: it is no hand of duels."""


class Replay(Struct, frozen=True):
    """The result of playing a record."""

    state: State
    """The state after the last action that was accepted."""
    steps: tuple[Played, ...]
    """All accepted actions."""
    hands: tuple[HandPlayed, ...]
    complete: bool
    """False when the replay ended early because a step needed an unknown card."""
    error: Problem | None = None
    """The first statement that was not accepted, and why; ``None``: all were."""


def replay(record: Record, *, close: bool = True) -> Replay:
    """Play a record to its end, or to the first statement that is not accepted.

    ``close``: the end of the record also ends the time for claims of its last hand.
    """
    player = _Player(record)
    complete, error = True, None
    try:
        for index, line in enumerate(record.lines):
            player.line = line
            player.play(index)
        if close:
            player.close()
    except UnknownCard:
        complete = False
    except _NotAccepted as refused:
        error = Problem(player.line, refused.reason, refused.text)
    return Replay(
        state=player.state,
        steps=tuple(player.steps),
        hands=(*player.hands, *player.running()),
        complete=complete,
        error=error,
    )


def start_of(record: Record) -> State:
    """The state of a record's match before its first hand."""
    header = record.header
    return replace(new_match(table_of(header)), score=header.score, games=header.games)


def deal_of(table: Table, hand: HandDealt) -> Deal:
    """The action of the engine that deals the hand of a statement."""
    duels = table.rules.duels
    mode = duels.mode if duels is not None and hand.mode == DUELS else hand.mode
    return Deal(dealer=hand.dealer, hands=hand.hands, turned=hand.turned, mode=mode)


def hand_played(state: State) -> HandPlayed:
    """The running hand of a state, or its last one, with the points received so far.

    The caller makes sure that a hand has been dealt.
    """
    hand = state.hand
    assert hand is not None
    table = state.table
    points = counted(table, _sums(state))
    duels = None
    if table.modes and hand.mode != REDONDA:
        contests = table.contests(state.dealer, hand.mode)[: hand.duel + 1]
        duels = tuple(
            DuelPlayed(seats=seats, points=_sums(state, duel))
            for duel, seats in enumerate(contests)
        )
    return HandPlayed(
        dealer=state.dealer,
        mode=(REDONDA if duels is None else DUELS) if table.modes else None,
        points=points,
        finished=hand.position.phase == OVER,
        duels=duels,
    )


def _sums(state: State, duel: int | None = None) -> tuple[int, int]:
    """The points that each side has received in the hand, or in one duel of it."""
    assert state.hand is not None
    points = [0, 0]
    for entry in state.hand.entries:
        if duel is None or entry.duel == duel:
            points[entry.side] += entry.points
    return points[0], points[1]


class _NotAccepted(Exception):
    def __init__(self, reason: Reason, text: str) -> None:
        self.reason = reason
        self.text = text


class _Player:
    def __init__(self, record: Record) -> None:
        self.statements = record.statements
        self.state = start_of(record)
        self.line = 0
        self.steps: list[Played] = []
        self.hands: list[HandPlayed] = []

    @property
    def table(self) -> Table:
        return self.state.table

    def running(self) -> tuple[HandPlayed, ...]:
        """The running or the last hand, if it is not among ``hands`` yet; one or none."""
        return (hand_played(self.state),) if self.state.number > len(self.hands) else ()

    def play(self, index: int) -> None:
        statement = self.statements[index]
        try:
            match statement:
                case HandDealt():
                    self.close()
                    hands = filled(statement.hands, self.statements[index + 1 :])
                    deal = deal_of(self.table, replace(statement, hands=hands))
                    done = self.running()
                    self.apply(deal)
                    self.hands.extend(done)
                case RecordedStep(action):
                    self.look(action)
                    self.apply(resolve(self.state, action))
                case Closed():
                    self.close(by_word=True)
                case Ended(reason):
                    self.close()
                    self.apply(End(reason))
                case ResultLine(points):
                    self.close()
                    self.result(points)
                case MustRefuse(action, reason):
                    self.must_refuse(resolve(self.state, action), reason)
                case MustOffer():
                    self.must_offer(statement)
                case _:
                    pass
        except EngineError as refused:
            detail = refused.parameters.get("text", "")
            raise self.refused(statement, refused.reason, str(detail)) from None

    def look(self, action: Action) -> None:
        """Adds the step *ver* before a step by which a seat gives up its blind call: the seat must
        have looked at its cards (TR-COM-01)."""
        if implies_look(self.state, action):
            self.apply(Action(action.seat, VER))

    def apply(self, action: AnyAction) -> None:
        self.state, events = apply(self.state, action)
        self.steps.append(Played(self.line, self.state, tuple(events), action))

    def close(self, by_word: bool = False) -> None:
        """End the time for claims, if it runs. ``by_word``: the record says ``close``, which is
        refused while the hand is still played."""
        if needs(self.state) == "close":
            self.apply(Close())
        elif by_word and needs(self.state) == "seat":
            raise IllegalAction(Reason.NOT_AVAILABLE)

    # --- assertions ---------------------------------------------------------------------------

    def refused(self, statement: Statement, reason: Reason, detail: str = "") -> _NotAccepted:
        text = write_statement(self.table, statement)[0]
        return _NotAccepted(reason, f"{text}: {detail}" if detail else text)

    def result(self, points: tuple[int, int]) -> None:
        hand = hand_played(self.state)
        if not hand.finished or hand.points != points:
            found = "the hand is not finished"
            if hand.finished:
                found = f"the hand gave {write_result(hand.points).removeprefix('result ')}"
            raise self.refused(ResultLine(points), Reason.RESULT_DIFFERS, found)

    def must_refuse(self, action: Action, reason: Reason | None) -> None:
        statement = MustRefuse(action, reason)
        state = self.state
        if implies_look(state, action):
            state = apply(state, Action(action.seat, VER)).state
        try:
            apply(state, action)
        except IllegalAction as refused:
            if reason not in (None, refused.reason):
                raise self.refused(
                    statement, Reason.OTHER_REASON, f"refused with {refused.reason.value}"
                ) from None
        else:
            raise self.refused(statement, Reason.NOT_REFUSED)

    def must_offer(self, statement: MustOffer) -> None:
        expected = {
            write_action(
                self.table, resolve(self.state, action) if isinstance(action, Action) else action
            )
            for action in statement.actions
        }
        found = legal_words(self.state, statement.seat)
        faults = {*legal_words(self.state, statement.seat, traps=True)} - {*found}
        # A record may list *interfiere* among the actions of a waiting seat, or leave it out.
        if expected - faults != set(found):
            raise self.refused(
                statement, Reason.ACTIONS_DIFFER, f"legal now: {', '.join(found) or 'nothing'}"
            )


def implies_look(state: State, action: Action) -> bool:
    """Whether this step gives up the seat's choice to call blind. Then the seat has looked at its
    cards (TR-COM-01)."""
    hand = state.hand
    return (
        hand is not None
        and needs(state) == "seat"
        and hand.position.blind == action.seat
        and action.verb not in BLIND_VERBS
    )


def legal_words(state: State, seat: int, *, traps: bool = False) -> tuple[str, ...]:
    """The legal actions of a seat in canonical words. With ``traps`` only the traps, which nobody
    is offered (:func:`engine.guard.legal.is_trap`).

    *Interfiere* is listed with ``traps`` only, because interfering in a duel is a fault
    (TR-SEI-05).
    """
    legal = legal_actions(state, seat)
    if traps:
        found = [action for action in legal if is_trap(state, action)]
    else:
        found = [action for action in legal if action.verb != INTERFIERE]
    return tuple(write_action(state.table, action) for action in found)


def filled(
    hands: tuple[tuple[Card, ...], ...], statements: tuple[Statement, ...]
) -> tuple[tuple[Card, ...], ...]:
    """The hands of a deal in which unknown cards are replaced by cards that their seats lay or put
    away later in the hand.

    ``statements``: all that follow the deal; those after the next deal are not looked at.
    """
    known = {card for cards in hands for card in cards}
    if UNKNOWN not in known:
        return hands
    found = [list(cards) for cards in hands]
    for statement in statements:
        if isinstance(statement, HandDealt):
            break
        if isinstance(statement, RecordedStep) and statement.action.verb in (*CARD_VERBS, DESCARTA):
            seat, arg = statement.action.seat, statement.action.arg
            for card in cards_of_pile(arg) if statement.action.verb == STACK else (arg,):
                if card not in known and UNKNOWN in found[seat]:
                    found[seat][found[seat].index(UNKNOWN)] = card
                    known.add(card)
    return tuple(tuple(cards) for cards in found)

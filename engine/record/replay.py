"""Playing a record through the engine.

Cards written ``??`` are first filled in from what their seats lay later in the same hand. What is
still unknown then stays unknown: the engine says so (:class:`~engine.errors.UnknownCard`) at the
first step that needs such a card, and there the replay ends, without an error.
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
    Result,
    Statement,
    Step,
    table_of,
)
from engine.record.notation.words import resolve, write_action
from engine.record.notation.write import write_result, write_statement
from engine.state.state import OVER, State
from engine.state.table import Table


class Played(Struct, frozen=True):
    """One statement that was accepted, and what it led to."""

    line: int
    state: State
    events: tuple[AnyEvent, ...]


class DuelPlayed(Struct, frozen=True):
    """What one duel of a hand paid."""

    seats: tuple[Seat, ...]
    points: tuple[int, int]


class HandPlayed(Struct, frozen=True):
    """One hand of a replay."""

    dealer: int
    mode: str | None
    """``redonda`` or ``punta``; ``None`` where the table knows no duels."""
    points: tuple[int, int]
    """Received by each side, not cut at the target; so far, when the hand is not finished."""
    finished: bool
    duels: tuple[DuelPlayed, ...] | None = None
    """Of a hand of duels, those that began."""


class Replay(Struct, frozen=True):
    """What became of a record."""

    state: State
    """After the last statement that was accepted."""
    steps: tuple[Played, ...]
    hands: tuple[HandPlayed, ...]
    complete: bool
    """False where cards that stay unknown ended the replay."""
    error: Problem | None = None
    """The first statement that was not accepted."""


def replay(record: Record, *, close: bool = True) -> Replay:
    """Play a record to its end, or to the first statement that is not accepted.

    ``close``: the end of the record ends the time for claims, as that of a file does.
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
    """The match before its first hand."""
    header = record.header
    return replace(new_match(table_of(header)), score=header.score, games=header.games)


def deal_of(table: Table, hand: HandDealt) -> Deal:
    """The statement as the engine's action."""
    duels = table.rules.duels
    mode = duels.mode if duels is not None and hand.mode == DUELS else hand.mode
    return Deal(dealer=hand.dealer, hands=hand.hands, turned=hand.turned, mode=mode)


def hand_played(state: State) -> HandPlayed:
    """What the current or last hand has paid so far."""
    hand = state.hand
    assert hand is not None
    table = state.table
    points = _sums(state)
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
        """The hand that is not yet among the hands."""
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
                case Step(action):
                    self.look(action)
                    self.apply(resolve(self.state, action))
                case Closed():
                    self.close(by_word=True)
                case Ended(reason):
                    self.close()
                    self.apply(End(reason))
                case Result(points):
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
        """A step of a seat that has not looked at its cards says that it has (TR-COM-01)."""
        if implies_look(self.state, action):
            self.apply(Action(action.seat, VER))

    def apply(self, action: AnyAction) -> None:
        self.state, events = apply(self.state, action)
        self.steps.append(Played(self.line, self.state, tuple(events)))

    def close(self, by_word: bool = False) -> None:
        """End the time for claims, if it runs; saying ``close`` while cards are out is refused."""
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
            raise self.refused(Result(points), Reason.RESULT_DIFFERS, found)

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
        # A record may name meddling among the words of a seat that waits, or leave it out.
        if expected - faults != set(found):
            raise self.refused(
                statement, Reason.ACTIONS_DIFFER, f"legal now: {', '.join(found) or 'nothing'}"
            )


def implies_look(state: State, action: Action) -> bool:
    """Whether this step can only mean that its seat has looked at its cards."""
    hand = state.hand
    return (
        hand is not None
        and needs(state) == "seat"
        and hand.position.blind == action.seat
        and action.verb not in BLIND_VERBS
    )


def legal_words(state: State, seat: int, *, traps: bool = False) -> tuple[str, ...]:
    """The legal actions of a seat in canonical words; with ``traps`` only those that nobody is
    offered (:func:`engine.guard.legal.is_trap`).

    Meddling with somebody else's duel is a fault and no word of the seat that waits (TR-SEI-05):
    it is told among the traps alone.
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
    """The hands with unknown cards replaced by those that their seats lay in this hand.

    ``statements``: what follows the hand; only what comes before the next one is looked at.
    """
    known = {card for cards in hands for card in cards}
    if UNKNOWN not in known:
        return hands
    found = [list(cards) for cards in hands]
    for statement in statements:
        if isinstance(statement, HandDealt):
            break
        if isinstance(statement, Step) and statement.action.verb in (*CARD_VERBS, DESCARTA):
            seat, arg = statement.action.seat, statement.action.arg
            for card in cards_of_pile(arg) if statement.action.verb == STACK else (arg,):
                if card not in known and UNKNOWN in found[seat]:
                    found[seat][found[seat].index(UNKNOWN)] = card
                    known.add(card)
    return tuple(tuple(cards) for cards in found)

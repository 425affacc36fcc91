"""The public half of the flor: when it may be said, and which words may be said over it."""

from collections.abc import Callable
from typing import Final

from engine.actions import FLOR, PIDO_FLOR, Legal
from engine.numbers import Seat
from engine.rules.calls import FlorRules
from engine.state.state import ENVIDO_GAME, FLOR_CLAIM, FLOR_GAME, OPEN, Pending, Position
from engine.state.table import Table, action

FLOR_CALL = 0
"""The step of a pending flor that was announced and not raised."""


def flor_raise(table: Table, top: Pending, verb: str) -> int | None:
    """The step that this word makes over the pending flor; ``None``: the word does not raise it."""
    flor = table.rules.flor
    assert flor is not None, "a flor at a table without flor"
    below = flor.calls[top.step]
    for step, call in enumerate(flor.calls):
        if call.verb == verb and below.label in call.over:
            return step
    return None


def flor_answers(table: Table, position: Position, top: Pending, seat: Seat) -> list[Legal]:
    """AR-FLO-06, GA-FLO-06: the words that accept, decline or raise the flor. Only a seat with a
    flor in play may raise."""
    flor = table.rules.flor
    assert flor is not None, "a flor at a table without flor"
    below = flor.calls[top.step]
    words = [word for word in (below.accept, below.decline) if word]
    if flor.each_his_own and top.step == FLOR_CALL:
        words = [FLOR, *(flor.raises(below) if position.flor == OPEN else ())]
    elif not flor.each_his_own and position.flores >> seat & 1:
        words += flor.raises(below)
    return [action(seat, word) for word in words]


def flor_continued(table: Table, top: Pending, seat: Seat) -> list[Legal]:
    """TR-FLO-05: the seat that announced the flor may go on without waiting for the answer."""
    flor = table.rules.flor
    assert flor is not None, "a flor at a table without flor"
    below = flor.calls[top.step]
    if below.answered != "either":
        return []
    words = [word for word in flor.raises(below) if word != below.verb]
    return [action(seat, word) for word in (below.decline, *words)]


def asking_leavers(table: Table, position: Position, seat: Seat) -> list[Legal]:
    """The *pido flor* that this seat may say at once, to rivals who have left the hand and had not
    shown two suits (TR-FLO-10)."""
    side = table.sides[seat]
    suspects = position.suspects & table.seats_of[1 - side]
    if not suspects or position.claimed & FLOR_CLAIM << side:
        return []
    return [action(seat, PIDO_FLOR, target) for target in table.seats if suspects >> target & 1]


def announcement(table: Table, rules: FlorRules, position: Position, seat: Seat) -> list[Legal]:
    """The word *flor*, if this seat may announce one now (AR-FLO-03, AR-FLO-11, AR-FLO-12); else
    empty."""
    if rules.each_his_own:
        return _own_flor(table, rules, position, seat)
    if position.flor != OPEN or position.opened >> seat & 1:
        return []
    return [action(seat, FLOR)] if FLOR_WINDOWS[rules.when](table, position, seat) else []


def may_lie(table: Table) -> bool:
    """Whether a seat without a flor may say *flor* at this table, which is a fault (TR-FLO-03,
    ``flor_faults``)."""
    return table.rules.flor is not None and table.rules.flor.fault > 0


def late_flor(table: Table, rules: FlorRules, position: Position, seat: Seat) -> list[Legal]:
    """The word *flor*, if this seat may still say it after its first card: nobody else has said it
    (TR-FLO-03)."""
    if position.flor != OPEN or not position.opened >> seat & 1:
        return []
    return [action(seat, FLOR)] if FLOR_WINDOWS[rules.when](table, position, seat) else []


def _own_flor(table: Table, rules: FlorRules, position: Position, seat: Seat) -> list[Legal]:
    """The word *flor* at a table where each seat announces its own (VE-FLO-03, VE-FLO-06). A seat
    may say it before it lays its first card; after *a ley*, until it lays its second one. No seat
    may say it while another flor waits for its answer."""
    if position.stack and position.stack[-1].game == FLOR_GAME:
        return []
    if not may_say_own(position, seat):
        return []
    if not position.aley >> seat & 1 and not FLOR_WINDOWS[rules.when](table, position, seat):
        return []
    return [action(seat, FLOR)]


def may_say_own(position: Position, seat: Seat) -> bool:
    """Whether a flor of this seat could still be said, by what everyone knows."""
    if (position.flores | position.mute) >> seat & 1:
        return False
    if not position.opened >> seat & 1:
        return True
    second = position.trick > 1 or (position.trick == 1 and position.laid >> seat & 1)
    return bool(position.aley >> seat & 1) and not second


def may_hide(table: Table, position: Position, seat: Seat) -> bool:
    """Whether the seat may say *a ley* (VE-FLO-05). It keeps the right to announce a flor later.
    The seat may say it only when it is its turn, no call waits for an answer, its moment to
    announce has not passed, and no rival has announced a flor."""
    flor = table.rules.flor
    if flor is None or not flor.ley or position.stack or seat != position.turn:
        return False
    if (position.opened | position.aley) >> seat & 1 or not may_say_own(position, seat):
        return False
    return not position.flores & table.seats_of[1 - table.sides[seat]]


def _own_turn(table: Table, position: Position, seat: Seat) -> bool:
    """AR-FLO-03, ``flor_when=own_turn``: when it is the seat's turn, or over an envido, or over a
    truco or a flor of the other side."""
    if seat == position.turn or not position.stack:
        return seat == position.turn
    top = position.stack[-1]
    return top.game == ENVIDO_GAME or top.side != table.sides[seat]


def _not_own_envido(table: Table, position: Position, seat: Seat) -> bool:
    """GA-FLO-01: at any moment, except while the seat's own envido waits for its answer."""
    top = position.stack[-1] if position.stack else None
    return top is None or top.game != ENVIDO_GAME or top.seat != seat


def _turn_or_answer(table: Table, position: Position, seat: Seat) -> bool:
    """GA-FLO-01, ``flor_when=own_turn``: when it is the seat's turn and no call waits for an
    answer, or over an envido of another seat or a truco of the other side."""
    top = position.stack[-1] if position.stack else None
    if top is None:
        return seat == position.turn
    if top.game == ENVIDO_GAME:
        return top.seat != seat
    return top.side != table.sides[seat]


FLOR_WINDOWS: Final[dict[str, Callable[[Table, Position, Seat], bool]]] = {
    "any_time": lambda table, position, seat: True,
    "own_turn": _own_turn,
    "not_own_envido": _not_own_envido,
    "turn_or_answer": _turn_or_answer,
}
"""When a flor may be announced by a seat that has not laid a card."""

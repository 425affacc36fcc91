"""Questions about seats in a position: who is in, who answers, how a seat lays a card."""

from engine.numbers import NOBODY, Seat, Side
from engine.state.state import (
    DECLARATION,
    ENVIDO_GAME,
    FERRO,
    FLOR_GAME,
    FLOR_PARTNERS,
    PLAYING,
    Pending,
    Position,
)
from engine.state.table import Table


def pie(table: Table, position: Position, side: Side) -> Seat:
    """The last player of a side, in playing order, who is still in (AR-PLA-02, AR-MAZ-09)."""
    for seat in reversed(position.contest):
        if table.sides[seat] == side and not position.gone >> seat & 1:
            return seat
    return NOBODY


def asked_side(table: Table, position: Position, top: Pending) -> Side:
    """The side whose word is awaited."""
    if top.game == DECLARATION and top.seat == NOBODY:
        return table.sides[first_in(position)]
    return top.side if top.game == FLOR_PARTNERS else 1 - top.side


def first_in(position: Position) -> Seat:
    """The seat nearest the mano that is still in."""
    return next(seat for seat in position.contest if not position.gone >> seat & 1)


def may_answer(table: Table, position: Position, seat: Seat) -> bool:
    """Whether this seat may answer what is on top of the stack (AR-PLA-03)."""
    top = position.stack[-1]
    if table.sides[seat] != asked_side(table, position, top):
        return False
    if top.said_no >> seat & 1:
        return False
    if top.game == DECLARATION:
        return top.seat != NOBODY or seat == first_in(position)
    if top.asked:
        return bool(top.asked >> seat & 1) and (
            not in_order(table, top) or seat == _next_asked(table, position, top)
        )
    if only_pie(table, top):
        return seat == pie(table, position, table.sides[seat])
    return True


def only_pie(table: Table, top: Pending) -> bool:
    """Whether the side's pie alone answers this (AR-PLA-03, TR-ENV-02)."""
    if table.rules.answer_by == "pie":
        return True
    return top.game == ENVIDO_GAME and table.rules.envido.pies_answer and has_pies(table)


def has_pies(table: Table) -> bool:
    """Whether sides have pies here. With three players either partner of the pair speaks for the
    pair (AR-GAL-04, TR-ENV-02)."""
    return table.players > 3


def in_order(table: Table, top: Pending) -> bool:
    """Whether the asked seats speak one after another (GA-FLO-04, GA-FLO-06)."""
    if top.game == FLOR_PARTNERS:
        return True
    flor = table.rules.flor
    return (
        top.game == FLOR_GAME and flor is not None and flor.calls[top.step].answered == "in_order"
    )


def _next_asked(table: Table, position: Position, top: Pending) -> Seat:
    """The first seat in playing order from the caller that has not yet spoken."""
    waiting = top.asked & ~top.said_no
    order = table.order_from(position.contest, top.seat)
    return next((seat for seat in order if waiting >> seat & 1), NOBODY)


def in_contest(position: Position, seat: Seat) -> bool:
    """Whether the seat sits in the running contest and has not left it."""
    return seat in position.contest and not position.gone >> seat & 1


def opponents(table: Table, position: Position, seat: Seat) -> tuple[Seat, ...]:
    """The seats this one plays against: in a hand of duels only its own adversary."""
    if not position.begun >> seat & 1:
        return ()
    if len(position.contest) < table.players:
        return (table.rival(seat),)
    return tuple(other for other in table.seats if table.sides[other] != table.sides[seat])


def lays_piles(table: Table, trick: int, tied: bool) -> bool:
    """Whether the first trick was tied and everybody lays his last cards in a pile (VE-PAR-02)."""
    return trick == 1 and tied and table.rules.tricks.after_tie == "stack"


def lays_highest(table: Table, special: int, trick: int, tied: bool) -> bool:
    """Whether the first trick was tied and everybody must lay his highest card, face up (MI-TRI-04,
    PA-FIN-06). Never in a blind hand, in which nobody knows his highest card."""
    if trick != 1 or not tied or not table.rules.tricks.highest_after_tie:
        return False
    return not is_blind(table, special)


def is_blind(table: Table, special: int) -> bool:
    """Whether nobody sees any card before it is laid, not even his own: in a mão de ferro with
    ``ferro=blind`` (PA-FER-02)."""
    rules = table.rules.special
    return special == FERRO and rules is not None and rules.ferro == "blind"


def waits_for_blind(position: Position, seat: int) -> bool:
    """Whether a step of this seat would end another seat's right to call blind (TR-COM-01)."""
    return position.blind != NOBODY and position.blind != seat


def awaited_in(table: Table, position: Position) -> tuple[Seat, ...]:
    """The seats the table waits for in this position."""
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

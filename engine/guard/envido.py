"""The public half of the envido: who may open it, raise it, or state his points."""

from engine.actions import BUENAS, TENGO, Legal, Range
from engine.guard.flor import may_hide
from engine.numbers import NOBODY, Seat
from engine.rules.calls import EnvidoCall
from engine.rules.rule_set import UNLIMITED
from engine.state.seats import has_pies, pie
from engine.state.state import OPEN, Pending, Position
from engine.state.table import Table, action
from engine.state.ties import prevails


def _window(table: Table, position: Position, seat: Seat) -> bool:
    """Whether this seat may open the envido, apart from the turn (AR-ENV-01, AR-ENV-02)."""
    if position.trick or position.envido != OPEN or (position.opened | position.barred) >> seat & 1:
        return False
    if not table.rules.envido.pies_only or not has_pies(table):
        return True
    return seat == pie(table, position, table.sides[seat])


def may_come(table: Table, position: Position) -> bool:
    """Whether somebody could still open the envido of this contest, by what everyone knows."""
    seats = (seat for seat in position.contest if not position.gone >> seat & 1)
    return any(_window(table, position, seat) for seat in seats)


def _openings(table: Table, position: Position, seat: Seat) -> list[Legal]:
    offered: list[Legal] = []
    for index, call in enumerate(table.rules.envido.calls):
        if position.shut >> index & 1:
            continue
        if call.opens and (not call.ley or may_hide(table, position, seat)):
            offered += _with_numbers(position, call, seat, 0)
    return offered


def _with_numbers(position: Position, call: EnvidoCall, seat: Seat, least: int) -> list[Legal]:
    """A call with each number that may be said, and without a number. A number must add at least
    ``least`` points."""
    offered: list[Legal] = []
    if call.bare and (call.formula or call.adds >= least):
        offered.append(action(seat, call.verb))
    if call.high:
        low = max(call.low, -(-least // call.each))
        high = call.high if call.high < UNLIMITED else position.lacking
        if low <= high:
            offered.append(Range(seat, call.verb, low, high))
    return offered


def envido_opening(table: Table, position: Position, seat: Seat) -> list[Legal]:
    if seat == position.turn and _window(table, position, seat):
        return _openings(table, position, seat)
    return []


def envido_over_truco(table: Table, position: Position, seat: Seat) -> list[Legal]:
    """AR-ENV-07: a seat may answer a truco with an envido, which is then settled first. A seat that
    has refused the truco may not."""
    if position.stack[-1].said_no >> seat & 1:
        return []
    return _openings(table, position, seat) if _window(table, position, seat) else []


def envido_raises(table: Table, position: Position, top: Pending, seat: Seat) -> list[Legal]:
    """The calls that raise the pending one (AR-ENV-05, UY-ENV-04)."""
    calls = table.rules.envido.calls
    last = calls[top.step].verb
    offered: list[Legal] = []
    for index, call in enumerate(calls):
        if position.shut >> index & 1:
            continue
        if last in call.over and top.counts[index] < call.times:
            offered += _with_numbers(position, call, seat, top.adds)
    return offered


def declarations(table: Table, position: Position, seat: Seat) -> list[Legal]:
    """The numbers that this seat may state, and *son buenas* (AR-ENV-17)."""
    top = position.stack[-1]
    highest = table.rules.envido.highest
    if top.seat == NOBODY:
        return [Range(seat, TENGO, 0, highest)]
    level = prevails(table, table.rules.envido.tie, position.contest, seat, top.seat)
    low = top.best if level else top.best + 1
    said: list[Legal] = [Range(seat, TENGO, low, highest)] if low <= highest else []
    return [*said, action(seat, BUENAS)]

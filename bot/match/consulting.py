"""Robots that ask the people of their side before they make a call, where the table wants that.

A robot asks only about an opening call, or about a raise that nobody waits for: people give the
answers anyway, and a flor is a duty. The question is talk between partners, so a robot does not ask
where the table has no señas, or only public ones, in a duel and in a blind hand (SI-01). The robot
tells the call and no card. If nobody answers in time, it does not call."""

from typing import Final

from msgspec.structs import replace

from bot.match.match_draft import MatchDraft
from bot.match.senas import partners
from bot.store.model import Consulted
from engine.actions import Action, AnyAction
from engine.record.notation import write_action
from engine.seen.senas import senas_for
from engine.seen.view import SeatView
from engine.state.seats import is_blind
from engine.state.state import State
from engine.state.table import Table

_PUBLIC: Final = "public"
"""The option of señas that everybody sees: then partners cannot talk to one another alone."""


def may_consult(table: Table) -> bool:
    """Whether partners may talk at this table so that nobody else hears it."""
    return bool(senas_for(table)) and table.rules.option("senas") != _PUBLIC


def ask_first(draft: MatchDraft, step: AnyAction) -> bool:
    """Makes a robot ask before it takes this step, if it has to. Returns whether it asked."""
    state = draft.state
    if not draft.info.consult or state is None or not isinstance(step, Action):
        return False
    to = _to_be_asked(draft, state, step)
    if to:
        call = write_action(state.table, step)
        draft.row = replace(draft.row, consulted=Consulted(step.seat, call, to, draft.row.moved))
    return bool(to)


def _to_be_asked(draft: MatchDraft, state: State, step: Action) -> tuple[int, ...]:
    """The seats of the people who are asked about this step; empty: nobody."""
    hand, table = state.hand, state.table
    if hand is None or hand.position.stack or step.verb not in _calls(table):
        return ()
    if not may_consult(table) or is_blind(table, hand.position.special):
        return ()
    seats = draft.info.seats
    return tuple(seat for seat in partners(state, step.seat) if seats[seat].present)


def question(draft: MatchDraft) -> Consulted | None:
    """The question of a robot to its partners now; ``None``: there is none, or nobody of the people
    that it asked is there any more."""
    asked, seats = draft.row.consulted, draft.info.seats
    if asked is None or asked.moved != draft.row.moved:
        return None
    return asked if any(seats[seat].present for seat in asked.to) else None


def without_calls(table: Table, seen: SeatView) -> SeatView:
    """The view of a robot that may not call now: without its calls."""
    calls = _calls(table)
    return replace(seen, offered=tuple(step for step in seen.offered if step.verb not in calls))


def _calls(table: Table) -> frozenset[str]:
    """The calls about which robots ask: those of the truco and of the envido."""
    return table.envido_words | {step.verb for step in table.rules.truco.steps}

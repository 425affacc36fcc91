"""The common part of all negotiations: calls, refusals seat by seat, and the truco that lies below
an envido."""

from msgspec.structs import replace

from engine.actions import ACHICO, CORRE, NO_QUIERO
from engine.events import Annulled, Answered, Called
from engine.moves.draft import Draft
from engine.numbers import BIT, NO_NUMBER, Seat
from engine.state.seats import only_pie
from engine.state.state import FLOR_GAME, GAME_NAMES, OPEN, SPECIAL_GAME, TRUCO_GAME, VOID, Pending


def open_call(draft: Draft, pending: Pending, verb: str, number: int = NO_NUMBER) -> None:
    """Makes a call. It lies on top of the stack and waits for its answer."""
    draft.stack = (*draft.stack, pending)
    _called(draft, pending, verb, number)


def raise_call(draft: Draft, pending: Pending, verb: str, number: int = NO_NUMBER) -> None:
    """Answers the pending call with a higher one, which takes its place on the stack."""
    draft.stack = (*draft.stack[:-1], pending)
    _called(draft, pending, verb, number)


def _called(draft: Draft, pending: Pending, verb: str, number: int) -> None:
    draft.speak(pending.seat, verb, number)
    draft.events.append(
        Called(
            pending.seat,
            GAME_NAMES[pending.game],
            verb,
            number,
            pending.wanted or NO_NUMBER,
            pending.refused,
        )
    )


def pop_call(draft: Draft) -> Pending:
    """Takes the call that was to be answered first from the stack, and returns it; it is
    settled."""
    top = draft.stack[-1]
    draft.stack = draft.stack[:-1]
    return top


def answerers(draft: Draft) -> tuple[Seat, ...]:
    """The seats of the asked side that must all refuse before the call is refused."""
    top = draft.stack[-1]
    seats = draft.seats_in(1 - top.side)
    if not top.asked and only_pie(draft.table, top):
        return seats[-1:]
    return tuple(seat for seat in seats if top.asked >> seat & 1) if top.asked else seats


def everyone_refused(draft: Draft, seat: Seat) -> bool:
    """Notes a refusal. Returns whether the whole side has now refused (AR-PLA-03,
    ``answer_by``)."""
    top = draft.stack[-1]
    word = {FLOR_GAME: ACHICO, SPECIAL_GAME: CORRE}.get(top.game, NO_QUIERO)
    draft.speak(seat, word)
    said_no = top.said_no | BIT << seat
    everyone = draft.rules.answer_by == "accept_prevails" or _one_by_one(draft, top)
    final = not everyone or all(said_no >> answerer & 1 for answerer in answerers(draft))
    draft.events.append(Answered(seat, GAME_NAMES[top.game], word, final, False))
    if not final:
        draft.stack = (*draft.stack[:-1], replace(top, said_no=said_no))
    return final


def _one_by_one(draft: Draft, top: Pending) -> bool:
    """The holders of a flor answer one after another (GA-FLO-06)."""
    flor = draft.rules.flor
    return (
        top.game == FLOR_GAME and flor is not None and flor.calls[top.step].answered == "in_order"
    )


def lapse_truco(draft: Draft) -> None:
    """AR-ENV-08, ``truco_after_envido=lapse``: removes the truco that lies below the envido; it
    must be called again."""
    beneath = draft.stack[-1].game if draft.stack else None
    if beneath == TRUCO_GAME and draft.rules.truco.after_envido_lapses:
        pop_call(draft)
        draft.events.append(Annulled(GAME_NAMES[TRUCO_GAME], "truco.lapsed"))


def close_flor(draft: Draft, answer: str) -> None:
    """After an answer to an envido: a flor that nobody has said may no longer be announced
    (AR-FLO-12)."""
    flor = draft.rules.flor
    if flor is not None and draft.flor == OPEN and answer in flor.closed_by:
        draft.flor = VOID

"""The truco ladder (AR-TRU)."""

from collections.abc import Callable
from typing import Final

from engine.actions import QUIERO
from engine.events import Answered
from engine.moves.draft import Draft
from engine.moves.envido import settle_refused
from engine.moves.negotiation import everyone_refused, open_call, pop_call, raise_call
from engine.numbers import BIT, NO_SIDE, Seat, Side
from engine.state.state import ENVIDO_GAME, GAME_NAMES, OPEN, TRUCO_GAME, VOID, Pending


def call(draft: Draft, seat: Seat, verb: str) -> None:
    """Say a step of the ladder: a new call, or a raise that accepts the pending one (AR-TRU-04).

    Over a pending envido it refuses that envido first (AR-ENV-16).
    """
    if draft.stack and draft.stack[-1].game == ENVIDO_GAME:
        settle_refused(draft)
        if draft.home:
            return
    worth = draft.table.worth
    raising = bool(draft.stack)
    if raising:
        _accepted(draft)
    step = draft.level + 1
    if draft.rules.tricks.caller_must_beat:
        rivals = draft.table.seats_of[1 - draft.table.sides[seat]]
        if draft.laid & ~draft.covered & rivals:
            draft.beaten = draft.table.sides[seat]  # PA-TRU-11, PA-FIN-05
    _bar(draft, seat)
    if draft.envido == OPEN and draft.rules.envido.closed_by == "call":
        draft.envido = VOID  # GA-ENV-08, ``envido_first=off``
    pending = Pending(
        TRUCO_GAME, draft.table.sides[seat], seat, step, wanted=worth[step], refused=worth[step - 1]
    )
    if raising:
        raise_call(draft, pending, verb)
    else:
        open_call(draft, pending, verb)


def _accepted(draft: Draft) -> None:
    """The pending truco is accepted. That closes the envido for the whole hand (AR-ENV-09)."""
    top = draft.stack[-1]
    draft.level = top.step
    draft.word = 1 - top.side  # AR-TRU-05: el quiero
    if draft.envido == OPEN and draft.rules.envido.closed_by == "truco":
        draft.envido = VOID


def _bar(draft: Draft, seat: Seat) -> None:
    """UY-ENV-02: a seat that has said truco or quiero may no longer open the envido."""
    if draft.rules.envido.closed_by == "own_word":
        draft.barred |= BIT << seat


def accept(draft: Draft, seat: Seat, *, implied: bool = False) -> None:
    """*Quiero*, or (``implied``) a card laid by the challenged player on turn (AR-TRU-07)."""
    _accepted(draft)
    _bar(draft, seat)
    pop_call(draft)
    draft.speak(seat, QUIERO)
    draft.events.append(Answered(seat, GAME_NAMES[TRUCO_GAME], QUIERO, True, implied))


def refuse(draft: Draft, seat: Seat) -> None:
    """*No quiero*: the hand is over. The caller's side scores what the hand was worth before the
    call (AR-TRU-06)."""
    if everyone_refused(draft, seat):
        settle_refused_truco(draft)


# --- what the hand is worth ---------------------------------------------------------------------


def _missing(draft: Draft, winner: Side) -> int:
    """The points that this side lacks to win the game, for a hand that decides the game (PA-FIN-04,
    VE-TRU-03)."""
    return draft.rules.match.target - draft.by_side()[winner]


WORTH: Final[dict[str, Callable[[Draft, Side], int]]] = {"missing": _missing}


def worth(draft: Draft, winner: Side) -> int:
    """The points that the contest pays ``winner`` now, by the last accepted step of the truco."""
    step = draft.rules.truco.steps[draft.level - 1] if draft.level else None
    if step is not None and step.formula and winner != NO_SIDE:
        return WORTH[step.formula](draft, winner)
    return draft.worth()


def settle_refused_truco(draft: Draft, article: str = "truco.refused") -> None:
    """Settles the pending truco when the asked side has refused it."""
    top = pop_call(draft)
    draft.decided = (top.side, top.refused, article)

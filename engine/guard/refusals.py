"""The reasons of refused steps. This module names a reason and decides nothing."""

from collections.abc import Callable
from typing import Final

from engine.actions import (
    ALEY,
    BLIND_VERBS,
    BUENAS,
    CARD_VERBS,
    CORRE,
    COVER,
    DENUNCIA,
    DESCARTA,
    FLOR,
    INTERFIERE,
    JOGA,
    MAZO,
    MOSTRAR,
    NO_ARGUMENT,
    NO_QUIERO,
    PART_VERBS,
    PASSO,
    PIDO_FLOR,
    PLAY,
    PLAY_NTH,
    QUIERO,
    STACK,
    TENGO,
    VER,
    Legal,
    Range,
)
from engine.errors import Reason
from engine.guard.flor import may_lie, may_say_own
from engine.guard.offers import offer_of
from engine.numbers import NOBODY, Seat
from engine.rules.rule_set import RuleSet
from engine.state.offer import EITHER, NO_CARD, PILES, Offer
from engine.state.seats import asked_side, first_in, in_contest, may_answer, pie
from engine.state.state import (
    BLIND_GAME,
    CLAIMS,
    DECLARATION,
    ENVIDO_GAME,
    FLOR_GAME,
    FLOR_PARTNERS,
    OPEN,
    PLAYING,
    SPECIAL_GAME,
    TRUCO_GAME,
    Position,
)
from engine.state.table import Table

BLIND_ANSWERS: Final = (QUIERO, NO_QUIERO, *PART_VERBS)
"""The words that may be said when a blind call waits for its answer (TR-COM-02)."""


def explain(
    table: Table, position: Position, seat: Seat, verb: str, arg: int, has_flor: bool | None
) -> Reason:
    """The reason why this step is refused. A reason that everyone may know comes first
    (``notation.md``, Reasons).

    The caller knows that the step is refused: :func:`offer_of` does not hold it.
    """
    if not at_this_table(table, verb, arg):
        return Reason.NOT_AT_THIS_TABLE
    if position.phase != PLAYING:
        if position.phase == CLAIMS and verb in CLAIM_VERBS:
            return Reason.NOT_AVAILABLE
        return Reason.HAND_OVER
    if verb == INTERFIERE:
        return Reason.NOT_AVAILABLE
    if not in_contest(position, seat):
        return Reason.NOT_IN_PLAY
    if verb in BLIND_VERBS or seat == position.blind or position.discard != NOBODY:
        return _why_not_blind(table, position, seat, verb)
    if verb == DESCARTA:
        return Reason.TOO_LATE
    if position.stack and position.stack[-1].game == BLIND_GAME:
        return _why_no_blind_answer(table, position, seat, verb)
    offer = offer_of(table, position, seat)
    if (own := _why_not_with_these_cards(table, offer, verb, arg, has_flor)) is not None:
        return own
    if verb in CARD_VERBS:
        return _why_no_card(table, position, seat, verb, offer)
    return _why_no_word(table, position, seat, verb)


CLAIM_VERBS: Final = (PIDO_FLOR, MOSTRAR, DENUNCIA)


def _why_not_with_these_cards(
    table: Table, offer: Offer, verb: str, arg: int, has_flor: bool | None
) -> Reason | None:
    """The reason, if it lies in the seat's own cards or in the number that it said; ``None``: it
    lies elsewhere."""
    said = [call for call in offer.calls if call.verb == verb]
    if any(_allows(call, arg) for call in said):  # the public half allows it
        if verb in table.holders_words:
            return Reason.NO_FLOR
        if verb == MOSTRAR:
            return Reason.NO_SUCH_CARD
        return Reason.FLOR_FIRST if has_flor else None
    if arg != NO_ARGUMENT and any(isinstance(call, Range) for call in said):
        return Reason.BAD_NUMBER
    return None


def _why_no_word(table: Table, position: Position, seat: Seat, verb: str) -> Reason:
    """The reason why the seat may not say this word now, as far as everyone knows."""
    if verb in CLAIM_VERBS:
        return Reason.NOT_AVAILABLE
    if verb in (FLOR, ALEY):
        why = _why_not_my_own if table.each_his_own else _why_no_flor
        return why(table, position, seat)
    if verb in table.envido_words:
        return _why_no_envido(table, position, seat, verb)
    if any(step.verb == verb for step in table.rules.truco.steps):
        return _why_no_truco(table, position, seat, verb)
    if verb == MAZO:
        return _why_no_mazo(table, position, seat)
    return _why_no_answer(table, position, seat, verb)


def _allows(call: Legal, arg: int) -> bool:
    return call.low <= arg <= call.high if isinstance(call, Range) else call.arg == arg


def _meddles(table: Table) -> bool:
    """Whether waiting seats can meddle in a duel (TR-SEI-05)."""
    duels = table.rules.duels
    return duels is not None and bool(table.modes) and duels.interference > 0


EXISTS: Final[dict[str, Callable[[RuleSet], bool]]] = {
    **dict.fromkeys(PART_VERBS, lambda rules: rules.blind is not None),
    VER: lambda rules: rules.blind is not None,
    DESCARTA: lambda rules: rules.gallo.four_cards,
    DENUNCIA: lambda rules: rules.denounce > 0,
    INTERFIERE: lambda rules: rules.duels is not None and rules.duels.interference > 0,
    PIDO_FLOR: lambda rules: rules.flor is not None and rules.flor.claim > 0,
    MOSTRAR: lambda rules: (
        rules.show.claim or (rules.special is not None and rules.special.claim_unbeatable)
    ),
    JOGA: lambda rules: rules.special is not None,
    CORRE: lambda rules: rules.special is not None,
    PLAY_NTH: lambda rules: rules.special is not None and rules.special.ferro == "blind",
    STACK: lambda rules: rules.tricks.after_tie == "stack",
    MAZO: lambda rules: rules.leave.exists,
    TENGO: lambda rules: rules.envido.manual,
    BUENAS: lambda rules: rules.envido.manual,
    PLAY: lambda rules: True,
    COVER: lambda rules: True,
    QUIERO: lambda rules: True,
    NO_QUIERO: lambda rules: True,
}
"""For words that are not calls: whether these rules have the word. The calls stand in lists of the
rules."""


def at_this_table(table: Table, verb: str, arg: int = NO_ARGUMENT) -> bool:
    """Whether this table has the word at all by its options, with a number or without one."""
    rules = table.rules
    if verb in table.flor_words:
        return True
    if verb in EXISTS:
        return EXISTS[verb](rules) or (verb == DENUNCIA and _meddles(table))
    for call in rules.envido.calls:
        if call.verb == verb:
            return call.bare if arg == NO_ARGUMENT else call.high > 0
    if rules.blind is not None and any(call.verb == verb for call in rules.blind.calls):
        return True
    return any(step.verb == verb for step in rules.truco.steps)


def _why_not_blind(table: Table, position: Position, seat: Seat, verb: str) -> Reason:
    """The reason before the hand has begun: a seat may still call blind, or has a card to put
    away."""
    if verb in BLIND_VERBS:
        if position.blind == NOBODY:
            return Reason.TOO_LATE
        return Reason.ONLY_PIE
    if seat == position.blind or seat == position.discard:
        return Reason.NO_SUCH_CARD if verb == DESCARTA else Reason.ANSWER_FIRST
    return Reason.NOT_YOUR_TURN


def _why_no_blind_answer(table: Table, position: Position, seat: Seat, verb: str) -> Reason:
    """TR-COM-02: nothing else may be done until the other side's pie has answered the blind
    call."""
    top = position.stack[-1]
    if verb not in BLIND_ANSWERS:
        return Reason.ANSWER_FIRST
    if table.sides[seat] == top.side:
        return Reason.OWN_CALL
    return Reason.NOT_AVAILABLE if may_answer(table, position, seat) else Reason.ONLY_PIE


def _why_no_card(table: Table, position: Position, seat: Seat, verb: str, offer: Offer) -> Reason:
    if seat != position.turn:
        return Reason.NOT_YOUR_TURN
    if offer.lay == NO_CARD:
        return Reason.ANSWER_FIRST
    if (verb == STACK) != (offer.lay == PILES):
        return Reason.NOT_AVAILABLE
    if verb == COVER and offer.lay != EITHER:
        return Reason.NO_COVER
    return Reason.NO_SUCH_CARD


def _why_no_flor(table: Table, position: Position, seat: Seat) -> Reason:
    late = position.opened >> seat & 1 and not may_lie(table)
    if position.flor != OPEN or late:
        return Reason.TOO_LATE
    top = position.stack[-1] if position.stack else None
    if top is not None and (seat == position.turn or top.game == ENVIDO_GAME):
        return Reason.OWN_CALL
    return Reason.NOT_YOUR_TURN


def _why_not_my_own(table: Table, position: Position, seat: Seat) -> Reason:
    """Why *flor* or *a ley* is refused at a table where each seat announces its own flor (VE-FLO-03
    to VE-FLO-06)."""
    if not may_say_own(position, seat):
        return Reason.TOO_LATE
    if position.stack:
        return Reason.ANSWER_FIRST
    return Reason.NOT_YOUR_TURN if seat != position.turn else Reason.NOT_AVAILABLE


def _why_pending(table: Table, position: Position, seat: Seat) -> Reason:
    """Why a new word must wait for the one that is pending."""
    top = position.stack[-1]
    if table.sides[seat] != asked_side(table, position, top):
        return Reason.OWN_CALL
    return _why_not_my_answer(table, position, seat) or Reason.NOT_AVAILABLE


def _why_not_my_answer(table: Table, position: Position, seat: Seat) -> Reason | None:
    top = position.stack[-1]
    if may_answer(table, position, seat):
        return None
    if top.said_no >> seat & 1:
        return Reason.NOT_AVAILABLE
    if top.game in (FLOR_GAME, FLOR_PARTNERS):
        asked = table.each_his_own or top.asked >> seat & 1
        return Reason.NOT_AVAILABLE if asked else Reason.NO_FLOR
    if top.game == DECLARATION:
        return Reason.NOT_YOUR_TURN
    return Reason.ONLY_PIE


def _why_no_envido(table: Table, position: Position, seat: Seat, verb: str) -> Reason:
    top = position.stack[-1] if position.stack else None
    if top is not None and top.game == ENVIDO_GAME:
        return _why_pending(table, position, seat)
    asked = (
        top is not None
        and top.game == TRUCO_GAME
        and table.sides[seat] == asked_side(table, position, top)
    )
    if top is not None and not asked:
        return Reason.ANSWER_FIRST if top.game != TRUCO_GAME else Reason.OWN_CALL
    if top is None and seat != position.turn:
        return Reason.NOT_YOUR_TURN
    if position.trick or position.envido != OPEN or position.opened >> seat & 1:
        return Reason.TOO_LATE
    if position.barred >> seat & 1:
        return Reason.TOO_LATE  # UY-ENV-02: this seat has said truco or quiero
    if top is not None and top.said_no >> seat & 1:
        return Reason.NOT_AVAILABLE
    if not table.rules.envido.pies_only or seat == pie(table, position, table.sides[seat]):
        return Reason.NOT_AVAILABLE  # VE-ENV-04: only a raise is allowed; VE-FLO-07: no *a ley* now
    return Reason.ONLY_PIE


def _why_no_truco(table: Table, position: Position, seat: Seat, verb: str) -> Reason:
    top = position.stack[-1] if position.stack else None
    if position.special:
        return Reason.SPECIAL_HAND
    if top is not None and top.game != TRUCO_GAME:
        return Reason.ANSWER_FIRST
    if top is not None:
        return _why_pending(table, position, seat)
    if not table.rules.truco.any_time and seat != position.turn:
        return Reason.NOT_YOUR_TURN
    return Reason.NOT_AVAILABLE


def _why_no_mazo(table: Table, position: Position, seat: Seat) -> Reason:
    """Why a seat may not go to the deck: its own call is pending (AR-MAZ-08), or it is not its turn
    or any call is pending (GA-FOL-01)."""
    if position.stack and table.sides[seat] != asked_side(table, position, position.stack[-1]):
        return Reason.OWN_CALL
    return Reason.ANSWER_FIRST if position.stack else Reason.NOT_YOUR_TURN


def _why_no_answer(table: Table, position: Position, seat: Seat, verb: str) -> Reason:
    if not position.stack:
        return Reason.NOTHING_TO_ANSWER
    top = position.stack[-1]
    words = {
        FLOR_GAME: tuple(table.flor_words - {PASSO}),
        FLOR_PARTNERS: (FLOR, PASSO),
        DECLARATION: (TENGO, BUENAS),
        SPECIAL_GAME: (JOGA, CORRE),
    }.get(top.game, (QUIERO, NO_QUIERO))
    if verb not in words:
        # The word answers a call, but another call must be answered first.
        return Reason.NOTHING_TO_ANSWER if verb not in (QUIERO, NO_QUIERO) else Reason.ANSWER_FIRST
    if top.game == DECLARATION and top.seat == NOBODY and seat != first_in(position):
        return Reason.NOT_YOUR_TURN  # AR-ENV-17: the mano speaks first
    if table.sides[seat] != asked_side(table, position, top):
        # Nobody calls a mão de onze, so no call of others is pending: the seat just waits
        # (PA-ONZ-03).
        return Reason.NOT_YOUR_TURN if top.game == SPECIAL_GAME else Reason.OWN_CALL
    return _why_not_my_answer(table, position, seat) or Reason.NOT_AVAILABLE

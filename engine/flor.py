"""The flor (AR-FLO): announced, answered, compared."""

from collections.abc import Callable
from typing import Final

from engine.actions import CONTRAFLOR, FLOR, FLOR_QUIERO
from engine.draft import Draft
from engine.envido import falta
from engine.errors import UnknownCard
from engine.events import Annulled, Answered, FlorAnnounced, FlorCompared
from engine.facts import FLOR_POINTS, HAS_FLOR
from engine.offers import CONTRAFLOR_CALL, FLOR_CALL, RESTO_CALL
from engine.rules import FlorRules
from engine.state import (
    ACCEPTED,
    CALLED,
    ENVIDO_GAME,
    FLOR_GAME,
    FLOR_POINTS_KIND,
    GAME_NAMES,
    NOBODY,
    OPEN,
    TRUCO_GAME,
    VOID,
    Pending,
)
from engine.talk import everyone_refused


def _rules(draft: Draft) -> FlorRules:
    rules = draft.rules.flor
    assert rules is not None, "a flor at a table without flor"
    return rules


def announceable(draft: Draft, side: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The seats of a side that have not laid a card: (those with a flor, those without).

    Raises :class:`UnknownCard` when the record does not know the cards of one of them.
    """
    holders: list[int] = []
    empty: list[int] = []
    for seat in draft.seats_in(side):
        if draft.opened >> seat & 1:
            continue
        found = draft.table.has_flor(draft.hand.dealt[seat])
        if found is None:
            raise UnknownCard
        (holders if found else empty).append(seat)
    return tuple(holders), tuple(empty)


def announced(draft: Draft, side: int) -> tuple[int, ...]:
    """The seats of a side whose announced flor still counts (AR-MAZ-09: not of who left)."""
    return tuple(seat for seat in draft.seats_in(side) if draft.flores >> seat & 1)


def announce(draft: Draft, seat: int, *, by_program: bool = False) -> None:
    """*Flor*: it annuls the envido (AR-FLO-04), and the other side's holders have to answer.

    The program announces with it the flores of the partners who have not played (AR-FLO-09). Who
    is asked, and who is not, tells who holds a flor (AR-FLO-05, AR-FLO-06).
    """
    table = draft.table
    side = table.sides[seat]
    if table.has_flor(draft.hand.dealt[seat]) is None:
        raise UnknownCard
    own, partners_without = announceable(draft, side)
    asked, rivals_without = announceable(draft, 1 - side)
    draft.speak(seat, FLOR)
    draft.events.append(FlorAnnounced(NOBODY if by_program else seat, own, asked))
    for one in own:
        draft.learn(HAS_FLOR, one, "flor.partners", 1, 1)
    for one in asked:
        draft.learn(HAS_FLOR, one, "flor.asked", 1, 1)
    for one in partners_without:
        draft.learn(HAS_FLOR, one, "flor.partners", 0, 0)
    for one in rivals_without:
        draft.learn(HAS_FLOR, one, "flor.alone", 0, 0)
    draft.flores |= sum(1 << one for one in (*own, *asked))
    if draft.stack and draft.stack[-1].game == ENVIDO_GAME:
        draft.pop()
        draft.envido = VOID
        draft.events.append(Annulled(GAME_NAMES[ENVIDO_GAME], "envido.annulled"))
    elif draft.envido == OPEN:
        draft.envido = VOID
    rules = _rules(draft)
    if asked:
        draft.flor = CALLED
        draft.stack = (
            *draft.stack,
            Pending(
                FLOR_GAME,
                side,
                seat,
                FLOR_CALL,
                wanted=rules.accepted,
                refused=rules.alone,
                asked=sum(1 << one for one in asked),
            ),
        )
        return
    draft.flor = ACCEPTED
    _pay(draft, side, rules.alone, seat, "flor.alone")


def _pay(
    draft: Draft, side: int, points: int, seat: int, article: str, *, further: bool = True
) -> None:
    """Points of a settled flor to a side; ``seat`` holds the one that decided.

    AR-FLO-09: every further flor of the scoring side adds as much as one alone (``each``).
    """
    rules = _rules(draft)
    own = announced(draft, side)
    counted = own if rules.each and further else (seat,)
    points += rules.alone * (len(counted) - 1)
    draft.win_shown(FLOR_POINTS_KIND, side, points, article, counted)


def raise_flor(draft: Draft, seat: int, verb: str) -> None:
    """*Contraflor*, or *contraflor al resto* directly or over it (AR-FLO-06)."""
    rules = _rules(draft)
    top = draft.stack[-1]
    side = draft.table.sides[seat]
    if verb == CONTRAFLOR:
        step, wanted, refused = CONTRAFLOR_CALL, rules.contra, rules.contra_refused
    else:
        direct = top.step == FLOR_CALL
        step, wanted = RESTO_CALL, 0
        refused = rules.resto_refused if direct else rules.resto_refused_raise
    asked = sum(1 << one for one in announced(draft, 1 - side))
    draft.raise_to(
        Pending(FLOR_GAME, side, seat, step, wanted=wanted, refused=refused, asked=asked), verb
    )


def refuse(draft: Draft, seat: int) -> None:
    """*Con flor me achico*."""
    if everyone_refused(draft, seat):
        settle_refused(draft)


def settle_refused(draft: Draft, article: str = "flor.refused") -> None:
    """The pending flor bet is declined by its side."""
    top = draft.pop()
    draft.flor = ACCEPTED
    _pay(draft, top.side, top.refused, top.seat, article)


def accept(draft: Draft, seat: int) -> None:
    """*Con flor quiero*: the best flor wins, ties to the nearest the mano (AR-FLO-10)."""
    rules = _rules(draft)
    draft.speak(seat, FLOR_QUIERO)
    draft.events.append(Answered(seat, GAME_NAMES[FLOR_GAME], FLOR_QUIERO, True, False))
    top = draft.pop()
    draft.flor = ACCEPTED
    winner = _compare(draft)
    side = draft.table.sides[winner]
    if top.step == RESTO_CALL:
        points = RESTO_FORMULAS[rules.resto](draft, side)
        _pay(draft, side, points, winner, "flor.resto", further=False)
    elif top.step == FLOR_CALL and rules.sum_accepted:
        every = len(announced(draft, 0)) + len(announced(draft, 1))
        own = announced(draft, side)
        points = rules.alone * every  # AR-FLO-07: instead of AR-FLO-09
        draft.win_shown(FLOR_POINTS_KIND, side, points, "flor.accepted", own)
    else:
        points = rules.contra if top.step == CONTRAFLOR_CALL else rules.accepted
        _pay(draft, side, points, winner, "flor.accepted")


def _compare(draft: Draft) -> int:
    """The seat with the best flor; what comparing tells about the others' is a fact."""
    table, dealt = draft.table, draft.hand.dealt
    seats = [seat for seat in draft.everyone_in() if draft.flores >> seat & 1]
    values = {seat: table.flor(dealt[seat]) for seat in seats}
    best = max(values.values())
    winner = next(seat for seat in seats if values[seat] == best)
    for seat in seats:
        if seat == winner:
            draft.learn(FLOR_POINTS, seat, "flor.accepted", best, best)
        else:
            nearer = seats.index(seat) < seats.index(winner)
            draft.learn(FLOR_POINTS, seat, "flor.accepted", 0, best - nearer)
    draft.events.append(FlorCompared(winner, best))
    return winner


# --- al resto (AR-FLO-08) -------------------------------------------------------------------


def _shortfall(draft: Draft, winner: int) -> int:
    return max(1, draft.rules.match.target - max(draft.score))


def _plus_flores(draft: Draft, winner: int) -> int:
    flores = len(announced(draft, 0)) + len(announced(draft, 1))
    return _shortfall(draft, winner) + _rules(draft).alone * flores


def _win_chico(draft: Draft, winner: int) -> int:
    return max(1, draft.rules.match.target - draft.score[winner])


RESTO_FORMULAS: Final[dict[str, Callable[[Draft, int], int]]] = {
    "leader_shortfall": _shortfall,
    "plus_flores": _plus_flores,
    "same_as_falta": falta,
    "win_chico": _win_chico,
}


# --- announced by the program (AR-FLO-13, ``flor_call=auto``) -------------------------------


def announce_automatically(draft: Draft) -> None:
    """Announce the flor whose moment has come: its holder's first turn, or over a pending call.

    That a seat's moment passes in silence tells that it has none.
    """
    rules = draft.rules.flor
    if rules is None or not rules.automatic or draft.flor != OPEN:
        return
    table = draft.table
    seats: tuple[int, ...]
    if not draft.stack:
        seats = (draft.turn,)
    else:
        top = draft.stack[-1]
        if top.game == ENVIDO_GAME:
            seats = draft.everyone_in()
        elif top.game == TRUCO_GAME:
            seats = draft.seats_in(1 - top.side)
        else:
            return
    for seat in seats:
        if draft.opened >> seat & 1:
            continue
        found = table.has_flor(draft.hand.dealt[seat])
        if found is None:
            raise UnknownCard
        if found:
            announce(draft, seat, by_program=True)
            return
        draft.learn(HAS_FLOR, seat, "flor.automatic", 0, 0)

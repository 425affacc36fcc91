"""Claims after the last card (AR-FLO-13, TR-FAL): *pido flor*, *denuncia*, and the check of false
flores."""

from msgspec.structs import replace

from engine.actions import DENUNCIA
from engine.cards import UNKNOWN
from engine.errors import UnknownCard
from engine.events import Checked, Denounced, FlorClaimed, Scored
from engine.moves.draft import Draft
from engine.moves.scoring import decide_held, win
from engine.moves.showing import owing
from engine.numbers import BIT, NOBODY, Seat
from engine.state.facts import ENVIDO_POINTS, HAS_FLOR
from engine.state.seats import opponents
from engine.state.state import (
    DENOUNCEMENT,
    FLOR_CLAIM,
    FLOR_POINTS_KIND,
    FLOR_SAID,
    KIND_NAMES,
    PLAYING,
    TRUCO_POINTS_KIND,
    Entry,
    Held,
    Statement,
    other,
)


def pido_flor(draft: Draft, seat: Seat, target: Seat) -> None:
    """AR-FLO-13: a seat asks another for its flor. 3 points if there was one, otherwise points for
    the side that was asked."""
    flor = draft.rules.flor
    assert flor is not None, "pido flor at a table without flor"
    found = draft.has_flor(target)
    side = draft.table.sides[seat]
    draft.speak(seat, "pidoflor", target)
    draft.claimed |= FLOR_CLAIM << side
    draft.learn(HAS_FLOR, target, "flor.claim", int(found), int(found))
    draft.events.append(FlorClaimed(seat, target, found))
    winner, points = (side, flor.claim) if found else (other(side), flor.false_claim)
    if draft.phase == PLAYING:
        win(draft, FLOR_POINTS_KIND, winner, points, "flor.claim")  # TR-FLO-10: at once
    elif points:
        duel = _duel_of(draft, seat)
        draft.waiting = (
            *draft.waiting,
            Entry(duel, FLOR_POINTS_KIND, winner, points, "flor.claim"),
        )
        draft.events.append(
            Scored(duel, KIND_NAMES[FLOR_POINTS_KIND], winner, points, "flor.claim", True)
        )


def _duel_of(draft: Draft, seat: Seat) -> int:
    contests = draft.contests()
    return next(index for index, seats in enumerate(contests) if seat in seats)


def denounce_statements(draft: Draft, seat: Seat) -> None:
    """TR-FAL-05, TR-FAL-06: compares the points that the other side stated with its cards, before
    any card is shown. In a hand of duels only the adversary's statement counts, for the points of
    that duel."""
    side = draft.table.sides[seat]
    rivals = opponents(draft.table, draft.position(), seat)
    duel = _duel_of(draft, seat)
    proved = False
    for statement in draft.statements:
        _, one, number = statement
        if one not in rivals:
            continue
        if number < 0:
            true = draft.has_flor(one)
            draft.learn(HAS_FLOR, one, "denounce", int(true), int(true))
            if not true:
                check_flor(draft, statement)
        else:
            dealt = draft.dealt_to(one)
            if UNKNOWN in dealt:
                raise UnknownCard
            true = draft.table.envido_points(dealt, draft.turned) == number
            draft.learn(ENVIDO_POINTS, one, "denounce", number, number, negated=not true)
        proved = proved or not true
    draft.speak(seat, DENUNCIA)
    draft.claimed |= DENOUNCEMENT << side
    draft.events.append(Denounced(seat, proved))
    if not proved:
        points = draft.rules.denounce
        draft.waiting = (
            *draft.waiting,
            Entry(duel, TRUCO_POINTS_KIND, other(side), points, "denounce.false"),
        )
        return

    def taken(entry: Entry) -> Entry:
        if entry.duel != duel or entry.side == side:
            return entry
        return replace(entry, side=side, article="denounce")

    lost = [held for held in draft.held if held.duel == duel and held.side != side]
    draft.held = tuple(held for held in draft.held if held not in lost)
    draft.proofs = tuple(proof for proof in draft.proofs if proof.seat not in rivals)
    draft.owing = owing(draft)
    draft.entries = tuple(taken(entry) for entry in draft.entries)
    draft.waiting = (
        *(taken(entry) for entry in draft.waiting),
        *(Entry(duel, held.kind, side, held.points, "denounce") for held in lost),
    )


def check_flor(draft: Draft, statement: Statement) -> None:
    """TR-FLO-03: a false or late flor pays its own side nothing, and the other side gets the points
    of a fault.

    When a flor was said late, everybody knows that it pays nothing. Whether the seat really held
    one is never told.
    """
    duel, seat, said = statement
    if said >= 0:
        return
    rules = draft.rules.flor
    assert rules is not None, "a flor said at a table without flor"
    true = said == FLOR_SAID and draft.has_flor(seat)
    if said == FLOR_SAID:
        draft.learn(HAS_FLOR, seat, "flor.fault", int(true), int(true))
    for held in draft.held:
        if held.claimant == seat:
            draft.held = tuple(other_held for other_held in draft.held if other_held is not held)
            _settle_claim(draft, held, true)
    draft.statements = tuple(
        other_statement for other_statement in draft.statements if other_statement != statement
    )
    if true:
        return
    draft.proofs = tuple(
        proof for proof in draft.proofs if proof.seat != seat or proof.kind != FLOR_POINTS_KIND
    )
    kind, side = FLOR_POINTS_KIND, other(draft.table.sides[seat])
    draft.events.append(
        Checked(duel, KIND_NAMES[kind], side, rules.fault, "flor.fault", good=False)
    )
    # These points are counted after the claims that were made before the hand was closed.
    draft.waiting = (*draft.waiting, Entry(duel, kind, side, rules.fault, "flor.fault"))


def _settle_claim(draft: Draft, held: Held, true: bool) -> None:
    """Pays points won with a flor that may have been false. ``true``: the seat really held it."""
    points = held.points if true else held.keeps
    seats = held.seats if true else held.seats & ~(BIT << held.claimant)
    rest = replace(held, points=points, seats=seats, claimant=NOBODY)
    if held.show and points:
        draft.held = (*draft.held, rest)
    elif points:
        decide_held(draft, rest, good=True, failed="flor.fault")

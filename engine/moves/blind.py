"""Compound calls made before looking at one's cards (TR-COM): falta envido, contraflor and truco in
one word, answered in one word.

The pie of the side that does not deal may open with such a call while his cards are hidden from
him. Any step of another seat takes the choice away; his own steps take it away once he has looked.
When he calls, all flores are announced at once, because they decide which parts are left to answer.
"""

from engine.actions import FALTA_ENVIDO, NO_QUIERO, QUIERO, VER
from engine.events import Answered, FlorAnnounced, Looked
from engine.moves import envido, flor
from engine.moves.draft import Draft
from engine.moves.flor_worth import announced
from engine.moves.negotiation import open_call, pop_call
from engine.moves.scoring import win_shown
from engine.numbers import BIT, NOBODY, SIDES, Game, Seat, Side
from engine.rules.rule_set import BlindRules
from engine.state.facts import HAS_FLOR
from engine.state.seats import pie
from engine.state.state import (
    ACCEPTED,
    BLIND_GAME,
    CALLED,
    ENVIDO_GAME,
    FLOR_GAME,
    FLOR_POINTS_KIND,
    GAME_NAMES,
    TRUCO_GAME,
    VOID,
    Pending,
    other,
)


def _rules(draft: Draft) -> BlindRules:
    rules = draft.rules.blind
    assert rules is not None, "a blind call at a table without them"
    return rules


def look(draft: Draft, seat: Seat) -> None:
    """*Mirar*: the seat looks at its cards, and may no longer call blind."""
    draft.blind = NOBODY
    draft.speak(seat, VER)
    draft.events.append(Looked(seat))


def call(draft: Draft, seat: Seat, verb: str) -> None:
    """Makes the blind call. The seat sees its cards after that."""
    rules = _rules(draft)
    step = next(index for index, known_call in enumerate(rules.calls) if known_call.verb == verb)
    draft.blind = NOBODY
    side = draft.table.sides[seat]
    open_call(draft, Pending(BLIND_GAME, side, seat, step, refused=draft.worth()), verb)
    draft.events.append(Looked(seat))
    if draft.discard == NOBODY:
        open_parts(draft)


def open_parts(draft: Draft) -> None:
    """Works out the parts of the call, from the flores that there are (TR-COM-03 to TR-COM-05,
    TR-COM-08)."""
    top = draft.stack[-1]
    rules = _rules(draft)
    holders: tuple[list[Seat], list[Seat]] = ([], [])
    for seat in draft.contest if draft.rules.flor is not None else ():
        found = draft.has_flor(seat)
        draft.learn(HAS_FLOR, seat, "blind.flores", int(found), int(found))
        if found:
            holders[draft.table.sides[seat]].append(seat)
    draft.flores |= draft.table.mask_of((*holders[0], *holders[1]))
    for own in holders:
        if own:
            draft.events.append(FlorAnnounced(NOBODY, tuple(own), ()))
    parts: tuple[Game, ...] = (TRUCO_GAME,)
    if all(holders):
        draft.envido, draft.flor = VOID, CALLED
        if rules.calls[top.step].flor:
            parts = (FLOR_GAME, TRUCO_GAME)
    elif any(holders):
        draft.envido, draft.flor = VOID, ACCEPTED
    else:
        parts = (ENVIDO_GAME, TRUCO_GAME)
        draft.envido, draft.flor = CALLED, VOID
    asked = BIT << pie(draft.table, draft.position(), other(top.side))
    worth = {TRUCO_GAME: draft.worth(), ENVIDO_GAME: 1, FLOR_GAME: _bet_refused(draft, top)}
    refused = sum(worth[part] for part in parts)
    pending = Pending(
        BLIND_GAME, top.side, top.seat, top.step, counts=parts, refused=refused, asked=asked
    )
    draft.stack = (*draft.stack[:-1], pending)
    for side, own in zip(SIDES, holders, strict=True):
        if own and not holders[other(side)]:
            points = rules.flores * len(own)
            win_shown(draft, FLOR_POINTS_KIND, side, points, "blind.flor", tuple(own))


def _bet_refused(draft: Draft, top: Pending) -> int:
    """The points for refusing the flor's part of the call; 0 when it has none."""
    rules = draft.rules.flor
    name = _rules(draft).calls[top.step].flor
    if rules is None or not name or not all(announced(draft, side) for side in SIDES):
        return 0
    return flor.pending_of(draft, top.side, NOBODY, name).refused


def _bet(draft: Draft, top: Pending) -> Pending:
    """The flor's part of a call."""
    return flor.pending_of(draft, top.side, top.seat, _rules(draft).calls[top.step].flor)


def answer(draft: Draft, seat: Seat, verb: str) -> None:
    """Answers the call: QUIERO accepts everything, PASO refuses everything, and other words name
    first what they refuse and then what they accept (TR-COM-06). The flor is settled before the
    falta, and the falta before the truco (TR-COM-07)."""
    top = pop_call(draft)
    draft.speak(seat, verb)
    draft.events.append(Answered(seat, GAME_NAMES[BLIND_GAME], verb, True, False))
    _settle(draft, top, seat, refused_by(verb, top.counts))


def refused_by(verb: str, parts: tuple[int, ...]) -> tuple[int, ...]:
    if verb == QUIERO:
        return ()
    if verb == NO_QUIERO:
        return parts
    word = verb.split()[1]
    return (PART_GAMES[word],)


PART_GAMES = {"falta": ENVIDO_GAME, "contraflor": FLOR_GAME, "truco": TRUCO_GAME}


def _settle(draft: Draft, top: Pending, seat: Seat, refused: tuple[int, ...]) -> None:
    """Settles each part as if it had been called alone. The truco comes last; it lies below the
    calls that still wait for an answer."""
    asked = draft.table.sides[seat]
    if TRUCO_GAME in refused:
        no = draft.table.mask_of(draft.seats_in(asked))
        one, two = draft.table.worth[:2]
        truco = Pending(TRUCO_GAME, top.side, top.seat, 1, wanted=two, refused=one, said_no=no)
        draft.stack = (truco,)
    else:
        draft.level, draft.word = 1, asked  # TR-COM-07: the answering side holds the retruco
    if draft.flor == CALLED:
        if FLOR_GAME not in top.counts or not _contested(draft):
            open_bet(draft)
        else:
            draft.stack = (*draft.stack, _bet(draft, top))
            if FLOR_GAME in refused:
                flor.settle_refused(draft)
            else:
                flor.settle_accepted(draft)
    elif ENVIDO_GAME in top.counts:
        calls = draft.rules.envido.calls
        step = next(
            index for index, known_call in enumerate(calls) if known_call.verb == FALTA_ENVIDO
        )
        draft.stack = (
            *draft.stack,
            Pending(
                ENVIDO_GAME, top.side, top.seat, step, counts=(0,) * len(calls), wanted=0, refused=1
            ),
        )
        if ENVIDO_GAME in refused:
            envido.settle_refused(draft)
        else:
            envido.settle_accepted(draft)


def open_bet(draft: Draft) -> None:
    """Starts the bet between the flores of both sides: the holder nearest the mano must speak first
    (TR-COM-08). If the flores of only one side are left, because the others have gone to the deck
    (AR-MAZ-09), they score."""
    if _contested(draft):
        flor.must_open(draft)
        return
    draft.flor = ACCEPTED
    for side in SIDES:
        _pay_flores(draft, side)


def _contested(draft: Draft) -> bool:
    """Whether both sides still hold a flor. The seat that held one may have gone to the deck
    (AR-MAZ-09)."""
    return all(announced(draft, side) for side in SIDES)


def leave(draft: Draft, side: Side) -> int:
    """A side goes to the deck under a blind call (TR-COM-10). Returns the points that the hand then
    pays the other side."""
    top = pop_call(draft)
    rivals = other(side)
    if side == top.side:
        if draft.flor == CALLED:
            _pay_flores(draft, rivals)
        return _rules(draft).leaving
    if draft.flor == CALLED:
        if FLOR_GAME in top.counts and _contested(draft):
            draft.stack = (_bet(draft, top),)
            flor.settle_refused(draft)
        else:
            _pay_flores(draft, rivals)
    elif ENVIDO_GAME in top.counts:
        draft.stack = (Pending(ENVIDO_GAME, top.side, top.seat, 0, refused=1),)
        envido.settle_refused(draft)
    return draft.table.worth[0]


def _pay_flores(draft: Draft, side: Side) -> None:
    """Pays the flores of a side when the other side no longer contests them."""
    if own := announced(draft, side):
        points = _rules(draft).flores * len(own)
        win_shown(draft, FLOR_POINTS_KIND, side, points, "blind.left", own)

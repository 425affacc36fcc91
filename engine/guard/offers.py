"""The guard: the offer of each seat (its possible words and cards), worked out once for each
position.

The *public half* depends on the position alone (turn, window, ladder, pending call). So everyone
may see it. The *own half* adds what only the seat knows: its cards, and whether it holds a flor.
:mod:`engine.guard.legal` asks :func:`offer_of` (through :mod:`engine.memo`) whenever somebody wants
to know what is allowed; :mod:`engine.apply` does so too. There is no second list of what is
allowed. The envido and the flor have modules of their own. :mod:`engine.guard.refusals` names the
reason of a refusal and decides nothing.
"""

from functools import partial
from typing import Final

from engine import memo
from engine.actions import (
    ALEY,
    CORRE,
    DENUNCIA,
    FLOR,
    INTERFIERE,
    JOGA,
    MAZO,
    MOSTRAR,
    NO_QUIERO,
    PASO_CONTRAFLOR,
    PASO_FALTA,
    PASO_TRUCO_CONTRAFLOR,
    PASO_TRUCO_FALTA,
    PASSO,
    PIDO_FLOR,
    QUIERO,
    VER,
    Legal,
)
from engine.guard.envido import declarations, envido_opening, envido_over_truco, envido_raises
from engine.guard.flor import (
    announcement,
    asking_leavers,
    flor_answers,
    flor_continued,
    late_flor,
    may_hide,
    may_lie,
)
from engine.numbers import NO_GAME, NO_SIDE, NOBODY, Game, Seat, Side
from engine.state.offer import (
    DISCARD,
    EITHER,
    FACE_UP,
    HIGHEST,
    NO_CARD,
    NTH,
    PILES,
    Offer,
    Sayable,
)
from engine.state.seats import (
    asked_side,
    in_contest,
    is_blind,
    lays_highest,
    lays_piles,
    may_answer,
    opponents,
)
from engine.state.state import (
    ACCEPTED,
    BLIND_GAME,
    CLAIMS,
    DECLARATION,
    DENOUNCEMENT,
    ENVIDO_GAME,
    FLOR_CLAIM,
    FLOR_GAME,
    FLOR_PARTNERS,
    MEDDLING,
    PLAYING,
    SPECIAL,
    SPECIAL_GAME,
    TRUCO_GAME,
    Pending,
    Position,
    other,
)
from engine.state.table import Table, action

NOTHING = Offer(NO_CARD, (), (), (), ())
DISCARDING = Offer(DISCARD, (), (), (), ())


def offer_of(table: Table, position: Position, seat: Seat) -> Offer:
    """The offer of one seat in a position. :mod:`engine.memo` remembers the answers of this
    function."""
    if position.phase == CLAIMS:
        claims = _claims(table, position, seat)
        return Offer(NO_CARD, claims, claims, claims, claims)
    if position.phase != PLAYING:
        return NOTHING
    if not in_contest(position, seat):
        return _waiting(table, position, seat)
    if seat == position.blind:
        return _of_words(_blind(table, position, seat))
    if position.discard != NOBODY:
        return DISCARDING if seat == position.discard else NOTHING
    top = position.stack[-1] if position.stack else None
    if top is not None and top.game == BLIND_GAME:
        return _of_words(_blind_answers(table, position, top, seat))
    calls = _calls(table, position, top, seat)
    traps: list[Legal] = []
    if position.special or table.rules.flor is not None:
        traps = _traps(table, position, top, seat)
    lay, trap = NO_CARD, False
    if seat == position.turn:
        lay, trap = _may_lay(table, position, top, seat)
    game = NO_GAME if top is None else top.game
    words = _words((tuple(calls), tuple(traps), game, lay, trap, bool(position.special)))
    return memo.one_offer(table, words, _told_apart)


def _may_lay(table: Table, position: Position, top: Pending | None, seat: Seat) -> tuple[int, bool]:
    """How the seat whose turn it is may lay a card, and whether that would accept a call."""
    if top is None:
        return _lay(table, position, table.sides[seat]), False
    accepts = top.game == TRUCO_GAME and table.rules.truco.card_accepts
    if accepts and may_answer(table, position, seat):
        return _lay(table, position, table.sides[seat]), True
    return NO_CARD, False


def _calls(table: Table, position: Position, top: Pending | None, seat: Seat) -> list[Legal]:
    """Every word that this seat may say as far as everyone knows."""
    if top is None:
        calls = _nothing_pending(table, position, seat)
    else:
        calls = _answers(table, position, top, seat) if may_answer(table, position, seat) else []
        if top.game == TRUCO_GAME and table.sides[seat] != top.side:
            calls += envido_over_truco(table, position, seat)
        if top.game == FLOR_GAME and seat == top.seat:
            calls += flor_continued(table, top, seat)
    if (flor := table.rules.flor) is not None:
        calls += announcement(table, flor, position, seat)
        if flor.ley and may_hide(table, position, seat):
            calls.append(action(seat, ALEY))
        if position.suspects:
            calls += asking_leavers(table, position, seat)
    if position.claimed & MEDDLING << other(table.sides[seat]):
        calls.append(action(seat, DENUNCIA))  # TR-SEI-05
    if _leaves(table, position, seat):
        calls.append(action(seat, MAZO))
    return calls


def _traps(table: Table, position: Position, top: Pending | None, seat: Seat) -> list[Legal]:
    """The words of this seat that are legal, but a fault."""
    traps: list[Legal] = []
    if position.special:
        traps += _fault(table, position, top, seat)
    flor = table.rules.flor
    if flor is not None and flor.fault:
        traps += late_flor(table, flor, position, seat)
    return traps


_words: Final = partial(tuple.__new__, Sayable)
"""``Words(...)`` of a tuple, in half the time."""


def _told_apart(table: Table, words: Sayable) -> Offer:
    """The offer made of these words: divided into words for a seat with a flor and words for a seat
    without one."""
    every, traps, game, lay, trap, special = words
    if special:
        plain, holder = tuple([call for call in every if call.verb != MOSTRAR]), every
    else:
        plain, holder = _halves(table, game, every)
    false: tuple[Legal, ...] = ()
    if holder == plain:
        sure = holder = plain  # the same object twice: nobody has to look at the hand
    else:
        sure = tuple([call for call in plain if call in holder])
        if may_lie(table):
            false = tuple([call for call in holder if call not in plain])
    return Offer(lay, every, plain, holder, sure, traps, false, trap)


def _nothing_pending(table: Table, position: Position, seat: Seat) -> list[Legal]:
    """The calls that this seat may make while nothing is pending."""
    if not position.special:
        calls = _truco(table, position, seat)
    else:
        calls = _unbeatable(table, position, seat) if seat == position.turn else []
    return calls + envido_opening(table, position, seat)


def _answers(table: Table, position: Position, top: Pending, seat: Seat) -> list[Legal]:
    """The words with which this seat may answer the pending call; the caller knows that it may
    answer."""
    if top.game == SPECIAL_GAME:
        return [action(seat, JOGA), action(seat, CORRE)]
    if top.game == FLOR_GAME:
        return flor_answers(table, position, top, seat)
    if top.game == FLOR_PARTNERS:
        return [action(seat, FLOR), action(seat, PASSO)]
    if top.game == DECLARATION:
        return declarations(table, position, seat)
    words: list[Legal] = [action(seat, QUIERO), action(seat, NO_QUIERO)]
    if top.game == TRUCO_GAME:
        return words + _ladder(table, position, seat, top.step + 1)
    words += envido_raises(table, position, top, seat)
    return words + _truco_over_envido(table, position, seat)


def _of_words(words: list[Legal]) -> Offer:
    """An offer of words that are the same whatever the seat's cards are."""
    calls = tuple(words)
    return Offer(NO_CARD, calls, calls, calls, calls)


def _waiting(table: Table, position: Position, seat: Seat) -> Offer:
    """The offer of a seat while others play their duel: at most *interfiere*, once for each side
    (TR-SEI-05)."""
    duels = table.rules.duels
    if duels is None or not duels.interference or len(position.contest) == table.players:
        return NOTHING
    if position.claimed & MEDDLING << table.sides[seat]:
        return NOTHING
    return Offer(NO_CARD, (), (), (), (), (action(seat, INTERFIERE),))


def _blind(table: Table, position: Position, seat: Seat) -> list[Legal]:
    """The choice before the first card: call blind, or look at the cards (TR-COM-01)."""
    rules = table.rules.blind
    assert rules is not None, "a blind seat at a table without blind calls"
    return [*(action(seat, call.verb) for call in rules.calls), action(seat, VER)]


def _blind_answers(table: Table, position: Position, top: Pending, seat: Seat) -> list[Legal]:
    """TR-COM-02, TR-COM-06, TR-COM-10: the other side's pie answers the blind call, as a whole or
    in parts; anybody may leave."""
    words: list[Legal] = []
    if may_answer(table, position, seat):
        words += [action(seat, QUIERO), action(seat, NO_QUIERO)]
        if ENVIDO_GAME in top.counts:
            words += [action(seat, PASO_FALTA), action(seat, PASO_TRUCO_FALTA)]
        if FLOR_GAME in top.counts:
            words += [action(seat, PASO_CONTRAFLOR), action(seat, PASO_TRUCO_CONTRAFLOR)]
    if table.rules.leave.exists:
        words.append(action(seat, MAZO))
    return words


def _halves(
    table: Table, game: Game, every: tuple[Legal, ...]
) -> tuple[tuple[Legal, ...], tuple[Legal, ...]]:
    """Two tuples of words: for a seat without a flor, and for a seat with one."""
    flor = table.rules.flor
    if flor is None or game in (FLOR_GAME, FLOR_PARTNERS):
        return every, every  # only a seat with a flor is asked about one
    of_holders = table.holders_words
    plain = tuple([call for call in every if call.verb not in of_holders])
    if not flor.obligatory:
        return plain, every
    # AR-FLO-03: a seat with a flor may not call or accept an envido.
    envido = table.envido_words
    if game == ENVIDO_GAME:
        envido |= {QUIERO}
    return plain, tuple([call for call in every if call.verb not in envido])


def _lay(table: Table, position: Position, side: Side) -> int:
    """How a card may be laid: AR-COV-01, PA-COV-01, PA-COV-04, PA-FER-02, MI-TRI-04."""
    rules = table.rules.tricks
    if position.special and is_blind(table, position.special):
        return NTH
    if position.tied and lays_piles(table, position.trick, position.tied):
        return PILES
    if position.tied and lays_highest(table, position.special, position.trick, position.tied):
        return HIGHEST
    if (
        position.trick + 1 < rules.cover_from
        or (rules.one_cover and position.covered & table.seats_of[side])
        or (position.tied and not rules.cover_after_tie)
    ):
        return FACE_UP
    return EITHER


def _ladder(table: Table, position: Position, seat: Seat, step: int) -> list[Legal]:
    steps = table.rules.truco.steps
    if step > len(steps) or (position.limits and step > position.limits[table.sides[seat]]):
        return []
    return [action(seat, steps[step - 1].verb)]


def _fault(table: Table, position: Position, top: Pending | None, seat: Seat) -> list[Legal]:
    """The truco calls that are a fault in a special hand, on the seat's turn or not (PA-ONZ-05,
    PA-FIN-01)."""
    special = table.rules.special
    if top is not None or special is None or special.call == "illegal":
        return []
    return [action(seat, table.rules.truco.steps[0].verb)]


def _unbeatable(table: Table, position: Position, seat: Seat) -> list[Legal]:
    """PA-ONZ-07: a seat that holds the two best cards may show them on its turn."""
    special = table.rules.special
    if position.special != SPECIAL or special is None or not special.claim_unbeatable:
        return []
    return [action(seat, MOSTRAR)]


def _truco(table: Table, position: Position, seat: Seat) -> list[Legal]:
    """AR-TRU-02, AR-TRU-05: the next call of the ladder while nothing is pending. After an accepted
    call only the side that accepted it may say the next one."""
    if position.word not in (NO_SIDE, table.sides[seat]) or _rests(table, position):
        return []
    if not table.rules.truco.any_time and seat != position.turn:
        return []
    if not table.rules.truco.after_tie and lays_piles(table, position.trick, position.tied):
        return []
    return _ladder(table, position, seat, position.level + 1)


def _rests(table: Table, position: Position) -> bool:
    """Whether the truco may not be called now because a flor was settled (GA-FLO-10)."""
    flor = table.rules.flor
    if flor is None or position.flor != ACCEPTED:
        return False
    return flor.truco == "blocked" or (flor.truco == "next_trick" and not position.trick)


def _truco_over_envido(table: Table, position: Position, seat: Seat) -> list[Legal]:
    """AR-ENV-16, ``truco_over_envido=refuses``: a truco as the answer to a pending envido. It is an
    answer, so the seat need not have the turn.

    If the envido itself was said over a truco, the call is the next step of the ladder, and only
    the side that has to answer that truco may say it.
    """
    rules = table.rules.truco
    if not rules.over_envido:
        return []
    beneath = position.stack[:-1]
    if not beneath or rules.after_envido_lapses:
        return _ladder(table, position, seat, position.level + 1)
    if beneath[-1].side == table.sides[seat]:
        return []
    return _ladder(table, position, seat, beneath[-1].step + 1)


def _leaves(table: Table, position: Position, seat: Seat) -> bool:
    """Whether this seat may go to the deck now (AR-MAZ-01, AR-MAZ-08, GA-FOL-01)."""
    rules = table.rules.leave
    top = position.stack[-1] if position.stack else None
    if not rules.exists or (rules.own_turn and (top is not None or seat != position.turn)):
        return False
    return top is None or table.sides[seat] == asked_side(table, position, top)


def _claims(table: Table, position: Position, seat: Seat) -> tuple[Legal, ...]:
    """The claims and shows of this seat between the last card and the next deal (AR-FLO-13,
    AR-MOS-02)."""
    claims: list[Legal] = []
    side = table.sides[seat]
    flor = table.rules.flor
    if flor is not None and flor.claim and not position.claimed & FLOR_CLAIM << side:
        claims += [
            action(seat, PIDO_FLOR, target)
            for target in opponents(table, position, seat)
            if not position.flores >> target & 1
        ]
    if position.stated and not position.claimed & DENOUNCEMENT << side:
        rivals = opponents(table, position, seat)
        if any(position.stated >> rival & 1 for rival in rivals):
            claims.append(action(seat, DENUNCIA))
    if position.owing >> seat & 1:
        claims.append(action(seat, MOSTRAR))
    return tuple(claims)

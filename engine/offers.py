"""The guard: who may say what, worked out once per position.

The *public half* is a function of the position alone (turn, window, ladder, pending call), so what
it says may be shown to everyone. The *own half* adds what only the seat knows: its cards, and
whether it holds a flor. :mod:`engine.legal` and :mod:`engine.apply` both ask :func:`offer_of`
(through :mod:`engine.places`, which remembers); no second list of what is allowed exists.
:func:`explain` names the reason of a refusal and decides nothing.
"""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

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
    PASO_CONTRAFLOR,
    PASO_FALTA,
    PASO_TRUCO_CONTRAFLOR,
    PASO_TRUCO_FALTA,
    PASSO,
    PIDO_FLOR,
    PLACE,
    PLAY,
    QUIERO,
    STACK,
    TENGO,
    VER,
    Legal,
    Range,
)
from engine.errors import Reason
from engine.rules import UNLIMITED, EnvidoCall, FlorRules
from engine.state import (
    ACCEPTED,
    BLIND_GAME,
    CLAIMS,
    DECLARATION,
    ENVIDO_GAME,
    FERRO,
    FLOR_GAME,
    FLOR_PARTNERS,
    NOBODY,
    OPEN,
    PLAYING,
    SPECIAL,
    SPECIAL_GAME,
    TRUCO_GAME,
    Pending,
    Position,
)
from engine.table import Table, action
from engine.ties import prevails

NO_CARD = 0
FACE_UP = 1
EITHER = 2
PLACES = 3
"""Cards that their own seat may not see, by their place in the deal."""
HIGHEST = 4
"""Only the highest one, face up (MI-TRI-04)."""
PILES = 5
"""The last two in a pile, the better one on top (VE-PAR-02)."""

DISCARD = 6
"""One of four cards, to be put away (TR-GAL-04)."""

FLOR_CALL = 0
"""The step of a pending flor that is only announced."""


class Offer(Struct, frozen=True, gc=False):
    """What one seat may do in a position."""

    lay: int
    """0: no card; 1: face up; 2: face down too."""
    trap: bool
    """Laying a card would accept a call (AR-TRU-07): legal, never offered."""
    calls: tuple[Legal, ...]
    """The public half: every word that what everyone knows allows."""
    plain: tuple[Legal, ...]
    """... to a seat without a flor."""
    holder: tuple[Legal, ...]
    """... to a seat with one."""
    sure: frozenset[Legal]
    """... to either."""
    traps: tuple[Legal, ...] = ()
    """Words that are legal and a fault (PA-ONZ-05): never offered."""
    false: tuple[Legal, ...] = ()
    """... to a seat without a flor (TR-FLO-03)."""


NOTHING = Offer(NO_CARD, False, (), (), (), frozenset())
DISCARDING = Offer(DISCARD, False, (), (), (), frozenset())


def pie(table: Table, position: Position, side: int) -> int:
    """The last player of a side, in playing order, who is still in (AR-PLA-02, AR-MAZ-09)."""
    for seat in reversed(position.contest):
        if table.sides[seat] == side and not position.gone >> seat & 1:
            return seat
    return NOBODY


def asked_side(table: Table, position: Position, top: Pending) -> int:
    """The side whose word is awaited."""
    if top.game == DECLARATION and top.seat == NOBODY:
        return table.sides[first_in(position)]
    return top.side if top.game == FLOR_PARTNERS else 1 - top.side


def first_in(position: Position) -> int:
    """The seat nearest the mano that is still in."""
    return next(seat for seat in position.contest if not position.gone >> seat & 1)


def may_answer(table: Table, position: Position, seat: int) -> bool:
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
    return top.game == ENVIDO_GAME and table.rules.envido.pies_answer and _has_pies(table)


def _has_pies(table: Table) -> bool:
    """With three players any of the pair speaks for it (TR-ENV-02)."""
    return table.players > 3


def in_order(table: Table, top: Pending) -> bool:
    """Whether those who are asked speak one after another (GA-FLO-04, GA-FLO-06)."""
    if top.game == FLOR_PARTNERS:
        return True
    flor = table.rules.flor
    return (
        top.game == FLOR_GAME and flor is not None and flor.calls[top.step].answered == "in_order"
    )


def _next_asked(table: Table, position: Position, top: Pending) -> int:
    """The first in playing order from the caller who has not yet spoken."""
    waiting = top.asked & ~top.said_no
    order = table.order_from(position.contest, top.seat)
    return next((seat for seat in order if waiting >> seat & 1), NOBODY)


def in_contest(position: Position, seat: int) -> bool:
    """Whether the seat sits in the running contest and has not left it."""
    return seat in position.contest and not position.gone >> seat & 1


# --- the public half, game by game -------------------------------------------------------------


def offer_of(table: Table, position: Position, seat: int) -> Offer:
    """What one seat may do; :mod:`engine.places` remembers it."""
    if position.phase == CLAIMS:
        claims = _claims(table, position, seat)
        return Offer(NO_CARD, False, claims, claims, claims, frozenset(claims))
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
    calls: list[Legal] = []
    lay = NO_CARD
    trap = False
    side = table.sides[seat]
    traps: list[Legal] = []
    if top is None:
        if seat == position.turn:
            lay = _lay(table, position, side)
            calls += _unbeatable(table, position, seat)
        if position.special:
            traps += _fault(table, seat)
        else:
            calls += _truco(table, position, seat)
        calls += _envido_opening(table, position, seat)
    elif may_answer(table, position, seat):
        if top.game == TRUCO_GAME:
            calls += [action(seat, QUIERO), action(seat, NO_QUIERO)]
            calls += _ladder(table, position, seat, top.step + 1)
            if seat == position.turn and table.rules.truco.card_accepts:
                lay, trap = _lay(table, position, side), True
        elif top.game == SPECIAL_GAME:
            calls += [action(seat, JOGA), action(seat, CORRE)]
        elif top.game == ENVIDO_GAME:
            calls += [action(seat, QUIERO), action(seat, NO_QUIERO)]
            calls += _envido_raises(table, position, top, seat)
            calls += _truco_over_envido(table, position, seat)
        elif top.game == FLOR_GAME:
            calls += _flor_answers(table, position, top, seat)
        elif top.game == FLOR_PARTNERS:
            calls += [action(seat, FLOR), action(seat, PASSO)]
        else:
            calls += _declarations(table, position, seat)
    if top is not None and top.game == TRUCO_GAME and side != top.side:
        calls += _envido_first(table, position, seat)
    if top is not None and top.game == FLOR_GAME and seat == top.seat:
        calls += _flor_continued(table, top, seat)
    calls += _flor(table, position, seat)
    traps += _late_flor(table, position, seat)
    if _ley(table, position, seat):
        calls.append(action(seat, ALEY))
    calls += _asking_leavers(table, position, seat)
    if _leaves(table, position, seat):
        calls.append(action(seat, MAZO))
    plain, holder = _halves(table, top, calls)
    if position.special:
        plain = tuple(call for call in calls if call.verb != MOSTRAR)
        holder = tuple(calls)
    if holder == plain or (table.rules.flor is None and not position.special):
        holder = plain  # the same object: nobody has to look at a hand
    sure = frozenset(plain) & frozenset(holder)
    false = tuple(call for call in holder if call not in plain) if _may_lie(table) else ()
    return Offer(lay, trap, tuple(calls), plain, holder, sure, tuple(traps), false)


def _of_words(words: list[Legal]) -> Offer:
    """Words that have nothing to do with the seat's cards."""
    calls = tuple(words)
    return Offer(NO_CARD, False, calls, calls, calls, frozenset(calls))


def _waiting(table: Table, position: Position, seat: int) -> Offer:
    """Who waits for another duel can only meddle with the running one (TR-SEI-05)."""
    duels = table.rules.duels
    if duels is None or not duels.interference or len(position.contest) == table.players:
        return NOTHING
    return Offer(NO_CARD, False, (), (), (), frozenset(), (action(seat, INTERFIERE),))


def _blind(table: Table, position: Position, seat: int) -> list[Legal]:
    """TR-COM-01: call blind, or look."""
    rules = table.rules.blind
    assert rules is not None, "a blind seat at a table without blind calls"
    return [*(action(seat, call.verb) for call in rules.calls), action(seat, VER)]


def _blind_answers(table: Table, position: Position, top: Pending, seat: int) -> list[Legal]:
    """TR-COM-02, TR-COM-06, TR-COM-10: the other pie answers, in parts too; anybody may leave."""
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
    table: Table, top: Pending | None, calls: list[Legal]
) -> tuple[tuple[Legal, ...], tuple[Legal, ...]]:
    """The words of a seat without a flor, and of one with it."""
    flor = table.rules.flor
    every = tuple(calls)
    if flor is None or (top is not None and top.game in (FLOR_GAME, FLOR_PARTNERS)):
        return every, every  # who is asked for a flor holds one
    plain = tuple(call for call in calls if call.verb not in table.holders_words)
    if not flor.obligatory:
        return plain, every
    # AR-FLO-03: who holds a flor may not call or accept an envido.
    envido = table.envido_words
    if top is not None and top.game == ENVIDO_GAME:
        envido |= {QUIERO}
    return plain, tuple(call for call in calls if call.verb not in envido)


def _lay(table: Table, position: Position, side: int) -> int:
    """How a card may be laid: AR-COV-01, PA-COV-01, PA-COV-04, PA-FER-02, MI-TRI-04."""
    rules = table.rules.tricks
    if is_blind(table, position.special):
        return PLACES
    if lays_piles(table, position.trick, position.tied):
        return PILES
    if rules.highest_after_tie and position.trick == 1 and position.tied:
        return HIGHEST
    covered = position.covered & table.seats_of[side]
    if (
        position.trick + 1 < rules.cover_from
        or (rules.one_cover and covered)
        or (position.tied and not rules.cover_after_tie)
    ):
        return FACE_UP
    return EITHER


def lays_piles(table: Table, trick: int, tied: bool) -> bool:
    """The first trick was tied, and everybody lays his last cards in a pile (VE-PAR-02)."""
    return trick == 1 and tied and table.rules.tricks.after_tie == "stack"


def is_blind(table: Table, special: int) -> bool:
    """Nobody sees any card before it is laid, his own included, in this kind of hand: mão de ferro,
    ``ferro=blind`` (PA-FER-02)."""
    rules = table.rules.special
    return special == FERRO and rules is not None and rules.ferro == "blind"


def _ladder(table: Table, position: Position, seat: int, step: int) -> list[Legal]:
    steps = table.rules.truco.steps
    if step > len(steps) or (position.limits and step > position.limits[table.sides[seat]]):
        return []
    return [action(seat, steps[step - 1].verb)]


def _fault(table: Table, seat: int) -> list[Legal]:
    """A truco in a special hand, in turn or not (PA-ONZ-05, PA-FIN-01)."""
    special = table.rules.special
    if special is None or special.call == "illegal":
        return []
    return [action(seat, table.rules.truco.steps[0].verb)]


def _unbeatable(table: Table, position: Position, seat: int) -> list[Legal]:
    """PA-ONZ-07: who holds the two best cards may show them on his turn."""
    special = table.rules.special
    if position.special != SPECIAL or special is None or not special.claim_unbeatable:
        return []
    return [action(seat, MOSTRAR)]


def _truco(table: Table, position: Position, seat: int) -> list[Legal]:
    """AR-TRU-02, AR-TRU-05: nothing is pending; *el quiero* is with the side that accepted."""
    if position.word not in (NOBODY, table.sides[seat]) or _rests(table, position):
        return []
    if not table.rules.truco.any_time and seat != position.turn:
        return []
    if not table.rules.truco.after_tie and lays_piles(table, position.trick, position.tied):
        return []
    return _ladder(table, position, seat, position.level + 1)


def _rests(table: Table, position: Position) -> bool:
    """GA-FLO-10: after a flor no truco for a while, or at all."""
    flor = table.rules.flor
    if flor is None or position.flor != ACCEPTED:
        return False
    return flor.truco == "blocked" or (flor.truco == "next_trick" and not position.trick)


def _window(table: Table, position: Position, seat: int) -> bool:
    """AR-ENV-01, AR-ENV-02 but for the turn."""
    if position.trick or position.envido != OPEN or (position.opened | position.barred) >> seat & 1:
        return False
    if not table.rules.envido.pies_only or not _has_pies(table):
        return True
    return seat == pie(table, position, table.sides[seat])


def _openings(table: Table, position: Position, seat: int) -> list[Legal]:
    offered: list[Legal] = []
    for index, call in enumerate(table.rules.envido.calls):
        if position.shut >> index & 1:
            continue
        if call.opens and (not call.ley or _ley(table, position, seat)):
            offered += _with_numbers(position, call, seat, 0)
    return offered


def _with_numbers(position: Position, call: EnvidoCall, seat: int, least: int) -> list[Legal]:
    """A call as it may be said, with and without a number, where it has to add so many at least."""
    offered: list[Legal] = []
    if call.bare and (call.formula or call.adds >= least):
        offered.append(action(seat, call.verb))
    if call.high:
        low = max(call.low, -(-least // call.each))
        high = call.high if call.high < UNLIMITED else position.lacking
        if low <= high:
            offered.append(Range(seat, call.verb, low, high))
    return offered


def _envido_opening(table: Table, position: Position, seat: int) -> list[Legal]:
    if seat == position.turn and _window(table, position, seat):
        return _openings(table, position, seat)
    return []


def _envido_first(table: Table, position: Position, seat: int) -> list[Legal]:
    """AR-ENV-07: the envido goes first. Who has already refused the truco has spoken."""
    if position.stack[-1].said_no >> seat & 1:
        return []
    return _openings(table, position, seat) if _window(table, position, seat) else []


def _envido_raises(table: Table, position: Position, top: Pending, seat: int) -> list[Legal]:
    """AR-ENV-05, UY-ENV-04."""
    calls = table.rules.envido.calls
    last = calls[top.step].verb
    offered: list[Legal] = []
    for index, call in enumerate(calls):
        if position.shut >> index & 1:
            continue
        if last in call.over and top.counts[index] < call.times:
            offered += _with_numbers(position, call, seat, top.adds)
    return offered


def _truco_over_envido(table: Table, position: Position, seat: int) -> list[Legal]:
    """AR-ENV-16, ``truco_over_envido=refuses``: an answer, so the turn does not matter.

    Over a truco that the envido interrupted it is the next step, for the side that has to answer
    that truco.
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


def _declarations(table: Table, position: Position, seat: int) -> list[Legal]:
    """AR-ENV-17."""
    top = position.stack[-1]
    highest = table.rules.envido.highest
    if top.seat == NOBODY:
        return [Range(seat, TENGO, 0, highest)]
    level = prevails(table, table.rules.envido.tie, position.contest, seat, top.seat)
    low = top.best if level else top.best + 1
    said: list[Legal] = [Range(seat, TENGO, low, highest)] if low <= highest else []
    return [*said, action(seat, BUENAS)]


def flor_raise(table: Table, top: Pending, verb: str) -> int | None:
    """The step of this word said over the pending flor; ``None``: it is no raise of it."""
    flor = table.rules.flor
    assert flor is not None, "a flor at a table without flor"
    below = flor.calls[top.step]
    for step, call in enumerate(flor.calls):
        if call.verb == verb and (below.name or below.verb) in call.over:
            return step
    return None


def _flor_answers(table: Table, position: Position, top: Pending, seat: int) -> list[Legal]:
    """AR-FLO-06, GA-FLO-06: accept, decline, or a raise by who holds a flor in play."""
    flor = table.rules.flor
    assert flor is not None, "a flor at a table without flor"
    below = flor.calls[top.step]
    words = [word for word in (below.accept, below.decline) if word]
    if flor.partners == "own":
        over = below.name or below.verb
        raises = [call.verb for call in flor.calls if over in call.over]
        if top.step == FLOR_CALL:
            words = [FLOR, *(raises if position.flor == OPEN else ())]
        return [action(seat, word) for word in words]
    if position.flores >> seat & 1:
        over = below.name or below.verb
        words += [call.verb for call in flor.calls if over in call.over]
    return [action(seat, word) for word in words]


def _flor_continued(table: Table, top: Pending, seat: int) -> list[Legal]:
    """TR-FLO-05: who announced the flor need not wait for the answer."""
    flor = table.rules.flor
    assert flor is not None, "a flor at a table without flor"
    below = flor.calls[top.step]
    if below.answered != "either":
        return []
    over = below.name or below.verb
    words = [call.verb for call in flor.calls if over in call.over and call.verb != below.verb]
    return [action(seat, word) for word in (below.decline, *words)]


def _asking_leavers(table: Table, position: Position, seat: int) -> list[Legal]:
    """TR-FLO-10: *pido flor* at once, of who left without having shown two suits."""
    side = table.sides[seat]
    if not position.suspects or position.claimed >> side & 1:
        return []
    return [
        action(seat, PIDO_FLOR, target)
        for target in range(table.players)
        if position.suspects >> target & 1 and table.sides[target] != side
    ]


def _flor(table: Table, position: Position, seat: int) -> list[Legal]:
    """AR-FLO-03, AR-FLO-11, AR-FLO-12."""
    rules = table.rules.flor
    if rules is not None and rules.partners == "own":
        return _own_flor(table, rules, position, seat)
    if rules is None or position.flor != OPEN or position.opened >> seat & 1:
        return []
    return [action(seat, FLOR)] if FLOR_WINDOWS[rules.when](table, position, seat) else []


def _may_lie(table: Table) -> bool:
    """A flor may be said without having it, for a price (TR-FLO-03, ``flor_faults=penalty``)."""
    return table.rules.flor is not None and table.rules.flor.fault > 0


def _late_flor(table: Table, position: Position, seat: int) -> list[Legal]:
    """TR-FLO-03: after one's first card, while nobody has said one."""
    rules = table.rules.flor
    if rules is None or not rules.fault or position.flor != OPEN or not position.opened >> seat & 1:
        return []
    return [action(seat, FLOR)] if FLOR_WINDOWS[rules.when](table, position, seat) else []


def _own_flor(table: Table, rules: FlorRules, position: Position, seat: int) -> list[Legal]:
    """VE-FLO-03, VE-FLO-06: before one's first card; after *a ley* at any moment before the
    second. A flor that waits for its answer comes first."""
    if position.stack and position.stack[-1].game == FLOR_GAME:
        return []
    if not may_say_own(position, seat):
        return []
    if not position.aley >> seat & 1 and not FLOR_WINDOWS[rules.when](table, position, seat):
        return []
    return [action(seat, FLOR)]


def may_say_own(position: Position, seat: int) -> bool:
    """Whether a flor of this seat could still be said, by what everyone knows."""
    if (position.flores | position.mute) >> seat & 1:
        return False
    if not position.opened >> seat & 1:
        return True
    second = position.trick > 1 or (position.trick == 1 and position.laid >> seat & 1)
    return bool(position.aley >> seat & 1) and not second


def _ley(table: Table, position: Position, seat: int) -> bool:
    """VE-FLO-05: on his first turn with nothing pending, no flor of the others being said."""
    flor = table.rules.flor
    if flor is None or not flor.ley or position.stack or seat != position.turn:
        return False
    if (position.opened | position.aley) >> seat & 1 or not may_say_own(position, seat):
        return False
    return not position.flores & table.seats_of[1 - table.sides[seat]]


def _own_turn(table: Table, position: Position, seat: int) -> bool:
    """AR-FLO-03, ``flor_when=own_turn``: in turn, or over an envido, or over a truco or a flor of
    the others."""
    if seat == position.turn or not position.stack:
        return seat == position.turn
    top = position.stack[-1]
    return top.game == ENVIDO_GAME or top.side != table.sides[seat]


def _not_own_envido(table: Table, position: Position, seat: int) -> bool:
    """GA-FLO-01: at any moment but over an envido of one's own."""
    top = position.stack[-1] if position.stack else None
    return top is None or top.game != ENVIDO_GAME or top.seat != seat


def _turn_or_answer(table: Table, position: Position, seat: int) -> bool:
    """GA-FLO-01, ``flor_when=own_turn``: in turn with nothing pending, or over an envido of
    somebody else or a truco of the others."""
    top = position.stack[-1] if position.stack else None
    if top is None:
        return seat == position.turn
    if top.game == ENVIDO_GAME:
        return top.seat != seat
    return top.side != table.sides[seat]


FLOR_WINDOWS: Final[dict[str, Callable[[Table, Position, int], bool]]] = {
    "any_time": lambda table, position, seat: True,
    "own_turn": _own_turn,
    "not_own_envido": _not_own_envido,
    "turn_or_answer": _turn_or_answer,
}
"""When a flor may be announced by a seat that has not laid a card."""


def _leaves(table: Table, position: Position, seat: int) -> bool:
    """AR-MAZ-01, AR-MAZ-08, GA-FOL-01."""
    rules = table.rules.leave
    top = position.stack[-1] if position.stack else None
    if not rules.exists or (rules.own_turn and (top is not None or seat != position.turn)):
        return False
    return top is None or table.sides[seat] == asked_side(table, position, top)


def _claims(table: Table, position: Position, seat: int) -> tuple[Legal, ...]:
    """AR-FLO-13, AR-MOS-02: after the last card, before the next deal."""
    claims: list[Legal] = []
    side = table.sides[seat]
    flor = table.rules.flor
    if flor is not None and flor.claim and not position.claimed >> side & 1:
        claims += [
            action(seat, PIDO_FLOR, target)
            for target in opponents(table, position, seat)
            if not position.flores >> target & 1
        ]
    if position.stated and not position.claimed >> (2 + side) & 1:
        rivals = opponents(table, position, seat)
        if any(position.stated >> one & 1 for one in rivals):
            claims.append(action(seat, DENUNCIA))
    if position.owing >> seat & 1:
        claims.append(action(seat, MOSTRAR))
    return tuple(claims)


def opponents(table: Table, position: Position, seat: int) -> tuple[int, ...]:
    """The seats this one plays against: in a hand of duels only its own adversary."""
    if not position.begun >> seat & 1:
        return ()
    if len(position.contest) < table.players:
        return (table.rival(seat),)
    return tuple(other for other in range(table.players) if table.sides[other] != table.sides[seat])


# --- why not -----------------------------------------------------------------------------------


def explain(
    table: Table, position: Position, seat: int, verb: str, arg: int, has_flor: bool | None
) -> Reason:
    """The reason why this step is refused: what everyone knows first (``notation.md``, Reasons).

    Only called for a step that :func:`offer_of` does not hold.
    """
    if not 0 <= seat < table.players:
        return Reason.NOT_IN_PLAY
    if not at_this_table(table, verb, arg):
        return Reason.NOT_AT_THIS_TABLE
    if position.phase != PLAYING:
        if position.phase == CLAIMS and verb in (PIDO_FLOR, MOSTRAR, DENUNCIA):
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
    offer = offer_of(table, position, seat)
    said = [call for call in offer.calls if call.verb == verb]
    if any(_allows(call, arg) for call in said):  # publicly allowed: it is the seat's own cards
        if verb in table.holders_words:
            return Reason.NO_FLOR
        if verb == MOSTRAR:
            return Reason.NO_SUCH_CARD
        if has_flor:
            return Reason.FLOR_FIRST
    elif arg != NO_ARGUMENT and any(isinstance(call, Range) for call in said):
        return Reason.BAD_NUMBER
    if verb in CARD_VERBS:
        return _why_no_card(table, position, seat, verb, offer)
    if verb in (PIDO_FLOR, MOSTRAR, DENUNCIA):
        return Reason.NOT_AVAILABLE
    if verb in (FLOR, ALEY):
        own = table.rules.flor is not None and table.rules.flor.partners == "own"
        return (_why_not_my_own if own else _why_no_flor)(table, position, seat)
    if verb in table.envido_words:
        return _why_no_envido(table, position, seat, verb)
    if any(step.verb == verb for step in table.rules.truco.steps):
        return _why_no_truco(table, position, seat, verb)
    if verb == MAZO:
        return _why_no_mazo(table, position, seat)
    return _why_no_answer(table, position, seat, verb)


def _allows(call: Legal, arg: int) -> bool:
    return call.low <= arg <= call.high if isinstance(call, Range) else call.arg == arg


def at_this_table(table: Table, verb: str, arg: int = NO_ARGUMENT) -> bool:
    """Whether the table's options have this word at all, with a number or without."""
    flor = table.rules.flor
    if verb in table.flor_words:
        return True
    blind = table.rules.blind
    if verb in BLIND_VERBS:
        return blind is not None and (verb == VER or any(verb == one.verb for one in blind.calls))
    if verb in PART_VERBS:
        return blind is not None
    if verb == DESCARTA:
        return table.rules.gallo.four_cards
    if verb == DENUNCIA:
        return table.rules.denounce > 0
    if verb == INTERFIERE:
        return table.rules.duels is not None and table.rules.duels.interference > 0
    if verb == PIDO_FLOR:
        return flor is not None and flor.claim > 0
    special = table.rules.special
    if verb == MOSTRAR:
        return table.rules.show.claim or (special is not None and special.claim_unbeatable)
    if verb in (JOGA, CORRE):
        return special is not None
    if verb == PLACE:
        return special is not None and special.ferro == "blind"
    if verb == STACK:
        return table.rules.tricks.after_tie == "stack"
    if verb == MAZO:
        return table.rules.leave.exists
    if verb in (TENGO, BUENAS):
        return table.rules.envido.manual
    for call in table.rules.envido.calls:
        if call.verb == verb:
            return call.bare if arg == NO_ARGUMENT else call.high > 0
    return verb in (PLAY, COVER, QUIERO, NO_QUIERO) or any(
        step.verb == verb for step in table.rules.truco.steps
    )


def _why_not_blind(table: Table, position: Position, seat: int, verb: str) -> Reason:
    """Before the hand has begun: somebody may call blind, or has a card to put away."""
    if verb in BLIND_VERBS:
        if position.blind == NOBODY:
            return Reason.TOO_LATE
        return Reason.ONLY_PIE
    if seat == position.blind or seat == position.discard:
        return Reason.NO_SUCH_CARD if verb == DESCARTA else Reason.ANSWER_FIRST
    return Reason.NOT_YOUR_TURN


def _why_no_blind_answer(table: Table, position: Position, seat: int, verb: str) -> Reason:
    """TR-COM-02: nothing else happens until the other pie has answered."""
    top = position.stack[-1]
    if verb not in (QUIERO, NO_QUIERO, *PART_VERBS):
        return Reason.ANSWER_FIRST
    if table.sides[seat] == top.side:
        return Reason.OWN_CALL
    return Reason.NOT_AVAILABLE if may_answer(table, position, seat) else Reason.ONLY_PIE


def _why_no_card(table: Table, position: Position, seat: int, verb: str, offer: Offer) -> Reason:
    if seat != position.turn:
        return Reason.NOT_YOUR_TURN
    if offer.lay == NO_CARD:
        return Reason.ANSWER_FIRST
    if (verb == STACK) != (offer.lay == PILES):
        return Reason.NOT_AVAILABLE
    if verb == COVER and offer.lay != EITHER:
        return Reason.NO_COVER
    return Reason.NO_SUCH_CARD


def _why_no_flor(table: Table, position: Position, seat: int) -> Reason:
    late = position.opened >> seat & 1 and not _may_lie(table)
    if position.flor != OPEN or late:
        return Reason.TOO_LATE
    top = position.stack[-1] if position.stack else None
    if top is not None and (seat == position.turn or top.game == ENVIDO_GAME):
        return Reason.OWN_CALL
    return Reason.NOT_YOUR_TURN


def _why_not_my_own(table: Table, position: Position, seat: int) -> Reason:
    """A flor, or *a ley*, where each says his own (VE-FLO-03 to VE-FLO-06)."""
    if not may_say_own(position, seat):
        return Reason.TOO_LATE
    if position.stack:
        return Reason.ANSWER_FIRST
    return Reason.NOT_YOUR_TURN if seat != position.turn else Reason.NOT_AVAILABLE


def _why_pending(table: Table, position: Position, seat: int) -> Reason:
    """Why a new word must wait for the one that is pending."""
    top = position.stack[-1]
    if table.sides[seat] != asked_side(table, position, top):
        return Reason.OWN_CALL
    return _why_not_my_answer(table, position, seat) or Reason.NOT_AVAILABLE


def _why_not_my_answer(table: Table, position: Position, seat: int) -> Reason | None:
    top = position.stack[-1]
    if may_answer(table, position, seat):
        return None
    if top.said_no >> seat & 1:
        return Reason.NOT_AVAILABLE
    if top.game in (FLOR_GAME, FLOR_PARTNERS):
        flor = table.rules.flor
        own = flor is not None and flor.partners == "own"
        return Reason.NOT_AVAILABLE if own or top.asked >> seat & 1 else Reason.NO_FLOR
    if top.game == DECLARATION:
        return Reason.NOT_YOUR_TURN
    return Reason.ONLY_PIE


def _why_no_envido(table: Table, position: Position, seat: int, verb: str) -> Reason:
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
        return Reason.TOO_LATE  # UY-ENV-02: he has said truco or quiero
    if top is not None and top.said_no >> seat & 1:
        return Reason.NOT_AVAILABLE
    if not table.rules.envido.pies_only or seat == pie(table, position, table.sides[seat]):
        return Reason.NOT_AVAILABLE  # VE-ENV-04: only a raise; VE-FLO-07: no a ley now
    return Reason.ONLY_PIE


def _why_no_truco(table: Table, position: Position, seat: int, verb: str) -> Reason:
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


def _why_no_mazo(table: Table, position: Position, seat: int) -> Reason:
    """AR-MAZ-08: not over a call of one's own; GA-FOL-01: not out of turn, not over any."""
    if position.stack and table.sides[seat] != asked_side(table, position, position.stack[-1]):
        return Reason.OWN_CALL
    return Reason.ANSWER_FIRST if position.stack else Reason.NOT_YOUR_TURN


def _why_no_answer(table: Table, position: Position, seat: int, verb: str) -> Reason:
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
        # An answer to something else than what must be answered first.
        return Reason.NOTHING_TO_ANSWER if verb not in (QUIERO, NO_QUIERO) else Reason.ANSWER_FIRST
    if top.game == DECLARATION and top.seat == NOBODY and seat != first_in(position):
        return Reason.NOT_YOUR_TURN  # AR-ENV-17: the mano speaks first
    if table.sides[seat] != asked_side(table, position, top):
        return Reason.OWN_CALL
    return _why_not_my_answer(table, position, seat) or Reason.NOT_AVAILABLE

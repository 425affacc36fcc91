"""The envido (AR-ENV), and what a falta is worth (AR-FAL): calls, raises, answers, declarations."""

from collections.abc import Callable
from typing import Final, Protocol

from msgspec.structs import replace

from engine.actions import BUENAS, NO_ARGUMENT, QUIERO, TENGO
from engine.events import Answered, Declared
from engine.moves.draft import Draft
from engine.moves.negotiation import (
    close_flor,
    everyone_refused,
    lapse_truco,
    open_call,
    pop_call,
    raise_call,
)
from engine.moves.scoring import win, win_shown
from engine.numbers import BIT, NO_NUMBER, NO_SIDE, NOBODY, Seat, Side
from engine.rules.rule_set import UNLIMITED, RuleSet
from engine.state.facts import ENVIDO_POINTS, FLOR_POINTS, HAS_FLOR
from engine.state.state import (
    ACCEPTED,
    CALLED,
    DECLARATION,
    ENVIDO_GAME,
    ENVIDO_POINTS_KIND,
    FLOR_POINTS_KIND,
    GAME_NAMES,
    REFUSED,
    Bet,
    DueProof,
    Pending,
    other,
)
from engine.state.ties import ALTERNATING, prevails

# --- formulas --------------------------------------------------------------------------------


class FormulaInput(Protocol):
    """The values that a formula reads. A draft has them; so has the class of a reader that works
    out the points of a call beforehand."""

    @property
    def rules(self) -> RuleSet:
        """The rules of the table."""

    @property
    def is_duel(self) -> bool:
        """Whether the running contest is one of several in this deal."""

    def by_side(self) -> tuple[int, int]:
        """The score of the two sides."""


def _chico_en_malas(rules: RuleSet, score: tuple[int, ...], winner: Side) -> int:
    """AR-FAL-01: when both sides are in malas, the winner takes the whole game; otherwise the
    points that the leader lacks."""
    if max(score) < rules.match.buenas:
        return rules.match.target - score[winner]
    return rules.match.target - max(score)


def _to_buenas(rules: RuleSet, score: tuple[int, ...], winner: Side) -> int:
    """AR-FAL-02: a leader in malas lacks the points up to the buenas."""
    if max(score) < rules.match.buenas:
        return rules.match.buenas - max(score)
    return rules.match.target - max(score)


def missing(rules: RuleSet, points: int) -> int:
    """TR-MAT-05: how many points a side with ``points`` lacks to the end of its half of the game,
    malas or buenas."""
    half, target = rules.match.buenas, rules.match.target
    return half - points if points < half else target - points


FALTA: Final[dict[str, Callable[[RuleSet, tuple[int, ...], Side], int]]] = {
    "leader_shortfall": lambda rules, score, winner: rules.match.target - max(score),
    "chico_en_malas": _chico_en_malas,
    "to_buenas": _to_buenas,
    "loser_shortfall": lambda rules, score, winner: rules.match.target - score[other(winner)],
    "loser_chico": lambda rules, score, winner: missing(rules, score[other(winner)]),
}
"""The points that a falta pays, from the score of both sides and the winner (AR-FAL-02, TR-ENV-18):
what the leader or the loser lacks to the target, or the loser to the end of its half of the
game."""


def falta(draft: FormulaInput, winner: Side) -> int:
    """The points that a falta would pay ``winner`` now. At least 1, because with ``more_points`` a
    game goes on after a tie above the target."""
    formula = FALTA[draft.rules.envido.falta]
    return max(1, formula(draft.rules, draft.by_side(), winner))


def falta_here(draft: FormulaInput, winner: Side) -> int:
    """The worth of a falta in the running contest. In a duel it is exactly the cap (AR-PIC-04,
    UY-SEI-03)."""
    duels = draft.rules.duels
    if draft.is_duel and duels is not None and duels.cap < draft.rules.match.target:
        return duels.cap
    return falta(draft, winner)


def _level(draft: FormulaInput, winner: Side) -> int:
    """*A igualar* (TR-ENV-17): a winner that is behind gets the difference of the scores; a winner
    that leads gets what it lacks to the end of its half of the game."""
    score = draft.by_side()
    behind = score[other(winner)] - score[winner]
    return behind if behind > 0 else missing(draft.rules, score[winner])


FORMULAS: Final[dict[str, Callable[[FormulaInput, Side], int]]] = {
    "falta": falta_here,
    "level": _level,
    "loser_home": lambda draft, winner: draft.rules.match.target - draft.by_side()[other(winner)],
}
"""Formulas that a call may have in place of a number, and that may limit what an envido pays. Each
takes the draft and the side that wins. ``loser_home``: TR-ENV-14."""


REFUSED_PAYS: Final[dict[str, Callable[[int, int], int]]] = {
    "accepted_sum": lambda before, refused: max(1, before),  # AR-ENV-06
    "one_per_word": lambda before, refused: refused + 1,  # TR-ENV-10: 1 for each call
    "one": lambda before, refused: 1,  # TR-ENV-17
}
"""The points of a refused call: functions of two numbers of points. The first is the sum that was
accepted before the call; the second is what a refusal of the call before it would have paid."""


def _capped(draft: FormulaInput, points: int) -> int:
    """AR-PIC-04: in a duel the envido never pays more than the cap, wanted or refused."""
    duels = draft.rules.duels
    if draft.is_duel and duels is not None and duels.caps_all:
        return min(points, duels.cap)
    return points


def worth(draft: FormulaInput, pending: Pending, winner: Side) -> int:
    """The points that a pending envido, once it is accepted, pays this side if it wins."""
    rules = draft.rules.envido
    formula = rules.calls[pending.step].formula
    points = _capped(draft, FORMULAS[formula](draft, winner) if formula else pending.wanted)
    if formula and rules.floor:
        points = max(points, pending.refused)  # VE-ENV-06
    if rules.cap:
        points = min(points, FORMULAS[rules.cap](draft, winner))  # UY-ENV-08
    return points


# --- calls and answers ----------------------------------------------------------------------


def call(draft: Draft, seat: Seat, verb: str, number: int = NO_ARGUMENT) -> None:
    """Open the envido, or raise the pending one (AR-ENV-05: a raise accepts what precedes it)."""
    rules = draft.rules.envido
    calls = rules.calls
    step = next(index for index, known_call in enumerate(calls) if known_call.verb == verb)
    said = calls[step]
    _knows_no_flor(draft, seat)
    top = draft.stack[-1] if draft.stack else None
    if top is not None and top.game != ENVIDO_GAME:
        top = None
    before, refused = (0, 0) if top is None else (top.wanted, top.refused)
    counts = [0] * len(calls) if top is None else list(top.counts)
    if said.times < UNLIMITED:
        counts[step] += 1
    adds = said.adds if number == NO_ARGUMENT else number * said.each
    pays = REFUSED_PAYS[said.refused or rules.refused]
    pending = Pending(
        ENVIDO_GAME,
        draft.table.sides[seat],
        seat,
        step,
        counts=tuple(counts),
        wanted=0 if said.formula else said.flat or before + adds,
        refused=_capped(draft, pays(before, refused)),
        adds=adds if rules.at_least else 0,
    )
    draft.envido = CALLED
    if said.ley:
        draft.ley = seat
    spoken = NO_NUMBER if number == NO_ARGUMENT else number
    if top is not None:
        raise_call(draft, pending, verb, spoken)
    else:
        open_call(draft, pending, verb, spoken)


def _knows_no_flor(draft: Draft, seat: Seat) -> None:
    """AR-FLO-03: a seat with a flor may not call or accept an envido. So everybody learns that this
    seat has none."""
    flor = draft.rules.flor
    if flor is not None and flor.obligatory:
        draft.learn(HAS_FLOR, seat, "envido.no_flor", 0, 0)


def refuse(draft: Draft, seat: Seat) -> None:
    """*No quiero*: the side of the last caller gets the points of the refusal (AR-ENV-06)."""
    if everyone_refused(draft, seat):
        settle_refused(draft)


def settle_refused(draft: Draft) -> None:
    """Settles the pending envido when the asked side has refused it."""
    top = pop_call(draft)
    draft.envido = REFUSED
    close_flor(draft, "refused")
    win(draft, ENVIDO_POINTS_KIND, top.side, top.refused, "envido.refused")
    lapse_truco(draft)


def accept(draft: Draft, seat: Seat) -> None:
    """*Quiero*: the points are declared, by the program or by the players."""
    _knows_no_flor(draft, seat)
    draft.speak(seat, QUIERO)
    draft.events.append(Answered(seat, GAME_NAMES[ENVIDO_GAME], QUIERO, True, False))
    settle_accepted(draft)


def settle_accepted(draft: Draft) -> None:
    """Settles the pending envido when it has been accepted."""
    top = pop_call(draft)
    draft.envido = ACCEPTED
    close_flor(draft, "accepted")
    if draft.rules.envido.at_end:
        bet = Bet(ENVIDO_POINTS_KIND, top.side, top.step, top.wanted, top.refused, True)
        draft.bets = (*draft.bets, bet)
        lapse_truco(draft)
        return
    if draft.rules.envido.manual:
        declaration = Pending(
            DECLARATION, NO_SIDE, NOBODY, top.step, wanted=top.wanted, refused=top.refused
        )
        draft.stack = (*draft.stack, declaration)
        return
    _pay_declared(draft, top)
    lapse_truco(draft)


def settle_bets(draft: Draft) -> None:
    """The hand is over: the points of an accepted envido are compared (VE-ENV-03)."""
    bets = tuple(bet for bet in draft.bets if bet.kind == ENVIDO_POINTS_KIND)
    draft.bets = ()
    for bet in bets:
        called = Pending(
            ENVIDO_GAME, bet.side, NOBODY, bet.step, wanted=bet.wanted, refused=bet.refused
        )
        _pay_declared(draft, called)


def _pay_declared(draft: Draft, called: Pending) -> None:
    winner = _declare_all(draft)
    side = draft.table.sides[winner]
    article = _article(draft, called)
    points = worth(draft, called, side)
    if _plays_his_flor(draft, winner):
        draft.proofs = (*draft.proofs, DueProof(FLOR_POINTS_KIND, winner))
        win(draft, ENVIDO_POINTS_KIND, side, points, article)
    else:
        win_shown(draft, ENVIDO_POINTS_KIND, side, points, article, (winner,))


def _plays_his_flor(draft: Draft, seat: Seat) -> bool:
    """VE-FLO-07: whether this seat called an envido with *a ley* and has said its flor since. Then
    the value of its flor counts as its points."""
    return seat == draft.ley and bool(draft.flores >> seat & 1)


def _points_of(draft: Draft, seat: Seat) -> int:
    table = draft.table
    worth = table.flor_points if _plays_his_flor(draft, seat) else table.envido_points
    return worth(draft.dealt_to(seat), draft.turned)


def _learn_points(draft: Draft, seat: Seat, low: int, high: int) -> None:
    kind = FLOR_POINTS if _plays_his_flor(draft, seat) else ENVIDO_POINTS
    draft.learn(kind, seat, "envido.declared", low, high)


def _article(draft: Draft, pending: Pending) -> str:
    """The key of the article by which an accepted call pays: ``envido.accepted``, ``envido.falta``
    ..."""
    return f"envido.{draft.rules.envido.calls[pending.step].formula or 'accepted'}"


def _declare_all(draft: Draft) -> Seat:
    """The program states the points for everyone, and says no more than the order of speaking
    requires (AR-ENV-10, AR-ENV-11). Returns the winner; with equal points the table's rule decides
    (AR-ENV-12, UY-ENV-09, GA-ENV-07).

    The seats speak from the mano on. A seat that beats the best number so far states its own;
    another one says "son buenas". The partners of the seat that leads keep silent until their side
    has been beaten.
    """
    table, contest = draft.table, draft.contest
    tie = draft.rules.envido.tie
    waiting = list(draft.everyone_in())
    leader = waiting.pop(0)
    best = _points_of(draft, leader)
    _state(draft, leader, best)
    last = leader
    while True:
        for seat in contest if tie == ALTERNATING else table.order_from(contest, last)[1:]:
            if seat in waiting and table.sides[seat] != table.sides[leader]:
                break
        else:
            return leader
        waiting.remove(seat)
        last = seat
        points = _points_of(draft, seat)
        level = prevails(table, tie, contest, seat, leader)
        if points > best or (points == best and level):
            leader, best = seat, points
            _state(draft, seat, points)
        else:
            _learn_points(draft, seat, 0, best - level)
            draft.speak(seat, BUENAS)
            draft.events.append(Declared(seat, NO_NUMBER, True))


def _state(draft: Draft, seat: Seat, points: int) -> None:
    _learn_points(draft, seat, points, points)
    draft.speak(seat, TENGO, points)
    draft.events.append(Declared(seat, points, True))


# --- spoken declarations (AR-ENV-17) --------------------------------------------------------


def declare(draft: Draft, seat: Seat, points: int) -> None:
    """*Tengo N*: this seat now leads; the other side has to speak."""
    top = draft.stack[-1]
    draft.speak(seat, TENGO, points)
    draft.events.append(Declared(seat, points, False))
    if draft.rules.denounce:
        draft.stated |= BIT << seat
        draft.statements = (*draft.statements, (draft.duel, seat, points))
    pending = replace(top, side=draft.table.sides[seat], seat=seat, best=points)
    draft.stack = (*draft.stack[:-1], pending)


def give_up(draft: Draft, seat: Seat) -> None:
    """*Son buenas*: gives up for the whole side and closes the declaration."""
    draft.speak(seat, BUENAS)
    draft.events.append(Declared(seat, NO_NUMBER, False))
    settle_declared(draft)


def settle_declared(draft: Draft) -> None:
    """The leader of the declaration has won. The number that it stated is checked later
    (AR-ENV-14)."""
    top = pop_call(draft)
    points = worth(draft, top, top.side)
    article = _article(draft, top)
    win_shown(draft, ENVIDO_POINTS_KIND, top.side, points, article, (top.seat,), stated=top.best)
    lapse_truco(draft)


def abandon_declaration(draft: Draft, side: Side) -> None:
    """A side leaves while it should state its points, and the other side wins the envido
    (AR-ENV-17; this rule is our own).

    If nobody has stated a number yet, nothing has to be checked later.
    """
    top = draft.stack[-1]
    if top.seat != NOBODY:
        settle_declared(draft)
        return
    pop_call(draft)
    points = worth(draft, top, other(side))
    win(draft, ENVIDO_POINTS_KIND, other(side), points, _article(draft, top))
    lapse_truco(draft)

"""How a robot bets on the envido and on the flor, and how it states its points."""

from collections.abc import Callable
from functools import partial
from typing import Final

from msgspec import Struct

from engine.actions import (
    BUENAS,
    NO_QUIERO,
    QUIERO,
    TENGO,
    Action,
    Legal,
    Range,
)
from engine.guard.flor import FLOR_CALL, flor_raise
from engine.numbers import NO_SEATS, Seats
from engine.robots.situation import Situation
from lab.first_robot.flores import plainly
from lab.first_robot.hidden_cards import envido_rank, range_start, slope
from lab.first_robot.judgement import Judgement

OPENS: Final = 0.12
"""A robot opens the envido if that is worth at least so many points more than silence."""
FISHES: Final = 0.25
"""How often a robot with great points keeps silent, so that the others call the envido."""
GREAT: Final = 0.9
"""From this rank on points are great. A rank, from 0 to 1, is how often points beat those of a
random hand."""
WEAK: Final = 0.6
"""A robot bets on points below this rank only as a bluff."""
BLUFFS: Final = 0.25
"""How often a robot bets as a bluff: on weak points, or on a flor that is worse than ``EVEN``."""
EVEN: Final = 0.5
"""A robot bets on a flor with a lower chance of winning than this only as a bluff."""
SMALL: Final = 3.5
"""A bet that risks no more points than this is open to any points."""
LARGE: Final = 7.5
"""A bet that risks more points than this needs the rank ``NERVE_FOR_ALL``."""
NERVE: Final = 0.7
"""The lowest rank of one's own points for a bet that risks more than ``SMALL``."""
NERVE_FOR_ALL: Final = 0.92
"""The lowest rank of one's own points for a bet that risks more than ``LARGE``."""
DEFENCE: Final = 1.1
"""If the others accepted a bet just often enough, a bluff would gain nothing. They are expected to
accept so many times as often."""
HIGHER: Final = 3
"""Of a call with a free number the robot considers the lowest number, and the one that is so much
higher."""
STEPS: Final = 12
"""When no deal is imagined: into how many equal parts the possible points of the others are
divided."""


class Comparison(Struct, frozen=True):
    """How points compare in one imagined deal."""

    weight: float
    """How likely this deal is; the sum over all is 1."""
    win: float
    """How surely my side wins, from 0 to 1."""
    rival: float
    """How good the points of the other side are, from 0 to 1."""


# --- the envido -------------------------------------------------------------------------------


def compare_envido(judgement: Judgement) -> list[Comparison]:
    """How the envidos of both sides compare in each imagined deal. Without imagined deals: for
    several equally likely points of the others."""
    situation = judgement.situation
    seats = [seat for seat in situation.contest if not situation.position.gone >> seat & 1]
    if not judgement.guesses:
        return _compare_blindly(judgement)
    found: list[Comparison] = []
    for guess in judgement.guesses:
        points = {
            seat: situation.table.envido_points(guess.dealt[seat], situation.view.turned)
            for seat in seats
        }
        best = max(points.values())
        winner = next(seat for seat in seats if points[seat] == best)
        mine = situation.table.sides[winner] == situation.table_side
        rank = envido_rank(situation, situation.rivals[0], guess.dealt) if situation.rivals else 0.0
        found.append(Comparison(guess.weight, 1.0 if mine else 0.0, rank))
    return found


def _compare_blindly(judgement: Judgement) -> list[Comparison]:
    situation = judgement.situation
    own = situation.scale.envido_rank(
        situation.table.envido_points(judgement.view.dealt, judgement.view.turned)
    )
    found: list[Comparison] = []
    for step in range(STEPS):
        rank = (step + 0.5) / STEPS
        single = rank ** (1 / situation.per_side)
        win = 1.0 if own > single else 0.0
        if situation.partners:
            win = max(win, 1 - single ** len(situation.partners))
        found.append(Comparison(1 / STEPS, win, rank))
    return found


def open_envido(judgement: Judgement) -> Action | None:
    """The envido to open with; ``None``: silence is better, or no envido is offered."""
    situation = judgement.situation
    calls = situation.rules.envido.calls
    offered = [(step, *said) for step in range(len(calls)) for said in _sayable(judgement, step)]
    if not offered:
        return None
    own = situation.scale.envido_rank(
        situation.table.envido_points(judgement.view.dealt, judgement.view.turned)
    )
    waiting = any(not situation.position.opened >> seat & 1 for seat in situation.rivals)
    if (
        own >= GREAT
        and waiting
        and not situation.position.stack
        and judgement.rng.random() < FISHES
    ):
        judgement.fishing = True
        return None
    if own < WEAK and judgement.rng.random() >= BLUFFS:
        return None
    chances = compare_envido(judgement)
    silent = situation.stakes.won(0) + OPENS * situation.stakes.unit
    options: list[tuple[float, Action]] = [
        (_bet(situation, chances, step, adds, situation.capped(1)), action)
        for step, adds, action in offered
        if _has_nerve(situation, step, adds, own)
    ]
    if not options:
        return None
    best = judgement.prefer(options)
    value = next(value for value, action in options if action is best)
    return best if judgement.worthwhile(value, silent) else None


def answer_envido(judgement: Judgement) -> Action | None:
    """The answer to a pending envido; ``None`` when none of the answers is offered."""
    situation = judgement.situation
    top = situation.top
    assert top is not None, "nothing to answer"
    chances = compare_envido(judgement)
    stakes = situation.stakes
    options: list[tuple[float, Legal]] = []
    quiero, no = judgement.offered(QUIERO), judgement.offered(NO_QUIERO)
    if quiero is not None:
        mine, theirs = situation.envido_worth(top.step, top.wanted)
        chance = sum(one.weight * one.win for one in chances)
        options.append((chance * stakes.won(mine) + (1 - chance) * stakes.lost(theirs), quiero))
    if no is not None and not (options and stakes.loses_all(top.refused)):
        options.append((stakes.lost(top.refused), no))
    own = situation.scale.envido_rank(
        situation.table.envido_points(judgement.view.dealt, judgement.view.turned)
    )
    bold = own >= WEAK or judgement.rng.random() < BLUFFS
    for step in range(len(situation.rules.envido.calls)):
        for adds, higher in _sayable(judgement, step):
            if bold and _has_nerve(situation, step, top.wanted + adds, own):
                refused = situation.capped(max(1, top.wanted))
                value = _bet(situation, chances, step, top.wanted + adds, refused)
                options.append((value, higher))
    return judgement.prefer(options) if options else None


def _sayable(judgement: Judgement, step: int) -> list[tuple[int, Action]]:
    """The forms of a call that the robot considers, as (points that it adds, action).

    Of a call with a free number these are the lowest number and one that is higher by ``HIGHER``. A
    number that means the same as the call without a number is left out: nobody says "dos envido"
    for an envido.
    """
    call = judgement.situation.rules.envido.calls[step]
    found: list[tuple[int, Action]] = []
    for legal in judgement.situation.offered.get(call.verb, ()):
        if isinstance(legal, Action):
            found.append((call.adds, legal))
            continue
        for number in dict.fromkeys((legal.low, min(legal.low + HIGHER, legal.high))):
            if not (call.bare and number * call.each == call.adds):
                found.append((number * call.each, Action(legal.seat, legal.verb, number)))
    return found


def _has_nerve(situation: Situation, step: int, wanted: int, own: float) -> bool:
    """Whether points of the rank ``own`` are good enough for this bet.

    The more points the bet may lose, the better they must be. A point counts less when the game is
    nearly lost anyway.
    """
    _, theirs = situation.envido_worth(step, wanted)
    risk = (situation.stakes.won(0) - situation.stakes.lost(theirs)) / situation.stakes.unit
    if risk <= SMALL:
        return True
    return own >= (NERVE if risk <= LARGE else NERVE_FOR_ALL)


def _bet(
    situation: Situation, chances: list[Comparison], step: int, wanted: int, refused: int
) -> float:
    """The chance of winning the game after this envido call. The others refuse it or accept it, by
    how good their points are in each imagined deal.

    ``wanted``, ``refused``: what it pays accepted (unless a formula decides), and refused.
    """
    mine, theirs = situation.envido_worth(step, wanted)
    points = 0 if situation.rules.envido.calls[step].formula else wanted
    start = range_start(situation, points)
    stakes = situation.stakes
    need = stakes.turned().break_even(max(mine, theirs), refused)
    # The others do not refuse so often that a bet on any points would pay.
    gain, risk = stakes.won(refused) - stakes.won(0), stakes.won(0) - stakes.lost(theirs)
    seen = gain / (gain + risk) if gain + risk > 0 else 0.0
    middle = min(start + (1 - start) * 0.9 * need, 1 - DEFENCE * seen)
    return _value(situation, chances, mine, theirs, refused, lambda rank: slope(rank, middle, 0.06))


def _value(
    situation: Situation,
    chances: list[Comparison],
    mine: int,
    theirs: int,
    refused: int,
    accepts: Callable[[float], float],
) -> float:
    """The chance of winning the game after a bet.

    It pays my side ``mine`` or the others ``theirs`` if accepted, my side ``refused`` if not.
    ``accepts``: by how good the points of the others are, how likely they accept.
    """
    stakes = situation.stakes
    won, lost, folded = stakes.won(mine), stakes.lost(theirs), stakes.won(refused)
    value = 0.0
    for one in chances:
        seen = accepts(one.rival)
        value += one.weight * ((1 - seen) * folded + seen * (one.win * won + (1 - one.win) * lost))
    return value


# --- the flor -----------------------------------------------------------------------------------


def answer_flor(judgement: Judgement) -> Action | None:
    """The answer to a flor or a flor bet; ``None`` when none of the answers is offered."""
    situation = judgement.situation
    top, flor = situation.top, situation.rules.flor
    assert top is not None, "nothing to answer"
    assert flor is not None, "a flor at a table without flor"
    chances = compare_flor(judgement)
    chance = sum(one.weight * one.win for one in chances)
    stakes = situation.stakes
    options: list[tuple[float, Legal]] = []
    call = flor.calls[top.step]
    quiero, achico = judgement.offered(call.accept), judgement.offered(call.decline)
    refused = situation.flor_pays(call.refused, top.side, mine=False)
    if quiero is not None:
        mine = situation.flor_pays(call.wanted, top.side, mine=True)
        theirs = situation.flor_pays(call.wanted, top.side, mine=False)
        options.append((chance * stakes.won(mine) + (1 - chance) * stakes.lost(theirs), quiero))
    if achico is not None and not (options and stakes.loses_all(refused)):
        options.append((stakes.lost(refused), achico))
    said = plainly(judgement)
    if said is not None:
        mine = situation.flor_pays(call.wanted, top.side, mine=True)
        theirs = situation.flor_pays(call.wanted, top.side, mine=False)
        options.append((chance * stakes.won(mine) + (1 - chance) * stakes.lost(theirs), said))
    bold = chance >= EVEN or judgement.rng.random() < BLUFFS
    for step, raised in enumerate(flor.calls):
        offered = judgement.offered(raised.verb)
        if not bold or offered is None or flor_raise(situation.table, top, raised.verb) != step:
            continue
        middle, width = 0.5, 0.1  # how good a flor has to be to accept it, and how sharp that is
        if raised.wanted.formula:
            middle, width = (0.7 if top.step == FLOR_CALL else 0.75), 0.08
        value = _value(
            situation,
            chances,
            situation.flor_pays(raised.wanted, situation.table_side, mine=True),
            situation.flor_pays(raised.wanted, situation.table_side, mine=False),
            situation.flor_pays(raised.refused, situation.table_side, mine=True),
            partial(_accepts, middle, width),
        )
        options.append((value, offered))
    return judgement.prefer(options) if options else None


def _asked(situation: Situation) -> Seats:
    """The seats that have to answer and therefore hold a flor (VE-FLO-04)."""
    top = situation.top
    return top.asked if top is not None else NO_SEATS


def _accepts(middle: float, width: float, rank: float) -> float:
    """How likely a side whose best flor has this rank accepts a bet."""
    return slope(rank, middle, width)


def compare_flor(judgement: Judgement) -> list[Comparison]:
    """How the flores of both sides compare in each imagined deal. Without imagined deals: for
    several equally likely flores of the others."""
    situation = judgement.situation
    table = situation.table
    seats = [
        seat
        for seat in situation.contest
        if (situation.position.flores | _asked(situation)) >> seat & 1
        and not situation.position.gone >> seat & 1
    ]
    rivals = [seat for seat in seats if seat in situation.rivals]
    holds = table.has_flor(judgement.view.dealt, judgement.view.turned)
    own = table.flor_points(judgement.view.dealt, judgement.view.turned) if holds else 0
    if not judgement.guesses:
        # A seat without a flor answers for a partner whose flor it cannot see (GA-FIN-02).
        rank = situation.scale.flor_rank(own) if holds else 0.5
        return [
            Comparison(1 / STEPS, 1.0 if rank > (step + 0.5) / STEPS else 0.0, (step + 0.5) / STEPS)
            for step in range(STEPS)
        ]
    found: list[Comparison] = []
    for guess in judgement.guesses:
        values = {
            seat: table.flor_points(guess.dealt[seat], judgement.view.turned) for seat in seats
        }
        best = max(values.values(), default=own)
        winner = next((seat for seat in seats if values[seat] == best), judgement.view.seat)
        mine = table.sides[winner] == situation.table_side
        rank = max((situation.scale.flor_rank(values[seat]) for seat in rivals), default=0.0)
        found.append(Comparison(guess.weight, 1.0 if mine else 0.0, rank))
    return found


# --- stating the number -------------------------------------------------------------------------


def declare(judgement: Judgement) -> Action | None:
    """State the true points if they may be stated, or else say *son buenas*."""
    points = judgement.situation.table.envido_points(judgement.view.dealt, judgement.view.turned)
    tengo = judgement.offered(TENGO)
    if isinstance(tengo, Range) and tengo.low <= points <= tengo.high:
        return Action(judgement.view.seat, TENGO, points)
    buenas = judgement.offered(BUENAS)
    return buenas if isinstance(buenas, Action) else None

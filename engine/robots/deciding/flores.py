"""A robot's bets on the flor; and where each seat says its own (VE-FLO), its choice to hide it."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from engine.actions import ALEY, FLOR, Action, Legal
from engine.guard.flor import FLOR_CALL, flor_raise
from engine.numbers import NO_SEATS, Seat, Seats
from engine.robots.deciding.comparisons import STEPS, Comparison, bet_worth, win_chance
from engine.robots.deciding.judgement import Judgement
from engine.robots.deciding.mixes import Mix
from engine.robots.imagining.likelihood import slope
from engine.robots.reading.situation import Situation
from engine.state.state import OPEN
from engine.state.ties import first_of

HIDES: Final = 0.35
"""How often a robot says *a ley* on its first turn and hides its flor for a while."""
BOLD: Final = 0.4
"""A robot with a flor that beats at least this share of other flores calls an envido with *a
ley*."""
EVEN: Final = 0.5
"""A robot bets on a flor with a lower chance of winning than this only as a bluff ..."""
BLUFFS: Final = 0.25
"""... and makes such a bet this often."""


def need_not_say(judgement: Judgement) -> bool:
    """Whether the flor is a reservada, which counts also when it is not said. Saying it would annul
    an envido that its cards would win."""
    view, table = judgement.view, judgement.situation.table
    return judgement.situation.table.each_his_own and bool(table.reservada(view.dealt, view.turned))


def hides(judgement: Judgement) -> float:
    """How often this seat hides its flor for now: always once it has said *a ley*."""
    situation, seat = judgement.situation, judgement.view.seat
    if (
        not judgement.situation.table.each_his_own
        or situation.top is not None
        or not judgement.to_lay
        or need_not_say(judgement)
    ):
        return 0.0
    if situation.position.opened >> seat & 1 or situation.position.flores >> seat & 1:
        return 0.0
    if not judgement.situation.table.has_flor(judgement.view.dealt, judgement.view.turned):
        return 0.0  # a robot without a flor does not say *a ley*: its cards would show the lie
    if situation.position.aley >> seat & 1:
        return 1.0
    return HIDES if judgement.offered(ALEY) is not None else 0.0


def hide(judgement: Judgement) -> Action | None:
    """Say *a ley*, with an envido if the flor is good enough; ``None`` when this seat has said *a
    ley* before."""
    if judgement.situation.position.aley >> judgement.view.seat & 1:
        return None
    rank = judgement.situation.scale.flor_rank(
        judgement.situation.table.flor_points(judgement.view.dealt, judgement.view.turned)
    )
    bold = judgement.situation.position.envido == OPEN and rank >= BOLD
    said = judgement.offered("aleyenvido") if bold else None
    said = said or judgement.offered(ALEY)
    return said if isinstance(said, Action) else None


def announced(judgement: Judgement) -> float:
    """The worth of announcing a flor. In a deal where the others have one too, the flores are
    compared."""
    view, situation = judgement.view, judgement.situation
    table, stakes, flor = situation.table, situation.stakes, situation.rules.flor
    assert flor is not None, "a flor at a table without flor"
    own, wanted = table.flor_points(view.dealt, view.turned), flor.calls[FLOR_CALL].wanted
    mine, theirs = (
        max(flor.alone, situation.flor_pays(wanted, situation.table_side, we_win))
        for we_win in (True, False)
    )
    alone, won, lost = stakes.won(flor.alone), stakes.won(mine), stakes.lost(theirs)
    value = 0.0
    for guess in judgement.guesses:
        flores = {
            seat: table.flor_points(guess.dealt[seat], view.turned)
            for seat in situation.rivals
            if table.has_flor(guess.dealt[seat], view.turned)
        }
        worth = alone
        if flores:
            worth = won if winner(situation, flores | {view.seat: own}) == view.seat else lost
        value += guess.weight * worth
    return value if judgement.guesses else alone


def winner(situation: Situation, flores: Mapping[Seat, int]) -> Seat:
    """The seat that wins with these points of flores, also when they are equal (AR-FLO-10)."""
    best, rules = max(flores.values()), situation.rules.flor
    assert rules is not None, "a flor at a table without flor"
    tied = [seat for seat in flores if flores[seat] == best]
    return first_of(situation.table, rules.tie, situation.contest, tied)


def answer(judgement: Judgement) -> Mix:
    """The answer to a flor or a flor bet; undecided when none of the answers is offered."""
    situation = judgement.situation
    top, flor = situation.top, situation.rules.flor
    assert top is not None, "nothing to answer"
    assert flor is not None, "a flor at a table without flor"
    chances = compare(judgement)
    chance = win_chance(chances)
    stakes = situation.stakes
    call = flor.calls[top.step]
    refused = situation.flor_pays(call.refused, top.side, mine=False)
    mine, theirs = (situation.flor_pays(call.wanted, top.side, we_win) for we_win in (True, False))
    raises: list[tuple[float, Legal]] = []
    for step, raised in enumerate(flor.calls):
        offered = judgement.offered(raised.verb)
        if offered is None or flor_raise(situation.table, top, raised.verb) != step:
            continue
        middle, width = 0.5, 0.1  # how good a flor has to be to accept it, and how sharp that is
        if raised.wanted.formula:
            middle, width = (0.7 if top.step == FLOR_CALL else 0.75), 0.08
        value = bet_worth(
            situation,
            chances,
            situation.flor_pays(raised.wanted, situation.table_side, mine=True),
            situation.flor_pays(raised.wanted, situation.table_side, mine=False),
            situation.flor_pays(raised.refused, situation.table_side, mine=True),
            partial(slope, middle=middle, width=width),
        )
        raises.append((value, offered))
    # Where each seat says its own flor, that word accepts too (VE-FLO-04).
    words = (call.accept, FLOR) if situation.table.each_his_own else (call.accept,)
    return judgement.answers(
        (chance * stakes.won(mine) + (1 - chance) * stakes.lost(theirs), words),
        (stakes.lost(refused), call.decline),
        raises,
        1.0 if chance >= EVEN else BLUFFS,
        must=stakes.loses_all(refused),
    )


def _asked(situation: Situation) -> Seats:
    """The seats that have to answer and therefore hold a flor (VE-FLO-04)."""
    top = situation.top
    return top.asked if top is not None else NO_SEATS


def compare(judgement: Judgement) -> list[Comparison]:
    """The comparison of the flores of both sides in each imagined deal. Without imagined deals: for
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
        first = winner(situation, values) if values else judgement.view.seat
        mine = table.sides[first] == situation.table_side
        rank = max((situation.scale.flor_rank(values[seat]) for seat in rivals), default=0.0)
        found.append(Comparison(guess.weight, 1.0 if mine else 0.0, rank))
    return found

"""The comparison of envido points in imagined deals, and the calls that a robot considers."""

from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct

from engine.actions import Action
from engine.robots.deciding.judgement import Judgement
from engine.robots.imagining.likelihood import envido_rank
from engine.robots.reading.situation import Situation

HIGHER: Final = 3
"""Of a call with a free number the robot considers the lowest number, and the number that is higher
by this much."""
STEPS: Final = 12
"""The number of equal parts into which the possible points of the others are divided when no deal
is imagined."""


class Comparison(Struct, frozen=True):
    """The comparison of the points in one imagined deal."""

    weight: float
    """How likely this deal is; the sum over all is 1."""
    win: float
    """How surely my side wins, from 0 to 1."""
    rival: float
    """How good the points of the other side are, from 0 to 1."""


def win_chance(compared: Sequence[Comparison]) -> float:
    """How likely my side has the better points."""
    return sum(comparison.weight * comparison.win for comparison in compared)


def own_rank(judgement: Judgement) -> float:
    """How often the points of the robot's own envido beat those of a random hand, from 0 to 1."""
    table, view = judgement.situation.table, judgement.view
    return judgement.situation.scale.envido_rank(table.envido_points(view.dealt, view.turned))


def compare_envido(judgement: Judgement) -> list[Comparison]:
    """The comparison of the envidos of both sides in each imagined deal. Without imagined deals:
    for several equally likely points of the others."""
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
    own = own_rank(judgement)
    found: list[Comparison] = []
    for step in range(STEPS):
        rank = (step + 0.5) / STEPS
        single = rank ** (1 / situation.per_side)
        win = 1.0 if own > single else 0.0
        if situation.partners:
            win = max(win, 1 - single ** len(situation.partners))
        found.append(Comparison(1 / STEPS, win, rank))
    return found


def sayable(judgement: Judgement, step: int) -> list[tuple[int, Action]]:
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


def bet_worth(
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
    for comparison in chances:
        seen = accepts(comparison.rival)
        value += comparison.weight * (
            (1 - seen) * folded + seen * (comparison.win * won + (1 - comparison.win) * lost)
        )
    return value

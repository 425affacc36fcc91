"""The value of each step that a seat may take: in points, and in the chance of winning the game.

The numbers are a robot's opinion. They come from the deals that it imagines and from its
expectations of the others. The value of a card assumes that nobody says a word after it.
"""

from collections.abc import Mapping
from copy import copy

from msgspec import Struct

from engine.actions import (
    ACHICO,
    CORRE,
    COVER,
    FLOR,
    FLOR_QUIERO,
    MAZO,
    NO_QUIERO,
    PLAY,
    QUIERO,
    Action,
    Range,
)
from engine.robots.deciding import flores, points, truco
from engine.robots.deciding.comparisons import compare_envido, win_chance
from engine.robots.deciding.judgement import Judgement
from engine.robots.reading.situation import Situation
from engine.robots.reading.stakes import Stakes
from engine.state.state import ENVIDO_GAME, FLOR_GAME, TRUCO_GAME, Pending


class Estimate(Struct, frozen=True):
    """A robot's opinion of one step."""

    points: float
    """The points that its side wins in this hand after this step, less the points of the others."""
    chance: float
    """The chance of winning the game, from 0 to 1; the chance of winning the match if the step
    decides the match."""
    share: float
    """How often the robot takes this step in this situation, from 0 to 1; the sum over all steps is
    1."""


class _Points(Stakes):
    """Stakes in which every point up to the end of the game is worth one point."""

    def after(self, mine: int, theirs: int) -> float:
        mine, theirs = self.counted(mine, theirs)
        return min(mine, self.lacking) - min(theirs, self.lacking_theirs)

    def match_won(self) -> float:
        return float(self.lacking)

    def match_lost(self) -> float:
        return -float(self.lacking_theirs)


def estimates(judgement: Judgement, mix: Mapping[Action, float]) -> dict[Action, Estimate]:
    """The estimate of each offered step, with its share in ``mix``. For a word with a free number
    the numbers in the mix are listed, or the lowest number if the mix has none."""
    counted = in_points(judgement)
    listed: dict[Action, float] = {}
    for legal in judgement.view.offered:
        if isinstance(legal, Action):
            listed[legal] = mix.get(legal, 0.0)
            continue
        drawn = {action: share for action, share in mix.items() if _within(action, legal)}
        listed |= drawn or {Action(legal.seat, legal.verb, legal.low): 0.0}
    return {
        action: Estimate(
            worth(counted, action), min(max(worth(judgement, action), 0.0), 1.0), share
        )
        for action, share in listed.items()
    }


def _within(action: Action, legal: Range) -> bool:
    same = (action.seat, action.verb) == (legal.seat, legal.verb)
    return same and legal.low <= action.arg <= legal.high


def in_points(judgement: Judgement) -> Judgement:
    """The same deals and opinions, with results counted in points."""
    counted = copy(judgement)
    counted.situation = copy(judgement.situation)
    counted.situation.stakes = stakes_in_points(judgement.situation)
    return counted


def stakes_in_points(situation: Situation) -> Stakes:
    """The stakes, counted in points."""
    mine, theirs = situation.by_side
    stakes = _Points(situation.view.target, mine, theirs, most=situation.most)
    stakes.unit = 1.0
    return stakes


def worth(judgement: Judgement, action: Action) -> float:
    """The chance of winning the game after this step, or with results counted in points
    (:func:`in_points`), the points that it brings."""
    situation, stakes = judgement.situation, judgement.situation.stakes
    hand = judgement.view.worth
    if action.verb == MAZO:
        return stakes.lost(hand)
    if action.verb in (PLAY, COVER) and judgement.guesses:
        values = judgement.lay_values.get(situation.heights[action.arg])
        if values is not None:
            chance = judgement.average(values)
            return chance * stakes.won(hand) + (1 - chance) * stakes.lost(hand)
    top = situation.top
    if top is not None and action.verb in (NO_QUIERO, ACHICO, CORRE):
        return stakes.lost(top.refused)
    if top is not None and action.verb in (QUIERO, FLOR_QUIERO):
        return _accepted(judgement, top)
    if action.verb == FLOR and (top is None or top.game != FLOR_GAME):
        return flores.announced(judgement)
    steps = [step.verb for step in situation.rules.truco.steps]
    if action.verb in steps:
        return truco.call_value(judgement, steps.index(action.verb) + 1)
    bet = points.bet_value(judgement, action)
    return judgement.expect(hand) if bet is None else bet


def _accepted(judgement: Judgement, top: Pending) -> float:
    """The worth of accepting the pending call."""
    situation, stakes = judgement.situation, judgement.situation.stakes
    if top.game == ENVIDO_GAME:
        chance = win_chance(compare_envido(judgement))
        mine, theirs = situation.envido_worth(top.step, top.wanted)
        return chance * stakes.won(mine) + (1 - chance) * stakes.lost(theirs)
    if top.game == FLOR_GAME and situation.rules.flor is not None:
        chance = win_chance(flores.compare(judgement))
        wanted = situation.rules.flor.calls[top.step].wanted
        mine, theirs = (situation.flor_pays(wanted, top.side, we_win) for we_win in (True, False))
        return chance * stakes.won(mine) + (1 - chance) * stakes.lost(theirs)
    if top.game == TRUCO_GAME:
        won, lost = truco.at_stake(situation, top.step)
        return judgement.chance * won + (1 - judgement.chance) * lost
    return judgement.expect(top.wanted or judgement.view.worth)

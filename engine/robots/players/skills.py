"""Skills of robots: the master's decision, made with less care.

A skill changes how often a robot takes each action. It does not change what the robot sees: robots
of every skill decide from the same view. The master plays as well as robots can. The others imagine
fewer deals, make fewer bluffs, and slip now and then. A robot that slips takes any action that does
not look much worse.
"""

from typing import Final

from msgspec import Struct

from engine.actions import CORRE, JOGA, NO_QUIERO, PLAY, QUIERO, Action
from engine.robots.deciding import comparisons, points, truco
from engine.robots.deciding.judgement import Judgement
from engine.robots.deciding.mixes import softmax
from engine.robots.deciding.values import in_points, worth
from engine.state.state import BLIND_GAME, DECLARATION, FLOR_GAME

ANSWERS: Final = (QUIERO, NO_QUIERO, JOGA, CORRE)
"""Answers that a robot may give by a slip."""


class Skill(Struct, frozen=True):
    """How well a robot plays."""

    name: str
    deals: float = 1.0
    """The share of its budget of imagined deals that the robot uses."""
    slips: float = 0.0
    """How often the robot slips. Then it takes any action, a better one more often."""
    careless: float = 0.5
    """Points. In a slip, an action that looks worse by this much is taken about a third as often
    (1/e)."""
    bluffs: float = 1.0
    """The share of its bluffs that it makes."""
    notices: float = 1.0
    """How strongly the robot counters a rival who always plays the same way: 0 not at all, 1
    fully."""


MASTER: Final = Skill("maestro")
CLUB: Final = Skill("club", deals=0.4, slips=0.35, careless=0.6, bluffs=0.6, notices=0.5)
FRIEND: Final = Skill("amigo", deals=0.2, slips=0.6, careless=0.9, bluffs=0.3, notices=0.0)
BEGINNER: Final = Skill(
    "principiante", deals=0.1, slips=0.85, careless=1.4, bluffs=0.0, notices=0.0
)

SKILLS: Final = {skill.name: skill for skill in (MASTER, CLUB, FRIEND, BEGINNER)}
"""The skills by name; the usual one, which is the best, comes first."""


def limited(judgement: Judgement, mix: dict[Action, float], skill: Skill) -> dict[Action, float]:
    """How often a robot of this skill takes each action, if ``mix`` is the master's decision. Both
    add up to 1. Cards in the dark, flores and declared points do not change."""
    position = judgement.situation.position
    if judgement.view.seat in (position.blind, position.discard):
        return mix
    top = judgement.situation.top
    if top is not None and top.game in (FLOR_GAME, DECLARATION, BLIND_GAME):
        return mix
    if skill.bluffs < 1:
        mix = _honester(judgement, mix, skill.bluffs)
    sayable = _sayable(judgement)
    weighed = {action for action in mix if action.verb in (*sayable, PLAY)}
    slip = _slip(judgement, mix, skill.careless) if skill.slips and weighed else {}
    if not slip:
        return mix
    slips = skill.slips * sum(mix[action] for action in weighed)
    found = {
        action: share * (1 - skill.slips) if action in weighed else share
        for action, share in mix.items()
    }
    for action, share in slip.items():
        found[action] = found.get(action, 0.0) + slips * share
    return found


def _calls(judgement: Judgement) -> tuple[list[str], list[str]]:
    """The verbs that call or raise: those of the truco, and those of the envido."""
    rules = judgement.situation.rules
    return [step.verb for step in rules.truco.steps], [call.verb for call in rules.envido.calls]


def _sayable(judgement: Judgement) -> set[str]:
    """The verbs of words that a robot may say by a slip."""
    trucos, envidos = _calls(judgement)
    return {*trucos, *envidos, *ANSWERS}


def _honester(judgement: Judgement, mix: dict[Action, float], kept: float) -> dict[Action, float]:
    """The mix with this part (``kept``) of its bluffs. The rest goes to its other actions."""
    trucos, envidos = _calls(judgement)
    bluffs = {
        action
        for action in mix
        if (action.verb in trucos and judgement.chance < truco.WEAK)
        or (action.verb in envidos and comparisons.own_rank(judgement) < points.WEAK)
    }
    rest = sum(share for action, share in mix.items() if action not in bluffs)
    if not bluffs or not rest:
        return mix
    grown = 1 + (1 - kept) * (1 - rest) / rest
    return {
        action: share * (kept if action in bluffs else grown)
        for action, share in mix.items()
        if kept or action not in bluffs
    }


def _slip(judgement: Judgement, mix: dict[Action, float], careless: float) -> dict[Action, float]:
    """How often a robot that slips takes each action; empty: it has no choice.

    A slip never leaves the hand, refuses nothing that loses the game, and lays no card face down.
    If no deal was imagined, all cards look equally good."""
    sayable = _sayable(judgement)
    chosen = [
        action
        for action in judgement.view.offered
        if isinstance(action, Action)
        and (action.verb in sayable or (action.verb == PLAY and judgement.guesses))
        and not (action.verb == NO_QUIERO and truco.costs_the_game(judgement.situation))
    ]
    chosen += [action for action in mix if action not in chosen and action.verb in (*sayable, PLAY)]
    if len(chosen) < 2:
        return {}
    counted = in_points(judgement)
    shares = softmax([worth(counted, action) for action in chosen], careless)
    return dict(zip(chosen, shares, strict=True))

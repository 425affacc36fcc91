"""The robot: it counts points, imagines the hidden cards, compares its options, bluffs a little.

Every decision is a mix of actions, of which one is drawn at the end. The robot compares a call with
silence by what the others would do with the hands that they may hold, so it calls with weak cards
when the others are likely to refuse. Of options of nearly the same value it sometimes takes the
worse one, so that its play is not a fixed function of its cards.
"""

import random
from collections.abc import Sequence
from typing import Final

from engine.actions import (
    ACHICO,
    BUENAS,
    CORRE,
    DENUNCIA,
    FLOR,
    JOGA,
    MAZO,
    MOSTRAR,
    NO_QUIERO,
    PLAY,
    PLAY_NTH,
    QUIERO,
    Action,
    Legal,
    Range,
)
from engine.cards import UNKNOWN
from engine.robots.deciding import blind, cards, claims, flores, points, truco
from engine.robots.deciding.judgement import Judgement
from engine.robots.deciding.mixes import NEVER, Mix, blend, surely, then
from engine.robots.deciding.values import Estimate, estimates
from engine.robots.imagining.likelihood import strength
from engine.robots.learnt import team_truco
from engine.robots.players.skills import MASTER, Skill, limited
from engine.robots.reading.noticed import Noticed
from engine.robots.reading.situation import Situation
from engine.seen.senas import meanings, senas_for, true_senas
from engine.seen.view import SeatView, table_of
from engine.state.state import (
    BLIND_GAME,
    DECLARATION,
    ENVIDO_GAME,
    FLOR_GAME,
    PLAYING,
    SPECIAL_GAME,
    TRUCO_GAME,
)

DEFAULT_BUDGET: Final = 24
"""How many deals a robot imagines for one decision."""

STRAIGHT_FACE: Final = 0.15
"""How often a robot gives no seña at the start of a hand."""
FALSE_SENA: Final = 0.04
"""How often a seña of a robot is false."""

HARMLESS: Final = (NO_QUIERO, ACHICO, BUENAS, MOSTRAR, QUIERO, CORRE, JOGA)
"""The words for a robot that has decided nothing: it says the first of these that is offered."""


def choose(
    view: SeatView,
    rng: random.Random,
    budget: float = DEFAULT_BUDGET,
    skill: Skill = MASTER,
    noticed: Noticed | None = None,
) -> Action:
    """The step of an awaited seat: always one of ``view.offered``, a number from its range.

    ``budget`` is the number of deals that the robot may imagine. With 0 it imagines none and judges
    by look-up tables. ``skill``: how well it plays. ``noticed``: the counted words of the only
    rival in the finished hands of this match; ``None``: they are not used. The same arguments and
    state of ``rng`` give the same answer. After the last card ask :func:`claim`, which may also say
    nothing. Raises ``ValueError`` when nothing is offered.
    """
    if len(view.offered) == 1 and isinstance(view.offered[0], Action):
        return view.offered[0]
    mix = _mix(view, rng, budget, skill, noticed)[1]
    if len(mix) == 1:
        return next(iter(mix))
    return rng.choices(list(mix), list(mix.values()))[0]


def evaluate(
    view: SeatView,
    rng: random.Random,
    budget: float = DEFAULT_BUDGET,
    skill: Skill = MASTER,
    noticed: Noticed | None = None,
) -> dict[Action, Estimate]:
    """The value of every step that is offered to an awaited seat, and the share with which the
    robot takes it: :func:`choose` with the same ``rng`` draws from these shares.

    The arguments are those of :func:`choose`. After the last card there is nothing to weigh: ask
    :func:`claim`. Raises ``ValueError`` as :func:`choose` does.
    """
    judgement, mix = _mix(view, rng, budget, skill, noticed)
    return estimates(judgement, mix)


def _mix(
    view: SeatView, rng: random.Random, budget: float, skill: Skill, noticed: Noticed | None
) -> tuple[Judgement, dict[Action, float]]:
    """The facts of a decision, and the chance of each step in the robot's mix."""
    if not view.offered or view.position is None:
        raise ValueError("nothing is offered to this seat")
    judgement = Judgement(view, rng, budget * skill.deals, noticed, skill.notices)
    if len(view.offered) == 1 and isinstance(view.offered[0], Action):
        return judgement, {view.offered[0]: 1.0}
    if view.position.phase != PLAYING:
        return judgement, {claim(view, rng) or _anything(view): 1.0}
    return judgement, mix_of(judgement, skill)


def mix_of(judgement: Judgement, skill: Skill = MASTER) -> dict[Action, float]:
    """The share of each offered action for a robot of this skill. Actions that it never takes are
    left out."""
    mix = then(_decide(judgement), lambda: surely(_anything(judgement.view)))
    done = {action: share for action, share in mix.items() if action is not None and share > NEVER}
    total = sum(done.values())
    return limited(judgement, {action: share / total for action, share in done.items()}, skill)


def _decide(judgement: Judgement) -> Mix:
    position = judgement.situation.position
    if position.blind == judgement.view.seat:
        return blind.opens(judgement)
    if position.discard == judgement.view.seat:
        return surely(blind.discards(judgement))
    hides = flores.hides(judgement)
    if hides <= 0:
        return _openly(judgement)
    hidden = then(surely(flores.hide(judgement)), lambda: cards.lay(judgement))
    return blend([(hides, hidden), (1 - hides, _openly(judgement) if hides < 1 else hidden)])


def _openly(judgement: Judgement) -> Mix:
    top = judgement.situation.top
    # The two best cards win the hand when they are shown, and a denounced meddler loses the duel.
    for verb in (DENUNCIA, FLOR, MOSTRAR):
        surest = judgement.offered(verb)
        if verb == FLOR and top is not None and top.game == FLOR_GAME:
            continue  # here it is one answer among several (UY-FLO-05)
        if verb == FLOR and flores.need_not_say(judgement):
            continue
        if isinstance(surest, Action):
            return surely(surest)
    if top is None or top.game == TRUCO_GAME:
        opened = points.open_envido(judgement)
        if top is not None:
            return then(opened, lambda: truco.answer(judgement))
        return then(opened, lambda: then(truco.call(judgement), lambda: cards.lay(judgement)))
    if top.game == ENVIDO_GAME:
        return points.answer_envido(judgement)
    if top.game == FLOR_GAME:
        return flores.answer(judgement)
    if top.game == SPECIAL_GAME:
        return truco.decide(judgement)
    if top.game == BLIND_GAME:
        return blind.answers(judgement)
    return points.declare(judgement)


def _anything(view: SeatView) -> Action:
    """A step that is offered: a card, or else the most harmless word; going to the deck only when
    nothing else is offered."""
    by_verb: dict[str, Legal] = {}
    for legal in view.offered:
        by_verb.setdefault(legal.verb, legal)
    for verb in (PLAY, PLAY_NTH, *HARMLESS):
        found = by_verb.get(verb)
        if isinstance(found, Action):
            return found
    rest = [legal for legal in view.offered if legal.verb != MAZO] or list(view.offered)
    first = rest[0]
    return Action(first.seat, first.verb, first.low) if isinstance(first, Range) else first


def claim(view: SeatView, rng: random.Random) -> Action | None:
    """The claim of a seat after the last card, in the time for claims; ``None``: no claim."""
    return claims.claim(view, table_of(view))


def speaks_up(view: SeatView) -> bool:
    """Whether a seat that is not awaited should say its flor now. An envido waits for the answer of
    others, and after an answer it may be too late for the flor (AR-FLO-12, TR-ENV-02)."""
    position = view.position
    if position is None or not position.stack or view.seat in view.awaited:
        return False
    if position.stack[-1].game != ENVIDO_GAME:
        return False
    if all(legal.verb != FLOR for legal in view.offered):
        return False
    table = table_of(view)
    # If each seat says its own flor, an answer to an envido costs no flor (VE-FLO-03).
    return not table.each_his_own and table.has_flor(view.dealt, view.turned) is True


def speaker(views: Sequence[SeatView]) -> SeatView:
    """The awaited robot of a side that speaks, given the views of all of them (at least one): the
    word of one binds the whole side. With four players the seat that is asked first answers a truco
    or leaves the answer to its partner, as the learnt tables say. In all other cases
    :func:`readier` decides."""
    if len(views) == 2 and views[0].position is not None:
        for first, last in (views, views[::-1]):
            if (leaves := team_truco.leaves(Situation(first))) is not None:
                return last if leaves else first
    return readier(views)


def readier(views: Sequence[SeatView]) -> SeatView:
    """The first of these views whose seat does not want a partner to speak first, or else the
    first one."""
    return next((view for view in views if not defers(view)), views[0])


def defers(view: SeatView) -> bool:
    """Whether an awaited seat wants an awaited partner to speak first.

    The word of one binds the whole side, and the partner may have better cards.
    """
    if view.position is None or not view.position.stack:
        return False
    situation = Situation(view)
    if not any(seat in situation.partners for seat in view.awaited):
        return False
    top = view.position.stack[-1]
    if top.game != FLOR_GAME and any(legal.verb == FLOR for legal in view.offered):
        return False  # a partner cannot say this seat's flor
    if top.game == DECLARATION:
        mine = situation.table.envido_points(view.dealt, view.turned)
        return not any(
            isinstance(legal, Range) and legal.low <= mine <= legal.high for legal in view.offered
        )
    if top.game == ENVIDO_GAME:
        return (
            situation.scale.envido_rank(situation.table.envido_points(view.dealt, view.turned))
            < 0.7
        )
    if top.game == FLOR_GAME:
        if not situation.table.has_flor(view.dealt, view.turned):
            return True  # the partner with the flor knows better (GA-FIN-02)
        return situation.scale.flor_rank(situation.table.flor_points(view.dealt, view.turned)) < 0.5
    if top.game == SPECIAL_GAME:
        return True  # the partners have seen the same cards
    return strength(situation, view.seat, view.cards) < 0.5


def sena_for(view: SeatView, rng: random.Random) -> str | None:
    """The id of the seña that a seat gives its partners at the start of a hand; ``None``: it gives
    none.

    Most of the time the seña of its best cards, sometimes another true one, rarely a false one.
    """
    table = table_of(view)
    allowed = senas_for(table)
    if not allowed or view.position is None or len(view.position.contest) < view.players:
        return None
    if rng.random() < STRAIGHT_FACE:
        return None
    if UNKNOWN in view.dealt:
        return None  # a seat that does not know its cards gives no seña (SI-01)
    true = true_senas(table, view.dealt, view.turned)
    if rng.random() < FALSE_SENA:
        spoken = {sena.id for sena in meanings(table) if sena.spoken}
        false = [sena for sena in allowed if sena not in true and sena not in spoken]
        return false[rng.randrange(len(false))]
    if not true:
        return None
    return true[1] if len(true) > 1 and rng.random() < 0.15 else true[0]

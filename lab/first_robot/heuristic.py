"""The robot: it counts points, imagines the hidden cards, compares its options, bluffs a little.

It seldom throws dice for a bluff. It compares a call with silence by what the others would do with
the hands that they may hold, so it calls with weak cards when the others are likely to refuse. A
little noise is added to every comparison, so that its play is not a fixed function of its cards.
"""

import random
from typing import Final

from engine.actions import (
    ACHICO,
    BUENAS,
    CORRE,
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
from engine.robots import claims
from engine.seen.view import SeatView, table_of
from engine.state.state import (
    BLIND_GAME,
    ENVIDO_GAME,
    FLOR_GAME,
    PLAYING,
    SPECIAL_GAME,
    TRUCO_GAME,
)
from lab.first_robot import blind, cards, flores, points, truco
from lab.first_robot.judgement import Judgement

DEFAULT_BUDGET: Final = 24
"""How many deals a robot imagines for one decision."""

HARMLESS: Final = (NO_QUIERO, ACHICO, BUENAS, MOSTRAR, QUIERO, CORRE, JOGA)
"""The words that a robot says when it has decided nothing: the first of these that is offered."""


def choose(view: SeatView, rng: random.Random, budget: float = DEFAULT_BUDGET) -> Action:
    """The step of an awaited seat: always one of ``view.offered``, a number from its range.

    ``budget`` is the number of deals that the robot may imagine. With 0 it imagines none and judges
    by look-up tables. The same view, budget and state of ``rng`` give the same answer. After the
    last card ask :func:`claim`, which may also say nothing. Raises ``ValueError`` when nothing is
    offered.
    """
    if not view.offered or view.position is None:
        raise ValueError("nothing is offered to this seat")
    if len(view.offered) == 1 and isinstance(view.offered[0], Action):
        return view.offered[0]
    if view.position.phase != PLAYING:
        return claims.claim(view, table_of(view)) or _anything(view)
    judgement = Judgement(view, rng, budget)
    return _decide(judgement) or _anything(view)


def _decide(judgement: Judgement) -> Action | None:  # noqa: C901, a branch for each question
    top, position = judgement.situation.top, judgement.situation.position
    if position.blind == judgement.view.seat:
        return blind.opens(judgement)
    if position.discard == judgement.view.seat:
        return blind.discards(judgement)
    if flores.hides(judgement):
        return flores.hide(judgement) or cards.lay(judgement)
    for verb in (FLOR, MOSTRAR):  # the two best cards win the hand when they are shown
        surely = judgement.offered(verb)
        if verb == FLOR and top is not None and top.game == FLOR_GAME:
            continue  # here it is one answer among several (UY-FLO-05)
        if verb == FLOR and flores.need_not_say(judgement):
            continue
        if isinstance(surely, Action):
            return surely
    if top is None:
        return (
            points.open_envido(judgement)
            or truco.call(judgement)
            or cards.give_up(judgement)
            or cards.lay(judgement)
        )
    if top.game == TRUCO_GAME:
        return points.open_envido(judgement) or truco.answer(judgement)
    if top.game == ENVIDO_GAME:
        return points.answer_envido(judgement)
    if top.game == FLOR_GAME:
        return points.answer_flor(judgement)
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

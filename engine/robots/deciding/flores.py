"""A robot's decision to say or to hide its flor, where each seat says its own (VE-FLO)."""

from typing import Final

from engine.actions import ALEY, FLOR, Action
from engine.robots.deciding.judgement import Judgement
from engine.state.state import OPEN

HIDES: Final = 0.35
"""How often a robot says *a ley* on its first turn and hides its flor for a while."""
BOLD: Final = 0.4
"""A robot with a flor that beats at least this share of other flores calls an envido with *a
ley*."""


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


def plainly(judgement: Judgement) -> Action | None:
    """Say *flor* as the answer to a flor of the others (VE-FLO-04); ``None`` when that is not
    offered."""
    said = judgement.offered(FLOR) if judgement.situation.table.each_his_own else None
    return said if isinstance(said, Action) else None

"""When to say a flor where each says his own, and it may be hidden (VE-FLO)."""

from typing import Final

from engine.actions import ALEY, FLOR, Action
from engine.robots.judgement import Judgement
from engine.state.state import OPEN

HIDES: Final = 0.35
"""How often a flor is hidden behind *a ley* on its holder's first turn."""
BOLD: Final = 0.4
"""From this rank among flores on an envido is called with it."""


def need_not_say(judgement: Judgement) -> bool:
    """A reservada counts in silence, and its points win the envido that saying it would annul."""
    view, table = judgement.view, judgement.situation.table
    return judgement.situation.table.each_his_own and bool(table.reservada(view.dealt, view.turned))


def hides(judgement: Judgement) -> bool:
    """Whether to lay the first card with the flor unsaid: *a ley* was said, or is now."""
    situation, seat = judgement.situation, judgement.view.seat
    if (
        not judgement.situation.table.each_his_own
        or situation.top is not None
        or not judgement.to_lay
        or need_not_say(judgement)
    ):
        return False
    if situation.position.opened >> seat & 1 or situation.position.flores >> seat & 1:
        return False
    if not judgement.situation.table.has_flor(judgement.view.dealt, judgement.view.turned):
        return False  # nobody says it without one: robots do not lie about cards they show
    if situation.position.aley >> seat & 1:
        return True
    return judgement.offered(ALEY) is not None and judgement.rng.random() < HIDES


def hide(judgement: Judgement) -> Action | None:
    """*A ley*, with an envido where the flor would win it; ``None``: it has been said."""
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
    """*Flor*, as the answer to one of the others (VE-FLO-04)."""
    said = judgement.offered(FLOR) if judgement.situation.table.each_his_own else None
    return said if isinstance(said, Action) else None

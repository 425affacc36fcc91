"""When to say a flor where each says his own, and it may be hidden (VE-FLO)."""

from typing import Final

from engine.actions import ALEY, FLOR, Action
from engine.robots.mind import Mind
from engine.state import OPEN

HIDES: Final = 0.35
"""How often a flor is hidden behind *a ley* on its holder's first turn."""
BOLD: Final = 0.4
"""From this rank among flores on an envido is called with it."""


def need_not_say(mind: Mind) -> bool:
    """A reservada counts in silence, and its points win the envido that saying it would annul."""
    view, table = mind.view, mind.scene.table
    return mind.scene.table.each_his_own and bool(table.reservada(view.dealt, view.turned))


def hides(mind: Mind) -> bool:
    """Whether to lay the first card with the flor unsaid: *a ley* was said, or is now."""
    scene, seat = mind.scene, mind.view.seat
    if (
        not mind.scene.table.each_his_own
        or scene.top is not None
        or not mind.to_lay
        or need_not_say(mind)
    ):
        return False
    if scene.position.opened >> seat & 1 or scene.position.flores >> seat & 1:
        return False
    if not mind.scene.table.has_flor(mind.view.dealt, mind.view.turned):
        return False  # nobody says it without one: robots do not lie about cards they show
    if scene.position.aley >> seat & 1:
        return True
    return mind.offered(ALEY) is not None and mind.rng.random() < HIDES


def hide(mind: Mind) -> Action | None:
    """*A ley*, with an envido where the flor would win it; ``None``: it has been said."""
    if mind.scene.position.aley >> mind.view.seat & 1:
        return None
    rank = mind.scene.scale.flor_rank(mind.scene.table.flor(mind.view.dealt, mind.view.turned))
    bold = mind.scene.position.envido == OPEN and rank >= BOLD
    said = mind.offered("aleyenvido") if bold else None
    said = said or mind.offered(ALEY)
    return said if isinstance(said, Action) else None


def plainly(mind: Mind) -> Action | None:
    """*Flor*, as the answer to one of the others (VE-FLO-04)."""
    said = mind.offered(FLOR) if mind.scene.table.each_his_own else None
    return said if isinstance(said, Action) else None

"""Before looking at one's cards, after a blind call, and the fourth card of who plays alone."""

from typing import Final

from engine.actions import (
    DESCARTA,
    FT,
    NO_QUIERO,
    PASO_CONTRAFLOR,
    PASO_FALTA,
    QUIERO,
    VER,
    Action,
)
from engine.robots.guess import strength
from engine.robots.mind import Mind
from engine.state import ENVIDO_GAME, FLOR_GAME

DARES: Final = 0.04
"""How often somebody calls without having seen a card."""
BEHIND: Final = 6
"""So many points behind, one dares three times as often."""
GOOD_TRUCO: Final = 0.5
GOOD_ENVIDO: Final = 0.6
GOOD_FLOR: Final = 0.55
"""From how good a hand on each part is accepted."""


def opens(mind: Mind) -> Action | None:
    """To look, or to call blind now and then."""
    ver, call = mind.offered(VER), mind.offered(FT)
    if not isinstance(ver, Action):
        return None
    mine, theirs = mind.scene.by_side
    dares = DARES * (3 if theirs - mine >= BEHIND else 1)
    return call if isinstance(call, Action) and mind.rng.random() < dares else ver


def answers(mind: Mind) -> Action | None:
    """Each part by what one's own hand is worth in it; the truco first, for it ends the hand."""
    scene, view = mind.scene, mind.view
    top = scene.top
    assert top is not None, "nothing to answer"
    truco = strength(scene, view.seat, view.cards) >= GOOD_TRUCO
    verb = QUIERO if truco else NO_QUIERO
    if ENVIDO_GAME in top.counts and truco:
        rank = scene.scale.envido_rank(scene.table.envido(view.dealt, view.turned))
        verb = QUIERO if rank >= GOOD_ENVIDO else PASO_FALTA
    elif FLOR_GAME in top.counts and truco:
        has = scene.table.has_flor(view.dealt, view.turned)
        flor = scene.table.flor(view.dealt, view.turned) if has else 0
        verb = QUIERO if flor and scene.scale.flor_rank(flor) >= GOOD_FLOR else PASO_CONTRAFLOR
    said = mind.offered(verb)
    return said if isinstance(said, Action) else None


def discards(mind: Mind) -> Action | None:
    """The lowest of four cards goes, unless three of the others' suit would be lost with it."""
    scene, view = mind.scene, mind.view
    found = [one for one in scene.offered.get(DESCARTA, ()) if isinstance(one, Action)]
    if not found:
        return None

    def kept(one: Action) -> tuple[bool, int]:
        rest = tuple(card for card in view.cards if card != one.arg)
        flor = scene.rules.flor is not None and bool(scene.table.has_flor(rest, view.turned))
        return flor, sum(scene.heights[card] for card in rest)

    return max(found, key=kept)

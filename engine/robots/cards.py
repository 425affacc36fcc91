"""Laying cards."""

from typing import Final

from engine.actions import COVER, MAZO, PLAY, Action
from engine.robots import playout
from engine.robots.mind import Mind
from engine.senas import meanings

EQUAL: Final = 0.03
"""Cards whose chances differ by no more are equally good: the cheaper one is laid."""
GIVES_UP: Final = 0.35
"""How often a hopeless hand is thrown away rather than played to its last card."""


def lay(mind: Mind) -> Action | None:
    """The card to lay; ``None`` when it is not this seat's turn. Always face up."""
    cards = [action for action in mind.scene.offered.get(PLAY, ()) if isinstance(action, Action)]
    if not cards:
        covered = mind.offered(COVER)
        return covered if isinstance(covered, Action) else None
    strength = mind.scene.table.strength
    level = _level(mind)
    fitting = [action for action in cards if strength[action.arg] == level]
    # Of equal cards the one that says least about the envido goes first: the lowest points.
    points = mind.scene.rules.cards.points
    return min(fitting or cards, key=lambda action: points[action.arg])


def _level(mind: Mind) -> int:
    scene = mind.scene
    levels = list(scene.levels)
    if len(set(levels)) == 1:
        return levels[0]
    if _called_to_play_low(mind):
        return levels[0]
    if not mind.guesses:
        return _plainly(mind)
    values = {level: mind.average(wins) for level, wins in mind.lay_values.items()}
    best = max(values.values())
    good = [level for level in sorted(values) if values[level] >= best - EQUAL]
    plain = _plainly(mind)
    return plain if plain in good else good[0]


def _plainly(mind: Mind) -> int:
    """The card of the plain policy, which knows nothing of the hidden cards."""
    scene = mind.scene
    trick = scene.trick()
    after = [
        place
        for step in range(1, scene.count)
        if not trick.laid >> (place := (scene.me + step) % scene.count) & 1
        and not scene.position.gone >> scene.contest[place] & 1
    ]
    rivals = sum(1 for place in after if (place ^ scene.me) & 1)
    return playout.pick(
        scene.levels,
        trick,
        scene.me,
        rivals,
        len(after) - rivals,
        scene.results,
        scene.scale.chance,
    )


def _called_to_play_low(mind: Mind) -> bool:
    """A partner who still plays in this first trick has said that he takes it."""
    scene = mind.scene
    if scene.results or not mind.view.heard:
        return False
    spoken = {sena.id for sena in meanings(scene.table) if sena.spoken}
    laid = {place for place, _ in scene.running}
    return any(
        heard.sena in spoken
        and heard.seat in scene.partners
        and scene.place[heard.seat] not in laid
        for heard in mind.view.heard
    )


def give_up(mind: Mind) -> Action | None:
    """Throw the hand away when the last card cannot win and nothing else is lost by it."""
    scene = mind.scene
    mazo = mind.offered(MAZO)
    if not isinstance(mazo, Action) or mind.view.held or scene.rules.flor is not None:
        return None
    if not scene.alone and not scene.rules.leave.whole_team:
        return None
    if len(scene.results) < 2 or not scene.running or not mind.guesses or mind.chance > 0:
        return None
    if not scene.alone or mind.rng.random() >= GIVES_UP:
        return None
    return mazo

"""Laying cards."""

from typing import Final

from engine.actions import COVER, MAZO, PLACE, PLAY, STACK, Action
from engine.robots import playout
from engine.robots.mind import Mind
from engine.senas import meanings

EQUAL: Final = 0.03
"""Cards whose chances differ by no more are equally good: the cheaper one is laid."""
GIVES_UP: Final = 0.35
"""How often a hopeless hand is thrown away rather than played to its last card."""
HIDES: Final = 0.25
"""How often a card that cannot win its trick is laid face down."""


def lay(mind: Mind) -> Action | None:
    """The card to lay; ``None`` when it is not this seat's turn."""
    cards = _offered(mind, PLAY)
    if not cards:
        piles = _offered(mind, STACK)
        if piles:
            return piles[0]  # the better card lies on top anyway
        unseen = _offered(mind, PLACE)
        # Nobody knows anything about these: any of them.
        return unseen[mind.rng.randrange(len(unseen))] if unseen else None
    scene = mind.scene
    level = _level(mind)
    fitting = [action for action in cards if scene.heights[action.arg] == level] or cards
    # Of equal cards the one that says least about the envido goes first: the lowest points.
    points = scene.rules.cards.points
    best = min(fitting, key=lambda action: points[action.arg]) if points else fitting[0]
    return _hidden(mind, best) or best


def _offered(mind: Mind, verb: str) -> list[Action]:
    found = mind.scene.offered.get(verb, ())
    return [action for action in found if isinstance(action, Action)]


def _hidden(mind: Mind, best: Action) -> Action | None:
    """The same card face down, now and then: where it loses the trick anyhow and more follow.

    Only where there are no points whose cards somebody may want to see.
    """
    scene = mind.scene
    if scene.rules.envido.calls or scene.rules.flor is not None or len(mind.view.cards) < 2:
        return None
    if scene.heights[best.arg] >= scene.trick().best:
        return None
    for action in _offered(mind, COVER):
        if action.arg == best.arg:
            return action if mind.rng.random() < HIDES else None
    return None


def _level(mind: Mind) -> int:
    levels = _sensible(mind)
    if len(levels) == 1:
        return levels[0]
    if _called_to_play_low(mind):
        return levels[0]
    if not mind.guesses:
        return _plainly(mind)
    values = {level: mind.average(mind.lay_values[level]) for level in levels}
    best = max(values.values())
    good = [level for level in sorted(values) if values[level] >= best - EQUAL]
    plain = _plainly(mind)
    return plain if plain in good else good[0]


def _sensible(mind: Mind) -> list[int]:
    """The levels worth comparing, lowest first: of two cards that do the same now the lower one.

    The imagined deals are too few to tell such cards apart.
    """
    scene = mind.scene
    levels = sorted(set(scene.levels))
    trick = scene.trick()
    if trick.best == playout.NONE:
        # After a tie this trick decides: nothing is left to keep the best card for.
        decides = bool(scene.results) and set(scene.results) == {playout.PARDA}
        return levels[-1:] if decides else levels
    if _after(mind, trick):
        return levels
    found: dict[tuple[int, int], int] = {}
    for level in levels:
        ended = scene.trick()
        ended.lay(scene.me, level)
        found.setdefault((ended.side, ended.leads_next(scene.ties.lead)), level)
    return list(found.values())


def _after(mind: Mind, trick: playout.Trick) -> list[int]:
    """The places that lay a card in this trick after me."""
    scene = mind.scene
    return [
        place
        for step in range(1, scene.count)
        if not trick.laid >> (place := (scene.me + step) % scene.count) & 1
        and not scene.position.gone >> scene.contest[place] & 1
    ]


def _plainly(mind: Mind) -> int:
    """The card of the plain policy, which knows nothing of the hidden cards."""
    scene = mind.scene
    trick = scene.trick()
    after = _after(mind, trick)
    rivals = sum(1 for place in after if (place ^ scene.me) & 1)
    return playout.pick(
        scene.levels,
        trick,
        scene.me,
        rivals,
        len(after) - rivals,
        scene.results,
        scene.scale.chance,
        scene.scale.all_tied,
    )


def _called_to_play_low(mind: Mind) -> bool:
    """A partner who still plays in this first trick has said that he takes it."""
    scene = mind.scene
    if scene.results or not mind.view.heard:
        return False
    spoken = {sena.id for sena in meanings(scene.table) if sena.low}
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

"""Calling, answering and raising the truco; deciding whether to play a special hand."""

from typing import Final

from engine.actions import CORRE, JOGA, NO_QUIERO, QUIERO, Action, Legal
from engine.robots.guess import slope
from engine.robots.mind import Mind, accepts_truco
from engine.robots.scene import Scene
from engine.senas import meanings

MARGINS: Final = (0.3, 0.12, 0.0)
"""By trick: how much better than silence a call has to be, in parts of the points it adds. Early
calls give away much."""
WEAK: Final = 0.45
"""With less of a chance than this one calls ..."""
STRONG: Final = 0.55
"""... and with less than this one raises ..."""
BLUFFS: Final = 0.5
"""... only so often;"""
TEAM_BLUFFS: Final = 0.12
"""... in teams, where any of several may hold the answer, less still."""
WORD: Final = 0.1
"""What having *el quiero* is worth, in parts of the points the last call has added; where nothing
can be said any more it is worth nothing."""
ASKED: Final = 0.35
"""With no less of a chance than this one calls because a partner has asked for it."""


def call(mind: Mind) -> Action | None:
    """A step of the ladder to say now, when nothing is pending; ``None``: better not."""
    scene = mind.scene
    step = scene.position.level + 1
    action = _raise(mind, step)
    if action is None or mind.fishing:
        return None  # a refusal would end the hand with the great points unsaid
    if scene.stakes.wins_all(mind.view.worth) and not scene.for_match(step):
        return None  # the hand wins the game as it is
    if step == 1 and _asked_to_call(mind) and mind.chance >= ASKED:
        return action
    if mind.chance < WEAK and not _bluffs(mind):
        return None
    silent = mind.expect(mind.view.worth)
    margin = MARGINS[min(len(scene.results), len(MARGINS) - 1)] * _added(scene, step)
    return action if mind.worthwhile(call_value(mind, step), silent + margin) else None


def answer(mind: Mind) -> Action | None:
    """The answer to a pending truco; ``None`` when none of the answers is offered."""
    scene = mind.scene
    top = scene.top
    assert top is not None, "nothing to answer"
    stakes, word = scene.stakes, 0.0
    if top.step < len(scene.rules.truco.steps):
        word = WORD * _added(scene, top.step)
    won, lost = _at_stake(scene, top.step)
    options: list[tuple[float, Legal]] = []
    quiero, no = mind.offered(QUIERO), mind.offered(NO_QUIERO)
    if quiero is not None:
        value = mind.chance * won + (1 - mind.chance) * lost
        options.append((value + word, quiero))
    if no is not None and not (options and stakes.loses_all(top.refused) and lost >= 0):
        options.append((stakes.lost(top.refused), no))
    higher = _raise(mind, top.step + 1)
    if stakes.wins_all(top.wanted) and not scene.for_match(top.step + 1):
        higher = None  # accepted, the hand wins the game as it is
    if higher is not None and (mind.chance >= STRONG or _bluffs(mind)):
        options.append((call_value(mind, top.step + 1) - word, higher))
    return mind.prefer(options) if options else None


def call_value(mind: Mind, step: int) -> float:
    """What saying this step is worth: refused, accepted, or raised in turn."""
    scene = mind.scene
    stakes, worth = scene.stakes, scene.table.worth
    refused = worth[step - 1]
    further = step + 1 if step + 1 < len(worth) else 0
    won, lost = _at_stake(scene, step)
    more, less = _at_stake(scene, further)
    value = 0.0
    raised = raised_folded = raised_seen = 0.0
    for outlook in mind.outlooks:
        accepts = accepts_truco(scene, outlook.rival, step)
        raises = min(accepts, slope(outlook.rival, 0.74 + 0.05 * step, 0.05)) if further else 0.0
        value += outlook.weight * (1 - accepts) * stakes.won(refused)
        value += (
            outlook.weight * (accepts - raises) * (outlook.win * won + (1 - outlook.win) * lost)
        )
        part = outlook.weight * raises
        raised += part
        raised_folded += part * stakes.lost(worth[step])
        raised_seen += part * (outlook.win * more + (1 - outlook.win) * less)
    return value + max(raised_folded, raised_seen)


def _bluffs(mind: Mind) -> bool:
    return mind.rng.random() < (BLUFFS if mind.scene.alone else TEAM_BLUFFS)


def decide(mind: Mind) -> Action | None:
    """To play a special hand or to run from it, with the partners' cards where they are known."""
    top = mind.scene.top
    assert top is not None, "nothing to decide"
    options: list[tuple[float, Legal]] = []
    plays, runs = mind.offered(JOGA), mind.offered(CORRE)
    if plays is not None:
        options.append((mind.expect(top.wanted), plays))
    if runs is not None and not (options and mind.scene.stakes.loses_all(top.refused)):
        options.append((mind.scene.stakes.lost(top.refused), runs))
    return mind.prefer(options) if options else None


def _at_stake(scene: Scene, step: int) -> tuple[float, float]:
    """What winning and losing the hand is worth at an accepted step of the ladder."""
    stakes = scene.stakes
    if scene.for_match(step):
        return stakes.match_won(), stakes.match_lost()
    points = scene.table.worth[step]
    return stakes.won(points), stakes.lost(points)


def _added(scene: Scene, step: int) -> float:
    """What the points are worth that a step of the ladder adds."""
    worth = scene.table.worth
    return max(worth[step] - worth[step - 1], 1) * scene.stakes.unit


def _asked_to_call(mind: Mind) -> bool:
    """A partner has signalled that truco be called."""
    if not mind.view.heard:
        return False
    asking = {sena.id for sena in meanings(mind.scene.table) if sena.call}
    return any(
        heard.sena in asking and heard.seat in mind.scene.partners for heard in mind.view.heard
    )


def _raise(mind: Mind, step: int) -> Action | None:
    steps = mind.scene.rules.truco.steps
    if not 0 < step <= len(steps):
        return None
    action = mind.offered(steps[step - 1].verb)
    return action if isinstance(action, Action) else None

"""Calling, answering and raising the truco."""

from typing import Final

from engine.actions import NO_QUIERO, QUIERO, Action, Legal
from engine.robots.guess import slope
from engine.robots.mind import Mind, accepts_truco

MARGINS: Final = (0.3, 0.12, 0.0)
"""By trick: how many points better than silence a call has to be. Early calls give away much."""
WEAK: Final = 0.45
"""With less of a chance than this one calls ..."""
STRONG: Final = 0.55
"""... and with less than this one raises ..."""
BLUFFS: Final = 0.5
"""... only so often;"""
TEAM_BLUFFS: Final = 0.12
"""... in teams, where any of several may hold the answer, less still."""
WORD: Final = 0.1
"""What having *el quiero* is worth, in points."""


def call(mind: Mind) -> Action | None:
    """A step of the ladder to say now, when nothing is pending; ``None``: better not."""
    scene = mind.scene
    step = scene.position.level + 1
    action = _raise(mind, step)
    if action is None:
        return None
    if mind.chance < WEAK and not _bluffs(mind):
        return None
    silent = mind.expect(mind.view.worth, mind.view.worth)
    margin = MARGINS[min(len(scene.results), len(MARGINS) - 1)] * scene.stakes.unit
    return action if mind.worthwhile(call_value(mind, step), silent + margin) else None


def answer(mind: Mind) -> Action | None:
    """The answer to a pending truco; ``None`` when none of the answers is offered."""
    scene = mind.scene
    top = scene.top
    assert top is not None, "nothing to answer"
    unit = scene.stakes.unit
    options: list[tuple[float, Legal]] = []
    quiero, no = mind.offered(QUIERO), mind.offered(NO_QUIERO)
    if quiero is not None:
        options.append((mind.expect(top.wanted, top.wanted) + WORD * unit, quiero))
    if no is not None and not (options and scene.stakes.loses_all(top.refused)):
        options.append((scene.stakes.lost(top.refused), no))
    higher = _raise(mind, top.step + 1)
    if higher is not None and (mind.chance >= STRONG or _bluffs(mind)):
        options.append((call_value(mind, top.step + 1) - WORD * unit, higher))
    return mind.prefer(options) if options else None


def call_value(mind: Mind, step: int) -> float:
    """What saying this step is worth: refused, accepted, or raised in turn."""
    scene = mind.scene
    stakes, worth = scene.stakes, scene.table.worth
    wanted, refused = worth[step], worth[step - 1]
    further = worth[step + 1] if step + 1 < len(worth) else 0
    value = 0.0
    raised = raised_folded = raised_seen = 0.0
    for outlook in mind.outlooks:
        accepts = accepts_truco(scene, outlook.rival, step)
        raises = min(accepts, slope(outlook.rival, 0.74 + 0.05 * step, 0.05)) if further else 0.0
        value += outlook.weight * (1 - accepts) * stakes.won(refused)
        value += (
            outlook.weight
            * (accepts - raises)
            * (outlook.win * stakes.won(wanted) + (1 - outlook.win) * stakes.lost(wanted))
        )
        part = outlook.weight * raises
        raised += part
        raised_folded += part * stakes.lost(wanted)
        raised_seen += part * (
            outlook.win * stakes.won(further) + (1 - outlook.win) * stakes.lost(further)
        )
    return value + max(raised_folded, raised_seen)


def _bluffs(mind: Mind) -> bool:
    return mind.rng.random() < (BLUFFS if mind.scene.alone else TEAM_BLUFFS)


def _raise(mind: Mind, step: int) -> Action | None:
    steps = mind.scene.rules.truco.steps
    if not 0 < step <= len(steps):
        return None
    action = mind.offered(steps[step - 1].verb)
    return action if isinstance(action, Action) else None

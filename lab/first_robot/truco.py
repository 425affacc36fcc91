"""How a robot calls, answers and raises the truco, and decides whether to play a special hand."""

from typing import Final

from engine.actions import CORRE, JOGA, NO_QUIERO, QUIERO, Action, Legal
from engine.robots.situation import Situation
from engine.seen.senas import meanings
from lab.first_robot.hidden_cards import slope
from lab.first_robot.judgement import Judgement, accepts_truco

MARGINS: Final = (0.3, 0.12, 0.0)
"""By trick: how much better than silence a call has to be, as a share of the points that it adds.
The share is larger in the first trick, because an early call tells the others much."""
WEAK: Final = 0.45
"""A robot with a lower chance of winning the hand than this calls only as a bluff."""
STRONG: Final = 0.55
"""A robot with a lower chance of winning the hand than this raises only as a bluff."""
BLUFFS: Final = 0.5
"""How often a robot bluffs, one against one."""
TEAM_BLUFFS: Final = 0.12
"""How often a robot bluffs in teams, where any of several rivals may have good cards."""
WORD: Final = 0.1
"""What the right to say the next step (*el quiero*) is worth, as a share of the points that the
last call has added. After the last step of the ladder it is worth nothing."""
ASKED: Final = 0.35
"""A robot with at least this chance of winning the hand calls truco when a partner has asked for it
by a seña."""


def call(judgement: Judgement) -> Action | None:
    """The step of the ladder to say when nothing is pending; ``None``: silence is better, or no
    step is offered."""
    situation = judgement.situation
    step = situation.position.level + 1
    action = _raise(judgement, step)
    if action is None or judgement.fishing:
        return None  # a refusal would end the hand before anybody has called the envido
    if situation.stakes.wins_all(judgement.view.worth) and not situation.for_match(step):
        return None  # the hand wins the game without the call
    if step == 1 and _asked_to_call(judgement) and judgement.chance >= ASKED:
        return action
    if judgement.chance < WEAK and not _bluffs(judgement):
        return None
    silent = judgement.expect(judgement.view.worth)
    margin = MARGINS[min(len(situation.results), len(MARGINS) - 1)] * _added(situation, step)
    return action if judgement.worthwhile(call_value(judgement, step), silent + margin) else None


def answer(judgement: Judgement) -> Action | None:
    """The answer to a pending truco; ``None`` when none of the answers is offered."""
    situation = judgement.situation
    top = situation.top
    assert top is not None, "nothing to answer"
    stakes, word = situation.stakes, 0.0
    if top.step < len(situation.rules.truco.steps):
        word = WORD * _added(situation, top.step)
    won, lost = _at_stake(situation, top.step)
    options: list[tuple[float, Legal]] = []
    quiero, no = judgement.offered(QUIERO), judgement.offered(NO_QUIERO)
    if quiero is not None:
        value = judgement.chance * won + (1 - judgement.chance) * lost
        options.append((value + word, quiero))
    if no is not None and not (options and stakes.loses_all(top.refused) and lost >= 0):
        options.append((stakes.lost(top.refused), no))
    higher = _raise(judgement, top.step + 1)
    if stakes.wins_all(top.wanted) and not situation.for_match(top.step + 1):
        higher = None  # if this call is accepted, the hand wins the game without a raise
    if higher is not None and (judgement.chance >= STRONG or _bluffs(judgement)):
        options.append((call_value(judgement, top.step + 1) - word, higher))
    return judgement.prefer(options) if options else None


def call_value(judgement: Judgement, step: int) -> float:
    """The chance of winning the game after saying this step. The others refuse, accept or raise it,
    by how strong they are in each imagined deal."""
    situation = judgement.situation
    stakes, worth = situation.stakes, situation.table.worth
    refused = worth[step - 1]
    further = step + 1 if step + 1 < len(worth) else 0
    won, lost = _at_stake(situation, step)
    more, less = _at_stake(situation, further)
    value = 0.0
    raised = raised_folded = raised_seen = 0.0
    for outlook in judgement.outlooks:
        accepts = accepts_truco(situation, outlook.rival, step)
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


def _bluffs(judgement: Judgement) -> bool:
    return judgement.rng.random() < (BLUFFS if judgement.situation.alone else TEAM_BLUFFS)


def decide(judgement: Judgement) -> Action | None:
    """The decision to play a special hand or to run from it; ``None`` when neither is offered."""
    top = judgement.situation.top
    assert top is not None, "nothing to decide"
    options: list[tuple[float, Legal]] = []
    plays, runs = judgement.offered(JOGA), judgement.offered(CORRE)
    if plays is not None:
        options.append((judgement.expect(top.wanted), plays))
    if runs is not None and not (options and judgement.situation.stakes.loses_all(top.refused)):
        options.append((judgement.situation.stakes.lost(top.refused), runs))
    return judgement.prefer(options) if options else None


def _at_stake(situation: Situation, step: int) -> tuple[float, float]:
    """(the chance of winning the game after winning the hand, after losing it) when this step of
    the ladder has been accepted. Where it decides the match: as :meth:`Stakes.match_won` says."""
    stakes = situation.stakes
    if situation.for_match(step):
        return stakes.match_won(), stakes.match_lost()
    points = situation.table.worth[step]
    return stakes.won(points), stakes.lost(points)


def _added(situation: Situation, step: int) -> float:
    """How much the points that a step of the ladder adds change the chance of winning the game; a
    step adds at least 1."""
    worth = situation.table.worth
    return max(worth[step] - worth[step - 1], 1) * situation.stakes.unit


def _asked_to_call(judgement: Judgement) -> bool:
    """Whether a partner has signalled: call truco."""
    if not judgement.view.heard:
        return False
    asking = {sena.id for sena in meanings(judgement.situation.table) if sena.call}
    return any(
        heard.sena in asking and heard.seat in judgement.situation.partners
        for heard in judgement.view.heard
    )


def _raise(judgement: Judgement, step: int) -> Action | None:
    """The action that says this step of the ladder; ``None``: it is not offered."""
    steps = judgement.situation.rules.truco.steps
    if not 0 < step <= len(steps):
        return None
    action = judgement.offered(steps[step - 1].verb)
    return action if isinstance(action, Action) else None

"""A robot's calls, answers and raises of the truco, and its decision to play a special hand."""

from collections.abc import Sequence
from typing import Final

from engine.actions import CORRE, JOGA, NO_QUIERO, QUIERO, Action, Legal
from engine.robots.deciding.judgement import Judgement, Outlook, accepts_truco
from engine.robots.deciding.mixes import UNDECIDED, Mix, blend, surely, without
from engine.robots.imagining.likelihood import slope
from engine.robots.learnt import team_truco, truco_past
from engine.robots.reading.situation import Situation
from engine.state.state import ORDINARY, TRUCO_GAME, Pending

MARGINS: Final[tuple[float, ...]] = (0.3, 0.12, 0.0)
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
"""The worth of the right to say the next step (*el quiero*), as a share of the points that the last
call has added. After the last step of the ladder it is worth nothing."""
ASKED: Final = 0.35
"""A robot with at least this chance of winning the hand calls truco when a partner has asked for it
by a seña."""


def call(judgement: Judgement) -> Mix:
    """The step of the ladder to say when nothing is pending; ``None``: silence."""
    situation = judgement.situation
    step = situation.position.level + 1
    action = _raise(judgement, step)
    if action is None:
        return UNDECIDED
    # The hand wins the game without the call; but the other may refuse a call that costs nothing.
    enough = situation.stakes.wins_all(judgement.view.worth) and not situation.for_match(step)
    if costs_nothing(judgement, step) and not (enough and judgement.surely_won):
        return surely(action)
    if enough:
        return UNDECIDED
    if judgement.wins_now:
        return surely(action)
    usual = _called(judgement, action, step)
    part = judgement.notices * judgement.leaning.refuses.part
    if part <= 0:
        return usual
    believing = judgement.believing
    silent = believing.expect(judgement.view.worth)
    dares = _daring(believing, step) * believing.worthwhile(call_value(believing, step), silent)
    if judgement.leaning.refuses.factor > 1:
        dares = max(dares, usual.get(action, 0.0))
    return blend([(1 - part, usual), (part, {action: dares, None: 1 - dares})])


def costs_nothing(judgement: Judgement, step: int) -> bool:
    """For two players: whether this call or raise can lose no more than the hand without it. That
    is so when the hand as it stands, or the call that is to be answered, loses the game too, and a
    refusal of this call wins as much as the hand would win. Then the robot says it with any cards,
    and at once, because the other player knows least at that moment."""
    situation = judgement.situation
    top, position = situation.top, situation.position
    if not situation.alone or position.special != ORDINARY or situation.for_match(step):
        return False
    if situation.rules.tricks.caller_must_beat and situation.running and not judgement.surely_lost:
        return False  # PA-TRU-11: a tie would lose after it
    if top is not None:
        return situation.stakes.loses_all(top.refused)
    return situation.stakes.loses_all(judgement.view.worth)


def _called(judgement: Judgement, action: Action, step: int) -> Mix:
    """How often this step is said to a usual rival. ``action``: the action that says it."""
    situation = judgement.situation
    asked = step == 1 and any(sena.call for _, sena in situation.senas)
    if asked and judgement.chance >= ASKED:
        return surely(action)
    if judgement.learnt is not None:
        dares = judgement.learnt.raises
        return {action: dares, None: 1 - dares}
    dares = _daring(judgement, step)
    silent = judgement.expect(judgement.view.worth)
    margin = MARGINS[min(len(situation.results), len(MARGINS) - 1)] * _added(situation, step)
    dares *= judgement.worthwhile(call_value(judgement, step), silent + margin)
    return {action: dares, None: 1 - dares}


def _daring(judgement: Judgement, step: int) -> float:
    """How often a call is made that looks better than silence: a bluff less often than other calls.
    If losing the hand as it stands loses the game, a call costs nothing, unless it is for the
    match."""
    situation = judgement.situation
    lost = situation.stakes.loses_all(judgement.view.worth) and not situation.for_match(step)
    return 1.0 if lost or judgement.chance >= WEAK else _bluffs(situation)


def answer(judgement: Judgement) -> Mix:
    """The answer to a pending truco; undecided when none of the answers is offered."""
    return _kept(judgement, _answer_to_anybody(judgement))


def _kept(judgement: Judgement, mix: Mix) -> Mix:
    """Masks the answers that are dominated in all imagined deals: to refuse where that loses the
    game or where the hand is won, to accept where the hand is lost."""
    situation, top = judgement.situation, judgement.situation.top
    quiero, no = judgement.offered(QUIERO), judgement.offered(NO_QUIERO)
    if top is None or not isinstance(quiero, Action) or not isinstance(no, Action):
        return mix
    if costs_the_game(situation):
        higher = _raise(judgement, top.step + 1)
        wins = situation.stakes.wins_all(top.wanted)
        if higher is not None and not wins and costs_nothing(judgement, top.step + 1):
            return surely(higher)
        return without(mix, no, quiero)
    if mix.get(no, 0.0) > 0 and judgement.surely_won:
        return without(mix, no, quiero)
    if mix.get(quiero, 0.0) > 0 and judgement.surely_lost:
        return without(mix, quiero, no)
    return mix


def costs_the_game(situation: Situation) -> bool:
    """Whether a refusal of the pending bet loses the game, and accepting can lose no more."""
    top = situation.top
    if top is None or not situation.stakes.loses_all(top.refused):
        return False
    return top.game != TRUCO_GAME or at_stake(situation, top.step)[1] >= 0


def _answer_to_anybody(judgement: Judgement) -> Mix:
    """The answer, with the correction for a rival that calls more or less often than a usual
    player."""
    mix = _answer(judgement)
    part = judgement.notices * judgement.leaning.calls.part
    if part <= 0:
        return mix
    quiero, no = judgement.offered(QUIERO), judgement.offered(NO_QUIERO)
    if not isinstance(quiero, Action) or not isinstance(no, Action):
        return mix
    # A rival that calls more often than usual has worse cards, so its calls are accepted more
    # often;
    # a rival that calls less often is accepted less often. The share of raises stays as it is.
    before = mix.get(quiero, 0.0)
    plain = before + mix.get(no, 0.0)
    believing = judgement.believing
    after = plain * believing.worthwhile(*_accepting(believing))
    after = max(after, before) if judgement.leaning.calls.factor > 1 else min(after, before)
    accepts = (1 - part) * before + part * after
    return {**mix, quiero: accepts, no: plain - accepts}


def _accepting(judgement: Judgement) -> tuple[float, float]:
    """The chance of winning the game after accepting the pending truco, and after refusing it."""
    situation = judgement.situation
    top = situation.top
    assert top is not None, "nothing to answer"
    won, lost = at_stake(situation, top.step)
    value = judgement.chance * won + (1 - judgement.chance) * lost
    return value + _word(situation, top), situation.stakes.lost(top.refused)


def _word(situation: Situation, top: Pending) -> float:
    """The worth of the right to say the next step after this step is accepted."""
    if top.step >= len(situation.rules.truco.steps):
        return 0.0
    return WORD * _added(situation, top.step)


def _answer(judgement: Judgement) -> Mix:
    """The answer to a usual rival."""
    situation = judgement.situation
    top = situation.top
    assert top is not None, "nothing to answer"
    higher = _raise(judgement, top.step + 1)
    if judgement.learnt is not None:
        shares = team_truco.spoken(situation, judgement.learnt.shares)
        found = _learnt_answer(judgement, shares, higher)
        if found != UNDECIDED:
            return found
    stakes = situation.stakes
    accepted, refused = _accepting(judgement)
    raises: list[tuple[float, Legal]] = []
    # If accepting this call already wins the game, a raise gains nothing.
    if higher is not None and (
        situation.for_match(top.step + 1) or not stakes.wins_all(top.wanted)
    ):
        raises.append((call_value(judgement, top.step + 1) - _word(situation, top), higher))
    lost = stakes.loses_all(top.wanted) and not situation.for_match(top.step + 1)
    return judgement.answers(
        (accepted, (QUIERO,)),
        (refused, NO_QUIERO),
        raises,
        1.0 if lost or judgement.chance >= STRONG else _bluffs(situation),
        must=costs_the_game(situation),
    )


def _learnt_answer(judgement: Judgement, shares: Sequence[float], higher: Action | None) -> Mix:
    """The answer to a pending truco by the learnt tables, cut to what is offered."""
    found: Mix = {}
    for share, reply in zip(
        shares, (judgement.offered(NO_QUIERO), judgement.offered(QUIERO), higher), strict=False
    ):
        if share > 0 and isinstance(reply, Action):
            found[reply] = share
    total = sum(found.values())
    return {action: share / total for action, share in found.items()} if total else UNDECIDED


def call_value(judgement: Judgement, step: int) -> float:
    """The chance of winning the game after saying this step. The others refuse, accept or raise it,
    by how strong they are in each imagined deal."""
    situation = judgement.situation
    stakes, worth = situation.stakes, situation.table.worth
    refused = worth[step - 1]
    further = step + 1 if step + 1 < len(worth) else 0
    won, lost = at_stake(situation, step)
    more, less = at_stake(situation, further)
    value = 0.0
    raised = raised_folded = raised_seen = 0.0
    for outlook in judgement.outlooks:
        accepts, raises = _answered(situation, outlook, step)
        raises = raises if further else 0.0
        value += outlook.weight * (1 - accepts) * stakes.won(refused)
        value += (
            outlook.weight * (accepts - raises) * (outlook.win * won + (1 - outlook.win) * lost)
        )
        part = outlook.weight * raises
        raised += part
        raised_folded += part * stakes.lost(worth[step])
        raised_seen += part * (outlook.win * more + (1 - outlook.win) * less)
    return value + max(raised_folded, raised_seen)


def _answered(situation: Situation, outlook: Outlook, step: int) -> tuple[float, float]:
    """How often the others accept or raise this step in an imagined deal, and how often they raise
    it."""
    learnt = None
    past = truco_past.past_of(situation)
    if past is not None and outlook.rivals:
        learnt = past.answers(step, outlook.rivals)
    if learnt is not None:
        return 1 - learnt[0], learnt[2] if len(learnt) > 2 else 0.0
    accepts = accepts_truco(situation, outlook.rival, step)
    return accepts, min(accepts, slope(outlook.rival, 0.74 + 0.05 * step, 0.05))


def _bluffs(situation: Situation) -> float:
    return BLUFFS if situation.alone else TEAM_BLUFFS


def decide(judgement: Judgement) -> Mix:
    """The decision to play a special hand or to run from it; undecided when neither is offered."""
    top = judgement.situation.top
    assert top is not None, "nothing to decide"
    stakes = judgement.situation.stakes
    return judgement.answers(
        (judgement.expect(top.wanted), (JOGA,)),
        (stakes.lost(top.refused), CORRE),
        must=stakes.loses_all(top.refused),
    )


def at_stake(situation: Situation, step: int) -> tuple[float, float]:
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


def _raise(judgement: Judgement, step: int) -> Action | None:
    """The action that says this step of the ladder; ``None``: it is not offered."""
    steps = judgement.situation.rules.truco.steps
    if not 0 < step <= len(steps):
        return None
    action = judgement.offered(steps[step - 1].verb)
    return action if isinstance(action, Action) else None

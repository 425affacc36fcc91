"""A robot's bets on the envido, and the statement of its points."""

from typing import Final

from engine.actions import BUENAS, NO_QUIERO, QUIERO, TENGO, Action, Legal, Range
from engine.cards import UNKNOWN
from engine.robots.deciding.comparisons import (
    Comparison,
    bet_worth,
    compare_envido,
    own_rank,
    sayable,
    win_chance,
)
from engine.robots.deciding.judgement import Judgement
from engine.robots.deciding.mixes import UNDECIDED, Mix, surely, without
from engine.robots.deciding.sure_points import sure_points
from engine.robots.imagining.likelihood import range_start, slope
from engine.robots.reading.situation import Situation
from engine.robots.small_games import envido_alone
from engine.state.state import ENVIDO_GAME

OPENS: Final = 0.12
"""A robot opens the envido if that is worth at least this many points more than silence."""
WEAK: Final = 0.6
"""A robot bets on points below this rank only as a bluff. A rank, from 0 to 1, is how often points
beat those of a random hand."""
BLUFFS: Final = 0.25
"""How often a robot bets as a bluff."""
SMALL: Final = 3.5
"""A bet that risks no more points than this is open to any points."""
LARGE: Final = 7.5
"""A bet that risks more points than this needs the rank ``NERVE_FOR_ALL``."""
NERVE: Final = 0.7
"""The lowest rank of one's own points for a bet that risks more than ``SMALL``."""
NERVE_FOR_ALL: Final = 0.92
"""The lowest rank of one's own points for a bet that risks more than ``LARGE``."""
DEFENCE: Final = 1.1
"""If the others accepted a bet just often enough, a bluff would gain nothing. They are expected to
accept this many times as often."""

# --- the envido -------------------------------------------------------------------------------


def open_envido(judgement: Judgement) -> Mix:
    """The mix of the envido calls to open with; undecided: silence, or no envido is offered."""
    situation = judgement.situation
    calls = situation.rules.envido.calls
    offered = [(step, *said) for step in range(len(calls)) for said in sayable(judgement, step)]
    if not offered or _beaten(situation):
        return UNDECIDED
    if situation.stakes.wins_all(situation.capped(1)) and sure_points(situation):
        return surely(offered[0][2])  # it wins the game, refused or accepted
    if (solved := judgement.envido_words) is not None:
        return judgement.saying(solved, envido_alone.SILENT)
    decides, own = situation.hand_decides, own_rank(judgement)
    bold = 1.0 if decides or own >= WEAK else BLUFFS
    chances = compare_envido(judgement)
    silent = situation.stakes.won(0) + OPENS * situation.stakes.unit
    if decides:  # then a robot makes every bluff that is worth more than its cards
        silent = judgement.expect(judgement.view.worth)
    options: list[tuple[float, Legal]] = [
        (_bet(situation, chances, step, adds, situation.capped(1)), action)
        for step, adds, action in offered
        if decides or _has_nerve(situation, step, adds, own)
    ]
    if not options:
        return UNDECIDED
    values = {action: value for value, action in options}
    found: Mix = {
        action: bold * share * judgement.worthwhile(values[action], silent)
        for action, share in judgement.prefer(options).items()
        if action is not None
    }
    found[None] = 1.0 - sum(found.values(), 0.0)
    return found


def answer_envido(judgement: Judgement) -> Mix:
    """The answer to a pending envido; undecided when none of the answers is offered."""
    return _kept(judgement, _answer_envido(judgement))


def _answer_envido(judgement: Judgement) -> Mix:
    """The answer before :func:`_kept` takes out what certainly loses."""
    situation = judgement.situation
    top = situation.top
    assert top is not None, "nothing to answer"
    if (solved := judgement.envido_words) is not None:
        found = judgement.saying(solved, envido_alone.SILENT)
        if found != UNDECIDED:
            return found
    chances = compare_envido(judgement)
    stakes = situation.stakes
    mine, theirs = situation.envido_worth(top.step, top.wanted)
    chance, own = win_chance(chances), own_rank(judgement)
    refused = situation.capped(max(1, top.wanted))
    raises: list[tuple[float, Legal]] = [
        (_bet(situation, chances, step, top.wanted + adds, refused), higher)
        for step in range(len(situation.rules.envido.calls))
        for adds, higher in sayable(judgement, step)
        if _has_nerve(situation, step, top.wanted + adds, own)
    ]
    return judgement.answers(
        (chance * stakes.won(mine) + (1 - chance) * stakes.lost(theirs), (QUIERO,)),
        (stakes.lost(top.refused), NO_QUIERO),
        raises,
        1.0 if own >= WEAK else BLUFFS,
        must=stakes.loses_all(top.refused),
    )


def _kept(judgement: Judgement, mix: Mix) -> Mix:
    """This answer to an envido: never a refusal that loses the game, and never a bet against points
    that are surely higher."""
    situation, top = judgement.situation, judgement.situation.top
    quiero, no = judgement.offered(QUIERO), judgement.offered(NO_QUIERO)
    if top is None or not isinstance(quiero, Action) or not isinstance(no, Action):
        return mix
    if situation.stakes.loses_all(top.refused):
        return without(mix, no, quiero)
    return surely(no) if _beaten(situation) else mix


def _beaten(situation: Situation) -> bool:
    """One against one, whether the other has shown cards that have more points than mine."""
    if not situation.alone or len(situation.rivals) != 1:
        return False
    view, table, rival = situation.view, situation.table, situation.rivals[0]
    shown = view.seen[rival]
    if not shown or UNKNOWN in shown or UNKNOWN in view.dealt:
        return False
    mine, least = (table.envido_points(cards, view.turned) for cards in (view.dealt, shown))
    return least > mine or (least == mine and situation.slot_of[rival] == 0)


def bet_value(judgement: Judgement, action: Action) -> float | None:
    """The chance of winning the game after this envido call; ``None``: it is no envido call."""
    situation, top = judgement.situation, judgement.situation.top
    for step, call in enumerate(situation.rules.envido.calls):
        if call.verb == action.verb:
            before = top.wanted if top is not None and top.game == ENVIDO_GAME else 0
            adds = call.adds if action.arg < 0 else action.arg * call.each
            refused = situation.capped(max(1, before))
            return _bet(situation, compare_envido(judgement), step, before + adds, refused)
    return None


def _has_nerve(situation: Situation, step: int, wanted: int, own: float) -> bool:
    """Whether points of the rank ``own`` are good enough for this bet.

    The more points the bet may lose, the better they must be. A point counts less when the game is
    nearly lost anyway.
    """
    _, theirs = situation.envido_worth(step, wanted)
    risk = (situation.stakes.won(0) - situation.stakes.lost(theirs)) / situation.stakes.unit
    if risk <= SMALL:
        return True
    return own >= (NERVE if risk <= LARGE else NERVE_FOR_ALL)


def _bet(
    situation: Situation, chances: list[Comparison], step: int, wanted: int, refused: int
) -> float:
    """The chance of winning the game after this envido call. The others refuse it or accept it, by
    how good their points are in each imagined deal.

    ``wanted``, ``refused``: what it pays accepted (unless a formula decides), and refused.
    """
    mine, theirs = situation.envido_worth(step, wanted)
    points = 0 if situation.rules.envido.calls[step].formula else wanted
    start = range_start(situation, points)
    stakes = situation.stakes
    need = stakes.turned().break_even(max(mine, theirs), refused)
    # The others do not refuse so often that a bet on any points would pay.
    gain, risk = stakes.won(refused) - stakes.won(0), stakes.won(0) - stakes.lost(theirs)
    seen = gain / (gain + risk) if gain + risk > 0 else 0.0
    middle = min(start + (1 - start) * 0.9 * need, 1 - DEFENCE * seen)
    return bet_worth(
        situation, chances, mine, theirs, refused, lambda rank: slope(rank, middle, 0.06)
    )


# --- stating the number -------------------------------------------------------------------------


def declare(judgement: Judgement) -> Mix:
    """State the true points if they may be stated, or else say *son buenas*."""
    points = judgement.situation.table.envido_points(judgement.view.dealt, judgement.view.turned)
    tengo = judgement.offered(TENGO)
    if isinstance(tengo, Range) and tengo.low <= points <= tengo.high:
        return surely(Action(judgement.view.seat, TENGO, points))
    buenas = judgement.offered(BUENAS)
    return surely(buenas) if isinstance(buenas, Action) else UNDECIDED

"""A robot's bets on the envido and on the flor, and the statement of its points."""

from collections.abc import Callable
from functools import partial
from typing import Final

from engine.actions import BUENAS, NO_QUIERO, QUIERO, TENGO, Action, Legal, Range
from engine.cards import UNKNOWN
from engine.guard.flor import FLOR_CALL, flor_raise
from engine.numbers import NO_SEATS, Seats
from engine.robots.deciding.comparisons import STEPS, Comparison, compare_envido, own_rank, sayable
from engine.robots.deciding.flores import plainly
from engine.robots.deciding.judgement import Judgement
from engine.robots.deciding.mixes import UNDECIDED, Mix, blend, surely, without
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
"""How often a robot bets as a bluff: on weak points, or on a flor that is worse than ``EVEN``."""
EVEN: Final = 0.5
"""A robot bets on a flor with a lower chance of winning than this only as a bluff."""
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
    solved = judgement.envido_words
    if solved is not None:
        return judgement.saying(solved, envido_alone.SILENT)
    if situation.hand_decides:
        return _open_for_the_match(judgement, offered)
    own = own_rank(judgement)
    bold = 1.0 if own >= WEAK else BLUFFS
    chances = compare_envido(judgement)
    silent = situation.stakes.won(0) + OPENS * situation.stakes.unit
    options: list[tuple[float, Action]] = [
        (_bet(situation, chances, step, adds, situation.capped(1)), action)
        for step, adds, action in offered
        if _has_nerve(situation, step, adds, own)
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


def _open_for_the_match(judgement: Judgement, offered: list[tuple[int, int, Action]]) -> Mix:
    """The envido to open with where the hand itself decides the game and the envido is not solved:
    the call that is worth most, if it is worth more than the cards. At such a score a robot makes
    every bluff that pays."""
    situation, compared = judgement.situation, compare_envido(judgement)
    silent = judgement.expect(judgement.view.worth)
    options: list[tuple[float, Legal]] = [
        (_bet(situation, compared, step, adds, situation.capped(1)), action)
        for step, adds, action in offered
    ]
    values = {action: value for value, action in options}
    found: Mix = {
        action: share * judgement.worthwhile(values[action], silent)
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
    solved = judgement.envido_words
    if solved is not None:
        found = judgement.saying(solved, envido_alone.SILENT)
        if found != UNDECIDED:
            return found
    chances = compare_envido(judgement)
    stakes = situation.stakes
    options: list[tuple[float, Legal]] = []
    quiero, no = judgement.offered(QUIERO), judgement.offered(NO_QUIERO)
    if quiero is not None:
        mine, theirs = situation.envido_worth(top.step, top.wanted)
        chance = sum(comparison.weight * comparison.win for comparison in chances)
        options.append((chance * stakes.won(mine) + (1 - chance) * stakes.lost(theirs), quiero))
    if no is not None and not (options and stakes.loses_all(top.refused)):
        options.append((stakes.lost(top.refused), no))
    own = own_rank(judgement)
    bold = 1.0 if own >= WEAK else BLUFFS
    plain = judgement.prefer(options) if options else UNDECIDED
    for step in range(len(situation.rules.envido.calls)):
        for adds, higher in sayable(judgement, step):
            if _has_nerve(situation, step, top.wanted + adds, own):
                refused = situation.capped(max(1, top.wanted))
                value = _bet(situation, chances, step, top.wanted + adds, refused)
                options.append((value, higher))
    return blend([(bold, judgement.prefer(options)), (1 - bold, plain)]) if options else plain


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
    return _value(situation, chances, mine, theirs, refused, lambda rank: slope(rank, middle, 0.06))


def _value(
    situation: Situation,
    chances: list[Comparison],
    mine: int,
    theirs: int,
    refused: int,
    accepts: Callable[[float], float],
) -> float:
    """The chance of winning the game after a bet.

    It pays my side ``mine`` or the others ``theirs`` if accepted, my side ``refused`` if not.
    ``accepts``: by how good the points of the others are, how likely they accept.
    """
    stakes = situation.stakes
    won, lost, folded = stakes.won(mine), stakes.lost(theirs), stakes.won(refused)
    value = 0.0
    for comparison in chances:
        seen = accepts(comparison.rival)
        value += comparison.weight * (
            (1 - seen) * folded + seen * (comparison.win * won + (1 - comparison.win) * lost)
        )
    return value


# --- the flor -----------------------------------------------------------------------------------


def answer_flor(judgement: Judgement) -> Mix:
    """The answer to a flor or a flor bet; undecided when none of the answers is offered."""
    situation = judgement.situation
    top, flor = situation.top, situation.rules.flor
    assert top is not None, "nothing to answer"
    assert flor is not None, "a flor at a table without flor"
    chances = compare_flor(judgement)
    chance = sum(comparison.weight * comparison.win for comparison in chances)
    stakes = situation.stakes
    options: list[tuple[float, Legal]] = []
    call = flor.calls[top.step]
    quiero, achico = judgement.offered(call.accept), judgement.offered(call.decline)
    refused = situation.flor_pays(call.refused, top.side, mine=False)
    if quiero is not None:
        mine = situation.flor_pays(call.wanted, top.side, mine=True)
        theirs = situation.flor_pays(call.wanted, top.side, mine=False)
        options.append((chance * stakes.won(mine) + (1 - chance) * stakes.lost(theirs), quiero))
    if achico is not None and not (options and stakes.loses_all(refused)):
        options.append((stakes.lost(refused), achico))
    said = plainly(judgement)
    if said is not None:
        mine = situation.flor_pays(call.wanted, top.side, mine=True)
        theirs = situation.flor_pays(call.wanted, top.side, mine=False)
        options.append((chance * stakes.won(mine) + (1 - chance) * stakes.lost(theirs), said))
    bold = 1.0 if chance >= EVEN else BLUFFS
    plain = judgement.prefer(options) if options else UNDECIDED
    for step, raised in enumerate(flor.calls):
        offered = judgement.offered(raised.verb)
        if offered is None or flor_raise(situation.table, top, raised.verb) != step:
            continue
        middle, width = 0.5, 0.1  # how good a flor has to be to accept it, and how sharp that is
        if raised.wanted.formula:
            middle, width = (0.7 if top.step == FLOR_CALL else 0.75), 0.08
        value = _value(
            situation,
            chances,
            situation.flor_pays(raised.wanted, situation.table_side, mine=True),
            situation.flor_pays(raised.wanted, situation.table_side, mine=False),
            situation.flor_pays(raised.refused, situation.table_side, mine=True),
            partial(_accepts, middle, width),
        )
        options.append((value, offered))
    return blend([(bold, judgement.prefer(options)), (1 - bold, plain)]) if options else plain


def _asked(situation: Situation) -> Seats:
    """The seats that have to answer and therefore hold a flor (VE-FLO-04)."""
    top = situation.top
    return top.asked if top is not None else NO_SEATS


def _accepts(middle: float, width: float, rank: float) -> float:
    """How likely a side whose best flor has this rank accepts a bet."""
    return slope(rank, middle, width)


def compare_flor(judgement: Judgement) -> list[Comparison]:
    """The comparison of the flores of both sides in each imagined deal. Without imagined deals: for
    several equally likely flores of the others."""
    situation = judgement.situation
    table = situation.table
    seats = [
        seat
        for seat in situation.contest
        if (situation.position.flores | _asked(situation)) >> seat & 1
        and not situation.position.gone >> seat & 1
    ]
    rivals = [seat for seat in seats if seat in situation.rivals]
    holds = table.has_flor(judgement.view.dealt, judgement.view.turned)
    own = table.flor_points(judgement.view.dealt, judgement.view.turned) if holds else 0
    if not judgement.guesses:
        # A seat without a flor answers for a partner whose flor it cannot see (GA-FIN-02).
        rank = situation.scale.flor_rank(own) if holds else 0.5
        return [
            Comparison(1 / STEPS, 1.0 if rank > (step + 0.5) / STEPS else 0.0, (step + 0.5) / STEPS)
            for step in range(STEPS)
        ]
    found: list[Comparison] = []
    for guess in judgement.guesses:
        values = {
            seat: table.flor_points(guess.dealt[seat], judgement.view.turned) for seat in seats
        }
        best = max(values.values(), default=own)
        winner = next((seat for seat in seats if values[seat] == best), judgement.view.seat)
        mine = table.sides[winner] == situation.table_side
        rank = max((situation.scale.flor_rank(values[seat]) for seat in rivals), default=0.0)
        found.append(Comparison(guess.weight, 1.0 if mine else 0.0, rank))
    return found


# --- stating the number -------------------------------------------------------------------------


def declare(judgement: Judgement) -> Mix:
    """State the true points if they may be stated, or else say *son buenas*."""
    points = judgement.situation.table.envido_points(judgement.view.dealt, judgement.view.turned)
    tengo = judgement.offered(TENGO)
    if isinstance(tengo, Range) and tengo.low <= points <= tengo.high:
        return surely(Action(judgement.view.seat, TENGO, points))
    buenas = judgement.offered(BUENAS)
    return surely(buenas) if isinstance(buenas, Action) else UNDECIDED

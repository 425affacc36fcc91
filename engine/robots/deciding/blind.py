"""A robot's decisions about blind calls, and about the card that the lone player puts away."""

from typing import Final

from engine.actions import DESCARTA, FT, NO_QUIERO, PART_VERBS, QUIERO, VER, Action, Legal
from engine.moves.blind import refused_by
from engine.robots.deciding import flores
from engine.robots.deciding.comparisons import compare_envido, win_chance
from engine.robots.deciding.judgement import Judgement
from engine.robots.deciding.mixes import UNDECIDED, Mix, surely
from engine.state.state import ENVIDO_GAME, FLOR_GAME, TRUCO_GAME

DARES: Final = 0.04
"""How often a robot that is not ahead calls before it has seen its cards."""
BEHIND: Final = 6
"""A robot that is behind by this many points calls three times as often."""

Part = tuple[float, int, int, int]
"""One part of a blind call: my chance to win it, the points that it pays me if I win, the points
that it pays the others if they win, the points that they get if I refuse it."""


def opens(judgement: Judgement) -> Mix:
    """The choice to look at the cards or, sometimes, to call blind; undecided: this seat does not
    have this choice."""
    ver, call = judgement.offered(VER), judgement.offered(FT)
    if not isinstance(ver, Action):
        return UNDECIDED
    mine, theirs = judgement.situation.by_side
    dares = 0.0 if mine > theirs else DARES * (3 if theirs - mine >= BEHIND else 1)
    return {call: dares, ver: 1 - dares} if isinstance(call, Action) else surely(ver)


def answers(judgement: Judgement) -> Mix:
    """The answer to a blind call; undecided when no answer is offered.

    Each part of the call is judged by the robot's own cards. The caller may hold any cards, because
    he has not seen them.
    """
    situation = judgement.situation
    top = situation.top
    assert top is not None, "nothing to answer"
    parts: dict[int, Part] = {
        part: _part(judgement, part)
        for part in (FLOR_GAME, ENVIDO_GAME, TRUCO_GAME)
        if part in top.counts
    }
    options: list[tuple[float, Legal]] = [
        (_worth(judgement, parts, refused_by(verb, top.counts)), said)
        for verb in (QUIERO, NO_QUIERO, *PART_VERBS)
        if (said := judgement.offered(verb)) is not None
    ]
    return judgement.prefer(options) if options else UNDECIDED


def _worth(judgement: Judgement, parts: dict[int, Part], refused: tuple[int, ...]) -> float:
    """The chance of winning the game after an answer that refuses these parts. The parts are
    settled in order: flor, falta, truco."""
    situation = judgement.situation
    # Every possible result so far: how likely it is, my points, the points of the others.
    ways = [(1.0, 0, 0)]
    for part, (chance, mine, theirs, given) in parts.items():
        if part in refused:
            ways = [(share, ours, lost + given) for share, ours, lost in ways]
            continue
        ways = [
            way
            for share, ours, lost in ways
            for way in (
                # TR-COM-09: once the game is over, no more points are added.
                [(share, ours, lost)]
                if situation.stakes.wins_all(ours) or situation.stakes.loses_all(lost)
                else [
                    (share * chance, ours + mine, lost),
                    (share * (1 - chance), ours, lost + theirs),
                ]
            )
        ]
    return sum(share * situation.stakes.after(ours, lost) for share, ours, lost in ways)


def _part(judgement: Judgement, part: int) -> Part:
    situation = judgement.situation
    top = situation.top
    assert top is not None, "nothing to answer"
    if part == TRUCO_GAME:
        worth = situation.table.worth
        return judgement.chance, worth[1], worth[1], worth[0]
    if part == ENVIDO_GAME:
        chance = win_chance(compare_envido(judgement))
        return chance, situation.falta(True), situation.falta(False), 1
    flor, blind = situation.rules.flor, situation.rules.blind
    assert flor is not None, "a flor at a table without flor"
    assert blind is not None, "a blind call at a table without them"
    bet = next(call for call in flor.calls if call.verb == blind.calls[top.step].flor)
    chance = win_chance(flores.compare(judgement))
    won, lost = (situation.flor_pays(bet.wanted, top.side, mine) for mine in (True, False))
    return chance, won, lost, situation.flor_pays(bet.refused, top.side, False)


def discards(judgement: Judgement) -> Action | None:
    """Put the lowest of four cards away; if three of the four are a flor, put the fourth away.
    ``None`` when this seat has no card to put away."""
    situation, view = judgement.situation, judgement.view
    found = [action for action in situation.offered.get(DESCARTA, ()) if isinstance(action, Action)]
    if not found:
        return None

    def kept(one: Action) -> tuple[bool, int]:
        rest = tuple(card for card in view.cards if card != one.arg)
        flor = situation.rules.flor is not None and bool(
            situation.table.has_flor(rest, view.turned)
        )
        return flor, sum(situation.heights[card] for card in rest)

    return max(found, key=kept)

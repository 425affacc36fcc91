"""The cost of a word about the envido of two players, from the solved envido.

No deals are played on: an accepted falta is so rare and pays so much that a hundred deals tell
little about it.

If neither side wins the game with the hand as it stands, the worth of each word comes from the
solution (:func:`engine.robots.small_games.envido_alone.worths`). If the hand as it stands decides
the game, each word is compared with the hand in many imagined deals
(:mod:`engine.robots.deciding.match_point`).
"""

import random
from typing import Final

from engine.actions import COVER, PLAY, Action
from engine.robots.deciding import match_point
from engine.robots.deciding.judgement import Judgement
from engine.robots.small_games import envido_alone
from engine.seen.view import SeatView
from engine.state.state import ENVIDO_GAME, PLAYING

IMAGINED: Final = 400
"""The number of imagined deals if the hand decides the game."""


def envido_cost(seen: SeatView, best: Action, chosen: Action, seed: int) -> float | None:
    """The points by which one word about the envido is worth less than another, for the seat with
    this view. Laying a card or calling the truco counts as silence. ``None``: the choice is about
    something else, or the envido is not solved at this moment."""
    if seen.position is None or seen.position.phase != PLAYING or best.seat != chosen.seat:
        return None
    judgement = Judgement(seen, random.Random(f"{seed} envido"), IMAGINED)
    calls = {call.verb for call in judgement.situation.rules.envido.calls}
    top = judgement.situation.top
    if not calls & {best.verb, chosen.verb} and (top is None or top.game != ENVIDO_GAME):
        return None
    if top is not None and top.game != ENVIDO_GAME:
        return None  # silence would answer something else
    found = _worths(judgement)
    if found is None:
        return None
    silences = {PLAY, COVER, *(step.verb for step in judgement.situation.rules.truco.steps)}
    words = [
        envido_alone.SILENT if action.verb in silences else _word(action)
        for action in (best, chosen)
    ]
    both = [found.get(word) for word in words]
    if both[0] is None or both[1] is None:
        return None
    return both[0] - both[1]


def _word(action: Action) -> str:
    """The word as the solution names it."""
    return action.verb if action.arg < 0 else f"{action.verb} {action.arg}"


def _worths(judgement: Judgement) -> dict[str, float] | None:
    """The worth of each word, in points; ``None``: it is not known."""
    situation = judgement.situation
    if not judgement.hand_decides:
        return envido_alone.worths(situation)
    if not situation.alone or situation.view.players != 2 or not judgement.guesses:
        return None
    unit = situation.stakes.unit
    return {
        envido_alone.SILENT if action is None else _word(action): chance / unit
        for action, chance in match_point.chances(judgement).items()
    }

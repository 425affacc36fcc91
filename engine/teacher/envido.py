"""The cost of a word about the envido of two players, from the solved envido.

No deals are played on: an accepted falta is so rare and pays so much that a hundred deals tell
little about it. If the hand as it stands decides the game, the envido is not looked at alone, since
its solution does not know the cards of the hand.
"""

from engine.actions import COVER, PLAY, Action
from engine.robots.reading.situation import Situation
from engine.robots.small_games import envido_alone
from engine.seen.view import SeatView
from engine.state.state import ENVIDO_GAME, PLAYING


def envido_cost(seen: SeatView, best: Action, chosen: Action) -> float | None:
    """The points by which one word about the envido is worth less than another, for the seat with
    this view. Laying a card or calling the truco counts as silence. ``None``: the choice is about
    something else, the hand as it stands decides the game, or the envido is not solved at this
    moment."""
    if seen.position is None or seen.position.phase != PLAYING or best.seat != chosen.seat:
        return None
    situation = Situation(seen)
    if situation.hand_decides:
        return None
    calls = {call.verb for call in situation.rules.envido.calls}
    top = situation.top
    if not calls & {best.verb, chosen.verb} and (top is None or top.game != ENVIDO_GAME):
        return None
    if top is not None and top.game != ENVIDO_GAME:
        return None  # silence would answer something else
    found = envido_alone.worths(situation)
    if found is None:
        return None
    silences = {PLAY, COVER, *(step.verb for step in situation.rules.truco.steps)}
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

"""Best answers that stand on a belief about the others, and so make no puzzle.

Robots hardly ever raise with nothing when their last card decides, and a raise that costs nothing
says nothing of the cards. To decline is right against robots there, and wrong against many people.
"""

import random
from typing import Final

from engine.actions import NO_QUIERO, Action
from engine.robots.judgement import Judgement
from engine.robots.truco import at_stake
from engine.seen.view import SeatView
from engine.state.state import TRUCO_GAME

BLUFFERS: Final = 0.2
"""How many of those whose last card loses are believed to call or raise with it."""
DEALS: Final = 80
"""How many deals tell how many cards win and how many lose."""


def stands_on_belief(seen: SeatView, best: Action) -> bool:
    """Whether declining a truco is best only because others are believed to raise with good cards.

    So it is where the raise costs them nothing, because the lower stake already brings the other
    side home; and where all cards of this seat lie there, and accepting is as good when every fifth
    of those raises whose card loses."""
    if best.verb != NO_QUIERO:
        return False
    judgement = Judgement(seen, random.Random(0), DEALS)
    situation, top = judgement.situation, judgement.situation.top
    if top is None or top.game != TRUCO_GAME:
        return False
    if top.step > 1 and situation.stakes.wins_all(situation.table.worth[top.step - 1]):
        return True
    if seen.cards or not judgement.guesses:
        return False
    loses = sum(judgement.wins(guess) for guess in judgement.guesses) / len(judgement.guesses)
    bluffs = BLUFFERS * loses
    chance = bluffs / (bluffs + 1 - loses)
    won, lost = at_stake(situation, top.step)
    return chance * won + (1 - chance) * lost >= situation.stakes.lost(top.refused)

"""Points of the envido that nobody can beat, by the cards that a seat sees."""

from functools import lru_cache
from itertools import combinations
from typing import Final

from engine.cards import UNKNOWN, Card
from engine.robots.reading.scale import DEALT
from engine.robots.reading.situation import Situation
from engine.seen.imagine import fits, known_cards
from engine.state.facts import Fact
from engine.state.table import Cards, Table

NEARLY: Final = 0.95
"""Below this rank a robot does not check whether its points are certain to win."""


def sure_points(situation: Situation) -> bool:
    """Whether no possible hand of a rival has better points than mine, by the cards that I see, the
    facts that the rules have disclosed, and the rule for equal points."""
    view, table = situation.view, situation.table
    if UNKNOWN in view.dealt or len(view.dealt) != DEALT or not situation.rules.envido.calls:
        return False
    mine = table.envido_points(view.dealt, view.turned)
    if situation.scale.envido_rank(mine) < NEARLY:
        return False
    known = known_cards(view)
    lying = frozenset(card for cards in (*known, *view.seen) for card in cards)
    for seat in situation.rivals:
        facts = tuple(fact for fact in view.facts if fact.seat == seat)
        unseen = tuple(
            card
            for card in table.deck
            if card not in lying and card not in (view.turned, view.put_away)
        )
        ahead = situation.slot_of[seat] < situation.me  # of equal points those of the mano win
        if _may_have(table, view.turned, known[seat], unseen, facts, mine + (not ahead)):
            return False
    return True


@lru_cache(maxsize=128)
def _may_have(
    table: Table, turned: Card, held: Cards, unseen: Cards, facts: tuple[Fact, ...], least: int
) -> bool:
    """Whether a seat may have this many points or more. ``held``: its known cards."""
    return any(
        table.envido_points(dealt, turned) >= least and fits(table, dealt, facts, turned)
        for more in combinations(unseen, max(DEALT - len(held), 0))
        for dealt in [tuple(sorted((*held, *more)))]
    )

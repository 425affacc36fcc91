"""What an onlooker believes of the last card of each of two players.

He sees what everybody sees: the cards on the table, the words, what the rules have disclosed. With
one card left on each side he needs no luck of the draw: every card is weighed.
"""

from engine.numbers import EVERYBODY, Seat
from engine.robots.hidden_cards import of_one
from engine.robots.situation import Situation
from engine.seen.imagine import fits, known_cards
from engine.state.facts import HOLDS
from engine.state.state import TRUCO_GAME

LEAST = 1e-3
"""A level that is less likely than this is left out, except that of the looking seat."""


def last_levels(situation: Situation) -> dict[Seat, dict[int, float]]:
    """For both seats of a contest: how likely the last card is of each level. The cards before it
    lie face up. Words of a call that is still pending do not count."""
    view = situation.view
    pending = (
        sum(
            top.step - situation.position.level
            for top in view.position.stack
            if top.game == TRUCO_GAME
        )
        if view.position is not None
        else 0
    )
    words = len(situation.words) - pending
    return {seat: _levels(situation, seat, words) for seat in situation.contest}


def _levels(situation: Situation, seat: Seat, words: int) -> dict[int, float]:
    view, table = situation.view, situation.table
    facts = tuple(one for one in view.facts if one.seat == seat and one.known_to == EVERYBODY)
    laid = view.seen[seat]
    if not view.counts[seat]:
        return {}
    seen = {card for cards in view.seen for card in cards} | {view.turned, view.put_away}
    shown = [card for card in known_cards(view)[seat] if card not in laid]
    shown = [
        one.card for one in facts if one.kind == HOLDS and not one.negated and one.card in shown
    ]
    found: dict[int, float] = {}
    for card in shown or [one for one in table.deck if one not in seen]:
        dealt = tuple(sorted((*laid, card)))
        if not fits(table, dealt, facts, view.turned):
            continue
        weight = of_one(situation, seat, dealt, (card,), words)
        level = situation.heights[card]
        found[level] = found.get(level, 0.0) + weight
    own = situation.levels[0] if seat == view.seat else 0
    if own:
        found.setdefault(own, 0.0)
    total = sum(found.values()) or 1.0
    return {
        level: weight / total
        for level, weight in found.items()
        if weight > LEAST * total or level == own
    }

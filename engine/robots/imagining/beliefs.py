"""An onlooker's beliefs about the last card of each of two players.

An onlooker has only the public information: the cards on the table, the words, and the facts that
the rules have disclosed. With one card left to each player no deal is drawn at random: every
possible card is weighed.
"""

from engine.cards import Card
from engine.numbers import EVERYBODY, Seat
from engine.robots.imagining.likelihood import of_one
from engine.robots.reading.situation import Situation
from engine.seen.imagine import fits, known_cards
from engine.state.facts import HOLDS

LEAST = 1e-5
"""A level that is less likely than this is left out, except the level of the looking seat's own
card."""


def last_levels(situation: Situation) -> dict[Seat, dict[int, float]]:
    """For both seats of a contest: how likely the last card is of each level when the last trick
    begins. The earlier cards lie face up; words and cards of the last trick do not count."""
    return {seat: _levels(situation, seat) for seat in situation.contest}


def part_of_others(situation: Situation, seat: Seat, card: Card) -> float:
    """The probability that the last card of a seat, given that it has this card's level, is not
    this card but another card. 0: no other card has the level; 1: the seat cannot hold this
    card."""
    level = situation.heights[card]
    by_card = _cards(situation, seat)
    whole = sum([weight for held, weight in by_card.items() if situation.heights[held] == level])
    return 1.0 - by_card.get(card, 0.0) / whole if whole > 0 else 1.0


def _cards(situation: Situation, seat: Seat) -> dict[Card, float]:
    """How likely the last card of a seat is each card; the sum is not 1."""
    view, table, trick = situation.view, situation.table, situation.position.trick
    facts = tuple(fact for fact in view.facts if fact.seat == seat and fact.known_to == EVERYBODY)
    last = {play.card: play.seat for play in view.plays if play.trick == trick}
    laid = tuple([card for card in view.seen[seat] if card not in last])
    seen = {card for cards in view.seen for card in cards} - last.keys()
    seen |= {view.turned, view.put_away}
    shown = [card for card in known_cards(view)[seat] if card not in laid]
    shown = [
        fact.card
        for fact in facts
        if fact.kind == HOLDS and not fact.negated and fact.card in shown
    ]
    found: dict[Card, float] = {}
    for card in shown or [other for other in table.deck if other not in seen]:
        dealt = tuple(sorted((*laid, card)))
        if not fits(table, dealt, facts, view.turned):
            continue
        found[card] = of_one(situation, seat, dealt, (card,), 2 * trick)
    return found


def _levels(situation: Situation, seat: Seat) -> dict[int, float]:
    view, trick = situation.view, situation.position.trick
    found: dict[int, float] = {}
    for card, weight in _cards(situation, seat).items():
        level = situation.heights[card]
        found[level] = found.get(level, 0.0) + weight
    last = {play.card: play.seat for play in view.plays if play.trick == trick}
    own = situation.levels[0] if seat == view.seat and situation.levels else 0
    own = next((situation.heights[card] for card, owner in last.items() if owner == seat), own)
    if own:
        found.setdefault(own, 0.0)
    total = sum(found.values()) or 1.0
    return {
        level: weight / total
        for level, weight in found.items()
        if weight > LEAST * total or level == own
    }

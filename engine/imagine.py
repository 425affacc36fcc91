"""Deals that could be true, for robots that think ahead.

:func:`imagine` deals the cards a seat has not seen, uniformly among the deals that fit what it
knows: its own cards, the cards face up, and the facts. Every constrained seat draws one of the
sets of cards that fit it, independently; draws that need the same card twice are thrown away, and
what is left is uniform. Seats nobody knows anything about are dealt last.
"""

from itertools import combinations
from random import Random

from engine.cards import Card
from engine.facts import ENVIDO_POINTS, HAS_FLOR, HOLDS, Fact
from engine.table import Cards, Table, table_for
from engine.view import SeatView

PATIENCE = 2000
"""Draws before giving up on a set of facts; far beyond what any real hand needs."""


class Impossible(Exception):
    """No deal fits: the view does not come from a real hand."""


def table_of(view: SeatView) -> Table:
    """The table a view is of."""
    return table_for(view.variant, view.players, dict(view.options))


def fits(table: Table, dealt: Cards, facts: tuple[Fact, ...]) -> bool:
    """Whether three cards agree with what is known of their seat."""
    for fact in facts:
        if fact.kind == HAS_FLOR:
            if bool(table.has_flor(dealt)) != bool(fact.low):
                return False
        elif fact.kind == HOLDS:
            if (fact.card in dealt) == fact.negated:
                return False
        else:
            points = table.envido(dealt) if fact.kind == ENVIDO_POINTS else table.flor(dealt)
            if (fact.low <= points <= fact.high) == fact.negated:
                return False
    return True


def imagine(view: SeatView, rng: Random) -> tuple[Cards, ...]:
    """The three cards of every seat, as dealt, in a deal that fits the view.

    The looking seat's own cards are its own. Raises :class:`Impossible` when nothing fits.
    """
    return imagine_many(view, rng, 1)[0]


def imagine_many(view: SeatView, rng: Random, count: int) -> list[tuple[Cards, ...]]:
    """So many independent deals that fit the view; the work of reading the facts is done once."""
    table = table_of(view)
    known = [view.dealt if seat == view.seat else view.seen[seat] for seat in range(view.players)]
    gone: set[Card] = {card for cards in known for card in cards}
    gone.add(view.turned)
    pool = [card for card in table.deck if card not in gone]
    bound: dict[int, list[Cards]] = {}
    for seat in range(view.players):
        facts = tuple(fact for fact in view.facts if fact.seat == seat)
        missing = 3 - len(known[seat])
        if seat == view.seat or not facts or not missing:
            continue
        bound[seat] = [
            rest
            for rest in combinations(pool, missing)
            if fits(table, tuple(sorted((*known[seat], *rest))), facts)
        ]
        if not bound[seat]:
            raise Impossible
    return [_draw(view, rng, known, pool, bound) for _ in range(count)]


def _draw(
    view: SeatView,
    rng: Random,
    known: list[Cards],
    pool: list[Card],
    bound: dict[int, list[Cards]],
) -> tuple[Cards, ...]:
    for _ in range(PATIENCE):
        drawn = {seat: sets[rng.randrange(len(sets))] for seat, sets in bound.items()}
        used = {card for cards in drawn.values() for card in cards}
        if len(used) < sum(len(cards) for cards in drawn.values()):
            continue
        rest = [card for card in pool if card not in used]
        rng.shuffle(rest)
        hands: list[Cards] = []
        for seat in range(view.players):
            cards = (*known[seat], *drawn.get(seat, ()))
            free = 3 - len(cards)
            hands.append((*cards, *rest[:free]))
            rest = rest[free:]
        return tuple(hands)
    raise Impossible

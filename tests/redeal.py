"""The sampler behind the secrecy property: deals that somebody at the table cannot tell apart.

It knows the list of facts (:mod:`engine.state.facts`) as far as they are that seat's to know, what
was laid or turned up for all to see, the turned card, and the looking seat's own cards where it may
see them; nothing of the view. Whatever it deals, the same steps must be legal again and everything
sent to that seat must stay byte-identical: a leak shows as a difference, a forgotten fact as an
illegal step. What cards are worth it asks :mod:`tests.worth`, not the engine.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import combinations
from random import Random

from engine.actions import COVER, DESCARTA, PLAY, PLAY_NTH, STACK, Action, AnyAction, Deal, pile
from engine.cards import RANKS, Card
from engine.events import Shown, Turned
from engine.numbers import EVERYBODY, includes
from engine.state import facts
from engine.state.facts import (
    ABOVE,
    ENVIDO_POINTS,
    FLOR_AT_MOST,
    FLOR_POINTS,
    HAS_FLOR,
    HOLDS,
    PLAIN_FLOR,
    Fact,
)
from engine.state.table import Table
from tests.oracle_common import RESERVADA
from tests.strategies import Taken
from tests.worth import Worth, worth_at

PUBLIC = -1
PATIENCE = 300
TRIES = 60


def known_to(fact: Fact, seat: int) -> bool:
    """Whether this seat has learnt the fact."""
    return fact.known_to == EVERYBODY or (seat >= 0 and includes(fact.known_to, seat))


def agrees(table: Table, worth: Worth, cards: Sequence[Card], fact: Fact) -> bool:
    """Whether these could be the cards dealt to the seat that the fact is about."""
    if fact.kind == HOLDS:
        return (fact.card in cards) != fact.negated
    if fact.kind == ABOVE:
        write = table.spelling.write
        limit = worth.power(write(fact.card))
        return sum(worth.power(write(card)) > limit for card in cards) <= fact.high
    envido, flor = worth.points(table, cards)
    if fact.kind == HAS_FLOR:
        return (fact.low == 1) == (flor > 0)
    if fact.kind == FLOR_AT_MOST:  # TR-FLO-03: none is within it too
        return flor <= fact.high
    if fact.kind == PLAIN_FLOR:  # VE-FLO-04: one that must be announced
        return (fact.low == 1) == (0 < flor < RESERVADA)
    if fact.kind == facts.RESERVADA:
        return (fact.low == 1) == (flor == RESERVADA)
    if fact.kind == FLOR_POINTS:  # only a flor can be compared
        return flor > 0 and fact.low <= flor <= fact.high
    assert fact.kind == ENVIDO_POINTS, f"a fact this sampler does not know: {fact}"
    return (fact.low <= envido <= fact.high) != fact.negated


class Holdings:
    """The sets of cards that a seat may hold beside those seen, as far as facts about it say."""

    def __init__(
        self,
        table: Table,
        worth: Worth,
        pool: Sequence[Card],
        held: Iterable[Card],
        missing: int,
        known: Sequence[Fact],
    ) -> None:
        self.table = table
        self.worth = worth
        self.held = tuple(held)
        self.missing = missing
        absent = {fact.card for fact in known if fact.kind == HOLDS}
        self.pool = [card for card in pool if card not in absent]
        self.known = [fact for fact in known if fact.kind != HOLDS]

    def fit(self, cards: tuple[Card, ...]) -> bool:
        dealt = (*self.held, *cards)
        return all(agrees(self.table, self.worth, dealt, fact) for fact in self.known)

    @cached_property
    def every(self) -> list[tuple[Card, ...]]:
        found = [cards for cards in combinations(self.pool, self.missing) if self.fit(cards)]
        assert found, "the facts contradict the true cards"
        return found

    def drawn(self, rng: Random) -> tuple[Card, ...]:
        """Any of them, each as likely: mostly found by trying, seldom worth a list of all."""
        for _ in range(TRIES):
            cards = tuple(rng.sample(self.pool, self.missing))
            if self.fit(cards):
                return cards
        return rng.choice(self.every)


def laid_open(steps: Sequence[Taken]) -> list[set[Card]]:
    """By seat the cards laid face up in this hand."""
    deal = steps[0].action
    assert isinstance(deal, Deal)
    seen: list[set[Card]] = [set() for _ in deal.hands]
    for step in steps:
        action = step.action
        if isinstance(action, Action) and action.verb == PLAY:
            seen[action.seat].add(action.arg)
        elif isinstance(action, Action) and action.verb == PLAY_NTH:
            seen[action.seat].add(deal.hands[action.seat][action.arg - 1])
    return seen


def in_the_open(steps: Sequence[Taken]) -> list[set[Card]]:
    """By seat the cards that everyone has seen in this hand: laid face up, or shown."""
    seen = laid_open(steps)
    for step in steps:
        for event in step.events:
            if isinstance(event, Shown):
                seen[event.seat].update(event.cards)
    for owner, cards in enumerate(turned_up(steps)):
        seen[owner].update(cards)
    return seen


def turned_up(steps: Sequence[Taken]) -> list[list[Card]]:
    """By seat the cards of its pile that were turned up, the top first (VE-PAR-02)."""
    deal = steps[0].action
    assert isinstance(deal, Deal)
    piles: list[list[Card]] = [[] for _ in deal.hands]
    for step in steps:
        for event in step.events:
            if isinstance(event, Turned):
                for owner, card in event.cards:
                    piles[owner].append(card)
    return piles


def plays_blind(table: Table, score: tuple[int, ...]) -> bool:
    """PA-FER-02, ``ferro=blind``: nobody sees his own cards either; from the score alone."""
    options = dict(table.rules.options)
    if options.get("ferro") != "blind":
        return False
    near = int(options["target"]) - (1 if table.rules.variant == "paulista" else 2)
    return min(score) >= near


def redeal(steps: Sequence[Taken], seat: int, rng: Random) -> Deal:
    """The hand's deal with other cards wherever ``seat`` cannot know them."""
    deal, last = steps[0].action, steps[-1].after
    assert isinstance(deal, Deal)
    assert last.hand is not None
    table = last.table
    worth = worth_at(table, deal.turned)
    known = [fact for fact in last.hand.facts if known_to(fact, seat)]
    all_blind = plays_blind(table, last.hand.start)
    blind = all_blind or last.hand.position.blind == seat
    kept = last.hand.dealt  # without the fourth card of a lone player who has put one away
    fixed = in_the_open(steps)
    for fact in known:
        if fact.kind == HOLDS and not fact.negated:
            fixed[fact.seat].add(fact.card)
    if seat >= 0 and not blind:
        fixed[seat].update(deal.hands[seat])
    seats = range(len(deal.hands))
    about = [
        [fact for fact in known if fact.seat == owner and (fact.kind != HOLDS or fact.negated)]
        for owner in seats
    ]
    for owner, cards in enumerate(kept):
        assert fixed[owner] <= set(deal.hands[owner])
        for fact in about[owner]:
            assert agrees(table, worth, cards, fact), f"a fact that is not true: {fact}"
    taken = set().union(*fixed, {deal.turned})
    pool = [card for card in table.deck if card not in taken]

    missing = [
        len((deal.hands if owner == seat else kept)[owner]) - len(fixed[owner]) for owner in seats
    ]
    fourth = [
        owner for owner in seats if owner != seat and len(kept[owner]) < len(deal.hands[owner])
    ]
    bound = {
        owner: Holdings(table, worth, pool, fixed[owner], missing[owner], about[owner])
        for owner in seats
        if about[owner] and missing[owner]
    }
    flores = rng.random() < 0.5  # flores are rare: half of the time look for them
    for _ in range(PATIENCE):
        rest = list(pool)
        rng.shuffle(rest)
        hands: list[tuple[Card, ...]] = []
        drawn: dict[int, tuple[Card, ...]] = {}
        for owner, holdings in bound.items():
            drawn[owner] = holdings.drawn(rng)
            if not set(drawn[owner]) <= set(rest):
                break
            rest = [card for card in rest if card not in drawn[owner]]
        else:
            for owner in seats:
                if owner not in drawn:
                    if flores and missing[owner] == 3 and rng.random() < 0.4:
                        suit = rest[-1] // RANKS
                        rest = sorted(rest, key=lambda card: card // RANKS == suit)
                    elif flores and missing[owner] > 1 and rng.random() < 0.4:
                        rest.sort(key=lambda card: table.spelling.write(card) in worth.pieces)
                    drawn[owner] = tuple(rest.pop() for _ in range(missing[owner]))
                by_place = all_blind or (blind and owner == seat)
                cards = ordered(deal, owner, seat, fixed[owner], drawn[owner], by_place, rng)
                hands.append(cards)
            for owner in fourth:  # put away, so it comes last here
                hands[owner] += (rest.pop(),)
            return Deal(deal.dealer, tuple(hands), deal.turned, deal.mode)
    same = list(deal.hands)
    for owner in fourth:
        same[owner] = (*kept[owner], *(card for card in same[owner] if card not in kept[owner]))
    return Deal(deal.dealer, tuple(same), deal.turned, deal.mode)


def ordered(
    deal: Deal,
    owner: int,
    seat: int,
    fixed: set[Card],
    drawn: tuple[Card, ...],
    blind: bool,
    rng: Random,
) -> tuple[Card, ...]:
    """A hand in the order dealt: nobody knows in which order another's cards came."""
    if blind:  # cards are named by their place, so those seen stay where they are
        rest = list(drawn)
        return tuple(card if card in fixed else rest.pop() for card in deal.hands[owner])
    if owner == seat:
        return deal.hands[owner]
    cards = [*fixed, *drawn]
    rng.shuffle(cards)
    return tuple(cards)


def _piled(
    steps: Sequence[Taken], owner: int, deal: Deal, worth: Worth, rng: Random
) -> tuple[list[Card], int]:
    """The card that a seat covers before, if it does, and its pile: what was turned up of it, and
    for the rest anything that does not lie above the top (VE-PAR-02)."""
    write = deal_table(steps).spelling.write
    known = turned_up(steps)[owner]
    rest = [card for card in deal.hands[owner] if card not in laid_open(steps)[owner]]
    rest = [card for card in rest if card not in known]
    rng.shuffle(rest)
    if known:
        highest = worth.power(write(known[0]))
        rest.sort(key=lambda card: worth.power(write(card)) <= highest)
    else:
        covered, piled = rest[:-2], rest[-2:]
        top, below = sorted(piled, key=lambda card: -worth.power(write(card)))
        return covered, pile(top, below)
    below = known[1] if len(known) > 1 else rest.pop()
    return rest, pile(known[0], below)


def deal_table(steps: Sequence[Taken]) -> Table:
    """The table of a hand."""
    return steps[0].after.table


def retake(steps: Sequence[Taken], deal: Deal, seat: int, rng: Random) -> list[AnyAction]:
    """The same steps of one hand over another deal: which card others covered nobody can tell."""
    seen = laid_open(steps)
    table = steps[0].after.table
    worth = worth_at(table, deal.turned)
    hidden: list[list[Card]] = []
    for owner, cards in enumerate(deal.hands):
        rest = [card for card in cards[:3] if card not in seen[owner]]
        rng.shuffle(rest)
        if dict(table.rules.options).get("show_after_tie") == "highest":
            # MI-TRI-04: of two cards that stay hidden the one covered in trick 1 may be too high
            # for the one kept.
            rest.sort(key=lambda card: worth.power(table.spelling.write(card)))
        hidden.append(rest)
    piles = {
        step.action.seat: _piled(steps, step.action.seat, deal, worth, rng)
        for step in steps
        if isinstance(step.action, Action) and step.action.verb == STACK
    }
    for owner, (covered, _) in piles.items():
        hidden[owner] = covered
    actions: list[AnyAction] = [deal]
    for step in steps[1:]:
        action = step.action
        if isinstance(action, Action) and action.verb == COVER and action.seat != seat:
            action = Action(action.seat, COVER, hidden[action.seat].pop())
        if isinstance(action, Action) and action.verb == STACK and action.seat != seat:
            action = Action(action.seat, STACK, piles[action.seat][1])
        elif isinstance(action, Action) and action.verb == DESCARTA and action.seat != seat:
            action = Action(action.seat, DESCARTA, deal.hands[action.seat][-1])
        actions.append(action)
    return actions

"""The sampler behind the secrecy property: deals that a seat cannot tell apart.

It knows the facts (:mod:`engine.facts`) as far as they are that seat's to know, what was laid face
up or shown, the turned card, and the seat's own cards unless the hand is blind; nothing of the
view. Whatever it deals, the same steps must be legal again and everything sent to the seat must
stay byte-identical.
"""

from collections.abc import Sequence
from random import Random

from engine.actions import COVER, PLACE, PLAY, Action, AnyAction, Deal
from engine.cards import FRENCH, UNKNOWN, Card
from engine.events import Shown
from engine.facts import ABOVE, EVERYBODY, HOLDS, Fact
from engine.table import Table
from tests import oracle_brazil as oracle
from tests.brazil.playouts import Taken

PATIENCE = 200


def knows(fact: Fact, seat: int) -> bool:
    return fact.known_to == EVERYBODY or (seat >= 0 and bool(fact.known_to >> seat & 1))


def is_blind(table: Table, score: tuple[int, ...]) -> bool:
    """PA-FER-02, ``ferro=blind``, from the score alone."""
    options = dict(table.rules.options)
    near = int(options["target"]) - (1 if table.rules.variant == "paulista" else 2)
    return options["ferro"] == "blind" and min(score) >= near


def in_the_open(steps: Sequence[Taken]) -> list[set[Card]]:
    """By seat the cards that everyone has seen in this hand."""
    deal = steps[0].action
    assert isinstance(deal, Deal)
    seen: list[set[Card]] = [set() for _ in deal.hands]
    for step in steps:
        action = step.action
        if isinstance(action, Action) and action.verb == PLAY:
            seen[action.seat].add(action.arg)
        elif isinstance(action, Action) and action.verb == PLACE:
            seen[action.seat].add(deal.hands[action.seat][action.arg - 1])
        for event in step.events:
            if isinstance(event, Shown):
                seen[event.seat].update(event.cards)
    return seen


class Bounds:
    """What facts say of the cards of one seat that are not known one by one."""

    def __init__(self, facts: Sequence[Fact], power: dict[Card, int]) -> None:
        self.absent = {fact.card for fact in facts if fact.kind == HOLDS and fact.negated}
        self.above = [(power[fact.card], fact.high) for fact in facts if fact.kind == ABOVE]
        self.power = power

    def allow(self, cards: Sequence[Card]) -> bool:
        """Whether these may be among the cards dealt to the seat."""
        return not self.absent & set(cards) and all(
            sum(self.power[card] > height for card in cards) <= high for height, high in self.above
        )

    def __bool__(self) -> bool:
        return bool(self.absent or self.above)


def powers(table: Table, turned: Card) -> dict[Card, int]:
    """What beats what, by the oracle."""
    vira = FRENCH.write(turned) if turned != UNKNOWN else None
    best = oracle.manilhas(vira, dict(table.rules.options)["deck"] == "clean")
    return {card: oracle.power(FRENCH.write(card), best) for card in table.deck}


def redeal(steps: Sequence[Taken], seat: int, rng: Random) -> Deal:
    """The hand's deal with other cards wherever ``seat`` cannot know them."""
    deal, last = steps[0].action, steps[-1].after
    assert isinstance(deal, Deal)
    assert last.hand is not None
    facts = [fact for fact in last.hand.facts if knows(fact, seat)]
    assert {fact.kind for fact in facts} <= {HOLDS, ABOVE}, "a fact this sampler does not know"
    blind = is_blind(last.table, last.hand.start)
    fixed = in_the_open(steps)
    for fact in facts:
        if fact.kind == HOLDS and not fact.negated:
            fixed[fact.seat].add(fact.card)
    if seat >= 0 and not blind:
        fixed[seat].update(deal.hands[seat])
    assert all(cards <= set(hand) for cards, hand in zip(fixed, deal.hands, strict=True))
    seats = range(len(deal.hands))
    power = powers(last.table, deal.turned)
    bounds = [Bounds([fact for fact in facts if fact.seat == one], power) for one in seats]
    assert all(bounds[one].allow(deal.hands[one]) for one in seats), "a fact that is not true"
    taken = set().union(*fixed, {deal.turned})
    free = [card for card in last.table.deck if card not in taken]
    for _ in range(PATIENCE):
        rng.shuffle(free)
        rest = list(free)
        hands = list(deal.hands)
        for one in sorted(seats, key=lambda one: not bounds[one]):  # those that are bound first
            cards = [card if card in fixed[one] else UNKNOWN for card in deal.hands[one]]
            while UNKNOWN in cards:
                known = [card for card in cards if card != UNKNOWN]
                fitting = [card for card in rest if bounds[one].allow([*known, card])]
                if not fitting:
                    break
                cards[cards.index(UNKNOWN)] = fitting[0]
                rest.remove(fitting[0])
            if one != seat and not blind:
                rng.shuffle(cards)  # nobody knows in which order another's cards came
            hands[one] = tuple(cards)
        if not any(UNKNOWN in cards for cards in hands):
            return Deal(deal.dealer, tuple(hands), deal.turned, deal.mode)
    return deal


def retake(steps: Sequence[Taken], deal: Deal, seat: int, rng: Random) -> list[AnyAction]:
    """The same steps of one hand over another deal: which card others covered nobody can tell."""
    seen = in_the_open(steps)
    table = steps[0].after.table
    power = powers(table, deal.turned)
    hidden: list[list[Card]] = []
    for one, cards in enumerate(deal.hands):
        rest = [card for card in cards if card not in seen[one]]
        rng.shuffle(rest)
        if dict(table.rules.options)["show_after_tie"] == "highest":
            # MI-TRI-04: of two cards that stay hidden the one covered in trick 1 may be too high
            # for the one kept.
            rest.sort(key=lambda card: power[card])
        hidden.append(rest)
    actions: list[AnyAction] = [deal]
    for step in steps[1:]:
        action = step.action
        if isinstance(action, Action) and action.verb == COVER and action.seat != seat:
            action = Action(action.seat, COVER, hidden[action.seat].pop())
        actions.append(action)
    return actions

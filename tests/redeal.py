"""The sampler behind the secrecy property: deals that somebody at the table cannot tell apart.

It knows the list of facts (:mod:`engine.facts`), what was laid or turned up for all to see, and the
looking seat's own cards; nothing of the view. Whatever it deals, the same steps must be legal again
and everything sent to that seat must stay byte-identical: a leak shows as a difference, a forgotten
fact as an illegal step.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from random import Random
from typing import NamedTuple

from engine.actions import COVER, PLAY, Action, AnyAction, Deal
from engine.cards import SPANISH
from engine.events import AnyEvent, Shown
from engine.facts import ENVIDO_POINTS, EVERYBODY, FLOR_POINTS, HAS_FLOR, HOLDS, Fact
from tests import oracle
from tests.strategies import Taken

PUBLIC = -1


class Triple(NamedTuple):
    """Three cards and what the oracle says they are worth."""

    cards: tuple[int, ...]
    mask: int
    """The same cards as bits."""
    envido: int
    flor: int
    """0: no flor."""


def mask_of(cards: Iterable[int]) -> int:
    return sum(1 << card for card in cards)


@cache
def triples() -> tuple[Triple, ...]:
    """All hands of three cards."""
    found = []
    for cards in combinations(range(40), 3):
        names = [SPANISH.write(card) for card in cards]
        flor = oracle.flor_of(names) if oracle.is_flor(names) else 0
        found.append(Triple(cards, mask_of(cards), oracle.envido_of(names), flor))
    return tuple(found)


def agrees(hand: Triple, fact: Fact) -> bool:
    """Whether these cards could be those of the seat that the fact is about."""
    if fact.kind == HOLDS:
        return (fact.card in hand.cards) != fact.negated
    if fact.kind == HAS_FLOR:
        return (fact.low == 1) == (hand.flor > 0)
    if fact.kind == ENVIDO_POINTS:
        number = hand.envido
    else:
        assert fact.kind == FLOR_POINTS, fact
        number = hand.flor
    return (fact.low <= number <= fact.high) != fact.negated


def known_to(fact: Fact, seat: int) -> bool:
    return fact.known_to == EVERYBODY or (seat >= 0 and bool(fact.known_to >> seat & 1))


def in_the_open(actions: Iterable[AnyAction], events: Iterable[AnyEvent]) -> dict[int, set[int]]:
    """By seat the cards that everyone has seen: laid face up, or shown."""
    seen: dict[int, set[int]] = {}
    for action in actions:
        if isinstance(action, Action) and action.verb == PLAY:
            seen.setdefault(action.seat, set()).add(action.arg)
    for event in events:
        if isinstance(event, Shown):
            seen.setdefault(event.seat, set()).update(event.cards)
    return seen


def redeal(
    hands: Sequence[Sequence[int]],
    seat: int,
    seen: dict[int, set[int]],
    facts: Sequence[Fact],
    rng: Random,
) -> tuple[tuple[int, ...], ...] | None:
    """Other cards for everyone but ``seat``, as far as it cannot know them; ``None``: gave up."""
    n = len(hands)
    fixed = [mask_of(hands[other] if other == seat else seen.get(other, ())) for other in range(n)]
    taken = sum(fixed)
    fitting: dict[int, list[Triple]] = {}
    for other in range(n):
        if other == seat:
            continue
        about = [fact for fact in facts if fact.seat == other and known_to(fact, seat)]
        fitting[other] = [
            hand
            for hand in triples()
            if hand.mask & taken == fixed[other] and all(agrees(hand, fact) for fact in about)
        ]
        assert fitting[other], "the facts contradict the true cards"
        if rng.random() < 0.5:  # flores are rare: half of the time prefer them, or their absence
            wanted = rng.random() < 0.6
            some = [hand for hand in fitting[other] if (hand.flor > 0) == wanted]
            fitting[other] = some or fitting[other]
    for _ in range(300):
        dealt: dict[int, tuple[int, ...]] = {}
        used = taken
        for other in sorted(fitting, key=lambda one: len(fitting[one])):
            hand = rng.choice(fitting[other])
            if hand.mask & ~fixed[other] & used:
                break
            dealt[other] = hand.cards
            used |= hand.mask
        else:
            made = []
            for other in range(n):
                cards = list(hands[other]) if other == seat else sorted(dealt[other])
                if other != seat:
                    rng.shuffle(cards)  # nobody knows in which order another's cards came
                made.append(tuple(cards))
            return tuple(made)
    return None


def retake(
    steps: Sequence[Taken], dealt: tuple[tuple[int, ...], ...], seat: int, rng: Random
) -> list[AnyAction]:
    """The same steps of one hand over other cards: ``seat`` cannot tell what others covered."""
    actions = [taken.action for taken in steps]
    laid_open = in_the_open(actions, ())
    hidden: dict[int, list[int]] = {}
    for other, cards in enumerate(dealt):
        rest = [card for card in cards if card not in laid_open.get(other, ())]
        rng.shuffle(rest)
        hidden[other] = rest
    made: list[AnyAction] = []
    for action in actions:
        if isinstance(action, Deal):
            made.append(Deal(action.dealer, dealt, action.turned, action.mode))
        elif isinstance(action, Action) and action.verb == COVER and action.seat != seat:
            made.append(Action(action.seat, COVER, hidden[action.seat].pop()))
        else:
            made.append(action)
    return made

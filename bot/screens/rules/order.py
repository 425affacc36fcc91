"""The order of the cards in this hand, with marks at the reader's own cards.

The order is public: it follows from the rules of the table and the turned card. The marks come from
the reader's own cards alone."""

from collections import Counter
from functools import lru_cache

from bot.match.lesson import is_taught
from bot.screen import Rung
from bot.screens.moment.context import ScreenContext
from bot.words import Words, words_for
from engine.cards import RANKS, UNKNOWN, Card, Spelling
from engine.rules.ranking import Order, order_with
from engine.rules.rule_set import CardRules


def order_of(context: ScreenContext) -> tuple[Rung, ...]:
    """The cards of this hand, strongest first. It is empty while a card is still to be turned, and
    outside of a hand, except in a guided match."""
    table, turned = context.table, context.view.turned
    is_open = context.playing or is_taught(context.info)
    if not is_open or (table.turns and turned == UNKNOWN):
        return ()
    mine = frozenset(card for card in context.view.cards if card != UNKNOWN)
    names = tuple(sorted(context.named.items()))
    return _marked_order(table.rules.cards, turned, table.spelling, context.words, names, mine)


@lru_cache(maxsize=2048)
def _marked_order(
    rules: CardRules,
    turned: Card,
    deck: Spelling,
    words: Words,
    names: tuple[tuple[Card, str], ...],
    mine: frozenset[Card],
) -> tuple[Rung, ...]:
    """The order with marks at the reader's cards. It stays while the reader lays no card."""
    plain = _plain(rules, turned, deck, words.locale, names)
    return tuple(
        rung
        if mine.isdisjoint(cards)
        else _marked(rung, tuple(filter(mine.__contains__, cards)), deck, words)
        for rung, cards in zip(plain, order_with(rules, turned), strict=True)
    )


def _marked(rung: Rung, own: tuple[Card, ...], deck: Spelling, words: Words) -> Rung:
    """The same rung, with marks at the reader's cards."""
    id = "order.mine.alone" if len(rung.codes) == 1 else "order.mine"
    said = words.text(id, cards=rung.text, mine=words.cards(own, deck))
    return Rung(rung.codes, said, rung.short, tuple(map(deck.write, own)))


@lru_cache(maxsize=512)
def _plain(
    rules: CardRules, turned: Card, deck: Spelling, locale: str, names: tuple[tuple[Card, str], ...]
) -> tuple[Rung, ...]:
    """The order without marks. It is the same for all readers of this language."""
    words, order, known = words_for(locale), order_with(rules, turned), dict(names)

    def text(cards: tuple[Card, ...]) -> str:
        if _whole_rank(cards, order):
            return words.rank(cards[0], deck)
        said = words.cards(cards, deck)
        name = known.get(cards[0], "") if len(cards) == 1 else ""
        return words.with_name(said, name) if name else said

    return tuple(
        Rung(
            codes=tuple(deck.write(card) for card in cards),
            text=text(cards),
            short=deck.ranks[cards[0] % RANKS] if _rest_of_rank(cards, order) else "",
        )
        for cards in order
    )


def _whole_rank(cards: tuple[Card, ...], order: Order) -> bool:
    """Whether these are all cards of one rank that are in play."""
    ranks = Counter(card % RANKS for step in order for card in step)
    return (
        len(cards) > 1
        and {card % RANKS for card in cards} == {cards[0] % RANKS}
        and (ranks[cards[0] % RANKS] == len(cards))
    )


def _rest_of_rank(cards: tuple[Card, ...], order: Order) -> bool:
    """Whether these cards have one rank, and all other cards of that rank, if any, are stronger."""
    if len(cards) < 2 or len({card % RANKS for card in cards}) > 1:
        return False
    below = order[order.index(cards) + 1 :]
    return all(card % RANKS != cards[0] % RANKS for step in below for card in step)

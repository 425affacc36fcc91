"""A game in one picture: the order of its cards, an example of its envido, the values of its
calls."""

from functools import lru_cache
from typing import Final

from bot.pictures.primer import Primer, PrimerHand
from bot.words import words_for
from bot.words.shouts import shout
from engine.cards import UNKNOWN, Card
from engine.rules.ranking import order_with
from engine.state.table import Table

_TURNED: Final = ("6c", "Jc")
"""The card that an example turns: the deck's first of these, a plain card in every game."""
_HAND: Final = ("7o", "6o", "1e")
"""An example whose first two cards count for the envido."""


@lru_cache(64)
def primer(table: Table, locale: str) -> Primer:
    """The content of the picture about this table's game, in this language."""
    variant = table.rules.variant
    words = words_for(locale, variant)
    deck = table.spelling
    turned = _turned(table) if table.turns else UNKNOWN
    order = words.text("primer.order")
    if table.turns:
        order = words.text("primer.order.turned", card=words.card(turned, deck))
    name = words.text(f"variant.{variant}")
    return Primer(
        deck=deck.name,
        title=name[:1].upper() + name[1:],
        order=order,
        steps=tuple(
            tuple(deck.write(card) for card in step)
            for step in order_with(table.rules.cards, turned)
        ),
        calls=_calls(table, locale),
        hand=_example(table, turned, locale),
    )


def _turned(table: Table) -> Card:
    cards = (table.spelling.read(code) for code in _TURNED)
    return next(card for card in cards if card in table.deck_set)


def _calls(table: Table, locale: str) -> tuple[str, ...]:
    words, ladder = words_for(locale, table.rules.variant), table.rules.truco
    made = [words.text("primer.base", n=ladder.base)]
    for step in ladder.steps:
        said = shout(table.rules.variant, step.verb).strip("¡!")
        id = "primer.call.game" if step.formula else "primer.call"
        id = "primer.call.match" if step.match else id
        made.append(words.text(id, call=said, n=step.worth))
    return tuple(made)


def _example(table: Table, turned: int, locale: str) -> PrimerHand | None:
    """Two cards of a suit and another one, in a game that has an envido."""
    if not table.rules.envido.calls:
        return None
    cards = tuple(table.spelling.read(code) for code in _HAND)
    told = words_for(locale, table.rules.variant).text(
        "primer.envido", n=table.envido_points(cards, turned), bonus=table.rules.cards.pair_bonus
    )
    return PrimerHand(_HAND, told)


def primer_lines(table: Table, locale: str, order: str) -> tuple[str, ...]:
    """The explanation of a game as lines. ``order``: the line with the order of the cards."""
    shown, words, deck = primer(table, locale), words_for(locale), table.spelling
    lines = [shown.title, order]
    if shown.hand is not None:
        cards = words.list(words.card(deck.read(code), deck) for code in shown.hand.codes)
        lines.append(f"{cards}. {shown.hand.told}")
    return (*lines, *shown.calls)

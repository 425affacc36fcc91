"""Rules that are asked by a word: what is asked most, a card by its name, an article."""

from collections.abc import Iterator

from bot.words import Words, words_for
from bot.words.articles import article_for, articles_about
from engine.cards import UNKNOWN, Card
from engine.state.table import Table


def topic_text(topic: str, table: Table, locale: str) -> str:
    """A game's articles about a topic, in the reader's language; the first line is the title.
    ``topic``: one of :data:`bot.words.articles.TOPICS`."""
    words = words_for(locale, table.rules.variant)
    game = words.text(f"variant.{table.rules.variant}")
    lines = [words.text("rules.topic", topic=words.text(f"rules.topic.{topic}"), game=game)]
    for id in articles_about(topic, table.rules.article("hand")[:2]):
        text, _ = article_for(id, locale)
        lines.append(words.text("rules.topic.article", article=id, text=text))
    return "\n".join(lines if len(lines) > 1 else [*lines, words.text("rules.topic.none")])


def card_text(card: Card, table: Table, locale: str) -> str:
    """A card in this game: what beats it, what ties with it, what it counts; the first line is its
    name."""
    words = words_for(locale, table.rules.variant)
    name = words.card(card, table.spelling)
    return "\n".join([name[:1].upper() + name[1:], *_told(card, table, words)])


def _told(card: Card, table: Table, words: Words) -> Iterator[str]:
    order, deck = table.rules.cards.order, table.spelling
    place = next(number for number, step in enumerate(order) if card in step)
    above = [other for step in order[:place] for other in step]
    below = [other for step in order[place + 1 :] for other in step]
    equal = [other for other in order[place] if other != card]
    yield words.text("rules.card.place", n=place + 1, of=len(order))
    yield words.text("rules.card.beaten", n=len(above))
    yield words.text("rules.card.beats", n=len(below))
    if equal:
        yield words.text("rules.card.ties", cards=words.cards(equal, deck))
    if table.turns:
        yield words.text("rules.card.turned")
    if table.rules.envido.calls:
        yield words.text("rules.card.envido", n=table.envido_points((card,), UNKNOWN))

"""The page of each game: its tables are made from the rule set, and it holds every article."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.words import Words, words_for
from bot.words.options import option_label, value_label
from bot.words.shouts import caption
from engine.cards import RANKS, SUITS, Card
from engine.rules.ranking import order_with
from engine.state.table import Table
from engine.variants import VARIANTS, table_for
from tests.kept import REWRITE, is_rewriting, write_kept
from tests.lacking import language_of

RULES = Path(__file__).parents[2] / "docs" / "rules"
"""Set it to anything to write the tables anew."""
LOCALES = {game: language_of(game) for game in VARIANTS}
HEADINGS = {
    "es": {
        "order": "| escalón | cartas |",
        "ladder": "| se canta | la mano vale | no querido |",
        "silent": "(sin truco)",
        "game": "el juego",
        "pieces": "| pieza | vale para el envido |",
        "options": "| opción | qué es | valores | regla |",
    },
    "pt_BR": {
        "order": "| degrau | cartas |",
        "ladder": "| grito | a mão vale | quem corre dá |",
        "silent": "(sem truco)",
        "game": "o jogo",
        "manilhas": "| vira | manilhas |",
        "options": "| opção | o que é | valores | regra |",
    },
}
BLOCK = re.compile(r"<!-- (\w+) -->\n(.*?)<!-- /\1 -->\n", re.DOTALL)


def page(variant: str) -> Path:
    return RULES / f"{variant}.md"


def table_rows(heading: str, rows: Iterator[tuple[str, ...]]) -> str:
    """A table, between blank lines."""
    rule = "|" + "---|" * (heading.count("|") - 1)
    lines = [heading, rule, *(f"| {' | '.join(row)} |" for row in rows)]
    return "\n" + "\n".join(lines) + "\n\n"


def order_rows(table: Table, words: Words) -> Iterator[tuple[str, ...]]:
    for number, step in enumerate(table.rules.cards.order, start=1):
        yield str(number), step_text(table, words, step)


def step_text(table: Table, words: Words, step: tuple[Card, ...]) -> str:
    if len(step) == SUITS and len({card % RANKS for card in step}) == 1:
        return words.rank(step[0], table.spelling)
    return words.cards(step, table.spelling)


def ladder_rows(table: Table, heading: dict[str, str]) -> Iterator[tuple[str, ...]]:
    yield heading["silent"], str(table.worth[0]), ""
    for number, step in enumerate(table.rules.truco.steps, start=1):
        said = caption(table.rules.variant, step.verb)
        worth = heading["game"] if step.formula else str(step.worth)
        yield said, worth, str(table.worth[number - 1])


def manilha_rows(table: Table, words: Words) -> Iterator[tuple[str, ...]]:
    for rank in table.rules.cards.cycle:
        best = order_with(table.rules.cards, rank)[0][0]
        yield words.rank(rank, table.spelling), words.rank(best, table.spelling)


def piece_rows(table: Table, words: Words) -> Iterator[tuple[str, ...]]:
    for piece in table.rules.cards.pieces:
        rank = words.text(f"rank.{table.spelling.ranks[piece.rank]}")
        yield rank, str(piece.points)


def option_rows(variant: str, words: Words) -> Iterator[tuple[str, ...]]:
    for spec in VARIANTS[variant].options:
        values = "; ".join(
            f"`{value}` {value_label(words, spec.name, value)}" for value in spec.values
        )
        yield f"`{spec.name}`", option_label(words, spec.name), values, spec.article


def made(variant: str, kind: str) -> str:
    """One table of a page."""
    locale = LOCALES[variant]
    words, table, heading = words_for(locale, variant), table_for(variant, 2), HEADINGS[locale]
    match kind:
        case "order":
            return table_rows(heading[kind], order_rows(table, words))
        case "ladder":
            return table_rows(heading[kind], ladder_rows(table, heading))
        case "manilhas":
            return table_rows(heading[kind], manilha_rows(table, words))
        case "pieces":
            return table_rows(heading[kind], piece_rows(table, words))
        case _:
            return table_rows(heading["options"], option_rows(variant, words))


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_tables_are_those_of_the_rules(variant: str) -> None:
    text = page(variant).read_text("utf-8")

    def renewed(block: re.Match[str]) -> str:
        return f"<!-- {block[1]} -->\n{made(variant, block[1])}<!-- /{block[1]} -->\n"

    wanted = BLOCK.sub(renewed, text)
    if is_rewriting():
        write_kept(page(variant), wanted)
        text = wanted
    assert text == wanted, f"{REWRITE}=1 writes the tables anew"
    kinds = {block[1] for block in BLOCK.finditer(text)}
    assert kinds >= {"order", "ladder", "options"}
    cards = table_for(variant, 2).rules.cards
    assert ("manilhas" in kinds) == bool(cards.cycle)
    assert ("pieces" in kinds) == bool(cards.pieces)


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_article_that_people_are_told_stands_on_the_page(variant: str) -> None:
    text = page(variant).read_text("utf-8")
    told = {article for _, article in table_for(variant, 2).rules.articles}
    told |= {spec.article for spec in VARIANTS[variant].options if spec.article}
    known = set(re.findall(r"\*\*([A-Z]{2}-[A-Z]{3}-\d\d|SI-\d\d)\*\*", text))
    known |= set(re.findall(r"\| ([A-Z]{2}-HAN-\d\d) \|", text))
    assert told - known == set()


def test_there_is_a_page_for_every_game() -> None:
    assert {path.stem for path in RULES.glob("*.md")} == set(VARIANTS)

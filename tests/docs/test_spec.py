"""The specification: every article that is quoted anywhere stands in it, and it stands alone."""

import re
from collections import Counter
from pathlib import Path

import pytest

from bot.words.articles import articles as quoted
from engine.variants import VARIANTS, table_for
from tests.engine.test_rule_ids import OF_GAMES
from tools.articles import PAGES, TOLD, WRITTEN, made
from tools.articles import articles as articles_of

ROOT = Path(__file__).parents[2]
SPECIFICATION = {path.stem: path.read_text("utf-8") for path in (ROOT / "docs/spec").glob("*.md")}
SIGNS = ("senas-y-jerga", "sinais-e-girias")

_PREFIXES = "|".join(page.prefix for page in OF_GAMES.values())
ARTICLE = re.compile(rf"\b(?:(?:{_PREFIXES})-(?!EX-)[A-Z]{{3}}-\d\d|SI-\d\d)\b")
BEGINS = re.compile(rf"\*\*({ARTICLE.pattern})\*\*|\| ({ARTICLE.pattern}) \|$", re.MULTILINE)
DIFFERENCES = re.compile(r"^## \w\. Where the sources differ", re.MULTILINE)
"""What follows speaks of articles, and has no new ones."""
SEVERAL = re.compile(r"\*\*([A-Z]{2}-[A-Z]{3})-(\d\d)…(\d\d)\*\*")


def articles(text: str) -> list[str]:
    """The articles that begin on a page: in bold, or at the end of a row."""
    law = DIFFERENCES.split(text)[0]
    found = [bold or last for bold, last in BEGINS.findall(law)]
    for section, low, high in SEVERAL.findall(law):
        found += [f"{section}-{number:02}" for number in range(int(low), int(high) + 1)]
    return found


KNOWN = frozenset(article for text in SPECIFICATION.values() for article in articles(text))


@pytest.mark.parametrize("game", VARIANTS)
def test_every_article_that_players_are_told_exists(game: str) -> None:
    """``/reglas`` quotes the article of an option, and of what decided a hand."""
    told = {article for _, article in table_for(game, 2).rules.articles}
    told |= {spec.article for spec in VARIANTS[game].options if spec.article}
    assert told <= {*articles(SPECIFICATION[game]), *articles(SPECIFICATION["sinais-e-girias"])}
    page = (ROOT / "docs" / "rules" / f"{game}.md").read_text("utf-8")
    assert set(ARTICLE.findall(page)) - KNOWN == set()


def test_every_article_that_is_cited_exists() -> None:
    """In code, in words for people, and on the pages about the project."""
    cited = {
        (path.relative_to(ROOT).as_posix(), article)
        for folder, ending in (
            ("engine", "py"),
            ("bot", "py"),
            ("bot", "po"),
            ("adapters", "py"),
            ("adapters", "js"),
            ("docs", "md"),
            ("tests", "py"),
        )
        for path in (ROOT / folder).rglob(f"*.{ending}")
        for article in ARTICLE.findall(path.read_text("utf-8"))
    }
    assert len(cited) > 500
    assert {(name, article) for name, article in cited if article not in KNOWN} == set()


def test_where_articles_begin() -> None:
    game = "AR"
    law = f"- **{game}-ENV-98** A rule, see {game}-ENV-97.\n| a row | {game}-HAN-98 |\n"
    differences = f"## C. Where the sources differ\n| a row | {game}-HAN-97 |\n"
    assert articles(law + differences) == [f"{game}-ENV-98", f"{game}-HAN-98"]


def test_no_article_begins_twice() -> None:
    """In bold; the rows of a table may share one."""
    bold = re.compile(rf"\*\*({ARTICLE.pattern})\*\*")
    begun = [
        article
        for text in SPECIFICATION.values()
        for article in bold.findall(DIFFERENCES.split(text)[0])
    ]
    assert len(begun) > 250
    assert [article for article, times in Counter(begun).items() if times > 1] == []


def test_there_is_a_page_for_every_game_and_no_other() -> None:
    others = {"notation", "azar", "liga", "dia", "bundle", "README"}
    assert set(SPECIFICATION) == {*VARIANTS, *SIGNS, *others}
    for name in set(SPECIFICATION) - {"README"}:
        assert f"]({name}.md)" in SPECIFICATION["README"], name


def test_the_quoted_articles_are_those_of_the_pages() -> None:
    """``/reglas AR-ENV-07`` quotes a file that ``python tools/articles.py`` makes anew."""
    assert WRITTEN.read_text("utf-8") == made()
    assert TOLD.read_text("utf-8") == made(PAGES)
    assert set(quoted()) == KNOWN


def test_the_text_of_an_article() -> None:
    page = """
- **XX-ENV-01** *Anything* goes, by `flor=con` or [a link](there.md),
  also on the next line. **XX-ENV-02…03** Two of them.

| Call | Points |
| --- | --- |
| envido | 2 |

- Nothing of theirs.

### Hands
| Rule | Winner |
| --- | --- |
| **XX-HAN-01** | the *mano* |

| Winner | |
| --- | --- |
| nobody | XX-HAN-02 |
## C. Where the sources differ
- **XX-ENV-04** No article.
"""
    assert articles_of(page) == {
        "XX-ENV-01": "Anything goes, by flor=con or a link, also on the next line.",
        "XX-ENV-02": "Two of them.\nCall | Points\nenvido | 2",
        "XX-ENV-03": "Two of them.\nCall | Points\nenvido | 2",
        "XX-HAN-01": "Winner: the mano",
        "XX-HAN-02": "Winner: nobody",
    }

"""Every numbered rule of every game is cited by a test, or stands here with the reason."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from engine.variants import VARIANTS, table_for

TESTS = Path(__file__).parents[1]
PAGES = TESTS.parent / "docs" / "spec"


LIVE_PLAY = {
    "AR-DEA-03": "a wrong number of cards and an exposed card: software deals whole hands unseen",
    "TR-DEA-03": "an exposed card: software never exposes one",
    "TR-DEA-04": "words before three cards are seen: they are dealt at once",
    "TR-GEN-01": "advice among partners is their own",
    "TR-GEN-07": "played cards lie in sight of all",
    "TR-FAL-07": "only one person is asked to cut, once",
    "VE-DEA-02": "a misdeal: software makes none",
    "VE-PRI-01": "the sources name it and do not fix it: it is not offered",
}
"""Rules of live play that software rules out, each with the reason."""


class Page(NamedTuple):
    """The rules page of a game."""

    text: str
    prefix: str
    """The two letters with which its rules begin."""
    rules: frozenset[str]


def page_of(text: str) -> Page:
    """A page with the rules that begin on it: in bold, or in a table with the id at the end."""
    body = text.split("## C.", maxsplit=1)[0]
    prefix = re.search(r"\*\*([A-Z]{2})-[A-Z]{3}-\d\d", body)
    assert prefix, "no rule begins on this page: write one as **XX-TRU-01**"
    one = rf"{prefix[1]}-[A-Z]{{3}}-\d\d"
    found = re.findall(rf"\*\*({one})\*\*|\| ({one}) \|$", body, re.MULTILINE)
    ranges = re.findall(rf"\*\*({prefix[1]}-[A-Z]{{3}})-(\d\d)…(\d\d)\*\*", body)
    listed = {
        f"{section}-{number:02}"
        for section, low, high in ranges
        for number in range(int(low), int(high) + 1)
    }
    return Page(text, prefix[1], frozenset({bold or last for bold, last in found} | listed))


OF_GAMES = {
    game: page_of((PAGES / f"{game}.md").read_text("utf-8"))
    for game in VARIANTS
    if (PAGES / f"{game}.md").exists()
}
"""Every game with its page."""

RULES = frozenset().union(*(page.rules for page in OF_GAMES.values()))

_PREFIXES = "|".join(page.prefix for page in OF_GAMES.values())
ID = re.compile(rf"\b(?:{_PREFIXES})-[A-Z]{{3}}-\d\d\b")
RANGE = re.compile(rf"\b({_PREFIXES})-([A-Z]{{3}})-(\d\d) to (?:\1-\2-)?(\d\d)\b")
ANY = re.compile(rf"\b(?:{_PREFIXES})-[A-Z]{{3}}-|\btest_(?:{_PREFIXES.lower()})_")
NAME = re.compile(rf"test_({_PREFIXES.lower()})_([a-z]{{3}})_(\d\d)(?=_|$)")


def functions_of(path: Path) -> Iterator[tuple[str, str]]:
    """Name and docstring of the test functions of a file that speaks of rules at all."""
    text = path.read_text("utf-8")
    for node in ast.parse(text).body if ANY.search(text) else ():
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith(
            "test_"
        ):
            yield node.name, ast.get_docstring(node) or ""


def cited(text: str) -> set[str]:
    """Ids in a docstring; a range ``AR-HAN-01 to AR-HAN-07`` is all of them."""
    found = set(ID.findall(text))
    for page, section, low, high in RANGE.findall(text):
        found |= {f"{page}-{section}-{number:02}" for number in range(int(low), int(high) + 1)}
    return found


def named(name: str) -> set[str]:
    """The id in a test's name: ``test_ar_env_07_...``."""
    match = NAME.match(name)
    return {f"{match[1].upper()}-{match[2].upper()}-{match[3]}"} if match else set()


@cache
def citations() -> dict[str, set[str]]:
    """By rule, the tests that cite it."""
    found: dict[str, set[str]] = {}
    for path in TESTS.rglob("test_*.py"):
        if path == Path(__file__):
            continue
        for name, doc in functions_of(path):
            for rule in named(name) | cited(doc):
                found.setdefault(rule, set()).add(f"{path.name}::{name}")
    return found


def test_each_rule_is_cited() -> None:
    """But for those that software rules out."""
    assert RULES - citations().keys() == LIVE_PLAY.keys()
    assert all(LIVE_PLAY.values())


def test_no_rule_is_invented() -> None:
    assert set(citations()) <= RULES


@pytest.mark.parametrize("game", OF_GAMES)
def test_articles_of_the_rule_sets_exist(game: str) -> None:
    """What the engine reports as the reason of points is an article of the page."""
    articles = {article for _, article in table_for(game, 2).rules.articles}
    assert articles <= OF_GAMES[game].rules


@pytest.mark.parametrize("game", OF_GAMES)
def test_sections_are_numbered_without_gaps(game: str) -> None:
    """A rule that is lost from its page leaves a gap, or a test that cites it."""
    sections: dict[str, set[int]] = {}
    for rule in OF_GAMES[game].rules:
        sections.setdefault(rule[:6], set()).add(int(rule[7:]))
    for section, numbers in sections.items():
        assert numbers == set(range(1, len(numbers) + 1)), section


def test_where_rules_begin() -> None:
    text = "- **XX-TRU-01** A. **XX-TRU-02…04** B.\n| C | XX-HAN-01 |\n## C. see **XX-TRU-09**\n"
    page = page_of(text)
    assert page.prefix == "XX"
    assert page.rules == {"XX-HAN-01", *(f"XX-TRU-0{number}" for number in (1, 2, 3, 4))}


def test_what_software_rules_out_is_a_rule() -> None:
    assert set(LIVE_PLAY) <= RULES

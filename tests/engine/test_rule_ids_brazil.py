"""Every numbered rule of truco paulista and truco mineiro is cited by a test.

As ``test_rule_ids`` for Truco argentino. Nothing of these two pages is left to live play: what a
computer does instead of a shuffle with faces in sight (PA-DEA-02) and of a wrong deal (PA-DEA-04)
is tested.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.variants import mineiro, paulista

TESTS = Path(__file__).parents[1]
PAGES = TESTS.parents[1] / "shared" / "rules"
"""The rules dossier beside the checkout, where there is one."""

COUNTS = {
    "PA": {
        "PLA": 3,
        "DEK": 2,
        "CAR": 5,
        "DEA": 4,
        "TRI": 6,
        "HAN": 6,
        "TRU": 11,
        "COV": 4,
        "ONZ": 7,
        "FER": 3,
        "SCO": 3,
        "FIN": 7,
    },
    "MI": {
        "DEK": 2,
        "CAR": 3,
        "PLA": 1,
        "DEA": 1,
        "TRI": 4,
        "HAN": 6,
        "TRU": 5,
        "COV": 1,
        "DEZ": 7,
        "FER": 2,
        "SCO": 3,
    },
}
"""How many articles each section of each page has."""

RULES = frozenset(
    f"{page}-{section}-{number:02}"
    for page, sections in COUNTS.items()
    for section, count in sections.items()
    for number in range(1, count + 1)
)

ID = re.compile(r"\b(?:PA|MI)-[A-Z]{3}-\d\d\b")
RANGE = re.compile(r"\b(PA|MI)-([A-Z]{3})-(\d\d) to (?:\1-\2-)?(\d\d)\b")


def functions_of(path: Path) -> Iterator[tuple[str, str]]:
    """Name and docstring of the test functions of a file."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith(
            "test_"
        ):
            yield node.name, ast.get_docstring(node) or ""


def cited(text: str) -> set[str]:
    """Ids in a docstring; a range ``PA-HAN-01 to PA-HAN-06`` is all of them."""
    found = set(ID.findall(text))
    for page, section, low, high in RANGE.findall(text):
        found |= {f"{page}-{section}-{number:02}" for number in range(int(low), int(high) + 1)}
    return found


def named(name: str) -> set[str]:
    """The id in a test's name: ``test_pa_onz_07_...``."""
    match = re.match(r"test_(pa|mi)_([a-z]{3})_(\d\d)(?=_|$)", name)
    return {f"{match[1].upper()}-{match[2].upper()}-{match[3]}"} if match else set()


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


CITATIONS = citations()


@pytest.mark.parametrize("rule", sorted(RULES))
def test_each_rule_is_cited(rule: str) -> None:
    assert CITATIONS.get(rule), f"no test cites {rule}"


def test_no_rule_is_invented() -> None:
    assert set(CITATIONS) <= RULES


@pytest.mark.parametrize("articles", [paulista.ARTICLES, mineiro.ARTICLES])
def test_articles_of_the_rule_sets_exist(articles: tuple[tuple[str, str], ...]) -> None:
    """What the engine reports as the reason of points is an article of the page."""
    assert {article for _, article in articles} <= RULES


@pytest.mark.parametrize(("page", "file"), [("PA", "paulista.md"), ("MI", "mineiro.md")])
def test_the_list_is_the_pages(page: str, file: str) -> None:
    """The rules pages lie outside this project; where they are at hand, the ids are compared."""
    path = PAGES / file
    if not path.exists():
        pytest.skip("the rules dossier is not beside this checkout: its ids cannot be compared")
    # In bold where a rule begins; the winner of the hand is a table with the rule's id at the end.
    begins = rf"\*\*({page}-[A-Z]{{3}}-\d\d)\*\*|\| ({page}-[A-Z]{{3}}-\d\d) \|$"
    body = path.read_text("utf-8").split("## C.")[0]
    found = {one or two for one, two in re.findall(begins, body, re.MULTILINE)}
    assert found == {rule for rule in RULES if rule.startswith(page)}

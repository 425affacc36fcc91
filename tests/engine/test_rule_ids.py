"""Every numbered rule of Truco argentino is cited by a test, or stands here with the reason."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.variants.argentino import ARTICLES

TESTS = Path(__file__).parents[1]
PAGE = TESTS.parents[1] / "shared" / "rules" / "argentino.md"
"""The rules dossier beside the checkout, where there is one."""

COUNTS = {
    "PLA": 4,
    "MAT": 6,
    "DEA": 3,
    "CAR": 3,
    "TRI": 6,
    "HAN": 7,
    "COV": 3,
    "TRU": 8,
    "ENV": 17,
    "FAL": 3,
    "FLO": 15,
    "MAZ": 9,
    "MOS": 3,
    "PIC": 6,
}
"""How many articles each section of the page has."""

RULES = frozenset(
    f"AR-{section}-{number:02}"
    for section, count in COUNTS.items()
    for number in range(1, count + 1)
)

LIVE_PLAY = {
    "AR-DEA-03": "a wrong number of cards and an exposed card: software deals whole hands unseen",
}
"""Rules of live play that software rules out."""

ID = re.compile(r"\bAR-[A-Z]{3}-\d\d\b")


def functions_of(path: Path) -> Iterator[tuple[str, str]]:
    """Name and docstring of the test functions of a file."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith(
            "test_"
        ):
            yield node.name, ast.get_docstring(node) or ""


def cited(text: str) -> set[str]:
    """Ids in a docstring; a range ``AR-HAN-01 to AR-HAN-07`` is all of them."""
    found = set(ID.findall(text))
    for section, low, high in re.findall(r"AR-([A-Z]{3})-(\d\d) to (?:AR-[A-Z]{3}-)?(\d\d)", text):
        found |= {f"AR-{section}-{number:02}" for number in range(int(low), int(high) + 1)}
    return found


def named(name: str) -> set[str]:
    """The id in a test's name: ``test_ar_env_07_...``."""
    match = re.match(r"test_ar_([a-z]{3})_(\d\d)(?=_|$)", name)
    return {f"AR-{match[1].upper()}-{match[2]}"} if match else set()


def citations() -> dict[str, set[str]]:
    """By rule, the tests that cite it."""
    found: dict[str, set[str]] = {}
    for path in TESTS.rglob("test_*.py"):
        for name, doc in functions_of(path):
            for rule in named(name) | cited(doc):
                found.setdefault(rule, set()).add(f"{path.name}::{name}")
    return found


CITATIONS = citations()


@pytest.mark.parametrize("rule", sorted(RULES))
def test_each_rule_is_cited(rule: str) -> None:
    if rule in LIVE_PLAY:
        assert LIVE_PLAY[rule]
        assert rule not in CITATIONS, "it stands in the list of what software rules out"
    else:
        assert CITATIONS.get(rule), f"no test cites {rule}"


def test_no_rule_is_invented() -> None:
    assert set(CITATIONS) <= RULES


def test_articles_of_the_rule_set_exist() -> None:
    """What the engine reports as the reason of points is an article of the page."""
    assert {article for _, article in ARTICLES} <= RULES


def test_the_list_is_the_pages() -> None:
    """The rules page lies outside this project; where it is at hand, the ids are compared."""
    if not PAGE.exists():
        pytest.skip("the rules dossier is not beside this checkout: its ids cannot be compared")
    body = PAGE.read_text("utf-8").split("## C.")[0]
    assert set(re.findall(r"\*\*(AR-[A-Z]{3}-\d\d)\*\*", body)) == RULES

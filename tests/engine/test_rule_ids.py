"""Every numbered rule of every game is cited by a test, or stands here with the reason."""

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from engine.variants import VARIANTS, table_for

TESTS = Path(__file__).parents[1]
PAGES = TESTS.parent / "docs" / "spec"


class Page(NamedTuple):
    """The rules page of a game."""

    prefix: str
    counts: Mapping[str, int]
    """How many articles each section has."""
    live_play: Mapping[str, str] = {}
    """Rules of live play that software rules out, each with the reason."""

    @property
    def rules(self) -> set[str]:
        return {
            f"{self.prefix}-{section}-{number:02}"
            for section, count in self.counts.items()
            for number in range(1, count + 1)
        }


def counts(text: str) -> dict[str, int]:
    """``PLA 4 MAT 6`` as a dictionary."""
    words = text.split()
    return dict(zip(words[::2], map(int, words[1::2]), strict=True))


OF_GAMES = {
    "argentino": Page(
        "AR",
        counts(
            "PLA 4 MAT 6 DEA 3 CAR 3 TRI 6 HAN 7 COV 3 TRU 8 ENV 17 FAL 3 FLO 15 MAZ 9 MOS 3 PIC 6"
        ),
        {
            "AR-DEA-03": "a wrong number of cards and an exposed card: software deals whole hands "
            "unseen"
        },
    ),
    "gauderio": Page(
        "GA",
        counts("PLA 2 DEA 1 CAR 1 COV 1 TRI 3 HAN 6 TRU 5 ENV 9 FLO 13 FOL 1 SCO 3 FIN 5"),
    ),
    "tradicional-18": Page(
        "TR",
        counts(
            "MAT 5 DEA 4 FOR 1 GAL 4 COR 1 SEI 6 OCH 1 GEN 9 TRU 3 HAN 7 TRI 1 ENV 18 FLO 10 COM 10"
            " FAL 7"
        ),
        {
            "TR-DEA-03": "an exposed card: software never exposes one",
            "TR-DEA-04": "words before three cards are seen: they are dealt at once",
            "TR-GEN-01": "advice among partners is their own",
            "TR-GEN-07": "played cards lie in sight of all",
            "TR-FAL-07": "only one person is asked to cut, once",
        },
    ),
    "paulista": Page(
        "PA", counts("PLA 3 DEK 2 CAR 5 DEA 4 TRI 6 HAN 6 TRU 11 COV 4 ONZ 7 FER 3 SCO 3 FIN 7")
    ),
    "mineiro": Page(
        "MI", counts("DEK 2 CAR 3 PLA 1 DEA 1 TRI 4 HAN 6 TRU 5 COV 1 DEZ 7 FER 2 SCO 3")
    ),
    "uruguayo": Page(
        "UY", counts("PLA 1 MAT 4 DEA 1 CAR 5 TRI 1 COV 1 TRU 2 ENV 11 FLO 10 MAZ 3 SEI 3 PER 1")
    ),
    "venezolano": Page(
        "VE",
        counts("PLA 1 MAT 2 DEA 2 CAR 3 COV 1 TRI 1 PAR 7 TRU 3 ENV 7 FLO 9 MAZ 1 PRI 1"),
        {
            "VE-DEA-02": "a misdeal: software makes none",
            "VE-PRI-01": "the sources name it and do not fix it: it is not offered",
        },
    ),
}
"""Every game with its page."""

RULES = frozenset().union(*(page.rules for page in OF_GAMES.values()))
LIVE_PLAY = {rule: why for page in OF_GAMES.values() for rule, why in page.live_play.items()}

_PREFIXES = "|".join(page.prefix for page in OF_GAMES.values())
ID = re.compile(rf"\b(?:{_PREFIXES})-[A-Z]{{3}}-\d\d\b")
RANGE = re.compile(rf"\b({_PREFIXES})-([A-Z]{{3}})-(\d\d) to (?:\1-\2-)?(\d\d)\b")
NAME = re.compile(rf"test_({_PREFIXES.lower()})_([a-z]{{3}})_(\d\d)(?=_|$)")


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
    for page, section, low, high in RANGE.findall(text):
        found |= {f"{page}-{section}-{number:02}" for number in range(int(low), int(high) + 1)}
    return found


def named(name: str) -> set[str]:
    """The id in a test's name: ``test_ar_env_07_...``."""
    match = NAME.match(name)
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
    if rule in LIVE_PLAY:
        assert LIVE_PLAY[rule]
        assert rule not in CITATIONS, "it stands in the list of what software rules out"
    else:
        assert CITATIONS.get(rule), f"no test cites {rule}"


def test_no_rule_is_invented() -> None:
    assert set(CITATIONS) <= RULES


@pytest.mark.parametrize("game", OF_GAMES)
def test_articles_of_the_rule_sets_exist(game: str) -> None:
    """What the engine reports as the reason of points is an article of the page."""
    articles = {article for _, article in table_for(game, 2).rules.articles}
    assert articles <= OF_GAMES[game].rules


@pytest.mark.parametrize("game", OF_GAMES)
def test_the_list_is_the_pages(game: str) -> None:
    page = OF_GAMES[game]
    # In bold where a rule begins; or in a table, with the rule's id at the end.
    one = rf"{page.prefix}-[A-Z]{{3}}-\d\d"
    body = (PAGES / f"{game}.md").read_text("utf-8").split("## C.")[0]
    found = re.findall(rf"\*\*({one})\*\*|\| ({one}) \|$", body, re.MULTILINE)
    ranges = re.findall(rf"\*\*({page.prefix}-[A-Z]{{3}})-(\d\d)…(\d\d)\*\*", body)
    listed = {
        f"{section}-{number:02}"
        for section, low, high in ranges
        for number in range(int(low), int(high) + 1)
    }
    assert {bold or last for bold, last in found} | listed == page.rules


def test_only_games_have_a_page() -> None:
    assert set(OF_GAMES) <= set(VARIANTS)

"""The recipe for a new game: what it names exists, and every game has what it asks for."""

import re
from collections.abc import Iterator
from pathlib import Path
from pkgutil import resolve_name

import pytest

import engine.rules.rule_set
from engine.variants import VARIANTS, table_for
from tests.engine.test_rule_ids import OF_GAMES
from tests.judged import JUDGES
from tests.properties.test_leaks import FORGOTTEN
from tests.properties.test_matches import CASES

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "adding-a-variant.md").read_text("utf-8")
CODE = re.compile(r"`([^`\n]+)`")
DOTTED = re.compile(r"(?:engine|bot|adapters|bench|tests)(?:\.\w+)+")
FIELD = re.compile(r"([A-Z]\w+)\.(\w+)")
FILE = re.compile(r"[\w./]+/[\w./]*\.(?:py|md|po)")
STRATEGIES = re.compile(
    r"^- `(engine\.[\w.]+\.[A-Z_]+)` \([^)]*\):(.*?)(?=^- |^$)", re.MULTILINE | re.DOTALL
)

TABLE = table_for("argentino", 2)


def missing(page: str) -> Iterator[str]:
    """Names in code that stand for nothing."""
    for text in CODE.findall(page):
        if DOTTED.fullmatch(text):
            try:
                resolve_name(text)
            except (ImportError, AttributeError):
                yield text
        elif field := FIELD.fullmatch(text):
            owner = TABLE if field[1] == "Table" else getattr(engine.rules.rule_set, field[1], None)
            if not hasattr(owner, field[2]):
                yield text
        elif FILE.fullmatch(text) and not (ROOT / text).exists():
            yield text


def test_names_exist() -> None:
    assert list(missing(PAGE)) == []


def test_names_that_do_not_exist_are_found() -> None:
    wrong = [
        "`engine.moves.envido.NONE`",
        "`RuleSet.nothing`",
        "`engine/none.py`",
        "`Nobody.calls`",
    ]
    assert list(missing(" ".join(wrong))) == [name.strip("`") for name in wrong]


def test_every_strategy_is_told() -> None:
    told = {name: set(CODE.findall(text)) for name, text in STRATEGIES.findall(PAGE)}
    assert len(told) == 15
    for name, words in told.items():
        table = resolve_name(name)
        assert isinstance(table, dict)
        assert {word for word in words if "." not in word} == set(table) - {""}, name


def seats_of(pattern: str, game: str) -> set[int]:
    """The numbers of seats that records of a game among these files have."""
    seats = set()
    for path in ROOT.glob(pattern):
        text = path.read_text("utf-8")
        if re.search(rf"^(?:> )?variant {game}$", text, re.MULTILINE):
            seats |= {int(one) for one in re.findall(r"^(?:> )?players (\d)$", text, re.MULTILINE)}
    return seats


@pytest.mark.parametrize("game", VARIANTS)
def test_a_game_has_all_that_is_asked_for(game: str) -> None:
    assert game in OF_GAMES
    assert game in JUDGES
    assert game in CASES
    if table_for(game, 2).rules.envido.calls:
        assert game in {name for name, _, _ in FORGOTTEN}
    assert seats_of("tests/notation/*/*.truco", game)
    assert seats_of("tests/walks/*.truco", game) == set(VARIANTS[game].players)
    assert seats_of("tests/playthroughs/*.txt", game) == set(VARIANTS[game].players)

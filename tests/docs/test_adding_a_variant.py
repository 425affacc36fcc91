"""The recipe for a new game: what it names exists, and every game has what it asks for."""

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from pkgutil import resolve_name

import pytest
from msgspec.structs import replace

import engine.rules.calls
import engine.rules.rule_set
import engine.variants
from bot.words.catalogues import LOCALES
from engine.rules.calls import LadderStep
from engine.rules.rule_set import OptionSpec, Piece, RuleSet, Variant
from engine.variants import VARIANTS, Made, rules_for, table_for
from engine.variants.common import SENAS
from tests.judged import JUDGES, NO_ORACLE, judge_of, recorded
from tests.lacking import lacking
from tests.narrow import of_kind
from tests.needs import ARTICLE_KEYS, article_keys, rule_sets

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "adding-a-variant.md").read_text("utf-8")
CODE = re.compile(r"`([^`\n]+)`")
DOTTED = re.compile(r"(?:engine|bot|adapters|bench|lab|tests)(?:\.\w+)+")
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
            parts = vars(engine.rules.rule_set) | vars(engine.rules.calls) | {"Table": TABLE}
            if not hasattr(parts.get(field[1]), field[2]):
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


def test_every_strategy_of_a_table_is_told() -> None:
    told = {name: set(CODE.findall(text)) for name, text in STRATEGIES.findall(PAGE)}
    assert told
    for name, words in told.items():
        table = of_kind(dict, resolve_name(name))
        assert {word for word in words if "." not in word} == set(table) - {""}, name


@pytest.mark.parametrize("game", VARIANTS)
def test_a_game_lacks_nothing(game: str) -> None:
    missing = lacking(game)
    assert not missing, f"{game} lacks\n{missing}"


@pytest.mark.parametrize("game", VARIANTS)
def test_a_game_has_no_article_that_is_never_reported(game: str) -> None:
    declared = {key for rules in rule_sets(game) for key, _ in rules.articles}
    assert declared - {key for rules in rule_sets(game) for key in article_keys(rules)} == set()


@pytest.mark.parametrize("game", VARIANTS)
def test_a_game_has_an_oracle(game: str) -> None:
    """A game without one goes through all the other tests."""
    if game not in JUDGES:
        pytest.skip(NO_ORACLE.format(game=game))


def test_a_game_without_an_oracle_is_skipped_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(JUDGES, "mineiro")
    path = next((ROOT / "tests/notation/mineiro").glob("*.truco"))
    with pytest.raises(pytest.skip.Exception, match="mineiro has no oracle"):
        judge_of(recorded(path.read_text("utf-8")))


# --- which keys there are ------------------------------------------------------------------------

KEY = re.compile(r"(?:truco|envido|flor|tricks|leave|special|ferro|blind|duel|denounce|show)\.\w+")
WITHOUT_A_DOT = {"hand", "show", "denounce"}


def keys_in_code() -> set[str]:
    """The keys of articles that the engine's moves and proofs write out."""
    engine = ROOT / "engine"
    return {
        node.value
        for path in (*(engine / "moves").glob("*.py"), engine / "state" / "proofs.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and (KEY.fullmatch(node.value) or node.value in WITHOUT_A_DOT)
    }


def test_every_key_of_the_engine_is_known() -> None:
    """Where a new key is reported, somebody says which tables need its article."""
    assert keys_in_code() == set(ARTICLE_KEYS)


# --- a game that lacks everything ----------------------------------------------------------------

PLANTED = "planted"


def planted_rules(options: Mapping[str, str]) -> RuleSet:
    """Rules with a step of the ladder that only venezolano has, pieces, and no article at all."""
    rules = rules_for("argentino")
    return replace(
        rules,
        variant=PLANTED,
        options=tuple(options.items()),
        cards=replace(rules.cards, promotion="pieces", pieces=(Piece(8, 30), Piece(7, 29))),
        truco=replace(rules.truco, steps=(LadderStep("vale9", 9),)),
        special=rules_for("mineiro").special,
        articles=(),
    )


PLACES = {
    "engine/variants/planted.py, ARTICLES": {
        "hand",
        "truco.refused",
        "envido.falta",
        "leave.early",
    },
    "engine/variants/planted.py, OPTIONS": {"wind"},
    "engine.seen.senas.SENAS": {PLANTED},
    "bot/words/shouts.toml, games.planted": {"vale9", "envido", "mazo", "joga", "tengo"},
    "bot/words/phrases": {"vale9", "envido", "mazo", "joga"},
    "bot.catalogue.phrases.NAMES_OF_GAMES": {PLANTED},
    "bot.words.cards.TURNED": {PLANTED},
    "bot.words.cards.PIECES": {PLANTED},
    **{
        f"bot/locale/{locale}/LC_MESSAGES/truco.po": {
            "variant.planted",
            "option.variant.planted",
            "about.planted",
            "help.planted",
            "option.wind",
            "option.wind.north",
            "option.wind.south",
        }
        for locale in LOCALES
    },
    "docs/spec/planted.md": {"## Rules", "### All options, default first"},
    "docs/rules/planted.md": {"<!-- order -->", "<!-- ladder -->", "<!-- options -->"},
    "README.md": {"](docs/rules/planted.md)"},
    "docs/spec/README.md": {"](planted.md)"},
    "tests.properties.test_leaks.FORGOTTEN": {"envido.declared"},
    "tests/notation/planted/": {"a worked hand"},
    "tests/walks/*.truco": {"one for 2 players", "one for 4 players"},
    "tests/playthroughs/*.txt": {"one for 2 players", "one for 4 players"},
    "engine/robots/learnt/envido_starts.bin": {
        "python -m lab.envido_starts --variant planted (2 minutes)"
    },
    "engine/robots/learnt/truco_tables.bin": {
        "python -m lab.truco_tables --variant planted (40 minutes)"
    },
    "engine/puzzles/shipped/planted.jsonl": {
        "python -m lab.puzzles --variant planted (10 minutes)"
    },
}
"""Every kind of place, and some of what goes there."""


def test_a_game_that_lacks_everything_is_told_all_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    options = (OptionSpec("wind", ("north", "south")), SENAS)
    planted = Variant(PLANTED, "spanish", (2, 4), options, 11, turned=True)
    monkeypatch.setitem(engine.variants.VARIANTS, PLANTED, planted)
    monkeypatch.setitem(engine.variants._MADE, PLANTED, Made(planted, planted_rules))
    told = dict(line.split(": ", 1) for line in lacking(PLANTED).splitlines())
    assert set(told) == set(PLACES)
    for where, what in PLACES.items():
        assert {word for word in what if word not in told[where]} == set(), where

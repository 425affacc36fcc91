"""What was learnt of a game belongs to that game: neither another one nor a new option takes it
away, and a game that nobody has learnt is played by general means."""

import random
import tracemalloc
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType

import pytest
from msgspec import Struct
from msgspec.structs import replace

import engine.variants
from engine import puzzles
from engine.apply import new_match
from engine.robots.learnt import envido_starts, shipped, truco_tables
from engine.robots.learnt.shipped import DAMAGED, NO_FILE, NOT_LEARNT, OTHER_RULES, OTHER_VERSION
from engine.robots.learnt.truco_past import past_of
from engine.robots.players.matches import RobotPlayer, steps
from engine.robots.players.skills import MASTER
from engine.robots.reading.situation import Situation
from engine.robots.small_games.envido_bets import MANO, PIE
from engine.rules import calls, rule_set
from engine.rules.calls import EnvidoRules
from engine.rules.marks import mark_of, named
from engine.rules.rule_set import OptionSpec, RuleSet, TrickRules
from engine.seen.view import view
from engine.state.state import State
from engine.variants import VARIANTS, Made, argentino, rules_for, table_for
from lab.shipped_files import Section, file_of, with_sections
from tests.kept import check_kept

GAMES = tuple(VARIANTS)
EIGHTH = "octavo"
LEARNT: tuple[ModuleType, ...] = (envido_starts, truco_tables)


def forget() -> None:
    """Nothing is remembered of other games."""
    engine.variants._complete.cache_clear()
    engine.variants._table.cache_clear()
    envido_starts.forget()
    truco_tables.forget()
    puzzles.shipped.cache_clear()


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    yield
    forget()


def register(monkeypatch: pytest.MonkeyPatch, made: Made) -> None:
    monkeypatch.setitem(engine.variants.VARIANTS, made.variant.name, made.variant)
    monkeypatch.setitem(engine.variants._MADE, made.variant.name, made)
    forget()


def eighth_rules(options: Mapping[str, str]) -> RuleSet:
    """Those of argentino, with another winner of a tie."""
    rules = argentino.rules(options)
    return replace(rules, variant=EIGHTH, tricks=replace(rules.tricks, tie_lead="last_tied"))


def holds_all(games: tuple[str, ...]) -> bool:
    """Whether these games have everything that was learnt of them."""
    missing = {game for module in LEARNT for game in module.missing()}
    return not missing & {*games} and all(
        puzzles.shipped(game).puzzles and not puzzles.shipped(game).refused for game in games
    )


# --- an eighth game -------------------------------------------------------------------------------


def test_another_game_takes_nothing_from_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch, Made(replace(argentino.VARIANT, name=EIGHTH), eighth_rules))
    assert holds_all(GAMES)
    for module in LEARNT:
        assert module.missing() == {EIGHTH: NOT_LEARNT}
    assert puzzles.shipped(EIGHTH).puzzles == ()


@pytest.mark.parametrize("players", [2, 4])
def test_another_game_is_played_to_its_end_by_general_means(
    monkeypatch: pytest.MonkeyPatch, players: int
) -> None:
    register(monkeypatch, Made(replace(argentino.VARIANT, name=EIGHTH), eighth_rules))
    rng = random.Random(players)
    start = new_match(table_for(EIGHTH, players, {"target": "12"}))
    seats = [RobotPlayer(rng, MASTER, 2) for _ in range(players)]
    state: State = start
    for _, state in steps(start, seats, deal=rng):
        for seat in range(players):
            if state.hand is not None:
                assert past_of(Situation(view(state, seat))) is None
    assert state.winner >= 0
    assert envido_starts.start(EIGHTH, (3, 3), MANO) is None


# --- an option more -------------------------------------------------------------------------------


class WindyEnvido(EnvidoRules, frozen=True):
    """With a rule more, that changes nothing as it usually is."""

    wind: str = "none"


WIND = OptionSpec("wind", ("none", "strong"))


def windy(options: Mapping[str, str]) -> RuleSet:
    rules = argentino.rules(options)
    parts = {name: getattr(rules.envido, name) for name in rules.envido.__struct_fields__}
    return replace(
        rules,
        options=(*rules.options, (WIND.name, options[WIND.name])),
        articles=(*rules.articles, ("wind", "AR-MAT-01")),
        envido=WindyEnvido(**parts, wind=options[WIND.name]),
    )


def test_an_option_that_changes_nothing_refuses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    variant = replace(argentino.VARIANT, options=(*argentino.OPTIONS, WIND))
    register(monkeypatch, Made(variant, windy))
    assert table_for("argentino", 2).rules.options[-1] == (WIND.name, "none")
    assert holds_all(GAMES)
    for robot in (MANO, PIE):
        assert envido_starts.start("argentino", (3, 3), robot) is not None
    assert truco_tables.table_at(table_for("argentino", 2), (3, 3)) is not None
    strong = puzzles.rules_mark(table_for("argentino", 2, {WIND.name: "strong"}))
    assert strong != puzzles.rules_mark(table_for("argentino", 2))


@pytest.mark.parametrize(
    ("change", "learnt"),
    [
        ({"tricks": TrickRules(cover_from=1, tie_lead="first_tied")}, truco_tables),
        ({"envido": replace(rules_for("argentino").envido, refused="one")}, envido_starts),
    ],
    ids=["truco", "envido"],
)
def test_rules_that_were_learnt_from_refuse_their_game_alone(
    monkeypatch: pytest.MonkeyPatch, change: dict[str, Struct], learnt: ModuleType
) -> None:
    """And what was not learnt from them stays."""

    def changed(options: Mapping[str, str]) -> RuleSet:
        return replace(argentino.rules(options), **change)

    register(monkeypatch, Made(argentino.VARIANT, changed))
    for module in LEARNT:
        assert module.missing() == ({"argentino": OTHER_RULES} if module is learnt else {})
    assert puzzles.shipped("argentino").refused
    assert holds_all(tuple(game for game in GAMES if game != "argentino"))


# --- marks ----------------------------------------------------------------------------------------


class Part(Struct, frozen=True):
    name: str
    more: int = 0
    inner: tuple[Struct, ...] = ()


def test_a_mark_names_what_is_not_as_usual() -> None:
    assert named({"one": Part("a", 0, (Part("b", 2),))}) == {
        "one": {"name": "a", "inner": [{"name": "b", "more": 2}]}
    }
    assert mark_of({"a": 1, "b": Part("a")}) == mark_of({"b": Part("a", 0), "a": 1})
    assert len({mark_of({"a": value}) for value in (Part("a"), Part("b"), Part("a", 1), 0)}) == 4


def test_a_default_of_the_rules_never_changes() -> None:
    """``golden/defaults.txt``: marks leave defaults out, so what was learnt under another default
    would be believed. A new line is fine; a changed one is not: name the new value in the games."""
    found = [
        f"{name}.{field} {default!r}"
        for name, part in sorted((vars(rule_set) | vars(calls)).items())
        if isinstance(part, type) and issubclass(part, Struct) and part is not Struct
        for field, default in zip(
            part.__struct_fields__[::-1], part.__struct_defaults__[::-1], strict=False
        )
    ]
    golden = Path(__file__).parent / "golden" / "defaults.txt"
    check_kept(golden, "".join(f"{line}\n" for line in sorted(found)))


# --- the file -------------------------------------------------------------------------------------

SECTIONS = {"truco": Section("a", b"one\ntwo"), "mus": Section("b", b"three")}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "learnt.bin"
    path.write_bytes(file_of(SECTIONS, 7))
    return path


def test_each_game_has_its_section(file: Path) -> None:
    for game, section in SECTIONS.items():
        assert shipped.body_of(file, 7, game, section.rules) == section.body
    assert shipped.body_of(file, 7, "truco", "b") == OTHER_RULES
    assert shipped.body_of(file, 7, "tute", "a") == NOT_LEARNT
    assert shipped.body_of(file, 8, "truco", "a") == OTHER_VERSION
    assert shipped.body_of(file.with_name("none"), 7, "truco", "a") == NO_FILE
    file.write_bytes(b"nonsense")
    assert shipped.body_of(file, 7, "truco", "a") == DAMAGED


def test_a_damaged_section_leaves_the_others(file: Path) -> None:
    data = file.read_bytes()
    file.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    assert shipped.body_of(file, 7, "mus", "b") == DAMAGED
    assert shipped.body_of(file, 7, "truco", "a") == b"one\ntwo"
    assert with_sections(file, 7, {}) == file_of({"truco": SECTIONS["truco"]}, 7)


def test_a_section_is_read_alone(file: Path) -> None:
    """The other sections have megabytes."""
    file.write_bytes(file_of({**SECTIONS, "tute": Section("c", bytes(1_000_000))}, 7))
    tracemalloc.start()
    try:
        assert shipped.body_of(file, 7, "truco", "a") == b"one\ntwo"
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 100_000


def test_a_section_is_put_in_beside_the_others(file: Path) -> None:
    """A file that is not there, or of another version, keeps nothing."""
    new = {"mus": Section("c", b"four"), "tute": Section("d", b"")}
    file.write_bytes(with_sections(file, 7, new))
    for game, section in {**SECTIONS, **new}.items():
        assert shipped.body_of(file, 7, game, section.rules) == section.body
    for other in (file.with_name("none"), file):
        assert with_sections(other, 8, new) == file_of(new, 8)

"""The engine needs the standard library and msgspec, and nothing else. Functions stay short.

import-linter keeps the layers apart; it has no contract that says "only these from outside". ruff
counts branches and statements, but no lines. And msgspec learns its types at import.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.happenings import Happening, Happenings
from tools.weigh import (
    RunTime,
    circles,
    constructors,
    import_circles,
    listeners,
    parts_of,
    publishers,
    reached,
    run_time,
)

ROOT = Path(__file__).parents[1]
ENGINE = ROOT / "engine"
ALLOWED = sys.stdlib_module_names | {"engine", "msgspec"}

# Sources of surprise: the engine gets chance and time as arguments and talks to nobody.
# (random.Random may be named as a type; a generator comes from the caller.)
FORBIDDEN = {"asyncio", "datetime", "logging", "secrets", "socket", "sqlite3", "subprocess", "time"}


def imported_packages(source: str) -> Iterator[str]:
    """The top-level names that a module imports, wherever in it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "engine" if node.level else (node.module or "").partition(".")[0]


def test_engine_stands_alone() -> None:
    modules = sorted(ENGINE.rglob("*.py"))
    assert len(modules) > 100
    for module in modules:
        packages = set(imported_packages(module.read_text("utf-8")))
        assert packages <= ALLOWED - FORBIDDEN, module


def test_imports_are_found_wherever_they_are() -> None:
    source = "def f():\n    import os.path, yarl\n    from bot.store import Store\nfrom . import x"
    assert set(imported_packages(source)) == {"os", "yarl", "bot", "engine"}


LINES = 60
"""The most lines of a function."""
LONG = {
    "engine/variants/argentino.py": "the rules of a game, as data",
    "engine/variants/gauderio.py": "the rules of a game, as data",
    "engine/variants/tradicional.py": "the rules of a game, as data",
    "engine/variants/venezolano.py": "the rules of a game, as data",
}
"""The files that may hold a longer function, and what it is."""


def long_functions(source: str) -> list[str]:
    """The functions of a module that are too long."""
    return [
        node.name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.end_lineno is not None
        and node.end_lineno - node.lineno + 1 > LINES
    ]


def test_functions_can_be_held_in_the_head() -> None:
    found = {
        path.relative_to(ROOT).as_posix(): long
        for room in ("adapters", "bot", "engine")
        for path in (ROOT / room).rglob("*.py")
        if (long := long_functions(path.read_text("utf-8")))
    }
    assert found.keys() == LONG.keys(), found


def test_no_constructor_takes_more_parts_than_a_reader_keeps_in_mind() -> None:
    assert constructors() == {}


def test_lines_are_counted_from_the_name_to_the_last_statement() -> None:
    def function(lines: int) -> str:
        return "class C:\n  @property\n  def f(self):\n" + "    x = 1\n" * (lines - 1)

    assert long_functions(function(LINES + 1)) == ["f"]
    assert long_functions(function(LINES)) == []


LEARNS = re.compile(r"convert|Decoder|decode")
"""Where none of these stands, nothing is learnt."""


def late_types(source: str) -> list[int]:
    """The lines in which msgspec learns a type while the program runs.

    It learns the fields of a type at the first use and publishes what it has learnt before it is
    complete: two threads that meet there end the process (SIGSEGV, msgspec 0.22). So decoders are
    made by assignments of a module, which run in the thread that imports it.
    """
    tree = ast.parse(source)
    at_import = {
        id(node)
        for statement in tree.body
        if isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None
        if not any(isinstance(part, ast.Lambda) for part in ast.walk(statement.value))
        for node in ast.walk(statement.value)
    }
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and id(node) not in at_import and _learns_type(node)
    ]


def _learns_type(call: ast.Call) -> bool:
    match call.func:
        case ast.Attribute(value=ast.Name("msgspec"), attr="convert") | ast.Name("convert"):
            return True
        case ast.Attribute(attr="Decoder") | ast.Name("Decoder"):
            return True
        case ast.Attribute(attr="decode") | ast.Name("decode"):
            return any(keyword.arg == "type" for keyword in call.keywords)
        case _:
            return False


def test_msgspec_learns_its_types_at_import() -> None:
    late = {
        path.relative_to(ROOT).as_posix(): lines
        for room in ("adapters", "bot", "engine")
        for path in (ROOT / room).rglob("*.py")
        if LEARNS.search(source := path.read_text("utf-8")) and (lines := late_types(source))
    }
    assert late == {}


@pytest.mark.parametrize(
    ("code", "is_late"),
    [
        ("_row = msgspec.json.Decoder(Row)", False),
        ("_row: Final = msgspec.json.Decoder(Row)", False),
        ("ROW = JsonSetting('row', msgspec.json.Decoder(Row))", False),
        ("def f(): return _row.decode(text)", False),
        ("def f(): return text.decode()", False),
        ("def f(): return image.convert('RGB')", False),
        ("def f(): return msgspec.json.Decoder(Row)", True),
        ("def f(): return msgspec.json.decode(text, type=Row)", True),
        ("f = lambda: json.decode(text, type=Row)", True),
        ("def f(): return msgspec.convert(values, Row)", True),
        ("def f(): return convert(values, type=Row)", True),
    ],
)
def test_a_type_is_learnt_late_in_a_function(code: str, is_late: bool) -> None:
    assert bool(late_types(code)) is is_late


# --- circles -------------------------------------------------------------------------------------


def test_no_modules_import_one_another() -> None:
    """Imports for the type checker count: who reads one module of a circle has to read them all."""
    assert import_circles() == []


def test_a_circle_is_found_and_a_chain_is_none() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": {"d"}}) == [{"a", "b", "c"}]


# --- the service as it runs ----------------------------------------------------------------------


@pytest.fixture(scope="module")
def built() -> RunTime:
    return run_time()


def test_no_parts_reach_one_another(built: RunTime) -> None:
    assert len(built.parts) > 40
    assert circles(built.parts) == []


def told(built: RunTime) -> dict[str, set[str]]:
    """For each part that tells what has happened, the parts that are told."""
    graph: dict[str, set[str]] = {}
    for kind, parts in built.publishers.items():
        for part in parts:
            graph.setdefault(part, set()).update(built.listeners.get(kind, ()))
    return graph


def test_who_tells_does_not_know_who_is_told(built: RunTime) -> None:
    """Otherwise the happening would hide a call, and with it perhaps a circle."""
    assert built.listeners.keys() <= built.publishers.keys()
    known = {part: reached(built.parts, part) & heard for part, heard in told(built).items()}
    assert {part: heard for part, heard in known.items() if heard} == {}


def test_nobody_is_told_what_follows_from_their_own_telling(built: RunTime) -> None:
    assert circles(told(built)) == []


class Part:
    """A part that reaches others; it passes for one of the service's."""

    __module__ = "bot.made_up"

    def __init__(self, *others: object) -> None:
        self.others = others

    async def hear(self, _: Happening) -> None:
        """Listens."""


class Teller(Part):
    __module__ = "bot.made_up"


class Root(Part):
    __module__ = "bot.made_up"


def test_a_circle_through_a_callback_is_found() -> None:
    upper = Part()
    lower = Teller(lambda: upper.hear)
    upper.others = (lower,)
    assert circles(parts_of(Root(upper))) == [{"Part", "Teller"}]


def test_who_listens_is_reached_by_nobody() -> None:
    happenings = Happenings()
    teller = Teller(happenings)
    listener = Part(teller)
    happenings.listen(Happening, listener.hear)
    graph = parts_of(Root(listener))
    assert graph == {
        "Root": {"Part"},
        "Part": {"Teller"},
        "Teller": {"Happenings"},
        "Happenings": set(),
    }
    assert listeners(happenings) == {"Happening": {"Part"}}


def test_a_publisher_is_known_by_what_it_publishes() -> None:
    source = """
class Lower:
    async def link(self):
        await self._happenings.publish(PersonLinked(1, 2))
        await self._platform.publish(place, text)
"""
    assert publishers([source]) == {"PersonLinked": {"Lower"}}

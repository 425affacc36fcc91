"""The engine needs the standard library and msgspec, and nothing else.

import-linter keeps the layers apart; it has no contract that says "only these from outside".
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ENGINE = Path(__file__).parents[1] / "engine"
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


@pytest.mark.parametrize(
    "module",
    [pytest.param(path, id=str(path.relative_to(ENGINE))) for path in sorted(ENGINE.rglob("*.py"))],
)
def test_engine_stands_alone(module: Path) -> None:
    packages = set(imported_packages(module.read_text("utf-8")))
    assert packages <= ALLOWED
    assert packages.isdisjoint(FORBIDDEN)


def test_imports_are_found_wherever_they_are() -> None:
    source = "def f():\n    import os.path, yarl\n    from bot.store import Store\nfrom . import x"
    assert set(imported_packages(source)) == {"os", "yarl", "bot", "engine"}

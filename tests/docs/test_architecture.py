"""The tables of architecture.md name every module, and no other."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from pkgutil import resolve_name

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
WORD = re.compile(r"`([a-z_]+)`")
ADAPTERS = ("web", "discord", "telegram", "arena")


def section(text: str, heading: str) -> str:
    """What stands under a heading, up to the next one of its kind."""
    marks = heading.partition(" ")[0]
    (found,) = re.findall(rf"^{heading}\n(.*?)(?=^{marks} |\Z)", text, re.MULTILINE | re.DOTALL)
    return str(found)


def rows(text: str, columns: int) -> Iterator[list[str]]:
    """The cells of every row of the tables with so many columns."""
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| ") and len(cells) == columns:
            yield cells


def modules(folder: Path) -> set[str]:
    """The modules of a folder, and the packages in it."""
    files = {path.stem for path in folder.glob("*.py")} - {"__init__", "__main__"}
    return files | {path.parent.name for path in folder.glob("*/__init__.py")}


def named_in_rooms(package: str) -> dict[str, set[str]]:
    """By room, the modules that the table of a package names; a room without any holds no list."""
    found: dict[str, set[str]] = {}
    room = ""
    for first, second, _ in rows(section(PAGE, f"## {package.capitalize()}"), 3):
        room = "".join(WORD.findall(first)) or room
        found.setdefault(room, set()).update(WORD.findall(second))
    return {room: names for room, names in found.items() if names}


@pytest.mark.parametrize("package", ["engine", "bot"])
def test_rooms_are_told_module_by_module(package: str) -> None:
    told = named_in_rooms(package)
    there = {room: modules(ROOT / package / room) for room in told}
    assert told == there


@pytest.mark.parametrize("adapter", ADAPTERS)
def test_adapters_are_told_module_by_module(adapter: str) -> None:
    named = f"| module of `adapters/{adapter}` |"
    (table,) = (part for part in PAGE.split("\n### ") if named in part)
    told = {name for first, _ in rows(table, 2) for name in WORD.findall(first)}
    assert told == modules(ROOT / "adapters" / adapter)


# --- classes and their fields --------------------------------------------------------------------

PAGES = sorted((ROOT / "docs").glob("*.md"))
FIELD = re.compile(r"`([A-Z]\w+)\.(\w+)(?:\([^`]*\))?`")
DOTTED = re.compile(r"`((?:engine|bot|adapters|bench|lab|tests)(?:\.\w+)+)`")


@cache
def members() -> dict[str, set[str]]:
    """By class, its fields and methods, and the names of what it inherits from."""
    found: dict[str, set[str]] = {}
    for package in ("engine", "bot", "adapters"):
        for path in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.ClassDef):
                    found.setdefault(node.name, set()).update(declared_by(node))
    return found


def declared_by(owner: ast.ClassDef) -> Iterator[str]:
    yield from (base.id for base in owner.bases if isinstance(base, ast.Name))
    for node in ast.walk(owner):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case ast.Attribute(value=ast.Name(id="self"), attr=name):
                yield name
            case _:
                pass


def unknown_names(text: str) -> Iterator[str]:
    """Fields and modules in code that stand for nothing."""
    known = members()
    for owner, field in FIELD.findall(text):
        inherited = (known.get(base, set()) for base in known.get(owner, ()))
        if owner in known and field not in known[owner].union(*inherited):
            yield f"{owner}.{field}"
    for name in DOTTED.findall(text):
        try:
            resolve_name(name)
        except (ImportError, AttributeError):
            yield name


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_names_in_code_exist(page: Path) -> None:
    assert list(unknown_names(page.read_text("utf-8"))) == []


def test_names_that_stand_for_nothing_are_found() -> None:
    text = "`Position.stack` `Position.nothing` `engine.apply` `engine.nothing` `Table.heights(c)`"
    assert list(unknown_names(text)) == ["Position.nothing", "engine.nothing"]

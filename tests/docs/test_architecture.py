"""architecture.md names every room; what the manual calls by its name in the code exists."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from pkgutil import resolve_name

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")


def rooms_told(package: str) -> set[str]:
    """The rooms that the picture of the layers names for a package."""
    (line,) = re.findall(rf"^{package}/ +(.*)$", PAGE, re.MULTILINE)
    return {word for part in line.split("  ")[0].split("·") for word in part.split()[:1]}


@pytest.mark.parametrize("package", ["engine", "bot"])
def test_every_room_is_told(package: str) -> None:
    folders = {path.parent.name for path in (ROOT / package).glob("*/__init__.py")}
    assert folders - rooms_told(package) == set()
    told = {name for name in rooms_told(package) if not (ROOT / package / f"{name}.py").exists()}
    assert told <= folders


# --- classes and their fields --------------------------------------------------------------------

PAGES = sorted((ROOT / "docs").glob("*.md"))
CLASS = re.compile(r"^ *class (\w+)[(:\[]", re.MULTILINE)
FIELD = re.compile(r"`([A-Z]\w+)\.(\w+)(?:\([^`]*\))?`")
DOTTED = re.compile(r"`((?:engine|bot|adapters|bench|lab|tests)(?:\.\w+)+)`")


@cache
def texts_of_classes() -> dict[str, list[str]]:
    """By class, the modules in which one of this name stands."""
    found: dict[str, list[str]] = {}
    for package in ("engine", "bot", "adapters"):
        for path in (ROOT / package).rglob("*.py"):
            text = path.read_text("utf-8")
            for name in CLASS.findall(text):
                found.setdefault(name, []).append(text)
    return found


@cache
def members(owner: str) -> set[str]:
    """The fields and methods of a class, and the names of what it inherits from."""
    return {
        name
        for text in texts_of_classes().get(owner, ())
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ClassDef) and node.name == owner
        for name in declared_by(node)
    }


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
    for owner, field in FIELD.findall(text):
        known = members(owner)
        if owner in texts_of_classes() and field not in known.union(*map(members, known)):
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

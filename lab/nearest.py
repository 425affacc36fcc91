"""Which test files are nearest to a module: by the words of its name, and by what they import.

Few tests of these files notice most faults of the module, so they are asked before anything else.
"""

import ast
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

MOST: int = 6
"""So many files are near."""

IMPORTERS = ("engine", "bot", "adapters", "tests")


def imported_by(source: bytes) -> Iterator[str]:
    """The modules that a file imports, and names in them that may be modules too."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{one.name}" for one in node.names)


@cache
def importers(root: Path) -> dict[str, set[str]]:
    """For every module the files that import it; both as paths from the root."""
    files = [
        path.relative_to(root).as_posix()
        for folder in IMPORTERS
        for path in (root / folder).rglob("*.py")
    ]
    path_of = {file.removesuffix("/__init__.py").removesuffix(".py"): file for file in files}
    found: dict[str, set[str]] = {file: set() for file in files}
    for file in files:
        for module in imported_by((root / file).read_bytes()):
            if path := path_of.get(module.replace(".", "/")):
                found[path].add(file)
    return found


def distances(root: Path, path: str) -> dict[str, int]:
    """Over how many imports each file reaches this one."""
    found = {path: 0}
    last = [path]
    while last:
        reached = {file for one in last for file in importers(root)[one]} - found.keys()
        found |= dict.fromkeys(reached, max(found.values()) + 1)
        last = [*reached]
    return found


def words_of(file: str) -> set[str]:
    """The words of a file's name, in the singular."""
    return {word.rstrip("s") for word in Path(file).stem.split("_")}


def nearest(root: Path, path: str, tests: Sequence[str]) -> list[str]:
    """The test files, out of these, to be asked first about a module; the nearest first."""
    away = distances(root, path)

    def order(file: str) -> tuple[int, int, int]:
        common = words_of(path) & words_of(file)
        return -len(common), away[file], (root / file).stat().st_size

    return sorted((file for file in tests if file in away), key=order)[:MOST]

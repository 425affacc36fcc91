"""The test files that are nearest to a module: by the words of its name, and by their imports.

``python -m lab.nearest [COMMIT]`` prints the nearest files of all modules that have changed since a
commit (the last one if none is named), with the test files that have changed themselves: ``make
test-near``.
"""

import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

MOST: int = 6
"""The number of files that count as near."""

ROOT = Path(__file__).parents[1]
IMPORTERS = ("engine", "bot", "adapters", "lab", "bench", "tools", "tests")


_IMPORT = re.compile(
    r"^[ \t]*(?:import (?P<whole>[\w.]+)"
    r"|from (?P<module>[\w.]+) import (?P<names>\((?:#.*|[^)#])*\)|.*))",
    re.MULTILINE,
)
_COMMENT = re.compile(r"#.*")
_NAME = re.compile(r"(?:^|[,(])\s*(\w+)")


def imported_by(source: str) -> Iterator[str]:
    """The modules that a file imports, and names in them that may be modules too. Programs that
    stand in a file as text count too, because a test runs them. The text is searched with regular
    expressions: parsing every file would take thirty times as long."""
    for found in _IMPORT.finditer(source):
        if found["whole"]:
            yield found["whole"]
        else:
            yield found["module"]
            for name in _NAME.findall(_COMMENT.sub("", found["names"])):
                yield f"{found['module']}.{name}"


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
        for module in imported_by((root / file).read_text("utf-8")):
            if path := path_of.get(module.replace(".", "/")):
                found[path].add(file)
    return found


def distances(root: Path, path: str) -> dict[str, int]:
    """For each file, the number of imports over which it reaches this file."""
    found = {path: 0}
    last = [path]
    while last:
        reached = {file for target in last for file in importers(root)[target]} - found.keys()
        found |= dict.fromkeys(reached, max(found.values()) + 1)
        last = [*reached]
    return found


def words_of(file: str) -> set[str]:
    """The words of a file's name, in the singular."""
    return {word.rstrip("s") for word in Path(file).stem.split("_")}


def nearest(root: Path, path: str, tests: Sequence[str]) -> list[str]:
    """The test files among these that run first for a module; the nearest first."""
    away = distances(root, path)

    def order(file: str) -> tuple[int, int, int]:
        common = words_of(path) & words_of(file)
        return -len(common), away[file], (root / file).stat().st_size

    return sorted((file for file in tests if file in away), key=order)[:MOST]


def changed(root: Path, commit: str) -> list[str]:
    """The Python files that differ from this commit, new files among them."""
    asked = (
        ("diff", "--name-only", "--diff-filter=d", commit, "--", "*.py"),
        ("ls-files", "--others", "--exclude-standard", "--", "*.py"),
    )
    told = [subprocess.check_output(("git", *words), cwd=root, text=True) for words in asked]
    return sorted({file for text in told for file in text.splitlines()})


def near(root: Path, files: Sequence[str]) -> list[str]:
    """The test files among these files, and the nearest test files of each other module."""
    tests = [file for file in importers(root) if Path(file).name.startswith("test_")]
    own = {file for file in files if file in tests}
    reached = (nearest(root, file, tests) for file in files if file in importers(root))
    return sorted(own.union(*reached))


if __name__ == "__main__":
    print(*near(ROOT, changed(ROOT, (sys.argv[1:] or ["HEAD"])[0])))

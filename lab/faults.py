"""Plants faults in the code with mutmut, and says which of them no test notices: ``make faults``.

    python -m lab.faults --seed 1 --each 12             in so many functions of every folder
    python -m lab.faults --seed 1 --each 12 bot         of this folder only

The seed draws functions; a long one is as many times as likely as it has lines. mutmut plants every
fault that it knows in each of them, one at a time, in a copy of what git knows of the project: a
comparison turned round, a number one too large, an argument left out, another text. For each fault
the tests that call the function run until one fails: those of the folder, and of the nearest files
elsewhere. Tests marked ``dear`` take no part, and one that takes a minute notices. mutmut leaves
code outside functions alone, and functions with decorators.

The result stands in ``artifacts/faults.md``; docs/testing.md has the last one.
"""

import argparse
import ast
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from random import Random
from shutil import copy2
from typing import NamedTuple

from lab.nearest import nearest
from tests import postgres

ROOT = Path(__file__).parents[1]
RESULT = ROOT / "artifacts" / "faults.md"
SOURCES = ("engine", "bot", "adapters")
TESTS: dict[str, tuple[str, ...]] = {
    "engine": (
        "tests/engine",
        "tests/brazil",
        "tests/notation",
        "tests/playthroughs",
        "tests/walks",
        "tests/properties",
        "tests/fairness",
    ),
    "bot": ("tests/bot/playthroughs", "tests/bot/stateful"),
    "adapters/discord": ("tests/adapters/discord",),
    "adapters/telegram": ("tests/adapters/telegram",),
    "adapters/web": ("tests/adapters/web", "tests/adapters/push", "tests/adapters/together"),
    "adapters": ("tests/adapters",),
} | {
    f"bot/{room}": (f"tests/bot/{room}",)
    for room in sorted(os.listdir(ROOT / "bot"))
    if (ROOT / "tests/bot" / room / "__init__.py").is_file()
}
"""The tests of each folder; a room of ``bot`` has those of the folder with its name. A file belongs
to the longest folder that holds it."""
UNTESTED = ("/migrations/",)
"""Code in which no faults are planted: the migrations of old databases."""
LEFT_OUT = (
    "tests/adapters/test_rolling.py",
    "tests/adapters/test_run.py",
    "tests/bot/catalogue/test_words.py",
)
"""Test files that run the program in a folder without mutmut's settings, or read its source."""
NOTICED = ("killed", "timeout", "segfault")
"""mutmut's words for a fault that a test notices."""


class Function(NamedTuple):
    """A function in which faults are planted."""

    path: str
    name: str
    """The name as mutmut writes it."""
    lines: int

    @property
    def faults(self) -> str:
        """A pattern for the names of its faults."""
        module = self.path.removesuffix("/__init__.py").removesuffix(".py").replace("/", ".")
        return f"{module}.{self.name}__mutmut_*"


def folder_of(path: str) -> str:
    """The folder of :data:`TESTS` to which a file belongs; empty: none."""
    return max((name for name in TESTS if path.startswith(f"{name}/")), key=len, default="")


def functions(root: Path, path: str) -> Iterator[Function]:
    """The functions of a file, and the methods of its classes, that mutmut reads."""
    for node in ast.parse((root / path).read_text("utf-8")).body:
        yield from _plain(path, "x_", [node])
        if isinstance(node, ast.ClassDef):
            yield from _plain(path, f"xǁ{node.name}ǁ", node.body)


def _plain(path: str, prefix: str, nodes: Iterable[ast.stmt]) -> Iterator[Function]:
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.decorator_list:
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            yield Function(path, f"{prefix}{node.name}", lines)


def drawn(root: Path, files: Iterable[str], folder: str, seed: int, count: int) -> list[Function]:
    """So many functions of a folder, each once at most. The same seed draws the same."""
    found = [
        function
        for path in files
        if path.endswith(".py") and folder_of(path) == folder
        if not any(part in path for part in UNTESTED)
        for function in functions(root, path)
    ]
    random = Random(f"{seed} {folder}")
    return sorted(found, key=lambda each: random.random() ** (1 / each.lines))[-count:]


def known(root: Path) -> list[str]:
    """The files that git knows, as paths from the root."""
    told = subprocess.check_output(("git", "ls-files", "-z"), cwd=root, text=True)
    return sorted(path for path in told.split("\0") if path and (root / path).is_file())


def settings(files: Iterable[str], chosen: Iterable[Function], tests: Sequence[str]) -> str:
    """What mutmut has to know, as a part of ``pyproject.toml``."""
    beside = {path.split("/")[0] for path in files} - {*SOURCES, "tests", "pyproject.toml"}
    left_out = [f"--ignore={file}" for file in LEFT_OUT]
    return f"""
[tool.mutmut]
source_paths = {[*SOURCES]}
only_mutate = {sorted({function.path for function in chosen})}
do_not_mutate_patterns = ['\\b_?log\\.']
also_copy = {sorted(beside)}
pytest_add_cli_args = {["-m", "not dear", "--timeout", "60", *left_out]}
pytest_add_cli_args_test_selection = {[*tests]}
process_isolation = "forkserver"
"""


def asked(files: Iterable[str], folder: str, chosen: Iterable[Function]) -> list[str]:
    """The tests that are asked about these functions of a folder: all of the folder, and for each
    module the nearest files elsewhere."""
    folders = tuple(tests for several in TESTS.values() for tests in several)
    every = [path for path in files if path.startswith(folders) and "/test_" in path]
    others = [path for path in every if not path.startswith(TESTS[folder])]
    near = {file for each in chosen for file in nearest(ROOT, each.path, others)}
    return [*TESTS[folder], *sorted(near)]


def tried(
    root: Path, files: Sequence[str], folder: str, chosen: Sequence[Function]
) -> Iterator[str]:
    """The lines of the result for these functions of a folder. ``root``: where to put a copy of
    these files of the project."""
    for path in files:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        copy2(ROOT / path, root / path)
    with (root / "pyproject.toml").open("a", encoding="utf-8") as file:
        file.write(settings(files, chosen, asked(files, folder, chosen)))
    # One at a time: a run of the tests drops the databases that it finds on the server.
    patterns = [function.faults for function in chosen]
    _mutmut(root, "run", "--max-children", "1", *patterns, output=sys.stderr.fileno())
    told = _mutmut(root, "results", "--all", "true").splitlines()
    results = dict(line.strip().rsplit(": ", 1) for line in told)
    results = {name: how for name, how in results.items() if how != "not checked"}
    noticed = sum(how in NOTICED for how in results.values())
    late = sum(how == "timeout" for how in results.values())
    yield f"\n{folder}: {noticed} of {len(results)} faults in {len(chosen)} functions are noticed."
    yield f"{late} of them because the tests took too long: on a busy machine, try those again."
    for name, how in sorted(results.items()):
        if how not in NOTICED:
            yield f"\n{how}: {_mutmut(root, 'show', name)}"


def _mutmut(root: Path, *words: str, output: int = subprocess.PIPE) -> str:
    command = (sys.executable, "-m", "mutmut", *words)
    environment = os.environ | {"HYPOTHESIS_PROFILE": "faults"}
    done = subprocess.run(command, cwd=root, env=environment, stdout=output, text=True, check=True)
    return done.stdout


def main() -> None:
    parser = argparse.ArgumentParser(description="Which faults does no test notice?")
    parser.add_argument("folders", nargs="*", default=[*TESTS], help="all, if none is named")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=12, help="functions of every folder")
    options = parser.parse_args()
    if unknown := set(options.folders) - set(TESTS):
        parser.error(f"no tests are known for {', '.join(sorted(unknown))}")
    RESULT.parent.mkdir(exist_ok=True)
    files = known(ROOT)
    with RESULT.open("w", encoding="utf-8") as file, ExitStack() as stack:
        if not postgres.missing():
            # One for all tests: a test that is ended in the middle would leave its own behind.
            os.environ[postgres.RUNNING] = stack.enter_context(postgres.server())
        for folder in options.folders:
            chosen = drawn(ROOT, files, folder, options.seed, options.each)
            with tempfile.TemporaryDirectory(prefix="faults-") as copy:
                for line in tried(Path(copy), files, folder, chosen):
                    print(line, flush=True)
                    print(line, file=file, flush=True)


if __name__ == "__main__":
    main()

"""Records the code that each test executes: a test that never executes a changed line cannot notice
the change.

Recording is a plugin of pytest (``-p lab.executed``, with ``EXECUTED`` in the environment: the file
to write). Code is compiled with a mark at the begin of every block, and each test runs in a process
of its own, which is forked when all tests have been collected. So no test profits from the caches
of another test. Marks do not show three things, and the readers of a record are told about them:

* code that was executed while the tests were collected counts as executed by all of them;
* code of modules and classes, outside functions, has no mark: it is executed by an import;
* a test that starts another program, or that fails, may have executed anything.

The same plugin runs tests in a given order (``EXECUTED_ORDER``: a file with their names; that of a
file stands for all its tests).
"""

import ast
import base64
import builtins
import importlib.machinery
import json
import mmap
import os
import signal
import sys
import warnings
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from importlib.abc import MetaPathFinder
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import pytest
from _pytest.runner import runtestprotocol

FOLDERS = ("engine", "bot", "adapters")
LONGEST = 300
"""Seconds for one test while it is recorded."""


# --- blocks --------------------------------------------------------------------------------------

MARKS = "__executed__"
"""The name of the marks, known to all code."""

MAY_LEAVE = (
    ast.If, ast.For, ast.AsyncFor, ast.While, ast.Try, ast.TryStar, ast.With, ast.AsyncWith,
    ast.Match,
)  # fmt: skip
"""The statements after which the following code is a block of its own, because it may not be
executed."""


class Marker(ast.NodeTransformer):
    """Puts marks into a module, and tells where its blocks are."""

    def __init__(self, source: bytes, first: int = 0) -> None:
        self.first = first
        self.starts = [0]
        for line in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.blocks: list[tuple[int, int]] = []
        """The range of bytes of each block; a block includes the smaller blocks inside it."""
        self.inside = False

    def _open(self, node: ast.expr | ast.stmt) -> int:
        """Counts a block that begins here."""
        begin = self.starts[node.lineno - 1] + node.col_offset
        self.blocks.append((begin, self._end(node)))
        return len(self.blocks) - 1

    def _end(self, node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.starts[node.end_lineno - 1] + node.end_col_offset

    def _mark(self, number: int) -> ast.stmt:
        return ast.parse(f"{MARKS}[{self.first + number}] = 1").body[0]

    def _marked(self, body: Sequence[ast.stmt]) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        number = -1
        for place, statement in enumerate(body):
            if number < 0:
                number = self._open(statement)
                if place == 0 and isinstance(statement, ast.Expr):
                    made.append(self.visit(statement))  # a docstring stays the first
                    made.append(self._mark(number))
                    continue
                made.append(self._mark(number))
            begin, _ = self.blocks[number]
            self.blocks[number] = begin, self._end(statement)
            made.append(self.visit(statement))
            if isinstance(statement, MAY_LEAVE):
                number = -1
        return made

    def generic_visit(self, node: ast.AST) -> ast.AST:
        # Lambdas, defaults and conditions first: they stand outside the blocks.
        bodies = ("body", "orelse", "finalbody")
        for name, value in ast.iter_fields(node):
            if self.inside and name in bodies and isinstance(value, list):
                setattr(node, name, self._marked(value))
            elif isinstance(value, list):
                value[:] = [
                    self.visit(part) if isinstance(part, ast.AST) else part for part in value
                ]
            elif isinstance(value, ast.AST):
                setattr(node, name, self.visit(value))
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        before, self.inside = self.inside, False
        self.generic_visit(node)
        self.inside = before
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        return self._function(node)

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.AST:
        before, self.inside = self.inside, True
        self.generic_visit(node)
        self.inside = before
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        number = self._open(node.body)
        self.generic_visit(node)
        mark = ast.parse(f"{MARKS}.__setitem__({self.first + number}, 1)", mode="eval").body
        node.body = ast.BoolOp(ast.Or(), [mark, node.body])
        return node


def blocks_of(source: bytes) -> list[tuple[int, int]]:
    """The range of bytes of each block of a module."""
    marker = Marker(source)
    marker.visit(ast.parse(source))
    return marker.blocks


def block_at(blocks: Sequence[tuple[int, int]], place: int) -> int | None:
    """The smallest block with this byte; ``None``: it is outside all functions."""
    around = [
        (end - begin, number) for number, (begin, end) in enumerate(blocks) if begin <= place < end
    ]
    return min(around)[1] if around else None


def first_marks(root: Path) -> dict[str, int]:
    """The number of every module's first mark, and behind them all under ``""`` the number of
    marks. Mark 0 says that another program was started."""
    numbers = {}
    free = 1
    for folder in FOLDERS:
        for file in sorted((root / folder).rglob("*.py")):
            numbers[file.relative_to(root).as_posix()] = free
            free += len(blocks_of(file.read_bytes()))
    numbers[""] = free
    return numbers


# --- the record ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Executed:
    """The code that one test executes."""

    name: str
    seconds: float
    """Processor time."""
    marks: bytes
    """The marks that the test reached, compressed; empty: it may have executed anything."""

    def executes(self, first: int, last: int) -> bool:
        """Whether the test reaches one of these marks."""
        return not self.marks or 1 in zlib.decompress(self.marks)[first:last]


@dataclass
class Record:
    """The code that the tests of a folder execute."""

    first_marks: dict[str, int] = field(default_factory=dict)
    imported: bytes = b""
    """The marks that were reached before any test ran."""
    files: dict[str, str] = field(default_factory=dict)
    """The digest of each test file that was recorded."""
    tests: list[Executed] = field(default_factory=list)

    def of(self, path: str, block: int | None) -> list[Executed]:
        """The tests that may notice a change in this block of a file, the quickest first. If these
        may be all tests, the tests that execute any code of the file come first."""
        begin = self.first_marks[path]
        end = min((number for number in self.first_marks.values() if number > begin), default=begin)
        quickest = sorted(self.tests, key=lambda test: (not test.marks, test.seconds))
        if block is None or self.is_imported(path, block):
            return sorted(quickest, key=lambda test: not test.executes(begin, end))
        return [test for test in quickest if test.executes(begin + block, begin + block + 1)]

    def is_imported(self, path: str, block: int | None) -> bool:
        """Whether a block of a file is executed before any test runs."""
        return block is None or bool(self.imported[self.first_marks[path] + block])


def read(file: Path) -> Record:
    record = Record()
    for line in file.read_text("utf-8").splitlines():
        said = json.loads(line)
        if "first_marks" in said:
            record.first_marks = said["first_marks"]
            record.imported = zlib.decompress(base64.b64decode(said["imported"]))
            record.files = said["files"]
        else:
            marks = base64.b64decode(said["marks"])
            record.tests.append(Executed(said["name"], said["seconds"], marks))
    return record


def digest_of(file: Path) -> str:
    """The digest of a file's text."""
    return sha256(file.read_bytes()).hexdigest()


def joined(parts: Sequence[Record], files: dict[str, str]) -> Record:
    """One record from several parts: for each test file the part with this digest."""
    record = Record(parts[0].first_marks, parts[0].imported, files)
    for part in parts:
        record.imported = bytes(map(max, record.imported, part.imported))
        for test in part.tests:
            file = test.name.partition("::")[0]
            if part.files[file] == files.get(file):
                record.tests.append(test)
    return record


# --- the plugin ----------------------------------------------------------------------------------


class MarkingLoader(importlib.machinery.SourceFileLoader):
    """Compiles a module with marks, and does not keep the compiled code."""

    first = 0

    def get_code(self, fullname: str) -> Any:
        path = self.get_filename(fullname)
        source = self.get_data(path)
        marker = Marker(source, self.first)
        tree = ast.fix_missing_locations(marker.visit(ast.parse(source)))
        return compile(tree, path, "exec", dont_inherit=True)


class MarkingFinder(MetaPathFinder):
    """Finds the modules of the project for :class:`MarkingLoader`."""

    def __init__(self, root: Path, first: dict[str, int]) -> None:
        self.root = root
        self.first = first

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname.partition(".")[0] not in FOLDERS:
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.origin is not None:
            where = Path(spec.origin).resolve().relative_to(self.root).as_posix()
            spec.loader = loader = MarkingLoader(fullname, spec.origin)
            loader.first = self.first[where]
        return spec


class Recorder:
    """Runs each test in a process of its own, and records the code that it executes."""

    def __init__(self, root: Path, file: Path) -> None:
        self.file = file
        self.numbers = first_marks(root)
        self.size = self.numbers[""]
        self.marks = mmap.mmap(-1, self.size)
        self.imported = bytes(self.size)
        self.prepared: dict[str, bytes] = {}
        """The marks of each fixture of the session: they count for all tests that use it."""
        setattr(builtins, MARKS, self.marks)
        sys.meta_path.insert(0, MarkingFinder(root, self.numbers))
        sys.addaudithook(self._heard)

    def _heard(self, event: str, _: object) -> None:
        if event in ("subprocess.Popen", "os.posix_spawn", "os.system", "os.fork", "os.exec"):
            self.marks[0] = 1

    def _taken(self) -> bytes:
        """The marks since the last time."""
        taken = bytes(self.marks)
        self.marks[:] = bytes(self.size)
        return taken

    def _packed(self, marks: bytes) -> str:
        return base64.b64encode(zlib.compress(marks)).decode()

    def _write(self, **said: object) -> None:
        with self.file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(said) + "\n")

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.imported = self._taken()
        self.file.write_text("")
        files = {name: digest_of(session.config.rootpath / name) for name in session.config.args}
        packed = self._packed(self.imported)
        self._write(first_marks=self.numbers, imported=packed, files=files)

    def _prepare(self, item: Any) -> Iterator[bytes]:
        """Makes the session fixtures of this test once, in this process."""
        item.session._setupstate.setup(item.session)
        for name in item.fixturenames:
            made = item._fixtureinfo.name2fixturedefs.get(name)
            if made and made[-1].scope == "session":
                if name not in self.prepared:
                    self._taken()
                    item._request.getfixturevalue(name)
                    self.prepared[name] = self._taken()
                yield self.prepared[name]

    def pytest_runtest_protocol(self, item: Any) -> bool:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # pytest warns: no test runs in this process
            before = [*self._prepare(item)]
            child = os.fork()
        if child == 0:
            self._taken()
            signal.alarm(LONGEST)
            # The fixtures of the session stay: they belong to the process that made them.
            reports = runtestprotocol(item, log=False, nextitem=cast(Any, item.session))
            os._exit(any(report.failed for report in reports))
        _, status, used = os.wait4(child, 0)
        marks = self._taken()
        sound = status == 0 and not marks[0]
        for other in before:  # a database server that such a fixture starts is no code of ours
            marks = bytes(map(max, marks, other))
        seconds = round(used.ru_utime + used.ru_stime, 4)
        packed = self._packed(marks) if sound else ""
        self._write(name=item.nodeid, seconds=seconds, marks=packed)
        return True


def tests_of(items: Sequence[Any]) -> dict[str, list[Any]]:
    """The test with each name, and the tests of the file with each name."""
    found: dict[str, list[Any]] = {}
    for item in items:
        found[item.nodeid] = [item]
        found.setdefault(item.nodeid.partition("::")[0], []).append(item)
    return found


class Order:
    """Runs these tests in this order."""

    def __init__(self, file: Path) -> None:
        self.names = file.read_text("utf-8").splitlines()

    def pytest_collection_modifyitems(self, config: Any, items: list[Any]) -> None:
        found = tests_of(items)
        chosen = [item for name in self.names for item in found.get(name, [])]
        others = [item for item in items if item not in {*chosen}]
        if {*self.names} <= found.keys():
            config.hook.pytest_deselected(items=others)
            items[:] = chosen
        else:
            # The change renamed tests: any of the others may be a renamed one.
            items[:] = [*chosen, *others]


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: Any) -> None:
    """Before the first import of the project's code."""
    root = Path(__file__).resolve().parents[1]
    if file := os.environ.get("EXECUTED"):
        early_config.pluginmanager.register(Recorder(root, Path(file)))
    if file := os.environ.get("EXECUTED_ORDER"):
        early_config.pluginmanager.register(Order(Path(file)))

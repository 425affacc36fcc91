"""Plants faults in the code, one at a time, and says which of them no test notices.

    python -m lab.faults --seed 1 --each 25                      so many faults in every folder
    python -m lab.faults --seed 1 --each 25 adapters/telegram    in this folder only

A fault is a small change of the syntax tree: a comparison turned round, a statement dropped, a
number one too large, ``and`` for ``or``. Which ones, the seed decides. Each is planted in a copy of
the project in a temporary folder, and tests of the same folder run there until one fails: all that
execute what is changed (lab/executed.py), those of the nearest test files first
(lab/nearest.py). Where few faults are drawn and nothing is recorded, all tests of the nearest
files are asked before anything is recorded. The tests are collected once, and each
fault has a process of its own (lab/planted.py); one in code that is executed before any test gets
a program of its own instead. Tests marked ``dear`` take no part.

A fault is noticed when a test fails (or hangs, or crashes), does so with it once more, and passes
twice without it. Where that cannot be said, what comes of the fault is unsure, and it is not
counted as noticed.

What the tests execute is recorded when a fault first needs it, once for a state of the code and of
a test file: ``artifacts/executed/``.

docs/testing.md holds the last result.
"""

import argparse
import ast
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from itertools import accumulate, islice
from pathlib import Path
from random import Random

from msgspec import json

from lab.executed import FOLDERS, Executed, Record, block_at, blocks_of, digest_of, joined, read
from lab.nearest import nearest
from lab.planted import FAILED, PATIENCE, TIME_IS_OVER, Answer, Job, because_of_it
from tests import postgres

ROOT = Path(__file__).parents[1]
RESULT = ROOT / "artifacts" / "faults.md"
RECORDS = ROOT / "artifacts" / "executed"

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
    "bot": ("tests/bot", "tests/tournaments"),
    "adapters/discord": ("tests/adapters/discord",),
    "adapters/telegram": ("tests/adapters/telegram",),
    "adapters/web": ("tests/adapters/web",),
    "adapters": ("tests/adapters/test_*.py", "tests/adapters/together", "tests/adapters/beacon"),
}
"""The tests of each folder. A file belongs to the longest folder that holds it."""

UNTESTED = ("/migrations/",)
"""Code that is not tested by faults: steps of old databases."""

NOT_COPIED = ("__pycache__", "*.egg-info")
NOT_COPIED_FROM_THE_TOP = (
    ".git",
    ".hypothesis",
    ".venv*",
    ".*_cache",
    "artifacts",
    "build",
    "data",
)

PER_TEST = 180
"""Seconds that one test may take."""
NEAR = 120.0
"""Seconds of processor time for the nearest tests of a fault."""
FIRST = 20.0
"""Seconds of processor time for the tests that are asked first: few files are collected for them,
and they notice most."""
NO_TESTS = 5
"""pytest's exit code where every test of the files has a mark that leaves it out."""
ENOUGH = 25
"""For so many faults of a folder it pays to record first which test executes what."""
LIMIT = 3600
"""Seconds of processor time for recording the tests of a folder."""


# --- faults --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Fault:
    """A change of one place of one file."""

    path: str
    line: int
    scope: str
    """The function or class that is changed."""
    what: str
    begin: int
    end: int
    text: str
    """What stands between these two bytes of the file then."""

    def planted(self, source: bytes) -> bytes:
        return source[: self.begin] + self.text.encode() + source[self.end :]

    def job(self, tests: list[str], seconds: float) -> Job:
        return Job(self.path, self.begin, self.end, self.text, tests, seconds)

    def __str__(self) -> str:
        return f"{self.path}:{self.line} in `{self.scope}`: {self.what}"


OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
NEIGHBOUR: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}
OTHER_SUM: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add}
OTHER_NAME = {"min": "max", "max": "min", "any": "all", "all": "any"}
LOGS = ("log.", "_log.", "logger.")


class Finder(ast.NodeVisitor):
    """Every fault that one file can have, from its first line to its last."""

    def __init__(self, path: str, source: bytes) -> None:
        self.path = path
        self.source = source
        self.starts = [0]
        for line in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.scope: list[str] = []
        self.found: list[Fault] = []

    def add(self, node: ast.expr | ast.stmt, text: str, what: str) -> None:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        begin = self.starts[node.lineno - 1] + node.col_offset
        end = self.starts[node.end_lineno - 1] + node.end_col_offset
        scope = ".".join(self.scope) or "module"
        self.found.append(Fault(self.path, node.lineno, scope, what, begin, end, text))

    def change(self, node: ast.expr, other: ast.expr) -> None:
        text = ast.unparse(other)
        self.add(node, f"({text})", f"`{ast.unparse(node)}` becomes `{text}`")

    def opposite(self, test: ast.expr) -> None:
        """The condition of an ``if`` or ``while``, unless a comparison is turned round anyway."""
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            return
        if not isinstance(test, ast.Compare) or len(test.ops) > 1:
            self.change(test, ast.UnaryOp(ast.Not(), test))

    def drop(self, node: ast.stmt) -> None:
        self.add(node, "pass", f"`{ast.unparse(node).splitlines()[0]}` is dropped")

    # --- what is changed -------------------------------------------------------------------

    def visit_Compare(self, node: ast.Compare) -> None:
        if len(node.ops) == 1:
            for other in (OPPOSITE, NEIGHBOUR):
                if kind := other.get(type(node.ops[0])):
                    self.change(node, ast.Compare(node.left, [kind()], node.comparators))
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        other = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
        self.change(node, ast.BoolOp(other, node.values))
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self.change(node, node.operand)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if kind := OTHER_SUM.get(type(node.op)):
            self.change(node, ast.BinOp(node.left, kind(), node.right))
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self.change(node, ast.Constant(not node.value))
        elif isinstance(node.value, int):
            self.change(node, ast.Constant(node.value + 1))

    def visit_Call(self, node: ast.Call) -> None:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if other := OTHER_NAME.get(name):
            self.change(node, ast.Call(ast.Name(other), node.args, node.keywords))
        keywords = node.keywords
        if name == "zip":  # both are equally long: that holds already
            keywords = [keyword for keyword in keywords if keyword.arg != "strict"]
        for part in (node.func, *node.args, *keywords):
            self.visit(part)

    def visit_If(self, node: ast.If) -> None:
        if ast.unparse(node.test) == "TYPE_CHECKING":
            return
        self.opposite(node.test)
        self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        self.opposite(node.test)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self.opposite(node.test)
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant):
            return  # a docstring
        if ast.unparse(node).removeprefix("await ").startswith(LOGS):
            return  # what is logged is for people
        self.drop(node)
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.drop(node)
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        if all(isinstance(target, ast.Attribute | ast.Subscript) for target in node.targets):
            self.drop(node)
        self.visit(node.value)

    def visit_Continue(self, node: ast.Continue) -> None:
        self.drop(node)

    def visit_Break(self, node: ast.Break) -> None:
        self.drop(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        self.drop(node)

    # --- what is left alone ----------------------------------------------------------------

    def visit_Assert(self, node: ast.Assert) -> None:
        """It holds already."""

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Python 3.11 does not say where its parts stand."""

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._inside(node.name, node.body)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self._function(node)

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        returns_nothing = isinstance(node.returns, ast.Constant) and node.returns.value is None
        first = node.body[0]
        if returns_nothing and len(node.body) > 1:
            self.scope.append(node.name)
            self.add(first, "return", "it returns at once")
            self.scope.pop()
        defaults = [*node.args.defaults, *(default for default in node.args.kw_defaults if default)]
        self._inside(node.name, [*defaults, *node.body])

    def _inside(self, name: str, body: Sequence[ast.AST]) -> None:
        self.scope.append(name)
        for part in body:
            self.visit(part)
        self.scope.pop()


@cache
def faults_in(path: str, source: bytes) -> tuple[Fault, ...]:
    """All that can be planted in a file."""
    finder = Finder(path, source)
    finder.visit(ast.parse(source))
    return tuple(finder.found)


def is_read(source: bytes) -> bool:
    """Whether this is Python still: a dropped ``raise`` may leave nothing that ends a ``try``."""
    try:
        compile(source, "planted", "exec", dont_inherit=True)
    except SyntaxError:
        return False
    return True


# --- where ---------------------------------------------------------------------------------------


def folder_of(path: str) -> str:
    """The folder of :data:`TESTS` to which a file belongs."""
    fitting = [folder for folder in TESTS if path.startswith(f"{folder}/")]
    return max(fitting, key=len, default="")


def sources(root: Path, folder: str) -> list[str]:
    """The files of a folder, as paths from the root."""
    paths = (path.relative_to(root).as_posix() for path in (root / folder).rglob("*.py"))
    return sorted(
        path
        for path in paths
        if folder_of(path) == folder and not any(part in f"/{path}" for part in UNTESTED)
    )


def drawn(root: Path, folder: str, seed: int, count: int) -> list[Fault]:
    """So many faults of a folder; the same for the same seed and the same code."""
    code = {path: (root / path).read_bytes() for path in sources(root, folder)}
    every = [fault for path, source in code.items() for fault in faults_in(path, source)]
    Random(f"{seed} {folder}").shuffle(every)
    readable = (fault for fault in every if is_read(fault.planted(code[fault.path])))
    return list(islice(readable, count))


def test_files(root: Path, folder: str) -> list[str]:
    """The test files of a folder."""
    files: list[Path] = []
    for pattern in TESTS[folder]:
        files += root.glob(pattern) if "*" in pattern else (root / pattern).rglob("test_*.py")
    return sorted(path.relative_to(root).as_posix() for path in files)


def seconds_for(tests: Sequence[Executed]) -> float:
    """Processor time for a run of these tests. A test may take longer with a fault; collecting
    takes its time too."""
    return 60 + 3 * sum(test.seconds for test in tests)


def portions(tests: Sequence[Executed]) -> Iterator[list[Executed]]:
    """Few tests first, then all others."""
    spent = [*accumulate(test.seconds for test in tests)]
    few = bisect_right(spent, FIRST)
    yield from (list(part) for part in (tests[:few], tests[few:]) if part)


# --- running -------------------------------------------------------------------------------------


def limited(seconds: int) -> Callable[[], None]:
    """For the child process: this much processor time, and no more."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))

    return limit


def pytest_in(
    root: Path, *words: str, seconds: float, **environment: str
) -> "subprocess.CompletedProcess[str] | None":
    """What pytest said in a copy of the project; ``None``: it took too long. A negative exit code
    is that of a crash.

    Tests soon give up waiting for an answer: many a fault silences a part."""
    command = [sys.executable, "-m", "pytest", "-p", "lab.executed", "-p", "lab.planted"]
    command += [
        "-p",
        "no:cacheprovider",
        "-n",
        "0",
        "-m",
        "not dear",
        "--no-header",
        "--tb",
        "no",
        *words,
    ]
    plain = {
        "PYTHONPATH": str(root),
        "PYTHONDONTWRITEBYTECODE": "1",
        "HYPOTHESIS_PROFILE": "faults",
        "TEST_PATIENCE": "8",
    }
    try:
        done = subprocess.run(
            command,
            cwd=root,
            env=os.environ | plain | environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=seconds * PATIENCE,
            check=False,
            preexec_fn=limited(int(seconds)),
        )
    except subprocess.TimeoutExpired:
        return None
    return None if done.returncode in TIME_IS_OVER else done


def read_result(code: int, text: str) -> tuple[str, str]:
    """What pytest's exit code and its words say: ``passed``, ``failed``, ``not executed`` or
    ``unsure``; and which test failed, or which test file cannot be collected."""
    if code in (0, NO_TESTS):
        return ("not executed" if code else "passed"), ""
    if code < 0:
        return "failed", ""
    failed = re.search(r"^(?:FAILED|ERROR) (\S+\.py(?:::.*?)?)(?: - |$)", text, re.MULTILINE)
    return ("failed", failed[1]) if failed and code == FAILED else ("unsure", text[-2000:])


def run(root: Path, names: Sequence[str], seconds: float) -> tuple[str, str]:
    """What came of these tests, or test files: as :func:`read_result` says, or ``late``; and which
    test failed (``""``: the program crashed)."""
    files = list(dict.fromkeys(name.partition("::")[0] for name in names))
    order = root / "order.txt"
    order.write_text("".join(f"{name}\n" for name in names), "utf-8")
    words = ("-x", "--timeout", str(PER_TEST), *files)
    done = pytest_in(root, *words, seconds=seconds, EXECUTED_ORDER=str(order))
    return read_result(done.returncode, done.stdout) if done else ("late", "")


def state_of(root: Path) -> str:
    """Tells one state of the code, and of what all tests share, from another."""
    told = sha256()
    for part in (*FOLDERS, "tests", "lab/executed.py", "pyproject.toml"):
        for path in sorted([root / part, *(root / part).rglob("*")]):
            is_test = path.name.startswith("test_")
            if path.is_file() and path.suffix != ".pyc" and not is_test:
                name = path.relative_to(root).as_posix()
                told.update(f"{name} {sha256(path.read_bytes()).hexdigest()}\n".encode())
    return told.hexdigest()[:16]


def is_recorded(root: Path, folder: str) -> bool:
    """Whether anything is recorded of what the tests of a folder execute now."""
    return any(RECORDS.glob(f"{folder.replace('/', '-')}.{state_of(root)}.*"))


def recorded(root: Path, folder: str) -> Record:
    """What each test of a folder executes. Test files are recorded that were not yet recorded as
    they are now, with the code that there is now."""
    kind, state = folder.replace("/", "-"), state_of(root)
    RECORDS.mkdir(parents=True, exist_ok=True)
    for old in {*RECORDS.glob(f"{kind}.*")} - {*RECORDS.glob(f"{kind}.{state}.*")}:
        old.unlink()
    parts = [read(file) for file in RECORDS.glob(f"{kind}.{state}.*")]
    files = {name: digest_of(root / name) for name in test_files(root, folder)}
    if missing := files.items() - {pair for part in parts for pair in part.files.items()}:
        said(f"{folder}: {len(missing)} test files are recorded")
        file = RECORDS / f"{kind}.{state}.{len(parts)}"
        begun = root / "record"
        names = sorted(name for name, _ in missing)
        done = pytest_in(root, *names, seconds=LIMIT, EXECUTED=str(begun))
        if done is None or done.returncode not in (0, NO_TESTS):
            raise SystemExit(done.stdout[-2000:] if done else f"{folder}: recording takes too long")
        shutil.copy(begun, file)
        parts.append(read(file))
    return joined(parts, files)


class Trial:
    """A copy of the project, in which faults are planted and mended again."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def outcomes(self, folder: str, faults: Sequence[Fault]) -> list[str]:
        """What came of each fault: ``noticed``, ``survived``, ``not executed``; ``late``: the tests
        took too long without a failure; ``unsure``: a test failed, or the program, and it cannot be
        said that the fault is the cause."""
        if len(faults) >= ENOUGH or is_recorded(self.root, folder):
            found = ["not executed"] * len(faults)
        else:
            found = self._by_nearest(folder, faults)
        left = [number for number, came in enumerate(found) if came != "failed"]
        if left:
            others = self._by_executing(folder, [faults[number] for number in left])
            for number, came in zip(left, others, strict=True):
                found[number] = came
        names_of = {"failed": "noticed", "passed": "survived"}
        return [names_of.get(came, came) for came in found]

    def _by_nearest(self, folder: str, faults: Sequence[Fault]) -> list[str]:
        """What came of each fault when the nearest test files alone are asked."""
        files = test_files(self.root, folder)
        near = [nearest(self.root, fault.path, files) for fault in faults]
        found = ["not executed"] * len(faults)
        jobs = {}
        for number, (fault, names) in enumerate(zip(faults, near, strict=True)):
            if names and self._block_of(fault) is not None:
                jobs[number] = fault.job(names, NEAR)
            elif names:
                found[number] = self._by_itself(fault, [(names, NEAR)])
                said(f"{found[number]}: {fault} (the nearest tests, by itself)")
        for number, answer in zip(jobs, self._answers([*jobs.values()]), strict=True):
            found[number] = answer.came
            said(f"{answer.came}: {faults[number]} (the nearest tests: {answer.failed})")
        return found

    def _by_executing(self, folder: str, faults: Sequence[Fault]) -> list[str]:
        """What came of each fault when all tests are asked that execute it, those of the nearest
        files first."""
        record = recorded(self.root, folder)
        files = test_files(self.root, folder)

        def asked(fault: Fault) -> list[Executed]:
            near = nearest(self.root, fault.path, files)
            tests = record.of(fault.path, self._block_of(fault))
            return sorted(tests, key=lambda test: test.name.partition("::")[0] not in near)

        found = ["not executed"] * len(faults)
        jobs: dict[int, Job] = {}
        alone: dict[int, list[Executed]] = {}
        for number, fault in enumerate(faults):
            block = self._block_of(fault)
            tests = asked(fault)
            if record.is_imported(fault.path, block):
                alone[number] = tests
            elif tests:
                jobs[number] = fault.job([test.name for test in tests], seconds_for(tests))
        for number, answer in zip(jobs, self._answers([*jobs.values()]), strict=True):
            if answer.came == "unplanted":
                alone[number] = asked(faults[number])
            found[number] = answer.came
            said(f"{answer.came}: {faults[number]} ({answer.failed})")
        for number, tests in alone.items():
            parts = [([test.name for test in part], seconds_for(part)) for part in portions(tests)]
            found[number] = self._by_itself(faults[number], parts)
            said(f"{found[number]}: {faults[number]} ({len(tests)} tests, by itself)")
        return found

    def _block_of(self, fault: Fault) -> int | None:
        return block_at(blocks_of((self.root / fault.path).read_bytes()), fault.begin)

    def _answers(self, jobs: Sequence[Job]) -> list[Answer]:
        """Plants faults in processes that have collected the tests of all these jobs."""
        if not jobs:
            return []
        file = self.root / "jobs.jsonl"
        file.write_bytes(b"".join(json.encode(job) + b"\n" for job in jobs))
        files = sorted({name.partition("::")[0] for job in jobs for name in job.tests})
        seconds = LIMIT + sum(job.seconds for job in jobs)
        words = ("--timeout", str(PER_TEST), *files)
        done = pytest_in(self.root, *words, seconds=seconds, PLANTED=str(file))
        answers = file.with_name("jobs.jsonl.answers")
        lines = answers.read_bytes().splitlines() if answers.exists() else []
        if len(lines) != len(jobs):
            raise SystemExit(done.stdout[-2000:] if done else "planting takes too long")
        return [json.decode(line, type=Answer) for line in lines]

    def _by_itself(self, fault: Fault, portions: Sequence[tuple[Sequence[str], float]]) -> str:
        """Plants a fault in programs of its own, one for each portion of tests (with its processor
        time): ``failed``, ``passed``, ``not executed``, ``late``, ``unsure``."""
        found = "not executed"
        for names, seconds in portions:
            came, failed = self._with(fault, names, seconds)
            if came == "failed":
                alone = [failed] if failed else names

                def with_it(names: Sequence[str] = alone, seconds: float = seconds) -> str:
                    return self._with(fault, names, seconds)[0]

                def without(names: Sequence[str] = alone, seconds: float = seconds) -> str:
                    return run(self.root, names, seconds)[0]

                return "failed" if because_of_it(with_it, without) else "unsure"
            if came in ("late", "unsure"):
                said(failed)
                return came
            if came == "passed":
                found = came
        return found

    def _with(self, fault: Fault, names: Sequence[str], seconds: float) -> tuple[str, str]:
        """What comes of these tests with a fault, in a program of its own."""
        file = self.root / fault.path
        source = file.read_bytes()
        file.write_bytes(fault.planted(source))
        try:
            return run(self.root, names, seconds)
        finally:
            file.write_bytes(source)


def said(line: str) -> None:
    """Tells whoever waits for the result how far it is."""
    print(line, file=sys.stderr, flush=True)


def copied(target: Path) -> Path:
    """The project in another place, without what can be made again."""
    inside = shutil.ignore_patterns(*NOT_COPIED)
    on_top = shutil.ignore_patterns(*NOT_COPIED, *NOT_COPIED_FROM_THE_TOP)

    def ignored(folder: str, names: list[str]) -> set[str]:
        return on_top(folder, names) if Path(folder) == ROOT else inside(folder, names)

    return Path(shutil.copytree(ROOT, target / "project", ignore=ignored))


@contextmanager
def database_server() -> Iterator[None]:
    """One PostgreSQL server for all tests, where there can be one. Processes that end in the middle
    of a test would leave theirs behind."""
    if postgres.missing():
        yield
        return
    with postgres.server() as folder:
        os.environ[postgres.RUNNING] = folder
        try:
            yield
        finally:
            del os.environ[postgres.RUNNING]


def tried(folders: Sequence[str], seed: int, count: int) -> Iterator[str]:
    """The result, a line at a time."""
    day = datetime.now(UTC).date()
    yield f"Seed {seed}, {count} faults in every folder, {day}."
    server = database_server() if "bot" in folders else nullcontext()
    with tempfile.TemporaryDirectory(prefix="faults-") as place, server:
        trial = Trial(copied(Path(place)))
        for folder in folders:
            faults = drawn(trial.root, folder, seed, count)
            came = trial.outcomes(folder, faults)
            yield from summary(folder, faults, came)


def summary(folder: str, faults: Sequence[Fault], came: Sequence[str]) -> Iterator[str]:
    """How many faults of a folder were noticed, of how many it cannot be said, and every other
    one."""
    unsure = sum(how in ("unsure", "late") for how in came)
    noticed = came.count("noticed")
    yield f"\n{folder}: {noticed} of {len(faults)} noticed, {unsure} unsure."
    for how, fault in zip(came, faults, strict=True):
        if how != "noticed":
            yield f"- {how}: {fault}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Which faults does no test notice?")
    parser.add_argument("folders", nargs="*", default=[*TESTS], help="all, if none is named")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=25, help="faults in every folder")
    parser.add_argument(
        "--list", action="store_true", help="say what would be planted, run nothing"
    )
    chosen = parser.parse_args()
    if unknown := set(chosen.folders) - set(TESTS):
        parser.error(f"no tests are known for {', '.join(sorted(unknown))}")
    if chosen.list:
        for folder in chosen.folders:
            print(*drawn(ROOT, folder, chosen.seed, chosen.each), sep="\n")
        return
    # Whoever is asked to end ends its server, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    RESULT.parent.mkdir(exist_ok=True)
    with RESULT.open("w", encoding="utf-8") as file:
        for line in tried(chosen.folders, chosen.seed, chosen.each):
            print(line, flush=True)
            print(line, file=file, flush=True)


if __name__ == "__main__":
    main()

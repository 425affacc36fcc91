"""Plants faults in the code, one at a time, and tells which of them no test notices.

    python -m lab.faults --seed 1 --each 25                      so many faults in every folder
    python -m lab.faults --seed 1 --each 25 adapters/telegram    in this folder only
    python -m lab.faults --seed 1 --each 25 --near               the nearest tests alone are asked

A fault is a small change of the syntax tree: a comparison turned round, a statement dropped, a
number one too large, ``and`` for ``or``. The seed decides which faults are drawn. Each fault is
planted in a copy of the project in a temporary folder. There all tests of the same folder that
execute the changed code (lab/executed.py) run until one fails, beginning with the nearest test
files (lab/nearest.py). If few faults are drawn and nothing is recorded, all tests of the nearest
files run before anything is recorded. The tests are collected once, and each fault has a process of
its own (lab/planted.py). A fault in code that is executed before any test gets a program of its own
instead. Tests marked ``dear`` take no part.

A fault is noticed when a test fails (or hangs, or crashes) with it, does so once more, and passes
twice without it. If this is not certain, the result of the fault is ``unsure``, and it does not
count as noticed.

The code that the tests execute is recorded when a fault first needs it, once for a state of the
code and of a test file: ``artifacts/executed/``.

docs/testing.md holds the last result.
"""

import argparse
import os
import shutil
import signal
import sys
import tempfile
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime
from hashlib import sha256
from itertools import accumulate, islice, zip_longest
from pathlib import Path
from random import Random

from msgspec import json

from lab.executed import FOLDERS, Executed, Record, block_at, blocks_of, digest_of, joined, read
from lab.fault_finder import Fault, faults_in, is_read
from lab.nearest import alike, nearest
from lab.planted import Answer, Job, because_of_it
from lab.pytest_runs import NO_TESTS, PER_TEST, pytest_in, run
from tests import postgres

ROOT = Path(__file__).parents[1]
RESULT = ROOT / "artifacts" / "faults.md"
RECORDS = ROOT / "artifacts" / "executed"

_NUMBERS = "tests/adapters/test_kept_*.py"
"""The lists of the numbers of all adapters."""

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
    "bot": ("tests/bot",),
    "adapters/discord": ("tests/adapters/discord", _NUMBERS),
    "adapters/telegram": ("tests/adapters/telegram", _NUMBERS),
    "adapters/web": (
        "tests/adapters/web",
        _NUMBERS,
        "tests/adapters/*/test_window.py",  # a window is the page in a platform's app
        "tests/adapters/*/test_resting.py",  # what its opening and closing mean for chats
        "tests/adapters/push",
        "tests/adapters/together",
    ),
    "adapters": ("tests/adapters",),
}
"""The tests of each folder. A file belongs to the longest folder that holds it. The common code of
the platforms is tested by the tests of all platforms."""

UNTESTED = ("/migrations/",)
"""Code in which no faults are planted: the migrations of old databases."""

NOT_COPIED = ("*.egg-info",)
NOT_COPIED_FROM_THE_TOP = (
    ".git",
    ".hypothesis",
    ".venv*",
    ".*_cache",
    "artifacts",
    "build",
    "data",
)

WIDE: dict[str, tuple[str, ...]] = {
    "bot": ("tests/bot/playthroughs/test_scenes.py",),
    **dict.fromkeys(
        ("adapters/discord", "adapters/telegram", "adapters/web", "adapters"),
        ("tests/adapters/test_kept_texts.py",),
    ),
}
"""Test files that hold a little of everything in a folder. They are the last of the nearest tests,
so they cost something for the faults alone that the others do not notice."""

NEAR = 60.0
"""Seconds of processor time for the nearest tests of a fault."""
FIRST = 20.0
"""Seconds of processor time for the first portion of tests: they come from few files, and they
notice most faults."""
ENOUGH = 25
"""With this many faults in a folder it pays to record first the code that each test executes."""
LIMIT = 3600
"""Seconds of processor time for recording the tests of a folder."""


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
    """This many faults of a folder; the same for the same seed and the same code."""
    code = {path: (root / path).read_bytes() for path in sources(root, folder)}
    every = [fault for path, source in code.items() for fault in faults_in(path, source)]
    Random(f"{seed} {folder}").shuffle(every)
    readable = (fault for fault in every if is_read(fault.planted(code[fault.path])))
    return list(islice(readable, count))


def test_files(root: Path, folder: str) -> list[str]:
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


def state_of(root: Path) -> str:
    """The digest of the code, and of the files that all tests share."""
    told = sha256()
    for part in (*FOLDERS, "tests", "lab/executed.py", "pyproject.toml"):
        for path in sorted([root / part, *(root / part).rglob("*")]):
            is_test = path.name.startswith("test_")
            if path.is_file() and path.suffix != ".pyc" and not is_test:
                name = path.relative_to(root).as_posix()
                told.update(f"{name} {sha256(path.read_bytes()).hexdigest()}\n".encode())
    return told.hexdigest()[:16]


def is_recorded(root: Path, folder: str) -> bool:
    """Whether there is a record of the tests of a folder for the code as it is now."""
    return any(RECORDS.glob(f"{folder.replace('/', '-')}.{state_of(root)}.*"))


def recorded(root: Path, folder: str) -> Record:
    """The code that each test of a folder executes. Test files without a record for their present
    text and the present code are recorded now."""
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
    """A copy of the project, in which faults are planted and removed again."""

    def __init__(self, root: Path, *, near_alone: bool = False) -> None:
        self.root = root
        self.near_alone = near_alone

    def outcomes(self, folder: str, faults: Sequence[Fault]) -> list[str]:
        """The result of each fault: ``noticed``, ``survived``, ``not executed``; ``late``: the
        tests took too long without a failure; ``unsure``: a test or the program failed, but it is
        not certain that the fault is the cause."""
        if not self.near_alone and (len(faults) >= ENOUGH or is_recorded(self.root, folder)):
            found = ["not executed"] * len(faults)
        else:
            found = self._by_nearest(folder, faults)
        left = [number for number, came in enumerate(found) if came != "failed"]
        if left and not self.near_alone:
            others = self._by_executing(folder, [faults[number] for number in left])
            for number, came in zip(left, others, strict=True):
                found[number] = came
        names_of = {"failed": "noticed", "passed": "survived"}
        return [names_of.get(came, came) for came in found]

    def _nearest(self, folder: str, fault: Fault) -> list[str]:
        """The test files that run first for a fault, those of :data:`WIDE` behind them."""
        files = test_files(self.root, folder)
        near = nearest(self.root, fault.path, files)
        like = alike(self.root, fault.text_around((self.root / fault.path).read_bytes()), files)
        wide = [file for file in WIDE.get(folder, ()) if file in files]
        by_turns = (file for pair in zip_longest(like, near) for file in pair if file)
        return [*dict.fromkeys(file for file in by_turns if file not in wide), *wide]

    def _by_nearest(self, folder: str, faults: Sequence[Fault]) -> list[str]:
        """The result of each fault when only the nearest test files run."""
        near = [self._nearest(folder, fault) for fault in faults]
        found = ["not executed"] * len(faults)
        jobs = {
            number: fault.job(names, NEAR)
            for number, (fault, names) in enumerate(zip(faults, near, strict=True))
            if names
        }
        for number, answer in zip(jobs, self._answers([*jobs.values()]), strict=True):
            fault, came = faults[number], answer.came
            if came == "unplanted":
                came = self._by_itself(fault, [(near[number], NEAR)])
            found[number] = came
            said(f"{came}: {fault} (the nearest tests: {answer.failed})")
        return found

    def _by_executing(self, folder: str, faults: Sequence[Fault]) -> list[str]:
        """The result of each fault when all tests that execute it run, the tests of the nearest
        files first."""
        record = recorded(self.root, folder)

        def asked(fault: Fault) -> list[Executed]:
            near = self._nearest(folder, fault)
            block = block_at(blocks_of((self.root / fault.path).read_bytes()), fault.begin)
            tests = record.of(fault.path, block)
            return sorted(tests, key=lambda test: test.name.partition("::")[0] not in near)

        found = ["not executed"] * len(faults)
        jobs: dict[int, Job] = {}
        alone: dict[int, list[Executed]] = {}
        for number, fault in enumerate(faults):
            if tests := asked(fault):
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
        """The result of these tests with a fault, in a program of its own."""
        file = self.root / fault.path
        source = file.read_bytes()
        file.write_bytes(fault.planted(source))
        try:
            return run(self.root, names, seconds)
        finally:
            file.write_bytes(source)


def said(line: str) -> None:
    """Prints how far the work is."""
    print(line, file=sys.stderr, flush=True)


def copied(target: Path) -> Path:
    """The project in another place, without what can be made again. Compiled modules are copied,
    because otherwise each program would compile all of them again. A file with a fault has another
    time, so its compiled module is not used."""
    inside = shutil.ignore_patterns(*NOT_COPIED)
    on_top = shutil.ignore_patterns(*NOT_COPIED, *NOT_COPIED_FROM_THE_TOP)

    def ignored(folder: str, names: list[str]) -> set[str]:
        return on_top(folder, names) if Path(folder) == ROOT else inside(folder, names)

    return Path(shutil.copytree(ROOT, target / "project", ignore=ignored))


@contextmanager
def database_server() -> Iterator[None]:
    """One PostgreSQL server for all tests, where there can be one. A process that ends in the
    middle of a test would leave its own server behind."""
    if postgres.missing():
        yield
        return
    with postgres.server() as folder:
        os.environ[postgres.RUNNING] = folder
        try:
            yield
        finally:
            del os.environ[postgres.RUNNING]


def tried(
    folders: Sequence[str], seed: int, count: int, *, near_alone: bool = False
) -> Iterator[str]:
    """The lines of the result."""
    day = datetime.now(UTC).date()
    yield f"Seed {seed}, {count} faults in every folder, {day}."
    server = database_server() if "bot" in folders else nullcontext()
    with tempfile.TemporaryDirectory(prefix="faults-") as place, server:
        trial = Trial(copied(Path(place)), near_alone=near_alone)
        for folder in folders:
            faults = drawn(trial.root, folder, seed, count)
            came = trial.outcomes(folder, faults)
            yield from summary(folder, faults, came)


def summary(folder: str, faults: Sequence[Fault], came: Sequence[str]) -> Iterator[str]:
    """The summary of a folder: the number of noticed faults, the number of unsure faults, and each
    fault that was not noticed."""
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
        "--near", action="store_true", help="ask the nearest test files alone, record nothing"
    )
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
    # A program that is asked to end also ends its server.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    RESULT.parent.mkdir(exist_ok=True)
    with RESULT.open("w", encoding="utf-8") as file:
        for line in tried(chosen.folders, chosen.seed, chosen.each, near_alone=chosen.near):
            print(line, flush=True)
            print(line, file=file, flush=True)


if __name__ == "__main__":
    main()

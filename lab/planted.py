"""Runs tests with faults planted: each fault in a process of its own, forked when all tests have
been collected.

A plugin of pytest (``-p lab.planted``, with ``PLANTED`` in the environment: a file with a
:class:`Job` in each line). The answers go into the file of this name with ``.answers`` behind it.

A fault is planted twice: in the file, for programs that a test starts and for modules that it
imports; and in the functions that are there already, by giving them the code they would have had.
A function that was executed while the tests were collected has left its results in caches and in
constants, so a fault in it is ``unplanted``.
"""

import ast
import gc
import os
import resource
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from cProfile import Profile
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, Final

import msgspec
import pytest

from lab.executed import tests_of

PATIENCE: Final = 10
"""The real time of a run may be this many times its processor time, because other programs use the
machine too."""

PASSED: Final = 0
FAILED: Final = 1
UNPLANTED: Final = 3
BROKEN: Final = 4
"""The exit codes of the process in which a fault is planted."""


class Job(msgspec.Struct, frozen=True):
    """A fault, and the tests that may notice it, in their order."""

    path: str
    begin: int
    end: int
    text: str
    """The text that replaces the code between these two bytes of the file."""
    tests: list[str]
    """The names of the tests; the name of a file stands for all its tests."""
    seconds: float
    """The processor time for all tests, in seconds."""


class Answer(msgspec.Struct, frozen=True):
    """The result of a job."""

    came: str
    """``passed``, ``failed``; ``not executed``: there are no such tests; ``late``: all of them
    together took too long; ``unsure``: :func:`because_of_it` denies it, or no test is named;
    ``unplanted``: the fault needs a program of its own."""
    failed: str = ""
    """The test that failed, or the error that this plugin raised."""


# --- noticed faults ------------------------------------------------------------------------------

TIME_IS_OVER: Final = (-signal.SIGXCPU, -signal.SIGKILL)
"""Exit codes of a process that took too long."""


def came_of(code: int, test: str) -> str:
    """The result that the exit code of a process means. ``test``: the test that had begun and not
    passed (``""``: none)."""
    ends = {UNPLANTED: "unplanted"} | dict.fromkeys(TIME_IS_OVER, "late")
    if code in ends:
        return ends[code]
    if code == PASSED and not test:
        return "passed"
    return "failed" if test and (code == FAILED or code < 0) else "unsure"


def because_of_it(with_it: Callable[[], str], without: Callable[[], str]) -> bool:
    """Whether the fault is the cause that a test fails, hangs or crashes: it does so again in one
    of two runs with the fault, and passes in two runs without it. The test runs alone each time."""
    return any(with_it() in ("failed", "late") for _ in range(2)) and all(
        without() == "passed" for _ in range(2)
    )


# --- other code for a function -------------------------------------------------------------------


def function_around(source: bytes, place: int) -> int | None:
    """The first line of the function, outside all others, whose body holds this byte; ``None``:
    there is none."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def look(body: list[ast.stmt]) -> int | None:
        for node in body:
            assert node.end_lineno is not None
            assert node.end_col_offset is not None
            if isinstance(node, ast.ClassDef):
                if (found := look(node.body)) is not None:
                    return found
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                first = node.body[0]
                begin = starts[first.lineno - 1] + first.col_offset
                if begin <= place < starts[node.end_lineno - 1] + node.end_col_offset:
                    return min(
                        [node.lineno, *(decorator.lineno for decorator in node.decorator_list)]
                    )
        return None

    return look(ast.parse(source).body)


def codes_of(code: CodeType) -> Iterator[CodeType]:
    """The code of every function of a module that stands in no other function."""
    for const in code.co_consts:
        if isinstance(const, CodeType):
            if const.co_flags & 1:  # a function; the body of a class has names of its own
                yield const
            else:
                yield from codes_of(const)


def exchanged(path: str, before: bytes, after: bytes, place: int) -> bool:
    """Gives the function at this byte its code of ``after``; returns whether that was possible."""
    if not any(getattr(module, "__file__", None) == path for module in [*sys.modules.values()]):
        return True  # an import finds the fault in the file
    line = function_around(before, place)
    if line is None:
        return False
    codes = [
        # A default of the function may be a lambda in the same line.
        [
            code
            for code in codes_of(compile(source, path, "exec", dont_inherit=True))
            if code.co_name != "<lambda>"
        ]
        for source in (before, after)
    ]
    if [function.co_qualname for function in codes[0]] != [
        function.co_qualname for function in codes[1]
    ]:
        return False
    (new,) = [new for old, new in zip(*codes, strict=True) if old.co_firstlineno == line]
    found = False
    gc.unfreeze()
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType):
            code = thing.__code__
            if (code.co_filename, code.co_firstlineno, code.co_qualname) == (
                path,
                line,
                new.co_qualname,
            ):
                if code.co_freevars != new.co_freevars:
                    return False
                thing.__code__ = new
                found = True
    return found


# --- the plugin ----------------------------------------------------------------------------------


class Planter:
    """Does the jobs, one after another."""

    def __init__(self, root: Path, jobs: Path) -> None:
        self.root = root
        self.jobs = [msgspec.json.decode(line, type=Job) for line in jobs.read_bytes().splitlines()]
        self.answers = jobs.with_name(f"{jobs.name}.answers")
        self.told = jobs.with_name(f"{jobs.name}.told")
        self.failed = False
        self.sound = Counter[str]()
        """How often a test passed without a fault."""
        self.collecting = Profile(builtins=False)
        """Sees each function that is executed while the tests are collected."""
        self.executed: set[tuple[str, int]] = set()
        """The file and the first line of each of these functions."""

    def pytest_runtest_logreport(self, report: Any) -> None:
        self.failed = self.failed or report.failed

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: Any) -> bool:
        self.collecting.disable()
        codes = [entry.code for entry in self.collecting.getstats()]
        self.executed = {
            (code.co_filename, code.co_firstlineno) for code in codes if isinstance(code, CodeType)
        }
        found = tests_of(session.items)
        self.answers.write_bytes(b"")
        for job in self.jobs:
            items = [item for name in job.tests for item in found.get(name, [])]
            answer = self._answer(job, items)
            with self.answers.open("ab") as file:
                file.write(msgspec.json.encode(answer) + b"\n")
        return True

    def _answer(self, job: Job, items: list[Any]) -> Answer:
        if not items:
            return Answer("not executed")
        self.told.write_text("")
        came = self._planted(job, items)
        test = self.told.read_text()
        if came not in ("failed", "late"):
            return Answer(came, "" if came == "passed" else test)
        alone = [item for item in items if item.nodeid == test]

        def with_it() -> str:
            return self._planted(job, alone)

        def without() -> str:
            if self.sound[test] >= 2:
                return "passed"
            came = self._forked(alone, job.seconds, None)
            self.sound[test] += came == "passed"
            return came

        if because_of_it(with_it, without):
            return Answer("failed", test)
        return Answer("late" if came == "late" else "unsure", test)

    def _planted(self, job: Job, items: list[Any]) -> str:
        """The result of these tests with the fault."""
        file = self.root / job.path
        before = file.read_bytes()
        if (str(file), function_around(before, job.begin)) in self.executed:
            return "unplanted"
        after = before[: job.begin] + job.text.encode() + before[job.end :]
        file.write_bytes(after)
        try:
            return self._forked(items, job.seconds, (str(file), before, after, job.begin))
        finally:
            file.write_bytes(before)

    def _forked(
        self, items: list[Any], seconds: float, plant: tuple[str, bytes, bytes, int] | None
    ) -> str:
        """The result of the tests in a process of their own; ``told`` has the test that did not
        pass."""
        self.told.write_text("")
        child = os.fork()
        if child == 0:
            code = BROKEN
            try:
                resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds)))
                code = self._run(items) if plant is None or exchanged(*plant) else UNPLANTED
            except BaseException:
                self.told.write_text(traceback.format_exc())
            finally:
                os._exit(code)
        end = time.monotonic() + seconds * PATIENCE
        while True:
            done, status = os.waitpid(child, os.WNOHANG)
            if done:
                return came_of(os.waitstatus_to_exitcode(status), self.told.read_text())
            if time.monotonic() > end:
                os.kill(child, signal.SIGKILL)
                end = float("inf")
            time.sleep(0.01)

    def _run(self, items: list[Any]) -> int:
        """Runs the tests until one fails."""
        self.failed = False
        for item, following in zip(items, [*items[1:], None], strict=True):
            self.told.write_text(item.nodeid)
            item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.failed:
                item.session._setupstate.teardown_exact(None)
                return FAILED
        self.told.write_text("")
        return PASSED


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: Any) -> None:
    """Registers the plugin before the first import of the project's code, if there are jobs."""
    if file := os.environ.get("PLANTED"):
        planter = Planter(Path(__file__).resolve().parents[1], Path(file))
        planter.collecting.enable(subcalls=False)
        early_config.pluginmanager.register(planter)

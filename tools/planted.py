"""Runs tests with faults planted: each fault in a process of its own, forked when all tests have
been collected.

A plugin of pytest (``-p tools.planted``, with ``PLANTED`` in the environment: a file with a
:class:`Job` in each line). The answers go into the file of this name with ``.answers`` behind it.

A fault is planted twice: in the file, for programs that a test starts and for modules that it
imports; and in the functions that are there already, by giving them the code they would have had.
So the fault must stand in a function that nothing has executed before the tests began.
"""

import ast
import gc
import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, Final

import msgspec
import pytest

from tools.executed import tests_of

PATIENCE: Final = 10
"""So many times the processor time of a run may pass in real time: others use the machine too."""

PASSED: Final = 0
FAILED: Final = 1
UNPLANTED: Final = 3
BROKEN: Final = 4
"""Exit codes of the process that a fault is planted in."""


class Job(msgspec.Struct, frozen=True):
    """A fault, and the tests that may notice it, in their order."""

    path: str
    begin: int
    end: int
    text: str
    """What stands between these two bytes of the file then."""
    tests: list[str]
    """Their names; that of a file stands for all its tests."""
    seconds: float
    """Processor time for all of them."""


class Answer(msgspec.Struct, frozen=True):
    """What came of a job."""

    came: str
    """``passed``, ``failed``, ``late``; ``unplanted``: the fault needs a program of its own;
    ``broken``: this plugin raised something."""
    failed: str = ""
    """The test that failed, or what was raised."""
    fails_always: bool = False
    """It fails without the fault as well."""


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
                    return min([node.lineno, *(one.lineno for one in node.decorator_list)])
        return None

    return look(ast.parse(source).body)


def codes_of(code: CodeType) -> Iterator[CodeType]:
    """The code of every function of a module that stands in no other function."""
    for one in code.co_consts:
        if isinstance(one, CodeType):
            if one.co_flags & 1:  # a function; the body of a class has names of its own
                yield one
            else:
                yield from codes_of(one)


def exchanged(path: str, before: bytes, after: bytes, place: int) -> bool:
    """Gives the function at this byte its code of ``after``; returns whether that was possible."""
    if not any(getattr(one, "__file__", None) == path for one in [*sys.modules.values()]):
        return True  # whoever imports it finds the fault in the file
    line = function_around(before, place)
    if line is None:
        return False
    codes = [
        list(codes_of(compile(source, path, "exec", dont_inherit=True)))
        for source in (before, after)
    ]
    if [one.co_qualname for one in codes[0]] != [one.co_qualname for one in codes[1]]:
        return False
    (new,) = [new for old, new in zip(*codes, strict=True) if old.co_firstlineno == line]
    found = False
    gc.unfreeze()
    for one in gc.get_objects():
        if isinstance(one, FunctionType):
            code = one.__code__
            if (code.co_filename, code.co_firstlineno, code.co_qualname) == (
                path,
                line,
                new.co_qualname,
            ):
                if code.co_freevars != new.co_freevars:
                    return False
                one.__code__ = new
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
        self.sound: dict[str, bool] = {}
        """Whether a test passes without a fault."""

    def pytest_runtest_logreport(self, report: Any) -> None:
        self.failed = self.failed or report.failed

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: Any) -> bool:
        found = tests_of(session.items)
        self.answers.write_bytes(b"")
        for job in self.jobs:
            items = [item for name in job.tests for item in found.get(name, [])]
            answer = self._answer(job, items)
            with self.answers.open("ab") as file:
                file.write(msgspec.json.encode(answer) + b"\n")
        return True

    def _answer(self, job: Job, items: list[Any]) -> Answer:
        file = self.root / job.path
        before = file.read_bytes()
        after = before[: job.begin] + job.text.encode() + before[job.end :]
        self.told.write_text("")
        file.write_bytes(after)
        try:
            code = self._forked(items, job.seconds, (str(file), before, after, job.begin))
        finally:
            file.write_bytes(before)
        if code == UNPLANTED:
            return Answer("unplanted")
        failed = self.told.read_text()
        if code == BROKEN:
            return Answer("broken", failed)
        if code not in (PASSED, FAILED):
            return Answer("late")
        if code == PASSED:
            return Answer("passed")
        if failed not in self.sound:
            again = [item for item in items if item.nodeid == failed]
            self.sound[failed] = self._forked(again, job.seconds, None) == PASSED
        return Answer("failed", failed, not self.sound[failed])

    def _forked(
        self, items: list[Any], seconds: float, plant: tuple[str, bytes, bytes, int] | None
    ) -> int:
        """The exit code of a process that runs the tests; negative: it was ended."""
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
                return os.waitstatus_to_exitcode(status)
            if time.monotonic() > end:
                os.kill(child, signal.SIGKILL)
                end = float("inf")
            time.sleep(0.01)

    def _run(self, items: list[Any]) -> int:
        """Runs the tests until one fails."""
        self.failed = False
        for item, following in zip(items, [*items[1:], None], strict=True):
            item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.failed:
                self.told.write_text(item.nodeid)
                item.session._setupstate.teardown_exact(None)
                return FAILED
        return PASSED


def pytest_configure(config: Any) -> None:
    """Registers the plugin, if there are jobs."""
    if file := os.environ.get("PLANTED"):
        root = Path(__file__).resolve().parents[1]
        config.pluginmanager.register(Planter(root, Path(file)))

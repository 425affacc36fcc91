"""Runs tests of a copy of the project, and reads pytest's result."""

import os
import re
import resource
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from lab.planted import FAILED, PATIENCE, TIME_IS_OVER

PER_TEST = 60
"""Seconds that one test may take."""
NOT_COLLECTED = 2
NOT_BEGUN = 4
"""pytest's exit codes if a test file, or a module that many test files share, cannot be
imported."""
NO_TESTS = 5
"""pytest's exit code if every test of the files has a mark that leaves it out."""


def limited(seconds: int) -> Callable[[], None]:
    """For the child process: this much processor time, and no more."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))

    return limit


def pytest_in(
    root: Path, *words: str, seconds: float, **environment: str
) -> "subprocess.CompletedProcess[str] | None":
    """pytest's result in a copy of the project; ``None``: it took too long. A negative exit code
    means a crash.

    The tests wait only a short time for an answer, because many faults make a part silent."""
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
    """The result by pytest's exit code and output: ``passed``, ``failed``, ``not executed`` or
    ``unsure``; and the test that failed, or the test file that cannot be collected."""
    if code in (0, NO_TESTS):
        return ("not executed" if code else "passed"), ""
    if code < 0 or (code == NOT_BEGUN and "while loading conftest" in text):
        return "failed", ""
    named = {
        FAILED: r"^(?:FAILED|ERROR) (\S+\.py(?:::.*?)?)(?: - |$)",
        NOT_COLLECTED: r"^ERROR (\S+\.py)(?: - |$)",
    }.get(code)
    failed = re.search(named, text, re.MULTILINE) if named else None
    return ("failed", failed[1]) if failed else ("unsure", text[-2000:])


def run(root: Path, names: Sequence[str], seconds: float) -> tuple[str, str]:
    """The result of these tests, or test files: as in :func:`read_result`, or ``late``; and the
    test that failed (``""``: the program crashed)."""
    files = list(dict.fromkeys(name.partition("::")[0] for name in names))
    order = root / "order.txt"
    order.write_text("".join(f"{name}\n" for name in names), "utf-8")
    words = ("-x", "--timeout", str(PER_TEST), *files)
    done = pytest_in(root, *words, seconds=seconds, EXECUTED_ORDER=str(order))
    return read_result(done.returncode, done.stdout) if done else ("late", "")

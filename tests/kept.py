"""Kept ("golden") files: what somebody has read once, and a test finds again.

A test hands over what it has found now, and :func:`check_kept` compares it with the file. After a
wanted change ``TRUCO_REWRITE=1 pytest tests/...`` writes the files anew: the difference is the
review. A test that compares in a way of its own asks :func:`is_rewriting` and uses
:func:`write_kept`.
"""

import os
from difflib import unified_diff
from itertools import islice
from pathlib import Path
from typing import Final

REWRITE: Final = "TRUCO_REWRITE"
"""The environment variable: set it to anything, and kept files are written anew."""
SHOWN: Final = 60
"""The most lines of a difference that are shown."""


def is_rewriting() -> bool:
    """Whether kept files are to be written anew."""
    return bool(os.environ.get(REWRITE))


def write_kept(file: Path, found: str | bytes) -> None:
    """Writes a kept file, and makes its folder where there is none."""
    file.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(found, str):
        file.write_text(found, "utf-8", newline="\n")
    else:
        file.write_bytes(found)


def check_kept(file: Path, found: str | bytes) -> None:
    """Fails with the difference where the file does not hold what was found. While kept files are
    written anew, it is written first."""
    __tracebackhide__ = True  # whoever reads a failure wants to see the test
    if is_rewriting():
        write_kept(file, found)
    if not file.exists():
        raise AssertionError(f"there is no {file}; {REWRITE}=1 writes it")
    kept = file.read_text("utf-8") if isinstance(found, str) else file.read_bytes()
    if kept != found:
        told = "\n".join(_difference(kept, found))
        raise AssertionError(
            f"{file} differs; if that is meant, {REWRITE}=1 writes it anew\n{told}"
        )


def _difference(kept: str | bytes, found: str | bytes) -> list[str]:
    """The first lines in which they differ, ``-`` as kept, ``+`` as found."""
    lines = unified_diff(_lines(kept), _lines(found), "kept", "found", n=1, lineterm="")
    shown = [*islice(lines, SHOWN)]
    left = sum(1 for _ in lines)
    return [*shown, f"... and {left} more lines"] if left else shown


def _lines(told: str | bytes) -> list[str]:
    text = told if isinstance(told, str) else told.decode("utf-8", "backslashreplace")
    return text.split("\n")

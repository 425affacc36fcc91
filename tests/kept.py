"""Kept ("golden") files: what somebody has read once, and a test finds again.

A test hands over what it has found now, and :func:`check_kept` compares it with the file. After a
wanted change ``TRUCO_REWRITE=1 pytest tests/...`` writes the files anew: the difference is the
review. A test that compares in a way of its own asks :func:`is_rewriting` and uses
:func:`write_kept`.

What was offered does not vanish unseen: where a part of a text offered something (a button, a
page's link, a legal step) and offers nothing now, or a kind of offer is nowhere in the text any
more, nothing is written. ``TRUCO_REWRITE=all`` writes that too.
"""

import os
import re
from collections import Counter
from collections.abc import Iterator
from difflib import unified_diff
from itertools import islice
from pathlib import Path
from typing import Final

REWRITE: Final = "TRUCO_REWRITE"
"""The environment variable: set it to anything, and kept files are written anew."""
ALL: Final = "all"
"""Its value with which offers may vanish, too."""
SHOWN: Final = 60
"""The most lines of a difference that are shown."""


def is_rewriting() -> bool:
    """Whether kept files are to be written anew."""
    return bool(os.environ.get(REWRITE))


def write_kept(file: Path, found: str | bytes) -> None:
    """Writes a kept file, and makes its folder where there is none. Fails where a text would lose
    what it offers."""
    __tracebackhide__ = True
    if isinstance(found, str):
        if file.exists() and os.environ.get(REWRITE) != ALL:
            lost = lost_offers(file.read_text("utf-8"), found)
            if lost:
                told = "\n".join(lost[:SHOWN])
                raise AssertionError(
                    f"{file} would lose offers; {REWRITE}={ALL} writes it all the same\n{told}"
                )
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(found, "utf-8", newline="\n")
    else:
        file.parent.mkdir(parents=True, exist_ok=True)
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


# --- what a text offers ---------------------------------------------------------------------------

_PART: Final = re.compile(r"(?:>|===) ")
"""What a part of a text begins with: what somebody does, or asks for."""
_STEPS: Final = re.compile(r"legal \d+: (.*)")
_BUTTON: Final = re.compile(r"(?:\+ )?button ([\w-]+)")
_LINK: Final = re.compile(r"(?:page )?(?:turns|topics) [^:]*: <?([^\d<> ]+)")
_LABELS: Final = re.compile(r"\[([^\[\]:]+)[^\[\]]*\]")


def lost_offers(kept: str, found: str) -> list[str]:
    """What the kept text offers and the other does not: the parts that offer nothing any more, by
    their first line, then the kinds of offers that are nowhere any more."""
    before, after = _parts(kept), _parts(found)
    parts = [name for name, offers in before.items() if offers and not after.get(name)]
    kinds = {offer for offers in before.values() for offer in offers}
    kinds -= {offer for offers in after.values() for offer in offers}
    return [*parts, *sorted(kinds)]


def _parts(text: str) -> dict[str, set[str]]:
    """By the first line of each part (with its number, if there are several of it), the kinds of
    offers in it."""
    seen: Counter[str] = Counter()
    found: dict[str, set[str]] = {}
    offers = found.setdefault("the beginning", set())
    for line in text.split("\n"):
        if _PART.match(line):
            seen[line] += 1
            offers = found.setdefault(f"{line} ({seen[line]})" if seen[line] > 1 else line, set())
        else:
            offers.update(_offers(line))
    return found


def _offers(line: str) -> Iterator[str]:
    """The kinds of what this line offers."""
    if steps := _STEPS.fullmatch(line):
        yield from (step.split(" ")[0] for step in steps[1].split(", ") if step)
    elif named := _BUTTON.match(line) or _LINK.match(line):
        yield named[1]
    elif line.startswith("["):
        yield from _LABELS.findall(line)


def _difference(kept: str | bytes, found: str | bytes) -> list[str]:
    """The first lines in which they differ, ``-`` as kept, ``+`` as found."""
    lines = unified_diff(_lines(kept), _lines(found), "kept", "found", n=1, lineterm="")
    shown = [*islice(lines, SHOWN)]
    left = sum(1 for _ in lines)
    return [*shown, f"... and {left} more lines"] if left else shown


def _lines(told: str | bytes) -> list[str]:
    text = told if isinstance(told, str) else told.decode("utf-8", "backslashreplace")
    return text.split("\n")

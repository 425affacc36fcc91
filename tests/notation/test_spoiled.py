"""Records that are spoiled in one place: each is refused at the same line, for the same reason.

``spoiled.lines`` has a line for each record of these folders: what was done to which line of it
(counted from 0), and what the replay says then. After a wanted change
``TRUCO_REWRITE=1 pytest tests/notation/test_spoiled.py`` writes it anew; the diff is the review.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

from engine.errors import BadRecord
from engine.record.notation import parse_record
from engine.record.replay import replay
from tests.kept import check_kept
from tests.notation.test_records import HERE, RECORDS

FILE: Final = HERE / "spoiled.lines"
TIMES: Final = 10
"""So often is each record spoiled."""
STRANGERS: Final = (
    "quiero", "truco", "envido", "flor", "mazo", "play", "cover", "close", "end", "hand", "deal",
    "must", "result", "option", "seat", "0", "1", "7", "-1", "??", "1e", "12o", "x", "dealer",
)  # fmt: skip
"""Words that come instead of others."""


def spoiled(lines: list[str], rng: Random) -> tuple[str, list[str]]:
    """What was done, and the lines then."""
    at = rng.choice([number for number, line in enumerate(lines) if line.split("#")[0].strip()])
    words = lines[at].split("#")[0].split()
    place = rng.randrange(len(words))
    before, after = lines[:at], lines[at + 1 :]
    match rng.randrange(6):
        case 0:
            return f"-{at}", [*before, *after]
        case 1:
            return f"+{at}", [*before, lines[at], *lines[at:]]
        case 2:
            words = words[:place] + words[place + 1 :]
        case 3:
            other = rng.randrange(len(words))
            words[place], words[other] = words[other], words[place]
        case 4 if any(word.isdigit() for word in words):
            place = rng.choice([here for here, word in enumerate(words) if word.isdigit()])
            words[place] = str(int(words[place]) + rng.choice((-1, 1, 9)))
        case _:
            words[place] = rng.choice(STRANGERS)
    return f"{at} {' '.join(words)}".strip(), [*before, " ".join(words), *after]


def outcome(text: str) -> str:
    """What the replay says."""
    try:
        played = replay(parse_record(text))
    except BadRecord as error:
        return f"{error.reason} {error.parameters.get('line')}"
    if played.error is None:
        return f"{played.state.score[0]}-{played.state.score[1]}" + "?" * (not played.complete)
    return f"{played.error.reason} {played.error.line}"


def told(path: Path) -> Iterator[str]:
    lines = path.read_text("utf-8").splitlines()
    rng = Random(path.stem)
    for _ in range(TIMES):
        what, changed = spoiled(lines, rng)
        yield f"{what} -> {outcome(chr(10).join(changed))}"


def test_spoiled_records() -> None:
    found = [f"{path.stem}: {' | '.join(told(path))}" for path in RECORDS]
    check_kept(FILE, "".join(f"{line}\n" for line in found))

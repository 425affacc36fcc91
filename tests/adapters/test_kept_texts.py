"""The numbers of the adapters: limits, the platforms' codes, waits. ``TRUCO_REWRITE=1`` writes them
anew; a change of one is seen in its review."""

from pathlib import Path

import adapters
from tests.kept import check_kept
from tests.usual_values import numbers_of, structs_of

KEPT = Path(__file__).parent / "golden"
OF_THE_SYSTEM = ("keeper.LINUX ", "listener._ABSENT ")
"""What is another number on another operating system."""


def test_constants() -> None:
    lines = [line for line in numbers_of(adapters) if not line.startswith(OF_THE_SYSTEM)]
    check_kept(KEPT / "numbers.txt", "".join(f"{line}\n" for line in lines))


def test_usual_values_of_structs() -> None:
    check_kept(KEPT / "structs.txt", "".join(f"{line}\n" for line in structs_of(adapters)))

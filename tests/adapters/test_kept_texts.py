"""The numbers of the adapters: limits, the platforms' codes, waits. ``TRUCO_REWRITE=1`` writes them
anew; a change of one is seen in its review."""

from pathlib import Path

import adapters
from tests.kept import check_kept
from tests.usual_values import numbers_of, structs_of

KEPT = Path(__file__).parent / "golden"
OF_THE_SYSTEM = ("adapters.arena.keeper", "adapters.listener")
"""What the operating system calls by a number."""


def test_constants() -> None:
    check_kept(
        KEPT / "numbers.txt", "".join(f"{line}\n" for line in numbers_of(adapters, OF_THE_SYSTEM))
    )


def test_usual_values_of_structs() -> None:
    check_kept(KEPT / "structs.txt", "".join(f"{line}\n" for line in structs_of(adapters)))

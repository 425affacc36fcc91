"""How many random examples a test takes: a few in ``make test``, four times as many in the check
of a change (``.ci/run``), very many in ``make test-long``."""

import os
from collections.abc import Sequence
from math import ceil
from typing import Final, TypeVar

from hypothesis import settings

from tests.kept import is_rewriting

T = TypeVar("T")

PROFILE: Final = os.environ.get("HYPOTHESIS_PROFILE", "few")
LONG: Final = PROFILE == "long"

_TIMES: Final = {"few": 0.25, "ci": 1, "faults": 1, "long": 20}
"""By profile: how many times the number that a test names."""


def many(number: int) -> int:
    """For loops over seeds."""
    return ceil(number * _TIMES[PROFILE])


def examples(number: int) -> settings:
    """For properties whose examples are dear, or say much about one thing only."""
    return settings(max_examples=many(number))


def some(every: Sequence[T]) -> Sequence[T]:
    """Of many cases that are alike, and are tried one after another: in ``make test`` every fourth,
    in the check of a change each of them; also where kept files are written anew."""
    apart = 1 if is_rewriting() else max(1, round(1 / _TIMES[PROFILE]))
    return every[(len(every) - 1) % apart :: apart]

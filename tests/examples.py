"""How many random examples a test takes: a few in ``make test``, four times as many in the check
of a change (``.ci/run``), very many in ``make test-long``."""

import os
from math import ceil
from typing import Final

from hypothesis import settings

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

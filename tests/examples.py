"""How many random examples a test takes: some in ``make test``, many more in ``make test-long``."""

import os
from typing import Final

from hypothesis import settings

LONG: Final = os.environ.get("HYPOTHESIS_PROFILE") == "long"

_MORE = 20
"""So many times as many in the long tests."""


def many(number: int) -> int:
    """For loops over seeds."""
    return number * _MORE if LONG else number


def examples(number: int) -> settings:
    """For properties whose examples are dear, or say much about one thing only."""
    return settings(max_examples=many(number))

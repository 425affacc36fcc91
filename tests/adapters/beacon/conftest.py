"""Every test of this folder runs on a loop of its own time."""

from collections.abc import Mapping
from functools import cache

import pytest

from adapters.beacon import signatures
from tests.virtual import VirtualLoop

# Checking one takes a third of a second of a processor, and every clock here begins at the same
# moment: most tests ask for the same rounds.
signatures.is_signed = cache(signatures.is_signed)


def pytest_asyncio_loop_factories(
    config: pytest.Config, item: pytest.Item
) -> Mapping[str, type[VirtualLoop]]:
    return {"virtual": VirtualLoop}

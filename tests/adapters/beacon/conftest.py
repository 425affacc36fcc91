"""Every test of this folder runs on a loop of its own time."""

from collections.abc import Mapping

import pytest

from tests.virtual import VirtualLoop


def pytest_asyncio_loop_factories(
    config: pytest.Config, item: pytest.Item
) -> Mapping[str, type[VirtualLoop]]:
    return {"virtual": VirtualLoop}

"""Every test of this folder runs on a loop of its own time."""

from collections.abc import AsyncIterator, Mapping

import pytest
import pytest_asyncio

from tests.adapters.push.receiver import Receiver
from tests.virtual import VirtualLoop


def pytest_asyncio_loop_factories(
    config: pytest.Config, item: pytest.Item
) -> Mapping[str, type[VirtualLoop]]:
    return {"virtual": VirtualLoop}


@pytest_asyncio.fixture
async def receiver() -> AsyncIterator[Receiver]:
    async with Receiver().running() as running:
        yield running

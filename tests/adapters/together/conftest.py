"""Every test here has a loop whose time is its own, and all three platforms on it."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping

import pytest

from tests.adapters.together.house import House, opened
from tests.virtual import VirtualLoop


def pytest_asyncio_loop_factories(
    config: pytest.Config, item: pytest.Item
) -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    return {"virtual": VirtualLoop}


@pytest.fixture
async def house() -> AsyncIterator[House]:
    async with opened() as it:
        yield it

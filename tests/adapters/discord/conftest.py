"""Every test here has a loop whose time is its own."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping

import pytest

from tests.adapters.discord.lookalike.server import Discord, running
from tests.virtual import VirtualLoop


def pytest_asyncio_loop_factories(
    config: pytest.Config, item: pytest.Item
) -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    return {"virtual": VirtualLoop}


@pytest.fixture
async def small() -> AsyncIterator[Discord]:
    """A small Discord. At the end nothing may have happened that the real one would not take."""
    async with running() as it:
        yield it
        assert it.complaints == []

"""A push service on the loopback."""

from collections.abc import AsyncIterator

import pytest_asyncio

from tests.adapters.push.receiver import Receiver


@pytest_asyncio.fixture
async def receiver() -> AsyncIterator[Receiver]:
    async with Receiver().running() as running:
        yield running

"""One playground per test."""

from collections.abc import AsyncIterator

import pytest

from tests.adapters.web.house import House, opened


@pytest.fixture
async def house() -> AsyncIterator[House]:
    async with opened() as running:
        yield running

"""All three platforms on one loop."""

from collections.abc import AsyncIterator

import pytest

from tests.adapters.together.house import House, opened


@pytest.fixture
async def house() -> AsyncIterator[House]:
    async with opened() as it:
        yield it

"""One playground per test, or what is below its requests, made up."""

from collections.abc import AsyncIterator

import pytest

from tests.adapters.web.house import House, opened
from tests.adapters.web.made_up import Small


@pytest.fixture
async def house() -> AsyncIterator[House]:
    async with opened() as running:
        yield running


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Small:
    return Small(monkeypatch)

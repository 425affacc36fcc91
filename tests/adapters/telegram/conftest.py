"""Every test of this folder runs on a loop of its own time, in a world of its own."""

import sys
from collections.abc import AsyncIterator, Mapping

import pytest

from tests.adapters.telegram.loop import VirtualLoop
from tests.adapters.telegram.people import Telegram
from tests.adapters.telegram.server import BotApi

# The HTTP client asks before every request whether trio is there, by looking through all folders:
# a tenth of these tests' time. It is not.
sys.modules.setdefault("trio", None)  # type: ignore[arg-type]


def pytest_asyncio_loop_factories(
    config: pytest.Config, item: pytest.Item
) -> Mapping[str, type[VirtualLoop]]:
    return {"virtual": VirtualLoop}


@pytest.fixture
async def api() -> AsyncIterator[BotApi]:
    server = BotApi()
    async with server.running():
        yield server


@pytest.fixture
async def telegram(api: BotApi) -> Telegram:
    return Telegram(api)

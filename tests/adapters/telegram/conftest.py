"""Every test of this folder runs in a world of its own."""

import sys
from collections.abc import AsyncIterator
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path

import httpx
import httpx._transports.default as transport
import httpx._urls as urls
import pytest
from httpx import create_ssl_context

from tests.adapters.telegram.house import House, opened
from tests.adapters.telegram.people import Person, Telegram
from tests.adapters.telegram.server import BotApi
from tests.adapters.telegram.world import Chat
from tests.virtual import count_threads_of_databases

# The HTTP client asks before every request whether these are there, by looking through all folders:
# a tenth of these tests' time.
for library in ("sniffio", "trio"):
    if find_spec(library) is None:
        sys.modules[library] = None  # type: ignore[assignment]
# And reads all the world's certificates anew for every bot, to talk plain HTTP to the loopback.
vars(transport)["create_ssl_context"] = cache(create_ssl_context)
# And asks every answer for cookies, which nobody sets here, and takes the same few addresses apart.
httpx.Cookies.extract_cookies = lambda *_: None  # type: ignore[method-assign]
vars(urls)["urlparse"] = lru_cache(vars(urls)["urlparse"])


@pytest.fixture
async def api() -> AsyncIterator[BotApi]:
    server = BotApi()
    async with server.running():
        yield server


@pytest.fixture
async def telegram(api: BotApi) -> Telegram:
    return Telegram(api)


@pytest.fixture
async def house(api: BotApi) -> AsyncIterator[House]:
    async with opened(api) as running:
        yield running


@pytest.fixture
async def stored(
    api: BotApi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[House]:
    """A bot with a file, where a notice is taken in a transaction of its own; started again it goes
    on with what the one before has left."""
    count_threads_of_databases(monkeypatch)
    async with opened(api, store=tmp_path) as running:
        yield running


@pytest.fixture
async def ana(house: House) -> Person:
    """Who made the group, and runs it."""
    return await house.person("Ana")


@pytest.fixture
async def beto(house: House) -> Person:
    return await house.person("Beto")


@pytest.fixture
def group(house: House, ana: Person, beto: Person) -> Chat:
    return house.world.group("Los pibes", ana, beto)

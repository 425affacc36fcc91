"""``truco doctor`` looks at windows as the platform's app would, and says what is to be done."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiohttp import web
from pydantic import SecretStr

from adapters.checks import Finding
from adapters.web import doctor
from adapters.web.discord_starts import DiscordStarts
from adapters.web.security import POLICY
from adapters.web.windows import Windows
from adapters.windows import WindowTarget
from bot.host.settings import Settings
from tests.adapters.web.house import opened
from tests.adapters.web.telegram_windows import TOKEN, starts

PUBLIC = "https://truco.example.org"
WELL = "default-src 'none'; frame-ancestors https://web.telegram.org"
CLOSED = "frame-ancestors 'none'"


def settings(**more: Any) -> Settings:
    values: dict[str, Any] = {
        "telegram_app": "mesa",
        "telegram_token": SecretStr(TOKEN),
        "public_url": PUBLIC,
        "playground": "on",
        "telegram_api_url": "http://127.0.0.1:9",
    }
    return Settings(**values | more)


async def findings(address: str = "", **more: Any) -> dict[str, Finding]:
    found = [finding async for finding in doctor.examine(settings(**more), address)]
    return {finding.about.partition(": ")[2]: finding for finding in found}


def wrong(found: dict[str, Finding]) -> list[str]:
    return [about for about, finding in found.items() if not finding.well]


@asynccontextmanager
async def served(
    window: dict[str, str] | int, other: dict[str, str], date: str = ""
) -> AsyncIterator[str]:
    """A server that answers with these headers, or refuses the window with a status."""

    async def answer(request: web.Request) -> web.Response:
        if request.path == "/":
            return web.Response(headers=other | ({"Date": date} if date else {}))
        if isinstance(window, int):
            return web.Response(status=window)
        return web.Response(headers=window)

    app = web.Application()
    app.router.add_get("/{rest:.*}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0][:2]
    yield f"http://{host}:{port}"
    await runner.cleanup()


async def test_nothing_is_asked_where_no_window_is_set() -> None:
    assert await findings(telegram_app=None) == {}


async def test_all_is_well() -> None:
    windows = Windows(b"s" * 32, {"telegram": starts()})
    async with opened(windows=windows, public=PUBLIC) as house:
        found = await findings(house.url, telegram_api_url=house.url)
    assert set(found) == {"key of sessions", "page", "frame", "other pages", "line", "clock"}
    assert wrong(found) == [], found
    assert TOKEN not in str(found)


async def test_a_window_of_discord_is_looked_at_too() -> None:
    async def no_table(_user: str, _guild: int, _channel: int) -> WindowTarget:
        return WindowTarget()

    starts = DiscordStarts(
        TOKEN, "s" * 32, "", page=PUBLIC, application=lambda: 42, wanted=no_table
    )
    alone: dict[str, Any] = {
        "telegram_app": None,
        "discord_client_secret": SecretStr("s" * 32),
        "discord_token": SecretStr("MTIz.abc.def"),
    }
    async with opened(windows=Windows(b"s" * 32, {"discord": starts}), public=PUBLIC) as house:
        found = await findings(house.url, **alone)
    assert set(found) == {"key of sessions", "page", "frame", "other pages", "line"}
    assert wrong(found) == [], found
    async with served({POLICY: WELL}, {POLICY: CLOSED}) as address:
        assert "frame" in wrong(await findings(address, **alone)), "another platform's"


async def test_processes_that_share_a_database_share_a_key() -> None:
    found = await findings("http://127.0.0.1:9", database_url="postgresql://u:p@127.0.0.1/truco")
    assert "key of sessions" in wrong(found)


_HINTS = {302: "200", 403: "Host", 404: "setting", 502: "proxy", 503: "starting"}
"""A word of what is to be done, for each status."""


@pytest.mark.parametrize(
    ("window", "other", "bad"),
    [
        ({POLICY: WELL}, {POLICY: CLOSED}, []),
        ({POLICY: WELL, "X-Frame-Options": "DENY"}, {POLICY: CLOSED}, ["frame"]),
        ({}, {POLICY: CLOSED}, ["frame"]),
        ({POLICY: f"{WELL}, {CLOSED}"}, {POLICY: CLOSED}, ["frame"]),
        ({POLICY: WELL}, {POLICY: WELL}, ["other pages"]),
        ({POLICY: WELL}, {}, ["other pages"]),
        (302, {}, ["page"]),
        (403, {}, ["page"]),
        (404, {}, ["page"]),
        (502, {}, ["page"]),
        (503, {}, ["page"]),
    ],
)
async def test_what_a_proxy_does_to_the_window_is_told(
    window: dict[str, str] | int, other: dict[str, str], bad: list[str]
) -> None:
    async with served(window, other) as address:
        found = await findings(address)
    assert [about for about in wrong(found) if about != "line"] == bad, found
    if isinstance(window, int):
        assert _HINTS[window] in found["page"].said
    else:
        assert not found["line"].well, "this server has no WebSocket"


async def test_an_address_that_does_not_answer_is_told() -> None:
    async with served({}, {}) as address:
        tls = await findings(address.replace("http://", "https://"))
    gone = await findings("http://127.0.0.1:9")
    assert wrong(tls) == wrong(gone) == ["page"]
    assert "TLS" in tls["page"].said
    assert "TLS" not in gone["page"].said


@pytest.mark.parametrize(
    ("seconds", "well"), [(0, True), (30, True), (120, False), (-1200, True), (-4000, False)]
)
async def test_a_wrong_clock_is_told(
    monkeypatch: pytest.MonkeyPatch, seconds: int, well: bool
) -> None:
    at = 1_790_000_000.0
    monkeypatch.setattr(doctor, "time", _Clock(lambda: at))
    date = web.Response()
    date.last_modified = at + seconds
    async with served({}, {}, date.headers["Last-Modified"]) as address:
        found = await findings("http://127.0.0.1:9", telegram_api_url=address)
    assert found["clock"].well is well


class _Clock:
    def __init__(self, now: Callable[[], float]) -> None:
        self.time = now

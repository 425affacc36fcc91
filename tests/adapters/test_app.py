"""``truco run`` puts all parts together: both platforms, beside the playground."""

import json
import signal
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from msgspec.structs import replace
from pydantic import SecretStr
from structlog.testing import capture_logs

from adapters import app, discord, telegram
from adapters.app import CannotStart
from adapters.league_folder import LeagueFolder, new_key
from bot.host.setting_values import PlaygroundSwitch
from bot.host.settings import Settings
from bot.leagues.terms import House
from bot.match.match_reader import MatchReader
from bot.service import Service
from bot.showing.platform import CannotConnect
from bot.store import Store
from engine.robots.learnt import envido_starts, truco_tables
from engine.robots.learnt.shipped import DAMAGED, NOT_LEARNT
from tests.bot.leagues.season import terms_of


class Platform:
    """Takes the place of a platform's adapter."""

    def __init__(self, *given: Any, **more: Any) -> None:
        self.given = given
        self.more = more
        self.is_running = False
        self.is_well = False

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        self.is_running = True
        yield
        self.is_running = False

    async def well(self) -> bool:
        return self.is_well


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(
        database_url=f"sqlite:///{tmp_path}/truco.db",
        discord_token=SecretStr("a.b.c"),
        discord_shards=2,
        discord_shard_ids="0",
        telegram_token=SecretStr("1:telegram"),
        telegram_webhook_url="https://truco.example.org/telegram",
        telegram_webhook_secret=SecretStr("sesame"),
        telegram_webhook_host="::1",
        telegram_webhook_port=9000,
    )


@pytest.fixture
def platforms(monkeypatch: pytest.MonkeyPatch) -> dict[str, Platform]:
    """The platforms that were made."""
    made: dict[str, Platform] = {}

    def maker(name: str) -> Any:
        def make(*given: Any, **more: Any) -> Platform:
            made[name] = Platform(*given, **more)
            return made[name]

        return make

    monkeypatch.setattr(discord, "DiscordAdapter", maker("discord"))
    monkeypatch.setattr(telegram, "Telegram", maker("telegram"))
    return made


async def test_both_platforms_run_until_the_process_is_asked_to_stop(
    settings: Settings,
    platforms: dict[str, Platform],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[str] = []

    async def unsafe(_: MatchReader) -> bool:
        return False

    monkeypatch.setattr(MatchReader, "are_safe", unsafe)

    def announce(addresses: str) -> None:
        told.append(addresses)
        assert all(platform.is_running for platform in platforms.values())
        health = json.loads((tmp_path / "truco.db.health").read_text())
        assert health["ill"] == ["database", "discord", "telegram"]
        signal.raise_signal(signal.SIGTERM)

    await app._serve(settings, announce)
    assert told == ["discord and telegram"]
    assert not any(platform.is_running for platform in platforms.values())
    assert not (tmp_path / "truco.db.health").exists()
    connected = platforms["discord"].given[1]
    assert (connected.token, connected.shards, connected.shard_ids) == ("a.b.c", 2, (0,))
    account = platforms["telegram"].given[1]
    assert (account.token, account.webhook.secret) == ("1:telegram", "sesame")
    assert (account.webhook.host, account.webhook.port) == ("::1", 9000)


@pytest.mark.parametrize(
    ("file", "event"),
    [(envido_starts, "robots_think_slowly"), (truco_tables, "robots_guess_the_truco")],
)
async def test_it_says_so_once_when_games_play_without_what_was_learnt(
    settings: Settings,
    platforms: dict[str, Platform],
    monkeypatch: pytest.MonkeyPatch,
    file: ModuleType,
    event: str,
) -> None:
    found = {"mineiro": NOT_LEARNT, "mus": NOT_LEARNT, "gauderio": DAMAGED}
    monkeypatch.setattr(file, "missing", lambda: found)
    with capture_logs() as logs:
        await app._serve(settings, lambda _: signal.raise_signal(signal.SIGTERM))
    told = [(log["event"], log["reason"], log["games"]) for log in logs if "games" in log]
    assert told == [(event, NOT_LEARNT, ("mineiro", "mus")), (event, DAMAGED, ("gauderio",))]


async def test_what_a_platform_says_against_a_start_is_the_reason(
    settings: Settings, platforms: dict[str, Platform], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A webhook needs its secret, too: without it the bot asks for updates."""

    def refused(platform: Platform) -> AbstractAsyncContextManager[None]:
        raise CannotConnect("no such token")

    monkeypatch.setattr(Platform, "running", refused)
    with pytest.raises(CannotStart, match="no such token"):
        await app._serve(settings, pytest.fail)
    polls = settings.model_copy(
        update={
            "discord_token": None,
            "telegram_webhook_secret": None,
            "playground": PlaygroundSwitch.ON,
        }
    )
    with pytest.raises(CannotStart, match="no such token"):
        await app._serve(polls, pytest.fail)
    assert platforms["telegram"].given[1].webhook is None


async def test_each_platform_has_windows_by_its_own_setting() -> None:
    page: dict[str, Any] = {"public_url": "https://truco.example", "playground": "on"}
    page["secret_key"] = SecretStr("k" * 32)
    telegram_app: dict[str, Any] = {"telegram_token": SecretStr("4242:abc"), "telegram_app": "mesa"}
    activity: dict[str, Any] = {
        "discord_token": SecretStr("MTIz.abc.def"),
        "discord_client_secret": SecretStr("s" * 32),
    }
    for given, platforms in (
        ({}, ()),
        (telegram_app, ("telegram",)),
        (activity, ("discord",)),
        (telegram_app | activity, ("telegram", "discord")),
        ({"discord_token": SecretStr("MTIz.abc.def")}, ()),
    ):
        settings = Settings(**page, **given)
        service = Service(Store.in_memory())
        launcher = app._discord_window(settings, service)
        windows = app._windows(settings, launcher)
        assert (launcher is not None) == ("discord" in platforms)
        assert (() if windows is None else windows.platforms) == platforms


@pytest.mark.parametrize(
    ("made", "told"),
    [((), "house.key: "), (("key",), "no line has the terms"), (("key", "entered"), "")],
)
async def test_the_folder_of_a_league_is_looked_at_before_the_start(
    tmp_path: Path, made: tuple[str, ...], told: str
) -> None:
    file, folder = tmp_path / "house.key", tmp_path / "league"
    if "key" in made:
        house = new_key(file)
        if "entered" in made:
            terms = replace(terms_of(2, 1), houses=(House("Casa", house.public),))
            LeagueFolder(folder, house).enter(terms)
    settings = Settings(league_folder=folder, league_key=file)
    service = Service(Store.in_memory())
    app._join_league(service, Settings())
    if told:
        with pytest.raises(CannotStart, match=told):
            app._join_league(service, settings)
    else:
        app._join_league(service, settings)
    assert (await service.league.now() is not None) == (not told)

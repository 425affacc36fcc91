"""How the Discord adapter begins, hears and ends where the look-alike does not bring it about.

discord.py's client, the service and everything that answers are made up here."""

import asyncio
import io
import logging
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from adapters.discord.account import Account
from adapters.discord.bot import DiscordAdapter, addressed
from bot.happenings import ActedInWindow, ChatTakesOver, Happenings
from bot.host.log import WITHHELD, set_up_logging
from bot.host.setting_values import LogFormat, LogLevel
from bot.store.errors import DatabaseTrouble, StoreError
from tests.adapters.made_up import MadeUp
from tests.virtual import EPOCH

HERE = "discord_here"


class Made(MadeUp):
    """An adapter whose client and service are made up."""

    def __init__(self, **settings: Any) -> None:
        super().__init__()
        self.here: dict[str, str] = {}
        """The servers that are known to have the bot."""
        self.listens = True
        self.now = 100.0
        self.slow: asyncio.Event | None = None
        does = self.does
        self.processes = SimpleNamespace(number=1, claim=self._claim, release=does("release"))
        self.service = SimpleNamespace(
            time=SimpleNamespace(now=lambda: self.now, utc=lambda: EPOCH),
            observer=SimpleNamespace(asked_to_wait=lambda platform: None),
            store=SimpleNamespace(processes=self.processes, read=self._named),
            settings=SimpleNamespace(save=does("save")),
            erasure_notes=SimpleNamespace(back=does("back"), left=does("left")),
            updater=SimpleNamespace(settle=does("settle"), turns=None),
            happenings=Happenings(),
            add_platform=lambda platform: self.did.append(("add platform",)),
        )
        self.adapter = DiscordAdapter(cast(Any, self.service), Account("token", **settings))
        self.own_client = self.adapter.client
        self.client = SimpleNamespace(
            guilds=(),
            shard_count=None,
            login=does("login"),
            connect=self.waits("connect"),
            close=does("close"),
        )
        self.work: list[Any] = []
        """What would be done in the background."""
        self.platform = SimpleNamespace(
            closing=False,
            surfaces=SimpleNamespace(gone=does("gone")),
            reachability=SimpleNamespace(
                later=self._later,
                stop=does("stop"),
                heard=lambda user: self.did.append(("heard", user)),
                user_of=self.gives(lambda: 5),
                take_over=does("take over"),
            ),
        )
        made = cast(Any, self.adapter)
        made.client = self.client
        made.platform = self.platform
        made._slash = SimpleNamespace(command=self.waits("command"))

    def waits(self, name: str) -> Any:
        async def do(*what: Any, **_: Any) -> None:
            if self.slow is not None:
                await self.slow.wait()
            self.note(name, *what)

        return do

    def _later(self, work: Any) -> None:
        work.close()
        self.work.append(work)

    async def _claim(self, leases: Any, *, keep: bool) -> Any:
        return leases if self.listens else ()

    async def _named(self, _query: Any, name: str) -> dict[str, str]:
        return self.here if name == HERE else {}


def guild(number: int, *channels: int, days: float = 0.0) -> Any:
    """A server with text channels, which added the bot so many days ago."""
    me = SimpleNamespace(joined_at=datetime.fromtimestamp(EPOCH - days * 86400, UTC))
    made = SimpleNamespace(id=number, me=me)
    made.text_channels = tuple(SimpleNamespace(id=channel, guild=made) for channel in channels)
    return made


@pytest.fixture
async def made() -> Made:
    return Made()


# --- what it is ----------------------------------------------------------------------------------


async def test_it_hears_what_is_done_in_a_window(made: Made) -> None:
    await made.service.happenings.publish(ActedInWindow("ana"))
    await made.service.happenings.publish(ChatTakesOver("abc", "ana"))
    assert made.did == [("heard", 5), ("take over", "abc", "ana")]


async def test_it_asks_for_servers_alone_and_calls_nobody_by_accident(made: Made) -> None:
    client = made.own_client
    assert client.intents == discord.Intents(guilds=True)
    assert client.allowed_mentions is not None
    assert not client.allowed_mentions.everyone
    assert not client.allowed_mentions.users
    assert not client.allowed_mentions.roles


def test_addresses_hold_as_long_as_the_adapter_runs() -> None:
    usual = discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
    with addressed("http://localhost/api/", "ws://localhost/"):
        assert discord.http.Route.BASE == "http://localhost/api"
        assert str(discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY) == "ws://localhost/"
    with addressed("", ""):
        assert usual[:1] == (discord.http.Route.BASE,)
    assert usual == (discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY)


# --- the beginning and the end -------------------------------------------------------------------


async def test_it_is_well_while_the_gateway_is_there_or_was_a_moment_ago(made: Made) -> None:
    adapter = made.adapter
    assert not await adapter.well(), "it is not ready"
    await adapter.on_ready()
    assert await adapter.well()
    for again in (adapter.on_connect, adapter.on_resumed):
        await adapter.on_disconnect()
        made.now += 30.0
        await adapter.on_disconnect()
        made.now += 29.0
        assert await adapter.well()
        made.now += 1.0
        assert not await adapter.well(), "each failed attempt is told"
        await again()
        assert await adapter.well()


async def test_a_server_of_another_process_is_not_missed() -> None:
    """Discord's reckoning: the number of the server without its last 22 bits."""
    ours, other = 5 << 22, 6 << 22
    made = Made(shards=2, shard_ids=[1])
    made.client.shard_count = 2
    known = (ours, ours + (1 << 22) - 1, other)
    made.here = {f"discord:{number}": "1" for number in known}
    await made.adapter.on_ready()
    assert sorted(made.did) == [("left", f"discord:{number}") for number in known[:2]]


@pytest.mark.parametrize("listens", [True, False])
async def test_one_of_the_processes_reacts_to_servers(made: Made, listens: bool) -> None:
    """One that stands by notes where the bot is, and does nothing more."""
    made.listens = listens
    new, old, away = guild(1, 7, 8), guild(2, days=7.1), guild(3)
    away.me = None
    made.client.guilds = (new, old, away)
    await made.adapter.on_ready()
    assert {call[1] for call in made.did} == {"discord:1", "discord:2", "discord:3"}
    assert len(made.work) == listens, "the new one is greeted"
    made.did.clear()
    made.work.clear()
    await made.adapter.on_guild_join(new)
    assert (("back", "discord:1") in made.did) is listens
    assert len(made.work) == listens
    await made.adapter.on_guild_remove(new)
    assert [call for call in made.did if call[0] == "left"] == [("left", "discord:1")] * listens
    assert len(made.work) == 3 * listens, "its two channels are gone"


@pytest.mark.parametrize(("number", "hears"), [(1, True), (2, False)])
async def test_who_ends_hears_what_nobody_else_would(made: Made, number: int, hears: bool) -> None:
    made.platform.closing, made.processes.number = True, number
    await made.adapter.on_guild_join(guild(4))
    assert bool(made.did) is hears


async def test_a_connection_is_kept_and_ended_in_order(made: Made) -> None:
    made.slow = asyncio.Event()
    made.processes.number = 2
    kind = discord.InteractionType.application_command
    hearing: Any = SimpleNamespace(type=kind, data=None, user=SimpleNamespace(id=500))
    async with made.adapter.running():
        await asyncio.sleep(0)
        assert made.did == [("login", "token"), ("add platform",)]
        busy = asyncio.create_task(made.adapter.on_interaction(hearing))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        asyncio.get_running_loop().call_later(0.05, made.slow.set)
        made.did.clear()
    await busy
    await asyncio.sleep(0)
    assert not made.adapter._busy, "what is done is forgotten"
    assert made.platform.closing
    names = [name for name, *_ in made.did]
    assert names[0] == "release"
    names.remove("connect")
    assert names == ["release", "command", "settle", "stop", "close"]
    assert ("settle", "discord", 10.0) in made.did


async def test_nobody_is_handed_over_to_where_there_is_nobody(made: Made) -> None:
    made.slow = asyncio.Event()
    async with made.adapter.running():
        await asyncio.sleep(0)
    assert asyncio.all_tasks() == {asyncio.current_task()}, "the connection is ended too"
    assert "release" not in [name for name, *_ in made.did]
    made.processes.number = 2
    made.trouble["release"] = StoreError(DatabaseTrouble.OTHER, "x")
    async with made.adapter.running():
        pass
    assert made.did[-1] == ("close",)


@pytest.mark.errors("discord.intents", "discord.disconnected")
@pytest.mark.parametrize(
    "error", [discord.PrivilegedIntentsRequired(None), cast(Any, discord.GatewayNotFound)()]
)
async def test_a_connection_that_ends_by_itself_raises_nothing(
    made: Made, error: Exception
) -> None:
    made.trouble["connect"] = error
    async with made.adapter.running():
        await asyncio.sleep(0)
    assert made.did[-1] == ("close",)


def test_a_token_stands_in_no_log_line(logging_as_it_was: None) -> None:
    """Whoever logs it."""
    token = "MTA3.Gx.of-an-adapter-that-never-connects"
    stream = io.StringIO()
    set_up_logging(LogLevel.INFO, LogFormat.CONSOLE, stream)
    DiscordAdapter(cast(Any, Made().service), Account(token))
    logging.getLogger("some.library").warning("GET /%s/me", token)
    assert token not in stream.getvalue()
    assert WITHHELD in stream.getvalue()

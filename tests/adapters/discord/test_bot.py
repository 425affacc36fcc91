"""What the Discord adapter does with what it hears, and how it begins and ends, branch by branch.

discord.py's client, the service and everything that answers are made up here."""

import asyncio
import io
import logging
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from adapters.discord import commands
from adapters.discord.account import Account
from adapters.discord.bot import DiscordAdapter, addressed
from bot.happenings import Happenings
from bot.host.log import WITHHELD, set_up_logging
from bot.host.setting_values import LogFormat, LogLevel
from bot.showing.platform import CannotConnect
from bot.store.errors import DatabaseTrouble, StoreError
from tests.virtual import EPOCH

APPLICATION = 77
OWNER = f"discord:app/{APPLICATION}"
HERE = "discord_here"


class Response:
    """Of a request that Discord has refused."""

    status = 500
    reason = "x"


REFUSED = discord.HTTPException(cast(Any, Response()), "x")


USER = 500


def interaction(kind: discord.InteractionType, data: Any = None) -> Any:
    return SimpleNamespace(type=kind, data=data, user=SimpleNamespace(id=USER))


class Made:
    """An adapter whose client and service are made up."""

    def __init__(self, upload_emoji: bool = True, **settings: Any) -> None:
        self.did: list[tuple[Any, ...]] = []
        self.saved: dict[str, dict[str, str]] = {}
        self.here: dict[str, str] = {}
        """The servers that are known to have the bot."""
        self.gone: dict[str, str] = {}
        """The servers that will be forgotten."""
        self.now = 100.0
        self.listens = True
        self.trouble: dict[str, Exception] = {}
        self.missing: tuple[str, ...] = ()
        self.tables = True
        self.slow: asyncio.Event | None = None
        self.heard: list[int] = []
        does = self.does
        self.processes = SimpleNamespace(number=1, claim=self._claim, release=does("release"))
        self.service = SimpleNamespace(
            time=SimpleNamespace(now=lambda: self.now, utc=lambda: EPOCH),
            observer=SimpleNamespace(asked_to_wait=lambda platform: None),
            store=SimpleNamespace(processes=self.processes, read=self._named),
            settings=SimpleNamespace(of=self._of, save=self._save),
            erasure_notes=SimpleNamespace(back=does("back"), left=does("left")),
            languages=SimpleNamespace(of=self._language),
            updater=SimpleNamespace(settle=does("settle"), turns=None),
            happenings=Happenings(),
            add_platform=lambda platform: self.did.append(("add platform",)),
        )
        self.adapter = DiscordAdapter(
            cast(Any, self.service), Account("token", **settings), upload_emoji=upload_emoji
        )
        self.own_client = self.adapter.client
        self.client = SimpleNamespace(
            guilds=(),
            application=None,
            application_id=APPLICATION,
            shard_count=None,
            http=SimpleNamespace(bulk_upsert_global_commands=does("register")),
            login=does("login"),
            connect=does("connect"),
            close=does("close"),
        )
        self.platform = SimpleNamespace(
            closing=False,
            emoji=SimpleNamespace(
                find=does("find"), upload=does("upload"), missing=lambda: self.missing
            ),
            pictured=does("pictured"),
            back=self._back,
            gone=does("gone"),
            reachability=SimpleNamespace(
                later=self.later, stop=does("stop"), heard=self.heard.append
            ),
        )
        made = cast(Any, self.adapter)
        made.client = self.client
        made.platform = self.platform
        made._slash = SimpleNamespace(command=does("command"), complete=does("complete"))
        made._presses = SimpleNamespace(component=does("press"), submitted=does("form"))
        self.work: list[Any] = []

    def does(self, name: str) -> Any:
        async def do(*what: Any, **more: Any) -> None:
            if self.slow is not None and name in ("command", "connect"):
                await self.slow.wait()
            self.did.append((name, *what))
            if name in self.trouble:
                raise self.trouble[name]

        return do

    def later(self, work: Any) -> None:
        self.work.append(work)

    async def _claim(self, leases: Any, *, keep: bool) -> Any:
        return leases if self.listens else ()

    async def _named(self, _query: Any, name: str) -> dict[str, str]:
        return self.here if name == HERE else self.gone

    async def _of(self, owner: str) -> dict[str, str]:
        return self.saved.get(owner, {})

    async def _save(self, owner: str, **values: str) -> None:
        self.saved.setdefault(owner, {}).update(values)

    async def _language(self, owner: str) -> str:
        return "pt_BR"

    async def _back(self, community: str, channels: Any) -> bool:
        self.did.append(("shown again", community, channels))
        return self.tables

    async def all_of(self, work: Any) -> list[tuple[Any, ...]]:
        """What it does, also in the background."""
        self.did.clear()
        await work
        while self.work:
            await self.work.pop(0)
        return list(self.did)


def guild(number: int, *channels: int, days: float = 365.0) -> Any:
    """A server with text channels, which added the bot so many days ago."""
    me = SimpleNamespace(joined_at=datetime.fromtimestamp(EPOCH - days * 86400, UTC))
    spoken = discord.Locale.spain_spanish
    made = SimpleNamespace(id=number, system_channel=None, me=me, preferred_locale=spoken)
    made.text_channels = tuple(SimpleNamespace(id=channel, guild=made) for channel in channels)
    return made


@pytest.fixture
async def made() -> Made:
    return Made()


# --- what it is ----------------------------------------------------------------------------------


async def test_it_asks_for_servers_alone_and_calls_nobody_by_accident(made: Made) -> None:
    client = made.own_client
    assert client.intents == discord.Intents(guilds=True)
    assert client.allowed_mentions is not None
    assert not client.allowed_mentions.everyone
    assert not client.allowed_mentions.users
    assert not client.allowed_mentions.roles


async def test_one_shard_needs_no_sharded_client() -> None:
    assert not isinstance(Made(shards=1).own_client, discord.AutoShardedClient)
    for settings in ({"shards": None}, {"shards": 2}, {"shards": 1, "shard_ids": [0]}):
        client = Made(**settings).own_client
        assert isinstance(client, discord.AutoShardedClient)
        assert client.shard_count == settings["shards"]
        assert client.shard_ids == settings.get("shard_ids")


def test_addresses_hold_as_long_as_the_adapter_runs() -> None:
    usual = discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
    with addressed("http://localhost/api/", "ws://localhost/"):
        assert discord.http.Route.BASE == "http://localhost/api"
        assert str(discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY) == "ws://localhost/"
    with addressed("", ""):
        assert usual[:1] == (discord.http.Route.BASE,)
    assert usual == (discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY)


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


# --- the beginning and the end -------------------------------------------------------------------


async def test_commands_are_registered_when_they_have_changed(made: Made) -> None:
    told = commands.payload()
    assert await made.all_of(made.adapter.setup_hook()) == [
        ("register", APPLICATION, told),
        ("find", made.client),
    ]
    assert made.saved == {OWNER: {"commands": commands.fingerprint(told)}}
    assert await made.all_of(made.adapter.setup_hook()) == [("find", made.client)]
    made.client.application_id = None
    assert (await made.all_of(made.adapter.setup_hook()))[0][:2] == ("register", 0)


async def test_cards_that_are_no_emoji_yet_are_uploaded(made: Made) -> None:
    made.missing = ("7o",)
    did = await made.all_of(made.adapter.setup_hook())
    assert did[2:] == [("upload", made.client), ("pictured",)]
    made.trouble["find"] = REFUSED
    assert ("upload", made.client) not in await made.all_of(made.adapter.setup_hook())
    other = Made(upload_emoji=False)
    other.missing = ("7o",)
    assert len(await other.all_of(other.adapter.setup_hook())) == 2


async def test_servers_that_came_and_went_meanwhile_are_noted(made: Made) -> None:
    made.client.guilds = (guild(1), guild(2), guild(3))
    made.here = {"discord:1": "1", "discord:3": "1", "discord:4": "1", "discord:5": "1"}
    made.gone = {"discord:3": "x", "discord:9": "x"}
    did = await made.all_of(made.adapter.on_ready())
    assert sorted(did) == [
        ("back", "discord:2"),
        ("back", "discord:3"),
        ("left", "discord:4"),
        ("left", "discord:5"),
    ]
    assert made.saved == {one: {HERE: "1"} for one in ("discord:2", "discord:3")}
    assert made.adapter.ready.is_set()


@pytest.mark.parametrize(
    ("days", "listens", "greeted"), [(6.9, True, True), (7.1, True, False), (6.9, False, False)]
)
async def test_a_server_that_came_meanwhile_is_greeted(
    made: Made, monkeypatch: pytest.MonkeyPatch, days: float, listens: bool, greeted: bool
) -> None:
    """By one process, if it has not had the bot for long."""

    async def greet(guild: Any, locale: str) -> None:
        made.did.append(("greet", guild.id, locale))

    monkeypatch.setattr("adapters.discord.bot.greet", greet)
    away = guild(3)
    away.me = None
    made.client.guilds = (guild(1, days=days), guild(2, days=days), away)
    made.here = {"discord:1": "1"}
    made.tables, made.listens = False, listens
    did = await made.all_of(made.adapter.on_ready())
    assert [one for one in did if one[0] == "greet"] == [("greet", 2, "pt_BR")] * greeted
    assert made.saved == {one: {HERE: "1"} for one in ("discord:2", "discord:3")}


async def test_a_server_of_another_process_is_not_missed() -> None:
    one, other = 5 << 22, 6 << 22
    made = Made(shards=2, shard_ids=[1])
    made.client.shard_count = 2
    made.here = {f"discord:{one}": "1", f"discord:{other}": "1"}
    assert await made.all_of(made.adapter.on_ready()) == [("left", f"discord:{one}")]


async def test_a_connection_is_kept_and_ended_in_order(made: Made) -> None:
    made.slow = asyncio.Event()
    made.processes.number = 2
    hearing = interaction(discord.InteractionType.application_command)
    async with made.adapter.running():
        await asyncio.sleep(0)
        assert made.did == [("login", "token"), ("add platform",)]
        busy = asyncio.create_task(made.adapter.on_interaction(hearing))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        asyncio.get_running_loop().call_later(0.05, made.slow.set)
        made.did.clear()
    await busy
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


@pytest.mark.parametrize(
    ("error", "why"),
    [(discord.LoginFailure("x"), "token"), (REFUSED, "reached"), (OSError("x"), "reached")],
)
async def test_who_cannot_log_in_says_why(made: Made, error: Exception, why: str) -> None:
    made.trouble["login"] = error
    with pytest.raises(CannotConnect, match=why):
        async with made.adapter.running():
            pass
    assert made.did == [("login", "token"), ("close",)]


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


# --- what is heard -------------------------------------------------------------------------------


async def test_a_server_that_adds_the_bot_sees_its_tables_or_is_greeted(
    made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def greet(guild: Any, locale: str) -> None:
        made.did.append(("greet", guild.id, locale))

    monkeypatch.setattr("adapters.discord.bot.greet", greet)
    did: list[tuple[Any, ...]] = [("back", "discord:4"), ("shown again", "discord:4", {7, 8})]
    assert await made.all_of(made.adapter.on_guild_join(guild(4, 7, 8))) == did
    assert made.saved == {"discord:4": {HERE: "1"}}
    made.tables = False
    did += [("greet", 4, "pt_BR")]
    assert await made.all_of(made.adapter.on_guild_join(guild(4, 7, 8))) == did
    made.listens = False
    assert await made.all_of(made.adapter.on_guild_join(guild(4, 7, 8))) == []


async def test_a_server_that_removes_the_bot_loses_its_channels(made: Made) -> None:
    assert await made.all_of(made.adapter.on_guild_remove(guild(4, 7, 8))) == [
        ("left", "discord:4"),
        ("gone", "discord:4/7"),
        ("gone", "discord:4/8"),
    ]
    channel = guild(4, 7).text_channels[0]
    assert await made.all_of(made.adapter.on_guild_channel_delete(channel)) == [
        ("gone", "discord:4/7")
    ]
    made.listens = False
    assert await made.all_of(made.adapter.on_guild_remove(guild(4, 7, 8))) == []


async def test_each_interaction_goes_its_way(made: Made) -> None:
    kinds = discord.InteractionType
    for kind, name in (
        (kinds.application_command, "command"),
        (kinds.autocomplete, "complete"),
        (kinds.component, "press"),
        (kinds.modal_submit, "form"),
    ):
        heard = interaction(kind, {"id": "1"})
        did = [(name, heard, {"id": "1"})]
        task = asyncio.create_task(made.adapter.on_interaction(heard))
        made.did.clear()
        await task
        assert made.did == did
        await asyncio.sleep(0)
        assert not made.adapter._busy
    assert made.heard == [USER] * 4
    heard = interaction(kinds.ping)
    assert await made.all_of(made.adapter.on_interaction(heard)) == []


@pytest.mark.parametrize(
    ("listens", "closing", "number", "hears"),
    [
        (True, False, 2, True),
        (False, False, 2, False),
        (True, True, 1, True),
        (True, True, 2, False),
    ],
)
async def test_one_of_the_processes_reacts(
    made: Made, listens: bool, closing: bool, number: int, hears: bool
) -> None:
    made.listens, made.platform.closing, made.processes.number = listens, closing, number
    heard = interaction(discord.InteractionType.component)
    assert bool(await made.all_of(made.adapter.on_interaction(heard))) is hears


def test_a_token_stands_in_no_log_line(logging_as_it_was: None) -> None:
    """Whoever logs it."""
    token = "MTA3.Gx.of-an-adapter-that-never-connects"
    stream = io.StringIO()
    set_up_logging(LogLevel.INFO, LogFormat.CONSOLE, stream)
    DiscordAdapter(cast(Any, Made().service), Account(token))
    logging.getLogger("some.library").warning("GET /%s/me", token)
    assert token not in stream.getvalue()
    assert WITHHELD in stream.getvalue()

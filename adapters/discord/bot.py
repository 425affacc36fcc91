"""The adapter: discord.py's client, which passes on what it hears.

The client only knows servers and channels: it has the ``guilds`` intent, and gets no members,
presences or messages. Interactions are read by their ids here, not by views in memory, so a button
of any age still works after a restart."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from typing import Any, Final

import discord
import structlog
import yarl

from adapters.discord import commands
from adapters.discord.account import Account, may_be_installed
from adapters.discord.answer import PATIENCE
from adapters.discord.answering import Answering
from adapters.discord.caller import shared_locale
from adapters.discord.community import greet
from adapters.discord.emoji import Emoji
from adapters.discord.follow_up import FollowUps
from adapters.discord.ids import PLATFORM, community_id, guild_of, place_id
from adapters.discord.limiter import Limiter
from adapters.discord.platform import DiscordPlatform
from adapters.discord.presses import Presses
from adapters.discord.slash import Slash
from adapters.discord.trouble import NETWORK
from adapters.discord.views import Views
from adapters.discord.window import Launcher
from bot.common.tasks import end
from bot.community.erasure_notes import COMMUNITY
from bot.happenings import ActedInWindow, ChatTakesOver, MatchChanged
from bot.host.log import withhold
from bot.messages import CommunityId
from bot.service import Service
from bot.showing.platform import CannotConnect
from bot.store.errors import StoreError
from bot.store.processes import listening_lease, listens
from bot.store.queries import people_queries

_COMMANDS: Final = "commands"
"""The name of the adapter's setting with the fingerprint of the registered commands."""
_HERE: Final = "discord_here"
"""A server's setting: whether the server has the bot, as far as we know."""
_NEW_SECONDS: Final = 7 * 86400.0
"""Seconds after it has joined, in which the bot greets a server that it does not know. A database
that has just been made knows no server."""
_HANDS_OVER: Final = 10.0
_GONE_SECONDS: Final = 60.0
"""Seconds. A gateway that has been away for longer counts as out of reach."""

_log = structlog.get_logger(__name__)


@contextmanager
def addressed(api_url: str, gateway_url: str) -> Iterator[None]:
    """Makes discord.py use these addresses in the context; an empty one changes nothing."""
    kept = discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
    if api_url:
        discord.http.Route.BASE = api_url.rstrip("/")
    if gateway_url:
        # discord.py appends the query after a last slash.
        gateway = yarl.URL(f"{gateway_url.rstrip('/')}/")
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = gateway
    try:
        yield
    finally:
        discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = kept


def _client(limiter: Limiter, account: Account, ready_timeout: float) -> discord.Client:
    """A client of discord.py that keeps nothing but the servers."""
    settings: dict[str, Any] = {
        "intents": discord.Intents(guilds=True),
        "allowed_mentions": discord.AllowedMentions.none(),
        "max_ratelimit_timeout": 30.0,
        "guild_ready_timeout": ready_timeout,
        "chunk_guilds_at_startup": False,
        "member_cache_flags": discord.MemberCacheFlags.none(),
        "max_messages": None,
        "http_trace": limiter.trace(),
    }
    if account.shard_ids is not None:
        settings["shard_ids"] = list(account.shard_ids)
    if account.shards == 1 and account.shard_ids is None:
        return discord.Client(**settings)
    return discord.AutoShardedClient(shard_count=account.shards, **settings)


class DiscordAdapter:
    """The bot's connection to Discord. It is connected while ``async with adapter.running():``
    lasts.

    ``patience``: seconds after which an interaction that has no answer yet is deferred.
    ``ready_timeout``: seconds to wait for the last server. ``upload_emoji``: whether to upload the
    cards that the application does not have as emoji yet. ``window``: opens the page in windows;
    ``None``: there are none."""

    def __init__(
        self,
        service: Service,
        account: Account,
        *,
        patience: float = PATIENCE,
        ready_timeout: float = 2.0,
        upload_emoji: bool = True,
        window: Launcher | None = None,
    ) -> None:
        self._service = service
        self._processes: Final = service.store.processes
        withhold(account.token)
        self._account = account
        limiter = Limiter(
            refused=partial(service.observer.asked_to_wait, "discord"),
            processes=lambda: self._processes.number,
        )
        self.client: discord.Client = _client(limiter, account, ready_timeout)
        self._listening: Final = listening_lease(
            PLATFORM, ",".join(map(str, account.shard_ids or ()))
        )
        self._window: Final = window
        self.platform: Final = DiscordPlatform(self.client, service, Emoji(), window)
        service.happenings.listen(ActedInWindow, self._acted_in_window)
        service.happenings.listen(ChatTakesOver, self._take_over)
        service.happenings.listen(MatchChanged, self.platform.reachability.match_changed)
        answering = Answering(service.time.now, self.platform.reachability.pressed, patience)
        views, follow_up = Views(service, self.platform), FollowUps(service, self.platform)
        self._slash = Slash(service, self.platform, answering, views, follow_up)
        self._presses = Presses(
            service, self.platform, answering, views, follow_up, self._slash.resume
        )
        self.ready: Final = asyncio.Event()
        self._upload_emoji = upload_emoji
        self._gone_since: float | None = None
        self._busy: set[asyncio.Task[Any]] = set()
        self.client.event(self.setup_hook)
        self.client.event(self.on_ready)
        self.client.event(self.on_interaction)
        self.client.event(self.on_connect)
        self.client.event(self.on_resumed)
        self.client.event(self.on_disconnect)
        self.client.event(self.on_guild_join)
        self.client.event(self.on_guild_remove)
        self.client.event(self.on_guild_channel_delete)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Is connected to Discord until the context ends. Raises :class:`CannotConnect`."""
        with addressed(self._account.api_url, self._account.gateway_url):
            await self._login()
            connected = asyncio.create_task(self._connect())
            self._service.add_platform(self.platform)
            try:
                yield
            finally:
                self.platform.closing = True
                await self._hand_over()
                if self._busy:
                    await asyncio.wait(self._busy, timeout=_HANDS_OVER)
                await self._service.updater.settle(PLATFORM, _HANDS_OVER)
                await self.platform.reachability.stop()
                await self.client.close()
                await end(connected)

    async def _login(self) -> None:
        try:
            await self.client.login(self._account.token)
        except discord.LoginFailure as error:
            await self.client.close()
            raise CannotConnect("Discord refuses the token of TRUCO_DISCORD_TOKEN.") from error
        except (discord.HTTPException, *NETWORK) as error:
            await self.client.close()
            raise CannotConnect(
                f"Discord cannot be reached at {discord.http.Route.BASE}."
            ) from error

    async def _connect(self) -> None:
        try:
            await self.client.connect(reconnect=True)
        except discord.PrivilegedIntentsRequired:
            _log.error("discord.intents")
        except (discord.ConnectionClosed, discord.GatewayNotFound) as error:
            _log.error("discord.disconnected", error=type(error).__name__)

    async def well(self) -> bool:
        """Whether the gateway is connected, or was a moment ago: short breaks are normal."""
        since = self._gone_since
        now = self._service.time.now()
        return self.ready.is_set() and (since is None or now - since < _GONE_SECONDS)

    async def _acted_in_window(self, acted: ActedInWindow) -> None:
        """A person who plays in a window sees the table there, and is not called."""
        if (user := await self.platform.reachability.user_of(acted.person)) is not None:
            self.platform.reachability.heard(user)

    def _parent_of(self, guild: int, channel: int) -> int:
        """See :attr:`adapters.discord.window.Launcher.parent_of`."""
        found = self.client.get_guild(guild)
        thread = None if found is None else found.get_thread(channel)
        return channel if thread is None else thread.parent_id

    async def _take_over(self, happened: ChatTakesOver) -> None:
        await self.platform.reachability.take_over(happened.match, happened.person)

    # --- what discord.py calls -------------------------------------------------------------------

    async def setup_hook(self) -> None:
        """Called once, after the login and before the connection."""
        if self._window is not None:
            self._window.application = self.client.application_id or 0
            self._window.parent_of = self._parent_of
        try:
            await self._register()
            await self.platform.emoji.find(self.client)
        except (discord.HTTPException, discord.RateLimited) as error:
            # The bot works without emoji and without newly registered commands; the next start
            # tries again.
            _log.warning("discord.setup", error=type(error).__name__)
        else:
            if self._upload_emoji and self.platform.emoji.missing():
                self.platform.reachability.later(self._draw_emoji())

    async def _draw_emoji(self) -> None:
        await self.platform.emoji.upload(self.client)
        await self.platform.pictured()

    async def _register(self) -> None:
        """Registers the commands with Discord if they have changed since the last time."""
        application = self.client.application_id or 0
        owner = f"{PLATFORM}:app/{application}"
        told = commands.payload(
            window=self._window is not None, user_install=may_be_installed(self.client)
        )
        mark = commands.fingerprint(told)
        if (await self._service.settings.of(owner)).get(_COMMANDS) == mark:
            return
        await self.client.http.bulk_upsert_global_commands(application, told)
        await self._service.settings.save(owner, **{_COMMANDS: mark})
        _log.info("discord.commands", number=len(told))

    async def on_ready(self) -> None:
        """Called when all servers have been announced."""
        _log.info("discord.ready", guilds=len(self.client.guilds))
        await self._look_where_it_is()
        self.ready.set()

    async def _look_where_it_is(self) -> None:
        """Notes the servers that have removed or added the bot while it was down."""
        service = self._service
        guilds = {community_id(guild.id, 0): guild for guild in self.client.guilds}
        here = guilds.keys()
        known = await service.store.read(people_queries.settings_named, _HERE)
        gone = await service.store.read(people_queries.settings_named, COMMUNITY)
        listens = await self._listens()
        for community in here & gone.keys() | here - known.keys():
            await self._note_here(community)
            if listens and self._is_new(guilds[community]):
                self.platform.reachability.later(self._begin_in(guilds[community], community))
        for community in known.keys() - here:
            if self._is_ours(guild_of(community) or 0):
                await service.erasure_notes.left(community)

    def _is_new(self, guild: discord.Guild) -> bool:
        """Whether the server has added the bot so lately that nobody there knows it yet."""
        joined = getattr(guild.me, "joined_at", None)  # a server that is out of reach has no me
        now = self._service.time.utc()
        return joined is not None and now - joined.timestamp() < _NEW_SECONDS

    async def _note_here(self, community: CommunityId) -> None:
        await self._service.erasure_notes.back(community)
        await self._service.settings.save(community, **{_HERE: "1"})

    def _is_ours(self, guild: int) -> bool:
        """Whether this process hears of events of this server."""
        shards = self.client.shard_count or 1
        mine = self._account.shard_ids
        return mine is None or (guild >> 22) % shards in mine

    async def on_connect(self) -> None:
        """Called when the gateway is connected."""
        self._gone_since = None

    async def on_resumed(self) -> None:
        """Called when the gateway is connected again."""
        self._gone_since = None

    async def on_disconnect(self) -> None:
        """Called when the connection is lost, and again after every failed attempt."""
        if self._gone_since is None:
            self._gone_since = self._service.time.now()

    async def _hand_over(self) -> None:
        """Lets another process, if there is one, react to the events that all processes hear."""
        if self._processes.number > 1:
            with suppress(StoreError):  # other processes wait until the lease ends by itself
                await self._processes.release([self._listening])

    async def _listens(self) -> bool:
        """Whether this process reacts to events; other processes hear them too."""
        if self.platform.closing and self._processes.number > 1:
            return False
        return await listens(self._processes, self._listening)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Called when the bot was added to a server, perhaps again: its tables are shown again."""
        if not await self._listens():
            return
        community = community_id(guild.id, 0)
        await self._note_here(community)
        self.platform.reachability.later(self._begin_in(guild, community))

    async def _begin_in(self, guild: discord.Guild, community: CommunityId) -> None:
        channels = {channel.id for channel in guild.text_channels}
        if not await self.platform.surfaces.back(community, channels):
            await greet(guild, await shared_locale(self._service, community, guild))

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Called when the bot was removed from a server, or the server was deleted. (Not called for
        a server that is only out of reach for a while.)"""
        if await self._listens():
            await self._service.erasure_notes.left(community_id(guild.id, 0))
        for channel in guild.text_channels:
            await self.on_guild_channel_delete(channel)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        if not await self._listens():
            return
        community = community_id(channel.guild.id, 0)
        self.platform.reachability.later(
            self.platform.surfaces.gone(place_id(community, channel.id))
        )

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Called when somebody pressed or typed something."""
        if not await self._listens():
            return
        if (task := asyncio.current_task()) is not None:
            self._busy.add(task)
            task.add_done_callback(self._busy.discard)
        self.platform.reachability.heard(interaction.user.id)
        data: dict[str, Any] = dict(interaction.data or {})
        match interaction.type:
            case discord.InteractionType.application_command if data.get("type") == commands.ENTRY:
                await self._slash.enter(interaction)
            case discord.InteractionType.application_command:
                await self._slash.command(interaction, data)
            case discord.InteractionType.autocomplete:
                await self._slash.complete(interaction, data)
            case discord.InteractionType.component:
                await self._presses.component(interaction, data)
            case discord.InteractionType.modal_submit:
                await self._presses.submitted(interaction, data)
            case _:
                pass

"""The look-alike as one thing: a port, the state behind it, what came in, what was wrong."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Final
from urllib.parse import unquote

import discord
import msgspec
import yarl
from aiohttp import web
from multidict import MultiDictProxy

from tests.adapters.discord.lookalike.buckets import Buckets
from tests.adapters.discord.lookalike.description import description
from tests.adapters.discord.lookalike.errors import Refusal, invalid, refusal
from tests.adapters.discord.lookalike.faults import Faults
from tests.adapters.discord.lookalike.gateway import Gateway
from tests.adapters.discord.lookalike.pace import Pace, at_once
from tests.adapters.discord.lookalike.rest import (
    NOT_DESCRIBED,
    TOKEN_OF_SOMEBODY,
    WITHOUT_TOKEN,
    Part,
    Request,
    Rest,
    find,
)
from tests.adapters.discord.lookalike.world import Channel, Grant, Guild, Message, World
from tests.virtual import the_loop

Json = Any

TOKEN: Final = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GlookA.like-token-that-opens-nothing-at-all"
_API: Final = "/api/v10"
_FREE: Final = {"create_interaction_response"}
"""Does not count towards the bot's requests a second; neither does what carries its token."""


class Discord:
    """A small Discord. Ask it for its state, and tell it what is to happen."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.now = clock
        self.world = World(clock)
        self.gateway = Gateway(self.world, TOKEN, clock)
        self.rest = Rest(self.world, self.gateway)
        self.buckets = Buckets(clock)
        self.faults = Faults()
        self.pace: Pace = at_once
        """How long each request takes, and whether its answer ever comes."""
        self.judge = description()
        self.requests: list[Request] = []
        self.wrong: list[str] = []
        """What is against the description or the rules, ours and the bot's."""
        self.token_revoked = False
        self.upload_limit = 10 * 1024 * 1024
        """Bytes that a file may have in an answer, as every interaction says."""
        self.address = ""

    @property
    def complaints(self) -> list[str]:
        """Whatever Discord would not have liked."""
        return [*self.wrong, *self.rest.misdirected, *self.gateway.complaints]

    def sent(self, *operations: str) -> list[Request]:
        """Requests of these operations (all, without any) that were done."""
        return [
            request
            for request in self.requests
            if request.status < 300 and (not operations or request.operation in operations)
        ]

    @property
    def invalid_requests(self) -> int:
        """Too many of these in ten minutes and the address is banned."""
        return sum(request.status in (401, 403, 429) for request in self.requests)

    # --- what happens in Discord -----------------------------------------------------------

    def delete_message(self, message: Message) -> None:
        """A moderator removes it."""
        self.rest.remove(message)

    def delete_channel(self, channel: Channel) -> None:
        channel.deleted = True
        shape = self.world.channel_shape(channel)
        event = "THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE"
        self.gateway.dispatch(event, shape, channel.guild)

    def archive(self, thread: Channel, *, locked: bool = False) -> None:
        thread.locked = locked
        self.rest.set_archived(thread, True)

    def take_permissions(self, channel: Channel, permissions: int) -> None:
        """The bot may no longer do this there."""
        channel.taken |= permissions
        self.gateway.dispatch("CHANNEL_UPDATE", self.world.channel_shape(channel), channel.guild)

    def kick(self, guild: Guild) -> None:
        """The bot is removed."""
        guild.has_bot = False
        self.gateway.dispatch("GUILD_DELETE", {"id": str(guild.id)}, guild)

    def invite(self, guild: Guild) -> None:
        """The bot is let in."""
        guild.has_bot = True
        guild.joined = self.now()
        # One that was never announced as out of reach does not say that it is no longer so.
        shape = {k: v for k, v in self.world.guild_shape(guild).items() if k != "unavailable"}
        self.gateway.dispatch("GUILD_CREATE", shape, guild)

    # --- HTTP ------------------------------------------------------------------------------

    async def handle(self, request: web.Request) -> web.StreamResponse:
        path = request.rel_url.raw_path.removeprefix(_API)
        found = find(request.method, path)
        if found is None:
            self.wrong.append(f"{request.method} {path}: the look-alike does not know this")
            return _response(404, {"code": 0, "message": "404: Not Found"}, {})
        operation, params, handler = found
        params = {key: unquote(value) for key, value in params.items()}
        body, files = await _read(request)
        query = dict(request.query)
        came = Request(self.now(), request.method, path, operation, params, query, body, files)
        self.requests.append(came)
        headers: dict[str, str] = {}
        way = self.pace(came)
        await asyncio.sleep(way.there)
        try:
            if operation not in WITHOUT_TOKEN:
                came.grant = self._check_token(request, operation)
            self._check_described(came)
            lost = None
            place = int(params.get("channel_id", 0)) or self._place_of(params)
            fault = self.faults.of(operation, place, uploads=bool(files))
            if fault is not None:
                await asyncio.sleep(fault.slow)
                if fault.refuse is not None:
                    raise fault.refuse()
                if fault.cut:
                    assert request.transport is not None
                    request.transport.abort()
                    came.status = 599
                    return web.Response()
                lost = fault.lost
            if operation not in _FREE and "webhook_token" not in params:
                self.buckets.take_global()
            major = params.get("channel_id") or params.get("webhook_token") or ""
            headers = self.buckets.take(operation, major)
            status, answer = handler(self.rest, came)
            if lost is not None:
                raise lost()
        except Refusal as refused:
            if refused.code in (50035, 50006) and refused.status == 400:
                self.wrong.append(f"{operation}: {refused}")
            status, answer = refused.status, refused.body()
            headers |= refused.headers
        came.status, came.answer = status, answer
        if status < 500 and operation not in NOT_DESCRIBED:
            self._check_answer(came)
        await asyncio.sleep(way.back)
        if way.lost:
            assert request.transport is not None
            request.transport.abort()
            return web.Response()
        return _response(status, answer, headers)

    def _place_of(self, params: dict[str, str]) -> int:
        token = params.get("interaction_token") or params.get("webhook_token") or ""
        interaction = self.world.by_token.get(token)
        return 0 if interaction is None else interaction.channel.id

    def _check_token(self, request: web.Request, operation: str) -> Grant | None:
        """In whose name it is asked, if not in the bot's."""
        told = request.headers.get("Authorization", "")
        if not request.headers.get("User-Agent", "").startswith("DiscordBot ("):
            raise refusal(40001)
        if operation in TOKEN_OF_SOMEBODY:
            for grant in self.world.codes.values():
                if grant.token and told == f"Bearer {grant.token}" and "identify" in grant.scopes:
                    return grant
        if self.token_revoked or told != f"Bot {TOKEN}":
            raise Refusal(401, 0, "401: Unauthorized")
        return None

    def _check_described(self, came: Request) -> None:
        if came.operation in NOT_DESCRIBED:
            return
        operation = self.judge.operation(came.method, came.path)
        if operation is None or operation.id != came.operation:
            self.wrong.append(f"{came.method} {came.path}: not described")
            return
        faults = self.judge.request_faults(operation, came.path, came.query, came.body)
        if faults:
            raise invalid(*(tuple(fault.split(": ", 1)) for fault in faults))  # type: ignore[arg-type]

    def _check_answer(self, came: Request) -> None:
        if operation := self.judge.operation(came.method, came.path):
            faults = self.judge.response_faults(operation, came.status, came.answer)
            self.wrong += [f"our own answer to {came.operation}: {fault}" for fault in faults]


def _response(status: int, body: Json, headers: dict[str, str]) -> web.Response:
    # The client takes a body for JSON only if the type is exactly this, and a 429 for Discord's own
    # only with a Via.
    headers = {"Via": "1.1 google", **headers}
    if body is None:
        return web.Response(status=status, headers=headers)
    headers["Content-Type"] = "application/json"
    return web.Response(status=status, body=msgspec.json.encode(body), headers=headers)


async def _read(request: web.Request) -> tuple[Json, dict[int, Part]]:
    """The JSON of a request and its files."""
    if request.content_type == "multipart/form-data":
        form: MultiDictProxy[Any] = await request.post()
        files = {}
        for key, value in form.items():
            if isinstance(value, web.FileField):
                index = int(key.removeprefix("files[").removesuffix("]"))
                with value.file:
                    files[index] = Part(value.filename, value.file.read(), value.content_type)
        return msgspec.json.decode(form["payload_json"]), files
    if request.content_type == "application/x-www-form-urlencoded":
        return {key: str(value) for key, value in (await request.post()).items()}, {}
    text = await request.text()
    return (msgspec.json.decode(text) if text else None), {}


@asynccontextmanager
async def running(*, clock: Callable[[], float] | None = None) -> AsyncIterator[Discord]:
    """A small Discord on a free port, and discord.py pointed at it. ``clock``: UTC seconds;
    ``None``: those of the loop."""
    small = Discord(clock or the_loop().now)
    app = web.Application(client_max_size=64 << 20)
    app.router.add_get("/gateway/", small.gateway.handle)
    app.router.add_route("*", _API + "/{path:.*}", small.handle)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.0, keepalive_timeout=1e9)
    await runner.setup()
    # Of hundreds of connections at once none is turned away: the kernel would try again in its own
    # time, a second later, and the loop's might be far ahead by then.
    site = web.TCPSite(runner, "127.0.0.1", 0, backlog=1024)
    await site.start()
    port = runner.addresses[0][1]
    small.address = f"http://127.0.0.1:{port}"
    small.gateway.url = f"ws://127.0.0.1:{port}/gateway/"
    before = (
        discord.http.Route.BASE,
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY,
        discord.Asset.BASE,
    )
    discord.http.Route.BASE = small.address + _API
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(small.gateway.url)
    discord.Asset.BASE = small.address + "/cdn"
    try:
        yield small
    finally:
        (
            discord.http.Route.BASE,
            discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY,
            discord.Asset.BASE,
        ) = before
        await small.gateway.close()
        await runner.cleanup()

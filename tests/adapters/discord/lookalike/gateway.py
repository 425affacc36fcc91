"""The websocket: hello, identify, dispatches that are numbered and kept, resume."""

import asyncio
import zlib
from collections import deque
from collections.abc import Callable
from typing import Any, Final

import msgspec
from aiohttp import WSCloseCode, WSMsgType, web

from tests.adapters.discord.lookalike.world import Guild, World

Json = Any

GUILDS: Final = 1 << 0
GUILD_MESSAGES: Final = 1 << 9
DIRECT_MESSAGES: Final = 1 << 12
PRIVILEGED: Final = (1 << 1) | (1 << 8) | (1 << 15)

_ALWAYS: Final = ("READY", "RESUMED", "INTERACTION_CREATE", "USER_UPDATE")
_KEPT: Final = 1000
_IDENTIFY_EVERY: Final = 5.0


def needed_intents(event: str, in_guild: bool) -> int:
    """The intents of which one must have been asked for to hear of this."""
    if event in _ALWAYS:
        return 0
    if event.startswith("MESSAGE_"):
        return GUILD_MESSAGES if in_guild else DIRECT_MESSAGES
    return GUILDS


class Session:
    """What a shard's client is told, over one connection or several."""

    def __init__(self, id: str, shard: tuple[int, int], intents: int) -> None:
        self.id = id
        self.shard = shard
        self.intents = intents
        self.number = 0
        self.kept: deque[tuple[int, Json]] = deque(maxlen=_KEPT)
        self.line: Line | None = None

    def dispatch(self, event: str, data: Json) -> None:
        """Sends it, now or when the client has come back."""
        self.number += 1
        message = {"op": 0, "t": event, "s": self.number, "d": data}
        self.kept.append((self.number, message))
        if self.line is not None:
            self.line.say(message)


class Line:
    """One connection."""

    def __init__(
        self, ws: web.WebSocketResponse, transport: asyncio.Transport, compress: bool
    ) -> None:
        self.ws = ws
        self.transport = transport
        self._zlib = zlib.compressobj() if compress else None
        self._waiting: asyncio.Queue[Json] = asyncio.Queue()
        self._writer = asyncio.create_task(self._write())
        self.heartbeats = 0

    def say(self, message: Json) -> None:
        self._waiting.put_nowait(message)

    async def _write(self) -> None:
        try:
            while True:
                message = await self._waiting.get()
                text = msgspec.json.encode(message).decode()
                if self._zlib is None:
                    await self.ws.send_str(text)
                else:
                    data = self._zlib.compress(text.encode()) + self._zlib.flush(zlib.Z_SYNC_FLUSH)
                    await self.ws.send_bytes(data)
        except ConnectionError:
            pass

    def stop(self) -> None:
        self._writer.cancel()

    def cut(self) -> None:
        """As a cable that is pulled."""
        self.stop()
        self.transport.abort()


class Gateway:
    """All shards' connections."""

    def __init__(self, world: World, token: str, clock: Callable[[], float]) -> None:
        self._world = world
        self._token = token
        self._clock = clock
        self.url = ""
        self.shards = 1
        """What ``GET /gateway/bot`` recommends."""
        self.sessions: dict[str, Session] = {}
        self.lines: set[Line] = set()
        self.identified: list[tuple[float, tuple[int, int]]] = []
        self.resumed = 0
        self.closed = False
        """Nobody is let in while this is so."""
        self.starts_left = 999
        """As many connections may begin today."""
        self.complaints: list[str] = []

    # --- what the world tells ---------------------------------------------------------------

    def dispatch(self, event: str, data: Json, guild: Guild | None) -> bool:
        """Tells the shard whose it is. ``False``: there is no session to hear of it."""
        heard = False
        for session in list(self.sessions.values()):
            index, count = session.shard
            if index != (0 if guild is None else (guild.id >> 22) % count):
                continue
            needed = needed_intents(event, guild is not None)
            if not needed or session.intents & needed:
                session.dispatch(event, data)
            heard = True
        return heard

    # --- faults ------------------------------------------------------------------------------

    def cut(self, shard: int | None = None) -> None:
        """Connections break, without a word. Sessions can be resumed."""
        for session in self.sessions.values():
            if session.line is not None and shard in (None, session.shard[0]):
                line, session.line = session.line, None
                line.cut()

    def ask_to_reconnect(self) -> None:
        """Op 7: come back, and resume."""
        for session in self.sessions.values():
            if session.line is not None:
                session.line.say({"op": 7, "d": None})

    def forget_sessions(self) -> None:
        """From now on nothing can be resumed."""
        lines = [session.line for session in self.sessions.values() if session.line]
        self.sessions.clear()
        for line in lines:
            line.cut()

    # --- one connection ----------------------------------------------------------------------

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if self.closed:
            return web.Response(status=503)
        if request.query.get("v") != "10" or request.query.get("encoding") != "json":
            self.complaints.append(f"gateway: {request.query_string}")
        ws = web.WebSocketResponse(autoclose=True)
        await ws.prepare(request)
        assert isinstance(request.transport, asyncio.Transport)
        line = Line(ws, request.transport, request.query.get("compress") == "zlib-stream")
        self.lines.add(line)
        line.say({"op": 10, "d": {"heartbeat_interval": 41250, "_trace": []}})
        session: Session | None = None
        try:
            async for message in ws:
                if message.type is not WSMsgType.TEXT:
                    continue
                data = msgspec.json.decode(message.data)
                match data["op"]:
                    case 1:
                        line.heartbeats += 1
                        line.say({"op": 11})
                    case 2:
                        session = await self._identify(line, data["d"])
                    case 6:
                        session = self._resume(line, data["d"])
                    case 3 | 4 | 8:
                        pass
                    case op:
                        self.complaints.append(f"gateway: op {op}")
                        await ws.close(code=4001)
        except ConnectionError:
            pass
        finally:
            line.stop()
            self.lines.discard(line)
            if session is not None and session.line is line:
                session.line = None
                if ws.close_code in (1000, 1001):
                    self.sessions.pop(session.id, None)
        return ws

    async def _identify(self, line: Line, data: Json) -> Session | None:
        index, count = data.get("shard", (0, 1))
        if data["token"] != self._token:
            await line.ws.close(code=4004, message=b"Authentication failed.")
            return None
        if data["intents"] & PRIVILEGED:
            await line.ws.close(code=4014, message=b"Disallowed intent(s).")
            return None
        last = [at for at, (other, _) in self.identified if other % 1 == index % 1]
        if last and self._clock() - last[-1] < _IDENTIFY_EVERY:
            line.say({"op": 9, "d": False})
            return None
        self.identified.append((self._clock(), (index, count)))
        session = Session(f"session{len(self.identified)}", (index, count), data["intents"])
        session.line = line
        self.sessions[session.id] = session
        guilds = [
            guild
            for guild in self._world.guilds.values()
            if guild.has_bot and (guild.id >> 22) % count == index
        ]
        session.dispatch(
            "READY",
            {
                "v": 10,
                "user": self._world.user_shape(self._world.bot)
                | {"email": None, "mfa_enabled": False, "verified": True},
                "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
                "session_id": session.id,
                "session_type": "normal",
                "resume_gateway_url": self.url,
                "shard": [index, count],
                "application": {"id": str(self._world.application), "flags": 0},
                "private_channels": [],
                "relationships": [],
                "presences": [],
                "user_settings": {},
                "geo_ordered_rtc_regions": [],
                "auth": {},
                "_trace": [],
            },
        )
        for guild in guilds:
            session.dispatch("GUILD_CREATE", self._world.guild_shape(guild))
        return session

    def _resume(self, line: Line, data: Json) -> Session | None:
        session = self.sessions.get(data["session_id"])
        if session is None or data["token"] != self._token or data["seq"] > session.number:
            line.say({"op": 9, "d": False})
            return None
        if session.kept and data["seq"] < session.kept[0][0] - 1:
            line.say({"op": 9, "d": False})
            return None
        self.resumed += 1
        for number, message in session.kept:
            if number > data["seq"]:
                line.say(message)
        session.line = line
        session.dispatch("RESUMED", {"_trace": []})
        return session

    async def close(self) -> None:
        for line in list(self.lines):
            await line.ws.close(code=WSCloseCode.GOING_AWAY)
            line.stop()

"""The starts of Discord's Activities: nothing in them is signed, so Discord is asked.

The page has a code, which Discord's client gave it for the person in front of it, and the id of an
*instance*: the activity that runs in one channel. The server exchanges the code for a token, asks
whose it is, and asks whether that person is in the instance. Codes and tokens are never logged."""

import asyncio
import re
import time
from collections.abc import Awaitable, Callable
from hashlib import sha256
from http import HTTPStatus
from typing import Annotated, Any, Final

import aiohttp
import msgspec
import structlog
from msgspec import Meta, Struct

from adapters.version import VERSION
from adapters.web.windows import BadStart, Opened, WindowHome, fields_of
from adapters.windows import WindowTarget
from bot.host.log import withhold
from bot.match.names import shown_name
from bot.messages import CommunityId, PlaceId, UserId

CLIENTS: Final = ("https://discord.com", "https://ptb.discord.com", "https://canary.discord.com")
"""The origins of Discord's clients."""
AT_ONCE: Final = 8
"""Starts about which Discord is asked at a time; others wait."""
_SECONDS: Final = 5.0
"""The longest time for one answer of Discord's."""
_REST_SECONDS: Final = 60.0
"""The longest time in seconds without requests after Discord has asked to wait."""
_CODE: Final = re.compile(r"[A-Za-z0-9._-]{1,512}")
_INSTANCE: Final = re.compile(r"[A-Za-z0-9_:-]{1,200}")
_AGENT: Final = "DiscordBot ({page}, {version})"
"""The form that Discord wants of a bot."""
_SCOPE: Final = "identify"

_log = structlog.get_logger(__name__)


_Number = Annotated[str, Meta(pattern=r"\A[0-9]{1,20}\Z")]
"""An id of Discord's (a snowflake) as it writes them."""


class _Token(Struct):
    access_token: str
    token_type: str
    scope: str


class _User(Struct):
    id: _Number
    username: str
    global_name: str | None = None
    locale: str | None = None


class _Location(Struct):
    channel_id: _Number
    guild_id: _Number | None = None


class _Instance(Struct):
    application_id: str
    instance_id: str
    location: _Location
    users: list[_Number]


_token_decoder: Final = msgspec.json.Decoder(_Token)
_user_decoder: Final = msgspec.json.Decoder(_User)
_instance_decoder: Final = msgspec.json.Decoder(_Instance)


class DiscordStarts:
    """Reads the starts of the activity that belongs to one application."""

    def __init__(
        self,
        token: str,
        secret: str,
        api_url: str,
        *,
        page: str,
        application: Callable[[], int],
        wanted: Callable[[UserId, int, int], Awaitable[WindowTarget]],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """``token``: the bot's; ``secret``: the application's own. ``page``: our address, by which
        Discord knows the caller. ``application``: the application's id; 0: it is not known yet.
        ``wanted``: gives the target for which a user opens a window in this server (0: in a private
        chat) and this channel."""
        withhold(secret)
        self._token: Final = token
        self._secret: Final = secret
        self._api: Final = api_url.rstrip("/")
        self._agent: Final = _AGENT.format(page=page, version=VERSION)
        self._application: Final = application
        self._wanted: Final = wanted
        self._now: Final = now
        self._asking: Final = asyncio.Semaphore(AT_ONCE)
        self._rests_until = 0.0

    @property
    def frames(self) -> tuple[str, ...]:
        """Discord's clients, and the origin of this application's page."""
        return (*CLIENTS, self.origin) if self.origin else ()

    @property
    def is_proxied(self) -> bool:
        """Always: Discord shows no page but through its proxy."""
        return True

    @property
    def origin(self) -> str:
        """The origin at which Discord's proxy serves the page of this application."""
        known = self._application()
        return f"https://{known}.discordsays.com" if known else ""

    @property
    def client_id(self) -> str:
        """The application's id, by which Discord's client knows the page."""
        return str(self._application())

    def home(self, user: UserId) -> WindowHome:
        """The person's own chat with the bot."""
        platform, _, number = user.partition(":")
        own: CommunityId = f"{platform}:@{number}"
        place: PlaceId = f"{own}/0"
        return WindowHome(own, place)

    async def read(self, text: str) -> Opened:
        """The person who opened the window, and its target. ``text`` has ``code`` and
        ``instance``."""
        fields = fields_of(text)
        code, instance = fields.get("code", ""), fields.get("instance", "")
        known = _CODE.fullmatch(code) and _INSTANCE.fullmatch(instance)
        if not known or not self._application() or self._now() < self._rests_until:
            raise BadStart
        try:
            async with self._asking, self._session() as session:
                token = await self._exchanged(session, code)
                user = await self._user(session, token)
                found = await self._instance(session, instance)
        except (aiohttp.ClientError, TimeoutError, msgspec.DecodeError) as error:
            _log.warning("window.discord", error=type(error).__name__)
            raise BadStart from None
        ours = (found.application_id, found.instance_id) == (self.client_id, instance)
        if not ours or user.id not in found.users:
            raise BadStart
        opened = f"discord:{int(user.id)}"
        guild, channel = int(found.location.guild_id or 0), int(found.location.channel_id)
        wanted = await self._wanted(opened, guild, channel)
        return Opened(
            user=opened,
            name=shown_name(user.global_name or "", user.username),
            locale=user.locale or "",
            target=wanted.match,
            place=wanted.place,
            mark=sha256(code.encode()).hexdigest(),
            token=token,
        )

    def _session(self) -> aiohttp.ClientSession:
        return aiohttp.ClientSession(
            headers={"User-Agent": self._agent}, timeout=aiohttp.ClientTimeout(total=_SECONDS)
        )

    async def _exchanged(self, session: aiohttp.ClientSession, code: str) -> str:
        """The token for a code: Discord takes each code once, from the application it is for."""
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "client_id": self.client_id,
            "client_secret": self._secret,
        }
        answer = session.post(f"{self._api}/oauth2/token", data=form)
        token = _token_decoder.decode(await self._answered("token", answer))
        if token.token_type != "Bearer" or _SCOPE not in token.scope.split():  # noqa: S105
            raise BadStart
        return token.access_token

    async def _user(self, session: aiohttp.ClientSession, token: str) -> _User:
        headers = {"Authorization": f"Bearer {token}"}
        answer = session.get(f"{self._api}/users/@me", headers=headers)
        return _user_decoder.decode(await self._answered("user", answer))

    async def _instance(self, session: aiohttp.ClientSession, instance: str) -> _Instance:
        headers = {"Authorization": f"Bot {self._token}"}
        path = f"/applications/{self.client_id}/activity-instances/{instance}"
        answer = session.get(f"{self._api}{path}", headers=headers)
        return _instance_decoder.decode(await self._answered("instance", answer))

    async def _answered(self, step: str, asked: Any) -> bytes:
        """The content of Discord's answer. Raises :class:`BadStart`: it says no."""
        async with asked as answer:
            if answer.status == HTTPStatus.TOO_MANY_REQUESTS:
                self._rest(answer.headers.get("Retry-After", ""))
            if answer.status != HTTPStatus.OK:
                # The page says no more than that the start is no good: the host reads why here.
                _log.info("window.discord", step=step, status=answer.status)
                raise BadStart
            content: bytes = await answer.read()
            return content

    def _rest(self, told: str) -> None:
        """Asks Discord nothing for the time that Discord wants."""
        try:
            seconds = float(told)
        except ValueError:
            seconds = 1.0
        self._rests_until = self._now() + min(max(seconds, 0.0), _REST_SECONDS)

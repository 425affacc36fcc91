"""The webhook: a small server of our own for updates, behind a proxy that speaks https."""

import asyncio
import hmac
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Final
from urllib.parse import urlsplit

import structlog
from aiohttp import web

from adapters.door import Door, Seldom
from adapters.listener import Listener
from adapters.telegram.account import Webhook

log = structlog.get_logger(__name__)

SECRET: Final = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 - a header's name
_BYTES: Final = 1_000_000
_SECONDS: Final = 10.0


class WebhookServer:
    """Takes updates that come with the secret, and answers each when its commands are decided."""

    def __init__(self, webhook: Webhook, take: Callable[[dict[str, Any]], Awaitable[None]]) -> None:
        """Takes the port. Raises :class:`adapters.listener.TakenPort` if it is not free."""
        self._webhook = webhook
        self._take = take
        self._wrong = Seldom("telegram_wrong_secret")
        self._path = urlsplit(webhook.url).path or "/"
        self._listener = Listener(webhook.host, webhook.port, "TRUCO_TELEGRAM_WEBHOOK")
        self.port: Final = self._listener.port
        """The port on which it listens."""

    def close(self) -> None:
        """Gives the port back."""
        self._listener.close()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Answers callers while the context lasts."""
        app = web.Application(client_max_size=_BYTES)
        app.router.add_post(self._path, self._called)
        async with Door(self._listener.sockets).open(app):
            yield

    async def _called(self, request: web.Request) -> web.Response:
        # Callers may send any bytes; bytes that are no text are surrogates in the header.
        said = request.headers.get(SECRET, "").encode(errors="surrogateescape")
        if not hmac.compare_digest(said, self._webhook.secret.encode()):
            self._wrong.note()
            raise web.HTTPForbidden
        try:
            update = json.loads(await request.text())
        except ValueError:
            raise web.HTTPBadRequest from None
        if not isinstance(update, dict):
            raise web.HTTPBadRequest
        try:
            async with asyncio.timeout(_SECONDS):
                await self._take(update)
        except TimeoutError:
            log.error("telegram_slow")
        return web.Response()

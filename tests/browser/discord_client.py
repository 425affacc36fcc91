"""A stand-in for Discord's client, and for the proxy through which it shows an activity.

It is written from Discord's own pages (the activities' guides, the repository of the embedded SDK)
and knows nothing of our page but its address. Both have the names that Discord gives them: the
browser is told to look for them on this machine, and to believe the certificate of this server. The
proxy adds what Discord's adds: a policy that lets a page ask for nothing but what stands below
``/.proxy/`` of its own origin.

The official SDK (``@discord/embedded-app-sdk`` 2.5.0), unmodified and bundled into one file, has
run against both once: ready, authorize, authenticate, a subscription and its event, the locale, a
shared link, an external one. It reads every field by a schema, so it told what was missing here.
"""

import asyncio
import datetime
import json
import ssl
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from aiohttp import ClientSession, WSMessage, WSMsgType, web
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from playwright.async_api import Browser, Frame, Page

from tests.adapters.discord.lookalike.world import Channel, Instance, User, World
from tests.browser.conftest import NAMES, launched
from tests.browser.people import PATIENCE

CLIENT: Final = "https://discord.com"
_PAGE: Final = Path(__file__).with_suffix(".html").read_text("utf-8")
_OF_A_LINE: Final = {"connection", "host", "keep-alive", "transfer-encoding", "upgrade"}
_ENCODED: Final = {"content-encoding", "content-length"}


class DiscordProxy:
    """Serves the client's page, and what the mapping of an application names."""

    def __init__(self, application: int, target: str) -> None:
        """``target``: what the path ``/`` is mapped to: an address without a slash at its end."""
        self.origin: Final = f"https://{application}.discordsays.com"
        self.target = target
        self.asked: list[str] = []
        """The paths that a page has asked for."""
        self._session: ClientSession

    @property
    def policy(self) -> str:
        """What a page may ask for."""
        own = f"{self.origin}/.proxy/"
        line = own.replace("https", "wss", 1)
        return (
            f"default-src {own}; script-src {own}; style-src {own} 'unsafe-inline';"
            f" img-src {own}; connect-src {own} {line}"
        )

    @asynccontextmanager
    async def running(self, folder: Path) -> AsyncIterator[int]:
        """Serves on a free port, which it gives."""
        app = web.Application()
        app.router.add_route("*", "/{path:.*}", self._serve)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.0)
        async with ClientSession(auto_decompress=True) as self._session:
            await runner.setup()
            site = web.TCPSite(runner, "127.0.0.1", 0, ssl_context=_certified(folder))
            await site.start()
            yield runner.addresses[0][1]
            await runner.cleanup()

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        if request.host != self.origin.removeprefix("https://"):
            return web.Response(text=_PAGE, content_type="text/html")
        path = request.rel_url.raw_path
        self.asked.append(path)
        url = self.target + path.removeprefix("/.proxy")
        if request.query_string:
            url += f"?{request.query_string}"
        kept = {
            name: value for name, value in request.headers.items() if name.lower() not in _OF_A_LINE
        }
        if request.headers.get("Upgrade", "").lower() == "websocket":
            return await self._line(request, url, kept)
        async with self._session.request(
            request.method, url, headers=kept, data=await request.read(), allow_redirects=False
        ) as answer:
            headers = answer.headers.copy()
            for name in _OF_A_LINE | _ENCODED:
                headers.popall(name, None)
            headers.add("Content-Security-Policy", self.policy)
            return web.Response(status=answer.status, headers=headers, body=await answer.read())

    async def _line(
        self, request: web.Request, url: str, headers: dict[str, str]
    ) -> web.StreamResponse:
        kept = {
            name: value
            for name, value in headers.items()
            if not name.lower().startswith("sec-websocket")
        }
        async with self._session.ws_connect(url, headers=kept) as there:
            here = web.WebSocketResponse()
            await here.prepare(request)

            async def pass_on(source: Any, to: Any) -> None:
                message: WSMessage
                async for message in source:
                    if message.type is WSMsgType.TEXT:
                        await to.send_str(message.data)
                await to.close()

            await asyncio.gather(pass_on(here, there), pass_on(there, here))
        return here


def _certified(folder: Path) -> ssl.SSLContext:
    """A context with a certificate that nobody has signed."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "stand-in")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    file = folder / "stand-in.pem"
    pem = serialization.Encoding.PEM
    file.write_bytes(
        key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        + made.public_bytes(pem)
    )
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(file)
    return context


@asynccontextmanager
async def browsing(port: int, *more: str) -> AsyncIterator[Browser]:
    """A browser for which Discord's names, and those of ``more``, stand for this server."""
    names = ("discord.com", "*.discordsays.com", *more)
    mapped = ", ".join(f"MAP {name} 127.0.0.1:{port}" for name in names)
    async with launched(NAMES, f"--host-resolver-rules={mapped}") as found:
        yield found


class DiscordClient:
    """Somebody's client, with the activity that it holds."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @property
    def frame(self) -> Frame:
        """The activity."""
        (frame,) = self.page.main_frame.child_frames
        return frame

    async def heard(self, command: str) -> list[Any]:
        """What the activity has asked for with this command."""
        heard = await self.page.evaluate("heard")
        return [args for cmd, args in heard if cmd == command]

    async def tell(self, event: str, **data: Any) -> None:
        """The client tells the activity of something to which it has subscribed."""
        await self.page.wait_for_function("(event) => subscribed.includes(event)", arg=event)
        await self.page.evaluate("([event, data]) => dispatch(event, data)", [event, data])

    async def wrong(self) -> list[str]:
        """What the client has against what the activity has said."""
        found: list[str] = await self.page.evaluate("wrong")
        return found


@asynccontextmanager
async def held(
    browser: Browser,
    world: World,
    user: User,
    channel: Channel,
    *,
    by: str = CLIENT,
    declines: bool = False,
    silent: bool = False,
    viewport: tuple[int, int] = (900, 740),
    instance: Instance | str = "",
    custom: str = "",
    refuses: bool = False,
    language: str = "es-AR",
    dark: bool = False,
) -> AsyncIterator[DiscordClient]:
    """The client of a user who opens the activity in a channel. ``by``: its origin; ``declines``:
    the user does not agree to be known; ``silent``: the client says nothing after the handshake
    until ``ready()``; ``instance``: another one than the channel's; ``custom``: what the link hands
    to the page by which it was opened; ``refuses``: the client is too old to share links."""
    wide, high = viewport
    context = await browser.new_context(
        locale=language,
        viewport={"width": wide, "height": high},
        ignore_https_errors=True,
        color_scheme="dark" if dark else "light",
    )
    page = await context.new_page()
    page.set_default_timeout(PATIENCE)

    def grant(scopes: Iterable[str]) -> str:
        return world.authorize(user, 0, *scopes)

    def whose(token: str) -> dict[str, Any] | None:
        for code in world.codes.values():
            if code.token == token and code.user is user:
                known = ("id", "username", "discriminator", "avatar", "public_flags")
                return {key: world.user_shape(user)[key] for key in known}
        return None

    how = {"declines": declines, "silent": silent, "refuses": refuses}
    await page.expose_function("grant", grant)
    await page.expose_function("whose", whose)
    await page.add_init_script(f"Object.assign(window, {json.dumps(how)})")
    running = instance or world.launch(user, channel)
    told = {
        "application": str(world.application),
        "instance": running if isinstance(running, str) else running.id,
        "channel": str(channel.id),
        "guild": str(channel.guild.id) if channel.guild is not None else "",
        "custom": custom,
    }
    await page.goto(f"{by}/channels#{quote(json.dumps(told))}")
    yield DiscordClient(page)
    await context.close()

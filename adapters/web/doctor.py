"""The part of ``truco doctor`` that looks at windows of chat platforms: whether the platform can
open the page and hold it in a frame, and whether the server takes the platform's signed starts.

The checks send the same requests to the public address as a platform's app, and nothing else.
Without windows in the settings they send nothing."""

import re
import time
from collections.abc import AsyncIterator
from email.utils import parsedate_to_datetime
from typing import Final

import aiohttp
from aiohttp import ClientResponse, ClientSession, ClientTimeout

from adapters.checks import Finding
from adapters.web.discord_starts import CLIENTS
from adapters.web.security import POLICY
from adapters.web.windows import AHEAD_SECONDS, START_SECONDS, TelegramStarts
from adapters.windows import window_path
from bot.host.settings import Settings

_PATIENCE: Final = ClientTimeout(total=10.0)
_OPENS: Final = {
    "Sec-Fetch-Site": "cross-site",
    "Sec-Fetch-Mode": "navigate",
    "Sec-Fetch-Dest": "iframe",
}
"""The headers of a browser that opens a page in a frame of another page."""
_FRAMES: Final = {"telegram": TelegramStarts.frames, "discord": CLIENTS}
"""By platform, the origins whose pages may hold a window."""
_OWN: Final = re.compile(r"https://\d+\.discordsays\.com")
"""The page's own origin in Discord, which may hold it too."""
_WRONG: Final = {
    403: "the server does not know this name: the proxy must hand on the Host of the request, and"
    " TRUCO_PUBLIC_URL must be the address that people type",
    404: "there is no window: the bot that answers was started without the setting, or another"
    " program has this address",
    502: "the proxy does not reach the bot: is it running, and is TRUCO_PLAYGROUND on?",
    503: "the bot is just starting or ending",
}


async def examine(settings: Settings, address: str = "") -> AsyncIterator[Finding]:
    """Yields all findings about windows; none if the settings have no windows. ``address``: the
    address of the page for the checks; empty: its public address."""
    set_up = {"telegram": settings.telegram_app, "discord": settings.discord_client_secret}
    platforms = [platform for platform, setting in set_up.items() if setting is not None]
    if not platforms:
        return
    yield _key(settings)
    address = (address or settings.public_url or "").rstrip("/")
    async with ClientSession(timeout=_PATIENCE) as session:
        async for finding in _pages(session, address, platforms):
            yield finding
        if "telegram" in platforms:  # Discord's starts have no date
            yield await _clock(session, settings.telegram_api_url)


def _key(settings: Settings) -> Finding:
    about = "Window: key of sessions"
    if settings.lacks_key:
        said = "TRUCO_SECRET_KEY is missing: processes of one database need the same key."
        return Finding(about, False, said)
    where = "beside the database" if settings.secret_key is None else "in TRUCO_SECRET_KEY"
    return Finding(about, True, f"{where}.")


async def _pages(
    session: ClientSession, address: str, platforms: list[str]
) -> AsyncIterator[Finding]:
    about = "Window: page"
    try:
        for platform in platforms:
            window = f"{address}{window_path(platform)}"
            async with session.get(window, headers=_OPENS, allow_redirects=False) as answer:
                if answer.status != 200:
                    why = _WRONG.get(
                        answer.status, "a window answers 200; nothing else may stand before it"
                    )
                    yield Finding(about, False, f"{window} answers {answer.status}: {why}.")
                    return
                yield Finding(about, True, f"{window} answers.")
                yield _held(answer, platform)
        async with session.get(f"{address}/") as answer:
            yield _closed(answer)
    except (aiohttp.ClientError, TimeoutError) as error:
        yield Finding(about, False, f"{address} cannot be reached: {_trouble(error)}.")
        return
    yield await _line(session, address)


def _trouble(error: Exception) -> str:
    match error:
        case aiohttp.ClientConnectorCertificateError():
            return (
                "its certificate is not valid for this name; platforms open no page with such a"
                " certificate"
            )
        case aiohttp.ClientConnectorSSLError():
            return "it does not speak TLS there; put a proxy with a certificate before the bot"
        case aiohttp.ClientConnectorDNSError():
            return "its name leads nowhere; set an A or AAAA record to this machine"
        case TimeoutError():
            return "there is no answer; is port 443 open to the outside?"
        case _:
            return f"{type(error).__name__}; is the proxy running?"


def _ancestors(answer: ClientResponse) -> list[list[str]]:
    """The pages that may hold the page beside itself, by each policy of the answer."""
    policies = [part for told in answer.headers.getall(POLICY, []) for part in told.split(",")]
    rules = [rule.split() for told in policies for rule in told.split(";")]
    held = [rule[1:] for rule in rules if rule[:1] == ["frame-ancestors"]]
    return [[page for page in rule if not _OWN.fullmatch(page)] for rule in held]


def _held(answer: ClientResponse, platform: str) -> Finding:
    """Whether the platform may hold the window, as its browser sees the answer."""
    about, wanted = "Window: frame", list(_FRAMES[platform])
    if against := answer.headers.get("X-Frame-Options"):
        said = f"X-Frame-Options: {against} was added on the way: let the proxy set no such header."
        return Finding(about, False, said)
    found = _ancestors(answer)
    if found != [wanted]:
        told = " and ".join(" ".join(pages) for pages in found) or "nothing"
        said = (
            f"frame-ancestors says {told} and not {' '.join(wanted)}: let the proxy set no"
            " Content-Security-Policy."
        )
        return Finding(about, False, said)
    return Finding(about, True, f"{' '.join(wanted)} may hold it, and nobody else.")


def _closed(answer: ClientResponse) -> Finding:
    """Whether every other page is closed to frames."""
    about = "Window: other pages"
    if ["'none'"] in _ancestors(answer):
        return Finding(about, True, "no page may hold them.")
    said = (
        "other sites may hold them in a frame, and lead people to press what they do not see: let"
        " the proxy set no Content-Security-Policy."
    )
    return Finding(about, False, said)


async def _line(session: ClientSession, address: str) -> Finding:
    about = "Window: line"
    try:
        async with session.ws_connect(f"{address}/ws", headers={"Origin": address}):
            return Finding(about, True, "the proxy lets a WebSocket through.")
    except aiohttp.WSServerHandshakeError as error:
        said = f"a WebSocket to {address}/ws gets {error.status}: the proxy must hand on Upgrade."
    except (aiohttp.ClientError, TimeoutError) as error:
        said = f"a WebSocket to {address}/ws fails: {_trouble(error)}."
    return Finding(about, False, said)


async def _clock(session: ClientSession, platform: str) -> Finding:
    """Whether this machine's clock agrees with the platform's, which dates signed starts."""
    about = "Window: clock"
    try:
        async with session.get(platform, allow_redirects=False) as answer:
            told = parsedate_to_datetime(answer.headers["Date"]).timestamp()
    except (aiohttp.ClientError, TimeoutError, KeyError, ValueError):
        return Finding(about, True, f"{platform} does not tell the time.")
    ahead = time.time() - told
    if -AHEAD_SECONDS < ahead < START_SECONDS / 2:
        return Finding(about, True, f"{abs(ahead):.0f} seconds from the platform's.")
    way = "ahead" if ahead > 0 else "behind"
    said = (
        f"it is {abs(ahead):.0f} seconds {way} of the platform's, so windows would be refused: let"
        " the machine set its clock (timedatectl set-ntp true)."
    )
    return Finding(about, False, said)

"""The composition root of ``truco run``: the only module that knows every part.

It takes the port, opens the store, and runs service, playground and chat platforms until somebody
asks the process to stop. If the bot cannot start, it raises :class:`CannotStart` with a sentence
for the person who started it, before it has created any file."""

import asyncio
import signal
from collections.abc import Callable
from contextlib import AsyncExitStack, closing
from typing import TYPE_CHECKING

import structlog

from adapters.health import Health
from adapters.health_files import health_file
from adapters.learnt import unlearnt
from adapters.listener import Listener, TakenPort
from adapters.web import Playground
from adapters.web.discord_starts import DiscordStarts
from adapters.web.push_service import PushKey, PushService
from adapters.web.windows import Starts, TelegramStarts, Windows
from bot.common.collector import pass_over_what_stands
from bot.common.lived_time import Time
from bot.common.threads import switch_often
from bot.environment import Config
from bot.host.log import set_up_logging
from bot.host.secret_key import keys_for
from bot.host.setting_values import (
    OFF,
    read_chain,
    read_day_word,
    read_names,
    read_relays,
    read_users,
)
from bot.host.settings import Settings
from bot.leagues.book import NoLeague
from bot.leagues.hosting import NotNow
from bot.match.vault import Vault
from bot.service import Service
from bot.showing.platform import CannotConnect
from bot.store import Store
from bot.store.errors import StoreError

if TYPE_CHECKING:
    from adapters.beacon.client import HttpBeacon
    from adapters.discord.window import Launcher

_NOBODY = "mailto:nobody@truco.invalid"
"""The contact address for push services of a bot without a public address."""

_log = structlog.get_logger(__name__)


class CannotStart(Exception):
    """The bot cannot start; the text is one sentence that says why."""


def run(settings: Settings, announce: Callable[[str], None]) -> None:
    """Serves until SIGINT or SIGTERM. ``announce`` is called once with the addresses of the tables.
    Raises :class:`CannotStart`."""
    set_up_logging(settings.log_level, settings.log_format)
    switch_often()
    asyncio.run(_serve(settings, announce))


async def _serve(settings: Settings, announce: Callable[[str], None]) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, stop.set)
        except NotImplementedError:  # Windows: Ctrl+C ends the loop by itself
            break
    async with AsyncExitStack() as open_things:
        try:
            # The port comes first: if another program has it, no database has been created yet.
            listener = None
            if settings.playground_is_on:
                listener = Listener(settings.playground_host, settings.playground_port)
                open_things.enter_context(closing(listener))
            metrics, metrics_listener = None, None
            if settings.metrics_port is not None:
                from adapters.metrics import Metrics  # its library is loaded only if needed

                metrics_listener = Listener(
                    settings.metrics_host, settings.metrics_port, "TRUCO_METRICS"
                )
                open_things.enter_context(closing(metrics_listener))
                metrics = Metrics()
            store = await Store.open(settings.database_url)
            open_things.push_async_callback(store.close)
            time = Time()
            service = Service(
                store,
                _config(settings),
                time=time,
                observer=metrics,
                vault=_vault(settings),
                beacon=await _beacon(open_things, settings, time),
            )
            _join_league(service, settings)
            health = Health(health_file(settings.database_url))
            health.watch("database", service.matches.are_safe)
            pass_over_what_stands()
            await open_things.enter_async_context(service.running())
            await _open_platforms(open_things, settings, service, listener, health)
            if metrics is not None and metrics_listener is not None:
                await open_things.enter_async_context(
                    metrics.served(
                        service, metrics_listener, health, read_names(settings.metrics_names or "")
                    )
                )
                _log.info("metrics", address=metrics_listener.address)
            await open_things.enter_async_context(health.kept())
        except (TakenPort, StoreError, CannotConnect) as error:
            raise CannotStart(str(error)) from error
        page = [settings.public_url or listener.address] if listener else []
        places = page + list(settings.platforms)
        announce(" and ".join(places))
        # It takes a tenth of a second; no page waits for it.
        for missing in await asyncio.to_thread(lambda: tuple(unlearnt())):
            _log.warning(missing.event, reason=missing.reason, games=missing.games)
        await stop.wait()
        _log.info("stopping")


async def _open_platforms(
    open_things: AsyncExitStack,
    settings: Settings,
    service: Service,
    listener: Listener | None,
    health: Health,
) -> None:
    """Opens the page if it has a ``listener``, and the platforms that have a token. The library of
    a platform is loaded only if needed."""
    window = _discord_window(settings, service)
    windows = _windows(settings, window)
    if listener is not None:
        playground = Playground(
            service,
            listener,
            locale=settings.default_locale.value,
            public=settings.public_url or "",
            is_ready=health.is_ready,
            windows=windows,
            push=_push(settings),
        )
        await open_things.enter_async_context(playground.running())
    if settings.discord_token is not None:
        from adapters.discord import DiscordAdapter, discord_account

        account = discord_account(settings, settings.discord_token)
        guilds = DiscordAdapter(service, account, window=window)
        await open_things.enter_async_context(guilds.running())
        health.watch("discord", guilds.well)
        if windows is not None and window is not None:
            windows.sharing["discord"] = window.share
            windows.links["discord"] = window.link
    if settings.telegram_token is not None:
        from adapters.telegram import Telegram, telegram_account

        chats = Telegram(service, telegram_account(settings, settings.telegram_token))
        await open_things.enter_async_context(chats.running())
        health.watch("telegram", chats.well)
        if windows is not None:
            windows.sharing["telegram"] = chats.share
            windows.links["telegram"] = chats.window_link


async def _beacon(
    open_things: AsyncExitStack, settings: Settings, time: Time
) -> "HttpBeacon | None":
    """The beacon of the settings, open; ``None``: the settings use no beacon."""
    relays = read_relays(settings.beacon)
    if not relays:
        if settings.shared_day.get_secret_value() != OFF:
            _log.warning("day.own", reason="TRUCO_BEACON is off")
        return None
    from adapters.beacon.client import HttpBeacon, own_process

    beacon = HttpBeacon(read_chain(settings.beacon_chain), relays, time, own_process)
    await open_things.enter_async_context(beacon.running())
    return beacon


def _vault(settings: Settings) -> Vault:
    return Vault(*_keys(settings), day_word=read_day_word(settings.shared_day.get_secret_value()))


def _discord_window(settings: Settings, service: Service) -> "Launcher | None":
    """Opens the page in windows of Discord; ``None``: the settings want none."""
    if settings.discord_client_secret is None or settings.discord_token is None:
        return None
    from adapters.discord.window import Launcher

    return Launcher(service)


def _windows(settings: Settings, window: "Launcher | None") -> Windows | None:
    """Lets the page into the windows of the platforms that the settings name; ``None``: none."""
    starts: dict[str, Starts] = {}
    secrets = [_keys(settings)[0]]
    if settings.telegram_app is not None and settings.telegram_token is not None:
        token = settings.telegram_token.get_secret_value()
        starts["telegram"] = TelegramStarts(token)
        secrets.append(token.encode())
    secret = settings.discord_client_secret
    if window is not None and secret is not None and settings.discord_token is not None:
        starts["discord"] = DiscordStarts(
            settings.discord_token.get_secret_value(),
            secret.get_secret_value(),
            settings.discord_api_url,
            page=settings.public_url or "",
            application=lambda: window.application,
            wanted=window.wanted,
        )
        secrets.append(secret.get_secret_value().encode())
    # A new token ends all sessions: it may have been set because the old one became known.
    return Windows(b"".join(secrets), starts) if starts else None


def _push(settings: Settings) -> PushService:
    """Writes to push services, which get the bot's public address, if any, as a contact."""
    public = settings.public_url or ""
    contact = public if public.startswith("https:") else _NOBODY
    return PushService(PushKey(_keys(settings)[0]), contact)


def _keys(settings: Settings) -> tuple[bytes, ...]:
    key = settings.secret_key
    setting = None if key is None else key.get_secret_value()
    return keys_for(settings.database_url, setting)


def _join_league(service: Service, settings: Settings) -> None:
    """Lets the bot play in the league whose folder the settings name, if they name one."""
    if settings.league_folder is None:
        return
    from adapters.league_folder import LeagueFolder, read_key  # few hosts need it

    try:
        house = LeagueFolder(settings.league_folder, read_key(settings.league_key))
        house.desk().book()
    except (NotNow, NoLeague) as error:
        raise CannotStart(f"TRUCO_LEAGUE_FOLDER: {error}") from None
    except OSError as error:
        raise CannotStart(f"{error.filename}: {error.strerror}") from None
    service.league.join(house)


def _config(settings: Settings) -> Config:
    return Config(
        page=(settings.public_url or "").rstrip("/"),
        day_folder=settings.day_folder or "",
        turn_seconds=settings.turn_seconds,
        bet_seconds=settings.bet_seconds or None,
        bank=float(settings.bank_seconds),
        robot_delay=settings.robot_delay,
        default_locale=settings.default_locale.value,
        tables=settings.person_tables,
        lobbies=settings.person_lobbies,
        calls=settings.person_calls,
        community_tables=settings.community_tables,
        phrase_pause=settings.phrase_seconds,
        barred=read_users(settings.barred or ""),
        keep_records=settings.keep_days * 86_400.0 or None,
    )

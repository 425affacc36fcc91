"""The playground's server: one page, its files, one WebSocket per tab, and ``/health``."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Final

import structlog
from aiohttp import WSCloseCode, WSMsgType, hdrs, web
from msgspec.structs import replace

from adapters.door import Door
from adapters.listener import Listener
from adapters.probes import probes
from adapters.web import limits
from adapters.web.addresses import page_address
from adapters.web.chat import Chat
from adapters.web.files import html, todays_files
from adapters.web.films import FILM_PATH, FilmPages
from adapters.web.installed import OFFLINE_PATH, WORKER_PATH, offline_page, uninstalled
from adapters.web.platform import WebPlatform
from adapters.web.protocol import Closed, Hello, NotUnderstood, Renewed, Reply, Welcome, read, write
from adapters.web.push_service import PushService
from adapters.web.pushes import Pushes
from adapters.web.requests import Requests
from adapters.web.robots import RobotLines
from adapters.web.security import NO_CACHE, Guard, guarded
from adapters.web.study import STUDY_PATH, StudyPages
from adapters.web.table_list import TableList
from adapters.web.tabs import BadTabKey, Tab, Tabs, user_of
from adapters.web.windows import BadStart, Opened, Windows, page_of
from adapters.web.words import language_for, name_of, preferred, say, some_name
from adapters.windows import PROXIED, window_path
from bot.common.tasks import end
from bot.community.foreign_robots import ROBOT_PATH
from bot.messages import PlaceId
from bot.service import Service
from bot.words import words_for

_HEALTH_SECONDS: Final = 3.0
_STATIC: Final = "static/{version:[0-9a-f]{16}}/{name:.+}"
_PROXIED_ROOT: Final = {"index.html": PROXIED, "film.html": "../", "study.html": "./"}
"""By page, the path of this server's ``/`` if a platform's proxy serves the page."""

Greeted = tuple[Tab, Hello, Welcome]
"""A tab that was let in, its hello, and the server's welcome."""

_log = structlog.get_logger(__name__)


class Playground:
    """The adapter. ``async with playground.running():`` serves it for as long as that lasts."""

    def __init__(
        self,
        service: Service,
        listener: Listener,
        *,
        locale: str,
        public: str = "",
        is_ready: Callable[[], bool] = lambda: True,
        windows: Windows | None,
        push: PushService | None = None,
    ) -> None:
        """``public``: the address under which a proxy serves the page; empty: there is none.
        ``is_ready``: whether everything that this process is connected to is well. ``windows``:
        lets the page into windows of chat platforms; ``None``: it stands in browsers alone.
        ``push``: writes to browsers whose page is closed; ``None``: nobody is called there."""
        self._service = service
        self.windows: Final = windows or Windows(b"", {})
        self._locale = locale
        self._is_ready = is_ready
        address = page_address(listener, public)
        self._guard = Guard(
            listener.host,
            listener.port,
            public,
            names=[address.host] if address.host else [],
            proxied=self.windows.proxied,
        )
        self._home = address.base
        self.door: Final = Door(listener.sockets)
        self.tabs: Final = Tabs()
        self._table_list = TableList(service, self.tabs)
        chat = Chat(service, self.tabs)
        self.pushes: Final = None if push is None else Pushes(service, self.tabs, push)
        self._push_key = "" if push is None else push.public
        self._requests = Requests(
            service, self._table_list, chat, address, self.windows, self.pushes
        )
        self.sockets: Final[set[web.WebSocketResponse]] = set()
        self._robots = RobotLines(service, self.door)
        service.foreign_robots.local_page = address.base
        self._files = todays_files()
        self._films = FilmPages(
            service, partial(self._page, "film.html"), address.base, locale, self.windows
        )
        self._study = StudyPages(partial(self._page, "study.html"), locale)
        service.add_platform(WebPlatform(service, self.tabs, self._requests.follow_on, self.pushes))

    def application(self) -> web.Application:
        """The application without its listener."""
        app = guarded(self._guard, has_pages=True)
        app.router.add_get("/", self._index)
        app.router.add_get("/mesa/{code}", self._index)
        app.router.add_get("/verificar", self._verifier)
        app.router.add_get(WORKER_PATH, self._worker)
        app.router.add_get(OFFLINE_PATH, self._offline)
        for platform in self.windows.platforms:
            self._add_window(app.router, platform)
        self._films.add_to(app.router)
        self._study.add_to(app.router)
        app.router.add_get("/ws", self._socket)
        app.router.add_get(ROBOT_PATH, self._robots.answer)
        app.router.add_get("/health", self._health)
        app.add_routes(probes(self._is_ready))
        app.router.add_get(f"/{_STATIC}", self._files.answer)
        app.cleanup_ctx.append(self._lists)
        app.on_shutdown.append(self._hang_up)
        return app

    def _add_window(self, router: web.UrlDispatcher, platform: str) -> None:
        """The page of a platform's windows and, if a proxy of the platform serves it, all that it
        asks for: the proxy knows only what stands below the page's own address."""
        path, window = window_path(platform), partial(self._window, platform)
        router.add_get(path, partial(window, "index.html"))
        proxied = self.windows.of(platform).is_proxied
        bases = (path, f"{path}/{PROXIED}".rstrip("/")) if proxied else (path,)
        for base in bases:
            router.add_get(f"{base}{FILM_PATH}", partial(window, "film.html"))
            router.add_get(f"{base}{STUDY_PATH}", partial(window, "study.html"))
        if not proxied:
            return
        router.add_get(f"{path}/", partial(window, "index.html"))
        for base in bases:
            router.add_get(f"{base}/ws", self._socket)
            router.add_get(f"{base}/{_STATIC}", self._files.answer)
            self._films.add_files_to(router, base)
            self._study.add_files_to(router, base)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Answers everybody who comes to the listener, for as long as the context lasts."""
        async with self.door.open(self.application()):
            yield

    # --- files ---------------------------------------------------------------------------------

    async def _index(self, request: web.Request) -> web.Response:
        return html(self._page("index.html", request), self._files.policy("index.html"))

    async def _window(self, platform: str, name: str, request: web.Request) -> web.Response:
        """A page as a window of a chat platform shows it."""
        starts = self.windows.of(platform)
        if not starts.frames:
            raise web.HTTPServiceUnavailable  # the platform has not told the application's id yet
        root = _PROXIED_ROOT[name] if starts.is_proxied else "/"
        told = {
            "window": platform,
            "client": " ".join(starts.frames),
            "application": starts.client_id,
            "home": self._home if starts.is_proxied else "",
        }
        held = "".join(f'data-{key}="{value}" ' for key, value in told.items() if value)
        page = uninstalled(self._page(name, request, root)).replace("<html ", f"<html {held}")
        return html(page, self._files.policy(name, starts.frames, root))

    async def _verifier(self, request: web.Request) -> web.Response:
        """The page that checks a record; the record itself never comes here."""
        return html(self._page("verify.html", request))

    async def _worker(self, _request: web.Request) -> web.Response:
        """The script that works for the page while the page is closed."""
        answer = web.Response(body=self._files.worker, content_type="text/javascript")
        answer.headers[hdrs.CACHE_CONTROL] = NO_CACHE
        return answer

    async def _offline(self, request: web.Request) -> web.Response:
        """The page that a browser keeps for times without a network."""
        wanted = language_for(request.query.get("idioma", ""), self._preferred(request))
        return html(offline_page(wanted))

    def _page(self, name: str, request: web.Request, root: str = "/") -> str:
        return self._files.page(name, self._preferred(request), root)

    def _preferred(self, request: web.Request) -> str:
        return preferred(request.headers.get(hdrs.ACCEPT_LANGUAGE, ""), self._locale)

    async def _health(self, _request: web.Request) -> web.Response:
        """Tells whether matches can be read and written; a page needs nothing else."""
        try:
            async with asyncio.timeout(_HEALTH_SECONDS):
                await self._service.matches.are_safe()
        except Exception:
            _log.exception("playground.health")
            return web.json_response({"status": "failing"}, status=503)
        return web.json_response({"status": "ok"})

    # --- tabs ----------------------------------------------------------------------------------

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        if "Origin" not in request.headers:
            raise web.HTTPForbidden
        if not self.door.takes_lines:
            raise web.HTTPServiceUnavailable
        socket = web.WebSocketResponse(
            max_msg_size=limits.MESSAGE_BYTES, heartbeat=limits.HEARTBEAT_SECONDS, compress=False
        )
        await socket.prepare(request)
        self.sockets.add(socket)
        try:
            hello = await self._greet(socket, request)
            if hello is not None and self.door.takes_lines:
                with self.door.line(request):
                    await self._serve(socket, hello)
        finally:
            self.sockets.discard(socket)
            await socket.close(code=WSCloseCode.TRY_AGAIN_LATER)
        return socket

    async def _greet(self, socket: web.WebSocketResponse, request: web.Request) -> Greeted | None:
        """Waits for the tab's hello; closes the connection if none comes."""
        source = self._guard.source(request)
        with suppress(TimeoutError, NotUnderstood, BadTabKey):
            first = await socket.receive(timeout=limits.HELLO_SECONDS)
            if first.type is WSMsgType.TEXT:
                hello = read(first.data)
                if isinstance(hello, Hello):
                    if hello.window or self.windows.proxied(request.path):
                        return await self._greet_window(socket, hello)
                    locale = language_for(hello.locale, self._locale)
                    name = name_of(hello.name) or some_name(locale)
                    tab = Tab(user_of(hello.key), name, locale, source)
                    return tab, hello, Welcome(name, push=self._push_key)
        await socket.close(code=WSCloseCode.POLICY_VIOLATION)
        return None

    async def _greet_window(self, socket: web.WebSocketResponse, hello: Hello) -> Greeted | None:
        """Lets in a person who is proved by the platform or by a session of ours. Anybody else gets
        a sentence. Raises :class:`adapters.web.tabs.BadTabKey`."""
        user_of(hello.key)
        windows, platform = self.windows, hello.window
        try:
            opened = await windows.opened(platform, hello.start, hello.session, hello.key)
            await self._take(opened, hello.key)
        except BadStart:
            await _turn_away(socket, language_for(hello.locale, self._locale))
            return None
        person = await self._service.users.person_of(opened.user)
        known = await self._service.languages.of(person)
        locale = known or language_for(opened.locale or hello.locale, self._locale)
        tab = Tab(
            opened.user,
            opened.name or some_name(locale),
            locale,
            opened.user,  # all windows behind a proxy of the platform would have one address
            windows.home(platform, opened.user),
        )
        place = opened.place or await self._place_of(opened.target or hello.match)
        opened = replace(opened, place=place)
        await self._table_list.open_hall(tab, place)
        session = windows.session(platform, opened, hello.key)
        match = hello.match or opened.target
        return tab, replace(hello, match=match), Welcome(tab.name, session, opened.token)

    async def _place_of(self, target: str) -> PlaceId:
        """The place of the table for which a window was opened; empty: it was opened for none."""
        info = await self._service.matches.info(target) if target else None
        return "" if info is None else info.place

    async def _take(self, opened: Opened, key: str) -> None:
        """Takes the start with which a window was opened, if it was opened with a start. A page
        that is loaded anew may use its start again. Raises :class:`adapters.web.windows.BadStart`:
        another page has taken it."""
        taken = self._service.taken_starts
        if opened.mark and not await taken.take(opened.user, opened.mark, page_of(key)):
            raise BadStart

    async def _keep_session(
        self, socket: web.WebSocketResponse, tab: Tab, greeted: Greeted
    ) -> None:
        """Renews the session of a window for as long as it may be; then the connection ends."""
        _, hello, welcome = greeted
        async for session in self.windows.renewals(welcome.session, hello.key):
            tab.say(Renewed(session))
        await _turn_away(socket, tab.locale)

    async def _serve(self, socket: web.WebSocketResponse, greeted: Greeted) -> None:
        tab, hello, welcome = greeted
        self.tabs.add(tab)
        tasks = [asyncio.create_task(_write(socket, tab))]
        if tab.in_window:
            tasks.append(asyncio.create_task(self._keep_session(socket, tab, greeted)))
        try:
            tab.say(welcome)
            await self._careful(tab, self._requests.arrive(tab, hello))
            async for message in socket:
                if message.type is not WSMsgType.TEXT:
                    break
                await self._heard(tab, message.data)
        finally:
            self.tabs.remove(tab)
            await end(*tasks)
            await self._careful(tab, self._requests.depart(tab))
            if not tab.in_window:
                await self._careful(tab, self._closed(tab))

    async def _closed(self, tab: Tab) -> None:
        """Handles a closed tab. A person without an open page no longer waits in the queue."""
        windows = self._service.windows
        windows.page_is(tab.page, "", tab.person)
        if not any(self.tabs.of(tab.user)) and not windows.has_page(tab.person):
            await self._service.quick.leave(tab.person)

    async def _heard(self, tab: Tab, data: str) -> None:
        # A tab that asks for too much waits in its own queue, and loses nothing.
        await asyncio.sleep(tab.patience())
        try:
            message = read(data)
        except NotUnderstood:
            tab.say(Reply("", "no", say(tab.locale, "web.unclear")))
            return
        await self._careful(tab, self._requests.receive(tab, message), getattr(message, "id", ""))

    async def _careful(self, tab: Tab, work: Awaitable[None], id: str = "") -> None:
        """Logs a mistake of ours and tells it in a sentence; the connection stays open."""
        try:
            await work
        except Exception:
            _log.exception("playground.failed")
            tab.say(Reply(id, "no", say(tab.locale, "web.broken")))

    async def _lists(self, _app: web.Application) -> AsyncIterator[None]:
        tasks = [asyncio.create_task(self._table_list.keep_fresh())]
        if self.pushes is not None:
            tasks.append(asyncio.create_task(self.pushes.run()))
        yield
        await end(*tasks)
        await self._requests.following.stop()

    async def _hang_up(self, _app: web.Application) -> None:
        await self._robots.hang_up()
        for socket in tuple(self.sockets):
            await socket.close(code=WSCloseCode.GOING_AWAY)


async def _turn_away(socket: web.WebSocketResponse, locale: str) -> None:
    """Tells a window that it has to be opened again from the chat, and ends its connection."""
    with suppress(ConnectionError, RuntimeError):
        await socket.send_str(write(Closed(words_for(locale).text("window.closed"))))
    await socket.close(code=WSCloseCode.POLICY_VIOLATION)


async def _write(socket: web.WebSocketResponse, tab: Tab) -> None:
    """Sends the tab's waiting messages, in order, until its connection breaks."""
    with suppress(ConnectionError, RuntimeError):
        while not tab.outbox.overflowed:
            await socket.send_str(await tab.outbox.take())
    await socket.close(code=WSCloseCode.TRY_AGAIN_LATER)

"""What the server does for each connection, branch by branch. The line of a page, the service and
the requests are made up here."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import closing
from types import SimpleNamespace
from typing import Any, cast

import pytest
from aiohttp import WSCloseCode, WSMessage, WSMsgType, web
from aiohttp.test_utils import make_mocked_request
from msgspec.structs import replace

from adapters.listener import Listener
from adapters.web import Playground, limits, server
from adapters.web.protocol import Hello, Reply, Welcome
from adapters.web.security import POLICY
from adapters.web.study import STUDY_PATH
from adapters.web.tabs import Tab, user_of
from adapters.web.windows import Opened, page_of
from adapters.windows import PROXIED, window_path
from bot.common.tasks import Background
from bot.environment import Config
from bot.service import Service
from bot.store import Store
from bot.words import words_for
from tests.adapters.made_up import MadeUp
from tests.adapters.web.made_up import CHAT, USER, Heard
from tests.bot.scenes import MATCH

KEY = "k" * 22
GOOD = {"t": "hello", "key": KEY, "name": "Eva", "locale": "pt-BR"}
AWAY = ("close", WSCloseCode.POLICY_VIOLATION)
LATER = ("close", WSCloseCode.TRY_AGAIN_LATER)


def text(message: object) -> WSMessage:
    data = message if isinstance(message, str) else json.dumps(message)
    return WSMessage(WSMsgType.TEXT, data, None)


class Line(MadeUp):
    """A connection: what it hears, and what becomes of it."""

    def __init__(self, *heard: WSMessage) -> None:
        super().__init__()
        self.heard = [*heard]
        self.send_str = self.does("send")

    async def close(self, code: WSCloseCode) -> None:
        self.note("close", code)

    async def receive(self, **patience: float) -> WSMessage:
        assert patience == {"timeout": limits.HELLO_SECONDS}
        if not self.heard:
            raise TimeoutError
        return self.heard.pop(0)

    def __aiter__(self) -> "Line":
        return self

    async def __anext__(self) -> WSMessage:
        if not self.heard:
            raise StopAsyncIteration
        return self.heard.pop(0)


class Server(MadeUp):
    """A server that nobody has started."""

    def __init__(self, listener: Listener, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__()
        self.playground = Playground(
            Service(Store.in_memory(), Config()), listener, locale="es", windows=None
        )
        self.has_page = False
        self.kept: list[Tab] = []
        """The windows whose sessions are renewed."""
        self.following = Background(lambda _: None)
        parts: dict[str, Any] = {
            "_requests": SimpleNamespace(
                arrive=self._arrive,
                receive=self.does("receive"),
                depart=self.does("depart"),
                following=self.following,
            ),
            "_service": SimpleNamespace(
                windows=SimpleNamespace(
                    page_is=lambda *what: self.note("page is", *what),
                    has_page=lambda _: self.has_page,
                ),
                quick=SimpleNamespace(leave=self.does("leave")),
                matches=SimpleNamespace(are_safe=self.does("are safe")),
            ),
            "_push_key": "push",
            "_keep_session": self._keep,
        }
        for name, part in parts.items():
            monkeypatch.setattr(self.playground, name, part)

    async def _arrive(self, tab: Tab, hello: Hello) -> None:
        assert self.playground.tabs.find(tab.id) is tab
        self.note("arrive")

    async def _keep(self, line: Line, tab: Tab, greeted: server.Greeted) -> None:
        self.kept.append(tab)

    async def greet(self, line: Line) -> server.Greeted | None:
        request = make_mocked_request("GET", "/ws")
        return await self.playground._greet(cast(Any, line), request)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    with closing(Listener("127.0.0.1", 0)) as listener:
        yield Server(listener, monkeypatch)


# --- the hello -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "first",
    [
        (),
        (WSMessage(WSMsgType.BINARY, b"x", None),),
        (text("nonsense"),),
        (text({"t": "watch", "match": ""}),),
        (text({**GOOD, "key": "short"}),),
        (text({**GOOD, "who": "me"}),),
    ],
)
async def test_who_says_no_hello_is_not_let_in(made: Server, first: tuple[WSMessage]) -> None:
    line = Line(*first)
    assert await made.greet(line) is None
    assert line.did == [AWAY]


async def test_a_window_of_no_platform_is_told_so(made: Server) -> None:
    line = Line(text({**GOOD, "window": "telegram"}))
    assert await made.greet(line) is None
    (name, sent), away = line.did
    assert (name, away) == ("send", AWAY)
    assert json.loads(sent) == {"t": "closed", "text": words_for("pt_BR").text("window.closed")}
    line.did.clear()
    line.trouble["send"] = ConnectionError()
    await server._turn_away(cast(Any, line), "es")
    assert line.did[-1] == AWAY


@pytest.mark.parametrize(
    ("said", "name", "locale"),
    [({}, "Eva", "pt_BR"), ({"locale": ""}, "Eva", "es"), ({"name": " "}, "", "pt_BR")],
)
async def test_who_says_hello_is_let_in(
    made: Server, said: dict[str, str], name: str, locale: str
) -> None:
    line = Line(text({**GOOD, **said}))
    greeted = await made.greet(line)
    assert greeted is not None
    tab, hello, welcome = greeted
    assert (tab.user, tab.chosen, tab.window) == (user_of(KEY), locale, None)
    assert tab.name == (name or tab.name) != ""
    assert welcome == Welcome(tab.name, push="push")
    assert hello.key == KEY
    assert line.did == []


class Framed(Server):
    """A server that lets windows of Telegram in."""

    def __init__(self, listener: Listener, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__(listener, monkeypatch)
        self.opened = Opened(USER, "Ana", "es", target=MATCH, place=CHAT.place, token="token")
        self.known = ""
        self.is_taken = True
        windows = SimpleNamespace(
            opened=self._opened,
            home=lambda platform, user: CHAT,
            session=lambda platform, opened, key: f"{platform} {opened.place}",
            proxied=lambda path: "",
        )
        monkeypatch.setattr(self.playground, "windows", windows)
        monkeypatch.setattr(
            self.playground, "_table_list", SimpleNamespace(open_hall=self.does("hall"))
        )
        place = SimpleNamespace(place="telegram:-1/0")
        vars(self.playground._service).update(
            users=SimpleNamespace(person_of=self.gives(lambda: "ana")),
            languages=SimpleNamespace(of=self.gives(lambda: self.known)),
            taken_starts=SimpleNamespace(take=self._take),
        )
        vars(self.playground._service.matches).update(info=self._info)
        self.infos: dict[str, Any] = {MATCH: place}

    async def _opened(self, platform: str, start: str, session: str, key: str) -> Opened:
        assert (platform, start, session, key) == ("telegram", "start", "session", KEY)
        return self.opened

    async def _take(self, user: str, mark: str, page: str) -> bool:
        self.note("take", user, mark, page)
        return self.is_taken

    async def _info(self, match: str) -> Any:
        return self.infos.get(match)

    async def greeted(self, **said: str) -> tuple[Line, server.Greeted | None]:
        start = {"window": "telegram", "start": "start", "session": "session"}
        line = Line(text({**GOOD, **start, **said}))
        return line, await self.greet(line)


@pytest.fixture
def framed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Framed]:
    with closing(Listener("127.0.0.1", 0)) as listener:
        yield Framed(listener, monkeypatch)


@pytest.mark.parametrize(
    ("opened", "said", "known", "locale", "place", "match"),
    [
        ({}, {}, "", "es", CHAT.place, MATCH),
        ({}, {"match": "zzzz2345"}, "en", "en", CHAT.place, "zzzz2345"),
        ({"locale": ""}, {}, "", "pt_BR", CHAT.place, MATCH),
        ({"place": ""}, {}, "", "es", "telegram:-1/0", MATCH),
        ({"place": "", "target": "zzzz2345"}, {"match": MATCH}, "", "es", "", MATCH),
        ({"place": "", "target": ""}, {"match": MATCH}, "", "es", "telegram:-1/0", MATCH),
        ({"place": "", "target": ""}, {}, "", "es", "", ""),
    ],
)
async def test_a_window_is_let_in_where_it_was_opened(
    framed: Framed,
    opened: dict[str, str],
    said: dict[str, str],
    known: str,
    locale: str,
    place: str,
    match: str,
) -> None:
    framed.opened, framed.known = replace(framed.opened, **opened), known
    line, greeted = await framed.greeted(**said)
    assert greeted is not None
    tab, hello, welcome = greeted
    assert (tab.user, tab.name, tab.chosen, tab.source) == (USER, "Ana", locale, USER)
    assert (tab.window, hello.match) == (CHAT, match)
    assert welcome == Welcome("Ana", f"telegram {place}", "token")
    assert framed.did == [("hall", tab, place)], "a start without a mark is a session"
    assert line.did == []


@pytest.mark.parametrize("taken", [True, False])
async def test_a_start_is_taken_by_one_page(framed: Framed, taken: bool) -> None:
    framed.opened, framed.is_taken = replace(framed.opened, name="", mark="mark"), taken
    line, greeted = await framed.greeted()
    assert framed.did[0] == ("take", USER, "mark", page_of(KEY))
    assert (greeted is not None) is taken
    if greeted is None:
        assert line.did[-1] == AWAY
    else:
        assert greeted[0].name


async def test_a_window_has_a_key_too(framed: Framed) -> None:
    line, greeted = await framed.greeted(key="short")
    assert (greeted, line.did) == (None, [AWAY])


# --- a tab's life --------------------------------------------------------------------------------


def named(made: MadeUp) -> list[str]:
    return [name for name, *_ in made.did]


async def served(made: Server, tab: Heard, *heard: WSMessage) -> Line:
    line = Line(*heard)
    await made.playground._serve(cast(Any, line), (tab, Hello(KEY), Welcome("Ana")))
    assert len(made.playground.tabs) == 0
    return line


async def test_a_tab_is_served_until_its_line_ends(made: Server) -> None:
    tab = Heard()
    seen = text({"t": "sight", "seen": True})
    await served(made, tab, seen, WSMessage(WSMsgType.BINARY, b"x", None), seen)
    assert named(made) == ["arrive", "receive", "depart", "page is", "leave"]
    assert made.did[-2:] == [("page is", tab.page, "", "ana"), ("leave", "ana")]
    assert tab.told[0][:2] == ("Welcome", "Ana")
    assert made.kept == []
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_a_window_that_is_closed_keeps_its_place_in_the_queue(made: Server) -> None:
    tab = Heard(CHAT)
    line = await served(made, tab, text({"t": "sight", "seen": True}))
    assert line.did == []
    assert named(made) == ["arrive", "receive", "depart"]
    assert made.kept == [tab]


@pytest.mark.errors("playground.failed")
@pytest.mark.parametrize("part", ["arrive", "receive", "depart", "leave"])
async def test_a_mistake_ends_nothing_else(made: Server, part: str) -> None:
    made.trouble[part] = RuntimeError("secret")
    tab = Heard()
    await served(made, tab, text({"t": "line", "id": "n1", "text": "x"}))
    assert named(made) == ["arrive", "receive", "depart", "page is", "leave"]
    id = "n1" if part == "receive" else ""
    broken = [told for told in tab.told if told[0] == "Reply"]
    assert [told[1:3] for told in broken] == [(id, "no")]
    assert "secret" not in str(broken)


@pytest.mark.parametrize(
    ("other", "has_page", "leaves"),
    [("", False, True), ("web:other", False, True), (USER, False, False), ("", True, False)],
)
async def test_who_has_closed_their_last_page_does_not_wait_in_the_queue(
    made: Server, other: str, has_page: bool, leaves: bool
) -> None:
    if other:
        made.playground.tabs.add(Tab(other, "Eva", "es"))
    made.has_page = has_page
    await made.playground._closed(Heard())
    assert ("leave" in named(made)) is leaves


async def test_what_is_not_understood_is_told(made: Server) -> None:
    tab = Heard()
    await made.playground._heard(tab, "nonsense")
    ((kind, id, tone, _),) = tab.told
    assert (kind, id, tone) == ("Reply", "", "no")
    assert made.did == []


@pytest.mark.parametrize("breaks", [True, False])
async def test_a_line_that_breaks_or_is_not_read_is_closed(breaks: bool) -> None:
    tab, line = Tab(USER, "Ana", "es"), Line()
    waiting = 2 if breaks else limits.WAITING + 1
    for number in range(waiting):
        tab.say(Reply(str(number)))
    if breaks:
        line.trouble["send"] = ConnectionError()
    await server._write(cast(Any, line), tab)
    assert named(line) == ["send", "close"] if breaks else ["close"]
    assert line.did[-1] == LATER


async def test_what_waits_is_written_in_its_order(made: Server) -> None:
    tab, line = Tab(USER, "Ana", "es"), Line()
    tab.say(Reply("1"))
    tab.say(Reply("2"))
    writes = asyncio.create_task(server._write(cast(Any, line), tab))
    await asyncio.sleep(0)
    assert [json.loads(sent)["id"] for _, sent in line.did] == ["1", "2"]
    writes.cancel()


# --- the whole server ----------------------------------------------------------------------------


@pytest.mark.parametrize("has_pushes", [True, False])
async def test_lists_and_calls_are_kept_up_while_it_runs(
    made: Server, monkeypatch: pytest.MonkeyPatch, has_pushes: bool
) -> None:
    """What they do, and what is about to be followed, ends with it."""
    running: set[str] = set()

    def runs(name: str) -> Any:
        async def run() -> None:
            running.add(name)
            try:
                await asyncio.Event().wait()
            finally:
                running.remove(name)

        return run

    monkeypatch.setattr(made.playground, "_table_list", SimpleNamespace(keep_fresh=runs("list")))
    pushes = SimpleNamespace(run=runs("pushes")) if has_pushes else None
    monkeypatch.setattr(made.playground, "pushes", pushes)
    lasts = made.playground._lists(web.Application())
    await anext(lasts)
    made.following.start(runs("following")())
    await asyncio.sleep(0)
    assert running == {"list", "following", *["pushes"] * has_pushes}
    assert [step async for step in lasts] == []
    assert running == set()


@pytest.mark.errors("playground.health")
@pytest.mark.parametrize(("trouble", "status"), [(None, 200), (RuntimeError(), 503)])
async def test_health_is_that_of_the_store(
    made: Server, trouble: Exception | None, status: int
) -> None:
    if trouble is not None:
        made.trouble["are safe"] = trouble
    answer = await made.playground._health(make_mocked_request("GET", "/health"))
    assert answer.status == status
    assert json.loads(answer.text or "") == {"status": "ok" if status == 200 else "failing"}
    assert named(made) == ["are safe"]


@pytest.mark.parametrize(
    ("headers", "takes", "error"),
    [({}, True, web.HTTPForbidden), ({"Origin": "http://x"}, False, web.HTTPServiceUnavailable)],
)
async def test_a_line_without_origin_or_room_is_refused(
    made: Server,
    monkeypatch: pytest.MonkeyPatch,
    headers: dict[str, str],
    takes: bool,
    error: type[Exception],
) -> None:
    monkeypatch.setattr(made.playground, "door", SimpleNamespace(takes_lines=takes))
    with pytest.raises(error):
        await made.playground._socket(make_mocked_request("GET", "/ws", headers=headers))
    assert not made.playground.sockets


async def test_everybody_is_told_that_it_ends(
    made: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        made.playground, "_robots", SimpleNamespace(hang_up=made.does("robots hang up"))
    )
    line = Line()
    made.playground.sockets.add(cast(Any, line))
    await made.playground._hang_up(web.Application())
    assert made.did == [("robots hang up",)]
    assert line.did == [("close", WSCloseCode.GOING_AWAY)]


FILES = (
    "partida",
    "partida/{code}/pelicula.json",
    "partida/{code}/analisis.json",
    "partida/{code}/mano.gif",
    "partida/{code}/partida.truco",
    "partida/{code}/vista.png",
)


@pytest.mark.parametrize(
    ("name", "is_proxied", "root"),
    [
        ("index.html", False, "/"),
        ("index.html", True, PROXIED),
        ("film.html", True, "../"),
        ("study.html", True, "./"),
    ],
)
async def test_a_window_s_page_knows_its_platform(
    made: Server, monkeypatch: pytest.MonkeyPatch, name: str, is_proxied: bool, root: str
) -> None:
    """Behind a proxy also the page's own address, which people are told."""
    frames = ["https://a.example", "https://b.example"]
    starts = SimpleNamespace(is_proxied=is_proxied, frames=frames, client_id="7")
    monkeypatch.setattr(made.playground, "windows", SimpleNamespace(of=lambda _: starts))
    page = '<html lang="es">{} {}'.format
    monkeypatch.setattr(made.playground, "_page", lambda name, _, root: page(name, root))
    request = make_mocked_request("GET", "/")
    answer = await made.playground._window("discord", name, request)
    client = 'data-client="https://a.example https://b.example" data-application="7"'
    home = f'data-home="{made.playground._home}" ' if is_proxied else ""
    assert answer.text == f'<html data-window="discord" {client} {home}lang="es">{name} {root}'
    assert f"frame-ancestors {' '.join(frames)}" in answer.headers[POLICY]
    frames.clear()
    with pytest.raises(web.HTTPServiceUnavailable):
        await made.playground._window("discord", name, request)


@pytest.mark.parametrize("is_proxied", [True, False])
async def test_a_window_s_proxy_serves_all_that_its_page_asks_for(
    made: Server, monkeypatch: pytest.MonkeyPatch, is_proxied: bool
) -> None:
    """Behind no proxy the page asks below ``/``."""
    windows = SimpleNamespace(of=lambda _: SimpleNamespace(is_proxied=is_proxied))
    monkeypatch.setattr(made.playground, "windows", windows)
    app = web.Application()
    made.playground._add_window(app.router, "discord")
    found = sorted(resource.canonical for resource in app.router.resources())
    path = window_path("discord")
    pages = ["partida/{code}", STUDY_PATH.strip("/")]
    if is_proxied:
        assert len(found) == len(set(found))
        for base in (path, f"{path}/{PROXIED}".rstrip("/")):
            for part in (*pages, *FILES, "ws", "static/{version}/{name}"):
                assert f"{base}/{part}" in found
        assert {path, f"{path}/"} <= {*found}
    else:
        assert found == sorted([path, *(f"{path}/{page}" for page in pages)])

"""A playground that listens on the loopback, and the people who open its page in tests."""

import asyncio
import itertools
import json
import os
import re
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from typing import Any

from aiohttp import ClientSession, ClientWebSocketResponse, WSMsgType

from adapters.listener import Listener
from adapters.web import Playground
from adapters.web.push_service import PushService
from adapters.web.windows import Windows
from bot.chance import Chance
from bot.environment import Config
from bot.match.vault import Vault
from bot.messages import Accepted, AnyCommand, MatchId, PersonId, Start
from bot.service import Service
from bot.store import Store
from tests.adapters.known_matches import WithMatches
from tests.bot.helpers import Dice
from tests.virtual import loop_time

Message = dict[str, Any]
PATIENCE = float(os.environ.get("TEST_PATIENCE", "60"))
"""Seconds until a message that does not come is missed."""

_keys = itertools.count(1)


class House(WithMatches):
    """The running playground."""

    def __init__(
        self, service: Service, playground: Playground, listener: Listener, session: ClientSession
    ) -> None:
        self.service = service
        self.playground = playground
        self.listener = listener
        self.session = session

    @property
    def url(self) -> str:
        return self.listener.address.rstrip("/")

    async def files(self) -> str:
        """Where the page has its files, with a slash at the end."""
        async with self.session.get(self.url) as answer:
            found = re.search(r'src="(/static/[0-9a-f]{16}/)js/', await answer.text())
        assert found is not None
        return self.url + found[1]

    async def does(self, *commands: AnyCommand) -> MatchId:
        """Each of these is accepted; the table of the last one."""
        match = ""
        for command in commands:
            reply = await self.service.handle(command)
            assert isinstance(reply, Accepted), reply
            match = reply.match
        return match

    async def begins(self, match: MatchId, host: PersonId) -> None:
        await self.does(Start(request=f"start {match}", person=host, match=match))

    @asynccontextmanager
    async def visit(
        self, name: str = "Ana", *, key: str = "", **more: str
    ) -> AsyncIterator["Page"]:
        """Somebody opens the page and is welcomed."""
        async with self.line() as page:
            page.key = key or a_key()
            page.name = name
            await page.tell("hello", key=page.key, name=name, locale="es", **more)
            await page.hear("welcome")
            yield page

    @asynccontextmanager
    async def line(self, path: str = "/ws", **headers: str) -> AsyncIterator["Page"]:
        """A WebSocket on which nothing has been said yet."""
        headers.setdefault("Origin", self.url)
        async with self.session.ws_connect(f"{self.url}{path}", headers=headers) as socket:
            yield Page(socket)


class Page:
    """What a page hears and says."""

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self.socket = socket
        self.heard: list[Message] = []
        self.raw: list[str] = []
        self.key = ""
        self.name = ""
        self._ids = itertools.count(1)
        self._kept: deque[Message] = deque()

    async def tell(self, t: str, **message: object) -> None:
        await self.socket.send_str(json.dumps({"t": t, **message}))

    async def _next(self) -> Message:
        if self._kept:
            return self._kept.popleft()
        frame = await self.socket.receive()
        assert frame.type is WSMsgType.TEXT, frame
        self.raw.append(frame.data)
        message: Message = json.loads(frame.data)
        self.heard.append(message)
        return message

    async def hear(self, t: str, when: Callable[[Message], bool] = lambda _: True) -> Message:
        """The next message of a kind for which ``when`` holds; others are passed over."""
        async with asyncio.timeout(PATIENCE):
            while True:
                message = await self._next()
                if message["t"] == t and when(message):
                    return message

    async def ask(self, t: str, *, id: str = "", **message: object) -> Message:
        """Does something, and waits for its answer, whatever kind it is. Pictures that come
        before the answer are still to be heard afterwards."""
        id = id or f"n-{next(self._ids)}"
        await self.tell(t, id=id, **message)
        before: list[Message] = []
        async with asyncio.timeout(PATIENCE):
            while (answer := await self._next()).get("id") != id:
                before.append(answer)
        self._kept.extendleft(reversed(before))
        return answer

    async def screen(self, when: Callable[[Message], bool] = lambda _: True) -> Message:
        """The next picture for which ``when`` holds."""
        picture = await self.hear("picture", lambda message: when(message["screen"]))
        shown: Message = picture["screen"]
        return shown

    async def open_table(self, **options: str) -> str:
        """Types ``/jugar`` and returns the table's name."""
        text = " ".join(["/jugar", *(f"{name}:{value}" for name, value in options.items())])
        await self.ask("line", text=text)
        return str((await self.screen())["match"])


def a_key() -> str:
    return f"{next(_keys):022d}"


def token(screen: Message, action: str) -> str:
    """The token of the button or card that does this."""
    marks = [*screen["buttons"], *screen["cards"], *screen["senas"]]
    found = [mark["token"] for mark in marks if mark["token"].split(".")[-1] == action]
    assert found, (action, [mark["token"] for mark in marks])
    return str(found[0])


def my_turn(screen: Message) -> bool:
    me = [seat["seat"] for seat in screen["seats"] if seat["me"]]
    return bool(me) and me[0] in screen["asked"]


@asynccontextmanager
async def opened(
    *,
    host: str = "127.0.0.1",
    chance: Chance | None = None,
    config: Config | None = None,
    store: Store | None = None,
    service: Service | None = None,
    public: str = "",
    vault: Vault | None = None,
    windows: Windows | None = None,
    push: PushService | None = None,
) -> AsyncIterator[House]:
    """A playground on a free port. Robots and pauses take no time unless a test gives them some.
    ``vault``: deals can be checked, as everywhere but in tests."""
    with closing(Listener(host, 0)) as listener:
        quick = config or Config(robot_delay=0, pause=0.02, claims=0.02)
        service = service or Service(
            store or Store.in_memory(),
            quick,
            time=loop_time(),
            chance=chance or Dice(),
            vault=vault,
        )
        playground = Playground(
            service, listener, locale="es", public=public, windows=windows, push=push
        )
        async with service.running(), playground.running(), ClientSession() as session:
            yield House(service, playground, listener, session)

"""People of Telegram's look-alike who have a table open in a window."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from functools import partial
from typing import Final

from aiohttp import ClientSession, WSMsgType

from adapters.listener import Listener
from adapters.web import Playground
from adapters.web.windows import Windows
from tests.adapters.telegram.house import House, Match, by_button
from tests.adapters.telegram.people import Person
from tests.adapters.web.house import House as PageHouse
from tests.adapters.web.house import Message, Page
from tests.adapters.web.telegram_windows import start_of, starts
from tests.adapters.web.test_windows import window

PATIENCE: Final = 20.0
"""Seconds in which a window shows what is waited for."""


class Framed:
    """The house, with the page that opens in windows."""

    def __init__(self, house: House, pages: PageHouse) -> None:
        self.house = house
        self.pages = pages
        self.open: dict[int, tuple[Page, AsyncExitStack]] = {}
        self.opened = self.pressed = 0

    async def opens(self, person: Person, match: Match) -> None:
        """Somebody opens the table in a window."""
        self.opened += 1
        token, mark = self.house.api.token, str(self.opened)
        start = start_of(
            person.id,
            person.user.first_name,
            at=time.time(),
            token=token,
            start_param=match.id,
            query_id=mark,
        )
        stack = AsyncExitStack()
        page = await stack.enter_async_context(window(self.pages, start))
        listening = asyncio.create_task(listen(page))
        stack.callback(listening.cancel)
        self.open[person.id] = page, stack
        await self.house.until(lambda: pictures(page), PATIENCE)

    async def closes(self, person: Person) -> None:
        """Their line ends."""
        _, stack = self.open.pop(person.id)
        await stack.aclose()

    async def act(self, match: Match, person: Person, action: str) -> None:
        """One step, in the window or by a button."""
        if person.id not in self.open:
            await by_button(match, person, action)
            return
        page, _ = self.open[person.id]
        tone = "stale"
        while tone == "stale":  # of a picture that another step has overtaken
            seen = len(pictures(page))
            await self.house.until(lambda: token_for(action, pictures(page)[-1]), PATIENCE)
            self.pressed += 1  # one id for each press, also of another window
            id = f"w-{self.pressed}"
            await page.tell("press", id=id, token=token_for(action, pictures(page)[-1]))
            answer = partial(answer_to, page, id)
            await self.house.until(answer, PATIENCE)
            tone = str(answer()["tone"])
            if tone == "stale":
                await self.house.until(lambda: len(pictures(page)) > seen, PATIENCE)  # noqa: B023 - called now
        assert tone == "ok"


async def listen(page: Page) -> None:
    """Reads whatever the window is sent, as browsers do, until its line ends."""
    async for frame in page.socket:
        if frame.type is not WSMsgType.TEXT:
            break
        page.heard.append(frame.json())


def pictures(page: Page) -> list[Message]:
    """What the window has shown, the newest last."""
    return [message["screen"] for message in page.heard if message["t"] == "picture"]


def answer_to(page: Page, id: str) -> Message:
    """The answer to this press; empty: there is none yet."""
    return next((message for message in page.heard if message.get("id") == id), {})


def token_for(action: str, screen: Message) -> str:
    """The token of the button or card that does this; empty: there is none."""
    found = [mark["token"] for mark in (*screen["buttons"], *screen["cards"])]
    found += [card["cover_token"] for card in screen["cards"]]
    return next((token for token in found if token.split(".")[-1] == action), "")


@asynccontextmanager
async def with_windows(house: House) -> AsyncIterator[Framed]:
    """The page beside a house of Telegram's look-alike."""
    with closing(Listener("127.0.0.1", 0)) as listener:
        windows = Windows(b"s" * 32, {"telegram": starts(house.api.token)})
        playground = Playground(house.service, listener, locale="es", windows=windows)
        async with playground.running(), ClientSession() as session:
            framed = Framed(house, PageHouse(house.service, playground, listener, session))
            yield framed
            for _, stack in framed.open.values():
                await stack.aclose()

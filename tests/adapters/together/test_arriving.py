"""A page that is still being worked out comes into its message by itself."""

import asyncio

from msgspec.structs import replace

from bot.asking.arriving import AGAIN, MOST, ArrivingPages
from bot.screens.pages import ANALYSIS, Page, PageKey
from tests.virtual import pass_by

KEY = PageKey(ANALYSIS, "abcd2345")
WAITS = Page("title", "1 of 3", again=str(KEY))
DONE = Page("title", "whole")


class Message:
    """A message whose page is made again and again: these pages, the last one from then on."""

    def __init__(self, *pages: Page) -> None:
        self.pages = list(pages)
        self.made: list[PageKey] = []
        self.put: list[Page] = []
        self.stands = True

    async def make(self, key: PageKey) -> Page:
        self.made.append(key)
        return self.pages.pop(0) if len(self.pages) > 1 else self.pages[0]

    async def change(self, page: Page) -> bool:
        self.put.append(page)
        return self.stands


async def test_it_is_put_there_when_it_has_changed_until_it_is_whole() -> None:
    message, half = (
        Message(WAITS, replace(WAITS, text="2 of 3"), DONE),
        replace(WAITS, text="2 of 3"),
    )
    await ArrivingPages().arrive(1, WAITS, message.make, message.change)
    assert message.put == [half, DONE]
    assert message.made == [KEY] * 3


async def test_a_whole_page_is_left_alone() -> None:
    message = Message(DONE)
    await ArrivingPages().arrive(1, DONE, message.make, message.change)
    assert message.made == []


async def test_it_comes_no_more_where_another_page_stands() -> None:
    arriving, message = ArrivingPages(), Message(DONE)
    waiting = asyncio.create_task(arriving.arrive(1, WAITS, message.make, message.change))
    await pass_by(AGAIN / 2)
    arriving.turned(1)
    await waiting
    assert message.put == []


async def test_a_page_that_is_turned_while_another_waits_for_its_moment_stays() -> None:
    arriving, message = ArrivingPages(), Message(DONE)

    async def wait(page: Page) -> None:
        arriving.turned(1)

    await arriving.arrive(1, WAITS, message.make, message.change, wait)
    assert message.put == []


async def test_a_lost_message_and_an_endless_page_are_given_up() -> None:
    lost = Message(replace(WAITS, text="2"), DONE)
    lost.stands = False
    await ArrivingPages().arrive(1, WAITS, lost.make, lost.change)
    assert len(lost.put) == 1
    endless = Message(WAITS)
    await ArrivingPages().arrive(1, WAITS, endless.make, endless.change)
    assert (len(endless.made), endless.put) == (MOST, [])

"""Real tables, got through on the page: what a person is told, may press, and reads then."""

import time
from collections.abc import Iterator

import pytest

from adapters.web.tabs import user_of
from bot.store import Store
from tests.adapters.web.house import Message, a_key, opened
from tests.adapters.web.moments import MOMENTS, Stage
from tests.bot.helpers import FakeTime, Table


def ids(screen: Message) -> set[str]:
    """Every message id on a screen."""
    question = [screen["question"]] if screen["question"] else []
    return {line["id"] for line in [*screen["lines"], *question]}


def tokens(screen: Message) -> dict[str, str]:
    """What may be pressed: the token by its action."""
    return {token.rpartition(".")[2]: token for token in _tokens(screen) if token}


def _tokens(screen: Message) -> Iterator[str]:
    for button in screen["buttons"]:
        yield button["token"]
    for card in screen["cards"]:
        yield from (card["token"], card["cover_token"])
    if screen["question"]:
        yield screen["question"]["token"]


@pytest.mark.parametrize("name", MOMENTS)
async def test_it_is_asked_and_answered_on_the_page(name: str) -> None:
    moment = MOMENTS[name]
    table = Table(Store.in_memory(), time=FakeTime(time.time()))
    key = a_key()
    stage = Stage(table, user_of(key))
    async with opened(service=table.service) as house:
        await moment.prepare(stage)
        async with house.visit("Ana", key=key) as page:
            screen = await page.screen()
            assert set(moment.told) <= ids(screen)
            able = tokens(screen)
            assert set(moment.offered) <= able.keys()
            assert screen["deadline"] is not None, "the time to do it is told"
            if not moment.press:
                return
            press, value = able[moment.press], {}
            if moment.value and moment.press not in told_question(screen):
                asked = await page.ask("press", token=press)
                assert asked["t"] == "ask"
                press = asked["question"]["token"]
            if moment.value:
                value = {"value": moment.value}
            reply = await page.ask("press", token=press, **value)
            assert (reply["t"], reply["tone"]) == ("reply", "ok"), reply
            await page.screen(lambda shown: set(moment.then) <= ids(shown) and shown != screen)


def told_question(screen: Message) -> str:
    """The action that the question on the screen completes."""
    return str(screen["question"]["token"]) if screen["question"] else ""

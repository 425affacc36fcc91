"""How the bot comes to Telegram and stays there."""

import asyncio
from itertools import chain, repeat
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import pytest
from structlog.testing import capture_logs
from telegram import MenuButtonCommands
from telegram.error import TelegramError

from adapters.telegram import Webhook
from adapters.telegram.adapter import Telegram
from adapters.telegram.menus import set_menus
from bot.environment import Config
from bot.showing.platform import CannotConnect
from bot.store import Store
from tests.adapters.telegram.errors import flood
from tests.adapters.telegram.house import BOT, House
from tests.adapters.telegram.people import Person
from tests.adapters.telegram.server import BotApi
from tests.virtual import now, pass_by

WEBHOOK = Webhook("https://truco.example/telegram", "s3cret", port=0)


def away(api: BotApi, webhook: Webhook | None = None) -> House:
    return House(api, Store.in_memory(), Config(robot_budget=0), 1, webhook)


@pytest.mark.parametrize("webhook", [None, WEBHOOK], ids=["polling", "webhook"])
async def test_telegram_may_be_away_at_the_start(api: BotApi, webhook: Webhook | None) -> None:
    """It is tried again after ever longer pauses. Meanwhile the bot is not well."""
    api.go_down(40)
    house, begun = away(api, webhook), now()
    starting = asyncio.create_task(house.start())
    await pass_by(30)
    assert not house.adapter.connected.is_set()
    assert await house.adapter.well() is False
    await starting
    assert 40 <= now() - begun < 80
    assert await house.adapter.well() is True
    assert house.adapter.address == f"https://t.me/{BOT}"
    await house.stop()


@pytest.mark.parametrize("refused", ["set_my_commands", "set_chat_menu_button"])
async def test_lists_of_commands_are_sent_again_if_one_was_refused(refused: str) -> None:
    bot, button = AsyncMock(), MenuButtonCommands()
    assert await set_menus(bot, button, hidden=False)
    getattr(bot, refused).side_effect = chain([TelegramError("no")], repeat(True))
    assert not await set_menus(bot, button, hidden=False)


async def test_a_token_that_nobody_knows_ends_the_start(api: BotApi) -> None:
    house = away(api)
    known, api.token = api.token, "1:another"
    with pytest.raises(CannotConnect):
        await house.start()
    api.token = known


@pytest.mark.errors("telegram_refused")
async def test_a_token_that_nobody_knows_once_telegram_is_there(api: BotApi) -> None:
    """It is not asked again and again."""
    api.go_down(10)
    house = away(api)
    starting = asyncio.create_task(house.start())
    await pass_by(5)
    known, api.token = api.token, "1:another"
    await pass_by(60)
    before = api.strangers
    assert before > 0
    await pass_by(600)
    assert api.strangers == before
    api.token = known
    starting.cancel()
    await asyncio.wait([starting])
    await house.stop()


async def test_who_asks_too_often_waits_as_long_as_told(house: House, ana: Person) -> None:
    fault = house.api.fail("getUpdates", "error", error=flood(30))
    await house.until(lambda: fault.met, 120)
    polls = house.api.polls
    await pass_by(29)
    assert house.api.polls == polls
    await pass_by(2)
    assert house.api.polls > polls
    assert house.waits.asked == {"telegram": 1}


@pytest.mark.parametrize(("how", "warned"), [("hang", 0), ("drop", 1)])
async def test_a_lost_line_is_logged_and_an_answer_that_is_late_is_not(
    house: House, how: str, warned: int
) -> None:
    fault = house.api.fail("getUpdates", how)
    with capture_logs() as logged:
        await house.until(lambda: fault.met, 120)
        await pass_by(120)
    assert [entry["event"] for entry in logged].count("telegram_not_reached") == warned


@pytest.mark.parametrize(("asked", "spawned"), [(False, ["ask 7"]), (True, [])])
def test_whether_there_are_hidden_messages_is_asked_until_telegram_answers(
    asked: bool, spawned: list[str]
) -> None:
    did: list[str] = []
    adapter: Any = SimpleNamespace(
        wire=SimpleNamespace(hidden_asked=asked, ask_whether_hidden=lambda me: f"ask {me}"),
        updates=SimpleNamespace(answers=SimpleNamespace(spawn=did.append)),
        _bot=SimpleNamespace(id=7),
        _service=SimpleNamespace(time=SimpleNamespace(now=lambda: 12.0)),
        _heard_at=2.0,
    )
    assert Telegram._heard(adapter) == 10.0
    assert (adapter._heard_at, did) == (12.0, spawned)


async def test_who_has_ended_listens_no_more(api: BotApi) -> None:
    house = away(api)
    before = asyncio.all_tasks()
    await house.start()
    await house.stop()
    serving = [task for task in asyncio.all_tasks() - before if "_serve" in repr(task.get_coro())]
    assert serving == []

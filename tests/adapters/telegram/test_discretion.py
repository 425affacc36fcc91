"""The bot's token never stands in a log, whatever goes wrong; nor do cards or what people write."""

import io
import logging
import random

import pytest

from adapters.telegram import Account, Telegram
from bot.host.log import WITHHELD, set_up_logging
from bot.host.setting_values import LogFormat, LogLevel
from bot.service import Service
from bot.showing.platform import CannotConnect
from bot.store import Store
from bot.words import words_for
from engine.cards import SPANISH
from tests.adapters.telegram.errors import ApiError, bad
from tests.adapters.telegram.house import BOT, by_button, opened
from tests.adapters.telegram.methods import EDIT
from tests.adapters.telegram.server import TOKEN, BotApi
from tests.virtual import LoopTime, pass_by


@pytest.fixture
def told(logging_as_it_was: None) -> io.StringIO:
    """Everything that is logged, in the format and at the level that tell most."""
    stream = io.StringIO()
    set_up_logging(LogLevel.DEBUG, LogFormat.JSON, stream)
    return stream


async def test_no_token_in_any_log(told: io.StringIO, caplog: pytest.LogCaptureFixture) -> None:
    api = BotApi()
    async with api.running(), opened(api) as house:
        ana = await house.person("Ana")
        beto = await house.person("Beto")
        group = house.world.group("Los pibes", ana, beto)
        match = await house.seated(group, ana, beto)
        cards = [
            *(await house.view(match.id, ana)).cards,
            *(await house.view(match.id, beto)).cards,
        ]
        ana.say("una frase que nadie debe leer")
        for how in ("lost", "hang", "drop"):
            api.fail("*", how, times=2)
            ana.say(f"/mesa@{BOT}", group)
            await pass_by(30)
        api.fail("*", "error", times=3, error=ApiError(500, "Internal Server Error"))
        ana.say(f"/mano@{BOT}", group)
        await pass_by(30)
        api.faults.clear()
        api.fail(EDIT, "error", times=2, error=bad("chat not found"))
        await match.play(by_button, random.Random(1), steps=4, tolerance=4)
        ana.say(f"/mano@{BOT}", group)
        api.go_down(60)
        await pass_by(120)
    said = told.getvalue()
    assert "telegram" in said, "nothing was logged: this test sees nothing"
    secret = TOKEN.partition(":")[2]
    assert TOKEN not in said
    assert secret not in said
    assert secret not in caplog.text
    assert "una frase" not in said
    words = words_for("es")
    for card in cards:
        assert words.card(card, SPANISH) not in said


async def test_no_token_when_it_is_wrong(told: io.StringIO) -> None:
    """A start that fails says so without the token."""
    api = BotApi(token="4242424242:AAE-the_right_one_which_we_do_not_have_")
    async with api.running():
        account = Account(TOKEN, api_url=api.url)
        service = Service(Store.in_memory(), time=LoopTime())
        with pytest.raises(CannotConnect) as caught:
            await start(Telegram(service, account))
    secret = TOKEN.partition(":")[2]
    assert secret not in repr(caught.value)
    assert secret not in repr(account)
    assert secret not in told.getvalue()


async def test_a_library_that_logs_an_address_tells_no_token(told: io.StringIO) -> None:
    account = Account("4242424242:AAG-of_an_adapter_that_never_connects")
    Telegram(Service(Store.in_memory(), time=LoopTime()), account)
    logging.getLogger("some.library").warning("GET /bot%s/getMe", account.token)
    assert account.token not in told.getvalue()
    assert WITHHELD in told.getvalue()


async def start(adapter: Telegram) -> None:
    async with adapter.running():
        raise AssertionError("it has started")

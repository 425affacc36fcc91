"""A page switches calls on and off, and is told what holds."""

from typing import Any

import pytest

from adapters.web.push_service import PushKey, PushService
from adapters.web.tabs import user_of
from adapters.web.windows import Windows
from bot.community.push_subscriptions import KINDS
from tests.adapters.web.house import House, a_key, opened
from tests.adapters.web.telegram_windows import NOW, start_of, starts

SERVICE = PushService(PushKey(b"k" * 32), "mailto:host@truco.example")
WISH: dict[str, Any] = {
    "address": "https://fcm.googleapis.com/fcm/send/abc",
    "key": "A" * 87,
    "secret": "B" * 22,
    "zone": "America/Montevideo",
    "kinds": list(KINDS),
    "begin": 22,
    "end": 8,
}


async def test_it_is_switched_on_and_off() -> None:
    async with opened(push=SERVICE) as house, house.visit() as ana:
        assert ana.heard[0]["push"] == SERVICE.public
        before = await ana.ask("want_push")
        assert (before["t"], before["on"], before["kinds"]) == ("push", False, list(KINDS))
        told = await ana.ask("set_push", **{**WISH, "kinds": ["turn"], "begin": 21})
        assert (told["on"], told["kinds"], told["begin"]) == (True, ["turn"], 21)
        again = await ana.ask("want_push")
        assert {**again, "id": ""} == {**told, "id": ""}
        for part in ("address", "key", "secret"):
            assert str(WISH[part]) not in str(again), "the page knows these itself"
        assert not (await ana.ask("end_push"))["on"]
        assert await house.service.push_subscriptions.of(user_of(ana.key)) is None


@pytest.mark.parametrize(
    "bad",
    [
        {"address": "https://127.0.0.1/x"},
        {"address": "https://internal.example/x"},
        {"key": "short"},
        {"kinds": ["cards"]},
        {"zone": "Mars"},
        {"begin": 99},
    ],
)
async def test_what_cannot_be_is_refused_in_words(bad: dict[str, Any]) -> None:
    async with opened(push=SERVICE) as house, house.visit() as ana:
        told = await ana.ask("set_push", **{**WISH, **bad})
        assert (told["t"], told["tone"]) == ("reply", "no")
        assert told["text"]
        assert await house.service.push_subscriptions.of(user_of(ana.key)) is None


async def test_a_house_without_a_key_calls_nobody(house: House) -> None:
    async with house.visit() as ana:
        assert "push" not in ana.heard[0]
        assert (await ana.ask("set_push", **WISH))["tone"] == "no"
        assert await house.service.push_subscriptions.of(user_of(ana.key)) is None


async def test_a_window_has_its_chat_in_place_of_it() -> None:
    windows = Windows(b"secret", {"telegram": starts(now=lambda: NOW)}, lambda: NOW)
    async with opened(windows=windows, push=SERVICE) as house, house.line() as page:
        await page.tell("hello", key=a_key(), window="telegram", start=start_of())
        assert "push" not in await page.hear("welcome")
        assert (await page.ask("set_push", **WISH))["tone"] == "no"
        assert await house.service.push_subscriptions.of("telegram:42") is None

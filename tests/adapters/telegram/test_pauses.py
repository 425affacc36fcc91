"""How long the bot waits between its tries while Telegram is not there: twice as long each time.

The connection and the time are made up here."""

import asyncio
from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any, cast

import pytest
from telegram.error import Conflict, NetworkError, RetryAfter

from adapters.telegram import adapter
from adapters.telegram.adapter import POLL_SECONDS, Telegram

EVER_LONGER = [1.0, 2.0, 4.0, 8.0, 8.0]


class Over(Exception):
    """Enough has been seen."""


class Line:
    """What is asked of Telegram: each call of it is one of ``answers``, and then it is over."""

    def __init__(self, *answers: Any) -> None:
        self.answers = [*answers]
        self.asked: list[Any] = []
        """The waiting time of each question for updates."""
        self.bot = SimpleNamespace(set_webhook=self._next, delete_webhook=self._cleared)
        self.cleared = 0

    async def _next(self, *_: Any, **__: Any) -> Any:
        if not self.answers:
            raise Over
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def _cleared(self) -> None:
        self.cleared += 1

    async def get_updates(self, offset: int, wait: int) -> Any:
        self.asked.append((offset, wait))
        return await self._next()

    def telegram(self) -> Telegram:
        return cast(
            Telegram,
            SimpleNamespace(
                _account=SimpleNamespace(webhook=SimpleNamespace(url="", secret="")),
                webhook=SimpleNamespace(running=nullcontext),
                connected=asyncio.Event(),
                wire=SimpleNamespace(
                    flooded=lambda: None, up=lambda: None, revoked=lambda: self.asked.append("no")
                ),
                _bot=self.bot,
                _service=SimpleNamespace(store=SimpleNamespace(processes=None)),
                _try_to_connect=self._next,
                _get_updates=self.get_updates,
                _heard=lambda: 0.0,
                _take_all=self._next,
            ),
        )


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Every pause, in seconds; none of them passes."""
    pauses: list[float] = []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    async def listens(*_: object) -> bool:
        return True

    monkeypatch.setattr(adapter, "asyncio", SimpleNamespace(sleep=sleep, Event=asyncio.Event))
    monkeypatch.setattr(adapter, "listens", listens)
    return pauses


def down() -> list[NetworkError]:
    return [NetworkError("away") for _ in EVER_LONGER]


async def test_between_tries_to_connect(slept: list[float]) -> None:
    with pytest.raises(Over):
        await Telegram._serve(Line(*[False] * 4).telegram(), connected=False)
    assert slept == EVER_LONGER


async def test_between_tries_to_be_called(slept: list[float]) -> None:
    with pytest.raises(Over):
        await Telegram._be_called(Line(*down()).telegram())
    assert slept == EVER_LONGER


@pytest.mark.errors("telegram_conflict")
@pytest.mark.parametrize("trouble", [NetworkError("away"), Conflict("another")])
async def test_between_questions_for_updates(slept: list[float], trouble: Exception) -> None:
    """After an answer they are short again. A failure is followed by a question without a waiting
    time: an empty answer at once shows that Telegram is there."""
    line = Line(*[trouble] * 5, [], trouble, RetryAfter(30), trouble)
    with pytest.raises(Over):
        await Telegram._poll(line.telegram())
    assert slept == [*EVER_LONGER, 1.0, 30, 2.0]
    assert line.asked == [(0, POLL_SECONDS), *[(0, 0)] * 5, (0, POLL_SECONDS), *[(0, 0)] * 3]
    assert line.cleared == (8 if isinstance(trouble, Conflict) else 1)


async def test_what_was_taken_is_asked_for_no_more(slept: list[float]) -> None:
    updates = [SimpleNamespace(update_id=number) for number in (7, 9, 8)]
    line = Line(updates, None, [])
    with pytest.raises(Over):
        await Telegram._poll(line.telegram())
    assert [offset for offset, _ in line.asked] == [0, 10, 10]
    assert slept == []


async def test_updates_are_asked_for_again_once_these_are_decided() -> None:
    """Asking again confirms them: a bot that dies in between would never hear of them again."""
    taken: list[int] = []

    async def take(update: int) -> None:
        for _ in range(5):
            await asyncio.sleep(0)
        taken.append(update)

    telegram = cast(Telegram, SimpleNamespace(take=take))
    await Telegram._take_all(telegram, cast(Any, [1, 2]))
    assert taken == [1, 2]

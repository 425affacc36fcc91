"""What a page is answered, part by part."""

import asyncio
import time
from types import SimpleNamespace

import pytest

from adapters.web import limits
from adapters.web.tabs import Tab
from adapters.web.words import language_for
from tests.adapters.web.house import House, opened

# --- coming and going ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wanted", "locale"),
    [("", "en"), ("pt-BR", "pt_BR"), ("pt-" + "a" * 17, "pt_BR"), ("pt-" + "a" * 18, "en")],
)
def test_a_language_is_a_short_word(wanted: str, locale: str) -> None:
    assert language_for(wanted, "en") == locale


# --- a tab's messages ----------------------------------------------------------------------------


async def test_a_tab_says_so_much_at_once_and_so_much_a_second(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 100.0
    monkeypatch.setattr("adapters.web.tabs.time.monotonic", lambda: now)
    tab = Tab("web:a", "Ana", "es")
    assert [tab.patience() for _ in range(limits.BURST)] == [0.0] * limits.BURST
    assert tab.patience() == pytest.approx(1 / limits.PER_SECOND)
    assert tab.patience() == pytest.approx(2 / limits.PER_SECOND)
    now += 2 / limits.PER_SECOND
    assert tab.patience() == pytest.approx(1 / limits.PER_SECOND)
    now += 1000
    assert [tab.patience() for _ in range(limits.BURST)] == [0.0] * limits.BURST
    assert tab.patience() > 0


async def test_what_a_tab_says_too_fast_waits(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house.visit("Ana"):
        (tab,) = house.playground.tabs
        waited: list[float] = []

        async def sleep(seconds: float) -> None:
            waited.append(seconds)

        monkeypatch.setattr("adapters.web.server.asyncio", SimpleNamespace(sleep=sleep))
        monkeypatch.setattr(tab, "patience", lambda: 0.7)
        await house.playground._heard(tab, "nonsense")
    assert waited == [0.7]


# --- the end -------------------------------------------------------------------------------------


async def test_nothing_runs_on_after_the_end() -> None:
    async with opened() as house, house.visit() as ana:
        await ana.open_table()
    await asyncio.sleep(0)
    assert {task for task in asyncio.all_tasks() if not task.done()} == {asyncio.current_task()}


# --- files ---------------------------------------------------------------------------------------


async def test_a_picture_says_when_it_was_made(house: House) -> None:
    """The page reckons its clocks from there."""
    async with house.visit() as ana:
        await ana.open_table()
        assert abs(ana.heard[-1]["now"] - time.time()) < 60
        await ana.ask("line", text="/mesa")
        told = await ana.hear("picture")
        assert abs(told["now"] - time.time()) < 60

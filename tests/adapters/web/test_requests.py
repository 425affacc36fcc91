"""What a page is answered, part by part."""

import asyncio
import re
import time
from types import SimpleNamespace

import pytest

from adapters.web import limits
from adapters.web.protocol import Said
from adapters.web.tabs import Outbox, Tab, user_of
from adapters.web.words import language_for
from bot.catalogue import read_key
from bot.words import words_for
from tests.adapters.web.house import House, Page, a_key, opened

FAR = 3600.0


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """The list of tables is sent when something has changed, and for no other reason."""
    monkeypatch.setattr(limits, "LIST_SECONDS", FAR)


# --- coming and going ----------------------------------------------------------------------------


async def test_who_comes_is_shown_the_list_at_once(unhurried: None) -> None:
    """Also who comes back to it from a table."""
    async with opened() as house, house.visit("Ana") as ana:
        match = await ana.open_table()
        async with house.visit("Beto") as beto:
            for _ in range(2):
                assert (await beto.hear("watching"))["match"] == ""
                await beto.hear("games")
                await beto.hear("tables", lambda said: said["tables"][0]["match"] == match)
                await beto.tell("watch", match=match)
                assert (await beto.hear("watching"))["match"] == match
                await beto.tell("watch", match="")


async def test_the_language_of_a_page_is_its_person_s(house: House) -> None:
    """As long as the person has no user elsewhere: then they have chosen theirs."""
    key = a_key()
    for locale, known in (("pt-BR", "pt_BR"), ("en", "en"), ("en", "en")):
        async with house.line() as page:
            await page.tell("hello", key=key, name="Ana", locale=locale)
            await page.hear("watching")
            assert await house.service.languages.of(user_of(key)) == known
    async with house.visit("Ana", key=key) as ana, house.visit("Beto") as other:
        told = await ana.ask("line", text="/vincular")
        (code,) = re.findall(r"codigo:([a-z0-9-]+)", told["page"]["text"])
        await other.ask("line", text=f"/vincular codigo:{code}")
        person = await house.service.users.person_of(user_of(key))
        assert person == await house.service.users.person_of(user_of(other.key))
        chosen = await house.service.languages.of(person)
    async with house.line() as page:
        await page.tell("hello", key=key, name="Ana", locale="pt-BR")
        await page.hear("watching")
        assert await house.service.languages.of(person) == chosen != "pt_BR"


@pytest.mark.parametrize(
    ("wanted", "locale"),
    [("", "en"), ("pt-BR", "pt_BR"), ("pt-" + "a" * 17, "pt_BR"), ("pt-" + "a" * 18, "en")],
)
def test_a_language_is_a_short_word(wanted: str, locale: str) -> None:
    assert language_for(wanted, "en") == locale


# --- of which table ------------------------------------------------------------------------------


async def test_help_and_rules_are_of_the_table_that_is_looked_at(house: House) -> None:
    """In the hall of none, also where others have tables."""

    async def told(page: Page) -> set[str]:
        answers = [await page.ask("line", text=line) for line in ("/ayuda", "/reglas")]
        return {
            read_key(topic["key"]).match for answer in answers for topic in answer["page"]["topics"]
        }

    async with house.visit("Ana") as ana, house.visit("Beto") as beto:
        await beto.ask("quick", players=2)
        assert await told(ana) == {""}
        for line in ("/pista", "/frase"):
            refused = await ana.ask("line", text=line)
            assert (refused["tone"], refused["text"]) == (
                "no",
                words_for("es").text("say.no_table"),
            )
        match = await ana.open_table()
        assert await told(ana) == {match}


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


async def test_a_page_that_does_not_read_loses_its_line() -> None:
    outbox = Outbox()
    for number in range(limits.WAITING + 1):
        assert not outbox.overflowed
        outbox.put(Said())
        assert number < limits.WAITING or outbox.overflowed


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

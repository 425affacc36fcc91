"""The address of a table, or of an invitation, seats whoever follows it, or says why not."""

import json
import time

import pytest

from adapters.web.table_list import COMMUNITY
from adapters.web.tabs import user_of
from bot.community.bars import BAR, Bar
from bot.reasons import ServiceReason
from bot.screens.rules.options import options_line
from bot.words import words_for
from tests.adapters.web.house import House, Message, Page, token

WORDS = words_for("es")


def told(reason: ServiceReason, **parameters: str) -> str:
    return WORDS.text(f"reason.{reason}", **parameters)


async def seats(page: Page) -> list[str]:
    """Who sits at the table that a page has come to."""
    return [seat["name"] for seat in (await page.screen())["seats"]]


async def reason_beside_the_table(page: Page, code: str) -> tuple[str, Message]:
    """Why a page that is shown a table gets no seat, and the picture of the table."""
    assert (await page.ask("enter", code=code))["text"] == ""
    why = await page.hear("reply")
    return why["text"], await page.screen()


@pytest.mark.parametrize("private", [False, True])
async def test_a_newcomer_is_asked_for_a_name_and_sits_down(house: House, private: bool) -> None:
    async with house.visit("Ana") as ana, house.visit("Beto") as beto:
        code = match = await ana.open_table(privada="si" if private else "no")
        if private:
            code = await house.service.admission.invitation(match)
        door = await beto.ask("enter", code=code)
        assert (door["t"], door["host"], door["code"]) == ("door", "Ana", code)
        assert door["match"] == ("" if private else match), "who may not look on yet"
        assert WORDS.text("variant.argentino") in door["about"].lower()
        info = await house.info(match)
        assert len(info.people) == 1
        assert not info.onlookers, "nobody has come yet"
        await beto.tell("name", name="Bruno")
        assert (await beto.ask("enter", code=code, sits=True))["tone"] == "ok"
        assert await seats(beto) == ["Ana", "Bruno"]


async def test_a_newcomer_is_not_told_what_the_host_last_played(house: House) -> None:
    async with house.visit("Ana") as ana, house.visit("Beto") as beto:
        first = await ana.open_table(robots="1", puntos="15")
        for line in ("/empezar", "/terminar", "/jugar"):
            await ana.ask("line", text=line)
        match = (await ana.screen(lambda screen: screen["match"] != first))["match"]
        info = await house.info(match)
        assert info.as_last
        door = await beto.ask("enter", code=match)
        assert door["about"] == f"Truco argentino · {options_line(info, WORDS)}"


async def test_who_has_a_name_already_sits_down_at_once(house: House) -> None:
    async with house.visit("Ana") as ana, house.visit("Beto") as beto:
        match = await ana.open_table()
        assert (await beto.ask("enter", code=match.upper(), sits=True))["t"] == "reply"
        assert await seats(beto) == ["Ana", "Beto"]


async def test_at_a_full_table_one_looks_on_and_learns_why(house: House) -> None:
    async with house.visit("Ana") as ana, house.visit("Beto") as beto, house.visit("Eva") as eva:
        match = await ana.open_table()
        await beto.ask("sit", match=match)
        why, seen = await reason_beside_the_table(eva, match)
        assert why == told(ServiceReason.TABLE_FULL)
        assert seen["match"] == match
        await ana.ask("line", text="/empezar")
        async with house.visit("Caro") as caro:
            why, seen = await reason_beside_the_table(caro, match)
            assert why == told(ServiceReason.ALREADY_STARTED)
            assert seen["kind"] in ("lobby", "table")


async def test_a_table_that_is_over_shows_who_won_and_nothing_else(house: House) -> None:
    async with house.visit("Ana") as ana, house.visit("Eva") as eva:
        match = await ana.open_table(robots="1")
        await ana.ask("line", text="/empezar")
        await ana.screen(lambda screen: screen["kind"] == "hand")
        await ana.ask("line", text="/terminar")
        assert (await eva.ask("enter", code=match))["text"] == ""
        assert (await eva.screen())["kind"] == "result"
        replies = [message["text"] for message in eva.heard if message["t"] == "reply"]
        assert not any(replies)


async def test_who_is_removed_from_a_match_sees_the_table_as_others_do(house: House) -> None:
    async with house.visit("Ana") as ana, house.visit("Beto") as beto, house.visit("Eva") as eva:
        match = await ana.open_table(jugadores="4")
        for page, seat in ((beto, 1), (eva, 2)):
            await page.ask("sit", match=match, seat=seat)
        await ana.ask("line", text="/empezar")
        await eva.screen(lambda screen: screen["kind"] == "hand")
        await eva.ask("line", text="/salir")
        await ana.ask("line", text="/sacar")
        asked = await beto.screen(lambda screen: "table.vote" in json.dumps(screen["lines"]))
        await beto.ask("press", token=token(asked, "REMOVE 2"))
        await eva.screen(lambda screen: screen["kind"] == "table")


async def test_who_may_not_sit_down_is_told_before_a_name_is_asked(house: House) -> None:
    async with house.visit("Ana") as ana, house.visit("Eva") as eva, house.visit() as beto:
        match = await ana.open_table()
        private = await eva.open_table(privada="si")
        bar = Bar(time.time() + 3600, "Beto", "why")
        answer = await beto.ask("enter", code=private)
        assert answer["text"] == told(ServiceReason.PRIVATE_TABLE, host="Eva")
        await house.service.bars.set(COMMUNITY, user_of(beto.key), BAR, bar)
        answer = await beto.ask("enter", code=match)
        assert (answer["t"], answer["tone"]) == ("reply", "no")
        assert "why" in answer["text"]

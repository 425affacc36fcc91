"""Which table a typed command means, on the page."""

import pytest

from bot.environment import Config
from bot.words import words_for
from tests.adapters.web.house import House, Page, opened


async def test_an_invitation_is_to_the_lobby_that_the_page_shows(house: House) -> None:
    async with house.visit("Carla") as carla, house.visit("Ana") as ana:
        seen, own = await carla.open_table(), await ana.open_table()
        for match in (seen, own):
            await ana.tell("watch", match=match)
            told = await ana.ask("line", text="/invitar")
            assert match in told["page"]["text"]


@pytest.mark.parametrize("line", ["/mesas", "/mano ver:mesas"])
async def test_the_list_of_tables_is_that_of_the_page(house: House, line: str) -> None:
    """No panel repeats it: the page leaves the table and shows its own. Where that is shown already
    nothing would change, so the list is the answer."""
    async with house.visit("Ana") as ana:
        answer = await ana.ask("line", text=line)
        assert (answer["t"], answer["page"]["text"]) == (
            "panel",
            words_for("es").text("tables.none"),
        )
        match = await ana.open_table()
        answer = await ana.ask("line", text=line)
        assert (answer["t"], answer["text"]) == ("reply", "")
        assert (await ana.hear("watching", lambda one: one["match"] != match))["match"] == ""
        await ana.hear("tables")


async def test_a_forged_answer_changes_nothing(house: House) -> None:
    async with house.visit("Carla") as carla, house.visit("Dani") as dani:
        match = await carla.open_table(jugadores="2")
        for forged in (f"l1.{match}.nothing", f"l1.{match}.unirse.puntos=3", "l1.x.unirse"):
            answer = await dani.ask("press", token=forged)
            assert answer["tone"] == "no"
        info = await house.info(match)
        assert len(info.people) == 1


async def test_who_has_tables_enough_opens_no_further_one() -> None:
    async with opened(config=Config(robot_delay=0, tables=1)) as house, house.visit() as ana:
        assert (await ana.ask("quick", players=2))["tone"] == "ok"
        for told in (await ana.ask("quick", players=2), await ana.ask("line", text="/jugar")):
            assert (told["tone"], told["text"]) == (
                "no",
                words_for("es").text("reason.TOO_MANY_TABLES", n="1"),
            )
        (match,) = await house.service.matches.at_place("web:playground/mesa")
        assert watched(ana) == ["", match], "who is refused stays where they are"
        async with house.visit("Beto") as beto:
            for _ in range(2):
                assert (await beto.ask("sit", match=match))["tone"] == "no"
            assert watched(beto) == [""]


def watched(page: Page) -> list[str]:
    """The tables that the page was told to look at; empty: the list of them."""
    return [message["match"] for message in page.heard if message["t"] == "watching"]

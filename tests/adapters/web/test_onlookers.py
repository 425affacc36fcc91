"""Onlookers on the page: a tab that opens a table without a seat."""

import pytest

from bot.words import words_for
from tests.adapters.web.house import House, Message, a_key
from tests.adapters.web.test_tabs import actions, table_of_two

WORDS = words_for("es")


def looking(screen: Message) -> str:
    """The line that lists the onlookers."""
    found = [line["text"] for line in screen["lines"] if line["id"] == "table.onlookers"]
    return found[0] if found else ""


async def names(house: House, match: str) -> list[str]:
    info = await house.info(match)
    return [onlooker.name for onlooker in info.onlookers]


async def test_whoever_opens_a_running_table_is_listed_until_the_tab_is_closed(
    house: House,
) -> None:
    async with house.visit("Ana") as ana, house.visit("Beto") as beto:
        match, _, _ = await table_of_two(ana, beto)
        async with house.visit("Eva") as eva:
            await eva.tell("watch", match=match)
            seen = await eva.screen()
            assert seen["onlooker"]
            assert actions(seen) == []
            assert "Eva" in looking(await ana.screen(lambda screen: bool(looking(screen))))
        await ana.screen(lambda screen: not looking(screen))
        assert await names(house, match) == []


async def test_a_tab_beside_another_of_the_same_person_keeps_them_looking_on(house: House) -> None:
    key = a_key()
    async with house.visit("Ana") as ana, house.visit("Beto") as beto:
        match, _, _ = await table_of_two(ana, beto)
        async with house.visit("Eva", key=key, match=match) as first:
            await first.screen()
            async with house.visit("Eva", key=key, match=match) as second:
                await second.screen()
                assert await names(house, match) == ["Eva"]
                await second.tell("watch", match="")
                await second.hear("tables")
                assert await names(house, match) == ["Eva"]
            left = await first.ask("line", text="/salir")
            assert left["text"] == WORDS.text("reply.looked_on")
            assert (await first.hear("watching"))["match"] == ""
            assert await names(house, match) == []


@pytest.mark.parametrize("how", ["watch", "hello", "line", "code"])
async def test_a_table_without_spectators_shows_itself_to_nobody(house: House, how: str) -> None:
    async with house.visit("Ana") as ana, house.visit("Beto") as beto:
        match = await ana.open_table(jugadores="2", espectadores="no")
        await beto.ask("sit", match=match)
        await ana.ask("line", text="/empezar")
        told = WORDS.text("reason.NO_SPECTATORS", host="Ana")
        more = {"match": match} if how == "hello" else {}
        async with house.visit("Eva", **more) as eva:
            if how == "watch":
                await eva.tell("watch", match=match)
            elif how in ("line", "code"):
                await eva.ask("line", text=match if how == "code" else f"/mirar mesa:{match}")
            if how in ("watch", "hello"):
                assert (await eva.hear("reply"))["text"] == told
            else:
                replies = [message["text"] for message in eva.heard if message["t"] == "reply"]
                assert replies == [told]
            await eva.tell("watch", match="")
            listed = await eva.hear("tables")
            (card,) = listed["tables"]
            assert not card["watched"]
            assert card["title"] == WORDS.text(
                "lobby.title", variant=WORDS.text("variant.argentino")
            )
            assert not any(message["t"] == "picture" for message in eva.heard)


async def test_a_tab_goes_to_the_list_when_its_person_may_look_no_longer(house: House) -> None:
    """The lobby may be looked at, for one may sit down there; the match may not."""
    async with house.visit("Ana") as ana, house.visit("Eva") as eva:
        match = await ana.open_table(jugadores="2", espectadores="no")
        await eva.tell("watch", match=match)
        assert (await eva.screen())["kind"] == "lobby"
        assert await names(house, match) == []
        await ana.ask("line", text="/empezar")
        told = WORDS.text("reason.NO_SPECTATORS", host="Ana")
        assert (await eva.hear("reply"))["text"] == told
        assert (await eva.hear("watching", lambda message: not message["match"]))["match"] == ""
        pictures = [message["screen"] for message in eva.heard if message["t"] == "picture"]
        assert {screen["kind"] for screen in pictures} == {"lobby"}

"""The browser adds its own chance to a deal, when it has the seal of the table (AZ-31)."""

from collections.abc import AsyncIterator

import pytest

from adapters.web import tab_commands
from bot.match.vault import Vault
from bot.model import Status
from engine.fairness.deal import AZAR_2
from tests.adapters.web.house import House, opened, token

MINE, OTHER = "0a" * 32, "0b" * 32


@pytest.fixture
async def sealing() -> AsyncIterator[House]:
    async with opened(vault=Vault(b"k" * 32)) as house:
        yield house


async def test_one_press_plays_with_the_chance_of_the_browser(sealing: House) -> None:
    """The table is opened, the page has its seal, adds its chance, and the cards are dealt."""
    async with sealing.visit("Ana") as ana:
        await ana.tell("quick", id="quick", players=2)
        seal = await ana.hear("seal")
        info = await sealing.info(seal["match"])
        assert (info.status, info.commitment) == (Status.LOBBY, seal["seal"])
        await ana.tell("azar", match=seal["match"], chance=MINE)
        await ana.hear("azar", lambda message: message["match"] == seal["match"])
        await ana.screen(lambda screen: screen["kind"] == "hand")
        info = await sealing.info(seal["match"])
        made = AZAR_2.chance_of(0, bytes.fromhex(MINE)).hex()
        assert info.added == (f"azar 0 {made}",)
        shown = {message["screen"]["kind"] for message in ana.heard if message["t"] == "picture"}
        assert shown == {"hand"}, "a slow page draws no lobby first"


async def test_a_table_of_two_pages_has_the_chance_of_both(sealing: House) -> None:
    async with sealing.visit("Ana") as ana, sealing.visit("Beto") as beto:
        match = await ana.open_table()
        assert match in [message["match"] for message in ana.heard if message["t"] == "seal"]
        await ana.tell("azar", match=match, chance=MINE)
        await ana.hear("azar")
        await beto.ask("sit", match=match)
        assert (await beto.hear("seal"))["match"] == match
        await beto.tell("azar", match=match, chance=OTHER)
        await beto.hear("azar")
        lobby = await ana.screen(lambda screen: not any(seat["empty"] for seat in screen["seats"]))
        await ana.ask("press", token=token(lobby, "START"))
        await ana.screen(lambda screen: screen["kind"] == "hand")
        info = await sealing.info(match)
        assert [line.split()[:2] for line in info.added] == [["azar", "0"], ["azar", "1"]]
        assert "seal" not in [
            message["t"] for message in beto.heard if message.get("match") != match
        ]


async def test_a_page_without_a_seat_has_no_seal_and_adds_nothing(sealing: House) -> None:
    async with sealing.visit("Ana") as ana, sealing.visit("Beto") as beto:
        match = await ana.open_table()
        await beto.tell("watch", match=match)
        await beto.screen()
        await beto.tell("azar", match=match, chance=OTHER)
        await beto.ask("sit", match=match)
        await beto.hear("seal")
        assert "azar" not in [message["t"] for message in beto.heard]


@pytest.mark.parametrize("chance", ["", "x" * 64, "0" * 63, "0" * 100])
async def test_a_chance_that_is_none_changes_nothing(sealing: House, chance: str) -> None:
    """The table starts with what there is."""
    async with sealing.visit("Ana") as ana:
        await ana.tell("quick", id="quick", players=2)
        match = (await ana.hear("seal"))["match"]
        await ana.tell("azar", match=match, chance=chance)
        await ana.screen(lambda screen: screen["kind"] == "hand")
        info = await sealing.info(match)
        assert info.added == ("faro none off",)


async def test_a_browser_that_adds_nothing_plays_all_the_same(
    sealing: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tab_commands, "_UNDER_WAY", 0.0)
    async with sealing.visit("Ana") as ana:
        await ana.tell("quick", id="quick", players=2)
        match = (await ana.hear("seal"))["match"]
        await ana.screen(lambda screen: screen["kind"] == "hand")
        info = await sealing.info(match)
        assert info.added == ("faro none off",)


async def test_a_page_that_goes_before_its_chance_came_finds_its_match_begun(
    sealing: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process may be about to stop: nobody else would start the table."""
    monkeypatch.setattr(tab_commands, "_UNDER_WAY", 3600.0)
    async with sealing.visit("Ana") as ana:
        await ana.tell("quick", id="quick", players=2)
        match = (await ana.hear("seal"))["match"]
    async with sealing.visit("Beto") as beto:
        await beto.tell("watch", match=match)
        await beto.screen(lambda screen: screen["kind"] != "lobby")
    info = await sealing.info(match)
    assert info.status is Status.PLAYING


async def test_a_rematch_against_robots_has_the_chance_of_the_browser(sealing: House) -> None:
    """No round of the beacon is waited for where nobody but this browser plays."""
    async with sealing.visit("Ana") as ana:
        await ana.ask("quick", players=2)
        match = (await ana.hear("seal"))["match"]
        await ana.tell("azar", match=match, chance=MINE)
        await ana.screen(lambda screen: screen["kind"] == "hand")
        await ana.ask("line", text="/terminar")
        over = await ana.screen(lambda screen: screen["kind"] == "result")
        await ana.ask("press", token=token(over, "REMATCH"))
        again = (await ana.hear("seal", lambda message: message["match"] != match))["match"]
        await ana.tell("azar", match=again, chance=OTHER)
        await ana.screen(lambda screen: (screen["kind"], screen["match"]) == ("hand", again))
        info = await sealing.info(again)
        assert [line.split()[0] for line in info.added] == ["azar"]

"""The browser adds its own chance to a deal, when it has the seal of the table (AZ-31)."""

from collections.abc import AsyncIterator

import pytest

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

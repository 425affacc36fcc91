"""A person's own data on the page: given, and never told to others."""

import json

from tests.adapters.web.house import House


async def test_one_s_own_data_are_a_download(house: House) -> None:
    async with house.visit("Ana") as ana, house.visit("Beto") as beto:
        match = await ana.open_table(jugadores="2")
        await beto.ask("sit", match=match)
        told = await ana.ask("line", text="/misdatos")
        assert told["t"] == "record"
        data = json.loads(told["text"])
        assert [played["match"] for played in data["matches"]] == [match]
        assert "Beto" not in told["text"]
        assert all("truco-mis-datos" not in raw for raw in beto.raw)

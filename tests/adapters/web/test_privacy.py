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


async def test_the_slash_line_knows_the_commands(house: House) -> None:
    async with house.visit("Ana") as ana:
        await ana.tell("complete", n=1, text="/m")
        offered = await ana.hear("completions")
        assert "/datos descargar" in {item["text"] for item in offered["items"]}
        await ana.tell("complete", n=2, text="/")
        offered = await ana.hear("completions")
        listed = {item["text"].strip() for item in offered["items"]}
        assert "/datos" in listed
        assert "/moderar" not in listed, "the page has no administrators"

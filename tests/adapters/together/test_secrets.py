"""What a deal follows from goes over no wire, and into no log, before the match is over."""

import json
from random import Random

from structlog.testing import capture_logs

from bot.match.vault import SECRET_SIZE
from bot.messages import MatchId
from bot.model import Status
from tests.adapters.together.house import House, OnPage, opened
from tests.adapters.together.test_match import four
from tests.fairness.needles import PART, Watched, found


class Told:
    """Everything that left the process, piece by piece."""

    def __init__(self, house: House, watched: Watched, match: MatchId) -> None:
        self.house, self.watched, self.match = house, watched, match
        self.leaks: list[str] = []
        self.pieces = 0
        self._read: dict[str, int] = {}
        self.logs: list[object] = []

    def _new(self) -> list[tuple[str, str]]:
        house = self.house
        wires: dict[str, list[object]] = {
            "discord": [
                f"{request.path} {request.body} {request.answer}"
                for request in house.small.requests
            ],
            "telegram": [json.dumps(call.values, default=str) for call in house.api.calls],
            "log": self.logs,
        }
        for player in house.players:
            if isinstance(player, OnPage):
                wires[f"web {player.page.key}"] = list(player.page.raw)
        made = []
        for wire, pieces in wires.items():
            first, self._read[wire] = self._read.get(wire, 0), len(pieces)
            made += [(wire.partition(" ")[0], str(piece)) for piece in pieces[first:]]
        return made

    async def look(self) -> None:
        info = await self.house.info(self.match)
        if info.status is Status.OVER:
            return
        playing = info.status is Status.PLAYING
        number = (await self.house.view_of(self.match, None)).number if playing else 0
        hidden = self.watched.hidden(info, await self.house.table(self.match), number)
        text = self._new()
        self.pieces += len(text)
        everything = "\n".join(piece for _, piece in text)
        if found(hidden, everything):
            self.leaks += [
                f"{wire}: {name}" for wire, piece in text for name in found(hidden, piece)
            ]


async def test_no_secret_key_or_salt_goes_over_a_wire() -> None:
    watched = Watched()
    async with opened(vault=watched.vault) as house:
        people = await four(house)
        match = await house.seated(*people, puntos="15")
        with capture_logs() as logs:
            told = Told(house, watched, match)
            told.logs = logs  # type: ignore[assignment]
            await told.look()
            await house.begun(match, *people)
            await told.look()
            await house.play(match, Random(1), steps=40, look=told.look)
            for person in people:
                await person.line("mis-datos")
                await person.line("repeticion")
                await person.line("mesa")
            await told.look()
            assert (await house.info(match)).status is Status.PLAYING
            for person in people:
                await person.line("terminar")
        assert told.leaks == []
        assert told.pieces > 150
        record = await house.service.matches.record(match)
        assert record is not None
        info, table = await house.info(match), await house.table(match)
        assert "secret" in found(watched.hidden(info, table, 1), record)


async def test_a_leak_would_be_found_on_every_wire() -> None:
    """Planted: a person's name is the beginning of the next secret."""
    watched = Watched(seed=7)
    value = Random(7).randbytes(SECRET_SIZE)
    async with opened(vault=watched.vault) as house:
        ana = house.on_discord(value[:PART].hex())
        others = await house.on_telegram("Beto"), await house.on_page("Carla")
        match = await house.seated(ana, *others)
        told = Told(house, watched, match)
        await told.look()
    assert {*told.leaks} == {"discord: secret", "telegram: secret", "web: secret"}

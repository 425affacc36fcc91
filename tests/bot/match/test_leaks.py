"""Secrets, keys and salts leave the process by no way before their match is over: a search through
everything, over random matches in a file."""

import shutil
from pathlib import Path
from random import Random

import pytest
from msgspec import json
from structlog.testing import capture_logs

from bot.host import database
from bot.messages import AnyCommand, AnyReply, MatchId
from bot.model import Status
from bot.store import Changes, Store
from bot.store.model import Setting
from bot.store.queries import match_queries
from engine.variants import VARIANTS, table_for
from tests.bot.conftest import open_store
from tests.bot.helpers import ANA, BETO, STRANGER, Table
from tests.bot.match.proofs import play
from tests.fairness.needles import Watched, found


class Listening(Table):
    """A table around which everything is heard."""

    def __init__(self, store: Store, watched: Watched) -> None:
        self.replies: list[AnyReply] = []
        super().__init__(store, vault=watched.vault)

    async def send(self, command: AnyCommand) -> AnyReply:
        reply = await super().send(command)
        self.replies.append(reply)
        return reply


async def everything_told(table: Listening, logs: list[object]) -> str:
    """What left the process: replies, pictures, notices, logs, and what one may ask for."""
    service = table.service
    await service.updater.bring_all()
    told: list[object] = [*table.replies, table.platform.shown, table.platform.notices, logs]
    for person in (ANA, BETO, STRANGER):
        told.append(await service.own_data.of(person))
        told.append(await service.matches.view(table.match, person))
        told.append(await service.matches.events(table.match, person))
        told.append(await service.screens.screen(table.match, person, "es"))
    told.append(json.encode(await service.matches.info(table.match)))
    told.append(await service.matches.record(table.match))
    return "\n".join(map(str, told))


def files_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


async def opened_salts(store: Store, match: MatchId) -> set[str]:
    """Those in the record so far."""
    rows = await store.read(match_queries.whole_log, match)
    lines = "\n".join(row.text for row in rows).split("\n")
    return {line.split()[3] for line in lines if line.startswith("proof opening")}


OFTEN = ("paulista", "tradicional-18")
"""Others are searched in the long tests."""


@pytest.mark.parametrize(
    "variant",
    [game if game in OFTEN else pytest.param(game, marks=pytest.mark.dear) for game in VARIANTS],
)
async def test_a_running_match_tells_nothing_that_its_deals_follow_from(
    tmp_path: Path, empty_database: Path, variant: str
) -> None:
    shutil.copy(empty_database, tmp_path / "truco.db")
    url = f"sqlite:///{tmp_path}/truco.db"
    async with open_store(url) as store:
        watched = Watched()
        table = Listening(store, watched)
        with capture_logs() as logs:
            await table.open(ANA, 2, variant)
            await table.join(BETO)
            for address, person in (("all", ""), ("ana", ANA), ("beto", BETO)):
                await table.shown_in(address, person=person or None, locale="es")
            await table.start()
            rng, hidden = Random(variant), dict[str, bytes]()
            for _ in range(4):
                info = await table.info()
                if info.status is not Status.PLAYING:
                    break
                number = (await table.view(None)).number
                rules = table_for(variant, 2, dict(info.options))
                hidden = watched.hidden(info, rules, number)
                assert found(hidden, await everything_told(table, list(logs))) == []
                # Openings stand in the log, of cards that were shown; nothing else is on the disk.
                shown = await opened_salts(store, table.match)
                closed = {name: salt for name, salt in hidden.items() if salt.hex() not in shown}
                await database.backup(url, tmp_path / f"copy-{number}-{info.version}.db")
                for name, data in files_of(tmp_path).items():
                    assert found(closed, data) == [], name
                await play(table, rng, 8)
            await table.agree(ANA, BETO)
            assert "secret" in found(hidden, await everything_told(table, list(logs)))


async def test_a_leak_would_be_found(tmp_path: Path) -> None:
    """Planted: the secret of a running match, in several spellings."""
    watched = Watched()
    store = await Store.open(f"sqlite:///{tmp_path}/truco.db")
    table = Table(store, vault=watched.vault)
    await table.seated(ANA, BETO)
    info = await table.info()
    rules = table_for(info.variant, 2, dict(info.options))
    hidden = watched.hidden(info, rules, 1)
    secret, salt = hidden["secret"], hidden["salt 1 7"]
    assert found(hidden, f"error: {secret!r}") == ["secret"]
    assert found(hidden, f"x{secret.hex().upper()}") == ["secret"]
    assert found(hidden, b"\0" + salt) == ["salt 1 7"]
    await store.commit([Changes(settings=(Setting(ANA, "x", salt.hex()),))])
    await store.close()
    assert "salt 1 7" in found(hidden, b"".join(files_of(tmp_path).values()))

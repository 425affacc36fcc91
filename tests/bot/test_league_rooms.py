"""Rooms of a league between houses that people play inside the bot."""

from pathlib import Path
from random import Random

from bot.host.database import check
from bot.leagues.ledger import LeagueLedger
from bot.model import Status
from bot.store import Store
from tests.bot.league_world import (
    CLOSED,
    OPEN,
    Host,
    exchange,
    one_house,
    pairing_begun,
)
from tests.fairness.verifiers import by_one_file
from tests.leagues.season import terms_of

ANA, ADA = "discord:ana", "discord:ada"
BRUNO, BELA = "telegram:bruno", "telegram:bela"


async def test_both_rooms_of_a_pairing_at_one_house(store: Store, tmp_path: Path) -> None:
    """Whoever is there plays; the last room brings the result."""
    host = one_house(store, tmp_path)
    first = await pairing_begun(host)
    second = await host.begun(CLOSED, ADA, BELA)
    for match, seed in ((first, 1), (second, 2)):
        await host.play(match, Random(seed))
        await host.look()
    verdict = host.folder.verdict()
    assert verdict.faults == ()
    assert verdict.results[0].scored is not None
    for match in (first, second):
        text = await host.service.matches.record(match)
        assert text is not None
        assert by_one_file(text) is None


async def test_the_database_of_a_league_is_right(store_in_file: Store, tmp_path: Path) -> None:
    """The register has one entry for both rooms."""
    url = f"sqlite+aiosqlite:///{tmp_path}/truco.db"
    host = one_house(store_in_file, tmp_path / "league")
    await pairing_begun(host)
    await store_in_file.close()
    assert await check(url) == ()


async def test_two_houses_that_exchange_files(tmp_path: Path) -> None:
    terms = terms_of(2, 2, beacon=False)
    hosts = [Host(Store.in_memory(), tmp_path / str(one), terms, one) for one in (0, 1)]
    for _ in range(2):
        exchange(*hosts)
        for host in hosts:
            await host.look()
    exchange(*hosts)
    for host, room, people in zip(hosts, (OPEN, CLOSED), ((ANA, BRUNO), (ADA, BELA)), strict=True):
        for team, person in enumerate(people):
            await host.joins(person, team)
            await host.waits(person)
        await host.play(await host.opened(room, *people), Random(7))
        await host.look()
    for _ in range(2):
        exchange(*hosts)
        for host in hosts:
            await host.look()
    exchange(*hosts)
    one, other = (host.folder.verdict() for host in hosts)
    assert one == other
    assert one.faults == ()
    assert one.results[0].scored is not None
    for host, room in zip(hosts, (OPEN, CLOSED), strict=True):
        info = await host.room(room)
        assert info is not None
        assert info.status is Status.OVER
        assert await host.service.matches.record(info.match) is not None
        await host.store.close()
    assert LeagueLedger(hosts[0].folder.desk().book()).shown

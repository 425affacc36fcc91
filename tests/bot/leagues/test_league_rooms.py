"""Rooms of a league between houses that people play inside the bot."""

from pathlib import Path

import pytest

from bot.host.database import check
from bot.leagues.ledger import LeagueLedger
from bot.model import Status
from bot.store import Store
from tests.bot.beacons import OwnBeacon
from tests.bot.league_world import (
    CLOSED,
    OPEN,
    Host,
    SeasonBeacon,
    agree,
    one_house,
    pairing_begun,
    with_people,
)
from tests.bot.leagues.season import CHAIN, terms_of
from tests.fairness.verifiers import by_one_file
from tests.narrow import present

ANA, ADA = "discord:ana", "discord:ada"
BRUNO, BELA = "telegram:bruno", "telegram:bela"


async def test_both_rooms_of_a_pairing_at_one_house(host: Host) -> None:
    """Whoever is there plays; the last room brings the result."""
    first = await pairing_begun(host)
    second = await host.begun(CLOSED, ADA, BELA)
    for match, seed in ((first, 1), (second, 2)):
        await host.finish(match, seed)
    assert not await host.lines(ANA, first) & {"result.practice", "result.alone"}, "it counts"
    assert host.is_right
    for match in (first, second):
        text = present(await host.service.matches.record(match))
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
    hosts = [Host(Store.in_memory(), tmp_path / str(house), terms, house) for house in (0, 1)]
    await agree(*hosts)
    for host, room, people in zip(hosts, (OPEN, CLOSED), ((ANA, BRUNO), (ADA, BELA)), strict=True):
        for team, person in enumerate(people):
            await host.joins(person, team)
            await host.waits(person)
        await host.finish(await host.opened(room, *people), 7)
    await agree(*hosts)
    one, other = (host.folder.verdict() for host in hosts)
    assert one == other
    assert hosts[0].is_right
    for host, room in zip(hosts, (OPEN, CLOSED), strict=True):
        info = present(await host.room(room))
        assert info.status is Status.OVER
        assert await host.service.matches.record(info.match) is not None
    assert LeagueLedger(hosts[0].folder.desk().book()).shown


async def test_the_beacon_goes_into_the_deals(store: Store, tmp_path: Path) -> None:
    """The round that is due is asked for once; while it does not come nothing opens."""
    beacon = SeasonBeacon()
    host = Host(store, tmp_path, terms_of(2, 1), beacon=beacon)
    await with_people(host)
    beacon.reason = "caido"
    assert await host.waits(ANA) == "waits"
    assert await host.waits(BRUNO) == "waits"
    assert await host.room(OPEN) is None
    beacon.reason = ""
    await host.look()
    first = await host.opened(OPEN, ANA, BRUNO)
    for match in (first, await host.begun(CLOSED, ADA, BELA)):
        await host.finish(match, 1)
    assert host.is_right
    assert len({*beacon.asked}) == 1
    text = present(await host.service.matches.record(first))
    assert f"proof faro {CHAIN.hash.hex()} {beacon.asked[0]} " in text


@pytest.mark.parametrize("asks", ["none", "another"])
async def test_a_host_that_does_not_ask_the_beacon_says_so(
    store: Store, tmp_path: Path, asks: str
) -> None:
    beacon = None if asks == "none" else OwnBeacon()
    host = Host(store, tmp_path, terms_of(2, 1), beacon=beacon)
    await with_people(host)
    assert await host.waits(ANA) == "beacon"


async def test_a_guest_of_another_house_comes_by_the_page(tmp_path: Path) -> None:
    """A person of the page plays for the other house's team, and for no other one."""
    terms = terms_of(2, 2, beacon=False)
    hosts = [Host(Store.in_memory(), tmp_path / str(house), terms, house) for house in (0, 1)]
    await agree(*hosts)
    here, _ = hosts
    await here.joins(ANA, 0)
    await here.joins("web:eva", 1)
    match = await here.begun(OPEN, ANA, "web:eva")
    assert await here.room(CLOSED) is None
    await here.finish(match, 5)
    assert (1, 1, OPEN) in (await here.now()).over
    assert await here.service.matches.record(match) is None, "the other room is not over"


async def test_when_the_time_of_a_pairing_is_over_its_secret_is_published(host: Host) -> None:
    """Also if nobody ever played the other room; a room that still runs ends without a result."""
    first = await pairing_begun(host)
    await host.finish(first, 1)
    second = await host.begun(CLOSED, ADA, BELA)
    host.time.moment = float(terms_of().starts(3)) + 1.0
    for _ in range(3):
        await host.clock.send_due()
    assert present(await host.service.matches.info(second)).ended == "abandoned"
    assert await host.service.matches.record(first) is not None
    await host.look()
    assert (1, 1, CLOSED) not in (await host.now()).over


async def test_nobody_is_asked_to_cut(store: Store, tmp_path: Path) -> None:
    """Where the game has somebody cut, too: both rooms have the same cards."""
    host = one_house(store, tmp_path, variant="tradicional-18")
    first = await pairing_begun(host)
    second = await host.begun(CLOSED, ADA, BELA)
    for match in (first, second):
        await host.finish(match, 6)
    assert host.is_right
    for match in (first, second):
        text = present(await host.service.matches.record(match))
        cuts = [line for line in text.split("\n") if line.startswith("proof cut ")]
        assert {line.rpartition(" ")[2] for line in cuts} == {"own"}

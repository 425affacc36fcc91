"""What is old: finished matches are packed into records, and what nobody needs any more goes."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bot.community.scoreboard import Wanted
from bot.host import database
from bot.messages import Accepted, Refused, Rematch
from bot.model import Status
from bot.store import Changes, Store
from bot.store.changes import Committed, Lost, Tidied, Tidy
from bot.store.errors import DamagedMatch
from bot.store.model import MatchRow, StoredAnswer, Surface
from bot.store.notices import Notice, NoticeState
from bot.store.postgres import driver as postgres_driver
from bot.store.queries import match_queries
from bot.store.records import Name, PackedRecord, packed, record_text, text_of, unpacked
from bot.store.seals import sealed
from engine.record.notation import parse_record
from engine.record.replay import replay
from tests.bot import stored_results
from tests.bot.conftest import empty_store
from tests.bot.helpers import ANA, BETO, COMMUNITY, Table, reason
from tests.bot.store.test_store import MATCH, OTHER, info, step
from tests.narrow import of_kind, present

DAY = 86_400.0


@pytest.fixture
def store(any_store: Store) -> Store:
    """An empty store of each kind."""
    return any_store


def test_the_row_of_a_match_leaves_out_what_is_usual() -> None:
    """It is half as long, and says the same; so does a row that tells everything."""
    row = MatchRow(info(version=3), moved=2, sealed=b"seal")
    text = text_of(row)
    told = msgspec.json.decode(text)
    assert set(told) == {"info", "moved", "sealed"}
    assert told["info"]["seats"][0] == {"seat": 0, "person": "web:ana", "name": "Ana"}
    assert {"away", "onlookers", "stake"}.isdisjoint(told["info"])
    assert msgspec.json.decode(text, type=MatchRow) == row
    told["info"]["seats"][0] |= {"robot": False, "away": False, "missed": 0}
    told["info"]["onlookers"] = []
    assert msgspec.json.decode(msgspec.json.encode(told), type=MatchRow) == row


async def won(table: Table) -> None:
    """Ana wins twelve points."""
    await table.dealt("7e 6e 4o", "4c 5b 12o", dealer=1, people=(ANA, BETO), target="12")
    await table.do(ANA, "faltaenvido")
    await table.do(BETO, "quiero")
    info = await table.info()
    assert info.status is Status.OVER


async def tidy(store: Store, before: float, **fields: object) -> Tidied:
    (outcome,) = await store.commit([Changes(tidy=replace(Tidy(before), **fields))])
    return of_kind(Tidied, outcome)


async def everything(table: Table) -> tuple[object, ...]:
    """What people can see of the match."""
    matches = table.service.matches
    info = present(await matches.info(table.match))
    return (
        info,
        await matches.record(table.match),
        *[await matches.view(table.match, person) for person in (ANA, BETO, None)],
        await matches.events(table.match, ANA),
        await table.service.scoreboards.of(COMMUNITY, Wanted(), 0.0),
    )


async def test_nobody_sees_that_a_match_is_packed(store: Store) -> None:
    table = Table(store)
    await won(table)
    before = await everything(table)
    tidied = await tidy(store, table.time.utc() + DAY)
    assert tidied.packed == (table.match,)
    for _ in range(2):
        assert await everything(table) == before
        table.restart()
    (row,) = await store.read(match_queries.whole_log, table.match)
    assert row.number == await store.read(match_queries.version, table.match)
    text = await table.record()
    assert replay(parse_record(text)).error is None


async def test_an_old_button_is_answered(store: Store) -> None:
    table = Table(store)
    await won(table)
    await table.service.surfaces.add(
        table.match, platform="test", address="a", chat="c", person=None
    )
    assert await store.surfaces_of(table.match)
    await tidy(store, table.time.utc() + DAY)
    assert await store.surfaces_of(table.match) == ()
    table.restart()
    assert reason(await table.act(ANA, "truco")) == "TABLE_CLOSED"


async def test_a_rematch_of_a_packed_match(store: Store) -> None:
    """It is one more row of the old match's log, which is packed with the rest a day later."""
    table = Table(store)
    await won(table)
    text = await table.service.matches.record(table.match)
    await tidy(store, table.time.utc() + DAY)
    table.restart()
    table.time.pass_by(2 * DAY)
    reply = of_kind(Accepted, await table.ask(Rematch, BETO))
    for rows in (2, 1):
        assert len(await store.read(match_queries.whole_log, table.match)) == rows
        info = await table.info()
        assert info.successor == reply.match
        assert await table.service.matches.record(table.match) == text
        await tidy(store, table.time.utc() + DAY)
        table.restart()


async def test_a_packed_row_cannot_be_written_again(store: Store) -> None:
    """A process that slept for a day knows an old state of the match."""
    await store.commit([over(MATCH, 5.0, "record 1", "")])
    assert (await tidy(store, 1000.0)).packed == (MATCH,)
    assert await store.commit([step(1), step(2)]) == (Lost(), Lost())
    assert await store.commit([step(3)]) == (Committed(),)


async def test_a_damaged_log_is_not_packed(store: Store) -> None:
    """Nobody could see any more that it is damaged."""
    change = over(MATCH, 5.0, "record 1", "end agreed")
    (part,) = change.matches
    log = (part.log[0], replace(part.log[1], text="end void"))
    await store.commit([replace(change, matches=(replace(part, log=log),))])
    assert await tidy(store, 1000.0) == Tidied()
    assert await store.read(match_queries.whole_log, MATCH) == log


def over(match: str, at: float, *texts: str, status: Status = Status.OVER) -> Changes:
    """A match that begins and ends with one change, sealed as the service does it."""
    log = sealed(b"", match, 1, at, texts)
    row = MatchRow(info(match, version=len(log), status=status), sealed=log[-1].seal)
    return step(1, match, row=row, log=log, sitting=(ANA,))


async def finished(store: Store, matches: int) -> list[str]:
    """Matches that ended one after another."""
    names = [f"over{number:04}" for number in range(matches)]
    for at, match in enumerate(names):
        await store.commit([over(match, float(at), "record 1")])
    return names


async def test_a_step_is_small(store: Store) -> None:
    names = await finished(store, 5)
    for first in (0, 2):
        tidied = await tidy(store, 100.0, matches=2)
        assert (tidied.packed, tidied.more) == (tuple(names[first : first + 2]), True)
    assert await tidy(store, 100.0, matches=2) == Tidied(packed=(names[4],))
    assert await tidy(store, 100.0, matches=2) == Tidied()


async def test_few_rows_at_a_time(store: Store) -> None:
    for number in range(1, 6):
        notice = Notice(f"n{number}", MATCH, ANA, "turn", "1", 1.0, NoticeState.TAKEN)
        surface = Surface(f"s{number}", MATCH, "web", "c", "a", lost=True)
        refused = StoredAnswer(ANA, f"r{number}", Refused("NOT_YOUR_TURN", MATCH), 100.0)
        change = step(number, notices=(notice,))
        await store.commit([change, Changes(answer=refused), Changes(surfaces=(surface,))])
    assert [(await tidy(store, 200.0, most=2)).more for _ in range(4)] == [True, True, False, False]
    assert await store.surface("s5") is None
    assert await store.commit([step(6, request="r5")]) == (Committed(),)


async def test_what_runs_stays(store: Store) -> None:
    row = MatchRow(info(version=1, status=Status.PLAYING))
    notice = Notice("n", MATCH, ANA, "turn", "1", 1.0)
    await store.commit([step(1, row=row, notices=(notice,)), step(1, OTHER)])
    await store.commit([Changes(surfaces=(Surface("s", MATCH, "web", "c", "a", wanted=1),))])
    assert await tidy(store, 1000.0, records_before=1000.0) == Tidied()
    assert await store.notices_waiting() == (notice,)
    assert await store.surface("s") is not None
    assert len(await store.read(match_queries.whole_log, MATCH)) == 1


async def test_a_lobby_that_never_began_is_packed_too(store: Store) -> None:
    await store.commit([over(MATCH, 5.0, "", status=Status.CLOSED)])
    assert (await tidy(store, 1000.0)).packed == (MATCH,)
    assert present(await store.read(match_queries.load, MATCH)).row.info.status is Status.CLOSED


async def test_matches_are_deleted_when_the_host_keeps_them_no_longer(store: Store) -> None:
    table = Table(store)
    await won(table)
    old = table.match
    board = await table.service.scoreboards.of(COMMUNITY, Wanted(), 0.0)
    now = table.time.utc()
    assert (await tidy(store, now + DAY)).deleted == ()
    assert (await tidy(store, now + DAY, records_before=now)).deleted == ()
    tidied = await tidy(store, now + DAY, records_before=now + 1)
    assert tidied.deleted == (old,)
    table.restart()
    assert await store.read(match_queries.load, old) is None
    assert await store.read(match_queries.whole_log, old) == ()
    assert await store.read(match_queries.version, old) == 0
    assert reason(await table.act(ANA, "truco")) == "NO_SUCH_MATCH"
    assert await table.service.scoreboards.of(COMMUNITY, Wanted(), 0.0) == board
    assert len(await store.read(stored_results.in_community, COMMUNITY)) == 2


BOTH_ON_POSTGRESQL = pytest.mark.parametrize("two_stores", ["postgresql"], indirect=True)


@BOTH_ON_POSTGRESQL
async def test_a_log_is_read_of_one_moment(
    two_stores: list[Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process packs the match after the first statement of the reading."""
    store, other = two_stores
    run, waiting = postgres_driver._run, True

    class Slow:
        def __init__(self, connection: Any) -> None:
            self.connection = connection

        async def fetch(self, *asked: object) -> Any:
            nonlocal waiting
            found = await self.connection.fetch(*asked)
            if waiting:
                waiting = False
                assert (await tidy(other, 100.0)).packed == (match,)
            return found

    (match,) = await finished(store, 1)
    monkeypatch.setattr(
        postgres_driver,
        "_run",
        lambda connection, work: run(Slow(connection) if waiting else connection, work),
    )
    assert [row.text for row in await store.read(match_queries.whole_log, match)] == ["record 1"]
    assert not waiting


@BOTH_ON_POSTGRESQL
async def test_two_processes_clear_away_at_once(two_stores: list[Store]) -> None:
    store, other = two_stores
    names = await finished(store, 30)
    done = [
        await asyncio.gather(*(tidy(store, 100.0, matches=4) for store in two_stores))
        for _ in range(6)
    ]
    found = [match for pair in done for tidied in pair for match in tidied.packed]
    assert sorted(found) == names, "each by one of them"
    for match in names:
        log = await other.read(match_queries.whole_log, match)
        assert [row.text for row in log] == ["record 1"]


async def test_the_service_does_it_by_itself(table: Table) -> None:
    await won(table)
    async with table.service.running():
        table.time.pass_by(1.5 * DAY)
        table.service.clock.wake()
        for _ in range(5000):
            await asyncio.sleep(0)
            if len(await table.store.read(match_queries.whole_log, table.match)) == 1:
                break
    assert len(await table.store.read(match_queries.whole_log, table.match)) == 1


# --- names ------------------------------------------------------------------------------------


TEXTS = (
    "",
    "record 1\nvariant argentino\nplayers 2\nseat 0 Ana la de acá\nseat 1 Tuerca (robot)",
    "hand dealer 0\ndeal 0 12e 5e 12c\ndeal 1 5b 6e 10b",
    "1 play 5b\n0 play 5e",
    "",
    "seat 0 Ana la de acá (robot)\nseat 1",
    "1 mazo\nresult A 1 B 0",
    "end agreed",
)
LOG = sealed(b"", MATCH, 1, 5.0, TEXTS)
ROW = MatchRow(info(version=len(LOG)), sealed=LOG[-1].seal)


def record_of_log() -> PackedRecord:
    return present(packed(ROW, LOG))


def test_a_record_is_what_its_log_was() -> None:
    record = record_of_log()
    row = unpacked(record)
    assert (row.match, row.number, row.at) == (MATCH, len(LOG), 5.0)
    assert record_text([row]) == record_text(LOG)
    more = sealed(row.seal, MATCH, len(LOG) + 1, 9.0, ("",))
    later = MatchRow(info(version=len(LOG) + 1), sealed=more[0].seal)
    again = present(packed(later, (row, *more), len(LOG)))
    assert (again.moves, again.names) == (record.moves, record.names)
    assert (again.number, again.at) == (len(LOG) + 1, 9.0)
    assert packed(later, (row,), len(LOG)) is None


def test_a_name_is_taken_away_without_touching_the_moves() -> None:
    record = record_of_log()
    names = msgspec.json.decode(record.names, type=tuple[Name, ...])
    assert {(name.person, name.name) for name in names} >= {
        ("web:ana", "Ana la de acá"),
        ("", "Tuerca (robot)"),
    }
    blank = tuple(Name("", "") if name.person == "web:ana" else name for name in names)
    nameless = replace(record, names=msgspec.json.encode(blank).decode())
    text = record_text([unpacked(nameless)])
    assert "Ana" not in text
    assert replay(parse_record(text)).state == replay(parse_record(record_text(LOG))).state


@pytest.mark.parametrize(
    "damage", [{"moves": b""}, {"digest": b"\0" * 32}, {"names": "[]"}, {"names": "?"}, {"at": 6.0}]
)
def test_a_damaged_record_is_told(damage: dict[str, object]) -> None:
    with pytest.raises(DamagedMatch):
        unpacked(replace(record_of_log(), **damage))


async def test_the_check_of_a_database_looks_at_records(
    tmp_path: Path, empty_database: Path
) -> None:
    store = await empty_store("sqlite", tmp_path, empty_database)
    table = Table(store)
    await won(table)
    await tidy(store, table.time.utc() + DAY)
    await store.close()
    file = tmp_path / "truco.db"
    assert await database.check(f"sqlite:///{file}") == ()
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE records SET digest = x'00'")
    assert await database.check(f"sqlite:///{file}") == (str(DamagedMatch(table.match)),)

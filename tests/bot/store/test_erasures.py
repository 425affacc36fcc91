"""People who want nothing kept of them: what is asked, undone and done, and what is left."""

import asyncio
import sqlite3
import tempfile
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.common.tasks import end
from bot.community.erasure_notes import COMMUNITY as COMMUNITY_GONE
from bot.community.erasure_notes import PERSON as ERASED
from bot.community.scoreboard import Wanted
from bot.community.table_defaults import last_setting
from bot.environment import Config
from bot.host import database
from bot.messages import Accepted, Join, Leave, LookOn, PersonId, Rematch, Return, Stale
from bot.model import MatchInfo, Status, is_someone
from bot.store import Changes, Store
from bot.store.changes import Committed, MatchChange, Tidied, Tidy
from bot.store.model import SentSena
from bot.store.postgres.processes import PostgresProcesses
from bot.store.queries import match_queries, people_queries
from bot.store.results.model import Standing
from bot.store.short_text import whole_text
from bot.store.sqlite.driver import MemoryDriver
from bot.store.writing.erasing import erased
from engine.record.notation import parse_record
from engine.record.replay import replay
from tests.bot import stored_results
from tests.bot.conftest import empty_store, new_database, open_store
from tests.bot.helpers import ANA, BETO, CARLA, COMMUNITY, NAMES, PLACE, Table, reason
from tests.bot.showing.test_surfaces import watch
from tests.bot.tournament_world import World
from tests.examples import examples
from tests.narrow import of_kind, present
from tests.stores import all_bytes, answer, records

DAY = 86_400.0
ZOE = "web:z0e4f7a1"
"""A person whose id and name stand nowhere by chance."""
NAMED = "Zoé Quirquincho"
HOME = "web:@z0e4f7a1"
"""A private chat of hers, as a platform calls it."""
TRACES = (b"z0e4f7a1", NAMED.encode(), b"Quirquincho", NAMED.casefold().encode(), b"oculto-77")


BOTH = pytest.mark.parametrize("any_store", ["sqlite", "postgresql"], indirect=True)
"""In both kinds of databases; how many processes there are makes no difference here."""


# --- everything that is stored, as bytes ------------------------------------------------------


async def everything(store: Store, folder: Path) -> bytes:
    """Every byte that the store keeps; what is compressed also as it was before."""
    if isinstance(store._driver, MemoryDriver):
        return all_bytes(store)
    address = getattr(store._driver, "_dsn", None)
    if isinstance(store.processes, PostgresProcesses):
        # A minute without use passes: leases have the names of chats.
        await store.processes.release(tuple(store.processes._used))
    if address is None:
        return _of_files(folder)
    return await _of_postgres(address)


def _of_files(folder: Path) -> bytes:
    """The file with all its pages, used or not, and what lies beside it."""
    found = b"".join(file.read_bytes() for file in sorted(folder.glob("truco.db*")))
    with closing(sqlite3.connect(folder / "truco.db")) as database:
        return b"\n".join((found, *records(database)))


async def _of_postgres(address: str) -> bytes:
    connection = await asyncpg.connect(address)
    try:
        tables = await connection.fetch(
            "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'"
        )
        found = b""
        for (table,) in tables:
            for row in await connection.fetch(f'SELECT * FROM "{table}"'):
                for value in row.values():
                    found += value if isinstance(value, bytes) else str(value).encode()
                    found += b"\n"
            if table == "records":
                for (moves,) in await connection.fetch("SELECT moves FROM records"):
                    found += whole_text(moves).encode()
        return found
    finally:
        await connection.close()


def traces(found: bytes) -> list[bytes]:
    return [trace for trace in TRACES if trace in found]


# --- a person who has done a lot ---------------------------------------------------------------


async def played(
    table: Table, *people: tuple[PersonId, str], until: str, place: str = PLACE
) -> str:
    """A match of these people: ``lobby``, ``playing`` or ``over``."""
    (host, name), *others = people
    options, community = (("target", "12"),), place.rpartition("/")[0]
    opened = await table.opens(host, community=community, place=place, name=name, options=options)
    assert isinstance(opened, Accepted)
    for person, name in others:
        assert isinstance(await table.ask(Join, person, name=name), Accepted)
    if until == "lobby":
        return table.match
    assert isinstance(await table.start(host), Accepted)
    await table.service.clock.send_due()
    table.time.pass_by(30)
    await table.service.clock.send_due()
    if until == "over":
        for person, _ in reversed(people):
            await table.ask(Leave, person)
        assert (await table.info()).status is Status.OVER
    return table.match


async def a_life(table: Table) -> dict[str, str]:
    """Zoé plays here and there; the matches by how far they came."""
    zoe, ana, beto = (ZOE, NAMED), (ANA, "Ana"), (BETO, "Beto")
    service, found = table.service, {}
    await service.languages.choose(ZOE, "pt")
    await service.settings.save(ZOE, secret="oculto-77")
    found["packed"] = await played(table, zoe, ana, until="over")
    found["at home"] = await played(table, zoe, beto, until="over", place=f"{HOME}/1")
    table.time.pass_by(2 * DAY)
    await tidy(table)
    found["over"] = await played(table, ana, zoe, until="over")
    found["others"] = await played(table, ana, beto, until="over")
    found["playing"] = await played(table, beto, zoe, until="playing")
    for person in (ZOE, BETO, None):
        await service.surfaces.add(
            table.match,
            platform="web",
            address=f"{person}.oculto-77" if person == ZOE else f"{person}",
            chat=f"{person}",
            person=person,
        )
    found["lobby"] = await played(table, (CARLA, "Carla"), zoe, until="lobby")
    return found


async def tidy(table: Table) -> None:
    more = True
    while more:
        (outcome,) = await table.store.commit([Changes(tidy=Tidy(table.time.utc() - DAY))])
        more = of_kind(Tidied, outcome).more


async def carried_out(table: Table) -> None:
    """Seven days pass; the bot tidies up and erases."""
    table.time.pass_by(7 * DAY + 100)
    await tidy(table)
    await table.service.erasures.carry_out()


async def is_sound(table: Table, matches: dict[str, str]) -> None:
    """Every match is what its log tells, and replays."""
    table.restart()
    for match in matches.values():
        info = await table.service.matches.info(match)
        assert info is not None, match
        text = await table.service.matches.record(match, "en")
        if info.status is Status.OVER and text is not None:
            assert replay(parse_record(text)).error is None


# --- the tests ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("any_store", "late"),
    [("sqlite", True), ("shared", False), ("postgresql", False), ("postgresql shared", True)],
    indirect=["any_store"],
)
async def test_nothing_is_left_of_a_person(any_store: Store, tmp_path: Path, late: bool) -> None:
    """``late``: the process had been down, and has not yet cleared away what is old."""
    table = Table(any_store, config=Config(robot_budget=0, abandon=100 * DAY, lobby=100 * DAY))
    matches = await a_life(table)
    before = await table.service.scoreboards.of(COMMUNITY, Wanted(), 0.0)
    assert traces(await everything(any_store, tmp_path)) != []
    await table.service.erasures.ask(ZOE)
    if late:
        table.time.pass_by(8 * DAY)
        await table.service.erasures.carry_out()
    else:
        await carried_out(table)
    assert traces(await everything(any_store, tmp_path)) == []
    assert not await any_store.read(people_queries.settings_named, ERASED)
    await is_sound(table, matches)
    board = await table.service.scoreboards.of(COMMUNITY, Wanted(), 0.0)
    was, won = (
        {row.person: row.won for row in shown.rows if isinstance(row, Standing)}
        for shown in (before, board)
    )
    assert won == {person: number for person, number in was.items() if person != ZOE}
    for name in ("packed", "over", "at home"):
        text = present(await table.service.matches.record(matches[name], "pt_BR"))
        assert "alguém" in text


async def test_what_is_read_of_an_erased_person(table: Table) -> None:
    """Only the person goes, not the name: somebody else has it too."""
    match = await played(table, (ANA, NAMED), (ZOE, NAMED), until="over")
    await table.service.erasures.ask(ZOE)
    await carried_out(table)
    text = await table.record()
    assert f"seat 0 {NAMED}" in text
    assert f"seat 1 {NAMED}" not in text
    for locale, word in (("es", "alguien"), ("pt_BR", "alguém"), ("en", "somebody")):
        screen = await table.screen(ANA, locale)
        assert word in {seat.name for seat in screen.seats} | {
            name for score in screen.scores for name in score.names
        }
    info = await table.info(match)
    assert [is_someone(seat.person) for seat in info.seats] == [False, True]
    assert info.host == ANA


async def test_whoever_asks_leaves_and_sits_down_nowhere(table: Table) -> None:
    match = await played(table, (ZOE, NAMED), (BETO, "Beto"), until="playing")
    at = await table.service.erasures.ask(ZOE)
    info = await table.info(match)
    assert info.seats[0].left
    assert info.host == BETO
    back = Return(request="back", person=ZOE, match=match)
    assert reason(await table.send(back)) == "LEAVING_US"
    assert reason(await table.open(ZOE)) == "LEAVING_US"
    table.time.pass_by(DAY)
    table.restart()
    assert await table.service.erasures.ask(ZOE) == at  # once more changes nothing
    assert await table.service.erasures.undo(ZOE)
    assert isinstance(await table.send(replace(back, request="back again")), Accepted)


async def test_whoever_asks_signs_off_and_looks_on_no_more(world: World) -> None:
    table = world.processes[0]
    await world.open(ANA)
    await world.join(ZOE)
    await table.seated(ANA, BETO)
    assert isinstance(await table.ask(LookOn, ZOE, name=NAMED), Accepted)
    await watch(table, ZOE)
    await world.table.service.erasures.ask(ZOE)
    assert [entrant.person for entrant in (await world.tournament()).entrants] == [ANA]
    assert (await table.info()).onlooker(ZOE) is None


async def test_undone_within_seven_days_everything_is_there(table: Table, tmp_path: Path) -> None:
    matches = await a_life(table)
    texts = {match: await table.service.matches.record(match) for match in matches.values()}
    kept = await table.store.read(people_queries.kept_of, ZOE)
    await table.service.erasures.ask(ZOE)
    table.time.pass_by(7 * DAY - 10)
    await table.service.erasures.carry_out()
    assert await table.service.erasures.undo(ZOE)
    table.time.pass_by(30 * DAY)
    table.restart()
    await table.service.erasures.carry_out()
    now = await table.store.read(people_queries.kept_of, ZOE)
    assert kept.results == now.results[: len(kept.results)]
    assert kept.standings
    assert (await table.store.settings_of(ZOE))["secret"] == "oculto-77"
    assert await table.store.locale_of(ZOE) == "pt_BR"
    for name in ("packed", "over", "at home", "others"):
        assert await table.service.matches.record(matches[name]) == texts[matches[name]]


async def test_at_the_last_moment_it_cannot_be_undone(table: Table) -> None:
    await table.service.languages.choose(ZOE, "en")
    await table.service.erasures.ask(ZOE)
    table.time.pass_by(7 * DAY)
    assert not await table.service.erasures.undo(ZOE)
    await table.service.erasures.carry_out()  # another process' clock may be behind
    assert await table.store.locale_of(ZOE) == "en"
    table.time.pass_by(61)
    await table.service.erasures.carry_out()
    assert await table.store.locale_of(ZOE) is None
    assert not await table.service.erasures.undo(ZOE)
    assert isinstance(await table.open(ZOE), Accepted)  # a new person


async def test_two_at_one_table_are_erased(table: Table) -> None:
    match = await played(table, (ANA, "Ana"), (ZOE, NAMED), until="over")
    for person in (ANA, ZOE):
        await table.service.erasures.ask(person)
    await carried_out(table)
    await is_sound(table, {"": match})
    reply = await table.send(Rematch(request="again", person=ANA, match=match))
    assert not isinstance(reply, Accepted)


async def test_a_robot_plays_on_for_an_erased_person(store: Store) -> None:
    """Their match ends later; it counts for the others alone."""
    table = Table(store, config=Config(robot_budget=0, robot_delay=0, pause=0, turn_seconds=86_400))
    await table.dealt("7e 6e 4o", "4c 5b 12o", dealer=1, people=(BETO, ZOE), target="12")
    match = table.match
    await table.service.erasures.ask(ZOE)
    await carried_out(table)
    assert (await table.info(match)).status is Status.PLAYING
    end = Leave(request="end", person=BETO, match=match)
    await table.send(end)
    results = await store.read(stored_results.in_community, COMMUNITY)
    assert {result.person for result in results} <= {BETO}
    await is_sound(table, {"": match})


@BOTH
async def test_a_process_that_dies_while_it_erases(any_store: Store, tmp_path: Path) -> None:
    """What it has not done the next one does."""
    table = Table(any_store)
    matches = await a_life(table)
    await table.service.erasures.ask(ZOE)
    table.time.pass_by(7 * DAY + 100)
    commits = 0
    commit = any_store.commit

    async def dying(changes: Any) -> Any:
        nonlocal commits
        commits += 1
        if commits == 3:
            raise KeyboardInterrupt
        return await commit(changes)

    any_store.commit = dying  # type: ignore[method-assign]
    with pytest.raises(KeyboardInterrupt):
        await table.service.erasures.carry_out()
    any_store.commit = commit  # type: ignore[method-assign]
    assert await any_store.read(people_queries.settings_named, ERASED)
    table.restart()
    await tidy(table)
    await table.service.erasures.carry_out()
    assert traces(await everything(any_store, tmp_path)) == []
    await is_sound(table, matches)


@BOTH
async def test_a_match_that_is_packed_meanwhile_is_read_again(any_store: Store) -> None:
    table = Table(any_store)
    match = await played(table, (ANA, "Ana"), (ZOE, NAMED), until="over")
    stored = present(await any_store.read(match_queries.load, match))
    change = erased(stored, await any_store.read(match_queries.whole_log, match), ZOE, ())
    table.time.pass_by(2 * DAY)
    await tidy(table)
    assert (await any_store.commit([Changes(matches=(change,))]))[0] != Committed()
    text = present(await table.service.matches.record(match))
    assert NAMED in text
    await table.service.erasures.ask(ZOE)
    await carried_out(table)
    text = present(await table.service.matches.record(match))
    assert NAMED not in text


async def test_only_their_own_gestures_are_erased(table: Table) -> None:
    match = await played(table, (ANA, "Ana"), (ZOE, NAMED), until="playing")
    stored = present(await table.store.read(match_queries.load, match))
    log = await table.store.read(match_queries.whole_log, match)
    zoe = present(stored.row.info.seat_of(ZOE)).seat
    shown = [(1 - zoe, "", "wink"), (zoe, "", "oculto-77"), (zoe, "siete", "")]
    senas = tuple(SentSena(seat, sena, (0, 1), gesture) for seat, sena, gesture in shown)
    told = replace(stored, row=replace(stored.row, senas=senas))
    assert erased(told, log, ZOE, ()).row.senas == (senas[0], senas[2])


# --- any lives ---------------------------------------------------------------------------------

STEPS = st.lists(
    st.one_of(
        st.tuples(
            st.just("match"),
            st.permutations(("zoe", "ana", "beto")),
            st.integers(1, 3),
            st.sampled_from(("lobby", "playing", "over")),
            st.booleans(),
        ),
        st.tuples(st.just("day"), st.integers(1, 20)),
        st.tuples(st.just("tidy")),
        st.tuples(st.just("robots"), st.integers(1, 30)),
        st.tuples(st.just("rename"), st.text("abcñÉ #", min_size=1, max_size=6)),
        st.tuples(st.just("language"), st.sampled_from(("es", "pt", "en"))),
        st.tuples(st.just("shown")),
        st.tuples(st.just("twice")),
        st.tuples(st.just("restart")),
    ),
    min_size=3,
    max_size=14,
)


async def lives(table: Table, steps: list[tuple[Any, ...]]) -> dict[str, str]:
    """What these steps make of a table's store: matches of three people."""
    people = {"zoe": (ZOE, NAMED), "ana": (ANA, "Ana"), "beto": (BETO, "Beto")}
    service, found = table.service, dict[str, str]()
    for number, step in enumerate(steps):
        service = table.service
        match step:
            case ("match", order, most, until, at_home):
                who = [people[name] for name in order][:most]
                place = f"{HOME}/{number}" if at_home else f"{COMMUNITY}/{number}"
                found[str(number)] = await played(table, *who[:2], until=until, place=place)
            case ("day", hours):
                table.time.pass_by(hours * 3600)
            case ("tidy",):
                await tidy(table)
            case ("robots", times):
                for _ in range(times):
                    table.time.pass_by(70)
                    await service.clock.send_due()
            case ("rename", name):
                people["zoe"] = (ZOE, f"{name} {NAMED}")
            case ("language", locale):
                await service.languages.choose(ZOE, locale)
            case ("shown",) if table.match:
                for person in (ZOE, ANA, None):
                    address = "oculto-77" if person == ZOE else "here"
                    await service.surfaces.add(
                        table.match, platform="web", address=address, chat=address, person=person
                    )
            case ("twice",) if table.match:
                for _ in range(2):
                    back = Return(request=f"back{number}", person=ZOE, match=table.match)
                    await service.handle(back)
                    told = Return(request=f"told{number}", person=BETO, match=table.match)
                    await service.handle(told)
            case ("restart",):
                table.restart()
            case _:
                pass
    return found


async def is_well(store: Store, folder: Path) -> tuple[str, ...]:
    """What ``truco db check`` says."""
    address = getattr(store._driver, "_dsn", None)
    return await database.check(address or f"sqlite:///{folder}/truco.db")


async def _erased_from(store: Store, folder: Path, steps: list[tuple[Any, ...]]) -> None:
    config = Config(robot_budget=0, robot_delay=0, tables=100)
    table = Table(store, config=config)
    matches = await lives(table, steps)
    texts = {match: await table.service.matches.record(match) for match in matches.values()}
    await table.service.erasures.ask(ZOE)
    await table.service.erasures.ask(ZOE)
    await carried_out(table)
    assert traces(await everything(store, folder)) == []
    assert await is_well(store, folder) == ()
    await is_sound(table, matches)
    for match, text in texts.items():
        now = await table.service.matches.record(match)
        if text is not None:
            assert now is not None
            assert _moves(now) == _moves(text)
            assert ("seat 1 Beto" in now) == ("seat 1 Beto" in text)
    if getattr(store._driver, "_dsn", None) is None:
        await database.backup(f"sqlite:///{folder}/truco.db", folder / "copy")
        assert traces((folder / "copy").read_bytes()) == []


def _moves(text: str) -> list[str]:
    return [line for line in text.split("\n") if not line.startswith("seat ")]


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("shared", marks=pytest.mark.dear)])
@given(steps=STEPS)
@examples(20)
def test_whatever_somebody_did_nothing_is_left(
    kind: str, empty_database: Path, steps: list[tuple[Any, ...]]
) -> None:
    async def run() -> None:
        with tempfile.TemporaryDirectory() as name:
            store = await empty_store(kind, Path(name), empty_database)
            try:
                await _erased_from(store, Path(name), steps)
            finally:
                await store.close()

    asyncio.run(run())


@given(steps=STEPS)
@examples(3)
def test_whatever_somebody_did_nothing_is_left_in_postgres(
    postgres: str, tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[Any, ...]]
) -> None:
    async def run() -> None:
        async with open_store(await new_database(postgres)) as store:
            await _erased_from(store, tmp_path_factory.getbasetemp(), steps)

    asyncio.run(run())


# --- communities -------------------------------------------------------------------------------

CLUB = "web:club"


@BOTH
async def test_a_community_that_removed_the_bot_is_purged(any_store: Store) -> None:
    table = Table(any_store)
    settings = table.service.settings
    await table.service.languages.choose(CLUB, "en")
    await settings.save(CLUB, variante="mineiro")
    gone = await played(table, (ANA, "Ana"), (BETO, "Beto"), until="over", place=f"{CLUB}/1")
    closed = await played(table, (CARLA, "Carla"), until="lobby", place=f"{CLUB}/1")
    shared = await played(table, (ZOE, NAMED), (BETO, "Beto"), until="over", place=f"{CLUB}/2")
    other = await played(table, (ZOE, NAMED), (CARLA, "Carla"), until="over")
    text = await table.service.matches.record(shared)
    await table.service.erasure_notes.left(CLUB)
    table.time.pass_by(29 * DAY)
    table.restart()
    await table.service.erasure_notes.left(CLUB)  # told once more, it comes no later
    await table.service.erasures.carry_out()
    assert await any_store.locale_of(CLUB) == "en"
    table.time.pass_by(DAY + 100)
    await table.service.erasures.carry_out()
    assert await table.service.matches.info(gone) is not None, "a lobby is still open"
    leave = Leave(request="leave", person=CARLA, match=closed)
    assert isinstance(await table.send(leave), Accepted)
    await table.service.erasures.carry_out()
    table.restart()
    assert await any_store.locale_of(CLUB) is None
    assert await any_store.settings_of(CLUB) == {}
    assert (await table.service.scoreboards.of(CLUB, Wanted(), 0.0)).rows == ()
    assert await any_store.read(stored_results.in_community, CLUB) == ()
    for match in (gone, closed):
        assert await any_store.read(match_queries.load, match) is None
        assert await any_store.read(match_queries.whole_log, match) == ()
    # Zoé plays elsewhere too: the match is hers as well, and nobody reads where it was.
    info = await table.info(shared)
    assert CLUB not in repr(info)
    assert await table.service.matches.record(shared) == text
    assert await table.service.matches.info(other) is not None
    for person in (ANA, BETO, CARLA, ZOE):
        assert last_setting(CLUB) not in await any_store.settings_of(person)
    assert await any_store.deadlines() == ()


async def test_a_community_that_is_back_keeps_everything(table: Table) -> None:
    match = await played(table, (ANA, "Ana"), (BETO, "Beto"), until="over", place=f"{CLUB}/1")
    await table.service.erasure_notes.left(CLUB)
    table.time.pass_by(29 * DAY)
    await table.service.erasure_notes.back(CLUB)
    table.time.pass_by(10 * DAY)
    await table.service.erasures.carry_out()
    assert await table.service.matches.info(match) is not None
    await table.service.erasure_notes.left(CLUB)
    await played(table, (ANA, "Ana"), until="lobby", place=f"{CLUB}/1")  # whoever plays is there
    assert not await table.store.read(people_queries.settings_named, COMMUNITY_GONE)


@pytest.mark.errors("match_damaged")
@BOTH
async def test_a_damaged_match_goes_whole(any_store: Store, tmp_path: Path) -> None:
    """Nobody can say where the name stands in it."""
    table = Table(any_store)
    match = await played(table, (ANA, "Ana"), (ZOE, NAMED), until="playing")
    stored = present(await any_store.read(match_queries.load, match))
    log = stored.log or await any_store.read(match_queries.whole_log, match)
    wrong = replace(stored.row, sealed=b"wrong", info=replace(stored.row.info, version=99))
    row = replace(log[-1], number=stored.row.info.version + 1)
    change = MatchChange(wrong, (row,), stored.deadlines)
    await any_store.commit([Changes(matches=(change,))])
    assert await any_store.deadlines()
    await table.service.surfaces.add(match, platform="web", address="a", chat="b", person=None)
    table.restart()
    await table.service.erasures.ask(ZOE)
    await carried_out(table)
    assert await any_store.read(match_queries.version, match) == 0
    assert await any_store.deadlines() == ()
    assert await any_store.next_due() is None
    assert await any_store.surfaces_of(match) == ()
    assert traces(await everything(any_store, tmp_path)) == []


@BOTH
async def test_an_answer_to_somebody_else_may_hold_the_name(
    any_store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(NAMES, ZOE, NAMED)
    table = Table(any_store)
    await table.dealt("7e 6e 4o", "4c 5b 12o", dealer=1, people=(ZOE, BETO))
    assert of_kind(Stale, await table.act(BETO, "truco", point="100")).waiting == (NAMED,)
    await table.erase(ZOE)
    assert traces(await everything(any_store, tmp_path)) == []


@pytest.mark.errors("erasure_failed")
async def test_what_goes_wrong_with_one_holds_up_no_other(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    for person in (ANA, ZOE):
        await table.service.languages.choose(person, "en")
        await table.service.erasures.ask(person)
    table.time.pass_by(8 * DAY)

    async def failing(owners: Sequence[str]) -> tuple[str, ...]:
        if ANA in owners:
            raise OSError
        return ()

    answer(monkeypatch, table.store, people_queries.matches_naming, failing)
    await table.service.erasures.carry_out()
    assert set(await table.store.read(people_queries.settings_named, ERASED)) == {ANA}
    monkeypatch.undo()
    await table.service.erasures.carry_out()
    assert await table.store.read(people_queries.settings_named, ERASED) == {}


# --- once, by whichever process ----------------------------------------------------------------


@BOTH
async def test_the_clock_erases(any_store: Store, tmp_path: Path) -> None:
    """When what is old has been cleared away; the process may have been down for weeks."""
    table = Table(any_store)
    await a_life(table)
    await table.service.erasures.ask(ZOE)
    table.time.pass_by(30 * DAY)
    table.restart()
    clock = asyncio.create_task(table.clock.run())
    try:
        async with asyncio.timeout(60):
            while await any_store.read(people_queries.settings_named, ERASED):
                await asyncio.sleep(0)
                table.time.pass_by(1)
                table.clock.wake()
    finally:
        await end(clock)
        await table.commands_end()
    await any_store.scrub()
    assert traces(await everything(any_store, tmp_path)) == []


async def test_two_processes_erase_at_once(postgres: str) -> None:
    url = await new_database(postgres)
    first, second = await Store.open(url), await Store.open(url)
    try:
        table = Table(first)
        matches = await a_life(table)
        await table.service.erasures.ask(ZOE)
        table.time.pass_by(7 * DAY + 100)
        beside = Table(second, time=table.time)
        assert isinstance(await beside.service.matches.info(matches["playing"]), MatchInfo)
        await asyncio.gather(
            table.service.erasures.carry_out(), beside.service.erasures.carry_out()
        )
        assert not await first.read(people_queries.settings_named, ERASED)
        assert await database.check(url) == ()
        for process in (table, beside):
            await process.store.processes.release(tuple(process.store.processes._used))  # type: ignore[attr-defined]
        assert traces(await everything(first, Path())) == []
        # The other process knows the match as it was; what it writes does not bring the name back.
        leave = Leave(request="x", person=BETO, match=matches["playing"])
        assert isinstance(await beside.send(leave), Accepted)
        assert traces(await everything(first, Path())) == []
    finally:
        await first.close()
        await second.close()

"""A lobby whose host has gone, and one that nobody looks at.

Gone: no press was answered within ``Config.abandon``, and no open tab shows the lobby."""

from msgspec.structs import replace

from bot.environment import Config
from bot.messages import Accepted, Join
from bot.model import Status
from bot.store import Store
from bot.store.notices import HOST_GONE
from tests.bot.helpers import ANA, BETO, Table, reason
from tests.narrow import present

CONFIG = Config(robot_budget=0)
GONE = CONFIG.abandon + 1
CARLA = "web:carla"


async def pass_by(table: Table, seconds: float) -> None:
    table.time.pass_by(seconds)
    await table.clock.send_due()
    await table.service.updater.bring_all()


async def shown_in_place(table: Table) -> None:
    await table.service.surfaces.add(
        table.match, platform="discord", address="a", chat="c", person=""
    )


async def tab_of(table: Table, person: str) -> str:
    return await table.shown_in(person, person=person)


async def called(table: Table) -> list[str]:
    return [notice.person for notice, _ in table.platform.notices if notice.kind == HOST_GONE]


async def lobby(store: Store, *others: str) -> Table:
    table = Table(store, config=CONFIG)
    await table.open(ANA)
    for person in others:
        assert isinstance(await table.join(person), Accepted)
    await shown_in_place(table)
    return table


async def test_another_can_start_when_the_host_has_gone(store: Store) -> None:
    table = await lobby(store)
    table.time.pass_by(CONFIG.abandon / 2)
    await table.join(BETO)
    assert reason(await table.start(BETO)) == "NOT_HOST"
    await pass_by(table, CONFIG.abandon / 2 + 1)
    info = await table.info()
    assert (info.status, info.host) == (Status.LOBBY, BETO)
    assert await called(table) == [BETO]
    assert reason(await table.start(ANA)) == "NOT_HOST"
    assert info.seat_of(ANA) is not None
    assert isinstance(await table.start(BETO), Accepted)
    await pass_by(table, 1)
    assert await called(table) == [BETO], "once"


async def test_a_host_with_an_open_tab_has_not_gone(store: Store) -> None:
    table = await lobby(store, BETO)
    tab = await tab_of(table, ANA)
    table.time.pass_by(CONFIG.abandon / 2)
    await table.start(BETO)
    await pass_by(table, CONFIG.abandon / 2 + 1)
    assert (await table.info()).host == ANA
    await table.service.surfaces.remove(tab)
    await table.start(BETO)
    await pass_by(table, GONE)
    assert (await table.info()).host == ANA, "nobody has pressed: nobody is there to start"
    assert await called(table) == []


async def test_a_host_who_presses_elsewhere_has_not_gone(store: Store) -> None:
    table = await lobby(store, BETO)
    table.time.pass_by(CONFIG.abandon - 10)
    await table.start(BETO)
    elsewhere = Join(request="e", person=ANA, match="nothing1", name="Ana")
    await table.send(elsewhere)
    await pass_by(table, 11)
    assert (await table.info()).host == ANA


async def test_of_those_who_are_there_the_one_who_has_sat_longest_is_host(store: Store) -> None:
    table = Table(store, config=CONFIG)
    await table.open(ANA, players=4)
    for person in (BETO, CARLA):
        await table.join(person)
    await shown_in_place(table)
    await tab_of(table, CARLA)
    await pass_by(table, GONE)
    assert (await table.info()).host == CARLA
    assert sorted(await called(table)) == sorted([BETO, CARLA])


async def test_a_lobby_that_nobody_looks_at_ends(store: Store) -> None:
    table = Table(store, config=CONFIG)
    await table.open(ANA)
    tab = await tab_of(table, ANA)
    await pass_by(table, GONE)
    assert (await table.info()).status is Status.LOBBY, "its tab is open"
    await table.service.surfaces.remove(tab)
    await pass_by(table, GONE)
    assert (await table.info()).status is Status.CLOSED


async def test_a_lobby_in_a_channel_waits_for_its_usual_time(store: Store) -> None:
    table = await lobby(store)
    await pass_by(table, GONE)
    await pass_by(table, GONE - CONFIG.abandon)
    assert (await table.info()).status is Status.LOBBY
    await pass_by(table, CONFIG.lobby - GONE)
    assert (await table.info()).status is Status.CLOSED


async def test_the_notice_is_told_after_a_crash_and_not_when_it_is_too_late(store: Store) -> None:
    table = await lobby(store)
    table.time.pass_by(CONFIG.abandon / 2)
    await table.join(BETO)
    table.time.pass_by(CONFIG.abandon / 2 + 1)
    await table.clock.send_due()
    assert await called(table) == []
    table.restart()
    await table.service.updater.bring_all()
    assert await called(table) == [BETO]


async def test_a_table_of_a_tournament_has_no_host_to_miss(store: Store) -> None:
    table = Table(store, config=replace(CONFIG, no_show=2 * CONFIG.abandon))
    assert isinstance(await table.opens("discord:1", format="todos"), Accepted)
    assert isinstance(await table.ask(Join, "discord:2", name="B", late=True), Accepted)
    await table.start("discord:1")
    tournament = present((await table.info()).tournament)
    table.match = tournament.open[0].match
    await pass_by(table, GONE)
    assert (await table.info()).status is Status.LOBBY

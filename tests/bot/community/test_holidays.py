"""Holidays: how long somebody's clock rests at slow tables, and what the others read."""

import time
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from bot.catalogue import page_for
from bot.community.holidays import DAY, MOST, HolidayBook
from bot.environment import Config
from bot.messages import NotSeated, PersonId, RestClock
from bot.model import SLOW
from bot.pages.holidays import TAKE
from bot.screens.pages import HOLIDAYS, TABLE_LIST, Page, PageKey
from bot.store import Store
from bot.store.notices import REMIND
from tests.bot.helpers import ANA, BETO, HERE, STRANGER, FakeTime, Table, reason

THREE_DAYS = 3 * DAY


def slow(store: Store, now: float = 1_800_000_000.0) -> Table:
    """A table whose turns last three days."""
    config = Config(robot_budget=0, turn_seconds=int(THREE_DAYS))
    return Table(store, config=config, time=FakeTime(now))


@pytest.fixture
def table(store: Store) -> Table:
    return slow(store)


async def take(table: Table, person: PersonId, days: int) -> Page:
    """Presses the button for so many days."""
    key = PageKey(HOLIDAYS, topic=TAKE, part=days)
    return await page_for(table.service, key, person, "es", HERE)


def offered(page: Page) -> list[int]:
    return [int(leaf.key.split(".")[-1]) for leaf in page.turns]


async def test_a_running_turn_ends_later_and_everybody_reads_it(table: Table) -> None:
    await table.heads_up()
    table.time.pass_by(2 * DAY)
    assert await table.due() == DAY
    await take(table, ANA, 5)
    assert await table.due() == 6 * DAY
    assert (await table.info()).deadline == table.time.utc() + 6 * DAY
    assert "table.rests.own" in await table.lines(ANA)
    for person in (BETO, None):
        assert "table.rests" in await table.lines(person)
    table.restart()
    assert await table.due() == 6 * DAY
    table.time.pass_by(5 * DAY)
    assert await table.due() == DAY
    assert "table.rests" not in await table.lines(None)
    await table.next_deadline()
    assert (await table.info()).late == (0,)


async def test_whoever_comes_back_has_the_time_that_was_left(table: Table) -> None:
    await table.heads_up()
    table.time.pass_by(2 * DAY)
    assert offered(await take(table, ANA, 5)) == [0]
    table.time.pass_by(DAY)
    page = await take(table, ANA, 0)
    assert offered(page) == [1, 3, 5], "four of the five were not used"
    assert await table.due() == DAY
    assert "table.rests" not in await table.lines(None)


async def test_a_later_turn_of_the_holidays_begins_when_they_end(table: Table) -> None:
    await table.heads_up()
    await take(table, BETO, 5)
    assert await table.due() == THREE_DAYS, "Ana's clock does not rest"
    await table.do(ANA, "play 7o")
    assert await table.due() == 5 * DAY + THREE_DAYS
    # Whoever rests may play all the same.
    await table.do(BETO, "play 3e")
    assert await table.due() == THREE_DAYS


async def test_nobody_is_reminded_while_their_clock_rests(table: Table) -> None:
    await table.heads_up()
    table.time.pass_by(DAY)
    await take(table, ANA, 5)
    table.time.pass_by(5 * DAY)
    await table.clock.send_due()
    assert await table.called(REMIND) == []
    table.time.pass_by(DAY / 2)
    await table.clock.send_due()
    assert await table.called(REMIND) == [ANA]


async def test_a_month_has_seven_days(table: Table) -> None:
    book = table.service.holidays
    assert (await book.take(ANA, 5)).left == 2 * DAY
    table.time.pass_by(5 * DAY)
    held = await book.take(ANA, 7)
    assert (held.left, held.until - table.time.utc()) == (0, 2 * DAY)
    table.time.pass_by(2 * DAY)
    page = await take(table, ANA, 3)
    assert (offered(page), (await book.of(ANA)).until > table.time.utc()) == ([], False)
    assert (await book.of(BETO)).left == MOST * DAY
    while datetime.fromtimestamp(table.time.utc(), UTC).day != 1:
        table.time.pass_by(DAY)
    assert (await book.of(ANA)).left == MOST * DAY


async def test_the_same_press_twice_takes_no_second_holidays(table: Table) -> None:
    await take(table, ANA, 3)
    table.time.pass_by(2)
    await take(table, ANA, 3)
    held = await table.service.holidays.of(ANA)
    assert held.taken == 3 * DAY + 2
    assert offered(await take(table, ANA, 0)) == [1, 3, 5, 7]


@pytest.fixture(params=["America/Santiago", "Europe/Madrid", "Pacific/Apia", "UTC"])
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The bot's machine stands in this time zone."""
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("zone")
@pytest.mark.parametrize(
    "moment",
    ["2026-10-24 23:30", "2026-03-28 23:30", "2026-09-05 23:30", "2026-04-04 23:30"],
    ids=["Madrid back", "Madrid forward", "Santiago forward", "Santiago back"],
)
async def test_a_day_is_as_long_where_clocks_are_changed(store: Store, moment: str) -> None:
    now = datetime.strptime(f"{moment} +0000", "%Y-%m-%d %H:%M %z").timestamp()
    table = slow(store, now)
    await table.heads_up()
    page = await take(table, ANA, 2)
    assert await table.due() == 2 * DAY + THREE_DAYS
    ends = datetime.fromtimestamp(now + 2 * DAY, UTC)
    assert f"{ends.day} de " in page.text
    assert "23:30 UTC" in page.text


async def test_a_table_that_was_not_told_is_told_at_the_next_look(table: Table) -> None:
    """The process ended between the two."""
    await table.heads_up()
    await table.service.holidays.take(ANA, 2)
    assert await table.due() == THREE_DAYS
    await page_for(table.service, PageKey(HOLIDAYS), ANA, "es", HERE)
    assert await table.due() == 2 * DAY + THREE_DAYS


async def test_quick_tables_wait_for_nobody(store: Store) -> None:
    table = Table(store, config=Config(robot_budget=0, turn_seconds=SLOW - 1))
    await table.heads_up()
    await take(table, ANA, 5)
    assert await table.due() == SLOW - 1
    assert reason(await table.ask(RestClock, ANA, until=table.time.utc() + DAY)) == "TABLE_CLOSED"


async def test_who_has_no_seat_rests_nowhere(table: Table) -> None:
    await table.heads_up()
    until = table.time.utc() + DAY
    assert isinstance(await table.ask(RestClock, STRANGER, until=until), NotSeated)


async def test_the_list_of_one_s_own_tables_leads_there(table: Table) -> None:
    await table.heads_up()
    for person, leads in ((ANA, True), (STRANGER, False)):
        page = await page_for(table.service, PageKey(TABLE_LIST), person, "es", HERE)
        assert (str(PageKey(HOLIDAYS)) in {leaf.key for leaf in page.turns}) is leads


async def test_what_one_process_takes_another_knows(unlike_store: Store) -> None:
    table = slow(unlike_store)
    await take(table, ANA, 3)
    table.restart()
    book: HolidayBook = table.service.holidays
    assert (await book.of(ANA)).taken == 3 * DAY


async def test_a_table_joined_during_holidays_rests_too(table: Table) -> None:
    await take(table, ANA, 2)
    await take(table, BETO, 5)
    table.time.pass_by(DAY)
    await table.seated(ANA, BETO)
    seats = {seat.person: seat.rests - table.time.utc() for seat in (await table.info()).people}
    assert seats == {ANA: DAY, BETO: 4 * DAY}
    (late,) = (await table.view(None)).awaited
    rest = seats[(await table.info()).seats[late].person]
    assert await table.due() == rest + THREE_DAYS
    assert "table.rests" in await table.lines(None)


async def test_holidays_that_are_over_rest_no_new_table(table: Table) -> None:
    await take(table, ANA, 2)
    table.time.pass_by(2 * DAY)
    await table.seated(ANA, BETO)
    assert [seat.rests for seat in (await table.info()).seats] == [0, 0]


async def test_a_table_of_seconds_knows_of_no_holidays(store: Store) -> None:
    table = Table(store)
    await take(table, ANA, 2)
    await table.seated(ANA, BETO)
    assert "table.rests" not in await table.lines(None)
    assert await table.due() < DAY


async def test_at_their_end_everybody_s_table_is_drawn_anew(table: Table) -> None:
    await table.heads_up()
    await take(table, BETO, 2)
    await table.shown_in("beto's", person=BETO)
    await table.shown_in("ana's", person=ANA)
    await table.service.updater.bring_all()
    assert "table.rests" in {line.id for line in table.platform.shown["ana's"][-1].lines}
    due = await table.due()
    table.time.pass_by(2 * DAY)
    await table.clock.send_due()
    await table.service.updater.bring_all()
    assert "table.rests" not in {line.id for line in table.platform.shown["ana's"][-1].lines}
    assert await table.due() == due - 2 * DAY, "Ana's turn goes on as it was"
    table.time.pass_by(60)
    await table.clock.send_due()
    await table.service.updater.bring_all()
    assert len(table.platform.shown["ana's"]) == 2, "once"

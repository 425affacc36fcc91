"""Deadlines survive jumps of the wall clock, and rest while the bot is down."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from bot.common.lived_time import Lived, Time
from bot.environment import Config
from bot.match.deadline_kinds import DeadlineKind
from bot.messages import Accepted, Return
from bot.screen import Screen
from bot.store import Changes, Store
from bot.store.queries import match_queries
from tests.bot.helpers import ANA, BETO, FakeTime, Table
from tests.narrow import of_kind, present

HOUR = 3600.0
JUMPS = (-HOUR, HOUR, -400 * 86_400.0)


async def playing(store: Store, **fields: object) -> Table:
    """Ana's turn has begun; her table is shown in a channel."""
    table = Table(store)
    await table.heads_up()
    await table.shown_in("channel", locale="es")
    await table.service.updater.bring_all()
    return table


def last(table: Table) -> Screen:
    return table.platform.shown["channel"][-1]


def says_so(screen: Screen) -> bool:
    return "clock.rested" in [line.id for line in screen.lines]


@asynccontextmanager
async def next_process(table: Table, time: FakeTime) -> AsyncIterator[Table]:
    """Another process goes on with the store; its machine's clocks are ``time``."""
    after = Table(table.store, time=time)
    after.match, after.requests = table.match, 1000
    async with after.service.running():
        await after.service.updater.bring_all()
        yield after


# --- while the bot runs -----------------------------------------------------------------------


class Ringing(FakeTime):
    """Who waits for a moment waits by the monotonic clock."""

    async def wait(self, wake: asyncio.Event, until: float | None) -> None:
        end = None if until is None else self.moment + until - self.now()
        while not wake.is_set() and (end is None or self.moment < end):  # noqa: ASYNC110
            await asyncio.sleep(0)  # the moment is a number that a test changes


@pytest.mark.parametrize("jump", JUMPS)
async def test_the_running_clock_goes_on_when_the_wall_clock_jumps(jump: float) -> None:
    time = Ringing()
    table = Table(Store.in_memory(), time=time)
    await table.heads_up()

    async def seconds(number: int) -> None:
        for _ in range(number):
            time.pass_by(1)
            for _ in range(30):
                await asyncio.sleep(0)

    async with table.service.running():
        await seconds(20)
        time.jumped += jump
        await seconds(39)
        assert (await table.info()).seats[0].missed == 0
        await seconds(2)
        await table.commands_end()
        assert (await table.info()).seats[0].missed == 1


async def test_what_people_see_of_it_is_mended(store: Store) -> None:
    table = await playing(store)
    table.time.pass_by(10)
    assert last(table).deadline == table.time.utc() + 50
    pictures = len(table.platform.shown["channel"])
    await table.clock.look()
    await table.service.updater.bring_all()
    assert len(table.platform.shown["channel"]) == pictures, "nothing was wrong"
    for jump in JUMPS:
        table.time.jumped = jump
        await table.clock.look()
        await table.service.updater.bring_all()
        assert last(table).deadline == table.time.utc() + 50
        assert not says_so(last(table)), "nobody was away"


async def test_pictures_come_when_the_wall_clock_jumps(store: Store) -> None:
    """What waits for a moment does not wait for it an hour longer."""
    table = await playing(store)
    now = table.time.now()
    table.time.jumped = -HOUR
    assert table.time.now() == now
    await table.do(ANA, "play 7o")
    await table.service.updater.bring_all()
    assert last(table).version == (await table.info()).version


@pytest.mark.parametrize("slept", [HOUR, 35.0])
def test_a_machine_that_slept(slept: float) -> None:
    """Its monotonic clock may have gone on: the process has not."""
    reading, wall = 1000.0, 50_000.0
    time = Time(lambda: reading, lambda: wall)
    time.begin(None)
    before = time.now()
    for _ in range(100):
        reading, wall = reading + 5, wall + 5
        assert not time.mend()
    assert time.now() == before + 500
    assert time.rested < before
    reading, wall = reading + slept, wall + slept
    assert time.now() == pytest.approx(before + 500, abs=0.01)
    assert before + 500 < time.rested <= time.now()
    assert time.mend()
    assert time.shown(time.now()) == pytest.approx(wall)


def test_a_machine_whose_monotonic_clock_sleeps_too() -> None:
    reading, wall = 1000.0, 50_000.0
    time = Time(lambda: reading, lambda: wall)
    time.begin(None)
    before, wall = time.now(), wall + HOUR
    assert time.mend()
    assert time.now() == before
    assert time.shown(before) == wall


# --- from process to process ------------------------------------------------------------------


@pytest.mark.parametrize("away", [HOUR, 7 * 86_400.0, -HOUR, 0.0])
async def test_the_clock_rests_while_the_bot_is_down(store: Store, away: float) -> None:
    """Also when the wall clock was put back meanwhile, or a backup of last week is used."""
    table = await playing(store)
    async with table.service.running():
        table.time.pass_by(40)
    began = FakeTime(table.time.utc() + away)
    async with next_process(table, began) as after:
        assert await after.due() == pytest.approx(20, abs=0.01)
        assert (await after.info()).deadline == pytest.approx(began.utc() + 20, abs=0.01)
        await after.clock.send_due()
        assert (await after.info()).seats[0].missed == 0
        began.pass_by(20)
        await after.clock.send_due()
        assert (await after.info()).seats[0].missed == 1


async def test_the_table_is_told_that_the_clock_rested(store: Store) -> None:
    table = await playing(store)
    async with table.service.running():
        pass
    began = FakeTime(table.time.utc() + HOUR)
    async with next_process(table, began) as after:
        assert last(after).deadline == pytest.approx(began.utc() + 60, abs=0.01)
        assert says_so(last(after))
        hand = present(await after.service.screens.screen(after.match, ANA, "es"))
        assert says_so(hand)
        await after.do(ANA, "play 7o")
        await after.service.updater.bring_all()
        assert not says_so(last(after)), "this turn began afterwards"


async def test_a_lobby_is_told_so_too(table: Table) -> None:
    await table.open()
    async with table.service.running():
        table.time.pass_by(1000)
    async with next_process(table, FakeTime(table.time.utc() + HOUR)) as after:
        deadlines = await after.store.deadlines()
        (closes,) = [deadline.due for deadline in deadlines if deadline.kind == DeadlineKind.LOBBY]
        assert closes - after.time.now() == pytest.approx(800, abs=0.01)
        screen = present(await after.service.screens.screen(after.match, ANA, "es"))
        assert says_so(screen)


async def test_a_quick_restart_is_not_noticed(store: Store) -> None:
    table = await playing(store)
    async with table.service.running():
        pass
    async with next_process(table, FakeTime(table.time.utc() + 1.5)) as after:
        assert not (await after.info()).rested
        assert after.platform.shown == {}


@pytest.mark.parametrize("away", [HOUR, -HOUR])
async def test_after_a_power_cut_nobody_has_less_time(store: Store, away: float) -> None:
    """The last moment was not noted: the clock goes on from the last step that was."""
    table = await playing(store)
    table.time.pass_by(0.5)
    await table.do(ANA, "play 7o")  # the note before is not old enough for another one
    table.time.pass_by(40)
    async with next_process(table, FakeTime(table.time.utc() + away)) as after:
        assert 20 <= await after.due() <= 60.01
        assert (await after.info()).rested is (away > 0)
        await after.do(BETO, "play 3e")
        assert not (await after.info()).rested


async def test_time_passes_while_nobody_plays(store: Store) -> None:
    """A turn may last a day: a crash does not give all of it once more."""
    table = await playing(store)
    async with table.service.running():
        for _ in range(3):
            table.time.pass_by(HOUR + 1)
            await table.clock._tidy()
        noted = await store.read(match_queries.lived)
        assert noted == Lived(table.time.now(), 0.0)


async def test_at_rest_nothing_is_written(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The moment goes with commits that are made anyway."""
    table = await playing(store)
    await table.clock._tidy()
    commits: list[object] = []
    commit = store.commit

    async def spied(changes: list[Changes]) -> object:
        commits.extend(changes)
        return await commit(changes)

    monkeypatch.setattr(store, "commit", spied)
    for _ in range(100):
        table.time.pass_by(0.1)
        await table.clock.look()
    assert commits == []
    reply = await table.ask(Return, ANA)
    assert not isinstance(reply, Accepted)
    (change,) = commits
    assert of_kind(Changes, change).lived == table.time.lived()


DAY = 24 * HOUR


@pytest.mark.parametrize("restarted", [False, True])
async def test_a_clock_that_is_a_year_ahead_deletes_nothing(store: Store, restarted: bool) -> None:
    """It has a day to be put right; restarts do not shorten that day."""
    table = Table(store, config=Config(robot_budget=0, keep_records=30 * DAY))
    await table.clock.begin()
    await table.dealt("7e 6e 4o", "4c 5b 12o", dealer=1, people=(ANA, BETO), target="12")
    await table.do(ANA, "faltaenvido")
    await table.do(BETO, "quiero")

    async def is_kept_after(hours: float) -> bool:
        table.time.pass_by(hours * HOUR)
        if restarted:
            await table.clock.end()
            table.restart()
            await table.clock.begin()
        await table.clock.look()
        for _ in range(3):
            table.clock._tidy_at = 0.0
            await table.clock._tidy()
        return bool(await store.read(match_queries.whole_log, table.match))

    assert await is_kept_after(2 * 24)
    table.time.jumped = 365 * DAY
    for _ in range(4):
        assert await is_kept_after(5)
    table.time.jumped = 0.0
    assert await is_kept_after(5)
    assert await is_kept_after(23), "it was wrong when it was put right, for all that is known"
    assert await is_kept_after(20 * 24)
    assert not await is_kept_after(10 * 24)

"""After a restart nothing is drawn anew that is right: a table's picture changes when the time that
it shows comes, or when somebody acts."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, cast

import pytest

from bot.happenings import Happenings, ScreensOutdated
from bot.match.deadline_kinds import DeadlineKind
from bot.messages import MatchId
from bot.screen import Screen
from bot.service import shown_times
from bot.service.shown_times import ShownTimes
from bot.showing.match_screens import MatchScreens
from bot.store import Store
from bot.store.changes import Changes
from bot.store.model import Deadline, Surface
from tests.bot.helpers import ANA, BETO, FakeTime, Table

PLACES = (("channel", None), ("ana", ANA), ("beto", BETO))
DOWN = 30.0
"""Seconds for which the bot is down; a turn has 60."""


class Counts:
    """What is built and written."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.screens = 0
        self.rows: list[Changes] = []
        built, commit = MatchScreens.of_surface, Store.commit

        async def building(screens: MatchScreens, surface: Surface) -> Screen | None:
            self.screens += 1
            return await built(screens, surface)

        async def committing(store: Store, changes: Sequence[Changes]) -> Any:
            self.rows += [
                change for change in changes if change.doubted or change.seen or change.matches
            ]
            return await commit(store, changes)

        monkeypatch.setattr(MatchScreens, "of_surface", building)
        monkeypatch.setattr(Store, "commit", committing)


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> Counts:
    return Counts(monkeypatch)


async def played_at(store: Store, tables: int) -> list[Table]:
    """So many tables at which Ana is awaited, each shown in three places; all shown, then the bot
    ends. The first table has the service that runs them all."""
    first = Table(store)
    made = [first]
    for _ in range(tables - 1):
        made.append(beside(first))
    for number, table in enumerate(made):
        people = (f"{ANA}{number}", f"{BETO}{number}")
        await table.dealt("7o 4c 1b", "3e 12c 5o", dealer=1, people=people)
        for place, person in PLACES:
            await first.service.surfaces.add(
                table.match,
                platform="web",
                address=f"{place}{number}",
                chat=f"{place}{number}",
                person=person and f"{person}{number}",
            )
    await first.service.updater.bring_all()
    await first.clock.end()
    return made


def beside(table: Table) -> Table:
    """Another table of the same process."""
    made = Table(table.store, time=table.time)
    made.service, made.dice, made.platform = table.service, table.dice, table.platform
    made.requests = 10_000 + id(made) % 10_000 * 100
    return made


@asynccontextmanager
async def restarted(table: Table, down: float) -> AsyncIterator[Table]:
    """The next process, after so many seconds. It shows what it has to before the body begins."""
    after = Table(table.store, time=FakeTime(table.time.utc() + down))
    after.match, after.requests = table.match, 1_000_000
    await after.clock.begin()
    await after.service.updater.bring_all()
    yield after


async def looks(table: Table) -> None:
    """What the clock and the updater do when they wake."""
    await table.clock.look()
    await table.service.updater.bring_all()


async def test_nothing_is_drawn_after_a_restart(store: Store, counts: Counts) -> None:
    tables = await played_at(store, 5)
    counts.screens, counts.rows = 0, []
    async with restarted(tables[0], DOWN) as after:
        for _ in range(5):
            after.time.pass_by(DOWN / 6)
            await looks(after)
        assert (after.platform.shown, counts.screens, counts.rows) == ({}, 0, [])


async def test_who_acts_has_their_own_table_drawn(store: Store, counts: Counts) -> None:
    tables = await played_at(store, 5)
    counts.screens = 0
    async with restarted(tables[0], DOWN) as after:
        await after.do(f"{ANA}0", "play 7o")
        await after.service.updater.bring_all()
        assert sorted(after.platform.shown) == ["ana0", "beto0", "channel0"]
        assert counts.screens == 3
        after.time.pass_by(DOWN)
        await looks(after)
        assert len(after.platform.shown["channel0"]) == 1, "its time is a new one, and right"


async def test_the_time_shown_comes_before_the_deadline(store: Store, counts: Counts) -> None:
    """Then the right one is shown, once."""
    (table,) = await played_at(store, 1)
    async with restarted(table, DOWN) as after:
        after.time.pass_by(60 - DOWN - 1)
        await looks(after)
        assert after.platform.shown == {}
        after.time.pass_by(1)
        await looks(after)
        for place in ("ana0", "beto0", "channel0"):
            (screen,) = after.platform.shown[place]
            assert screen.deadline == pytest.approx(after.time.utc() + DOWN, abs=0.1)
        counts.rows = []
        after.time.pass_by(DOWN - 1)
        await looks(after)
        assert counts.rows == []


async def test_what_was_not_shown_at_the_kill_is_shown(store: Store, counts: Counts) -> None:
    """A step is stored, and the process dies before it is shown: that table is drawn, no other."""
    tables = await played_at(store, 3)
    await tables[1].do(f"{ANA}1", "play 7o")
    counts.screens = 0
    async with restarted(tables[0], DOWN) as after:
        assert sorted(after.platform.shown) == ["ana1", "beto1", "channel1"]
        assert counts.screens == 3


async def test_two_rests_one_after_the_other(store: Store) -> None:
    """A process that dies before the time has come leaves the table to the next one."""
    (table,) = await played_at(store, 1)
    async with restarted(table, 20) as after:
        await after.clock.end()
        async with restarted(after, 20) as last:
            last.time.pass_by(40)
            await looks(last)
            assert len(last.platform.shown["channel0"]) == 1
            last.time.pass_by(19)
            assert await last.clock.send_due() == 1, "the reminder; the turn is not over yet"


# --- the list alone -------------------------------------------------------------------------------


class Few:
    """Matches, their deadlines, and those that are drawn anew."""

    def __init__(self) -> None:
        self.rows: dict[MatchId, Deadline] = {}
        self.drawn: list[MatchId] = []
        self.loaded = 0
        happenings = Happenings()
        happenings.listen(ScreensOutdated, self._draw)
        self.times = ShownTimes(cast(Any, self), happenings)

    def add(self, match: MatchId, due: float, kind: str = DeadlineKind.TURN) -> None:
        self.rows[match] = Deadline(match, match, kind, due)

    def moved(self, by: float) -> None:
        self.times.moved(self.rows.values(), by)

    async def newest(self, match: MatchId) -> Any:
        self.loaded += 1
        row = self.rows.get(match)
        return None if row is None else type("Running", (), {"deadlines": (row,)})

    async def _draw(self, happened: ScreensOutdated) -> None:
        self.drawn += sorted(happened.matches)

    async def at(self, now: float) -> list[MatchId]:
        """What is drawn anew at this moment."""
        self.drawn = []
        await self.times.mend(now)
        return self.drawn


async def test_the_wall_clock_set_back_is_shown_at_once() -> None:
    few = Few()
    few.add("a", 60)
    few.moved(-3600)
    assert await few.at(0) == ["a"]
    assert await few.at(100) == []


async def test_what_moves_twice_has_moved_by_both() -> None:
    few = Few()
    few.add("a", 60)
    few.moved(10)
    few.moved(10)
    assert await few.at(39) == []
    assert await few.at(40) == ["a"]
    few.moved(10)
    few.moved(-10)
    assert await few.at(60) == []
    assert few.times._wrong == {}, "they are right again"


async def test_a_table_that_went_on_is_not_drawn() -> None:
    few = Few()
    for match in "abc":
        few.add(match, 60)
    few.moved(10)
    few.add("a", 90)
    del few.rows["b"]
    assert await few.at(50) == ["c"]
    assert few.times._wrong == {}


async def test_no_time_is_shown_of_a_robot() -> None:
    few = Few()
    few.add("a", 60, DeadlineKind.ROBOT)
    few.moved(100)
    assert await few.at(60) == []
    assert few.loaded == 0


async def test_few_at_once_and_the_nearest_first() -> None:
    few, many = Few(), shown_times._AT_ONCE
    for number in range(3 * many):
        few.add(f"{number:03}", 1000 - number)
    few.moved(5000)
    names = [f"{number:03}" for number in range(3 * many)]
    assert await few.at(0) == names[-many:]
    assert await few.at(shown_times._PAUSE - 0.1) == []
    assert few.loaded == many, "a look that comes too early costs nothing"
    assert await few.at(shown_times._PAUSE) == names[many:-many]
    assert await few.at(3 * shown_times._PAUSE) == names[:many]
    assert await few.at(5 * shown_times._PAUSE) == []


async def test_what_cannot_be_drawn_is_tried_again() -> None:
    few = Few()
    few.add("a", 60)
    few.moved(5000)
    failing = True

    async def draw(_: ScreensOutdated) -> None:
        if failing:
            raise OSError("it cannot be stored")

    few.times._happenings.listen(ScreensOutdated, draw)
    with pytest.raises(OSError, match="stored"):
        await few.at(0)
    failing = False
    assert await few.at(1) == ["a"]

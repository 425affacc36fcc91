"""The loop of deadlines alone: a store and a service that are made up."""

import asyncio
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, Final, cast

import pytest

from bot.common.lived_notes import LivedNotes
from bot.common.lived_time import Lived
from bot.environment import Config
from bot.happenings import Happenings, OldDataCleared, ScreensOutdated
from bot.match.deadline_kinds import DeadlineKind
from bot.messages import CLOCK_SET, Accepted, AnyReply, MatchId, Refused, Tick
from bot.service.clock import CLOCK, Clock
from bot.store.changes import Changes, Tidied
from bot.store.model import Deadline
from bot.store.queries import match_queries
from tests.bot.helpers import FakeTime
from tests.narrow import present

DAY: Final = 86_400.0
DOUBTED: Final = "doubted_until"


class Stored:
    """What the clock asks of a store."""

    def __init__(self) -> None:
        self.rows: list[Deadline] = []
        self.last: Lived | None = None
        self.settings: dict[str, str] = {}
        self.changes: list[Changes] = []
        self.more = False
        self.asked: list[int] = []
        self.first = True
        self.begun = 0
        self.processes = SimpleNamespace(
            alone=True, number=1, is_first=self._is_first, begun=self._begun
        )

    async def _is_first(self) -> bool:
        return self.first

    async def _begun(self) -> None:
        self.begun += 1

    async def read(self, query: object) -> Lived | None:
        assert query is match_queries.lived
        return self.last

    async def settings_of(self, _: str) -> dict[str, str]:
        return self.settings

    async def deadlines(self) -> list[Deadline]:
        return self.rows

    async def due(self, now: float, most: int) -> list[Deadline]:
        self.asked.append(most)
        return [row for row in self.rows if row.due <= now][:most]

    async def next_due(self) -> float | None:
        return min((row.due for row in self.rows), default=None)

    async def commit(self, changes: Sequence[Changes]) -> list[Any]:
        self.changes += changes
        return [Tidied(more=self.more) if change.tidy is not None else None for change in changes]


class Watch:
    """A clock, and what it does."""

    def __init__(self, records: float | None = None) -> None:
        self.store = Stored()
        self.time = FakeTime()
        self.ticks: list[Tick] = []
        self.answer: AnyReply | Exception = Accepted("m")
        self.mended: list[set[MatchId]] = []
        self.is_busy = False
        self.erased = 0
        happenings = Happenings()
        happenings.listen(ScreensOutdated, self._mended)
        happenings.listen(OldDataCleared, self._erase)
        play = SimpleNamespace(
            store=self.store,
            time=self.time,
            config=Config(keep=100.0, keep_records=records),
            under_way=SimpleNamespace(are_many=lambda: self.is_busy),
            happenings=happenings,
            running=SimpleNamespace(newest=self._newest),
            slow_reminders=None,
        )
        self.clock = Clock(cast(Any, play), cast(Any, SimpleNamespace(tick=self._tick)))

    async def _tick(self, tick: Tick) -> AnyReply:
        self.ticks.append(tick)
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer

    async def _newest(self, match: MatchId) -> Any:
        return SimpleNamespace(
            deadlines=tuple(row for row in self.store.rows if row.match == match)
        )

    async def _mended(self, happened: ScreensOutdated) -> None:
        self.mended.append(set(happened.matches))

    async def _erase(self, _: OldDataCleared) -> None:
        self.erased += 1

    def row(self, id: str, after: float, kind: str = DeadlineKind.TURN) -> None:
        now = self.time.now()
        self.store.rows.append(Deadline("m", id, kind, now + after, since=now))

    def tidied(self) -> list[Changes]:
        return [change for change in self.store.changes if change.tidy is not None]


@pytest.fixture
def watch() -> Watch:
    return Watch()


# --- deadlines that have come --------------------------------------------------------------------


async def test_what_is_refused_waits_an_hour(watch: Watch) -> None:
    """And does not stand in the way of others."""
    watch.answer = Refused("DAMAGED", "m")
    watch.row("a", 0.0)
    assert await watch.clock.send_due() == 1
    watch.time.pass_by(3599.0)
    assert await watch.clock.send_due() == 0
    assert watch.store.asked == [200, 201]
    watch.time.pass_by(1.0)
    assert await watch.clock.send_due() == 1
    assert watch.store.asked[-1] == 200


@pytest.mark.errors("deadline_failed")
async def test_what_fails_is_tried_again_soon(watch: Watch) -> None:
    watch.answer = ValueError()
    watch.row("a", 0.0)
    assert await watch.clock.send_due() == 1
    watch.time.pass_by(4.9)
    assert await watch.clock.send_due() == 0
    watch.time.pass_by(0.1)
    assert await watch.clock.send_due() == 1


# --- when it looks again -------------------------------------------------------------------------


async def test_it_sleeps_until_the_next_deadline_or_until_it_tidies(watch: Watch) -> None:
    now = watch.time.now()
    await watch.clock._tidy()
    assert await watch.clock._next() == now + 3600
    watch.row("a", 7.0)
    assert await watch.clock._next() == now + 7
    watch.row("b", -3.0)
    assert await watch.clock._next() == now - 3


@pytest.mark.errors("deadline_failed")
async def test_what_failed_wakes_nobody_at_once(watch: Watch) -> None:
    await watch.clock._tidy()
    watch.answer = ValueError()
    watch.row("a", 0.0)
    await watch.clock.send_due()
    now = watch.time.now()
    assert await watch.clock._next() == now + 1
    watch.time.pass_by(4.5)
    assert await watch.clock._next() == now + 5


async def rounds(watch: Watch, monkeypatch: pytest.MonkeyPatch, count: int) -> list[float]:
    """After how many seconds it wakes by itself, so many times."""
    slept: list[float] = []

    async def wait(_: asyncio.Event, until: float) -> None:
        slept.append(until - watch.time.now())
        if len(slept) == count:
            raise asyncio.CancelledError
        watch.time.pass_by(until - watch.time.now())

    monkeypatch.setattr(watch.time, "wait", wait)
    with pytest.raises(asyncio.CancelledError):
        await watch.clock.run()
    return [round(seconds, 6) for seconds in slept]


async def test_the_loop_sends_a_deadline_when_it_comes(
    watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch.row("a", 3.0)
    watch.answer = Refused("DAMAGED", "m")
    assert await rounds(watch, monkeypatch, 2) == [3.0, 1.0]
    assert [tick.deadline for tick in watch.ticks] == ["a"]


async def test_while_people_wait_deadlines_wait_too(
    watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch.is_busy = True
    watch.row("a", 0.0)
    assert await rounds(watch, monkeypatch, 2) == [0.2, 0.2]
    assert (watch.ticks, watch.tidied()) == ([], [])


async def test_beside_others_it_looks_often_whether_one_of_them_is_gone(
    watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch.store.processes.alone = False
    assert await rounds(watch, monkeypatch, 2) == [2.0, 2.0]
    assert watch.store.asked == [200, 200]


@pytest.mark.errors("clock_failed")
async def test_a_store_that_fails_is_asked_again(
    watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object) -> None:
        raise OSError

    monkeypatch.setattr(watch.store, "next_due", fails)
    assert await rounds(watch, monkeypatch, 2) == [5.0, 5.0]


# --- what is cleared away ------------------------------------------------------------------------


async def test_old_rows_go_every_hour(watch: Watch) -> None:
    utc = watch.time.utc()
    await watch.clock._tidy()
    (change,) = watch.tidied()
    assert change.tidy is not None
    assert (change.tidy.before, change.tidy.records_before) == (utc - 100.0, None)
    assert watch.erased == 1
    watch.time.pass_by(3599.0)
    await watch.clock._tidy()
    assert len(watch.tidied()) == 1
    watch.time.pass_by(1.0)
    await watch.clock._tidy()
    assert (len(watch.tidied()), watch.erased) == (2, 2)


async def test_records_go_after_their_own_time() -> None:
    watch = Watch(records=30.0)
    await watch.clock._tidy()
    (change,) = watch.tidied()
    assert present(change.tidy).records_before == watch.time.utc() - 30.0


async def test_much_is_cleared_away_in_steps(watch: Watch) -> None:
    """People who want to be erased are erased after the last step."""
    watch.store.more = True
    await watch.clock._tidy()
    assert await watch.clock._next() == watch.time.now() + 0.2
    assert watch.erased == 0
    watch.time.pass_by(0.25)
    watch.store.more = False
    await watch.clock._tidy()
    assert (len(watch.tidied()), watch.erased) == (2, 1)


# --- the moment lived through --------------------------------------------------------------------


def test_the_moment_goes_with_a_commit_once_a_second(watch: Watch) -> None:
    notes = LivedNotes(watch.time)
    first = present(notes.note())
    watch.time.pass_by(0.5)
    assert notes.note() is None
    watch.time.pass_by(0.5)
    assert present(notes.note()).moment == first.moment + 1


async def test_a_process_goes_on_from_the_newest_thing_that_is_stored(watch: Watch) -> None:
    """A deadline may be newer than the last moment that was noted."""
    now = watch.time.now()
    watch.store.last = Lived(now - 50.0, 0.0)
    watch.row("a", 5.0)
    watch.store.rows.append(Deadline("m", "b", DeadlineKind.TURN, now + 5.0, since=now - 70.0))
    watch.time.jumped = 60.0
    await watch.clock.begin()
    assert watch.mended == [{"m"}], "the wall clock has gone on without it"
    assert watch.time.now() == pytest.approx(now, abs=0.01)
    assert [change.lived is not None for change in watch.store.changes] == [True]
    assert watch.store.begun == 1


@pytest.mark.parametrize(("away", "doubts"), [(DAY - 10, False), (DAY + 10, True)])
async def test_one_process_of_several_takes_their_time(
    watch: Watch, away: float, doubts: bool
) -> None:
    """Where the wall clock is elsewhere by more than a day, nothing old is cleared away."""
    watch.store.first = False
    watch.store.last = Lived(watch.time.utc() - away - 500.0, 500.0)
    await watch.clock.begin()
    assert watch.time.now() == pytest.approx(watch.time.utc() - 500.0)
    assert [change.settings[0].name for change in watch.store.changes] == [DOUBTED] * doubts
    assert watch.store.begun == 1
    await watch.clock._tidy()
    assert bool(watch.tidied()) is not doubts


async def test_a_doubt_outlives_the_process(watch: Watch) -> None:
    now = watch.time.now()
    watch.store.settings = {DOUBTED: str(now + 10.0)}
    await watch.clock.begin()
    await watch.clock._tidy()
    assert (watch.tidied(), watch.erased) == ([], 0)
    assert watch.store.changes[-1].lived is not None, "that it was looked at is noted"
    watch.time.pass_by(3600.0)
    await watch.clock._tidy()
    assert len(watch.tidied()) == 1


async def test_the_last_moment_is_stored_at_the_end(watch: Watch) -> None:
    await watch.clock.end()
    (change,) = watch.store.changes
    assert change.lived == watch.time.lived()


@pytest.mark.parametrize(("behind", "joins"), [(1.0, False), (2.5, True)])
async def test_a_process_that_stood_still_takes_the_time_of_the_others(
    watch: Watch, behind: float, joins: bool
) -> None:
    await watch.clock.begin()
    before = watch.time.now()
    watch.store.processes.number = 2
    watch.store.last = Lived(before + behind, -behind)
    await watch.clock.look()
    assert watch.time.now() - before == pytest.approx(behind if joins else 0.0)


async def test_a_wall_clock_that_jumped_is_told_to_what_waits_for_it(watch: Watch) -> None:
    """Most deadlines come by lived time, the begin of a tournament by the wall clock."""
    await watch.clock.begin()
    watch.store.changes.clear()
    watch.row("a", 100.0)
    watch.row("b", 100.0, DeadlineKind.BEGIN)
    watch.time.jumped += 3600.0
    await watch.clock.look()
    assert watch.mended == [{"m"}]
    now = watch.time.now()
    assert watch.ticks == [Tick(request=f"m.b.{now}", person=CLOCK, match="m", deadline=CLOCK_SET)]
    assert watch.store.changes == []
    await watch.clock.look()
    assert len(watch.mended) == 1
    watch.time.jumped += 2 * DAY
    await watch.clock.look()
    assert [change.settings[0].name for change in watch.store.changes] == [DOUBTED]
    assert float(watch.store.changes[0].settings[0].value) == watch.time.now() + DAY

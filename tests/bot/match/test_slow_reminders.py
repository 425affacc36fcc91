"""One reminder for all of somebody's slow tables."""

import pytest

from bot.environment import Config
from bot.match.slow_turns import A_DAY
from bot.messages import Leave, MatchId, PersonId
from bot.store import Store
from bot.store.notices import REMIND
from bot.words import words_for
from tests.bot.helpers import ANA, BETO, CARLA, DANI, TWO, FakeTime, Table

HOUR = 3600
DAY = 24 * HOUR


class Hall:
    """Several slow tables of the same bot, at which Ana's turn comes at different moments."""

    def __init__(self, store: Store) -> None:
        config = Config(robot_budget=0, turn_seconds=3 * DAY)
        self.table = Table(store, config=config, time=FakeTime())

    async def opened(self, rival: PersonId, after: float = 0.0) -> MatchId:
        """Ana's turn against this rival begins so many seconds later."""
        self.table.time.pass_by(after)
        await self.table.dealt(*TWO, dealer=1, people=(ANA, rival))
        return self.table.match

    async def passes(self, seconds: float) -> None:
        """Time passes; the clock looks when something is due, and once a minute while it stays."""
        ends = self.table.time.now() + seconds
        while (now := self.table.time.now()) < ends:
            due = await self.table.store.next_due()
            self.table.time.moment = min(ends, max(now + 60, ends if due is None else due))
            await self.table.clock.send_due()
            await self.table.service.updater.bring_all()

    @property
    def told(self) -> list[tuple[PersonId, str]]:
        return [
            (notice.person, text)
            for notice, text in self.table.platform.notices
            if notice.kind == REMIND
        ]

    async def play(self, match: MatchId, person: PersonId, action: str) -> None:
        self.table.match = match
        await self.table.do(person, action)


def said(n: int) -> str:
    return words_for("es").text("notice.remind.tables", n=n)


def one() -> str:
    return words_for("es").text("notice.remind")


@pytest.fixture
def hall(store: Store) -> Hall:
    return Hall(store)


@pytest.fixture
def stored(unlike_store: Store) -> Hall:
    """In memory, and in a store that several processes share."""
    return Hall(unlike_store)


async def test_reminders_of_one_hour_are_one(stored: Hall) -> None:
    for rival, after in ((BETO, 0), (CARLA, HOUR / 2), (DANI, HOUR / 2)):
        await stored.opened(rival, after)
    await stored.passes(1.5 * DAY)
    assert stored.told == [(ANA, said(3))]
    stored.table.restart()
    await stored.passes(1.5 * DAY - 2 * HOUR + 600)
    assert stored.told == [(ANA, said(3)), (ANA, said(3))], "an hour before the end, once more"


async def test_what_comes_later_comes_by_itself(hall: Hall) -> None:
    await hall.opened(BETO)
    await hall.opened(CARLA, 1.2 * HOUR)
    await hall.passes(1.5 * DAY)
    assert hall.told == [(ANA, one()), (ANA, one())]


async def test_a_turn_that_is_over_is_not_counted(hall: Hall) -> None:
    first = await hall.opened(BETO)
    await hall.opened(CARLA, HOUR / 4)
    await hall.opened(DANI, HOUR / 4)
    await hall.passes(DAY)
    await hall.play(first, ANA, "play 7o")
    await hall.passes(DAY / 2)
    assert [who for who, _ in hall.told] == [ANA], "Beto's own time is not half over"
    assert hall.told == [(ANA, said(2))]


async def test_played_between_the_clock_and_the_message(hall: Hall) -> None:
    """The reminder that carried the others is no longer true: the others are told all the same."""
    first = await hall.opened(BETO)
    await hall.opened(CARLA, HOUR / 2)
    hall.table.time.pass_by(DAY * 1.5 - HOUR / 2)
    await hall.table.clock.send_due()
    await hall.play(first, ANA, "play 7o")
    await hall.table.service.updater.bring_all()
    assert hall.told == [(ANA, said(1))]
    await hall.passes(HOUR)
    assert len(hall.told) == 1


async def test_two_people_are_told_apart(hall: Hall) -> None:
    first = await hall.opened(BETO)
    await hall.opened(CARLA)
    await hall.play(first, ANA, "play 7o")
    await hall.passes(1.5 * DAY)
    assert sorted(hall.told) == sorted([(ANA, one()), (BETO, one())])


async def test_a_restart_between_the_two_reminds_nobody_twice(hall: Hall) -> None:
    await hall.opened(BETO)
    await hall.opened(CARLA, HOUR / 2)
    hall.table.time.pass_by(DAY * 1.5 - HOUR / 2)
    await hall.table.clock.send_due()
    hall.table.restart()
    await hall.passes(HOUR)
    assert hall.told == [(ANA, said(2))]


async def test_both_due_at_the_same_look(hall: Hall) -> None:
    await hall.opened(BETO)
    await hall.opened(CARLA)
    hall.table.time.pass_by(1.5 * DAY + 10)
    await hall.table.clock.send_due()
    await hall.table.service.updater.bring_all()
    assert hall.told == [(ANA, said(2))]
    assert len({row.match for row in await hall.table.store.due(float("inf"), 99)}) == 2


async def test_three_reminders_a_day_are_enough(stored: Hall) -> None:
    """Five tables, two hours between them; the turns were told of when they came."""
    for rival in (BETO, CARLA, DANI, "web:e", "web:f"):
        await stored.opened(rival, 2 * HOUR)
    await stored.passes(1.5 * DAY)
    assert stored.told == [(ANA, one())] * A_DAY
    stored.table.restart()
    await stored.passes(1.5 * DAY)
    assert len(stored.told) == 2 * A_DAY, "an hour before the ends, a day later, there are more"


async def test_reminders_at_quick_tables_count_for_nothing(hall: Hall) -> None:
    await hall.opened(BETO)
    await hall.passes(1.5 * DAY - HOUR)
    slow = hall.table.config
    for n in range(A_DAY):
        hall.table.config = Config(robot_budget=0, turn_seconds=60)
        hall.table.restart()
        await hall.opened(f"web:q{n}")
        hall.table.time.pass_by(30)
        await hall.table.clock.send_due()
        await hall.table.service.updater.bring_all()
        gone = Leave(request=f"gone {n}", person=ANA, match=hall.table.match)
        await hall.table.send(gone)
    assert [who for who, _ in hall.told].count(ANA) == A_DAY
    hall.table.config = slow
    hall.table.restart()
    await hall.passes(2 * HOUR)
    assert [who for who, _ in hall.told].count(ANA) == A_DAY + 1

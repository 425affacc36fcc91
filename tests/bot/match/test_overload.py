"""More at once than can be done: an answer at once, nothing changed, and robots wait first."""

import asyncio
from collections.abc import Callable, Sequence

import pytest

from bot.chance import SystemChance
from bot.common.pace import Pace
from bot.common.tasks import end
from bot.environment import Config, Environment
from bot.match.decide import Decision
from bot.match.running_match import RunningMatch
from bot.match.thinking import AT_A_TIME, Thinking
from bot.messages import Accepted, Refused, Tick
from bot.reasons import ServiceReason
from bot.store import Changes, Store
from bot.store.changes import Outcome
from bot.store.driver import Driver
from bot.store.queries import match_queries
from tests.bot.helpers import ANA, BETO, CARLA, DANI, TWO, Table
from tests.narrow import of_kind, present


class SlowStore(Store):
    """Commits wait for a gate."""

    def __init__(self, driver: Driver) -> None:
        super().__init__(driver)
        self.gate = asyncio.Event()
        self.gate.set()
        self.waiting = 0
        self.awaited = asyncio.Event()
        """Three commits wait."""

    async def commit(self, changes: Sequence[Changes]) -> tuple[Outcome, ...]:
        self.waiting += 1
        if self.waiting == 3:
            self.awaited.set()
        await self.gate.wait()
        self.waiting -= 1
        return await super().commit(changes)


async def test_who_comes_when_too_many_wait_is_told_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.match.commands_under_way._AT_ONCE", 4)
    store = SlowStore.in_memory()
    table = Table(store)
    await table.heads_up()
    before = await table.store.read(match_queries.version, table.match)
    store.gate.clear()
    waiting = [asyncio.ensure_future(table.act(ANA, "truco")) for _ in range(4)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert of_kind(Refused, await table.act(BETO, "mazo")).reason is ServiceReason.BUSY
    assert table.service._play.under_way.are_many()
    store.gate.set()
    replies = await asyncio.gather(*waiting)
    assert [isinstance(reply, Accepted) for reply in replies] == [True, False, False, False]
    assert not table.service._play.under_way.are_many()
    assert await table.store.read(match_queries.version, table.match) == before + 1
    assert isinstance(await table.act(BETO, "quiero"), Accepted)


async def test_deadlines_that_come_together_are_stored_together() -> None:
    store = SlowStore.in_memory()
    table = Table(store)
    matches = []
    for people in ((ANA, BETO), (CARLA, DANI), ("web:e", "web:f")):
        await table.dealt(*TWO, dealer=1, people=people)
        matches.append(table.match)
    table.time.pass_by(59)
    await table.clock.send_due()
    versions = [await store.read(match_queries.version, match) for match in matches]
    table.time.pass_by(1)
    store.gate.clear()
    sending = asyncio.ensure_future(table.clock.send_due())
    await store.awaited.wait()
    store.gate.set()
    assert await sending == 3
    assert [await store.read(match_queries.version, match) for match in matches] == [
        version + 1 for version in versions
    ]


async def test_deadlines_wait_while_people_have_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock looks again soon, and sends what is due once there is room."""
    store = SlowStore.in_memory()
    table = Table(store)
    await table.heads_up()
    table.time.pass_by(60)
    before = await store.read(match_queries.version, table.match)
    busy = True
    monkeypatch.setattr(table.service._play.under_way, "are_many", lambda: busy)
    running = asyncio.ensure_future(table.clock.run())
    while not table.time.sleepers:  # noqa: ASYNC110 - likewise
        await asyncio.sleep(0)
    assert await store.read(match_queries.version, table.match) == before
    busy = False
    table.clock.wake()
    while await store.read(match_queries.version, table.match) == before:  # noqa: ASYNC110 - nobody tells
        await asyncio.sleep(0)
    await end(running)
    await table.commands_end()


# --- deadlines are decided beside the loop, together ----------------------------------------------


class Stopwatch:
    """Seconds that go on when a test says so."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def environment() -> Environment:
    return Environment(0.0, 0.0, SystemChance(), Config())


def tick(number: int) -> Tick:
    return Tick(request=str(number), person="clock:", match=f"match{number}", deadline="turn")


def thinking(decided: Callable[[str], None]) -> tuple[Thinking, Stopwatch]:
    watch = Stopwatch()

    def decide(_: RunningMatch | None, command: Tick, __: Environment) -> Decision:
        decided(command.match)
        return Decision(Accepted(command.match))

    return Thinking(decide, watch), watch


async def all_of(thoughts: Thinking, number: int) -> list[Decision | BaseException]:
    waiting = (thoughts.decide(None, tick(match), environment()) for match in range(number))
    return await asyncio.gather(*waiting, return_exceptions=True)


def matches(decisions: list[Decision | BaseException]) -> list[str]:
    replies = [decision.reply for decision in decisions if isinstance(decision, Decision)]
    return [reply.match for reply in replies if isinstance(reply, Accepted)]


@pytest.fixture
def goes(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """A list for each way to the thread, to which a test adds what is decided there."""
    found: list[list[str]] = []
    beside = asyncio.to_thread

    async def counted(work: Callable[..., object], *given: object) -> object:
        found.append([])
        return await beside(work, *given)

    monkeypatch.setattr(asyncio, "to_thread", counted)
    return found


async def test_deadlines_that_come_together_are_decided_in_one_go(goes: list[list[str]]) -> None:
    thoughts, _ = thinking(lambda match: goes[-1].append(match))  # noqa: PLW0108 - a new list each time
    decided = await all_of(thoughts, 5)
    assert matches(decided) == [f"match{number}" for number in range(5)]
    assert goes == [matches(decided)]


async def test_the_loop_gets_what_is_decided_after_a_short_while(goes: list[list[str]]) -> None:
    def slow(match: str) -> None:
        watch.now += 0.6 * AT_A_TIME
        goes[-1].append(match)

    thoughts, watch = thinking(slow)
    decided = await all_of(thoughts, 5)
    assert matches(decided) == [f"match{number}" for number in range(5)]
    assert [len(go) for go in goes] == [2, 2, 1]


async def test_a_decision_that_fails_concerns_its_own_match() -> None:
    def fails(match: str) -> None:
        if match == "match1":
            raise ValueError(match)

    thoughts, _ = thinking(fails)
    decided = await all_of(thoughts, 3)
    assert matches(decided) == ["match0", "match2"]
    assert isinstance(decided[1], ValueError)


async def test_nobody_waits_any_more_for_a_decision() -> None:
    """The others get theirs, and the next deadline too."""
    thoughts, _ = thinking(lambda match: None)
    gone, stays = (
        asyncio.ensure_future(thoughts.decide(None, tick(match), environment())) for match in (0, 1)
    )
    await asyncio.sleep(0)
    gone.cancel()
    assert (await stays).reply == Accepted("match1")
    assert matches(await all_of(thoughts, 1)) == ["match0"]
    assert gone.cancelled()


async def test_short_work_goes_between_pieces_of_heavy_work() -> None:
    pace, done = Pace(), list[int]()

    async def heavy(number: int) -> None:
        await pace.turn()
        done.append(number)

    pieces = [asyncio.ensure_future(heavy(number)) for number in range(100)]
    for _ in range(10):
        await asyncio.sleep(0)
    assert 0 < len(done) <= 10
    await asyncio.gather(*pieces)
    assert done == list(range(100))


async def test_a_press_does_not_wait_for_all_pictures() -> None:
    table = Table(Store.in_memory())
    await table.heads_up()
    for number in range(50):
        address = f"channel {number}"
        await table.shown_in(address, None)
    showing = asyncio.ensure_future(table.service.updater.bring_all())
    while not table.platform.shown:  # noqa: ASYNC110 - nobody tells
        await asyncio.sleep(0)
    assert isinstance(await table.act(ANA, "envido"), Accepted)
    assert len(table.platform.shown) < 25
    await showing
    assert len(table.platform.shown) == 50


async def test_what_was_given_up_is_decided_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    decided: list[str] = []
    thoughts, _ = thinking(decided.append)

    async def never(*_: object) -> None:
        await asyncio.Event().wait()

    with monkeypatch.context() as patch:
        patch.setattr(asyncio, "to_thread", never)
        waiting = asyncio.ensure_future(thoughts.decide(None, tick(7), environment()))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        present(thoughts._at_work).cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
    assert matches(await all_of(thoughts, 1)) == ["match0"]
    assert decided == ["match0"]

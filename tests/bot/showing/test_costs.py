"""What a press costs, counted: rows, statements, screens, pictures, tasks. No count depends on the
machine, so each is what is said here and nothing else. Who makes a press cheaper writes the smaller
number here."""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Final

import pytest

from bot import screens
from bot.match import running_match
from bot.model import Status
from bot.service.clock import Clock
from bot.showing import table_memory
from bot.showing.platform import Wait
from bot.showing.surface_updater import SurfaceUpdater
from bot.store import Store
from bot.store.transaction import RowStatement, Work
from tests.bot.helpers import ANA, BETO, Table

PLACES: Final = (("channel", None), ("ana", ANA), ("beto", BETO))
MORE: Final = (*PLACES, ("other channel", None), ("ana's other chat", ANA))
SETTLED: Final = 100
"""Turns of the loop after which nothing is under way any more."""


class Costs:
    """Counts what happens at one table from now on."""

    def __init__(self, table: Table, patch: pytest.MonkeyPatch) -> None:
        self.found: Counter[str] = Counter()
        self._count("views", running_match, "view", patch)
        self._count("looks of the clock", Clock, "look", patch)
        self._count("screens", screens, "build", patch)
        self._count("shared parts", table_memory, "table_parts", patch)
        self._count("rounds", SurfaceUpdater, "_start_all", patch)
        self._count("pictures", table.platform, "show", patch)
        self._count("calls", table.platform, "notify", patch)
        self._count("reads", table.store._driver, "read", patch)
        self._count_writes(table.store, patch)
        loop = asyncio.get_running_loop()

        def task(loop: asyncio.AbstractEventLoop, work: Any, **named: Any) -> asyncio.Task[Any]:
            self.found["tasks"] += 1
            return asyncio.Task(work, loop=loop, **named)

        patch.setattr(loop, "_task_factory", task)

    def _count(self, name: str, where: object, what: str, patch: pytest.MonkeyPatch) -> None:
        called = getattr(where, what)

        def counting(*given: Any, **named: Any) -> Any:
            self.found[name] += 1
            return called(*given, **named)

        patch.setattr(where, what, counting)

    def _count_writes(self, store: Store, patch: pytest.MonkeyPatch) -> None:
        write = store._driver.write

        def counted(work: Work[Any]) -> Work[Any]:
            sent: Any = None
            try:
                while True:
                    step = work.send(sent)
                    if not step.statement.is_lock:  # SQLite has one writer
                        self.found.update(statements=1, rows=len(step.rows))
                    sent = yield RowStatement(*step)
            except StopIteration as end:
                return end.value

        async def writing(work: Callable[[], Work[Any]]) -> Any:
            self.found["transactions"] += 1
            return await write(lambda: counted(work()))

        patch.setattr(store._driver, "write", writing)

    async def of(self, doing: Any) -> dict[str, int]:
        """What this costs, until nothing is under way any more."""
        await settled()
        self.found.clear()
        await doing
        await settled()
        return dict(sorted(self.found.items()))


async def settled() -> None:
    for _ in range(SETTLED):
        await asyncio.sleep(0)


async def arrives(table: Table) -> None:
    """What was sent while the line stood still."""
    table.platform.gate.set()


async def shown(store: Store, places: Sequence[tuple[str, str | None]] = PLACES) -> Table:
    """A table of two, shown in its channel and to each in private, or in these places."""
    table = Table(store)
    await table.heads_up()
    for place, person in places:
        await table.shown_in(place, person=person)
    return table


PRESS: Final = {
    "transactions": 1,
    "pictures": 3,
    "screens": 3,
    "shared parts": 1,
    "views": 3,
    "tasks": 6,
}
"""Of a press that calls the other person: tasks decide, write, call, and show three pictures. Each
screen has a view; the words of the call come from the public one."""


async def test_a_press(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each picture goes where it is seen, each screen is built once, nothing is read. The rows: the
    log, in which answer and call stand, the match, its deadlines."""
    table = await shown(store)
    async with table.service.running():
        costs = Costs(table, monkeypatch)
        rows = {"rows": 3, "statements": 3, "calls": 1, "rounds": 1}
        for press in ((ANA, "play 7o"), (BETO, "truco")):
            found = await costs.of(table.act(*press))
            assert found == dict(sorted((PRESS | rows).items()))


@pytest.mark.parametrize(
    ("people", "rows", "statements"),
    [((ANA, BETO), 84, 15), ((ANA,), 10, 10)],
    ids=["people", "robot"],
)
async def test_the_press_that_ends_a_match(
    table: Table,
    monkeypatch: pytest.MonkeyPatch,
    people: tuple[str, ...],
    rows: int,
    statements: int,
) -> None:
    """Of these rows 64 are sums of scoreboards where two people have played; against a robot one,
    which is told in the profile."""
    await table.seated(*people, target="12")
    costs, found = Costs(table, monkeypatch), dict[str, int]()
    while (await table.info()).status is Status.PLAYING:
        if 0 in (await table.view(ANA)).awaited:
            found = await costs.of(table.do(ANA, "mazo"))
        else:
            found = await costs.of(table.next_deadline())
    assert (found["rows"], found["statements"]) == (rows, statements)


async def test_a_press_that_is_refused(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its answer is stored; nothing is built, shown or looked at."""
    table = await shown(store)
    async with table.service.running():
        await table.act(ANA, "play 7o")
        costs = Costs(table, monkeypatch)
        await costs.of(table.act(BETO, "truco"))
        found = await costs.of(table.act(BETO, "truco"))
        assert found == {"rows": 1, "statements": 1, "tasks": 2, "transactions": 1}


async def test_what_a_table_showed_while_it_was_played_at(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is noted once, when nothing else was shown for a while: a row for each place, and that the
    last call was told."""
    table = await shown(store)
    async with table.service.running():
        await settled()
        await store._batches.finish()
        costs = Costs(table, monkeypatch)
        for person, what in ((ANA, "play 7o"), (BETO, "truco"), (ANA, "quiero")):
            await table.act(person, what)
            await settled()
        assert costs.found["pictures"] == 9
        found = await costs.of(store._batches.finish())
        assert found == {"rows": 4, "statements": 2, "tasks": 1, "transactions": 1}


@pytest.mark.parametrize(("more", "screens"), [((), None), (PLACES, 3), (MORE, 3)])
async def test_a_screen_is_built_for_who_looks_and_once(
    store: Store,
    monkeypatch: pytest.MonkeyPatch,
    more: tuple[tuple[str, str | None], ...],
    screens: int | None,
) -> None:
    """Wherever it is shown; and none where nobody is shown anything."""
    table = await shown(store, more)
    async with table.service.running():
        found = await Costs(table, monkeypatch).of(table.act(ANA, "play 7o"))
        assert found.get("screens") == screens
        assert found.get("shared parts") == (1 if more else None)
        assert found.get("pictures") == (len(more) or None)


async def test_what_comes_while_a_picture_is_on_its_way(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another step, and a doubt about one of the places: each place is shown once more, and the
    doubted one is not forgotten."""
    table = await shown(store)
    (doubted,) = [
        surface for surface in await store.surfaces_of(table.match) if surface.address == "channel"
    ]
    async with table.service.running():
        costs = Costs(table, monkeypatch)
        await costs.of(table.act(ANA, "play 7o"))
        table.platform.gate.clear()
        await costs.of(table.act(BETO, "truco"))
        await costs.of(table.act(ANA, "quiero"))
        found = await costs.of(arrives(table))
        assert (found["pictures"], found["screens"]) == (3, 3)
        assert {place: screens[-1].version for place, screens in table.platform.shown.items()} == (
            dict.fromkeys(("ana", "beto", "channel"), (await table.info()).version)
        )
        table.platform.gate.clear()
        before = await costs.of(table.act(BETO, "play 3e"))
        assert before["pictures"] == 3
        assert (await costs.of(table.service.surfaces.redraw(doubted.id))).get("pictures") is None
        again = await costs.of(arrives(table))
        assert (again["pictures"], again.get("screens")) == (1, None)
        assert await store.surfaces_behind() == ()


@pytest.mark.parametrize("waits", [1, 3])
async def test_a_platform_that_asks_to_wait(
    store: Store, monkeypatch: pytest.MonkeyPatch, waits: int
) -> None:
    """The screen that it was given is not built again when the wait is over."""
    table = await shown(store)
    await table.service.updater.bring_all()
    costs = Costs(table, monkeypatch)
    await table.act(ANA, "play 7o")
    table.platform.deliveries += [Wait(5, alone=True)] * 3 * waits
    for _ in range(waits + 1):
        await table.service.updater.bring_all()
        table.time.pass_by(5)
    assert costs.found["screens"] == 3
    assert costs.found["pictures"] == 3 * (waits + 1)

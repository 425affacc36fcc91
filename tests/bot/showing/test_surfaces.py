"""Pictures and notices: the newest, once, and only what is true."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

import pytest

from bot.happenings import Happening, ScreensOutdated, SurfaceLost
from bot.messages import Leave, SendSena
from bot.screen import Screen
from bot.showing.platform import FAILED, LOST, SAME, SHOWN, Moved, NoticeWords, Wait
from bot.store import Store
from bot.store.changes import Changes, SurfaceSeen
from bot.store.notices import Notice
from bot.store.queries import match_queries
from tests.bot.helpers import ANA, BETO, CARLA, DANI, FakeTime, Table
from tests.narrow import present


async def watch(table: Table, person: str | None = None, **fields: Any) -> str:
    address = fields.pop("address", person or "channel")
    chat = fields.pop("chat", address)
    return await table.service.surfaces.add(
        table.match, platform="web", address=address, chat=chat, person=person, **fields
    )


async def watched(table: Table, person: str | None = None, **fields: Any) -> str:
    """A match of two that is shown there; the surface."""
    await table.heads_up()
    return await watch(table, person, **fields)


async def bring(table: Table) -> None:
    await table.service.updater.bring_all()


def shown(table: Table, address: str = "channel") -> list[Screen]:
    return table.platform.shown.get(address, [])


async def test_pictures_in_between_are_skipped(table: Table) -> None:
    await watched(table)
    await bring(table)
    await table.do(ANA, "envido")
    await table.do(BETO, "noquiero")
    await table.do(ANA, "play 7o")
    await bring(table)
    info = await table.info()
    assert [screen.version for screen in shown(table)] == [info.version - 3, info.version]


async def test_a_picture_that_looks_the_same_is_not_sent(table: Table) -> None:
    """A seña changes the match, and nothing that the channel sees."""
    await table.seated(ANA, BETO, CARLA, DANI, players=4)
    surface = await watch(table)
    await watch(table, CARLA)
    await bring(table)
    await table.ask(SendSena, ANA, sena="SE-AR-01")
    await bring(table)
    assert len(shown(table)) == 1
    assert len(shown(table, CARLA)) == 2
    row = present(await table.store.surface(surface))
    assert row.shown == row.wanted, "it is up to date all the same"


async def test_nothing_new_nothing_sent(table: Table) -> None:
    await watched(table)
    await bring(table)
    await bring(table)
    table.restart()
    await bring(table)
    assert len(shown(table)) == 1


async def test_a_crash_before_it_was_noted_shows_it_again(table: Table) -> None:
    await watched(table)
    table.restart()
    await bring(table)
    await table.do(ANA, "truco")
    table.restart()
    await bring(table)
    assert len(shown(table)) == 2


@pytest.mark.parametrize("alone", [False, True])
async def test_a_wait_is_for_the_whole_chat_or_for_one_surface(table: Table, alone: bool) -> None:
    await watched(table, address="one", chat="same")
    table.platform.deliveries = [Wait(3.0, alone=alone)]
    await bring(table)
    await watch(table, address="two", chat="same")
    await watch(table, address="three", chat="other")
    for seconds, waits in ((0, True), (2.9, True), (0.2, False)):
        table.time.pass_by(seconds)
        await bring(table)
        # The first attempt reached the fake as well, and told it to wait.
        assert len(shown(table, "one")) == (1 if waits else 2)
        assert len(shown(table, "two")) == (alone or not waits)
        assert len(shown(table, "three")) == 1


async def test_a_calm_wait_ends_when_there_is_something_newer(table: Table) -> None:
    await watched(table, address="one")
    table.platform.deliveries = [Wait(9.0, alone=True, calm=True)]
    await bring(table)
    table.time.pass_by(1.0)
    await bring(table)
    assert len(shown(table, "one")) == 1, "nothing has happened"
    await table.do(ANA, "truco")
    table.platform.deliveries = [Wait(9.0, alone=True)]
    await bring(table)
    assert len(shown(table, "one")) == 2
    await table.do(BETO, "quiero")
    await bring(table)
    assert len(shown(table, "one")) == 2, "any other wait is kept"


async def test_a_lost_address_is_noted_and_the_table_goes_on(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is told to whoever listens, and counts as no picture."""
    told: list[Happening] = []

    async def hear(lost: SurfaceLost) -> None:
        told.append(lost)

    table.service.happenings.listen(SurfaceLost, hear)
    drawn: list[float] = []
    monkeypatch.setattr(table.service.updater._observer, "pictured", drawn.append)
    surface = await watched(table)
    other = await watch(table, ANA)
    table.platform.deliveries = [LOST]
    await bring(table)
    await table.do(ANA, "truco")
    await bring(table)
    assert len(shown(table)) + len(shown(table, ANA)) == 3, "one of them heard no more"
    lost = [await table.store.surface(id) for id in (surface, other)]
    assert sorted(row.lost for row in lost if row is not None) == [False, True]
    assert (len(told), len(drawn)) == (1, 2)
    assert await table.store.surfaces_behind() == ()


@pytest.mark.parametrize("trouble", [FAILED, RuntimeError("a bug of the adapter")])
@pytest.mark.errors("surface_failed")
async def test_after_a_failure_it_is_tried_again_later(table: Table, trouble: Any) -> None:
    surface = await watched(table)
    table.platform.deliveries = [trouble, trouble]
    await bring(table)
    await bring(table)
    assert len(table.platform.deliveries) == 1, "not at once"
    table.time.pass_by(1)
    await bring(table)
    table.time.pass_by(1)
    await bring(table)
    assert await table.store.surfaces_behind() != (), "twice as long now"
    table.time.pass_by(1)
    await bring(table)
    row = present(await table.store.surface(surface))
    assert row.shown == row.wanted
    await table.do(ANA, "truco")
    table.platform.deliveries = [trouble]
    await bring(table)
    table.time.pass_by(1)
    await bring(table)
    assert await table.store.surfaces_behind() == (), "the first failure again"


@pytest.mark.errors("surface_failed")
async def test_a_platform_that_never_answers_has_failed(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await watched(table)
    monkeypatch.setattr("bot.showing.surface_updater._LONGEST_SHOW", 0.0)
    monkeypatch.setattr("bot.showing.surface_updater._GIVEN_UP", 0.0)
    table.platform.gate.clear()
    await bring(table)
    assert shown(table) == []
    monkeypatch.undo()
    table.platform.gate.set()
    table.time.pass_by(1)
    await bring(table)
    assert len(shown(table)) == 1


async def test_a_slow_platform_keeps_nobody_waiting_and_counts_all_the_same(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it sent is where the surface is from then on."""
    monkeypatch.setattr("bot.showing.surface_updater._LONGEST_SHOW", 0.0)
    monkeypatch.setattr("bot.showing.surface_updater._AT_ONCE", 1)
    table.restart()
    surface = await watched(table)
    other = await watch(table, ANA)
    table.platform.deliveries = [Moved("elsewhere"), Moved("elsewhere")]
    table.platform.gate.clear()
    async with table.service.running():
        for _ in range(10):
            if len(table.platform.at_once) < 2:
                await turns(table)
        assert table.platform.at_once == {surface: 1, other: 1}
        table.platform.gate.set()
        await turns(table)
    rows = [await table.store.surface(id) for id in (surface, other)]
    assert [row and row.address for row in rows] == ["elsewhere", "elsewhere"]
    assert sum(map(len, table.platform.shown.values())) == 2


async def test_the_end_waits_for_what_a_platform_still_does(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A message that was sent may be written down still."""
    await watched(table)
    done = list[str]()

    async def show(*_: object) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            done.append("cancelled")
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            done.append("ended")

    monkeypatch.setattr(table.platform, "show", show)
    bringing = asyncio.ensure_future(bring(table))
    await turns(table)
    await table.service.updater.settle("web", 0.0)
    assert done == ["cancelled", "ended"]
    bringing.cancel()


async def test_a_surface_doubted_while_it_moves_stays_where_it_went(table: Table) -> None:
    """What somebody read before it moved is not written back."""
    surface = await watched(table)
    platform = table.platform
    platform.deliveries = [Moved("below")]
    platform.gate.clear()
    async with table.service.running():
        await turns(table)
        await table.service.surfaces.redraw(surface)
        platform.gate.set()
        await turns(table)
    row = present(await table.store.surface(surface))
    assert row.address == "below"
    assert len(shown(table, "below")) == 1, "drawn once more, there"
    assert row.shown == row.wanted


async def test_what_is_put_elsewhere_leaves_nothing_alive(table: Table) -> None:
    """A reply puts the surface elsewhere while a picture is on its way to another place."""
    surface = await watched(table, key="table", address="one")
    platform = table.platform
    platform.deliveries = [Moved("two")]
    platform.gate.clear()
    async with table.service.running():
        await turns(table)
        picture = await table.service.screens.screen(table.match, None)
        moving = asyncio.create_task(watch(table, key="table", address="three", shown=picture))
        await turns(table)
        platform.gate.set()
        assert await moving == surface
        await turns(table)
        assert platform.retired == [("one", "two"), ("two", "three")]
        await table.service.surfaces.remove(surface)
        await turns(table)
    assert platform.retired[2:] == [("three", None)]


async def test_what_was_sent_for_a_surface_that_is_elsewhere_is_retired(table: Table) -> None:
    """Another process was faster."""
    surface = await watched(table)
    platform = table.platform
    platform.deliveries = [Moved("two")]
    platform.gate.clear()
    async with table.service.running():
        await turns(table)
        await table.store.commit([Changes(seen=(SurfaceSeen(surface, 1, "", "three"),))])
        platform.gate.set()
        await turns(table)
    assert platform.retired == [("two", "channel")]
    assert len(shown(table, "three")) == 1


@pytest.mark.parametrize("trouble", [FAILED, Wait(1.0), RuntimeError("a bug")])
@pytest.mark.errors("retire_failed")
async def test_retiring_is_tried_again(store: Store, trouble: Any) -> None:
    time = Ringing()
    table = Table(store, time=time)
    surface = await watched(table)
    table.platform.troubles = [trouble]
    async with table.service.running():
        await turns(table)
        await table.service.surfaces.remove(surface)
        await turns(table)
        assert table.platform.retired == []
        time.pass_by(1.0)
        await turns(table)
    assert table.platform.retired == [("channel", None)]


async def test_the_platform_may_know_that_nothing_changed(table: Table) -> None:
    await watched(table)
    table.platform.deliveries = [SAME]
    await bring(table)
    assert await table.store.surfaces_behind() == ()


async def test_a_surface_that_expires(table: Table) -> None:
    surface = await watched(table, ANA, lifetime=50)
    await bring(table)
    table.time.pass_by(51)
    await table.do(ANA, "truco")
    await bring(table)
    assert len(shown(table, ANA)) == 1
    assert present(await table.store.surface(surface)).lost


async def test_the_same_address_again_is_shown_anew(table: Table) -> None:
    one = await watched(table)
    await bring(table)
    assert await watch(table) == one
    await bring(table)
    assert len(shown(table)) == 2
    await table.service.surfaces.remove(one)
    await table.do(ANA, "truco")
    await bring(table)
    assert len(shown(table)) == 2


async def test_surfaces_of_an_absent_platform_wait_for_it(table: Table) -> None:
    await table.heads_up()
    await table.service.surfaces.add(table.match, platform="fax", address="1", chat="1")
    await bring(table)
    assert len(await table.store.surfaces_behind()) == 1


async def test_a_chosen_language_is_drawn_at_once(table: Table) -> None:
    await watched(table)
    await watch(table, ANA)
    await bring(table)
    await table.service.languages.choose(ANA, "en")
    await bring(table)
    assert [screen.locale for screen in shown(table, ANA)] == ["es", "en"]
    assert [screen.locale for screen in shown(table)] == ["es"]


async def test_one_at_a_time_to_one_surface(table: Table) -> None:
    """While a picture is on its way the next one waits; it is then the newest."""
    await watched(table)
    platform = table.platform
    platform.gate.clear()
    async with table.service.running():
        for action, person in (("truco", ANA), ("quiero", BETO), ("play 7o", ANA)):
            await table.do(person, action)
            await turns(table)
            assert max(platform.at_once.values()) == 1
        platform.gate.set()
        await platform.next_picture()
        await platform.next_picture()
    assert len(shown(table)) == 2
    info = await table.info()
    assert shown(table)[-1].version == info.version


class Ringing(FakeTime):
    """Whoever waits for a moment is woken when it comes."""

    async def wait(self, wake: asyncio.Event, until: float | None) -> None:
        while not wake.is_set() and (until is None or self.now() < until):  # noqa: ASYNC110
            await asyncio.sleep(0)  # the moment is a number that a test changes


async def turns(table: Table) -> None:
    """Everybody else gets to do what can be done now; what they store meanwhile is waited for."""
    for _ in range(50):
        await asyncio.sleep(0)
        await table.store.read(match_queries.version, table.match)
        await table.store.commit([Changes()])


@pytest.mark.parametrize("trouble", [Wait(3.0), Wait(0.0), FAILED, RuntimeError("a bug")])
@pytest.mark.errors("surface_failed")
async def test_the_loop_comes_back_to_what_did_not_arrive(store: Store, trouble: Any) -> None:
    time = Ringing()
    table = Table(store, time=time)
    surface = await watched(table)
    table.platform.deliveries = [trouble]
    async with table.service.running():
        await turns(table)
        assert table.platform.deliveries == []
        for _ in range(3):
            time.pass_by(1.0)
            await turns(table)
    row = present(await store.surface(surface))
    assert row.shown == row.wanted


async def test_a_picture_that_waits_for_a_call_is_shown_after_it(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody else has to wake the loop for it."""
    await watched(table, BETO)
    gate = asyncio.Event()

    async def notify(*_: object) -> Any:
        await gate.wait()
        return SHOWN

    monkeypatch.setattr(table.platform, "notify", notify)
    async with table.service.running():
        await turns(table)
        seen = len(shown(table, BETO))
        await table.do(ANA, "truco")
        await turns(table)
        assert len(shown(table, BETO)) == seen, "he is being called"
        gate.set()
        await turns(table)
    assert len(shown(table, BETO)) == seen + 1


ASKS: Final[dict[str, Callable[[Table, str], Awaitable[object]]]] = {
    "added": lambda table, _: watch(table, BETO),
    "redrawn": lambda table, surface: table.service.surfaces.redraw(surface),
    "given": lambda table, _: table.service.surfaces.give(table.match, ANA, BETO),
    "outdated": lambda table, _: table.service.surfaces.show_anew(
        ScreensOutdated(frozenset({table.match}))
    ),
}


@pytest.mark.parametrize("asks", ASKS.values(), ids=list(ASKS))
async def test_whatever_asks_for_a_picture_wakes_the_loop(
    table: Table, asks: Callable[[Table, str], Awaitable[object]]
) -> None:
    surface = await watched(table, ANA)
    async with table.service.running():
        await turns(table)
        before = sum(map(len, table.platform.shown.values()))
        await asks(table, surface)
        await turns(table)
    assert sum(map(len, table.platform.shown.values())) == before + 1


async def test_what_a_reply_has_shown_is_not_sent_again(table: Table) -> None:
    """Also when the match moves on, and looks as it did."""
    await table.seated(ANA, BETO, CARLA, DANI, players=4)
    await watch(table, shown=await table.service.screens.screen(table.match, None))
    await bring(table)
    await table.ask(SendSena, ANA, sena="SE-AR-01")
    await bring(table)
    assert shown(table) == []
    assert await table.store.surfaces_behind() == ()


async def test_nobody_writes_beside_what_moves_or_goes(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    surface = await watched(table, key="table")
    commit, may = table.store.commit, list[bool]()

    async def seen(changes: Sequence[Changes]) -> Any:
        with table.service.updater.turns.beside(surface) as late:
            may.append(late.may)
        return await commit(changes)

    monkeypatch.setattr(table.store, "commit", seen)
    await watch(table, key="table", address="elsewhere")
    await table.service.surfaces.remove(surface)
    assert may == [False, False]


async def test_only_what_has_changed_is_looked_at(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And that once: a picture that arrived makes nobody look again."""
    await watched(table)
    looks: list[object] = []
    behind = table.store.surfaces_behind

    async def spied(matches: Any = None) -> Any:
        looks.append(matches)
        return await behind(matches)

    monkeypatch.setattr(table.store, "surfaces_behind", spied)
    async with table.service.running():
        await table.platform.next_picture()
        await turns(table)
        assert looks == [None]
        await table.do(ANA, "truco")
        await table.platform.next_picture()
        await turns(table)
        assert looks[1:] == [{table.match}]
        table.time.pass_by(61)
        table.service.updater.wake("another")
        await turns(table)
    # The time to answer is up too: what comes of that may be seen to already.
    assert looks[2:3] == [None], "another process may have written"


# --- notices ----------------------------------------------------------------------------------


def told(table: Table) -> list[tuple[str, str]]:
    return [(notice.person, notice.kind) for notice, _ in table.platform.notices]


async def test_who_is_awaited_is_told_once(table: Table) -> None:
    await table.heads_up()
    await bring(table)
    assert told(table) == [], "whoever pressed the button is looking"
    await table.do(ANA, "play 7o")
    await bring(table)
    await bring(table)
    table.restart()
    await bring(table)
    assert told(table) == [(BETO, "turn")]
    await table.do(BETO, "truco")
    await bring(table)
    assert told(table)[1:] == [(ANA, "bet")]


async def test_what_is_no_longer_true_costs_no_words(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each step ends the calls before it."""
    asked, words = list[str](), table.service.screens.notice

    async def counted(notice: Notice) -> str | None:
        asked.append(notice.id)
        return await words(notice)

    monkeypatch.setattr(table.service.screens, "notice", counted)
    await table.heads_up()
    await table.do(ANA, "truco")
    await table.do(BETO, "quiero")
    await table.do(ANA, "play 7o")
    (waiting,) = await table.store.notices_waiting()
    await bring(table)
    assert asked == [waiting.id]
    assert told(table) == [(BETO, "turn")]
    assert await table.store.notices_waiting() == ()


@pytest.mark.errors("notice_failed")
async def test_a_match_that_cannot_be_read_stops_no_other_picture(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its notice is looked at again later."""

    async def unreadable(_: Notice) -> bool:
        raise ValueError

    await watched(table)
    await table.do(ANA, "truco")
    is_true = table.service.screens.is_true
    monkeypatch.setattr(table.service.screens, "is_true", unreadable)
    await bring(table)
    assert len(shown(table)) == 1
    assert len(await table.store.notices_waiting()) == 1
    monkeypatch.setattr(table.service.screens, "is_true", is_true)
    table.time.pass_by(60)
    await bring(table)
    assert await table.store.notices_waiting() == ()


async def test_who_has_left_is_told_nothing(table: Table) -> None:
    await table.heads_up()
    await table.do(ANA, "play 7o")
    await table.ask(Leave, BETO)
    await bring(table)
    assert told(table) == []


async def test_a_notice_tells_no_card(table: Table) -> None:
    await table.heads_up()
    await table.do(ANA, "play 7o")
    await bring(table)
    ((notice, text),) = table.platform.notices
    assert notice.person == BETO
    for card in ("3e", "12c", "5o", "espada", "copa", "oro"):
        assert card not in text


@pytest.mark.errors("notice_failed")
async def test_a_notice_that_was_taken_is_not_sent_after_a_crash(
    table: Table, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.heads_up()
    await table.do(ANA, "play 7o")

    async def dies(notice: Notice, words: NoticeWords) -> Any:
        raise RuntimeError("the process dies here")

    monkeypatch.setattr(table.platform, "notify", dies)
    await bring(table)
    monkeypatch.undo()
    table.restart()
    await bring(table)
    assert told(table) == []
    assert await store.notices_waiting() == ()


@pytest.mark.parametrize("dead", [False, True])
async def test_a_picture_that_may_have_arrived_is_not_taken_for_the_one_before(
    table: Table, dead: bool
) -> None:
    """Beto sits down, and nobody knows whether that picture arrived, nor does the next process.
    When he gets up again, the table looks as it did."""
    await table.open()
    await watch(table)
    await bring(table)
    table.platform.deliveries = [FAILED]
    await table.join(BETO)
    await bring(table)
    if dead:
        table.restart()
    await table.ask(Leave, BETO)
    table.time.pass_by(0 if dead else 1)
    await bring(table)
    seated = [sum(not seat.empty for seat in screen.seats) for screen in shown(table)]
    assert seated == [1, 2, 1]

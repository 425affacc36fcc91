"""Two writers, one match: somebody wins, nobody's step is lost or done twice."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.match.running_match import from_log, load
from bot.messages import Accepted, Act, AnyReply, Join, Refused, Stale, Start
from bot.service import Service
from bot.store import Store
from bot.store.queries import match_queries
from bot.tokens import point
from engine.actions import Action
from engine.record.notation import write_action
from tests.bot.conftest import new_database
from tests.bot.helpers import ANA, BETO, CARLA, DANI, FakeTime, Table
from tests.narrow import present


@pytest.fixture(params=["sqlite", "postgresql"])
async def two(
    request: pytest.FixtureRequest, tmp_path: Path, empty_database: Path
) -> AsyncIterator[tuple[Table, Table]]:
    """Two processes' worth of service: each its own connections and memory, one database."""
    url = f"sqlite:///{shutil.copy(empty_database, tmp_path / 'truco.db')}"
    if request.param == "postgresql":
        url = await new_database(request.getfixturevalue("postgres"))
    time = FakeTime()
    stores = [await Store.open(url, exclusive=False) for _ in range(2)]
    one, other = (Table(store, time=time, seed=seed) for seed, store in enumerate(stores))
    yield one, other
    for store in stores:
        await store.close()


async def both(service: Service, other_service: Service, first: Act, second: Act) -> list[AnyReply]:
    return list(await asyncio.gather(service.handle(first), other_service.handle(second)))


async def test_the_same_answer_from_both_partners(two: tuple[Table, Table]) -> None:
    """Beto and Dani say *quiero* at the same instant, to different processes: one has said it."""
    one, other = two
    hands = ("7o 4c 1b", "3e 12c 5o", "2b 6c 11e", "1e 7b 10o")
    await one.dealt(*hands, dealer=1, people=(ANA, BETO, CARLA, DANI))
    match = one.match
    # Both have the match in memory; only one of them will still be right.
    await other.service.matches.info(match)
    await one.do(CARLA, "truco")
    await other.service.matches.info(match)
    acts = [Act(request=who, person=who, match=match, action="quiero") for who in (BETO, DANI)]
    replies = await both(one.service, other.service, *acts)
    assert sorted(type(reply).__name__ for reply in replies) == ["Accepted", "Refused"]
    (refused,) = [reply for reply in replies if isinstance(reply, Refused)]
    assert refused.reason == "NOTHING_TO_ANSWER", "decided again on what was there then"
    texts = [row.text for row in await one.store.read(match_queries.whole_log, match)]
    assert sum(text.endswith("quiero") for text in texts) == 1


async def test_the_same_press_delivered_to_both(two: tuple[Table, Table]) -> None:
    one, other = two
    await one.heads_up()
    await other.service.matches.info(one.match)
    press = Act(request="x", person=ANA, match=one.match, action="truco")
    replies = await both(one.service, other.service, press, press)
    assert replies == [Accepted(one.match)] * 2
    texts = [row.text for row in await one.store.read(match_queries.whole_log, one.match)]
    assert texts.count("0 truco") == 1


async def test_the_last_seat(two: tuple[Table, Table]) -> None:
    one, other = two
    await one.open(ANA)
    other.match, other.requests = one.match, 1000
    await other.info()
    replies = await asyncio.gather(one.join(BETO), other.join(CARLA))
    assert sorted(type(reply).__name__ for reply in replies) == ["Accepted", "Refused"]
    info = await one.info()
    assert len(info.people) == 2


async def test_the_same_deadline_in_both(two: tuple[Table, Table]) -> None:
    one, other = two
    await one.heads_up()
    await other.service.matches.info(one.match)
    one.time.pass_by(30)
    for due in ("remind", "turn"):
        version = await one.store.read(match_queries.version, one.match)
        await asyncio.gather(one.clock.send_due(), other.clock.send_due())
        assert await one.store.read(match_queries.version, one.match) == version + 1, due
        one.time.pass_by(30)
    assert present(await other.service.matches.info(one.match)).seats[0].missed == 1


async def test_a_whole_match_by_two_processes_at_once(two: tuple[Table, Table]) -> None:
    """Both send whatever is offered, all the time; the log tells one match."""
    one, other = two
    await one.seated(ANA, BETO, players=2, target="12")
    match = one.match
    accepted = 0
    for turn in range(40):
        live = present(await load(one.store, match))
        assert live.state is not None
        presses = []
        for table, person in ((one, ANA), (other, BETO)):
            view = present(live.view(live.seat_of(person)))
            steps = [step for step in view.legal if isinstance(step, Action)]
            text = write_action(live.state.table, steps[turn % len(steps)]) if steps else "truco"
            act = Act(request=f"{person}{turn}", person=person, match=match, action=text)
            presses.append(table.service.handle(act))
        replies = await asyncio.gather(*presses)
        accepted += sum(isinstance(reply, Accepted) for reply in replies)
        one.time.pass_by(5)
        await asyncio.gather(one.clock.send_due(), other.clock.send_due())
    rows = await one.store.read(match_queries.whole_log, match)
    steps_taken = [row for row in rows if row.text[:2] in ("0 ", "1 ")]
    assert accepted > 20
    assert len(steps_taken) == accepted
    live = present(await load(other.store, match))
    assert from_log(rows)[0] == live.state


# --- the second half of a double press ------------------------------------------------------------


async def press(table: Table, person: str, action: str, at: str) -> AnyReply:
    return await table.ask(Act, person, action=action, point=at, pressed=bool(at))


async def now(table: Table) -> str:
    return point(await table.view(None))


async def test_a_press_twice_is_one_press(table: Table) -> None:
    """A call, after which its moment has passed, and a card, which nobody has twice."""
    await table.heads_up()
    for person, action in ((ANA, "truco"), (BETO, "quiero"), (ANA, "play 7o")):
        at = await now(table)
        replies = [await press(table, person, action, at) for _ in range(3)]
        assert replies == [Accepted(table.match)] * 3
    assert len((await table.view(None)).plays) == 1


async def test_later_it_is_a_press_of_its_own(table: Table) -> None:
    await table.heads_up()
    at = await now(table)
    await press(table, ANA, "truco", at)
    table.time.pass_by(2.0)
    assert isinstance(await press(table, ANA, "truco", at), Stale)


async def test_another_press_is_told_why(table: Table) -> None:
    """Of somebody else, of another button, or typed."""
    await table.heads_up()
    at = await now(table)
    await press(table, ANA, "play 7o", at)
    for person, action, where in (
        (BETO, "play 7o", at),
        (ANA, "play 4c", at),
        (ANA, "play 7o", ""),
    ):
        assert isinstance(await press(table, person, action, where), Refused)


async def test_what_is_pressed_in_the_lobby_is_pressed_once_too(table: Table) -> None:
    await table.open(ANA)
    for _ in range(2):
        assert isinstance(await table.ask(Join, BETO, name="Beto", pressed=True), Accepted)
    for _ in range(2):
        assert isinstance(await table.ask(Start, ANA, pressed=True), Accepted)

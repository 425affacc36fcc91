"""The first answer to a step's request and whom it calls stand in the log."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from msgspec.structs import replace

from bot.host import database
from bot.messages import Accepted, Refused
from bot.store import Changes, Store
from bot.store.changes import Committed, Erase, Lost, Repeated, Short, marked
from bot.store.model import Deadline, Setting, StoredAnswer
from bot.store.notices import Notice, NoticeState
from bot.store.queries import match_queries, people_queries
from bot.store.results.model import Transfer
from tests.bot.conftest import new_database
from tests.bot.helpers import ANA, BETO, Table
from tests.bot.store.test_store import MATCH, OTHER, step
from tests.narrow import present

REFUSED = Refused("NOT_YOUR_TURN", MATCH)


@pytest.fixture
def store(any_store: Store) -> Store:
    return any_store


def call(number: int, seat: int = 0, person: str = ANA, *, moved: int = 0) -> Notice:
    """A call that this row makes."""
    id, moment = f"{MATCH}.{number}.{seat}", str(moved or number)
    return Notice(id, MATCH, person, "turn", moment, 100.0 + number, number=number)


def moves(number: int, *calls: Notice, moved: int = 0, request: str = "") -> Changes:
    """The match's next row; ``moved``: that of its last step of the game, if it is not this one."""
    turn = Deadline(MATCH, f"turn.{number}", "turn", 1e9)
    change = step(number, request=request, notices=calls, deadlines=(turn,))
    (part,) = change.matches
    row = replace(part.row, moved=moved or number)
    return replace(change, matches=(replace(part, row=row),))


def refusal(request: str) -> Changes:
    return Changes(answer=StoredAnswer(ANA, request, REFUSED, 100.0))


HELD = {"step": "matches", "refusal": "settings"}
"""The table that each kind of change writes after its answer."""


async def waiting(holder: Any, number: int, or_done: "asyncio.Task[Any] | None" = None) -> None:
    """Waits until so many processes wait for a lock, or somebody is done who waited for none."""
    ask = "SELECT count(*) FROM pg_locks WHERE NOT granted"
    while await holder.fetchval(ask) < number and not (or_done and or_done.done()):  # noqa: ASYNC110
        await asyncio.sleep(0)


def taken(notice: Notice) -> Changes:
    return marked(notice, NoticeState.TAKEN)


# --- answers ----------------------------------------------------------------------------------


async def test_a_request_has_one_answer_wherever_it_stands(store: Store) -> None:
    """That of a step, repeated as a step of this match or of another or as a refusal; and that of a
    refusal, repeated as a step."""
    assert await store.commit([step(1, request="a"), refusal("b")]) == (Committed(), Committed())
    first, other = Repeated(Accepted(MATCH, "v1")), Repeated(REFUSED)
    for again in (step(1, request="a"), step(2, request="a"), step(1, OTHER, "a"), refusal("a")):
        assert await store.commit([again]) == (first,)
    for again in (step(2, request="b"), step(1, OTHER, "b"), refusal("b")):
        assert await store.commit([again]) == (other,)
    both = replace(step(1, request="a"), matches=(*step(1, OTHER).matches, *step(2).matches))
    assert await store.commit([both]) == (first,)
    assert await store.read(match_queries.version, OTHER) == 0
    assert [row.number for row in await store.read(match_queries.whole_log, MATCH)] == [1]
    assert await store.read(match_queries.whole_log, OTHER) == ()
    together = [step(2, request="c"), step(1, OTHER, "c"), refusal("c")]
    second = Repeated(Accepted(MATCH, "v2"))
    assert await store.commit(together) == (Committed(), second, second)


async def test_a_late_step_of_two_rows_leaves_neither_a_row_nor_an_answer(store: Store) -> None:
    """The second row is nobody else's, and has the answer. Decided again, its request may be
    answered."""
    await store.commit([step(1), step(2, request="a")])
    mine = replace(step(2).matches[0].log[0], text="mine")
    late = step(3, request="b", log=(mine, *step(3).matches[0].log))
    assert await store.commit([late]) == (Lost(),)
    texts = [row.text for row in await store.read(match_queries.whole_log, MATCH)]
    assert texts == ["step 1", "step 2"]
    assert await store.commit([step(3, request="b")]) == (Committed(),)


async def test_the_usual_answer_takes_no_room(tmp_path: Path) -> None:
    file = tmp_path / "truco.db"
    store = await Store.open(f"sqlite:///{file}")
    usual = replace(step(1), answer=StoredAnswer(ANA, "a", Accepted(MATCH), 101.0))
    await store.commit([usual, step(2, request="b")])
    kept = (await store.read(people_queries.kept_of, ANA)).answers
    assert await store.commit([refusal("a")]) == (Repeated(Accepted(MATCH)),)
    assert await store.read(match_queries.last_press_of, ANA) == 102.0
    await store.close()
    assert [(answer.request, answer.reply) for answer in kept] == [
        ("a", Accepted(MATCH)),
        ("b", Accepted(MATCH, "v2")),
    ]
    with closing(sqlite3.connect(file)) as rows:
        found = rows.execute("SELECT reply FROM log ORDER BY number").fetchall()
        assert [len(reply) > 0 for (reply,) in found] == [False, True]
        assert rows.execute("SELECT count(*) FROM answers").fetchone() == (0,)


@pytest.mark.parametrize("first", ["step", "refusal"])
async def test_two_processes_answer_one_request_in_the_same_instant(
    postgres: str, first: str
) -> None:
    """One takes a step and the other refuses, before either has committed: one answer is kept.

    The first one has written its answer and waits for a table that somebody holds; the other one
    comes meanwhile."""
    url = await new_database(postgres)
    one, other = await Store.open(url), await Store.open(url)
    changes = {
        "step": step(1, request="a"),
        "refusal": replace(refusal("a"), settings=(Setting(ANA, "some", "value"),)),
    }
    second = "refusal" if first == "step" else "step"
    holder = await asyncpg.connect(url)
    transaction = holder.transaction()
    await transaction.start()
    await holder.execute(f"LOCK TABLE {HELD[first]} IN EXCLUSIVE MODE")
    early = asyncio.create_task(one.commit([changes[first]]))
    await waiting(holder, 1)
    late = asyncio.create_task(other.commit([changes[second]]))
    await waiting(holder, 2, or_done=late)
    await transaction.rollback()
    made = [*await early, *await late]
    await holder.close()
    await one.close()
    await other.close()
    answer = present(changes[first].answer)
    assert made == [Committed(), Repeated(answer.reply)]


async def test_what_is_not_stored_answers_nothing(store: Store) -> None:
    stake = Transfer("t", 1.0, "stake", MATCH, ANA, f"pot:{MATCH}", 5)
    poor = step(1, request="a", transfers=(stake,))
    (outcome,) = await store.commit([poor])
    assert isinstance(outcome, Short)
    assert await store.commit([step(1, request="a")]) == (Committed(),)


# --- calls ------------------------------------------------------------------------------------


async def test_a_call_waits_until_it_is_taken(store: Store) -> None:
    mine, other = call(1), call(1, 1, BETO)
    await store.commit([moves(1, mine, other)])
    assert await store.notices_waiting() == await store.notices_waiting([MATCH]) == (mine, other)
    assert await store.commit([taken(mine), taken(mine)]) == (Committed(), Lost())
    assert await store.notices_waiting() == await store.notices_waiting([MATCH]) == (other,)
    assert await store.commit([marked(other, NoticeState.DROPPED)]) == (Committed(),)
    assert await store.commit([taken(other), taken(call(9))]) == (Lost(), Lost())
    assert await store.notices_waiting() == ()


async def test_a_person_s_data_has_the_calls_that_wait_for_them(store: Store) -> None:
    change = moves(1, call(1), call(1, 1, BETO))
    (part,) = change.matches
    await store.commit([replace(change, matches=(replace(part, sitting=(ANA, BETO)),))])
    assert (await store.read(people_queries.kept_of, ANA)).notices == (call(1),)
    assert (await store.read(people_queries.kept_of, BETO)).notices == (call(1, 1, BETO),)


async def test_a_step_of_the_game_ends_a_call_and_nothing_else_does(store: Store) -> None:
    await store.commit([moves(1, call(1))])
    await store.commit([moves(2, moved=1)])
    assert await store.notices_waiting() == (call(1),), "somebody sent a sign"
    reminder = call(3, moved=1)
    await store.commit([moves(3, reminder, moved=1)])
    assert await store.notices_waiting() == (reminder,)
    await store.commit([moves(4)])
    assert await store.notices_waiting() == await store.notices_waiting([MATCH]) == ()


async def test_calls_after_a_restart(tmp_path: Path) -> None:
    """Whoever was called is not called again, also where the match went on before that was noted;
    whoever was not is."""
    file = tmp_path / "truco.db"

    async def opened() -> Store:
        return await Store.open(f"sqlite:///{file}")

    store = await opened()
    await store.commit([moves(1, call(1))])
    assert await store.commit([taken(call(1))]) == (Committed(),)
    await store.commit([moves(2, call(2), call(2, 1, BETO))])
    assert await store.commit([taken(call(2))]) == (Committed(),)
    await store.commit([moves(3, moved=2)])
    await store.close()
    with closing(sqlite3.connect(file)) as rows:
        found = rows.execute("SELECT calls FROM log ORDER BY number").fetchall()
    assert [None if text is None else text.count("\n") for (text,) in found] == [1, 1, None]
    store = await opened()
    assert await store.notices_waiting() == (call(2, 1, BETO),)
    await store.commit([moves(4)])
    await store.close()
    store = await opened()
    assert await store.notices_waiting() == ()
    await store.close()


async def test_calls_that_cannot_be_read_call_nobody(tmp_path: Path) -> None:
    file = tmp_path / "truco.db"
    store = await Store.open(f"sqlite:///{file}")
    await store.commit([moves(1, call(1), call(1, 1, BETO))])
    await store.close()
    with closing(sqlite3.connect(file)) as rows:
        rows.execute("UPDATE log SET calls = '[\"x' || calls")
        rows.commit()
    store = await Store.open(f"sqlite:///{file}")
    assert await store.notices_waiting() == (call(1, 1, BETO),)
    await store.close()


# --- erasures ---------------------------------------------------------------------------------


async def test_who_is_erased_stands_beside_no_row(tmp_path: Path) -> None:
    """Neither as who pressed, nor in an answer to others, nor as who was called; every seal
    holds."""
    file = tmp_path / "truco.db"
    store = await Store.open(f"sqlite:///{file}")
    table = Table(store)
    await table.heads_up()
    await table.do(ANA, "play 7o")
    await table.do(BETO, "truco")
    named = Accepted(MATCH, "x", (("name", "Ana"),))
    await store.commit([replace(step(1), answer=StoredAnswer(BETO, "named", named, 101.0))])
    await store.commit([Changes(erase=Erase((ANA,), answers_before=table.time.utc() - 1))])
    again = replace(step(2), answer=StoredAnswer(BETO, "named", named, 102.0))
    assert await store.commit([again]) == (Committed(),)
    await store.close()
    with closing(sqlite3.connect(file)) as rows:
        found = rows.execute("SELECT person, reply, calls FROM log").fetchall()
        assert ANA not in str(found)
        assert rows.execute("SELECT count(*) FROM log WHERE person = ?", (BETO,)).fetchone()[0] > 1
    assert not [
        problem for problem in await database.check(f"sqlite:///{file}") if table.match in problem
    ]


# --- very many matches ------------------------------------------------------------------------


@pytest.mark.parametrize("asked", ["_LIVE_COMMUNITIES", "_ALL_SURFACES", "_CALLS"])
async def test_a_start_looks_at_what_goes_on_and_not_at_every_match(
    tmp_path: Path, asked: str
) -> None:
    file = tmp_path / "truco.db"
    await (await Store.open(f"sqlite:///{file}")).close()
    statement = getattr(match_queries, asked).sqlite
    with closing(sqlite3.connect(file)) as rows:
        plan = rows.execute(f"EXPLAIN QUERY PLAN {statement.text}", statement.values({})).fetchall()
    looked = [step[3] for step in plan if step[3].startswith("SCAN")]
    assert looked in (["SCAN deadlines"], ["SCAN surfaces"]), plan


async def test_a_person_s_sums_are_found_without_those_of_others(tmp_path: Path) -> None:
    """They lie together, so a match that ends writes few pages too."""
    file = tmp_path / "truco.db"
    await (await Store.open(f"sqlite:///{file}")).close()
    statement = people_queries._ALL_STANDINGS_OF.sqlite
    with closing(sqlite3.connect(file)) as rows:
        values = statement.values({"owner": ANA})
        plan = rows.execute(f"EXPLAIN QUERY PLAN {statement.text}", values).fetchall()
    assert "SEARCH standings USING PRIMARY KEY (person=?)" in [step[3] for step in plan]

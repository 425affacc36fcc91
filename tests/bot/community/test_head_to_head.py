"""How often two people have beaten one another: in ``/perfil`` with a name, and in a challenge."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.messages import Accepted, Decline
from bot.pages.profile import personal_page
from bot.screens.replies.notices import notice_text
from bot.store import Store
from bot.store.changes import Changes, Erase
from bot.store.notices import CHALLENGE, INVITED
from bot.store.queries import result_queries
from bot.words import words_for
from tests.bot.community.test_ranking import screen, won
from tests.bot.helpers import NAMES, Table
from tests.bot.results import ADA, BRUNO, CIRO, DORA, match

ADA_T = "telegram:1001"


@pytest.fixture(autouse=True)
def _named(monkeypatch: pytest.MonkeyPatch) -> None:
    for person, name in {ADA: "Ada", BRUNO: "Bruno", ADA_T: "Ada T"}.items():
        monkeypatch.setitem(NAMES, person, name)


def said(won: int, lost: int, name: str = "Ada", other: str = "Bruno") -> str:
    return words_for("es").text("met.line", name=name, n=won, other=other, m=lost)


async def between(table: Table, person: str, other: str) -> tuple[int, int]:
    return await table.service.profiles.head_to_head(person, other)


async def test_both_are_told_what_each_has_won(table: Table) -> None:
    """Also where the profile is closed: it is the reader's own record."""
    await won(table, ADA, BRUNO)
    await won(table, ADA, BRUNO)
    await won(table, BRUNO, ADA)
    await won(table, CIRO, BRUNO)
    for visible in (False, True):
        await table.service.profiles.let_see(BRUNO, visible=visible)
        page = await personal_page(table.service, ADA, "Ada", {"persona": "bruno"}, "es")
        assert said(2, 1) in page.text.split("\n")
    assert await between(table, BRUNO, ADA) == (1, 2)
    assert await between(table, ADA, CIRO) == (0, 0)


async def test_a_challenge_tells_it_to_both(table: Table) -> None:
    """In the lobby and in the call; not where they have never met, or where it was declined."""

    async def challenged(name: str) -> None:
        assert isinstance(await table.opens(ADA, name="Ada", challenged=name), Accepted)

    await won(table, BRUNO, ADA)
    await challenged("Bruno")
    lines = [line.text for line in (await screen(table)).lines if line.id == "met.line"]
    assert lines == [said(0, 1)]
    (notice,) = await table.store.notices_waiting([table.match])
    assert notice.kind == CHALLENGE
    assert said(0, 1) in (await table.service.screens.notice(notice) or "")
    await table.ask(Decline, BRUNO)
    assert "met.line" not in {line.id for line in (await screen(table)).lines}
    assert NAMES[ADA] in notice_text(INVITED, await table.info(), None, "es")


async def test_partners_have_not_met(unlike_store: Store) -> None:
    """Only those who sat against one another have."""
    people = ((ADA, 0), (BRUNO, 1), (CIRO, 0), (DORA, 1))
    played = match("m", *((person, side, 5 if side else 20) for person, side in people))
    await unlike_store.commit([played])
    found = {
        other: await unlike_store.read(result_queries.head_to_head, ADA, other)
        for other, _ in people[1:]
    }
    assert found == {BRUNO: (1, 0), CIRO: (0, 0), DORA: (1, 0)}


async def test_linked_users_are_one_person_and_the_erased_are_gone(table: Table) -> None:
    await won(table, ADA, BRUNO)
    await won(table, ADA_T, BRUNO)
    await table.link(ADA_T, ADA)
    person = await table.service.users.person_of(ADA)
    assert await between(table, person, BRUNO) == (2, 0)
    await table.store.commit([Changes(erase=Erase((BRUNO,)))])
    assert await between(table, person, BRUNO) == (0, 0)


def test_it_reads_the_rows_of_one_person_alone(empty_database: Path) -> None:
    """Each of the other's is found by its key."""
    statement = result_queries._HEAD_TO_HEAD.sqlite
    values = statement.values({"one": ADA, "other": BRUNO})
    with closing(sqlite3.connect(empty_database)) as rows:
        plan = rows.execute(f"EXPLAIN QUERY PLAN {statement.text}", values).fetchall()
    looked = sorted(step[3].split(" USING ")[1].split(" (")[0] for step in plan)
    assert looked == ["INDEX results_by_person", "INDEX sqlite_autoindex_results_1"], plan

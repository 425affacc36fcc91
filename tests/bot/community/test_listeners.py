"""Who listens does what is expected of them. What is told when, the tests of its subject say."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

from bot.community.bars import BAR, Bar
from bot.happenings import OldDataCleared
from bot.service.listeners import listen_to_others
from bot.store.processes import News
from bot.store.queries import people_queries
from tests.bot.helpers import ANA, BETO, COMMUNITY, Table
from tests.narrow import present


async def test_the_clock_looks_at_new_deadlines(table: Table) -> None:
    woken = table.clock._wake
    await table.open(ANA)
    assert woken.is_set(), "a lobby closes by itself"


async def test_a_chosen_language_is_shown_everywhere(table: Table) -> None:
    updater = table.service.updater
    await updater.bring_all()
    updater._agenda.woken.clear()
    assert await table.service.languages.choose(ANA, "pt") == "pt_BR"
    assert updater._agenda.woken.is_set()
    assert updater._agenda._look_around_at == 0.0


async def test_a_changed_match_is_looked_at(table: Table) -> None:
    updater = table.service.updater
    updater._agenda.woken.clear()
    await table.open(ANA)
    assert updater._agenda.woken.is_set()
    assert updater._agenda._asked == {table.match}


async def test_bars_that_have_ended_go_every_hour(table: Table) -> None:
    until = table.time.utc() + 60.0
    assert await table.service.bars.set(COMMUNITY, BETO, BAR, Bar(until, "Beto")) is None
    await table.service.happenings.publish(OldDataCleared())
    assert len(await table.store.read(people_queries.settings_named, BAR)) == 1
    table.time.pass_by(60.0)
    await table.service.happenings.publish(OldDataCleared())
    assert await table.store.read(people_queries.settings_named, BAR) == {}


async def test_news_of_other_processes_are_heard(table: Table) -> None:
    heard: list[Callable[[News], None]] = []
    service = table.service
    running, updater = service._play.running, service.updater
    others = cast(Any, SimpleNamespace(listen=heard.append))
    listen_to_others(others, running, service._showing, service.clock)
    await table.open(ANA)
    (hear,) = heard
    known = present(await running.load(table.match))
    service.clock._wake.clear()
    hear(News(changed={table.match: known.info.version + 1}, look=("other",)))
    assert await running.load(table.match) is not known, "it was read anew"
    assert updater._agenda._told == {"other"}
    assert not service.clock._wake.is_set()
    hear(News(everything=True))
    assert service.clock._wake.is_set()

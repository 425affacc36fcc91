"""A lobby that seeks players is announced, once, where its community wants that."""

import asyncio

import pytest

from bot.catalogue import page_for
from bot.community.community_rules import ANNOUNCED_IN
from bot.environment import Config
from bot.messages import Accepted, CloseTable, Join, Leave, PersonId
from bot.pages.invitation import invitation_page
from bot.pages.page_spec import Community
from bot.screen import Screen
from bot.screens.lobby.lobby import lobby_title
from bot.screens.pages import INVITATION, YES, PageKey
from bot.store import Store
from bot.store.model import ANNOUNCEMENT
from bot.words import words_for
from tests.bot.helpers import ANA, BETO, CARLA, COMMUNITY, PLACE, Table, reason
from tests.bot.match.test_challenge import challenge, known

BOARD = f"{COMMUNITY}/tablon"


async def chosen(table: Table, place: str = BOARD) -> None:
    """The administrators choose a place for announcements."""
    reply = await table.service.settings.configure(COMMUNITY, {ANNOUNCED_IN: place})
    assert isinstance(reply, Accepted)


async def announce(table: Table, person: PersonId = ANA) -> str:
    """Why it is not announced; empty: it is."""
    refused = await table.service.announcements.announce(await table.info(), person)
    await table.service.updater.bring_all()
    return "" if refused is None else refused.reason


def board(table: Table, place: str = BOARD) -> list[Screen]:
    """What has been shown there."""
    return table.platform.shown.get(f"new in {place}", [])


async def asked(table: Table, person: PersonId = ANA) -> list[str]:
    """The buttons of the page that ``/invitar`` brings."""
    page = await invitation_page(table.service, table.match, person, "", "es")
    return [leaf.key for leaf in page.turns]


async def test_it_seeks_and_is_joined_there(table: Table) -> None:
    await chosen(table)
    await table.open(players=4)
    key = str(PageKey(INVITATION, table.match, YES))
    assert await asked(table) == [key]
    where = Community(COMMUNITY, "Club")
    said = await page_for(table.service, PageKey(INVITATION, table.match, YES), ANA, "es", where)
    assert said.turns == ()
    await table.service.updater.bring_all()
    (screen,) = board(table)
    info = await table.info()
    assert (screen.kind, screen.lines[0].id) == ("announcement", "announcement.seeks")
    assert (screen.match, screen.locale, screen.deck) == (table.match, "es", "spanish")
    assert (screen.title, screen.deadline) == (lobby_title(info, words_for("es")), info.deadline)
    assert screen.alt.startswith(f"{screen.title}. {screen.lines[0].text}")
    tokens = [button.token for button in screen.buttons]
    assert tokens == [f"t1.{table.match}..JOIN A", f"t1.{table.match}..JOIN B"]
    assert await asked(table) == [], "it is done once"
    for person in (BETO, CARLA, "web:dani"):
        assert isinstance(await table.join(person), Accepted)
    await table.service.updater.bring_all()
    full = board(table)[-1]
    assert [line.id for line in full.lines] == ["announcement.full"]
    assert (full.buttons, full.deadline) == ((), None)
    await table.ask(Leave, BETO)
    await table.service.updater.bring_all()
    assert board(table)[-1].lines[0].id == "announcement.seeks"
    shown = len(board(table))
    assert isinstance(await table.start(), Accepted)
    await table.service.updater.bring_all()
    assert len(board(table)) == shown
    assert table.platform.retired == [(f"new in {BOARD}", None)]


@pytest.mark.parametrize("private", [False, True])
async def test_it_goes_with_its_lobby_or_when_the_table_is_private(
    table: Table, private: bool
) -> None:
    await chosen(table)
    await table.open()
    assert await announce(table) == ""
    if private:
        await table.choose(ANA, private="si")
    else:
        await table.ask(CloseTable, CARLA)
    await table.service.updater.bring_all()
    assert table.platform.retired == [(f"new in {BOARD}", None)]


async def test_who_may_not(table: Table) -> None:
    await table.open()
    await table.join(BETO)
    assert await announce(table, BETO) == "NOT_HOST"
    await table.ask(Leave, BETO)
    assert await announce(table) == "NO_ANNOUNCEMENTS"
    assert await asked(table) == []
    await chosen(table)
    assert await announce(table) == ""
    assert await announce(table) == "ANNOUNCED"
    # Also if a moderator has deleted it.
    for surface in await table.service.surfaces.of_match(table.match):
        assert surface.person == ANNOUNCEMENT
        await table.service.surfaces.lose(surface.id)
    assert await announce(table) == "ANNOUNCED"
    await table.join(BETO)
    assert await announce(table) == "TABLE_FULL"
    await table.start()
    assert await announce(table) == "ALREADY_STARTED"
    assert len(board(table)) == 1


@pytest.mark.parametrize(("private", "why"), [(True, "PRIVATE_TABLE"), (False, "TABLE_FULL")])
async def test_a_seat_that_is_kept_is_not_sought(table: Table, private: bool, why: str) -> None:
    await known(table)
    await chosen(table)
    await challenge(table, private=private)
    assert await announce(table) == why
    assert board(table) == []


async def test_nobody_announces_again_and_again(store: Store) -> None:
    table = Table(store, config=Config(robot_budget=0, calls=2))
    await chosen(table)
    told = []
    for _ in range(3):
        await table.open()
        told.append(await announce(table))
        await table.ask(Leave, ANA)
    assert told == ["", "", "TOO_MANY_CALLS"]
    assert len(board(table)) == 2


@pytest.mark.parametrize("place", ["web:otherwhere/tablon", f"{BOARD},{PLACE}"])
async def test_the_place_is_one_of_the_community(table: Table, place: str) -> None:
    reply = await table.service.settings.configure(COMMUNITY, {ANNOUNCED_IN: place})
    assert reason(reply) == "BAD_OPTION"


async def test_two_presses_make_one(table: Table) -> None:
    """Also with a restart between them: what is stored says that it was done."""
    await chosen(table)
    await table.open()
    told = await asyncio.gather(announce(table), announce(table))
    assert sorted(told) == ["", "ANNOUNCED"]
    table.restart()
    assert await announce(table) == "ANNOUNCED"
    assert len([screen for screen in board(table) if screen.buttons]) == 1


async def test_a_forged_key_announces_nothing(table: Table) -> None:
    await chosen(table)
    await table.open()
    where = Community(COMMUNITY, "Club")
    for user, match in ((BETO, table.match), (ANA, "zzzzzzzz"), (None, table.match)):
        await page_for(table.service, PageKey(INVITATION, match, YES), user, "es", where)
    await table.service.updater.bring_all()
    assert board(table) == []
    assert isinstance(await table.ask(Join, BETO, name="Beto"), Accepted)

"""The list of tables: worked out once, however many look at it, and sent only when it changed."""

import asyncio
import json
import math
import re
from collections import Counter
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import pytest
from msgspec.structs import replace

from adapters.web import limits, table_list
from adapters.web.protocol import Reply
from adapters.web.table_list import COMMUNITY, PLACE, TableList
from adapters.web.tabs import Tab, Tabs
from adapters.web.windows import home_at
from adapters.web.words import page_words
from bot.match.names import face_of
from bot.messages import Accepted, Join, Leave, MatchId, OpenTable
from bot.model import SPECTATORS, SPECTATORS_NO, MatchInfo, Seat, Status
from bot.screens import table_title
from bot.store import Store
from bot.store.queries import match_queries
from bot.tournaments.state import Entrant, Format
from bot.words import words_for
from engine.seen.view import SeatView
from engine.variants import table_for
from tests.adapters.web.made_up import CHAT
from tests.bot.helpers import ANA, BETO, CARLA, DANI, FakePlatform, Table
from tests.bot.scenes import info_for
from tests.narrow import of_kind, present

Message = dict[str, object]


class Counting(Store):
    """Counts how often the tables of a community are read."""

    reads = 0

    async def read(self, query: Any, *given: Any, **named: Any) -> Any:
        self.reads += query is match_queries.matches_in
        return await super().read(query, *given, **named)


class Onlookers:
    """Open pages that look at the list."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.store = Counting.in_memory()
        self.table = Table(self.store)
        self.tabs = Tabs()
        self.list = TableList(self.table.service, self.tabs)
        self.worded = 0
        """How many tables have been put into words."""

        def counted(info: MatchInfo, view: SeatView | None, locale: str) -> str:
            self.worded += 1
            return table_title(info, view, locale)

        monkeypatch.setattr("adapters.web.table_list.table_title", counted)

    async def come(self, person: str, locale: str = "es") -> Tab:
        tab = Tab(person, "Ana", locale)
        self.tabs.add(tab)
        await self.list.show(tab)
        return tab

    async def opened(self, **more: Any) -> MatchId:
        """Ana opens something."""
        opening = OpenTable(
            request="o", person=ANA, community=COMMUNITY, place=PLACE, name="Ana", **more
        )
        return of_kind(Accepted, await self.table.send(opening)).match

    async def changed(self) -> None:
        self.list.wake()
        await self.list.send_changes()


async def heard(tab: Tab) -> list[Message]:
    """Everything that waits for the page."""
    messages = []
    while tab.outbox._waiting:
        messages.append(json.loads(await tab.outbox.take()))
    return messages


async def list_at(tab: Tab) -> Message:
    """The only list of tables that waits for the page."""
    (told,) = [message for message in await heard(tab) if message["t"] == "tables"]
    return told


async def kinds(*tabs: Tab) -> Counter[object]:
    return Counter([message["t"] for tab in tabs for message in await heard(tab)])


def cards(message: Message) -> list[dict[str, object]]:
    """The tables of a list, as it tells them."""
    listed = message["tables"]
    assert isinstance(listed, list)
    return listed


def matches(message: Message) -> list[object]:
    return [card["match"] for card in cards(message)]


@pytest.mark.parametrize("spectators", SPECTATORS)
async def test_who_may_not_look_on_learns_no_score(hall: Onlookers, spectators: str) -> None:
    table = hall.table
    await table.seated(ANA, BETO, spectators=spectators)
    info = await table.info()
    seen = present(await table.service.matches.view(table.match, None))
    open_, closed = (table_title(info, view, "es") for view in (seen, None))
    (card,) = cards(await list_at(await hall.come(CARLA)))
    assert card["title"] == (open_ if spectators == SPECTATORS[0] else closed)
    assert open_ != closed


async def test_tables_that_anybody_may_join_come_first(hall: Onlookers) -> None:
    """A full lobby, a private one and a running match are newer, and stand below."""
    await hall.table.open(ANA, 4)
    joined = hall.table.match
    await hall.table.open(BETO, 2)
    await hall.table.join(CARLA)
    full = hall.table.match
    await hall.table.open(DANI, 2, private="si")
    private = hall.table.match
    seen = await list_at(await hall.come(DANI))
    assert matches(seen)[0] == joined
    assert {*matches(seen)[1:]} == {full, private}


@pytest.mark.parametrize("more", [0, 1, 2])
async def test_a_tournament_names_some_of_its_people(
    hall: Onlookers, monkeypatch: pytest.MonkeyPatch, more: int
) -> None:
    """Somebody who is erased still counts."""
    service = hall.table.service
    match = await hall.opened(format=Format.ARENA)
    for n in range(7 + more):
        await service.handle(Join(request=f"{n}", person=f"web:{n}", match=match, name=f"n{n}"))
    info = await service.matches.info(match)
    assert info is not None
    assert info.tournament is not None
    people = (Entrant("someone:0", ""), *info.tournament.entrants[1:])
    erased = replace(info, tournament=replace(info.tournament, entrants=people))
    monkeypatch.setattr(service.matches, "info", AsyncMock(return_value=erased))
    lobby = await list_at(await hall.come(CARLA))
    words = words_for("es")
    (card,) = cards(lobby)
    names = [words.text("someone"), *(f"n{n}" for n in range(7))]
    others = f"{', '.join(names)} {words.text('tournament.more', n=more)}"
    assert card["names"] == (others if more else words.list(names))


@pytest.fixture
def hall(monkeypatch: pytest.MonkeyPatch) -> Onlookers:
    return Onlookers(monkeypatch)


async def test_the_list_costs_the_same_for_one_and_for_a_hundred(hall: Onlookers) -> None:
    await hall.table.open(ANA, 4)
    await hall.table.open(BETO, 4)
    hall.store.reads = 0
    tabs = [await hall.come(f"web:{n}", ("es", "en")[n % 2]) for n in range(100)]
    assert (hall.store.reads, hall.worded) == (1, 4), "two tables, in two languages"
    assert await kinds(*tabs) == {"games": 100, "mine": 100, "tables": 100}
    await hall.table.join(CARLA)
    before = hall.store.reads
    await hall.changed()
    assert (hall.store.reads - before, hall.worded) == (1, 6), "one table has changed"
    assert await kinds(*tabs) == {"tables": 100}


async def test_what_changes_nothing_in_the_list_is_not_sent(hall: Onlookers) -> None:
    await hall.table.dealt("7o 4c 1b", "3e 12c 5o", dealer=1, people=(ANA, BETO))
    tab = await hall.come(CARLA)
    await heard(tab)
    await hall.changed()
    assert await heard(tab) == []
    await hall.table.act(ANA, "truco")
    await hall.changed()
    assert await heard(tab) == []


async def test_one_s_own_tables_are_told_apart_from_the_list(hall: Onlookers) -> None:
    """The list itself is the same for everybody."""
    await hall.table.open(ANA, 4)
    ana, beto = await hall.come(ANA), await hall.come(BETO)
    mine = {"t": "mine", "matches": [hall.table.match]}
    assert mine in await heard(ana)
    assert {"t": "mine", "matches": []} in await heard(beto)
    await hall.table.join(BETO)
    await hall.changed()
    assert await kinds(ana) == {"tables": 1}
    assert mine in await heard(beto)


async def test_a_newcomer_takes_no_news_from_the_others(hall: Onlookers) -> None:
    """The newcomer's own look at the tables is not a reason to leave the others without it."""
    first = await hall.come(ANA)
    await heard(first)
    await hall.table.open(BETO)
    hall.list.wake()
    second = await hall.come(CARLA)
    await hall.list.send_changes()
    for tab in (first, second):
        listed = await list_at(tab)
        assert matches(listed) == [hall.table.match]


async def test_who_looks_at_a_table_is_told_nothing_of_the_list(hall: Onlookers) -> None:
    tab = await hall.come(ANA)
    await heard(tab)
    tab.match = "abcdefgh"
    hall.store.reads = 0
    await hall.table.open(BETO)
    before = hall.store.reads
    await hall.changed()
    assert (await heard(tab), hall.store.reads) == ([], before), "nobody looks: nothing is read"
    tab.match = ""
    await hall.list.show(tab)
    assert await kinds(tab) == {"games": 1, "mine": 1, "tables": 1}


async def test_the_channel_s_new_game_stands_on_the_buttons(hall: Onlookers) -> None:
    tab = await hall.come(ANA)
    await heard(tab)
    await hall.table.service.settings.configure("web:playground", {"variante": "mineiro"})
    hall.list.wake(settings=True)
    await hall.list.send_changes()
    (told,) = await heard(tab)
    games = told["games"]
    assert isinstance(games, list)
    assert {game["variant"] for game in games} == {"mineiro"}
    await hall.list.send_changes()
    assert await heard(tab) == [], "once"


async def test_a_tab_that_has_just_come_is_told_what_is_new(hall: Onlookers) -> None:
    """Also before it is shown the list."""
    await hall.come(CARLA)
    tab = Tab(BETO, "Beto", "es")
    hall.tabs.add(tab)
    await hall.table.open(ANA)
    await hall.changed()
    assert len(matches(await list_at(tab))) == 1


async def test_a_hall_at_which_nobody_looks_is_forgotten(hall: Onlookers) -> None:
    await hall.table.open(ANA)
    tab = await hall.come(CARLA)
    await hall.changed()
    assert [*hall.list._halls] == [PLACE]
    hall.tabs.remove(tab)
    await hall.changed()
    assert not hall.list._halls


async def test_what_waits_for_a_page_is_all_said(hall: Onlookers) -> None:
    """Of pictures and lists only the newest one."""
    tab = await hall.come(ANA)
    await hall.list.show(tab)
    tab.say(Reply("1"))
    tab.say(Reply("2"))
    told = await heard(tab)
    assert [message["id"] for message in told if message["t"] == "reply"] == ["1", "2"]
    assert len([message for message in told if message["t"] == "tables"]) == 1


async def test_names_stand_together_and_in_a_match_against_each_other(hall: Onlookers) -> None:
    await hall.table.open(ANA, 4)
    await hall.table.join(BETO)
    lobby = await list_at(await hall.come(CARLA))
    versus = page_words("es")["web.versus"]
    (card,) = cards(lobby)
    assert card["names"] == words_for("es").list(["Ana", "Beto"])
    assert [re.findall(r"'side': '(.)'", str(card["seats"]))] == [["A", "B", "A", "B"]]
    await hall.table.dealt("7o 4c 1b", "3e 12c 5o", dealer=1, people=(CARLA, BETO))
    hall.list.wake()
    match = await list_at(await hall.come(BETO))
    assert f"Carla {versus} Beto" in [card["names"] for card in cards(match)]


async def test_who_sees_a_private_table_is_told_of_it_once(hall: Onlookers) -> None:
    match = await hall.opened(options=(("private", "si"),))
    tab, other = await hall.come(ANA), await hall.come(BETO)
    listed = await list_at(tab)
    assert matches(listed) == [match]
    listed = await list_at(other)
    assert matches(listed) == []
    for _ in range(2):
        await hall.changed()
        assert await heard(tab) == []
    await hall.table.send(Leave(request="gone", person=ANA, match=match))
    await hall.changed()
    gone = await list_at(tab)
    assert matches(gone) == []
    assert await heard(other) == []


async def test_the_list_is_looked_at_again_when_something_woke_it(
    hall: Onlookers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "LIST_SECONDS", 3600.0)
    monkeypatch.setattr(limits, "LIST_PAUSE", 0.0)
    looked = 0

    async def look(**_: bool) -> None:
        nonlocal looked
        looked += 1

    monkeypatch.setattr(hall.list, "send_changes", look)
    fresh = asyncio.create_task(hall.list.keep_fresh())
    for times in (0, 1, 2):
        for _ in range(20):
            await asyncio.sleep(0)
        assert looked == times
        hall.list.wake()
    fresh.cancel()


@pytest.mark.errors("playground.list")
async def test_the_list_is_read_again_after_a_while_and_after_a_mistake(
    hall: Onlookers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "LIST_SECONDS", 0.0)
    monkeypatch.setattr(limits, "LIST_PAUSE", 0.0)
    await hall.come(ANA)
    looked: list[tuple[bool, float]] = []

    async def look(*, is_due: bool) -> None:
        looked.append((is_due, hall.list._halls[PLACE]._read_at))
        raise OSError

    monkeypatch.setattr(hall.list, "send_changes", look)
    fresh = asyncio.create_task(hall.list.keep_fresh())
    for _ in range(20):
        await asyncio.sleep(0)
    fresh.cancel()
    assert looked[:2] == [(True, -math.inf)] * 2


@pytest.mark.parametrize("is_due", [True, False])
async def test_what_other_processes_do_is_told_when_it_is_due(
    hall: Onlookers, monkeypatch: pytest.MonkeyPatch, is_due: bool
) -> None:
    """To a window its person's own tables, to a browser how many of them wait elsewhere."""
    told: list[Tab] = []

    async def tell(_: Any, tab: Tab) -> None:
        told.append(tab)

    monkeypatch.setattr(table_list, "tell_elsewhere", tell)
    awaited, idle = Tab(ANA, "Ana", "es"), Tab(ANA, "Ana", "es")
    window = Tab(ANA, "Ana", "es", window=CHAT)
    awaited.match = idle.match = "abcdefgh"
    awaited.elsewhere = 1
    for tab in (awaited, idle, window):
        hall.tabs.add(tab)
    await hall.table.open(ANA)
    await hall.list.send_changes(is_due=is_due)
    assert told == [awaited] * is_due
    assert {*await kinds(window)} == ({"mine", "tables"} if is_due else set())
    assert await kinds(awaited, idle) == {}


@pytest.mark.parametrize(
    ("place", "known", "written", "reads", "opens"),
    [
        ("telegram:-100/7", True, True, True, True),
        ("telegram:-100/7", False, True, True, False),
        ("telegram:-100/7", True, False, True, False),
        ("telegram:-100/7", True, True, False, False),
        (CHAT.place, True, True, True, False),
        ("discord:1/2", True, True, True, False),
    ],
)
async def test_a_window_shows_the_hall_of_a_chat_that_its_user_reads(
    hall: Onlookers, place: str, known: bool, written: bool, reads: bool, opens: bool
) -> None:
    chats = FakePlatform()
    chats.name = "telegram"
    chats.names[place, "telegram:@5"] = "Club"
    chats.closed = set() if reads else {place}
    if not written:
        vars(chats)["address_in"] = AsyncMock(return_value=None)
    if known:
        hall.table.service.add_platform(chats)
    tab = Tab("telegram:@5", "Ana", "es", window=CHAT)
    await hall.list.open_hall(tab, place)
    assert (tab.hall, tab.hall_name) == ((home_at(place), "Club") if opens else (None, ""))
    assert await hall.list.keep_hall(tab)
    title = "Club" if opens else words_for("es").text("tables.mine")
    await hall.list.show(tab)
    listed = await list_at(tab)
    assert (listed["title"], listed["opens"]) == (title, opens)
    chats.names.clear()
    await hall.list.show(tab)
    assert (await list_at(tab))["title"] == title
    if opens:
        assert await hall.list.keep_hall(tab)
        await hall.list.show(tab)
        assert (await list_at(tab))["title"] == page_words("es")["web.tables"]
        chats.closed = {place}
        assert not await hall.list.keep_hall(tab)
        assert (tab.hall, tab.hall_name) == (None, "")


@pytest.mark.parametrize(
    ("status", "spectators", "part_of", "free", "watched"),
    [
        (Status.LOBBY, SPECTATORS[0], "", 1, True),
        (Status.LOBBY, SPECTATORS_NO, "", 1, True),
        (Status.LOBBY, SPECTATORS[0], "t", 0, True),
        (Status.PLAYING, SPECTATORS[0], "", 0, True),
        (Status.PLAYING, SPECTATORS_NO, "", 0, False),
    ],
)
def test_a_card_tells_who_may_sit_and_look_on(
    status: Status, spectators: str, part_of: str, free: int, watched: bool
) -> None:
    info = info_for(table_for("argentino", 4), status=status, spectators=spectators)
    seats = (
        replace(info.seats[0], robot=True, name="Robot"),
        info.seats[1],
        Seat(2),
        info.seats[3],
    )
    card = table_list._card(replace(info, seats=seats, part_of=part_of), "title", "es")
    assert (card.title, card.free, card.watched) == ("title", free, watched)
    assert [(seat.side, seat.empty) for seat in card.seats] == [
        ("A", False),
        ("B", False),
        ("A", True),
        ("B", False),
    ]
    assert [seat.face for seat in card.seats] == [face_of(card.seats[0].name), -1, -1, -1]


async def test_a_tournament_is_watched_and_has_no_seats(hall: Onlookers) -> None:
    await hall.opened(format=Format.ARENA)
    (card,) = cards(await list_at(await hall.come(CARLA)))
    assert (card["seats"], card["free"], card["watched"]) == ([], 0, True)


async def test_a_newcomer_is_offered_a_lesson(
    hall: Onlookers, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = hall.table.service.settings
    defaults = await settings.table_defaults(COMMUNITY, ANA, "es")
    for newcomer in (True, False):
        given = AsyncMock(return_value=replace(defaults, newcomer=newcomer))
        monkeypatch.setattr(settings, "table_defaults", given)
        (games,) = [said for said in await heard(await hall.come(ANA)) if said["t"] == "games"]
        usual = words_for("es").text(f"option.variant.{defaults.usual}")
        assert games["lesson"] == (usual if newcomer else "")


async def test_one_s_own_tables_stand_in_the_order_of_their_worth(
    hall: Onlookers, monkeypatch: pytest.MonkeyPatch
) -> None:
    infos = [SimpleNamespace(match=str(number)) for number in range(3)]
    own = [
        SimpleNamespace(info=info, order=order)
        for info, order in zip(infos, (2, 0, 1), strict=True)
    ]
    monkeypatch.setattr(table_list, "own_tables", AsyncMock(return_value=own))
    listed = await hall.list._listed(Tab(ANA, "Ana", "es", window=CHAT))
    assert listed == [infos[1], infos[2], infos[0]]

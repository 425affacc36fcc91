"""What follows a command on Discord, and what a server's settings hold: each condition once."""

import asyncio
from collections.abc import Coroutine
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace

from adapters.discord import community
from adapters.discord.caller import Caller
from adapters.discord.community import HANDS, THREADS, Ways
from adapters.discord.follow_up import FollowUps
from adapters.discord.message import walk
from adapters.discord.own_presses import PANEL
from bot.environment import Config
from bot.messages import (
    Accepted,
    AnyCommand,
    Decline,
    Join,
    Leave,
    OpenTable,
    Refused,
    Rematch,
    Start,
)
from bot.model import MatchInfo, Status
from bot.reasons import ServiceReason
from bot.screens.community.panel import OfferedSetting, Panel, SettingValue
from bot.service import Service
from bot.store import Store
from bot.store.model import Surface
from engine.variants import table_for
from tests.bot.scenes import MATCH, info_for

GUILD, MESA, OTHER = 1, 7, 8
SERVER = f"discord:{GUILD}"
AFTER = "efgh2345"

ANA = Caller(
    request="r",
    user=500,
    person="ana",
    name="Ana",
    locale="es",
    shared="pt_BR",
    guild=GUILD,
    channel=MESA,
    thread=False,
    place=f"{SERVER}/{MESA}",
    community=SERVER,
    community_name="Club",
    manages=False,
    missing=(),
)
ALONE = replace(ANA, guild=0, community="discord:@500", place=f"discord:@500/{MESA}")

OPEN = OpenTable(request="r", person="ana", community=SERVER, place=ANA.place, name="Ana")
JOIN = Join(request="r", person="ana", match=MATCH, name="Ana")
START = Start(request="r", person="ana", match=MATCH)
REMATCH = Rematch(request="r", person="ana", match=MATCH)


class Desk:
    """What follows a command; the service and the platform remember what was asked of them."""

    def __init__(self) -> None:
        self.did: list[tuple[Any, ...]] = []
        self.later: list[Coroutine[Any, Any, None]] = []
        self.next: list[MatchInfo] = []
        """The table, each time that somebody has waited."""
        self.surfaces: list[Surface] = []
        self.settings: dict[str, str] = {}
        self.allowed = True
        here = info_for(table_for("argentino", 2), community=SERVER, place=f"{SERVER}/{OTHER}")
        self.infos: dict[str, MatchInfo] = {MATCH: here}
        self.service = SimpleNamespace(
            surfaces=SimpleNamespace(of_match=self._surfaces, remove=self._does("remove")),
            matches=SimpleNamespace(info=self._info, at_place=self._at_place),
            settings=SimpleNamespace(of=self._settings, allows_tables=self._allows),
            time=SimpleNamespace(now=lambda: 0.0, wait=self._wait),
        )
        self.platform = SimpleNamespace(
            follow_on=self._does("follow_on"),
            add_table=self._does("add_table"),
            surfaces_of=self._surfaces,
            into_thread=self._does("thread"),
            reachability=SimpleNamespace(seat=self._does("seat"), later=self.later.append),
        )
        self.ups = FollowUps(cast(Any, self.service), cast(Any, self.platform))

    def _does(self, name: str) -> Any:
        async def do(*what: Any) -> None:
            self.did.append((name, *what))

        return do

    async def _surfaces(self, match: str) -> list[Surface]:
        return [one for one in self.surfaces if one.match == match]

    async def _info(self, match: str) -> MatchInfo | None:
        return self.infos.get(match)

    async def _at_place(self, place: str) -> tuple[str, ...]:
        assert place == ANA.place
        return (AFTER, MATCH)

    async def _settings(self, of: str) -> dict[str, str]:
        assert of == SERVER
        return self.settings

    async def _allows(self, of: str, place: str) -> bool:
        return self.allowed

    async def after(self, command: AnyCommand, caller: Caller = ANA, match: str = MATCH) -> Any:
        self.did.clear()
        await self.ups.after(caller, command, Accepted(match))
        while self.later:
            await self.later.pop()
        return self.did

    async def _wait(self, wake: asyncio.Event, until: float) -> None:
        self.did.append(("wait", until))
        await asyncio.sleep(0)
        self.infos[MATCH] = self.next.pop(0)


def surface(address: str, person: str = "", id: str = "s", match: str = MATCH) -> Surface:
    return Surface(id, match, "discord", "", address, person)


@pytest.fixture
def desk() -> Desk:
    return Desk()


SEAT = ("seat", MATCH, "ana")
TABLE = ("add_table", MATCH, MESA, "", "#")


async def test_who_sits_down_sees_the_table_there_and_gets_a_hand(desk: Desk) -> None:
    assert await desk.after(OPEN) == [SEAT], "the answer is the table"
    assert await desk.after(JOIN) == [TABLE, SEAT]
    desk.did.clear()
    await desk.ups.after(ANA, JOIN, Refused(ServiceReason.TABLE_FULL, MATCH))
    assert desk.did == []


async def test_in_one_s_own_chat_the_answer_is_the_table(desk: Desk) -> None:
    """Who sits down from there at a table elsewhere gets a hand."""
    assert await desk.after(OPEN, ALONE) == []
    assert await desk.after(JOIN, ALONE) == [SEAT]
    assert await desk.after(START, ALONE) == []


async def test_a_table_is_shown_once_in_a_channel(desk: Desk) -> None:
    desk.surfaces = [surface(f"#{MESA}/1/1")]
    assert await desk.after(JOIN) == [SEAT]
    desk.surfaces = [surface(f"#{OTHER}/1/1"), surface(f"@{MESA}", "ana")]
    assert await desk.after(JOIN) == [TABLE, SEAT]
    desk.infos[MATCH] = replace(desk.infos[MATCH], place=ANA.place)
    assert await desk.after(JOIN) == [SEAT], "its own channel's message comes by itself"


async def test_a_table_goes_where_tables_may_stand(desk: Desk) -> None:
    assert await desk.after(JOIN, replace(ANA, missing=("send_messages",))) == [SEAT]
    desk.allowed = False
    assert await desk.after(JOIN) == [SEAT]


async def test_a_table_of_another_server_speaks_this_one_s_language(desk: Desk) -> None:
    desk.infos[MATCH] = replace(desk.infos[MATCH], community="discord:2")
    assert await desk.after(JOIN) == [("add_table", MATCH, MESA, "pt_BR", "#"), SEAT]
    desk.infos.clear()
    assert await desk.after(JOIN) == [("add_table", MATCH, MESA, "pt_BR", "#"), SEAT]


async def test_a_rematch_is_shown_by_the_platform(desk: Desk) -> None:
    assert await desk.after(REMATCH, match=AFTER) == [("follow_on", MATCH)]


async def test_who_leaves_loses_their_hand(desk: Desk) -> None:
    desk.surfaces = [surface("#7/1/1"), surface("@500", "ana", "a"), surface("@501", "beto", "b")]
    for command in (
        Leave(request="r", person="ana", match=MATCH),
        Decline(request="r", person="ana", match=MATCH),
    ):
        assert await desk.after(command) == [("remove", "a")]


async def test_a_match_moves_into_a_thread_where_the_server_wants_it(desk: Desk) -> None:
    assert await desk.after(START) == []
    desk.settings = {THREADS: "on"}
    assert await desk.after(START) == [("thread", MATCH, GUILD, "Ana, Beto")]
    assert await desk.after(START, ALONE) == []
    seats = tuple(replace(seat, name="N" * 60) for seat in desk.infos[MATCH].seats)
    desk.infos[MATCH] = replace(desk.infos[MATCH], seats=seats)
    ((_, _, _, name),) = await desk.after(START)
    assert (len(name), name[-1]) == (100, "…")
    desk.infos.clear()
    assert await desk.after(START) == []


async def test_the_thread_waits_for_the_round_of_the_beacon(desk: Desk) -> None:
    desk.settings = {THREADS: "on"}
    playing = desk.infos[MATCH]
    starting = replace(playing, status=Status.LOBBY, starting=True)
    desk.infos[MATCH], desk.next = starting, [starting, playing]
    wait, thread = ("wait", 1.0), ("thread", MATCH, GUILD, "Ana, Beto")
    assert await desk.after(START) == [wait, wait, thread]
    desk.infos[MATCH], desk.next = starting, [replace(starting, starting=False)]
    assert await desk.after(START) == [wait], "the host has to start anew"
    desk.infos[MATCH], desk.next = starting, [replace(starting, status=Status.CLOSED)]
    assert await desk.after(START) == [wait], "the table was closed"
    desk.infos[MATCH], desk.next = starting, [starting, playing]
    desk.did.clear()
    for _ in range(2):
        await desk.ups.after(ANA, START, Accepted(MATCH))
    await asyncio.gather(*(desk.later.pop() for _ in range(2)))
    assert desk.did == [wait, wait, thread], "it was pressed twice"


async def test_a_thread_shows_one_table(desk: Desk) -> None:
    """The newest one with a message there."""
    assert (await desk.ups.whereabouts(ANA)).shown == ""
    there = replace(ANA, thread=True)
    assert (await desk.ups.whereabouts(there)).shown == ""
    desk.surfaces = [
        surface(f"@{MESA}", "ana", match=AFTER),
        surface(f"#{OTHER}", match=AFTER),
        surface(f"#{MESA}"),
    ]
    assert (await desk.ups.whereabouts(there)).shown == MATCH
    assert (await desk.ups.whereabouts(ANA)).shown == ""
    told = await desk.ups.whereabouts(ALONE)
    assert (told.private, told.place, told.locale) == (True, ALONE.place, "es")


# --- settings ------------------------------------------------------------------------------------


@pytest.fixture
def service() -> Service:
    return Service(Store.in_memory(), Config())


async def chosen(service: Service, name: str, *values: str) -> str:
    reply = await community.choose(service, SERVER, "es", name, values)
    return "" if reply is None else type(reply).__name__


async def test_a_server_s_own_settings(service: Service) -> None:
    assert await community.ways_of(service, SERVER) == Ways(threads=False, here=False)
    assert await chosen(service, "threads", "on") == "Accepted"
    assert await community.ways_of(service, SERVER) == Ways(threads=True, here=False)
    assert await chosen(service, "hands", "here") == "Accepted"
    assert await community.ways_of(service, SERVER) == Ways(threads=True, here=True)
    for name, value in (("threads", "off"), ("hands", "direct")):
        assert await chosen(service, name, value) == "Accepted"
    assert await community.ways_of(service, SERVER) == Ways(threads=False, here=False)
    known = await service.settings.of(SERVER)
    assert (known.get(THREADS, ""), known.get(HANDS, "")) == ("", "")
    for name, values in (
        ("threads", ("on", "off")),
        ("hands", ("closed",)),
        ("nothing", ("x",)),
        ("flor", ()),
    ):
        assert await chosen(service, name, *values) == "", name


async def test_a_server_s_channels(service: Service) -> None:
    most = tuple(map(str, range(1, 26)))
    assert await chosen(service, "channels", *most) == "Accepted"
    assert await community.channels_of(service, SERVER) == tuple(map(int, most))
    assert await chosen(service, "channels", *most, "26") == ""
    assert await chosen(service, "channels", "x") == ""
    assert len(await community.channels_of(service, SERVER)) == 25
    assert await chosen(service, "channels") == "Accepted"
    assert await community.channels_of(service, SERVER) == ()


def lists(parts: Any) -> dict[str, Any]:
    """The lists of a panel, by the setting that each chooses."""
    return {
        part["custom_id"].removeprefix(PANEL): part
        for part in walk(parts)
        if part["type"] in (3, 6, 8)
    }


async def test_the_panel_of_a_server_has_its_rules_and_its_own(service: Service) -> None:
    made = await service.screens.panel(SERVER, "es")
    rules = lists((await community.panel(service, SERVER, "es", community.RULES)).components)
    assert set(rules) == {
        *(rule.name for rule in made.rules if rule.name != "canales"),
        "channels",
        "announcements",
        "day_board",
        "role",
        "threads",
        "hands",
    }
    for name, kind in (("announcements", 8), ("role", 6)):
        assert rules[name].items() >= {"type": kind, "min_values": 0, "max_values": 1}.items()
        assert "default_values" not in rules[name]
    assert "channel_types" not in rules["role"]
    assert rules["channels"].items() >= {"min_values": 0, "max_values": 25}.items()
    assert rules["channels"]["channel_types"] == [0], "channels for text"
    assert "default_values" not in rules["channels"]
    for rule in made.rules:
        if rule.name not in rules:
            continue
        most = (1, min(25, len(rule.entries)))
        found = rules[rule.name].get("min_values"), rules[rule.name].get("max_values")
        assert found == (most if rule.many and most[1] > 1 else (None, None))
    usual = {
        name: [one["value"] for one in rules[name]["options"] if one.get("default")]
        for name in ("threads", "hands")
    }
    assert usual == {"threads": ["off"], "hands": ["direct"]}
    await chosen(service, "channels", "7", "8")
    await chosen(service, "threads", "on")
    await chosen(service, "hands", "here")
    await chosen(service, "announcements", "7")
    await chosen(service, "role", "9")
    rules = lists((await community.panel(service, SERVER, "es", community.RULES)).components)
    assert [one["id"] for one in rules["channels"]["default_values"]] == ["7", "8"]
    assert rules["announcements"]["default_values"] == [{"id": "7", "type": "channel"}]
    assert rules["role"]["default_values"] == [{"id": "9", "type": "role"}]
    changed = {
        name: [one["value"] for one in rules[name]["options"] if one.get("default")]
        for name in ("threads", "hands")
    }
    assert changed == {"threads": ["on"], "hands": ["here"]}


async def test_the_panel_of_a_server_has_a_page_for_its_tables(service: Service) -> None:
    made: Panel = await service.screens.panel(SERVER, "es")
    page = (await community.panel(service, SERVER, "es", community.TABLES)).components
    assert set(lists(page)) == {habit.name for habit in made.habits}
    back = [one["custom_id"] for one in walk(page) if one["type"] == 2]
    assert back == [f"{PANEL}{community.PAGE}{community.RULES}"]
    front = (await community.panel(service, SERVER, "es", community.RULES)).components
    over = [one["custom_id"] for one in walk(front) if one["type"] == 2]
    assert over == [f"{PANEL}{community.PAGE}{community.TABLES}"]
    for name in ("flor", "variante"):
        assert community.page_of(name, made) == community.TABLES
    assert community.page_of("canales", made) == community.RULES


@pytest.mark.parametrize(
    ("many", "entries", "most"), [(True, 1, None), (True, 2, 2), (True, 30, 25), (False, 3, None)]
)
def test_a_setting_that_holds_many_takes_as_many_as_there_are(
    many: bool, entries: int, most: int | None
) -> None:
    """Discord takes no more than 25. Where one is chosen, nothing is said."""
    values = tuple(SettingValue(str(n), str(n), n == 0) for n in range(entries))
    _, row = community._setting(OfferedSetting("name", "label", "0", values, many=many))
    (menu,) = row["components"]
    assert (menu.get("min_values"), menu.get("max_values")) == (most and 1, most)
    assert len(menu["options"]) == min(entries, 25)

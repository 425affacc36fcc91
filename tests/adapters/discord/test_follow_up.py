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
from bot.messages import Accepted, AnyCommand, Join, OpenTable, Refused, Start
from bot.model import MatchInfo, Status
from bot.reasons import ServiceReason
from bot.screens.community.panel import OfferedSetting, SettingValue
from bot.service import Service
from bot.store import Store
from bot.store.model import Surface
from engine.variants import table_for
from tests.adapters.discord.made_up import ALONE, ANA, GUILD, MESA, OTHER, SERVER, surface
from tests.adapters.made_up import MadeUp
from tests.bot.scenes import MATCH, info_for

AFTER = "efgh2345"

OPEN = OpenTable(request="r", person="ana", community=SERVER, place=ANA.place, name="Ana")
JOIN = Join(request="r", person="ana", match=MATCH, name="Ana")
START = Start(request="r", person="ana", match=MATCH)


class Desk(MadeUp):
    """What follows a command; the service and the platform remember what was asked of them."""

    def __init__(self) -> None:
        super().__init__()
        self.later: list[Coroutine[Any, Any, None]] = []
        self.next: list[MatchInfo] = []
        """The table, each time that somebody has waited."""
        self.surfaces: list[Surface] = []
        self.settings: dict[str, str] = {}
        self.allows = True
        """Whether tables may be opened in the channel."""
        here = info_for(table_for("argentino", 2), community=SERVER, place=f"{SERVER}/{OTHER}")
        self.infos: dict[str, MatchInfo] = {MATCH: here}
        self.service = SimpleNamespace(
            matches=SimpleNamespace(info=self._info, at_place=self._at_place),
            settings=SimpleNamespace(of=self._settings, allows_tables=self._allows),
            time=SimpleNamespace(pause=self._pause),
        )
        self.platform = SimpleNamespace(
            surfaces=SimpleNamespace(
                add_table=self.does("add_table"),
                of_match=self._surfaces,
                into_thread=self.does("thread"),
            ),
            reachability=SimpleNamespace(seat=self.does("seat"), later=self.later.append),
        )
        self.ups = FollowUps(cast(Any, self.service), cast(Any, self.platform))

    async def _surfaces(self, match: str) -> list[Surface]:
        return [surface for surface in self.surfaces if surface.match == match]

    async def _info(self, match: str) -> MatchInfo | None:
        return self.infos.get(match)

    async def _at_place(self, place: str) -> tuple[str, ...]:
        assert place == ANA.place
        return (AFTER, MATCH)

    async def _settings(self, of: str) -> dict[str, str]:
        assert of == SERVER
        return self.settings

    async def _allows(self, of: str, place: str) -> bool:
        return self.allows

    async def after(self, command: AnyCommand, caller: Caller = ANA, match: str = MATCH) -> Any:
        self.did.clear()
        await self.ups.after(caller, command, Accepted(match))
        while self.later:
            await self.later.pop()
        return self.did

    async def _pause(self, seconds: float) -> None:
        self.did.append(("wait", seconds))
        await asyncio.sleep(0)
        self.infos[MATCH] = self.next.pop(0)


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


async def test_a_table_is_shown_once_in_a_channel(desk: Desk) -> None:
    desk.surfaces = [surface(f"#{MESA}/1/1")]
    assert await desk.after(JOIN) == [SEAT]
    desk.surfaces = [surface(f"#{OTHER}/1/1"), surface(f"@{MESA}", "ana")]
    assert await desk.after(JOIN) == [TABLE, SEAT]
    desk.infos[MATCH] = replace(desk.infos[MATCH], place=ANA.place)
    assert await desk.after(JOIN) == [SEAT], "its own channel's message comes by itself"


async def test_a_table_from_elsewhere_speaks_as_the_channel_does(desk: Desk) -> None:
    """One of the server's own follows the server's language."""
    foreign = ("add_table", MATCH, MESA, ANA.shared, "#")
    desk.infos[MATCH] = replace(desk.infos[MATCH], community="discord:99")
    assert await desk.after(JOIN) == [foreign, SEAT]
    del desk.infos[MATCH]
    assert await desk.after(JOIN) == [foreign, SEAT]


async def test_a_table_is_shown_where_it_may_be(desk: Desk) -> None:
    assert await desk.after(JOIN, replace(ANA, missing=("send",))) == [SEAT]
    desk.allows = False
    assert await desk.after(JOIN) == [SEAT]


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
    for none in (("x",), ("7", "x")):
        assert await chosen(service, "channels", *none) == ""
    assert len(await community.channels_of(service, SERVER)) == 25
    assert await chosen(service, "channels") == "Accepted"
    assert await community.channels_of(service, SERVER) == ()


async def test_lists_of_a_server_s_own_channels_and_roles(service: Service) -> None:
    """Each shows what is chosen; nothing need be."""

    async def lists() -> dict[str, Any]:
        made = await community.panel(service, SERVER, "es", community.RULES)
        menus = [part for part in walk(made.components) if part["type"] in (6, 8)]
        return {menu["custom_id"].removeprefix(PANEL): menu for menu in menus}

    offered = await lists()
    assert {name: (menu["type"], menu["max_values"]) for name, menu in offered.items()} == {
        "channels": (8, 25),
        "announcements": (8, 1),
        "day_board": (8, 1),
        "role": (6, 1),
    }
    for name, menu in offered.items():
        assert menu["min_values"] == 0
        assert menu.get("channel_types") == (None if name == "role" else [0]), "for text"
        assert "default_values" not in menu
    await chosen(service, "channels", "7", "8")
    await chosen(service, "announcements", "7")
    await chosen(service, "day_board", "8")
    await chosen(service, "role", "9")
    marked = {name: menu["default_values"] for name, menu in (await lists()).items()}
    assert marked == {
        "channels": [{"id": "7", "type": "channel"}, {"id": "8", "type": "channel"}],
        "announcements": [{"id": "7", "type": "channel"}],
        "day_board": [{"id": "8", "type": "channel"}],
        "role": [{"id": "9", "type": "role"}],
    }
    for name in marked:
        assert await chosen(service, name, "x") == "", name
    assert {name: menu["default_values"] for name, menu in (await lists()).items()} == marked
    for name in marked:
        assert await chosen(service, name) == "Accepted", name
    assert await lists() == offered


async def test_of_all_lists_only_the_one_of_games_takes_several(service: Service) -> None:
    several = []
    for page in (community.RULES, community.TABLES):
        made = await community.panel(service, SERVER, "es", page)
        menus = [part for part in walk(made.components) if part["type"] == 3]
        several += [menu["custom_id"] for menu in menus if menu.get("max_values", 1) > 1]
    assert several == [f"{PANEL}juegos"]


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

"""The tables of a chat in a window: who sees which, where one is opened, and who is kept out."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager

import pytest
from msgspec.structs import replace

from adapters.web.windows import Opened, Windows
from adapters.windows import HALL, HallCodes
from bot.messages import AddRobot, CommunityId, OpenTable, PlaceId, UserId
from tests.adapters.web.house import House, Page, opened
from tests.adapters.web.telegram_windows import CLUB, GROUP, TOKEN, opens, start_of, starts
from tests.adapters.web.test_windows import Clock, window
from tests.bot.helpers import FakePlatform

TOPIC, OTHER = "telegram:-100/7", "telegram:-200/0"
ANA, BETO, EVA = "telegram:42", "telegram:43", "telegram:99"


class Chats(FakePlatform):
    """Telegram, whose users read what they are members of."""

    name = "telegram"

    def __init__(self) -> None:
        super().__init__()
        self.unwritten: set[PlaceId] = set()
        """Places in which the bot is not."""
        self.members: dict[CommunityId, set[UserId]] = {CLUB: {ANA, BETO}, "telegram:-200": {EVA}}

    async def address_in(self, place: PlaceId) -> tuple[str, str] | None:
        return None if place in self.unwritten else await super().address_in(place)

    async def may_read(self, place: PlaceId, user: UserId) -> bool:
        return user in self.members.get(place.rpartition("/")[0], ()) and place not in self.closed


@pytest.fixture
def chats() -> Chats:
    return Chats()


@pytest.fixture
def windows() -> Windows:
    clock = Clock()
    return Windows(b"s" * 32, {"telegram": starts(now=clock)}, clock)


@pytest.fixture
async def house(windows: Windows, chats: Chats) -> AsyncIterator[House]:
    async with opened(windows=windows) as house:
        house.service.add_platform(chats)
        yield house


def hall_of(place: PlaceId) -> str:
    return HallCodes(TOKEN).code(place)


def hall(house: House, user: int, place: PlaceId = GROUP) -> AbstractAsyncContextManager[Page]:
    """The window of somebody who followed the link of a group's hall."""
    return window(house, start_of(user, f"n{user}", start_param=hall_of(place)))


async def listed(page: Page) -> list[str]:
    """The tables of the next list."""
    told = await page.hear("tables")
    return [card["match"] for card in told["tables"]]


async def changed(house: House) -> None:
    """Every page that looks at a list is told what is new."""
    house.playground._table_list.wake()
    await house.playground._table_list.send_changes()


# --- what is listed -------------------------------------------------------------------------------


async def test_a_group_s_hall_lists_its_tables_and_no_others(house: House) -> None:
    joined = await opens(house, BETO)
    played = await opens(house, "telegram:44", "telegram:45", place=TOPIC)
    await house.begins(played, "telegram:44")
    await opens(house, "telegram:46", private="si")
    await opens(house, EVA, place=OTHER)
    lesson = OpenTable(
        request="l", person="telegram:47", name="L", community=CLUB, place=GROUP, lesson=True
    )
    await house.does(lesson)
    async with house.visit("Zoe") as zoe, hall(house, 42) as ana:
        await zoe.open_table(jugadores="2")
        assert await listed(ana) == [joined, played]


async def test_a_place_that_somebody_does_not_read_is_not_listed(
    house: House, chats: Chats
) -> None:
    """As a channel of a server, of which not all members see all channels."""
    seen = await opens(house, BETO)
    await opens(house, "telegram:44", place=TOPIC)
    chats.closed.add(TOPIC)
    async with hall(house, 42) as ana:
        assert await listed(ana) == [seen]


async def test_one_s_own_tables_come_first_wherever_they_are(house: House) -> None:
    """A private one among them; everybody else is told nothing of it."""
    theirs = await opens(house, BETO)
    robots = await opens(house, ANA, place=OTHER, private="si")
    await house.does(AddRobot(request="r", person=ANA, match=robots, seat=1))
    await house.begins(robots, ANA)
    private = await opens(house, ANA, place=TOPIC, private="si")
    async with hall(house, 42) as ana, hall(house, 43) as beto:
        mine = await ana.hear("mine")
        assert {*mine["matches"]} == {robots, private}
        tables = await listed(ana)
        assert ({*tables[:2]}, tables[2:]) == ({robots, private}, [theirs])
        assert await listed(beto) == [theirs]
        assert private not in "".join(beto.raw)


async def test_the_hall_has_the_group_s_name_and_scoreboard(house: House, chats: Chats) -> None:
    chats.names[(GROUP, ANA)] = "Los <pibes>"
    async with hall(house, 42) as ana:
        assert (await ana.hear("tables"))["title"] == "Los <pibes>"
        page = (await ana.ask("line", text="/marcador"))["page"]
        assert "Los <pibes>" in page["title"] + page["text"]


# --- what is opened there -------------------------------------------------------------------------


async def test_a_table_of_the_hall_belongs_to_the_group_and_is_shown_there(house: House) -> None:
    async with hall(house, 42, TOPIC) as ana:
        await ana.hear("tables")
        match = await ana.open_table(jugadores="2")
    info = await house.info(match)
    assert (info.community, info.place) == (CLUB, TOPIC)
    surfaces = await house.service.surfaces.of_match(match)
    shown = [surface for surface in surfaces if surface.platform == "telegram"]
    assert [(surface.address, surface.chat, surface.person) for surface in shown] == [
        (f"new in {TOPIC}", TOPIC, "")
    ]


# --- who is kept out ------------------------------------------------------------------------------


async def is_kept_out(house: House, page: Page) -> None:
    """The page lists nothing of the group, and what it opens is its person's own."""
    told = await page.hear("tables")
    assert (told["tables"], told["opens"]) == ([], False)
    match = await page.open_table(jugadores="2")
    info = await house.info(match)
    assert info.community == EVA


async def test_a_stranger_with_the_link_of_a_hall_is_told_so(house: House) -> None:
    match = await opens(house, BETO)
    async with hall(house, 99) as eva:
        assert (await eva.hear("reply"))["tone"] == "no"
        await is_kept_out(house, eva)
        assert match not in "".join(eva.raw)


async def test_a_stranger_with_a_table_s_link_has_no_hall(house: House) -> None:
    match = await opens(house, BETO)
    other = await opens(house, "telegram:44")
    async with window(house, start_of(99, "Eva", start_param=match)) as eva:
        await eva.screen()
        await eva.tell("watch", match="")
        await is_kept_out(house, eva)
        assert other not in "".join(eva.raw)


async def test_only_the_bot_makes_a_hall_s_code(house: House) -> None:
    """Ana reads in that group, but the code is not the bot's."""
    match = await opens(house, BETO)
    for code in (
        "hall_-100_0",
        "hall_-100_0_" + "0" * 16,
        HallCodes("another token").code(GROUP),
        hall_of(OTHER).replace("-200", "-100"),
        hall_of(GROUP).replace("_0_", "_7_"),
        hall_of(GROUP).replace("-100", "-0100"),
        hall_of(GROUP) + "0",
        hall_of("telegram:42/0"),
        "hall",
        "HALL_-１００_0_" + "0" * 16,
    ):
        async with window(house, start_of(42, start_param=code)) as ana:
            assert (await ana.hear("tables"))["tables"] == [], code
            assert match not in "".join(ana.raw), code


async def test_a_code_is_what_a_link_may_hold() -> None:
    longest = hall_of("telegram:-1001234567890123/2147483647")
    assert len(longest) <= 64
    assert set(longest) <= set("abcdefghijklmnopqrstuvwxyz0123456789_-")
    assert HallCodes(TOKEN).place(longest) == "telegram:-1001234567890123/2147483647"


async def test_a_session_stays_with_its_hall(house: House, windows: Windows) -> None:
    """It cannot be told another, and its user is asked for anew with each connection."""
    match = await opens(house, BETO)
    key = "k" * 22
    start = start_of(42, start_param=hall_of(GROUP))
    async with window(house, start, key=key) as ana:
        session = (await ana.hear("welcome"))["session"]
        assert await listed(ana) == [match]
    for other in (start_of(99, start_param=hall_of(OTHER)), ""):
        async with window(house, other, key=key, session=session) as ana:
            session = (await ana.hear("welcome"))["session"]
            assert await listed(ana) == [match]
    found = windows.resume(session, key)
    assert (found.place, found.target) == (GROUP, HALL)
    forged = replace(found, place=OTHER)
    content = bytes.fromhex(windows.session("telegram", forged, key))[:-32]
    other = content.hex() + session[-64:]
    async with window(house, key=key, session=other) as ana:
        assert (await ana.hear("closed"))["t"] == "closed"


async def test_a_session_of_a_member_of_one_group_shows_nothing_of_another(
    house: House, windows: Windows
) -> None:
    await opens(house, EVA, place=OTHER)
    key = "k" * 22
    session = windows.session("telegram", Opened(ANA, "Ana", place=OTHER, target=HALL), key)
    async with window(house, key=key, session=session) as ana:
        assert (await ana.hear("tables"))["tables"] == []


@pytest.mark.parametrize("does", ["line", "watch", "quick", "press", "nothing", "again"])
async def test_who_has_left_the_group_has_its_hall_no_longer(
    house: House, chats: Chats, does: str
) -> None:
    match = await opens(house, BETO)
    key = "k" * 22
    async with window(house, start_of(42, start_param=hall_of(GROUP)), key=key) as ana:
        session = (await ana.hear("welcome"))["session"]
        assert await listed(ana) == [match]
        chats.members[CLUB].remove(ANA)
        if does == "again":
            async with window(house, key=key, session=session) as again:
                assert (await again.hear("reply"))["tone"] == "no"
                assert await listed(again) == []
            return
        wishes: dict[str, dict[str, object]] = {
            "line": {"text": "/jugar"},
            "quick": {"players": 2},
            "press": {"token": "p1.marcador...0"},
            "watch": {"match": match},
        }
        if does == "nothing":
            await changed(house)
        else:
            await ana.tell(does, **({} if does == "watch" else {"id": "1"}), **wishes[does])
            assert (await ana.hear("reply"))["tone"] == "no"
        assert await listed(ana) == []
        assert [message["t"] for message in ana.heard if message["t"] == "panel"] == []
    assert await house.service.matches.in_community(CLUB) == (match,)
    assert await house.service.matches.of_person(ANA) == ()

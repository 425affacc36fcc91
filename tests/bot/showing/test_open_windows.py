"""Chats rest while people look at their table in a window, and take over when they do no longer."""

import asyncio

import pytest

from bot.happenings import ChatTakesOver, PersonLinked
from bot.messages import Accepted, Act, AnyReply, Leave, LookOn, Refused, Stale
from bot.screen import IN_WINDOWS, Screen
from bot.showing.open_windows import BELIEVED, CHAT_USED, GRACE, IDLE, OpenWindows
from bot.showing.surface_updater import SCORE_PAUSE
from bot.store import Store
from bot.store.processes import News, OneProcess
from tests.bot.helpers import ANA, BETO, CARLA, Beside, FakeTime, Table
from tests.bot.showing.test_surfaces import bring, shown, watch

PAGE, OTHER = "page:1", "page:2"
FIRST = (ANA, "play 7o")
"""Her first step."""


class Soon(FakeTime):
    """Time in which the moment of grace passes when a test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.over = asyncio.Event()

    async def wait(self, wake: asyncio.Event, until: float | None) -> None:
        if until is not None and until - self.now() <= GRACE:
            await self.over.wait()
        else:
            await super().wait(wake, until)


@pytest.fixture
def table(store: Store) -> Table:
    return Table(store, time=Soon())


async def grace_passes(table: Table) -> None:
    """Windows that are closed are closed for good."""
    assert isinstance(table.time, Soon)
    table.time.pass_by(GRACE)
    table.time.over.set()
    for _ in range(20):
        await asyncio.sleep(0)
    table.time.over.clear()


def look(table: Table, person: str, window: str = PAGE, *, match: str | None = None) -> None:
    table.service.taking_over.window_shows(window, table.match if match is None else match, person)


async def close(table: Table, person: str, window: str = PAGE) -> None:
    look(table, person, window, match="")
    await grace_passes(table)


async def act(
    table: Table, person: str, action: str, by: str = "page", point: str = ""
) -> AnyReply:
    return await table.send(
        Act(
            request=f"{by}:{table.request()}",
            person=person,
            match=table.match,
            action=action,
            point=point,
        )
    )


async def two_in_chats(table: Table, *looking: str) -> None:
    """A match of two; both have a hand and the channel has the table. Then these people look at it
    in windows, each in another one."""
    await table.heads_up()
    for person in (None, ANA, BETO):
        await watch(table, person)
    await bring(table)
    for person, window in zip(looking, (PAGE, OTHER), strict=False):
        look(table, person, window)


async def does(table: Table, *steps: tuple[str, str]) -> None:
    """These people's steps on the page, each shown before the next."""
    for person, action in steps:
        await act(table, person, action)
        await bring(table)


def kinds(table: Table, address: str = "channel") -> list[str]:
    return [screen.kind for screen in shown(table, address)]


def newest(table: Table, address: str = "channel") -> Screen:
    return shown(table, address)[-1]


def called(table: Table, person: str) -> list[str]:
    """The kinds of the calls that this person got in the chat."""
    return [notice.kind for notice, _ in table.platform.notices if notice.person == person]


async def test_a_hand_rests_while_its_owner_looks_in_a_window(table: Table) -> None:
    await two_in_chats(table, ANA)
    await does(table, FIRST, (BETO, "truco"))
    assert [len(shown(table, address)) for address in (ANA, BETO, "channel")] == [1, 3, 3]
    assert (await table.store.notices_waiting())[0].person == ANA
    assert called(table, ANA) == []


async def test_the_chat_takes_over_with_a_hand_of_now(table: Table) -> None:
    """What is drawn anew on request says so: adapters let it wait for no next step."""
    await two_in_chats(table, ANA)
    for person, action in (FIRST, (BETO, "truco")):
        await act(table, person, action)
    told: list[ChatTakesOver] = []

    async def hears(happened: ChatTakesOver) -> None:
        told.append(happened)

    table.service.happenings.listen(ChatTakesOver, hears)
    await close(table, ANA)
    rows = {row.person: row for row in await table.store.surfaces_of(table.match)}
    assert rows[ANA].shown < 0 < rows[BETO].shown
    await bring(table)
    assert newest(table, ANA).version == (await table.info()).version
    assert [card.code for card in newest(table, ANA).cards] == ["4c", "1b"]
    assert called(table, ANA) == ["bet"]
    assert told == [ChatTakesOver(table.match, ANA)]


async def test_a_window_before_nobody_keeps_no_chat_quiet(table: Table) -> None:
    """At a table whose turns last for days."""
    await two_in_chats(table, ANA)
    await does(table, FIRST, (BETO, "truco"))
    table.time.pass_by(IDLE - 1)
    look(table, ANA)
    table.time.pass_by(IDLE - 1)
    await bring(table)
    assert len(shown(table, ANA)) == 1
    assert called(table, ANA) == []
    table.time.pass_by(1)
    await bring(table)
    assert newest(table, ANA).version == (await table.info()).version
    assert called(table, ANA) == ["bet"]
    look(table, ANA)
    assert table.service.windows.looks(table.match, ANA), "she is back"


@pytest.mark.parametrize("brought", [False, True])
@pytest.mark.parametrize("window", [PAGE, OTHER])
async def test_a_window_that_is_back_at_once_was_never_closed(
    table: Table, window: str, brought: bool
) -> None:
    await two_in_chats(table, ANA)
    await act(table, *FIRST)
    look(table, ANA, match="")
    if brought:
        await bring(table)
    look(table, ANA, window)
    await grace_passes(table)
    await bring(table)
    assert len(shown(table, ANA)) == 1


async def test_one_of_two_windows_is_closed(table: Table) -> None:
    await two_in_chats(table, ANA, ANA)
    await act(table, *FIRST)
    for window, pictures in ((PAGE, 1), (OTHER, 2)):
        await close(table, ANA, window)
        await bring(table)
        assert len(shown(table, ANA)) == pictures


async def test_the_window_shows_another_table(table: Table) -> None:
    await two_in_chats(table, ANA)
    await act(table, *FIRST)
    look(table, ANA, match="elsewhere")
    await grace_passes(table)
    await bring(table)
    assert len(shown(table, ANA)) == 2


async def test_the_channel_is_told_the_score_when_all_look_in_windows(table: Table) -> None:
    await two_in_chats(table, ANA, BETO)
    await does(table, FIRST, (BETO, "truco"))
    assert kinds(table) == ["table", IN_WINDOWS]
    told = newest(table)
    assert [name for score in told.scores for name in score.names] == ["Ana", "Beto"]
    assert (told.tricks, told.cards, told.buttons, told.log, told.asked) == ((),) * 5
    await does(table, (ANA, "noquiero"))
    assert kinds(table) == ["table", IN_WINDOWS]
    table.time.pass_by(SCORE_PAUSE)
    await bring(table)
    assert kinds(table) == ["table", IN_WINDOWS, IN_WINDOWS]
    assert sum(score.points for score in newest(table).scores) > 0


async def test_the_channel_takes_over_with_one_seat_without_a_window(table: Table) -> None:
    await two_in_chats(table, ANA, BETO)
    await does(table, FIRST)
    await close(table, BETO, OTHER)
    await bring(table)
    assert kinds(table) == ["table", IN_WINDOWS, "table"]
    assert newest(table).version == (await table.info()).version
    assert [len(shown(table, person)) for person in (ANA, BETO)] == [1, 2]


async def test_robots_and_who_has_left_need_no_window(table: Table) -> None:
    await table.seated(ANA, players=2)
    await watch(table)
    look(table, ANA)
    await bring(table)
    assert kinds(table) == [IN_WINDOWS]


async def test_the_window_of_an_onlooker_counts_for_nothing(table: Table) -> None:
    await two_in_chats(table)
    assert isinstance(await table.ask(LookOn, CARLA, name="Carla"), Accepted)
    await watch(table, CARLA)
    look(table, CARLA)
    await bring(table)
    before = [len(shown(table, address)) for address in (CARLA, "channel")]
    await does(table, FIRST)
    after = [len(shown(table, address)) for address in (CARLA, "channel")]
    assert after == [pictures + 1 for pictures in before]
    assert newest(table).kind == "table"


async def test_a_page_rests_for_no_window_of_its_own_platform(table: Table) -> None:
    """The look-alike of these tests is of the platform "web", as the page is."""
    await two_in_chats(table)
    look(table, ANA, "web:1")
    look(table, BETO, "web:2")
    await act(table, *FIRST, by="web")
    await bring(table)
    assert len(shown(table, ANA)) == 2


async def test_after_a_crash_nobody_looks(table: Table) -> None:
    await two_in_chats(table, ANA, BETO)
    await does(table, FIRST)
    assert kinds(table)[-1] == IN_WINDOWS
    table.restart()
    await bring(table)
    version = (await table.info()).version
    for address in ("channel", ANA, BETO):
        assert newest(table, address).version == version, address
    assert kinds(table)[-1] == "table"


async def test_a_press_in_the_chat_is_answered_and_shown(table: Table) -> None:
    await two_in_chats(table, ANA, BETO)
    await act(table, *FIRST)
    await does(table, (BETO, "truco"))
    point = newest(table, ANA).point
    answer = await act(table, ANA, "play 7o", by="chat", point=point)
    assert isinstance(answer, Stale | Refused)
    for _ in range(20):
        await asyncio.sleep(0)
    await bring(table)
    assert newest(table, ANA).version == (await table.info()).version
    assert kinds(table)[-1] == "table", "she plays by buttons"
    assert isinstance(await act(table, ANA, "quiero", by="chat"), Accepted)
    await bring(table)
    assert newest(table, ANA).version == (await table.info()).version
    before = len(shown(table, ANA))
    table.time.pass_by(CHAT_USED)
    card = newest(table, BETO).cards[0].code
    assert isinstance(await act(table, BETO, f"play {card}"), Accepted)
    await bring(table)
    assert len(shown(table, ANA)) == before, "the window is enough again"
    assert kinds(table)[-1] == IN_WINDOWS


async def test_the_end_is_shown_in_any_case(table: Table) -> None:
    await two_in_chats(table, ANA, BETO)
    for person in (BETO, ANA):
        left = Leave(request=f"page:{person}", person=person, match=table.match)
        assert isinstance(await table.send(left), Accepted)
    await bring(table)
    assert [kinds(table, address)[-1] for address in ("channel", ANA, BETO)] == ["result"] * 3


async def test_a_lobby_is_shown_in_any_case(table: Table) -> None:
    await table.open(ANA)
    await watch(table)
    await watch(table, ANA)
    look(table, ANA)
    await bring(table)
    assert [kinds(table, address) for address in ("channel", ANA)] == [["lobby"], ["lobby"]]


async def test_the_windows_of_a_linked_person_are_the_other_ones(table: Table) -> None:
    await two_in_chats(table)
    windows = table.service.windows
    look(table, "telegram:7")
    await windows.person_linked(PersonLinked("telegram:7", ANA))
    assert windows.looks(table.match, ANA)
    assert not windows.looks(table.match, "telegram:7")


# --- several processes ----------------------------------------------------------------------------


class Wire(Beside):
    """A process beside another one: what it tells, that one hears."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[News] = []

    def tell(self, news: News) -> None:
        self.told.append(news)


class TwoProcesses:
    """What two processes know of windows, the first of which Ana has opened one in."""

    def __init__(self) -> None:
        self.time, self.wire = FakeTime(), Wire()
        self.here = OpenWindows(self.time, self.wire)
        self.there = OpenWindows(self.time, Wire())
        self.here.shows(PAGE, "m", ANA)

    def arrive(self) -> None:
        """What the first has told comes to the second."""
        for news in self.wire.told:
            self.there.hear(news)
        self.wire.told.clear()


@pytest.fixture
def two() -> TwoProcesses:
    return TwoProcesses()


def test_another_process_knows_of_a_window(two: TwoProcesses) -> None:
    two.arrive()
    assert two.there.looks("m", ANA)
    assert two.here.shows(PAGE, "", ANA) == ("m", ANA)
    assert two.wire.told == [], "it may be back at once"
    assert two.here.left(PAGE, ("m", ANA))
    two.arrive()
    assert not two.there.looks("m", ANA)


def test_a_window_that_goes_to_another_process_stays_open(two: TwoProcesses) -> None:
    two.there.shows(OTHER, "m", ANA)
    two.arrive()
    two.there.shows(OTHER, "", ANA)
    assert not two.there.left(OTHER, ("m", ANA))


def test_the_windows_of_a_dead_process_are_gone(two: TwoProcesses) -> None:
    two.there.shows(OTHER, "m", BETO)
    two.arrive()
    two.there.hear(News(everything=True))
    assert not two.there.looks("m", ANA)
    assert two.there.looks("m", BETO), "its own are there"


def test_news_that_are_lost_are_believed_for_a_while_only(two: TwoProcesses) -> None:
    two.arrive()
    two.time.pass_by(BELIEVED - 1)
    assert two.there.looks("m", ANA)
    two.time.pass_by(2)
    assert not two.there.looks("m", ANA)
    assert two.here.looks("m", ANA)


@pytest.mark.parametrize(("idle", "said"), [(0, True), (IDLE, False)])
def test_a_process_says_again_what_it_has_when_another_one_has_come(
    two: TwoProcesses, idle: float, said: bool
) -> None:
    """A window before nobody is told to nobody, until somebody looks again."""
    two.wire.told.clear()
    two.time.pass_by(idle)
    two.here.hear(News(everything=True))
    two.arrive()
    assert two.there.looks("m", ANA) == said
    two.here.shows(PAGE, "m", ANA)
    two.arrive()
    assert two.there.looks("m", ANA)


def test_a_process_alone_tells_nobody() -> None:
    windows = OpenWindows(FakeTime(), OneProcess())
    windows.shows(PAGE, "m", ANA)
    assert windows.looks("m", ANA)

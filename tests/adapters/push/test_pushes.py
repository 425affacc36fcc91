"""Calls while the page is closed: when a browser is told something, and when not."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from copy import copy
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import AsyncMock

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from adapters.web import pushes as module
from adapters.web.platform import WebPlatform
from adapters.web.push_service import PushOutcome, PushVerdict
from adapters.web.pushes import Pushes
from adapters.web.tabs import Tab, Tabs
from bot.common.tasks import end
from bot.community.push_subscriptions import (
    CALL,
    DAY,
    KINDS,
    PUSH,
    SEAT,
    TOURNAMENT,
    TURN,
    QuietHours,
)
from bot.environment import Config
from bot.match.daily import day_of, number_at
from bot.showing.open_windows import BELIEVED, HIDDEN, IDLE, SEEN
from bot.store import Store
from bot.store.notices import INVITED, REMIND, Notice
from bot.store.processes import News
from tests.adapters.push.receiver import Answer, Receiver, decoded, decrypted
from tests.bot.helpers import ANA, BETO, TWO, Beside, FakeTime, Table
from tests.virtual import LoopTime, now, pass_by, settle

DAYS = 86_400.0
SLOW = int(3 * DAYS)
LOOK = 60.0
"""How often it is looked whether a new day has begun."""


class Club:
    """A table of two people of the page, with whatever is open in their browsers."""

    def __init__(self, receiver: Receiver, store: Store, turn: int) -> None:
        config = Config(robot_budget=0, turn_seconds=turn)
        self.table = Table(store, config=config, time=cast(FakeTime, LoopTime()))
        self.service = self.table.service
        self.receiver = receiver
        self.tabs = Tabs()
        self.pushes = Pushes(self.service, self.tabs, receiver.service())
        platform = WebPlatform(self.service, self.tabs, lambda *_: None, self.pushes)
        self.service.add_platform(platform)

    async def subscribed(self, person: str = ANA, **wanted: Any) -> None:
        browser = person.partition(":")[2]
        wanted_there = self.receiver.subscription(browser, **wanted)
        await self.service.push_subscriptions.save(person, wanted_there)

    async def dealt(self) -> None:
        """Beto has started the match; Ana leads."""
        await self.table.dealt(*TWO, dealer=0, people=(BETO, ANA))
        await settle()

    def opens(self, person: str, *, seen: bool = True) -> Tab:
        tab = Tab(person, "Ana", "es")
        self.tabs.add(tab)
        self.service.windows.page_is(tab.page, SEEN if seen else HIDDEN, person)
        return tab

    def closes(self, tab: Tab) -> None:
        self.tabs.remove(tab)
        self.service.windows.page_is(tab.page, "", tab.person)


@asynccontextmanager
async def opened(
    receiver: Receiver, store: Store | None = None, turn: int = SLOW
) -> AsyncIterator[Club]:
    made = Club(receiver, store or Store.in_memory(), turn)
    async with made.service.running():
        running = asyncio.create_task(made.pushes.run())
        yield made
        await end(running)
        assert not made.pushes.calls.tasks


def quiet_for_two_hours() -> QuietHours:
    """From the beginning of this hour on."""
    hour = int((now() % DAYS) // 3600 - 3) % 24  # three hours behind UTC
    return QuietHours("America/Montevideo", hour, (hour + 2) % 24)


async def test_a_turn_is_told_and_taken_back(receiver: Receiver) -> None:
    async with opened(receiver) as club:
        await club.subscribed()
        await club.dealt()
        (told,) = receiver.told
        match = club.table.match
        assert told.path == "/push/ana"
        assert told.content["tag"] == match
        assert told.content["path"] == f"/mesa/{match}"
        assert told.lasts == pytest.approx(SLOW, abs=60)
        assert told.urgency == "high"
        for card in TWO[1].split():
            assert card not in json.dumps(told.content)
        await club.table.do(ANA, "play 3e")
        await settle()
        assert receiver.told[1].content == {"tag": match}
        assert receiver.told[1].topic == told.topic
        assert club.pushes.calls.tasks == {}


async def test_who_looks_at_the_page_is_not_told(receiver: Receiver) -> None:
    async with opened(receiver) as club:
        await club.subscribed()
        tab = club.opens(ANA)
        await club.dealt()
        await pass_by(300)
        club.closes(tab)
        await pass_by(120)
        club.opens(ANA)
        await pass_by(3600)
        assert receiver.told == [], "they have seen it before they went, and come back"


async def test_a_page_that_stays_open_before_nobody_does_not_keep_it_back(
    receiver: Receiver,
) -> None:
    async with opened(receiver) as club:
        await club.subscribed()
        club.opens(ANA)
        await club.dealt()
        await pass_by(IDLE - 10)
        assert receiver.told == []
        await pass_by(20)
        assert len(receiver.told) == 1


async def test_what_is_switched_off_meanwhile_is_not_told(receiver: Receiver) -> None:
    async with opened(receiver) as club:
        await club.subscribed(quiet=quiet_for_two_hours())
        await club.dealt()
        await club.subscribed(kinds=(CALL,))
        await pass_by(3 * 3600)
        assert receiver.told == []


async def test_who_has_just_looked_away_has_a_moment(receiver: Receiver) -> None:
    async with opened(receiver, turn=60) as club:
        await club.subscribed()
        club.opens(ANA, seen=False)
        await club.dealt()
        await pass_by(8)
        assert receiver.told == []
        await pass_by(4)
        assert len(receiver.told) == 1


@pytest.mark.parametrize(("turn", "reminded"), [(60, 1), (SLOW, 2)])
async def test_a_quick_turn_is_told_once_and_a_slow_one_is_reminded_of(
    receiver: Receiver, turn: int, reminded: int
) -> None:
    async with opened(receiver, turn=turn) as club:
        await club.subscribed()
        await club.dealt()
        await pass_by(turn / 2 + 5)
        assert len([told for told in receiver.told if told.content.get("text")]) == reminded


async def test_each_kind_is_switched_by_itself(receiver: Receiver) -> None:
    async with opened(receiver) as club:
        await club.subscribed(kinds=(CALL,))
        await club.subscribed(BETO, kinds=(TURN, SEAT))
        await club.dealt()
        assert receiver.told == []
        await club.table.do(ANA, "truco")
        await settle()
        assert receiver.told == [], "Beto must answer, and wants to be told of turns alone"
        await club.table.do(BETO, "retruco")
        await settle()
        assert [told.path for told in receiver.told] == ["/push/ana"]


async def test_a_turn_that_was_over_in_the_quiet_hours_is_not_told(receiver: Receiver) -> None:
    async with opened(receiver) as club:
        await club.subscribed(quiet=quiet_for_two_hours())
        await club.dealt()
        await pass_by(3600)
        await club.table.do(ANA, "play 3e")
        await pass_by(3 * 3600)
        assert receiver.told == []


async def test_a_subscription_that_is_gone_is_removed(receiver: Receiver) -> None:
    async with opened(receiver) as club:
        await club.subscribed()
        receiver.answers = [Answer(410)]
        await club.dealt()
        assert (receiver.asked, receiver.told) == (1, [])
        assert await club.service.push_subscriptions.of(ANA) is None


async def test_a_push_service_that_wants_to_rest_is_obeyed(receiver: Receiver) -> None:
    async with opened(receiver) as club:
        await club.subscribed()
        receiver.answers = [Answer(429, {"Retry-After": "600"}), Answer(503)]
        await club.dealt()
        await pass_by(598)
        assert receiver.asked == 1
        await pass_by(4)
        assert receiver.asked == 2
        await pass_by(120)
        assert len(receiver.told) == 1


async def test_a_slow_push_service_delays_no_one(receiver: Receiver) -> None:
    """The call of another person goes out while the first is not answered."""
    async with opened(receiver) as club:
        await club.subscribed()
        await club.subscribed(BETO)
        receiver.answers = [Answer(429, {"Retry-After": "9000"})]
        await club.dealt()
        await club.table.do(ANA, "play 3e")
        await settle()
        assert [told.path for told in receiver.told] == ["/push/beto"]


async def test_the_call_that_another_process_has_made_is_not_made_again(receiver: Receiver) -> None:
    """A notice is taken once; the restarted process finds nothing to do."""
    store = Store.in_memory()
    async with opened(receiver, store) as club:
        await club.subscribed()
        await club.dealt()
        assert len(receiver.told) == 1
    async with opened(receiver, store):
        await pass_by(3600)
        assert len(receiver.told) == 1


async def test_who_has_several_browsers_is_told_in_one(receiver: Receiver) -> None:
    async with opened(receiver) as club:
        code = await club.service.users.new_code(ANA)
        await club.service.users.link("web:phone", code)
        await club.subscribed("web:phone")
        await club.dealt()
        assert [told.path for told in receiver.told] == ["/push/phone"]
        await club.subscribed(ANA)
        await club.table.do(ANA, "play 3e")
        await club.table.do(BETO, "play 7o", "play 4c")
        await settle()
        texts = [told for told in receiver.told if told.content.get("text")]
        assert len(texts) == 2


async def test_the_day_is_told_once_and_to_nobody_who_has_just_come(receiver: Receiver) -> None:
    """However many processes look."""
    store = Store.in_memory()
    async with opened(receiver, store) as club, opened(receiver, store) as other:
        for each in (club, other):
            vars(each.service.days)["sealing"] = True
        await club.subscribed()
        await club.subscribed(BETO, kinds=(TURN,))
        await pass_by(LOOK)
        assert receiver.told == [], "the day had begun before"
        number = number_at(now()) + 1
        await pass_by(day_of(number, "").begins - now() + 3 * LOOK)
        (told,) = receiver.told
        assert told.path == "/push/ana"
        assert told.content["tag"] == DAY
        assert told.lasts == pytest.approx(86_400, abs=LOOK), "until the day is over"


@pytest.mark.errors("push.day_failed")
async def test_a_day_that_cannot_be_told_is_told_later(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[float] = []

    async def fails() -> None:
        looks.append(now())
        raise OSError

    async with opened(receiver) as club:
        monkeypatch.setattr(club.pushes, "tell_day", fails)
        await pass_by(2.5 * LOOK)
    assert len(looks) == 3


async def test_it_is_given_out_and_erased_with_the_rest(receiver: Receiver) -> None:
    table = Table(Store.in_memory())
    service, wanted = table.service, receiver.subscription()
    await service.push_subscriptions.save(ANA, wanted)
    text = await service.own_data.of(ANA)
    told = json.loads(text)["push"]
    assert told == {"kinds": list(KINDS), "quiet": [0, 0], "zone": "America/Montevideo"}
    for secret in (wanted.address, wanted.key, wanted.secret):
        assert secret not in text
    await service.erasures.ask(ANA)
    table.time.pass_by(8 * DAYS)
    await service.erasures.carry_out()
    assert await service.push_subscriptions.of(ANA) is None
    assert PUSH not in await service.settings.of(ANA)


def test_a_message_is_read_as_the_description_says() -> None:
    """The example of RFC 8291, appendix A."""
    number = int.from_bytes(decoded("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"))
    private = ec.derive_private_key(number, ec.SECP256R1())
    body = decoded(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocIn"
        "mYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNW"
        "QexSgSxsj_Qulcy4a-fN"
    )
    read = decrypted(body, private, decoded("BTBZMqHH6r4Tts7J_aSIgg"))
    assert read == b"When I grow up, I want to be a watermelon"


# --- deaths, and other processes ------------------------------------------------------------------


async def test_a_call_that_waits_for_the_morning_survives_the_process(receiver: Receiver) -> None:
    store = Store.in_memory()
    async with opened(receiver, store) as club:
        await club.subscribed(quiet=quiet_for_two_hours())
        await club.dealt()
        match = club.table.match
    async with opened(receiver, store):
        await pass_by(3600)
        assert receiver.told == []
    async with opened(receiver, store):
        await pass_by(3600 + 60)
        assert [told.content["tag"] for told in receiver.told] == [match]
    async with opened(receiver, store):
        await pass_by(3600)
        assert len(receiver.told) == 1, "never two for one event"


async def test_what_is_over_when_the_next_process_begins_is_not_told(receiver: Receiver) -> None:
    store = Store.in_memory()
    async with opened(receiver, store) as club:
        await club.subscribed(quiet=quiet_for_two_hours())
        await club.dealt()
        await club.table.do(ANA, "play 3e")
    async with opened(receiver, store):
        await pass_by(3 * 3600)
        assert receiver.told == []


async def test_a_reminder_of_the_night_is_the_call_of_the_morning(receiver: Receiver) -> None:
    async with opened(receiver, turn=6 * 3600) as club:
        hour = int((now() % DAYS) // 3600 - 3) % 24
        night = QuietHours("America/Montevideo", hour, (hour + 4) % 24)
        await club.subscribed(quiet=night)
        await club.dealt()
        await pass_by(4 * 3600 + 60)
        assert len(receiver.told) == 1


async def test_an_open_page_rings_in_the_night(receiver: Receiver) -> None:
    async with opened(receiver) as club:
        await club.subscribed(quiet=quiet_for_two_hours())
        tab = club.opens(ANA, seen=False)
        await club.dealt()
        assert said_in(tab) == 1
        assert receiver.told == []


def said_in(tab: Tab) -> int:
    """How many calls this page was told."""
    return sum("Attention" in kind for kind in vars(tab.outbox)["_waiting"])


class Wire(Beside):
    """One of several processes: what it tells, the others hear."""

    def __init__(self, others: list["Wire"]) -> None:
        super().__init__()
        self.others = others
        self.heard: list[Callable[[News], None]] = []
        others.append(self)

    def listen(self, heard: Callable[[News], None]) -> None:
        self.heard.append(heard)

    def tell(self, news: News) -> None:
        for other in self.others:
            for heard in other.heard if other is not self else ():
                heard(news)


@pytest.fixture
def processes() -> tuple[Store, Store]:
    """One store, as two processes have it."""
    store, wires = Store.in_memory(), list[Wire]()
    stores = copy(store), copy(store)
    for store in stores:
        store.processes = Wire(wires)
    return stores


async def test_who_looks_at_a_page_of_another_process_is_told_there(
    receiver: Receiver, processes: tuple[Store, Store]
) -> None:
    """And not by the push service, whichever process calls."""
    here, there = processes
    async with opened(receiver, here) as club, opened(receiver, there) as other:
        await club.subscribed()
        tab = other.opens(ANA)
        await club.dealt()
        await pass_by(300)
        assert said_in(tab) == 1
        other.closes(tab)
        await pass_by(3600)
        assert receiver.told == []


async def test_a_page_of_another_process_before_nobody_does_not_keep_it_back(
    receiver: Receiver, processes: tuple[Store, Store]
) -> None:
    here, there = processes
    async with opened(receiver, here) as club, opened(receiver, there) as other:
        await club.subscribed()
        other.opens(ANA)
        await club.dealt()
        await pass_by(IDLE - 30)
        assert receiver.told == []
        await pass_by(120)
        assert len(receiver.told) == 1


async def test_a_process_that_dies_takes_its_pages_with_it(
    receiver: Receiver, processes: tuple[Store, Store]
) -> None:
    here, there = processes
    async with opened(receiver, here) as club:
        await club.subscribed()
        Club(receiver, there, SLOW).opens(ANA)
        await club.dealt()
        assert receiver.told == []
        await pass_by(BELIEVED + 60)
        assert len(receiver.told) == 1


def made_up(**parts: object) -> Pushes:
    """Calls with these parts alone."""
    pushes = object.__new__(Pushes)
    vars(pushes).update(parts)
    return pushes


def of_table(info: object) -> SimpleNamespace:
    """A service that knows this table."""
    return SimpleNamespace(matches=SimpleNamespace(info=AsyncMock(return_value=info)))


@pytest.mark.parametrize(
    ("kind", "part_of", "wanted"),
    [
        (INVITED, "", SEAT),
        (INVITED, "efgh2345", TOURNAMENT),
        (INVITED, None, SEAT),
        ("turn", "", TURN),
    ],
)
async def test_a_seat_in_a_tournament_is_a_kind_of_its_own(
    kind: str, part_of: str | None, wanted: str
) -> None:
    """``None``: the table is gone."""
    info = None if part_of is None else SimpleNamespace(part_of=part_of)
    pushes = made_up(_service=of_table(info))
    assert await pushes._kind(Notice("n", "abcd2345", "web:u", kind, "", 0.0)) == wanted


@pytest.mark.parametrize(
    ("info", "lasts"),
    [
        (None, 3600.0),
        (SimpleNamespace(deadline=None), 3600.0),
        (SimpleNamespace(deadline=1010.0), 30.0),
        (SimpleNamespace(deadline=1100.0), 100.0),
        (SimpleNamespace(deadline=1000.0 + 8 * DAYS), 7 * DAYS),
    ],
)
async def test_a_call_lasts_until_the_deadline_of_its_table(info: Any, lasts: float) -> None:
    pushes = made_up(_service=of_table(info), _time=SimpleNamespace(utc=lambda: 1000.0))
    assert await pushes._lasts("abcd2345") == lasts


@pytest.mark.parametrize(
    ("kinds", "kind", "lately", "taken", "begun"),
    [
        (None, "turn", False, False, False),
        ((CALL,), "turn", False, False, False),
        ((TURN,), "turn", False, True, True),
        ((TURN,), "turn", True, True, True),
        ((TURN,), REMIND, False, True, True),
        ((TURN,), REMIND, True, True, False),
    ],
)
async def test_a_call_is_taken_if_a_browser_wants_it(
    kinds: tuple[str, ...] | None, kind: str, lately: bool, taken: bool, begun: bool
) -> None:
    """A reminder that follows its call closely is taken, and not sent."""
    found = None if kinds is None else ("web:u", SimpleNamespace(kinds=kinds))
    started: list[str] = []

    def start(key: str, work: Any) -> None:
        work.close()
        started.append(key)

    pushes = made_up(
        subscriptions=SimpleNamespace(reaching=AsyncMock(return_value=found)),
        _attention=SimpleNamespace(was_called_lately=lambda _: lately),
        _start=start,
    )
    notice = Notice("n", "abcd2345", "web:u", kind, "", 0.0)
    assert await pushes.call(notice, AsyncMock(return_value="text")) is taken
    assert started == ["n"] * begun


@pytest.mark.parametrize(
    ("kinds", "quiet", "seen", "ends", "verdict", "sent"),
    [
        (None, 0.0, 0.0, 99.0, PushVerdict.TAKEN, []),
        ((CALL,), 0.0, 0.0, 99.0, PushVerdict.TAKEN, []),
        ((TURN,), 0.0, 0.0, 0.0, PushVerdict.TAKEN, []),
        ((TURN,), 0.0, 0.0, 99.0, PushVerdict.TAKEN, [0.0]),
        ((TURN,), 7.0, 0.0, 99.0, PushVerdict.TAKEN, [7.0]),
        ((TURN,), 0.0, 5.0, 99.0, PushVerdict.TAKEN, []),
        ((TURN,), 7.0, 0.0, 7.0, PushVerdict.TAKEN, []),
        ((TURN,), 0.0, 0.0, 99.0, PushVerdict.LATER, [0.0, 1.0, 2.0, 3.0, 4.0]),
        ((TURN,), 0.0, 0.0, 2.0, PushVerdict.LATER, [0.0, 1.0]),
    ],
)
async def test_a_call_is_tried_five_times_until_it_ends(
    kinds: tuple[str, ...] | None,
    quiet: float,
    seen: float,
    ends: float,
    verdict: PushVerdict,
    sent: list[float],
) -> None:
    """It waits for the end of the quiet hours. It is taken back if nobody wants it any more, or if
    the page was seen meanwhile."""
    at, tries = 0.0, []

    async def wait(match: str, until: float) -> None:
        nonlocal at
        assert match == "abcd2345"
        at = until

    async def send(*_: object) -> PushOutcome:
        tries.append(at)
        return PushOutcome(verdict, rest=1.0)

    hours = SimpleNamespace(quiet_until=lambda utc: max(utc, quiet))
    found = None if kinds is None else SimpleNamespace(kinds=kinds, quiet=hours)
    pushes = made_up(
        _time=SimpleNamespace(now=lambda: at, utc=lambda: at),
        subscriptions=SimpleNamespace(of=AsyncMock(return_value=found)),
        _service=SimpleNamespace(users=SimpleNamespace(person_of=AsyncMock())),
        _windows=SimpleNamespace(sees_page_until=lambda _: seen if at < seen else 0.0),
        _wait=wait,
        _send=send,
    )
    words = AsyncMock(return_value="text")
    given: Any = {"match": "abcd2345", "ends": ends, "due": 0.0}
    taken = await pushes._delivered("web:u", TURN, words, lambda _: cast(Any, None), **given)
    assert (tries, taken) == (sent, bool(sent) and verdict is PushVerdict.TAKEN)


async def test_with_too_many_calls_no_further_one_is_pushed(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_MOST", 2)
    async with opened(receiver) as club:
        begun: list[int] = []

        async def work(number: int) -> None:
            begun.append(number)

        for number in range(4):
            club.pushes._start(f"call {number}", work(number))
        await settle()
        assert begun == [0, 1]

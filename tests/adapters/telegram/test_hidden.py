"""Hidden hands: which message is sent, edited or deleted, and when nothing is.

The connection and the service are made up here."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace

from adapters.telegram.groups import KnownPerson
from adapters.telegram.hidden import PATIENCE, STALE, HiddenHands
from adapters.telegram.hidden_messages import Receiver
from adapters.telegram.limits import GROUP_HANDS, GROUP_SPARE
from adapters.telegram.message import InlineButton
from adapters.telegram.trouble import Missing, Same, Trouble, Unreachable, Unsure
from bot.model import Seat
from bot.screen import CardMark, Line, Screen, SeatMark
from engine.variants import table_for
from tests.adapters.made_up import MadeUp
from tests.bot.scenes import MATCH, info_for

GROUP, OTHER, THREAD = -100, -200, 4
ANA = KnownPerson("ana", 500, "Ana", "es", open=False)
PRESS = Receiver(500, "press")
ME = SeatMark(0, "Ana", "A", me=True, turn=True)
HAND = Screen(
    kind="hand",
    match=MATCH,
    version=1,
    locale="es",
    title="Truco",
    number=1,
    cards=(CardMark("1e", "1e"),),
    seats=(ME, SeatMark(1, "Beto", "B")),
)
LATER = replace(HAND, lines=(Line("turn", "another line"),))


class Small(MadeUp):
    """What was sent, and how much room there is."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 100.0
        self.screens: list[Screen | None] = [HAND]
        """Each is shown once; the last one for ever."""
        self.full = 0
        """So many times no message may be sent."""
        self.roomless = 0
        """So many times there is no room for a picture."""
        self.asked_room: list[Any] = []
        self.awaited: list[bool] = []
        """Whether somebody waited for what this room was for."""
        self.waits = 2.5
        self.admin = True
        self.people = {"ana": ANA, "beto": replace(ANA, person="beto", user=501)}
        self.number = 70
        limits = SimpleNamespace(
            send=self._no_send,
            room=self._room,
            would_wait=lambda chat: self.waits,
            give_back=lambda chat: self.did.append(("give back", chat)),
        )
        self.wire = SimpleNamespace(
            hidden=True,
            depicts=False,
            prepare=self._prepare,
            limits=limits,
            bot=SimpleNamespace(id=9),
            send_hidden=self._send,
            edit_hidden=self._edit,
            delete_hidden=self.does("delete"),
            is_admin=self._is_admin,
            pause=self._pause,
        )
        service = SimpleNamespace(
            screens=SimpleNamespace(screen=self._screen), time=SimpleNamespace(now=lambda: self.now)
        )
        groups = SimpleNamespace(user_of=self._user_of, of=self._of)
        self.parts = cast(Any, service), cast(Any, self.wire), cast(Any, groups)
        self.hands = HiddenHands(*self.parts)

    def _no_send(self, chat: int) -> bool:
        self.full -= 1
        return self.full >= 0

    def _room(self, chat: int, most: int, *, awaited: bool = False) -> bool:
        self.asked_room.append(most)
        self.awaited.append(awaited)
        self.roomless -= 1
        return self.roomless < 0

    async def _send(self, chat: int, page: Any, to: Receiver, *, thread: int) -> int:
        pictured = ("pictured",) * (page.picture is not None)
        self.note("send", chat, thread, to.user, to.query, *pictured)
        self.number += bool(self.number)
        return self.number

    async def _edit(self, chat: int, user: int, number: int, page: Any) -> None:
        self.note("edit", chat, user, number)

    async def _prepare(self, picture: Any) -> None:
        self.did += [("draw",)] * (picture is not None)

    async def _is_admin(self, chat: int, bot: int) -> bool:
        assert bot == 9
        self.did.append(("asked", chat))
        return self.admin

    async def _pause(self, seconds: float) -> None:
        self.note("pause", seconds)
        self.now += seconds

    async def _screen(self, match: str, person: str) -> Screen | None:
        return self.screens.pop(0) if len(self.screens) > 1 else self.screens[0]

    async def _user_of(self, person: str) -> int | None:
        return self.people[person].user if person in self.people else None

    async def _of(self, user: int) -> KnownPerson:
        return next(known for known in self.people.values() if known.user == user)

    async def show(self, screen: Screen = HAND, chat: int = GROUP) -> list[tuple[Any, ...]]:
        self.did.clear()
        await self.hands.show(MATCH, ANA, screen, chat, THREAD, PRESS)
        return self.did

    async def refresh(self, number: int, chat: int = GROUP) -> list[tuple[Any, ...]]:
        self.did.clear()
        await self.hands.refresh(MATCH, ANA, chat, number)
        return self.did

    async def catch_up(self) -> list[tuple[Any, ...]]:
        self.did.clear()
        await self.hands.catch_up(MATCH, "ana")
        return self.did

    async def call(self, person: str = "ana") -> list[tuple[Any, ...]]:
        self.did.clear()
        await self.hands.call(MATCH, person, GROUP, THREAD)
        return self.did


@pytest.fixture
def small() -> Small:
    return Small()


SENT = ("send", GROUP, THREAD, 500, "press")


# --- the answer to a press -----------------------------------------------------------------------


async def test_a_hand_is_sent_once_and_edited(small: Small) -> None:
    assert await small.show() == [SENT]
    assert await small.show() == [], "it is there"
    assert await small.show(LATER) == [("edit", GROUP, 500, 71)]
    assert await small.show(LATER) == []
    assert await small.show(replace(LATER, number=2)) == [SENT, ("delete", GROUP, 500, 71)]
    assert await small.show(replace(LATER, number=2), OTHER) == [
        ("send", OTHER, THREAD, 500, "press")
    ]
    assert await small.show(replace(LATER, number=3)) == [SENT], "the other group's stays"


async def test_a_hand_comes_with_its_picture_where_the_server_can_replace_it(small: Small) -> None:
    small.wire.depicts = True
    assert await small.show() == [("draw",), (*SENT, "pictured")]
    assert await small.catch_up() == [("draw",)], "it shows this"


async def test_nothing_is_hidden_where_the_server_hides_nothing(small: Small) -> None:
    small.wire.hidden = False
    assert await small.show() == []
    small.wire.hidden = True
    small.number = 0
    assert await small.show() == [SENT]
    assert await small.show() == [SENT], "it did not say which message it is"


async def test_a_press_leaves_room_for_pictures_and_a_command_takes_any(small: Small) -> None:
    """Whoever presses has been told the cards."""
    small.roomless = 1
    assert await small.show() == []
    assert (small.asked_room, small.awaited) == ([GROUP_HANDS], [True])
    await small.hands.show(MATCH, ANA, HAND, GROUP, THREAD, Receiver(ANA.user, command=4))
    assert small.did == [("send", GROUP, THREAD, 500, "")]
    assert small.asked_room == [GROUP_HANDS]


async def test_the_message_pressed_last_is_the_one_that_is_refreshed(small: Small) -> None:
    """Of several that wait for spare room together."""
    small.roomless = 2

    async def pause(_seconds: float) -> None:
        await asyncio.sleep(0)

    small.wire.pause = pause
    first = asyncio.create_task(small.hands.refresh(MATCH, ANA, GROUP, 8))
    await asyncio.gather(first, small.hands.refresh(MATCH, ANA, GROUP, 12))
    assert [call for call in small.did if call[0] == "edit"] == [("edit", GROUP, 500, 12)]


async def test_without_room_nothing_is_sent(small: Small) -> None:
    small.full = 1
    assert await small.show() == []
    await small.show()
    small.full = 1
    assert await small.show(LATER) == []
    assert await small.show(LATER) == [("edit", GROUP, 500, 71)]


async def test_a_hidden_message_that_is_gone_is_sent_again(small: Small) -> None:
    await small.show()
    small.trouble["edit"] = Same()
    assert await small.show(LATER) == [("edit", GROUP, 500, 71)]
    assert await small.show(LATER) == []
    small.trouble["edit"] = Missing()
    assert await small.show(HAND) == [("edit", GROUP, 500, 71), SENT]
    assert await small.show(HAND) == []


async def test_after_a_menu_the_hand_is_shown_again(small: Small) -> None:
    keys = ((InlineButton("🂠 7", "cover"),),)
    await small.show()
    assert small.hands.menu_page("beto", HAND, keys).keys == keys
    assert await small.show() == []
    assert small.hands.menu_page("ana", HAND, keys).picture is None
    assert await small.show() == [("edit", GROUP, 500, 71)]
    small.wire.depicts = True
    assert small.hands.menu_page("ana", HAND, keys).picture is not None


# --- the pressed message -------------------------------------------------------------------------


async def test_the_pressed_message_is_brought_up_to_date(small: Small) -> None:
    assert await small.refresh(8) == [("edit", GROUP, 500, 8)]
    assert await small.refresh(8) == [], "it shows that already"
    small.screens = [LATER]
    assert await small.refresh(8) == [("edit", GROUP, 500, 8)]
    assert await small.refresh(12) == [("delete", GROUP, 500, 8), ("edit", GROUP, 500, 12)]
    assert await small.refresh(12, OTHER) == [("delete", GROUP, 500, 12), ("edit", OTHER, 500, 12)]
    small.trouble["edit"] = Missing()
    assert await small.refresh(14) == [("delete", OTHER, 500, 12), ("edit", GROUP, 500, 14)]
    assert await small.catch_up() == [], "it is gone"


async def test_it_waits_for_room(small: Small) -> None:
    small.roomless, small.full = 1, 1
    assert await small.refresh(8) == [("pause", 2.5), ("pause", 2.5), ("edit", GROUP, 500, 8)]
    small.waits, small.roomless = 0.2, 1
    small.screens = [LATER]
    assert (await small.refresh(8))[0] == ("pause", 1.0)


# --- following the table -------------------------------------------------------------------------


async def test_a_hand_follows_its_table(small: Small) -> None:
    assert await small.catch_up() == [], "there is none"
    await small.show()
    assert small.hands.owners(MATCH) == ("ana",)
    assert small.hands.owners("another") == ()
    assert await small.catch_up() == []
    small.screens = [LATER]
    assert await small.catch_up() == [("edit", GROUP, 500, 71)]
    small.trouble["edit"] = Unsure()
    small.screens = [HAND]
    with pytest.raises(AssertionError):
        await small.catch_up()  # nobody knows what it shows, so it is edited until that is known
    small.trouble.clear()
    assert await small.catch_up() == [("edit", GROUP, 500, 71)]


async def test_the_next_hand_has_a_message_of_its_own_where_the_bot_may_send_one(
    small: Small,
) -> None:
    await small.show()
    small.screens = [replace(LATER, number=2)]
    assert await small.catch_up() == [("asked", GROUP)], "the deal brings it"
    small.hands.became(GROUP, admin=False)
    assert await small.catch_up() == [("edit", GROUP, 500, 71)]
    assert await small.show(replace(LATER, number=2)) == []


@pytest.mark.parametrize("end", [None, replace(HAND, kind="result")], ids=["gone", "over"])
async def test_the_message_of_a_hand_that_there_is_no_more_goes(
    small: Small, end: Screen | None
) -> None:
    await small.show()
    small.screens = [end]
    assert await small.catch_up() == [("delete", GROUP, 500, 71)]
    assert small.hands.owners(MATCH) == ()


async def test_a_hand_that_is_awaited_waits_for_spare_room_only_for_a_while(small: Small) -> None:
    await small.show()
    small.asked_room.clear()
    small.awaited.clear()
    small.roomless, small.waits, small.screens = 1000, 1.0, [LATER]
    did = await small.catch_up()
    assert {*small.awaited} == {True}
    assert did == [*[("pause", 1.0)] * int(2 * STALE), ("edit", GROUP, 500, 71)]
    assert small.asked_room == [GROUP_SPARE] * int(STALE) + [GROUP_HANDS] * int(STALE)


async def test_a_hand_that_is_not_awaited_takes_nothing_but_spare_room(small: Small) -> None:
    await small.show()
    small.asked_room.clear()
    small.awaited.clear()
    later = replace(LATER, seats=(replace(ME, turn=False), SeatMark(1, "Beto", "B", turn=True)))
    small.roomless, small.waits, small.screens = 20, 1.0, [later]
    assert (await small.catch_up())[-1] == ("edit", GROUP, 500, 71)
    assert small.asked_room == [GROUP_SPARE] * 21
    assert {*small.awaited} == {False}


@pytest.mark.parametrize("meanwhile", [None, replace(HAND, kind="table")], ids=["gone", "table"])
async def test_a_hand_that_changes_while_its_turn_comes_is_looked_at_again(
    small: Small, meanwhile: Screen | None
) -> None:
    """At once; what it was is not written."""
    await small.show()
    small.screens = [LATER, meanwhile, HAND]
    assert await small.catch_up() == []
    assert small.hands.owners(MATCH) == ("ana",)


async def test_a_message_that_another_one_replaces_while_its_turn_comes_is_left(
    small: Small,
) -> None:
    await small.show()
    small.screens = [LATER]
    async with small.hands._alone.turn(f"{MATCH} ana"):
        task = asyncio.create_task(small.hands.catch_up(MATCH, "ana"))
        await asyncio.sleep(0)
        small.did.clear()
        small.hands.menu_page("ana", LATER, ())  # notes that the message shows something else
        for _ in range(5):
            await asyncio.sleep(0)
    await task
    assert small.did == [("edit", GROUP, 500, 71)], "once"


# --- without being asked -------------------------------------------------------------------------


async def test_who_is_awaited_is_shown_the_moment(small: Small) -> None:
    assert await small.call() == [("asked", GROUP), ("send", GROUP, THREAD, 500, "")]
    assert (small.asked_room, small.awaited) == ([GROUP_SPARE], [True])
    assert await small.call() == [], "it is there, and it is known who runs the group"


@pytest.mark.parametrize(
    "screen",
    [
        None,
        replace(HAND, kind="table"),
        replace(
            HAND, seats=(SeatMark(0, "Ana", "A", me=True), SeatMark(1, "Beto", "B", turn=True))
        ),
    ],
    ids=["none", "no hand", "not asked"],
)
async def test_who_is_not_awaited_is_shown_nothing(small: Small, screen: Screen | None) -> None:
    small.screens = [screen]
    assert await small.call() == [("asked", GROUP)]


async def test_a_hand_that_changed_meanwhile_is_not_sent(small: Small) -> None:
    for meanwhile in (None, replace(HAND, kind="result")):
        small.screens = [HAND, meanwhile]
        assert ("send", GROUP, THREAD, 500, "") not in await small.call()


async def test_only_where_the_bot_may_and_nobody_can_be_told_otherwise(small: Small) -> None:
    assert await small.call("nobody") == []
    small.wire.hidden = False
    assert await small.call() == []
    small.wire.hidden = True
    small.people["ana"] = replace(ANA, open=True)
    assert await small.call() == [("asked", GROUP)]
    small.people["ana"] = ANA
    small.hands.became(GROUP, admin=False)
    assert await small.call() == []
    small.hands.became(GROUP, admin=True)
    assert await small.call() == [("send", GROUP, THREAD, 500, "")]


async def test_who_cannot_be_written_to_is_not_tried_again_and_again(small: Small) -> None:
    """Until something changes in the group. Any other trouble is of the moment."""
    small.trouble["send"] = Unreachable()
    assert len(await small.call()) == 2
    assert await small.call() == []
    small.hands.became(OTHER, admin=True)
    assert await small.call() == []
    small.hands.became(GROUP, admin=True)
    assert len(await small.call()) == 1
    small.hands.became(GROUP, admin=True)
    small.trouble["send"] = Trouble()
    for _ in range(2):
        assert await small.call() == [("send", GROUP, THREAD, 500, "")]


async def test_spare_room_first_and_after_a_while_any(small: Small) -> None:
    small.hands.became(GROUP, admin=True)
    small.roomless = 3
    did = await small.call()
    assert did == [*[("pause", 2.5)] * 3, ("send", GROUP, THREAD, 500, "")]
    assert small.asked_room == [GROUP_SPARE, GROUP_SPARE, GROUP_SPARE, GROUP_HANDS]
    assert 2 * 2.5 < PATIENCE < 3 * 2.5
    small.full, small.waits = 1, 0.1
    small.screens = [LATER]
    assert await small.call() == [("pause", 1.0), ("edit", GROUP, 500, 71)]


async def test_a_first_hand_waits_for_room_and_is_sent_once(small: Small) -> None:
    """Also where the server hides nothing: it does not say which message it is."""
    small.hands.became(GROUP, admin=True)
    small.full = 1
    assert await small.call() == [("pause", 2.5), ("send", GROUP, THREAD, 500, "")]
    small.hands = HiddenHands(*small.parts)
    small.hands.became(GROUP, admin=True)
    small.number = 0
    assert await small.call() == [("send", GROUP, THREAD, 500, "")]


async def test_a_deal_is_shown_to_those_who_are_there(small: Small) -> None:
    """As soon as there is room for it, and the hand of that number alone."""
    seats = (Seat(0, person="ana", name="Ana", since=1), Seat(1, person="beto", name="B", since=2))
    info = info_for(table_for("argentino", 2))
    info = replace(info, seats=seats)
    await small.hands.deal(info, GROUP, THREAD, 1)
    assert [call[3] for call in small.did if call[0] == "send"] == [500, 501]
    assert ({*small.asked_room}, {*small.awaited}) == ({GROUP_HANDS}, {False})
    small.did.clear()
    small.screens = [replace(LATER, number=3)]
    await small.hands.deal(info, GROUP, THREAD, 2)
    assert small.did == []
    small.screens = [HAND]
    away = replace(info, seats=(replace(seats[0], away=True), seats[1]))
    small.hands = HiddenHands(*small.parts)
    await small.hands.deal(away, GROUP, THREAD, 1)
    assert [call[3] for call in small.did if call[0] == "send"] == [501]

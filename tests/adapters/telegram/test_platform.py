"""What becomes of each picture on Telegram: what is sent, edited or deleted, and what the service
is told of it."""

import itertools
from typing import Any

import pytest
from msgspec.structs import replace

from adapters.telegram.addresses import RESULT, Address, hand_of, read_address
from adapters.telegram.attention import PLAYS
from adapters.telegram.groups import Spot
from adapters.telegram.message import InlineButton, Page
from adapters.telegram.picture_pace import OWN_REST, REST
from adapters.telegram.trouble import (
    ChatMoved,
    Flooded,
    Missing,
    Rejected,
    Same,
    Trouble,
    Unreachable,
    Unsure,
)
from bot.model import Status
from bot.screen import CardMark, Line, Screen, TrickRow, is_done
from bot.screens.teaching.lesson import LINES
from bot.showing.attention import JUST_NOW
from bot.showing.platform import FAILED, LOST, SHOWN, Moved, Wait
from bot.store.model import ANNOUNCEMENT, Surface
from tests.adapters.telegram.made_up import (
    AFTER,
    ASKS,
    BETOS,
    CLUB,
    ELSEWHERE,
    FRESH,
    GROUP,
    LOBBY,
    MENTIONED,
    OTHER,
    OWN,
    SCREEN,
    TOPIC,
    Small,
    at,
    surface,
)
from tests.bot.scenes import MATCH

LAID = replace(
    SCREEN,
    tricks=(TrickRow(1, (CardMark("7o", "7 de oros", seat=0),), done=False),),
    deck="spanish",
)
"""A table with one card on it."""


@pytest.fixture
def small() -> Small:
    return Small()


# --- where a match is shown ----------------------------------------------------------------------


async def test_a_match_is_seen_in_groups_or_in_private(small: Small) -> None:
    small.surfaces = [at(), OWN, ELSEWHERE]
    assert small.platform.name == "telegram"
    assert await small.platform.surfaces.seen_at(MATCH) == (at(),)
    assert await small.platform.surfaces.seen_at(MATCH, "ana") == (OWN,)
    assert await small.platform.surfaces.seen_at(MATCH, "beto") == ()


SPOT = Spot(GROUP, TOPIC, CLUB, f"{CLUB}/{TOPIC}", False)
ADDED = ("add", MATCH, f"{GROUP}/{TOPIC}/0/0/0", "", "")


@pytest.mark.parametrize(
    ("there", "adds"),
    [
        ([], True),
        ([at()], False),
        ([LOBBY], False),
        ([ELSEWHERE], True),
        ([surface(at().address, "ana")], True),
        ([surface(f"{GROUP}/0/60/2/0")], True),
        ([surface(f"{OTHER}/{TOPIC}/60/2/0")], True),
        ([ELSEWHERE, OWN, at()], False),
    ],
)
async def test_a_match_is_shown_once_in_a_place(
    small: Small, there: list[Surface], adds: bool
) -> None:
    small.surfaces = there
    assert await small.done(small.platform.surfaces.show_in(MATCH, SPOT)) == [ADDED] * adds


async def test_a_group_that_moved_is_the_same_place(small: Small) -> None:
    small.surfaces = [at(chat=OTHER)]
    small.present = {OTHER: GROUP}
    assert await small.done(small.platform.surfaces.show_in(MATCH, SPOT)) == []


async def test_a_guest_table_speaks_the_group_s_language(small: Small) -> None:
    """One of another community; a table that is gone needs none."""
    guest = replace(SPOT, chat=OTHER, community="telegram:-200")
    await small.platform.surfaces.show_in(MATCH, guest)
    assert small.did[-1][-1] == "locale of telegram:-200"
    small.infos.clear()
    small.surfaces.clear()
    await small.platform.surfaces.show_in(MATCH, guest)
    assert small.did[-1][-1] == ""


async def test_a_place_of_a_group_has_an_address(small: Small) -> None:
    assert await small.platform.address_in(f"{CLUB}/{TOPIC}") == (
        f"{GROUP}/{TOPIC}/0/0/0",
        str(GROUP),
    )
    small.chats[CLUB] = None
    assert await small.platform.address_in(f"{CLUB}/{TOPIC}") is None


async def test_every_table_of_a_group_is_shown_again(small: Small) -> None:
    assert await small.platform.surfaces.show_all(CLUB) is True
    assert small.did == [ADDED]
    small.did.clear()
    small.surfaces.clear()
    small.chats[CLUB] = None
    assert await small.platform.surfaces.show_all(CLUB) is True
    assert small.did == []
    small.infos.clear()
    assert await small.platform.surfaces.show_all(CLUB) is False


async def test_a_match_is_shown_to_a_person_once(small: Small) -> None:
    own = ("add", MATCH, "500/0/0/0/0", "ana", "")
    ana = small.people["ana"]
    assert await small.done(small.platform.surfaces.show_to(MATCH, ana)) == [own]
    assert await small.done(small.platform.surfaces.show_to(MATCH, ana)) == []


# --- the rematch ---------------------------------------------------------------------------------


@pytest.fixture
def again(small: Small) -> Small:
    """Its match has a rematch."""
    old = small.infos[MATCH]
    small.infos[MATCH] = replace(old, successor=AFTER)
    small.infos[AFTER] = replace(old, match=AFTER)
    return small


async def test_a_rematch_is_shown_where_the_match_is(again: Small) -> None:
    again.surfaces = [at(), OWN, replace(LOBBY, match="other"), ELSEWHERE]
    both = [
        ("add", AFTER, f"{GROUP}/{TOPIC}/0/0/0", "", ""),
        ("add", AFTER, "500/0/0/0/0", "ana", ""),
    ]
    assert await again.done(again.platform.surfaces.follow_on(MATCH)) == both
    assert await again.done(again.platform.surfaces.follow_on(MATCH)) == [], "it is there"


async def test_a_rematch_is_shown_in_the_language_of_the_match(again: Small) -> None:
    again.surfaces = [replace(at(), locale="en")]
    assert (await again.done(again.platform.surfaces.follow_on(MATCH)))[0][-1] == "en"


async def test_each_place_has_the_rematch_for_itself(again: Small) -> None:
    """Another topic or group that shows it already does not count."""
    again.surfaces = [
        at(),
        surface(f"{GROUP}/0/60/2/0", match=AFTER),
        surface(f"{OTHER}/{TOPIC}/60/2/0", match=AFTER),
    ]
    assert len(await again.done(again.platform.surfaces.follow_on(MATCH))) == 1
    again.surfaces = [surface(f"{OTHER}/{TOPIC}/60/2/0"), surface(at().address, match=AFTER)]
    again.present = {OTHER: GROUP}
    assert await again.done(again.platform.surfaces.follow_on(MATCH)) == []


async def test_the_rematch_is_not_for_those_who_do_not_play_it(again: Small) -> None:
    others = tuple(replace(seat, person="caro") for seat in again.infos[AFTER].seats[1:])
    again.infos[AFTER] = replace(again.infos[AFTER], seats=(again.infos[AFTER].seats[0], *others))
    again.surfaces = [BETOS]
    assert await again.done(again.platform.surfaces.follow_on(MATCH)) == []
    again.surfaces = [OWN]
    again.owner["telegram:500"] = "caro"
    assert await again.done(again.platform.surfaces.follow_on(MATCH)) == [], "the chat is another's"


async def test_without_a_rematch_nothing_follows(small: Small) -> None:
    small.surfaces = [at()]
    assert await small.done(small.platform.surfaces.follow_on(MATCH)) == []
    assert await small.done(small.platform.surfaces.follow_on("nowhere")) == []


# --- pictures ------------------------------------------------------------------------------------


async def test_what_is_gone_is_lost(small: Small) -> None:
    small.owner["telegram:500"] = "beto"
    assert await small.show(OWN) == LOST
    assert small.did == []
    small.infos.clear()
    assert await small.show(at()) == LOST
    assert small.did == []


async def test_a_group_belongs_to_nobody(small: Small) -> None:
    small.owner.clear()
    assert await small.show(at()) == SHOWN
    assert await small.show(LOBBY) == SHOWN


async def test_a_table_is_sent_and_then_edited(small: Small) -> None:
    assert await small.show(FRESH) == Moved(f"{GROUP}/{TOPIC}/71/2/0")
    assert ("send", GROUP, TOPIC, "silent") in small.did
    assert small.platform.messages.is_current(GROUP, 71)
    assert not small.platform.messages.is_current(GROUP, 70)
    assert not small.platform.messages.is_current(OTHER, 71)
    small.surfaces = [at(71)]
    assert await small.show(at(71)) == SHOWN
    assert ("edit", GROUP, 71) in small.did


async def test_a_match_that_is_seen_shows_its_rematch(again: Small) -> None:
    again.surfaces = [at()]
    await again.show(at())
    assert ("add", AFTER, f"{GROUP}/{TOPIC}/0/0/0", "", "") in again.did


async def test_a_table_brings_its_people_their_hands(small: Small) -> None:
    """Once, where the bot may write to them."""
    small.people["beto"] = replace(small.people["beto"], open=False)
    hand = ("add", MATCH, "500/0/0/0/0", "ana", "")
    await small.show(at())
    assert [call for call in small.did if call[0] == "add"] == [hand]
    small.surfaces.clear()
    await small.show(at())
    assert [call for call in small.did if call[0] == "add"] == [], "once"


@pytest.mark.parametrize("where", [OWN, BETOS])
async def test_a_hand_brings_no_further_ones(small: Small, where: Surface) -> None:
    await small.show(where)
    assert small.did == [("edit", read_address(where.address).chat, 60)]


async def test_a_lobby_brings_no_hands(small: Small) -> None:
    small.infos[MATCH] = replace(small.infos[MATCH], status=Status.LOBBY)
    await small.show(at(), replace(SCREEN, kind="lobby"))
    assert small.did == [("edit", GROUP, 60)]


async def test_people_of_other_platforms_are_passed_over(small: Small) -> None:
    del small.people["ana"]
    await small.show(at())
    assert ("add", MATCH, "501/0/0/0/0", "beto", "") in small.did


@pytest.mark.parametrize(
    ("where", "asked"),
    [
        (at(), [("line", GROUP, "s"), ("picture", GROUP, "s")]),
        (at(hand=1), [("line", GROUP, "s"), ("picture", GROUP, "s")]),
        (FRESH, [("would", GROUP), ("send", GROUP)]),
        (OWN, [("line", 500, "own"), ("picture", 500, "own")]),
        (replace(OWN, address="500/0/0/0/0"), [("would", 500), ("send", 500)]),
    ],
    ids=["edit", "next hand", "first", "own", "own first"],
)
async def test_a_permission_is_taken_when_the_picture_is_drawn(
    small: Small, where: Surface, asked: list[tuple[Any, ...]]
) -> None:
    """A surface whose chat has no room draws nothing. Between the permission and the request
    nothing is waited for: late requests would come in a heap. Others of the chat do not wait."""
    small.waits[asked[0][0]] = [2.5]
    came = await small.show(where, LAID)
    assert came == Wait(2.5, alone=True)
    assert (small.asked, small.prepared) == (asked[:1], [])
    small.asked.clear()
    small.waits[asked[1][0]] = [1.5]
    assert await small.show(where, LAID) == Wait(1.5, alone=True)
    assert [call for call in small.did if call[0] in ("edit", "send")] == []
    assert len(small.prepared) == 1
    assert small.asked == asked
    order: list[str] = []
    prepare, take = small.wire.prepare, small._wait_for

    async def drawn(picture: Any) -> None:
        order.append("drawn")
        await prepare(picture)

    def asks(what: str, *of: Any) -> float:
        order.append(what)
        return take(what, *of)

    small.wire.prepare = drawn
    vars(small)["_wait_for"] = asks
    await small.show(where, LAID)
    assert order == [asked[0][0], "drawn", asked[1][0]]
    assert [call[0] for call in small.did if call[0] in ("edit", "send")] != []


@pytest.mark.parametrize(
    ("where", "screen", "way"),
    [
        (at(), SCREEN, "edit"),
        (at(hand=1), SCREEN, "send"),
        (OWN, replace(SCREEN, number=9), "edit"),
        (surface("500/0/0/2/0", "ana"), SCREEN, "send"),
        (at(), ASKS, "edit"),
    ],
)
async def test_a_hand_of_the_table_has_one_message(
    small: Small, where: Surface, screen: Screen, way: str
) -> None:
    await small.show(where, screen)
    assert [call[0] for call in small.did if call[0] in ("edit", "send")] == [way]


async def test_a_new_message_that_calls_nobody_takes_its_turn_as_a_picture(small: Small) -> None:
    await small.show(at(hand=1))
    assert small.asked == [("line", GROUP, "s"), ("picture", GROUP, "s")]
    small.asked.clear()
    small.close("ana")
    await small.show(at(hand=1), ASKS)
    assert small.asked == [("would", GROUP), ("send", GROUP)]


async def test_a_table_that_has_to_call_somebody_is_sent_anew(small: Small) -> None:
    """With a sound, and once for a moment."""
    small.close("ana")
    await small.show(at(), ASKS)
    assert small.did == [
        ("add", MATCH, "501/0/0/0/0", "beto", ""),
        ("send", GROUP, TOPIC),
        ("delete", GROUP, 60),
    ]
    assert MENTIONED in small.pages[0].html
    await small.show(at(71), ASKS)
    assert small.did == [("edit", GROUP, 71)]
    assert MENTIONED in small.pages[0].html, "it calls still"
    await small.show(at(71), replace(ASKS, point="2002"))
    assert ("send", GROUP, TOPIC) in small.did


async def test_a_picture_is_drawn_before_a_call_gets_its_words(small: Small) -> None:
    """Once it has them it is sent at once, while they are true."""
    small.surfaces = [OWN]
    drawn: list[object] = []

    async def words() -> str:
        drawn.extend(small.prepared)
        return "Te toca"

    assert await small.below("own", words=words) == SHOWN
    assert drawn == [page.picture for page in small.pages]
    assert None not in drawn


async def test_a_group_that_moved_has_no_message_yet(small: Small) -> None:
    small.present = {GROUP: OTHER}
    assert await small.show(at()) == Moved(f"{OTHER}/{TOPIC}/71/2/0")
    assert [call for call in small.did if call[0] == "delete"] == []


@pytest.mark.parametrize(
    ("where", "deleted"),
    [(at(hand=1), [("delete", GROUP, 60)]), (at(hand=1, done=True), []), (FRESH, [])],
)
async def test_the_message_before_is_deleted(
    small: Small, where: Surface, deleted: list[Any]
) -> None:
    """Unless it tells how a hand ended."""
    await small.show(where)
    assert [call for call in small.did if call[0] == "delete"] == deleted


async def test_a_private_message_before_is_deleted_in_any_case(small: Small) -> None:
    small.surfaces = [surface("500/0/60/1/1", "ana")]
    await small.below()
    assert ("delete", 500, 60) in small.did


@pytest.mark.parametrize(
    ("where", "spare", "since"),
    [
        (at(hand=1), True, 1),
        (at(hand=1, done=True), True, 0),
        (at(hand=1, done=True), False, 1),
        (at(hand=0), True, 1),
        (FRESH, True, 0),
    ],
    ids=["end not seen", "end seen", "no room for its buttons", "lobby", "none"],
)
async def test_the_next_hand_begins_with_an_end_that_is_not_read_above(
    small: Small, where: Surface, *, spare: bool, since: int
) -> None:
    """Above stands a message of the hand only if it tells its end and can lose its buttons."""
    small.spare = spare
    small.ended = (replace(SCREEN, lines=(Line("summary.won", "the end"),)),)
    came = await small.show(where)
    assert isinstance(came, Moved)
    assert read_address(came.address).since == since
    assert ("the end" in small.pages[0].html) is bool(since)
    assert small.since == [since] * bool(since)
    stays = where == at(hand=1, done=True) and spare
    assert (("edit keys", GROUP, 60, ()) in small.did) is stays
    assert (("delete", GROUP, 60) in small.did) is (not stays and where != FRESH)
    # What follows in this hand keeps it, also in a message sent anew.
    small.surfaces = [replace(where, address=came.address)]
    assert await small.show(small.surfaces[0]) == SHOWN
    assert ("the end" in small.pages[0].html) is bool(since)
    await small.below()
    assert ("the end" in small.pages[0].html) is bool(since)


@pytest.mark.parametrize("has_buttons", [True, False])
async def test_an_end_that_stays_loses_its_buttons_if_it_has_any(
    small: Small, has_buttons: bool
) -> None:
    """Without any it also stays where there is no room to remove them."""
    keys = ((InlineButton("x", "data"),),) if has_buttons else ()
    for spare in (True, False):
        small.spare = spare
        small.platform.messages._shows(read_address(at().address), Page("over", keys))
        await small.show(at(done=True), replace(SCREEN, number=3))
        assert (("edit keys", GROUP, 60, ()) in small.did) is (has_buttons and spare)
        assert (("delete", GROUP, 60) in small.did) is (has_buttons and not spare)


@pytest.mark.parametrize(
    ("where", "since"),
    [(at(hand=1, done=True), 2), (at(hand=0), 1)],
    ids=["the end before stays", "lobby"],
)
async def test_hands_without_a_message_of_their_own_are_told(
    small: Small, where: Surface, since: int
) -> None:
    """They were over before a card of theirs could be shown."""
    small.ended = (replace(SCREEN, lines=(Line("summary.won", "the end"),)),)
    await small.show(where, replace(SCREEN, number=3))
    assert small.since == [since]
    assert "the end" in small.pages[0].html


async def test_a_result_begins_with_an_end_that_is_not_read_above(small: Small) -> None:
    small.ended = (replace(SCREEN, lines=(Line("summary.won", "the end"),)),)
    await small.show(at(hand=1), replace(SCREEN, kind="result"))
    assert small.since == [1]
    assert "the end" in small.pages[0].html
    small.since.clear()
    address = read_address(at(hand=3).address)
    where = replace(at(hand=3), address=replace(address, since=2).write())
    await small.show(where, replace(SCREEN, kind="result"))
    assert small.since == [2], "it was told a moment ago, and goes with its message"
    small.since.clear()
    await small.show(at(hand=1, done=True), replace(SCREEN, kind="result"))
    assert small.since == []


async def test_a_table_without_a_new_card_may_wait_for_one(small: Small) -> None:
    """A card may not, nor the end of the match; the first deal and the end of a hand may, where the
    group has no room to spare."""
    over = replace(LAID, lines=(Line("summary.won", "the end"),))
    steps = [(LAID, False), (LAID, True), (replace(SCREEN, number=3), True)]
    for version, (screen, calm) in enumerate((*steps, (replace(LAID, number=3), False)), 1):
        small.calm.clear()
        await small.show(at(hand=screen.number), replace(screen, version=version))
        assert set(small.calm) == {calm}, (screen.number, screen.lines)
    for where, screen in ((at(hand=3), replace(over, number=3)), (at(hand=0), SCREEN)):
        for small.spare in (True, False):
            small.calm.clear()
            await small.show(where, replace(screen, version=10 + small.spare))
            assert set(small.calm) == {not small.spare}, screen.lines
    small.calm.clear()
    await small.show(at(hand=0), replace(SCREEN, version=10))
    assert set(small.calm) == {False}, "it is to be drawn again"
    small.calm.clear()
    small.only_read.clear()
    await small.show(at(hand=3), replace(LAID, number=3, kind="result"))
    assert (set(small.calm), set(small.only_read)) == ({False}, {False})


async def test_a_group_whose_people_play_in_windows_waits_for_a_picture_a_hand(
    small: Small,
) -> None:
    """Whoever has a seat there, at this table or another; the beginning of a match is shown."""
    over = replace(LAID, lines=(Line("summary.won", "the end"),))
    versions = itertools.count(1)

    async def slow(where: Surface, screen: Screen) -> set[bool]:
        small.slow.clear()
        await small.show(where, replace(screen, version=next(versions)))
        return set(small.slow)

    assert await slow(at(), LAID) == {False}
    small.windows.shows("telegram:1", MATCH, "eva")  # who only looks on keeps nobody waiting
    small.now += 60
    assert await slow(at(), LAID) == {False}
    small.windows.shows("telegram:2", MATCH, "ana")
    small.now += 60
    assert await slow(at(), replace(LAID, number=2)) == {True}
    assert await slow(at(), over) == {True}
    assert await slow(at(hand=0), SCREEN) == {False}
    small.platform.attention.acted_in_group("beto")
    assert await slow(at(), LAID) == {False}, "somebody plays by its buttons"


async def test_a_table_by_which_somebody_plays_does_not_wait_like_one_that_is_read(
    small: Small,
) -> None:
    """By its buttons, because the person has no private chat or has acted in the group."""

    versions = itertools.count(1)

    async def read() -> set[tuple[bool, bool]]:
        small.calm.clear()
        small.only_read.clear()
        await small.show(at(), replace(LAID, version=next(versions)))
        return set(zip(small.calm, small.only_read, strict=True))

    assert await read() == {(False, True)}
    assert await read() == {(True, True)}
    small.platform.attention.acted_in_group("beto")
    assert await read() == {(False, False)}
    small.now += PLAYS
    assert await read() == {(True, True)}
    small.close("beto")
    assert await read() == {(False, False)}


async def test_a_private_hand_waits_a_moment_with_what_needs_no_answer(small: Small) -> None:
    """A question, a new hand, an end and a lesson do not wait."""
    hand = replace(SCREEN, kind="hand")
    (mine, *_) = hand.seats
    waits = Wait(REST, alone=True, calm=True)
    asked = replace(hand, seats=(replace(mine, me=True, turn=True), *hand.seats[1:]))
    for screen in (
        asked,
        replace(hand, number=hand.number + 1),
        replace(hand, lines=(Line("summary.won", "the end"),)),
        replace(hand, lines=(Line(f"{LINES}over", "so it goes"),)),
    ):
        assert await small.show(OWN, hand) == waits
        assert await small.show(OWN, screen) != waits
    assert await small.show(OWN, hand) == waits, "counted from now on"
    small.now += REST - 1
    assert await small.show(OWN, hand) == Wait(1.0, alone=True, calm=True)
    small.now += 1
    assert await small.show(OWN, hand) == SHOWN
    assert ("edit", 500, 60) in small.did


async def test_a_private_hand_waits_longer_after_its_owners_own_step(small: Small) -> None:
    """Until somebody else does something that needs no answer either; without permission it does
    not wait once more."""
    hand = replace(SCREEN, kind="hand")
    small.platform.attention.heard("ana")
    assert await small.show(OWN, hand) == Wait(OWN_REST, alone=True, calm=True)
    small.now += JUST_NOW + 1
    theirs = replace(hand, version=hand.version + 1)
    assert await small.show(OWN, theirs) == Wait(REST, alone=True, calm=True)
    small.now += REST
    small.waits["picture"] = [0.5]
    assert await small.show(OWN, theirs) == Wait(0.5, alone=True, calm=False)
    assert await small.show(OWN, theirs) == SHOWN
    assert await small.show(OWN, theirs) == Wait(REST, alone=True, calm=True)


async def test_hidden_hands_follow_their_table(small: Small) -> None:
    small.owners = ("ana", "beto")
    await small.show(at())
    hands = [call for call in small.did if call[0] == "catch up"]
    assert hands == [("catch up", MATCH, "ana"), ("catch up", MATCH, "beto")]
    await small.show(OWN)
    assert [call for call in small.did if call[0] == "catch up"] == []


async def test_who_leaves_a_window_is_shown_the_table_and_a_hidden_hand(small: Small) -> None:
    small.infos[MATCH] = replace(small.infos[MATCH], status=Status.PLAYING)
    did = await small.done(small.platform.take_over(MATCH, "ana"))
    assert ("add", MATCH, Address(500, 0).write(), "ana", "") in did
    small.owners = ("ana",)
    small.close("ana")
    assert await small.done(small.platform.take_over(MATCH, "ana")) == [("catch up", MATCH, "ana")]
    playing = small.infos[MATCH]
    (mine, *others) = playing.seats
    gone = (replace(mine, left=True), *others)
    for info in (replace(playing, status=Status.OVER), replace(playing, seats=gone)):
        small.infos[MATCH] = info
        assert await small.done(small.platform.take_over(MATCH, "ana")) == []


async def test_a_message_that_is_replaced_is_current_no_longer(small: Small) -> None:
    await small.show(at())
    assert small.platform.messages.is_current(GROUP, 60)
    await small.show(at(hand=1))
    assert not small.platform.messages.is_current(GROUP, 60)
    assert small.platform.messages.is_current(GROUP, 71)


@pytest.mark.parametrize(
    ("screen", "hand", "done"),
    [
        (SCREEN, 2, False),
        (replace(SCREEN, kind="result"), RESULT, True),
        (replace(SCREEN, lines=(Line("summary.won", "x"),)), 2, True),
        (replace(SCREEN, lines=(Line("turn", "x"), Line("summary.won", "x"))), 2, True),
        (replace(SCREEN, lines=(Line("turn", "x"),)), 2, False),
    ],
)
async def test_the_address_says_which_hand_it_is_and_whether_it_is_over(
    small: Small, screen: Screen, hand: int, done: bool
) -> None:
    assert (hand_of(screen), is_done(screen)) == (hand, done)
    sent = await small.show(FRESH, screen)
    assert sent == Moved(f"{GROUP}/{TOPIC}/71/{hand}/{int(done)}")
    edited = await small.show(at(hand=hand), screen)
    now = Address(GROUP, TOPIC, 60, hand, done)
    assert edited == (Moved(now.write()) if done else SHOWN)
    assert await small.show(surface(now.write()), screen) == SHOWN


@pytest.mark.parametrize(
    ("where", "screen", "deals"),
    [
        (at(hand=1), SCREEN, True),
        (FRESH, SCREEN, True),
        (FRESH, replace(SCREEN, kind="result"), False),
        (FRESH, replace(SCREEN, kind="lobby"), False),
        (surface("500/0/0/0/0", "ana"), SCREEN, False),
    ],
)
async def test_a_new_hand_is_dealt_to_those_who_see_hidden_ones(
    small: Small, where: Surface, screen: Screen, deals: bool
) -> None:
    await small.show(where, screen)
    dealt = [call for call in small.did if call[0] == "deal"]
    assert dealt == [("deal", small.infos[MATCH], GROUP, TOPIC, 2)] * deals


async def test_a_table_that_is_sent_again_for_its_hand_deals_nothing(small: Small) -> None:
    small.close("ana")
    await small.show(at(), ASKS)
    assert ("send", GROUP, TOPIC) in small.did
    assert [call for call in small.did if call[0] == "deal"] == []


async def test_places_of_cards_are_for_those_without_a_private_chat(small: Small) -> None:
    for where in (at(), FRESH):
        await small.show(where, ASKS)
        usual = len(small.pages[0].keys)
        small.close("beto")
        await small.show(where, ASKS)
        assert len(small.pages[0].keys) == usual + 1
        small.people["beto"] = replace(small.people["beto"], open=True)


# --- what goes wrong -----------------------------------------------------------------------------


async def test_an_edit_that_changes_nothing_is_done(small: Small) -> None:
    small.trouble["edit"] = Same()
    assert await small.show(at()) == SHOWN
    assert small.platform.messages.is_current(GROUP, 60)


async def test_a_message_that_is_gone_is_sent_again(small: Small) -> None:
    small.trouble["edit"] = Missing()
    assert await small.show(at()) == Moved(f"{GROUP}/{TOPIC}/71/2/0")
    assert [call[0] for call in small.did if call[0] != "add"] == ["edit", "send", "delete"]
    small.waits["send"] = [3.0]
    assert await small.show(at()) == Wait(3.0, alone=True)
    assert [call for call in small.did if call[0] != "add"] == [("edit", GROUP, 60)], (
        "it may be there still, and nothing else is"
    )
    small.trouble["send"] = Unsure()
    assert await small.show(at()) == FAILED
    assert [call[0] for call in small.did if call[0] != "add"] == ["send"], "no edit once more"
    small.trouble.pop("send")
    await small.show(at(done=True))
    assert ("delete", GROUP, 60) in small.did, "it is no longer what was told"
    assert await small.show(LOBBY) == LOST, "a lobby is announced once"
    await small.show(OWN)
    assert small.did == [("edit", 500, 60), ("send", 500, 0, "silent"), ("delete", 500, 60)]


async def test_an_announcement_is_heard(small: Small) -> None:
    """Any other picture of one person comes without a sound."""
    small.close("ana")
    await small.show(surface(FRESH.address, ANNOUNCEMENT), ASKS)
    assert ("send", GROUP, TOPIC) in small.did
    assert MENTIONED not in small.pages[0].html
    await small.show(surface("500/0/0/0/0", "ana"), ASKS)
    assert ("send", 500, 0, "silent") in small.did


@pytest.mark.parametrize(
    ("trouble", "came", "told"),
    [
        (Flooded(7.0), Wait(7.0), []),
        (ChatMoved(OTHER), Wait(0.1), [("moved", GROUP, OTHER)]),
        (Unreachable(), LOST, []),
        (Missing(), LOST, []),
        (Unsure(), FAILED, []),
        (Rejected(), FAILED, []),
        (Trouble(), FAILED, []),
    ],
)
async def test_each_trouble_has_its_answer(
    small: Small, trouble: Trouble, came: Any, told: list[Any]
) -> None:
    small.trouble["send"] = trouble
    assert await small.show(FRESH) == came
    assert [call for call in small.did if call[0] not in ("send", "add")] == told


async def test_a_private_chat_that_is_closed_is_remembered(small: Small) -> None:
    small.trouble["send"] = Unreachable()
    assert await small.show(surface("500/0/0/0/0", "ana")) == LOST
    assert ("closed", 500) in small.did


async def test_a_message_of_no_surface_is_deleted(small: Small) -> None:
    gone = [("delete", GROUP, 60)]
    for now, deleted in ((None, gone), (at(50), gone), (at(60), []), (at(70), [])):
        assert await small.done(small.platform.retire(at(), now)) == deleted
        assert small.came == SHOWN
    assert await small.done(small.platform.retire(FRESH, None)) == []
    small.present = {GROUP: OTHER}
    assert await small.done(small.platform.retire(at(), None)) == [("delete", OTHER, 60)]

"""How Telegram calls for attention: in private, by name in a group, or not at all."""

import asyncio
from typing import Any, cast

import pytest
from msgspec.structs import replace

from adapters.telegram.message import Page
from adapters.telegram.trouble import Flooded, Trouble, Unreachable, Unsure
from bot.showing.attention import ACTIVE, ANSWER, CALLED_LATELY
from bot.showing.platform import FAILED, LOST, SAME, SHOWN, Wait
from bot.store.model import Surface
from bot.store.notices import CHALLENGE, REMIND, REMOVED, Notice
from bot.tokens import JOIN, encode
from tests.adapters.telegram.made_up import (
    AFTER,
    ASKS,
    CLUB,
    GROUP,
    MENTIONED,
    OWN,
    SCREEN,
    TOPIC,
    Small,
    at,
    no_words,
    surface,
    words,
)
from tests.bot.scenes import MATCH


@pytest.fixture
def small() -> Small:
    return Small()


@pytest.fixture
def calling(small: Small) -> Small:
    """Its table in the group asks Ana, who has no private chat."""
    small.close("ana")
    small.surfaces = [at()]
    small.screen = ASKS
    return small


# --- calls ---------------------------------------------------------------------------------------


async def test_who_is_awaited_is_called_in_private(small: Small) -> None:
    """Once more with a sound, unless the person was seen a moment ago."""
    assert await small.notify() == SHOWN
    assert small.did == [
        ("add", MATCH, "500/0/0/0/0", "ana", ""),
        ("until room", 500),
        ("send", 500, 0),
        ("move", "new0", "500/0/71/2/0"),
    ]
    assert small.read == (MATCH, "ana", "")
    small.platform.attention.heard("ana")
    small.now += ACTIVE / 2
    small.is_last = False
    await small.notify()
    assert ("send", 500, 0, "silent") in small.did, "something else stands below the hand"
    await small.notify(REMIND)
    assert small.did == [], "called a moment ago"
    small.now += CALLED_LATELY - ACTIVE / 2
    await small.notify(REMIND)
    assert ("send", 500, 0) in small.did, "a silent message is no call"


async def test_who_looks_at_the_hand_is_called_if_they_do_not_answer(small: Small) -> None:
    """The hand itself asks at once, by an edit; a call follows that is still true then."""
    small.surfaces = [OWN]
    small.platform.attention.heard("ana")
    called = [
        ("until room", 500),
        ("send", 500, 0),
        ("delete", 500, 60),
        ("move", "own", "500/0/71/2/0"),
    ]
    assert await small.notify("bet") == SHOWN
    assert small.did == [("wait", ANSWER), *called]
    notice = Notice("n", MATCH, "telegram:500", "bet", "", 0.0)
    small.platform.attention.heard("ana")
    assert await small.done(small.platform.notify(notice, no_words)) == [("wait", ANSWER)]


async def test_who_is_of_another_platform_is_called_there(small: Small) -> None:
    assert await small.notify(person="discord:500") == LOST
    assert small.did == []


async def test_who_cannot_be_told_in_private_is_called_in_the_group(small: Small) -> None:
    small.close("ana")
    small.surfaces = [at(), OWN]
    small.screen = ASKS
    hand = ("call", MATCH, "ana", GROUP, TOPIC)
    assert await small.notify() == SHOWN
    assert small.did == [
        ("until room", GROUP),
        ("send", GROUP, TOPIC),
        ("delete", GROUP, 60),
        ("move", "s", f"{GROUP}/{TOPIC}/71/2/0"),
        hand,
    ]
    assert MENTIONED in small.pages[0].html
    await small.notify()
    assert small.did == [hand], "called already"
    small.surfaces.append(surface(at().address, id="again"))
    await small.notify()
    assert small.did.count(hand) == 2, "at both tables"
    assert await small.notify("end") == SHOWN
    assert small.did == []


async def test_a_private_chat_that_is_found_closed_leads_to_the_group(small: Small) -> None:
    small.trouble["send"] = Unreachable()
    small.surfaces = [at()]
    assert await small.notify() == SHOWN
    assert ("call", MATCH, "ana", GROUP, TOPIC) in small.did
    small.surfaces = [at()]
    small.trouble["send"] = Unsure()
    assert await small.notify() == FAILED
    assert ("call", MATCH, "ana", GROUP, TOPIC) not in small.did


async def test_who_was_removed_is_told_alone(small: Small) -> None:
    told = [("turn", 500), ("send", 500, 0)]
    assert await small.notify(REMOVED) == SHOWN
    assert small.did == told
    assert small.pages == [Page("Te &lt;toca&gt;")]
    notice = Notice("n", MATCH, "telegram:500", REMOVED, "", 0.0)
    assert await small.done(small.platform.notify(notice, no_words)) == []
    small.close("ana")
    small.surfaces = [at()]
    assert await small.notify(REMOVED) == SHOWN
    assert small.did == []


async def test_a_challenge_names_a_person_in_the_group(small: Small) -> None:
    small.close("ana")
    small.infos[MATCH] = replace(small.infos[MATCH], kept=(("ana", "La Ana"),), part_of=AFTER)
    small.surfaces = [at()]
    sent = [("turn", GROUP), ("send", GROUP, TOPIC)]
    assert await small.notify(CHALLENGE) == SHOWN
    assert small.did == sent
    name, said = small.pages[0].html.split("\n")
    assert MENTIONED in name
    assert "La Ana" in name
    assert said == "Te &lt;toca&gt;"
    ((key,),) = small.pages[0].keys
    assert key.data == encode(MATCH, "", JOIN)
    small.surfaces = [surface(at().address, match=AFTER)]
    await small.notify(CHALLENGE)
    assert small.did == sent, "where the tournament is shown"
    small.surfaces = []
    small.infos[MATCH] = replace(small.infos[MATCH], place=f"{CLUB}/{TOPIC}")
    await small.notify(CHALLENGE)
    assert small.did == sent, "in its own group, which has not got it yet"
    small.infos[MATCH] = replace(small.infos[MATCH], place="discord:1/2")
    await small.notify(CHALLENGE)
    assert small.did == []
    small.surfaces = [surface(at().address, match=AFTER)]
    small.infos[MATCH] = replace(small.infos[MATCH], kept=())
    await small.notify(CHALLENGE)
    assert "La Ana" not in small.pages[0].html
    notice = Notice("n", MATCH, "telegram:500", CHALLENGE, "", 0.0)
    assert await small.done(small.platform.notify(notice, no_words)) == sent[:1]
    small.infos.clear()
    assert await small.notify(CHALLENGE) == SHOWN
    assert small.did == []


async def test_a_person_is_told_in_private_alone(small: Small) -> None:
    told = [("turn", 500), ("send", 500, 0)]
    assert await small.done(small.platform.tell("telegram:500", "a <b>")) == told
    assert small.pages == [Page("a &lt;b&gt;")]
    assert await small.done(small.platform.tell("discord:500", "a")) == []
    small.close("ana")
    assert await small.done(small.platform.tell("telegram:500", "a")) == []


async def test_a_platform_that_has_stopped_begins_nothing(small: Small) -> None:
    await small.platform.delayed.stop()
    assert await small.done(small.platform.tell("telegram:500", "a")) == []


async def test_a_group_reads_what_is_published(small: Small) -> None:
    place = f"{CLUB}/{TOPIC}"
    sent = [("turn", GROUP), ("send", GROUP, TOPIC, "silent")]
    assert await small.done(small.platform.publish(CLUB, place, "a <b>")) == sent
    assert small.pages == [Page("a &lt;b&gt;")]
    small.chats["telegram:500"] = 500
    for community in ("telegram:500", "discord:1"):
        assert await small.done(small.platform.publish(community, place, "a")) == []


async def test_what_is_published_comes_before_what_follows(small: Small) -> None:
    """It is waited for, for a moment."""
    await small.platform.publish(CLUB, f"{CLUB}/{TOPIC}", "a")
    assert ("send", GROUP, TOPIC, "silent") in small.did


# --- a message below all others ------------------------------------------------------------------


async def test_the_newest_picture_is_sent_anew(small: Small) -> None:
    small.surfaces = [replace(at(), locale="en")]
    assert await small.below() == SHOWN
    assert small.read == (MATCH, None, "en")
    assert small.did == [
        ("until room", GROUP),
        ("send", GROUP, TOPIC, "silent"),
        ("delete", GROUP, 60),
        ("move", "s", f"{GROUP}/{TOPIC}/71/2/0"),
    ]


GONE = [[], [replace(at(), lost=True)]]


@pytest.mark.parametrize("there", GONE, ids=["none", "lost"])
async def test_nothing_is_sent_for_a_surface_that_is_gone(
    small: Small, there: list[Surface]
) -> None:
    """Neither at first nor while its turn is waited for."""
    small.surfaces = there
    assert await small.below() == LOST
    assert small.did == []
    small.surfaces, small.taken = [at()], there
    assert await small.below() == LOST
    assert small.did == [("until room", GROUP)]


async def test_nothing_is_sent_of_a_match_that_is_gone(small: Small) -> None:
    small.surfaces = [at()]
    small.screen = None
    assert await small.below() == LOST
    assert small.did == [("until room", GROUP)]


async def test_a_call_that_nobody_needs_is_not_sent(small: Small) -> None:
    none = [("until room", GROUP)]
    small.surfaces = [at()]
    small.screen = ASKS
    assert await small.below(to_call=True) == SAME
    assert small.did == none
    assert await small.below(words=no_words) == SAME
    assert small.did == none
    small.close("ana")
    assert await small.below(to_call=True) == SHOWN


async def test_the_words_of_a_call_stand_above_the_hand(small: Small) -> None:
    small.surfaces = [OWN]
    small.screen = replace(SCREEN, kind="hand")
    await small.below("own", words=words)
    assert "Te &lt;toca&gt;" in small.pages[0].html
    await small.below("own")
    assert "Te &lt;toca&gt;" not in small.pages[0].html


async def test_a_picture_without_words_has_no_sound_for_whoever_is_here(small: Small) -> None:
    small.surfaces = [OWN]
    await small.below("own")
    assert ("send", 500, 0) in small.did
    small.platform.attention.heard("ana")
    await small.below("own")
    assert ("send", 500, 0) in small.did
    await small.below("own", words=words)
    assert ("send", 500, 0, "silent") in small.did


async def test_a_chat_that_is_flooded_waits(small: Small) -> None:
    small.surfaces = [at()]
    small.trouble["until room"] = Flooded(7.0)
    assert await small.below() == Wait(7.0)
    assert small.did == [("until room", GROUP)]


async def test_a_surface_that_cannot_be_reached_is_lost(small: Small) -> None:
    small.surfaces = [at()]
    small.trouble["send"] = Unreachable()
    assert await small.below() == LOST
    assert small.did[-1] == ("lose", "s")
    small.trouble["send"] = Unsure()
    assert await small.below() == FAILED
    assert ("lose", "s") not in small.did


# --- later ---------------------------------------------------------------------------------------


async def test_a_call_waits_for_room_in_the_group(calling: Small) -> None:
    calling.waits["would"] = [2.0, 1.5, 0.5]
    did = await calling.done(calling.platform.call(at()))
    assert did == [
        ("pause", 1.5),
        ("pause", 0.5),
        ("until room", GROUP),
        ("send", GROUP, TOPIC),
        ("delete", GROUP, 60),
        ("move", "s", f"{GROUP}/{TOPIC}/71/2/0"),
    ]
    assert await calling.done(calling.platform.call(at())) == [], "called already"
    calling.screen = None
    assert await calling.done(calling.platform.call(at())) == []


async def test_who_does_something_meanwhile_is_called_no_more(calling: Small) -> None:
    async def turn(chat: int) -> None:
        calling.platform.attention.heard("ana")

    calling.wire.until_room = turn
    assert await calling.done(calling.platform.call(at())) == []
    assert ("send", GROUP) not in calling.asked, "no permission was taken"


async def test_a_call_that_waits_is_made_once(calling: Small) -> None:
    calling.waits["would"] = [2.0, 2.0]
    await calling.platform.call(at())
    await calling.platform.call(at())
    await calling.work()
    assert [call for call in calling.did if call[0] == "send"] == [("send", GROUP, TOPIC)]


async def test_a_call_that_waited_may_wait_again(calling: Small) -> None:
    calling.waits["would"] = [2.0, 0.0, 1.0]
    await calling.platform.call(at())
    await calling.work()
    assert [call[0] for call in calling.did].count("send") == 1


@pytest.mark.errors("telegram_failed")
@pytest.mark.parametrize("trouble", [Trouble(), ValueError()])
async def test_what_is_put_off_raises_nothing(small: Small, trouble: Exception) -> None:
    small.trouble["send"] = trouble
    await small.done(small.platform.tell("telegram:500", "a"))
    assert small.platform.delayed.tasks == {}
    small.trouble.clear()
    assert ("send", 500, 0) in await small.done(small.platform.tell("telegram:500", "a"))


async def test_what_was_put_off_ends_with_the_platform(calling: Small) -> None:
    waits = asyncio.Event()

    async def pause(_: float) -> None:
        await waits.wait()

    calling.wire.pause = pause
    calling.waits["would"] = [2.0, 2.0]
    await calling.platform.call(at())
    (task,) = calling.platform.delayed.tasks.values()
    await asyncio.sleep(0)
    await calling.platform.delayed.stop()
    assert task.cancelled()


async def test_who_loses_the_private_chat_plays_at_the_table(small: Small) -> None:
    """It is drawn again, with buttons for their cards."""
    small.surfaces = [at(), OWN]
    small.groups.on_closed("ana")
    await small.work()
    assert small.did == [("redraw", "s")]


# --- after an absence ----------------------------------------------------------------------------


async def test_an_open_decision_is_shown_once_more(small: Small) -> None:
    small.surfaces = [at(), OWN]
    small.screen = ASKS
    did = await small.done(small.platform.offer_again("ana"))
    assert [call for call in did if call[0] == "send"] == [("send", 500, 0)]
    small.close("ana")
    for _ in range(2):
        did = await small.done(small.platform.offer_again("ana"))
        assert [call for call in did if call[0] == "send"] == [("send", GROUP, TOPIC)]


@pytest.mark.parametrize("gone", ["private", "user"])
async def test_who_is_not_seen_in_private_is_called_in_the_group(small: Small, gone: str) -> None:
    small.screen = replace(ASKS, asked=(1,))
    small.close("beto")
    small.surfaces = [at()] if gone == "private" else [at(), OWN]
    if gone == "user":
        small.people["ana"] = replace(small.people["ana"], open=False)
    did = await small.done(small.platform.offer_again("ana"))
    assert [call for call in did if call[0] == "send"] == [("send", GROUP, TOPIC)]


async def test_who_has_nothing_to_decide_is_shown_nothing(small: Small) -> None:
    small.surfaces = [at(), OWN]
    small.screen = ASKS
    small.close("ana")
    small.awaited = (1,)
    assert await small.done(small.platform.offer_again("ana")) == []
    small.awaited = (0,)
    assert await small.done(small.platform.offer_again("nobody")) == []
    info = small.infos[MATCH]
    small.infos = {"gone": cast(Any, None), MATCH: info}
    did = await small.done(small.platform.offer_again("ana"))
    assert [call for call in did if call[0] == "send"] == [("send", GROUP, TOPIC)]

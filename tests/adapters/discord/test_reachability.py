"""Where somebody is reached on Discord, and how they are called: each condition once.

Discord, the service and the time are made up here."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from discord.app_commands import AppCommandContext
from msgspec.structs import replace

from adapters.discord.address import read
from adapters.discord.community import HANDS
from adapters.discord.last_presses import TOKEN_SECONDS
from adapters.discord.message import FILE, Message, gallery, text, walk
from adapters.discord.reachability import HAND, Reachability
from adapters.discord.words import plain, say
from bot import tokens
from bot.common.lived_time import Time
from bot.pictures.row import CardRow
from bot.screens import notice_button
from bot.showing.attention import ANSWER, CALLED_LATELY
from bot.showing.open_windows import OpenWindows
from bot.showing.platform import SHOWN
from bot.store.model import Surface
from bot.store.notices import (
    CHALLENGE,
    FULL,
    HOST_GONE,
    OF_TOURNAMENT,
    REMIND,
    REMOVED,
    SEAT_FREE,
    Notice,
)
from bot.store.processes import OneProcess
from engine.variants import table_for
from tests.adapters.discord.made_up import surface
from tests.bot.scenes import MATCH, info_for
from tests.virtual import pass_by, settle

NOW = 1_700_000_000.0
ANA, BETO, MESA, CHAT = 500, 501, 7, 1500
PICTURE = Message(
    (gallery(f"attachment://{FILE}", "cards"),),
    picture=CardRow("spanish", ("1e",)),
    plain=(text("1e"),),
)


class Small:
    """What was sent and stored."""

    def __init__(self) -> None:
        self.did: list[tuple[Any, ...]] = []
        self.words: dict[str, Any] = {}
        self.surfaces: list[Surface] = []
        self.settings: dict[str, dict[str, str]] = {}
        self.now = NOW
        self.slow = 0.0
        """Seconds until the answer to a call that is sent now."""
        self.trouble: Exception | None = None
        self.true = True
        """Whether what people are called for still holds."""
        self.past: set[str] = set()
        """Moments whose calls hold no longer."""
        self.info: Any = info_for(table_for("argentino", 2), community="discord:1")
        self.client = cast(
            Any,
            SimpleNamespace(
                application_id=5, create_dm=self._create_dm, get_partial_messageable=self._channel
            ),
        )
        self.service = cast(
            Any,
            SimpleNamespace(
                time=SimpleNamespace(
                    utc=lambda: self.now,
                    now=lambda: asyncio.get_running_loop().time(),
                    pause=asyncio.sleep,
                ),
                users=SimpleNamespace(on=self._on, person_of=self._person_of),
                windows=OpenWindows(Time(), OneProcess()),
                settings=SimpleNamespace(of=self._settings, save=self._save),
                surfaces=SimpleNamespace(
                    of_match=self._of_match, remove=self._remove, add=self._add
                ),
                matches=SimpleNamespace(info=self._info),
                screens=SimpleNamespace(
                    locale_for=self._locale,
                    is_true=self._is_true,
                    notice_button=self._notice_button,
                ),
            ),
        )
        self.reach = Reachability(self.client, self.service)

    async def _notice_button(self, notice: Notice) -> Any:
        return notice_button(notice.kind, self.info, "es")

    def _channel(self, channel: int) -> Any:
        async def send(**words: Any) -> Any:
            self.did.append(("send", channel))
            self.words = words
            id = 900 + len(self.did)
            await asyncio.sleep(self.slow)
            if self.trouble is not None:
                raise self.trouble
            return SimpleNamespace(id=id)

        def message(id: int) -> Any:
            async def delete() -> None:
                self.did.append(("delete", channel, id))

            return SimpleNamespace(delete=delete)

        return SimpleNamespace(send=send, get_partial_message=message)

    async def _create_dm(self, user: Any) -> Any:
        return SimpleNamespace(id=user.id + 1000)

    async def _on(self, platform: str, person: str) -> str:
        assert platform == "discord"
        return {"ana": f"discord:{ANA}", "beto": f"discord:{BETO}"}.get(person, person)

    async def _person_of(self, user: str) -> str:
        return {f"discord:{ANA}": "ana", f"discord:{BETO}": "beto"}.get(user, user)

    async def _settings(self, of: str) -> dict[str, str]:
        return self.settings.get(of, {})

    async def _save(self, of: str, **values: str) -> None:
        self.settings.setdefault(of, {}).update(values)
        self.did.append(("save", of, *values.values()))

    async def _of_match(self, match: str) -> list[Surface]:
        return [surface for surface in self.surfaces if surface.match == match]

    async def _remove(self, surface: str) -> None:
        self.did.append(("remove", surface))

    async def _add(self, match: str, **words: Any) -> None:
        at = read(words["address"])
        assert (words["platform"], words["key"]) == ("discord", at.kind)
        assert words["chat"] == f"{at.kind}{at.target}"
        self.did.append(("add", match, words["address"], words["person"]))

    async def _info(self, match: str) -> Any:
        assert match == MATCH
        return self.info

    async def _locale(self, person: str, match: str) -> str:
        assert match == MATCH
        return "en" if person == "beto" else "es"

    async def _is_true(self, notice: Notice) -> bool:
        return self.true and notice.moment not in self.past

    # --- what is asked ---------------------------------------------------------------------------

    def pressed(self, user: int = ANA, *, guild: int | None = 1, files: bool = True) -> list[Any]:
        """Somebody has pressed: the messages that follow it."""
        sent: list[Any] = []

        async def send(**words: Any) -> Any:
            sent.append(words)
            return SimpleNamespace(id=77)

        press = SimpleNamespace(
            guild_id=guild,
            context=AppCommandContext(guild=guild is not None, dm_channel=guild is None),
            _integration_owners={0: guild},
            user=SimpleNamespace(id=user),
            followup=SimpleNamespace(send=send, token="tok"),
            app_permissions=SimpleNamespace(attach_files=files),
        )
        self.reach.pressed(cast(Any, press))
        return sent

    async def done(self) -> list[tuple[Any, ...]]:
        """What was done since the last time."""
        await settle()
        did = self.did[:]
        self.did.clear()
        return did

    def said(self) -> str:
        view = self.words["view"]
        return "".join(part["content"] for part in walk(view.to_components()) if part["type"] == 10)


def notice(kind: str = "turn", person: str = f"discord:{ANA}") -> Notice:
    return Notice("n", MATCH, person, kind, "moment", 0.0)


async def words() -> str | None:
    return "your *turn*"


@pytest.fixture
def small() -> Small:
    return Small()


TABLE = surface(f"#{MESA}/1/1")


# --- one's hand ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "server", "kind"),
    [
        ("", "", "@"),
        ("", "here", "~"),
        ("direct", "here", "@"),
        ("here", "", "~"),
        ("closed", "", "~"),
    ],
)
async def test_a_hand_goes_where_its_person_wants_it(
    small: Small, own: str, server: str, kind: str
) -> None:
    """The server is asked where the person has not chosen."""
    small.settings = {"ana": {HAND: own}, "discord:1": {HANDS: server}}
    await small.reach.seat(MATCH, "ana")
    assert await small.done() == [("add", MATCH, f"{kind}{ANA}", "ana")]
    small.info = None
    await small.reach.seat(MATCH, "ana")
    ((_, _, address, _),) = await small.done()
    assert address[0] == (kind if own else "@")
    await small.reach.seat(MATCH, "telegram:5")
    assert await small.done() == [], "no user of Discord's"


@pytest.mark.parametrize(
    ("there", "has"),
    [
        (surface(f"@{ANA}/9/1/1", "ana"), True),
        (surface(f"@{ANA}", "ana"), False),
        (surface(f"@{ANA}/9/1/1", "ana", lost=True), False),
        (surface(f"@{BETO}/9/1/1", "beto"), False),
        (surface("#7/1/1"), False),
        (surface("@500/9/1/1", "ana", platform="other"), False),
        (surface(f"~{ANA}/1/{int(NOW) + 1}/tok", "ana"), True),
        (surface(f"~{ANA}/1/{int(NOW)}/tok", "ana"), False),
    ],
    ids=[
        "there",
        "not sent yet",
        "lost",
        "another's",
        "the table",
        "another platform's",
        "an answer",
        "an answer of long ago",
    ],
)
async def test_a_hand_that_is_shown_stays(small: Small, there: Surface, has: bool) -> None:
    small.surfaces = [TABLE, there]
    await small.reach.seat(MATCH, "ana")
    assert (await small.done() == []) is has


async def test_a_hand_moves_into_the_channel(small: Small) -> None:
    small.surfaces = [
        TABLE,
        surface(f"@{ANA}/9/1/1", "ana", "a"),
        surface(f"@{BETO}", "beto", "b"),
        surface(f"~{ANA}", "ana", "here"),
    ]
    await small.reach.prefer_here(MATCH, "ana")
    assert await small.done() == [
        ("save", "ana", "here"),
        ("remove", "a"),
        ("add", MATCH, f"~{ANA}", "ana"),
    ]
    await small.reach.prefer_here(MATCH, "telegram:5")
    assert await small.done() == []


async def test_a_press_can_be_followed_for_a_while(small: Small) -> None:
    message = Message((text("hello"),))
    assert await small.reach.follow(ANA, message) is None
    small.pressed(guild=None)
    assert await small.reach.follow(ANA, message) is None, "in the private chat"
    sent = small.pressed()
    found = await small.reach.follow(ANA, message)
    assert found is not None
    address, _ = found
    assert str(address) == f"~{ANA}/77/{int(NOW) + TOKEN_SECONDS}/tok"
    assert (sent[0]["ephemeral"], sent[0]["wait"]) == (True, True)
    small.now += TOKEN_SECONDS - 1
    assert await small.reach.follow(ANA, message) is not None
    small.now += 1
    assert await small.reach.follow(ANA, message) is None
    assert await small.reach.follow(BETO, message) is None


async def test_a_closed_chat_is_told_once(small: Small) -> None:
    """Where the person last pressed, else below the table."""
    here = ("add", MATCH, f"~{ANA}", "ana")
    hand = surface(f"@{ANA}", "ana")
    small.surfaces = [TABLE]
    sent = small.pressed()
    await small.reach.closed(hand, for_good=False)
    assert await small.done() == [here]
    await small.reach.closed(hand, for_good=True)
    assert await small.done() == [("save", "ana", "closed"), here]
    assert len(sent) == 1
    await small.reach.closed(hand, for_good=True)
    assert await small.done() == [here]
    assert len(sent) == 1
    small.settings = {}
    small.now += TOKEN_SECONDS
    await small.reach.closed(hand, for_good=True)
    assert await small.done() == [("save", "ana", "closed"), here, ("send", MESA)]
    assert f"<@{ANA}>" in small.said()


async def test_who_is_awaited_in_a_tournament_is_called_although_the_chat_is_closed(
    small: Small,
) -> None:
    small.surfaces = [TABLE]
    small.settings = {"ana": {HAND: "closed"}}
    for part_of, kept, called in (("cup", "ana", True), ("cup", "beto", False), ("", "ana", False)):
        small.info = replace(small.info, part_of=part_of, kept=((kept, kept),))
        await small.reach.closed(surface(f"@{ANA}", "ana"), for_good=True)
        assert (("send", MESA) in await small.done()) is called


async def test_a_tournament_calls_in_the_private_chat_or_below_itself(small: Small) -> None:
    small.surfaces = [TABLE]
    for kind in OF_TOURNAMENT:
        small.settings, small.trouble = {}, None
        assert await small.reach.notify(notice(kind), words) == SHOWN
        assert await small.done() == [("send", ANA + 1000)]
        small.settings = {"ana": {HAND: "closed"}}
        await small.reach.notify(notice(kind), words)
        assert ("send", MESA) in await small.done()


async def test_where_no_table_is_shown_its_tournament_calls(small: Small) -> None:
    small.info = replace(small.info, part_of="cup")
    small.surfaces = [replace(TABLE, match="cup")]
    for user, called in ((f"discord:{ANA}", True), ("telegram:5", False)):
        await small.reach.notify(notice(REMIND, user), words)
        assert await small.done() == [("send", MESA)] * called


# --- calling -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "actions"), [("turn", []), (FULL, [tokens.START]), (SEAT_FREE, [tokens.JOIN])]
)
async def test_a_call_has_the_button_of_its_notice(
    small: Small, kind: str, actions: list[str]
) -> None:
    small.surfaces = [TABLE]
    assert await small.reach.notify(notice(kind), words) == SHOWN
    assert await small.done() == [("send", MESA)]
    parts = walk(small.words["view"].to_components())
    pressed = [part["custom_id"] for part in parts if part["type"] == 2]
    assert pressed == [tokens.encode(MATCH, "", action) for action in actions]


@pytest.mark.parametrize("kind", ["turn", "bet", HOST_GONE])
async def test_who_is_looking_is_called_if_they_do_not_answer(small: Small, kind: str) -> None:
    """Who is away is called at once."""
    small.surfaces = [TABLE]
    assert not small.reach.looks(ANA)
    assert await small.reach.notify(notice(kind), words) == SHOWN
    assert await small.done() == [("send", MESA)]
    assert small.said() == f"<@{ANA}> your \\*turn\\*"
    assert [user.id for user in small.words["allowed_mentions"].users] == [ANA]
    small.reach.heard(ANA)
    assert small.reach.looks(ANA)
    assert await small.reach.notify(notice(kind), words) == SHOWN
    await pass_by(ANSWER - 0.5)
    assert await small.done() == []
    await pass_by(1)
    assert ("send", MESA) in await small.done()
    assert not small.reach.looks(ANA), "they have not answered"


async def test_nobody_is_called_for_an_end_or_for_what_is_over(small: Small) -> None:
    small.surfaces = [TABLE]

    async def nothing() -> str | None:
        return None

    assert await small.reach.notify(notice("end"), words) == SHOWN
    await small.reach.notify(notice(), nothing)
    small.reach.heard(ANA)
    await small.reach.notify(notice(), nothing)
    await pass_by(60)
    assert await small.done() == []


async def test_a_reminder_follows_a_call_after_two_minutes(small: Small) -> None:
    small.surfaces = [TABLE]
    await small.reach.notify(notice(), words)
    assert await small.done() == [("send", MESA)]
    await pass_by(CALLED_LATELY - 0.1)
    await small.reach.notify(notice(REMIND), words)
    assert await small.done() == []
    await pass_by(0.2)
    await small.reach.notify(notice(REMIND), words)
    assert sorted(await small.done()) == [("delete", MESA, 901), ("send", MESA)]
    await small.reach.notify(notice(REMIND, f"discord:{BETO}"), words)
    assert await small.done() == [("send", MESA)], "nobody has called Beto"
    small.reach.heard(ANA)
    other = Notice("n", MATCH, f"discord:{ANA}", REMIND, "another moment", 0.0)
    await small.reach.notify(other, words)
    assert ("send", MESA) in await small.done()


async def test_a_call_goes_when_it_is_no_longer_true(small: Small) -> None:
    small.surfaces = [TABLE]
    await small.reach.uncall(MATCH)
    for person in (ANA, BETO):
        await small.reach.notify(notice(REMIND, f"discord:{person}"), words)
        await settle()
    await small.reach.uncall(MATCH)
    assert await small.done() == [("send", MESA), ("send", MESA)]
    small.true = False
    await small.reach.uncall(MATCH)
    assert await small.done() == [("delete", MESA, 901), ("delete", MESA, 902)]
    await small.reach.uncall(MATCH)
    assert await small.done() == []
    assert small.reach._calls == {}
    small.true = True
    await small.reach.notify(notice("turn"), words)
    await small.done()
    small.true = False
    await small.reach.notify(notice("turn", f"discord:{BETO}"), words)
    gone = ("delete", MESA, 901)
    assert await small.done() == [("send", MESA), gone, gone], "also one that has come too late"


@pytest.mark.parametrize(("is_past", "gone"), [(True, 901), (False, 902)])
async def test_of_two_calls_the_one_that_is_true_stays_whichever_comes_first(
    small: Small, is_past: bool, gone: int
) -> None:
    small.surfaces, small.slow = [TABLE], 5.0
    await small.reach.notify(notice(), words)
    await settle()
    small.slow, small.past = 0.0, {"moment"} if is_past else set()
    later = Notice("n", MATCH, f"discord:{ANA}", "turn", "another moment", 0.0)
    await small.reach.notify(later, words)
    await pass_by(6)
    assert await small.done() == [("send", MESA), ("send", MESA), ("delete", MESA, gone)]
    small.true = False
    await small.reach.uncall(MATCH)
    assert await small.done() == [("delete", MESA, 901 + 902 - gone)]


@pytest.mark.parametrize(
    ("surfaces", "place"),
    [
        ([surface(f"@{ANA}/{CHAT}/1/1", "ana"), TABLE], MESA),
        ([surface(f"@{ANA}/{CHAT}/1/1", "ana")], CHAT),
        ([surface(f"@{ANA}", "ana")], None),
        ([surface(f"~{ANA}/1/2/tok", "ana")], None),
        ([surface(f"@{BETO}/{CHAT}/1/1", "beto")], None),
        ([surface(f"#{MESA}/1/1", lost=True), surface(f"@{ANA}/{CHAT}/1/1", "ana")], CHAT),
        ([surface("tab", platform="web"), TABLE], MESA),
        ([], None),
    ],
)
async def test_people_are_called_under_the_table_or_in_their_chat(
    small: Small, surfaces: list[Surface], place: int | None
) -> None:
    small.surfaces = surfaces
    await small.reach.notify(notice(REMIND), words)
    assert await small.done() == ([] if place is None else [("send", place)])
    await small.reach.notify(notice(REMIND, "telegram:5"), words)
    assert await small.done() == []


async def test_who_is_challenged_gets_the_lobby_where_none_is_shown(small: Small) -> None:
    """A moment later: the lobby's own message comes first."""
    await small.reach.notify(notice(CHALLENGE), words)
    await pass_by(2.5)
    assert await small.done() == []
    await pass_by(1)
    assert await small.done() == [("add", MATCH, f"@{ANA}", "ana")]
    small.surfaces = [TABLE]
    await small.reach.notify(notice(CHALLENGE), words)
    await pass_by(4)
    assert await small.done() == [("send", MESA)]
    assert not [part for part in walk(small.words["view"].to_components()) if "custom_id" in part]
    small.surfaces = []
    await small.reach.notify(notice(CHALLENGE, "telegram:5"), words)
    await pass_by(4)
    assert await small.done() == []


async def test_where_the_bot_is_not_a_challenge_is_an_answer_to_the_host(small: Small) -> None:
    """Below the table that the host's interaction has shown; a hand has one too."""
    small.info = info_for(table_for("argentino", 2), community="discord:~1")
    vars(small.reach)["webhook"] = small._channel
    lobby, hand = surface(f"!{MESA}/1/0/tok"), surface(f"!{ANA}/1/0/own", "ana")
    small.surfaces = [hand, replace(lobby, platform="telegram"), TABLE, lobby, lobby]

    async def challenged(person: str = f"discord:{ANA}") -> list[tuple[Any, ...]]:
        await small.reach.notify(notice(CHALLENGE, person), words)
        await pass_by(4)
        return await small.done()

    assert await challenged() == [("send", "tok")]
    assert f"<@{ANA}>" in small.said()
    assert small.words["wait"]
    assert await challenged("telegram:5") == []
    small.surfaces = [hand, TABLE]
    assert await challenged() == []


async def test_who_is_removed_is_told_alone(small: Small) -> None:
    small.surfaces = [TABLE]
    await small.reach.notify(notice(REMOVED, "ana"), words)
    assert await small.done() == [("send", CHAT)]
    assert small.said() == "your \\*turn\\*"
    sent = small.pressed()
    await small.reach.notify(notice(REMOVED, "ana"), words)
    assert await small.done() == []
    assert len(sent) == 1
    await small.reach.notify(notice(REMOVED, "telegram:5"), words)
    assert await small.done() == []


# --- a table that is lost ------------------------------------------------------------------------


async def test_people_are_told_once_that_their_table_is_lost(small: Small) -> None:
    sent = small.pressed()
    small.surfaces = [
        surface("tab", "ana", platform="web"),
        TABLE,
        surface(f"@{BETO}/{CHAT}/1/1", "beto"),
        surface(f"@{BETO}", "beto"),
        surface(f"@{BETO}/{CHAT}/1/1", "beto", lost=True),
        surface(f"~{ANA}/1/2/tok", "ana"),
    ]
    await small.reach.lost_table(TABLE)
    assert await small.done() == [("send", CHAT)]
    assert small.said() == plain(say("en", "lost"))
    assert len(sent) == 1
    await small.reach.lost_table(TABLE)
    assert (await small.done(), len(sent)) == ([], 1)
    small.reach.found_table(MATCH)
    await small.reach.lost_table(TABLE)
    assert (await small.done(), len(sent)) == ([("send", CHAT)], 2)


# --- what runs beside ----------------------------------------------------------------------------


async def test_work_beside_ends_with_the_adapter(small: Small) -> None:
    began = []
    ended = asyncio.Event()

    async def work(name: str) -> None:
        began.append(name)
        try:
            await ended.wait()
        except asyncio.CancelledError:
            began.append(f"{name} ended")
            raise

    small.reach.later(work("one"))
    await settle()
    await small.reach.stop()
    assert began == ["one", "one ended"]
    assert small.reach._background.tasks == {}, "what has ended is forgotten"
    small.reach.later(work("two"))
    await settle()
    assert began == ["one", "one ended"]
    await small.reach.stop()


async def test_trouble_with_discord_beside_is_no_error(small: Small) -> None:
    """A refusal, or no connection: nothing fails because somebody is not called."""
    small.surfaces = [TABLE]
    response = cast(Any, SimpleNamespace(status=403, reason="no"))
    for trouble in (discord.HTTPException(response, "no"), OSError(), discord.RateLimited(5.0)):
        small.trouble = trouble
        await small.reach.notify(notice(REMIND), words)
        assert await small.done() == [("send", MESA)]


@pytest.mark.errors("discord.failed")
async def test_a_mistake_of_ours_beside_is_one(small: Small) -> None:
    small.surfaces = [TABLE]
    small.trouble = ValueError("a mistake")
    await small.reach.notify(notice(REMIND), words)
    assert await small.done() == [("send", MESA)]


async def test_a_user_that_was_unlinked_is_another_person_s(small: Small) -> None:
    assert await small.reach.is_theirs(ANA, "ana")
    assert not await small.reach.is_theirs(ANA, "beto")

"""What becomes of each drawing: which call it makes on Discord, and what the service is told of it.

Discord, the store and the time are made up here, so that each answer of theirs can be had."""

import itertools
from collections.abc import Awaitable
from datetime import UTC, datetime
from functools import partial
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from msgspec.structs import replace

from adapters.discord.address import read
from adapters.discord.emoji import Emoji
from adapters.discord.layout import at_rest
from adapters.discord.message import Message, walk
from adapters.discord.picture_pace import CARDS_REST, OLD, PLAYS, WORDS_REST, PicturePace
from adapters.discord.platform import DiscordPlatform
from adapters.discord.words import say
from bot import tokens
from bot.model import MatchInfo, Seat, Status
from bot.screen import Button, CardMark, Line, Screen, SeatMark, TrickRow
from bot.screens.teaching.lesson import LINES
from bot.showing.platform import FAILED, LOST, SAME, SHOWN, Moved, Wait
from bot.store.model import Surface
from engine.variants import table_for
from tests.adapters.discord import made_up
from tests.adapters.known_matches import infos_by
from tests.adapters.made_up import MadeUp
from tests.bot.scenes import MATCH, info_for

NOW = 1_700_000_000.0
ANA, BETO = 500, 501
MESA, OTHER = 7, 8
LEAVE = tokens.encode(MATCH, "", tokens.LEAVE)
NETWORK = OSError("gone")


def refused(status: int, code: int = 0) -> discord.HTTPException:
    response = cast(Any, SimpleNamespace(status=status, reason="no"))
    return discord.HTTPException(response, {"code": code, "message": "no"})


def sent_at(seconds: float, number: int = 0) -> int:
    """The id of a message that was sent so many seconds ago."""
    when = datetime.fromtimestamp(NOW - seconds, UTC)
    return discord.utils.time_snowflake(when) + number


FRESH = sent_at(60)


class Channel:
    def __init__(self, small: "Small", id: int) -> None:
        self.small = small
        self.id = id

    async def send(self, **words: Any) -> Any:
        return self.small.call("send", self.id, **words)

    def get_partial_message(self, id: int) -> Any:
        def call(name: str) -> Any:
            async def made(**words: Any) -> Any:
                return self.small.call(name, self.id, id, **words)

            return made

        return SimpleNamespace(
            edit=call("edit"), delete=call("delete"), create_thread=call("thread")
        )


class Webhook:
    def __init__(self, small: "Small", token: str) -> None:
        self.small = small
        self.token = token

    async def edit_message(self, id: int, **words: Any) -> Any:
        return self.small.call("edit", self.token, id, **words)

    async def delete_message(self, id: int) -> Any:
        return self.small.call("delete", self.token, id)


class Small(MadeUp):
    """The calls, the surfaces of one match and of its rematch, and what goes wrong."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[tuple[Any, ...]] = []
        """What Discord was asked to do, while the service was asked to do what is in ``did``."""
        self.words: dict[str, Any] = {}
        """Of the last call."""
        self.busy = False
        """Whether somebody still writes to the surface's message."""
        self.now = NOW
        self.infos: dict[str, MatchInfo] = {}
        self.surfaces: list[Surface] = []
        self.users = {"ana": ANA, "beto": BETO, "caro": 502}
        self.followed: Any = None
        self.client = SimpleNamespace(
            get_guild=lambda guild: SimpleNamespace(name="La barra") if guild else None,
            get_partial_messageable=lambda id, **_: Channel(self, id),
            create_dm=self._create_dm,
        )
        self.service = SimpleNamespace(
            time=SimpleNamespace(utc=lambda: self.now, now=lambda: self.now),
            updater=SimpleNamespace(turns=SimpleNamespace(leave=self._leave)),
            matches=SimpleNamespace(
                info=self._info,
                infos=infos_by(self._info),
                at_place=self._all,
                in_community=self._all,
            ),
            surfaces=SimpleNamespace(
                of_match=self._of_match,
                add=self._add,
                remove=self.does("remove"),
                redraw=self.does("redraw"),
                lose=self.does("lose"),
            ),
        )
        self.looking: set[int] = set()
        """The users who are looking."""
        self.platform = DiscordPlatform(
            cast(Any, self.client), cast(Any, self.service), Emoji(), None
        )
        reached = SimpleNamespace(
            user_of=self._user_of,
            is_theirs=self._is_theirs,
            uncall=self.does("uncall"),
            opened=self.does("opened"),
            looks=lambda user: user in self.looking,
            closed=self._closed,
            lost_table=self._lost_table,
            found_table=lambda match: self.did.append(("found", match)),
            follow=self._follow,
            follow_openly=self._follow,
            seat=self.does("seat"),
            webhook=lambda token: Webhook(self, token),
            soon=self._soon,
        )
        vars(self.platform)["reachability"] = reached
        for part in (self.platform.surfaces, self.platform.sent):
            vars(part)["_reachability"] = reached

    def call(self, name: str, /, *where: Any, **words: Any) -> Any:
        self.calls.append((name, *where))
        self.words = words
        if name in self.trouble:
            raise self.trouble[name]
        return SimpleNamespace(id=sent_at(0, len(self.calls)))

    async def _create_dm(self, user: Any) -> Any:
        self.call("create_dm", user.id)
        return SimpleNamespace(id=user.id + 1000)

    async def _leave(self, surface: str) -> bool:
        return self.busy

    async def _info(self, match: str) -> MatchInfo | None:
        return self.infos.get(match)

    async def _all(self, _: str) -> tuple[str, ...]:
        return tuple(self.infos)

    async def _of_match(self, match: str) -> list[Surface]:
        return [surface for surface in self.surfaces if surface.match == match]

    async def _add(self, match: str, **words: Any) -> None:
        assert words["platform"] == "discord"
        assert words["chat"] == words["key"] == words["address"]
        self.did.append(("add", match, words["address"], words["locale"]))

    async def _user_of(self, person: str) -> int | None:
        return self.users.get(person)

    async def _is_theirs(self, user: int, person: str) -> bool:
        return self.users.get(person) == user

    async def _closed(self, surface: Surface, *, for_good: bool) -> None:
        self.did.append(("closed", surface.id, for_good))

    async def _lost_table(self, surface: Surface) -> None:
        self.did.append(("lost", surface.id))

    async def _soon(self, work: Awaitable[None], seconds: float) -> None:
        await work

    async def _follow(self, user: int, message: Message) -> Any:
        self.call("follow", user)
        return None if self.followed is None else (self.followed, message)

    # --- what is asked of the platform ---------------------------------------------------------

    async def show(self, surface: Surface, screen: Screen) -> Any:
        self.calls.clear()
        self.did.clear()
        return await self.platform.show(surface, screen)

    def contents(self) -> list[str]:
        """The texts of the last call."""
        view = self.words["view"]
        return [part["content"] for part in walk(view.to_components()) if part["type"] == 10]

    def mentions(self) -> list[int]:
        return [user.id for user in self.words["allowed_mentions"].users or ()]


@pytest.fixture
def small() -> Small:
    small = Small()
    seats = tuple(Seat(n, person=who, name=who, since=n) for n, who in enumerate(("ana", "beto")))
    info = info_for(table_for("argentino", 2), seats=seats, host="ana")
    small.infos[MATCH] = replace(info, community="discord:1", place=f"discord:1/{MESA}")
    return small


def screen(kind: str = "table", **parts: object) -> Screen:
    made = Screen(kind=kind, match=MATCH, version=1, locale="es", title="Truco", number=1)
    return replace(made, **parts)


HAND = screen("hand", cards=(CardMark("1e", "1e"),))


surface = partial(made_up.surface, shown=0)
TABLE = surface(f"#{MESA}")
DIRECT = surface(f"@{ANA}", "ana")
HERE = surface(f"~{ANA}", "ana")


def shown_at(hand: int = 1, message: int = FRESH) -> Surface:
    return surface(f"#{MESA}/{message}/{hand}")


# --- what is drawn at all ------------------------------------------------------------------------


async def test_what_is_gone_is_lost_and_what_ends_is_left_for_the_next_start(small: Small) -> None:
    small.platform.closing = True
    assert await small.show(TABLE, screen()) == FAILED
    small.platform.closing = False
    small.infos.clear()
    assert await small.show(TABLE, screen()) == LOST
    assert small.calls == []


async def test_a_hand_is_for_its_person_s_own_user(small: Small) -> None:
    assert await small.show(surface(f"@{BETO}", "ana"), HAND) == LOST
    assert small.calls == []
    assert isinstance(await small.show(DIRECT, HAND), Moved)
    assert small.did == [("opened", "ana")], "the chat takes messages"


async def test_a_table_names_whom_it_waits_for_and_calls_nobody(small: Small) -> None:
    """By their users, as they are now."""
    asks = screen(asked=(0, 1), deadline=5.0)
    await small.show(TABLE, asks)
    assert small.mentions() == []
    assert f"<@{ANA}> <@{BETO}>" in "".join(small.contents())
    del small.users["beto"]
    await small.show(TABLE, asks)
    assert f"<@{ANA}>" in "".join(small.contents())
    assert f"<@{BETO}>" not in "".join(small.contents())


async def test_a_hand_rings_once_where_its_person_is_away(small: Small) -> None:
    """Not where they are looking, and not when it is sent anew because it has grown old."""
    for looking, where, silent in (
        (False, DIRECT, False),
        (True, DIRECT, True),
        (False, surface(f"@{ANA}/9/{sent_at(OLD)}/1", "ana"), True),
    ):
        small.looking = {ANA} if looking else set()
        await small.show(where, HAND)
        assert small.calls[-1][0] == "send"
        assert small.words["silent"] is silent


async def test_a_hand_that_is_over_stays_as_it_is(small: Small) -> None:
    """Without buttons and picture where nobody plays by them, so that nothing is edited later."""
    over = (Line("summary.won", "the end"),)
    card = (TrickRow(1, (CardMark("7o", "7o", seat=0),), done=True),)
    buttons = (Button(f"t1.{MATCH}.1.GO", "Go on", "match"),)
    seats = tuple(SeatMark(n, who, "AB"[n]) for n, who in enumerate(("ana", "beto")))
    end = screen(lines=over, tricks=card, buttons=buttons, seats=seats)
    for hands, stays in (([DIRECT, surface(f"@{BETO}", "beto", "b")], True), ([], False)):
        small.surfaces = hands
        assert await small.show(shown_at(), end) == SHOWN
        shown = small.platform.sent.known(FRESH)
        assert shown is not None
        assert (at_rest(shown).components == shown.components) is stays
        assert (shown.picture is None) is stays
        assert "the end" in "".join(small.contents())
        small.calls.clear()
        await small.platform.retire(shown_at(), shown_at(2, FRESH + 1))
        assert (small.calls == []) is stays


@pytest.mark.parametrize(
    ("person", "kept", "place", "greets"),
    [
        ("ana", (), f"discord:1/{MESA}", True),
        ("", (), f"discord:1/{MESA}", False),
        ("caro", (("caro", "Caro"),), f"discord:1/{MESA}", False),
        ("ana", (), f"discord:@{ANA}/{MESA}", False),
        ("ana", (), "web:playground/mesa", True),
    ],
    ids=["seated", "the table", "challenged", "in their own chat", "of another platform"],
)
async def test_who_has_sat_down_is_greeted(
    small: Small, person: str, kept: Any, place: str, greets: bool
) -> None:
    """Where the lobby itself stands elsewhere; who is challenged gets the lobby."""
    community = place.rpartition("/")[0]
    small.infos[MATCH] = replace(
        small.infos[MATCH], kept=kept, place=place, community=community, status=Status.LOBBY
    )
    lobby = screen("lobby", buttons=(Button(LEAVE, "Leave", "lobby"),))
    user = small.users.get(person, 0)
    await small.show(surface(f"@{user}" if person else f"#{MESA}", person), lobby)
    assert (say("es", "greeting") in "".join(small.contents())) is greets


# --- the table -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "line", "turn", "waits"),
    [
        ("lobby", "x", False, True),
        ("hand", "x", False, False),
        ("hand", f"{LINES}x", False, True),
        ("hand", "x", True, True),
    ],
)
async def test_a_person_waits_for_their_own_picture_if_it_asks_or_teaches(
    kind: str, line: str, turn: bool, waits: bool
) -> None:
    seats = (SeatMark(0, "Ana", "A", me=True, turn=turn),)
    shown = screen(kind, lines=(Line(line, "x"),), seats=seats)
    own = surface(f"@{ANA}", "ana")
    pace = PicturePace(cast(Any, None))
    assert await pace.is_played(own, shown, cast(Any, None)) is waits


async def test_a_table_waits_for_what_follows_unless_somebody_plays_by_it(small: Small) -> None:
    """A card waits shorter than words and a new deal; an end and a person without a hand elsewhere
    do not wait."""
    small.surfaces = [DIRECT, surface(f"@{BETO}", "beto", "b")]
    card = (TrickRow(1, (CardMark("7o", "7o", seat=0),), done=False),)
    versions = itertools.count(1)

    def now(**changes: Any) -> Screen:
        seats = (SeatMark(0, "ana", "A"),)
        return replace(screen(), version=next(versions), seats=seats, **changes)

    assert await small.show(shown_at(), now()) == SHOWN
    assert await small.show(shown_at(), now()) == Wait(WORDS_REST, alone=True, calm=True)
    small.now += 1
    rest = min(CARDS_REST, WORDS_REST - 1)
    assert await small.show(shown_at(), now(tricks=card)) == Wait(rest, alone=True, calm=True)
    small.now += rest
    assert await small.show(shown_at(), now(tricks=card)) == SHOWN
    over = (Line("summary.won", "the end"),)
    assert await small.show(shown_at(), now(tricks=card, lines=over)) == SHOWN
    assert await small.show(shown_at(), now(number=2)) == Wait(WORDS_REST, alone=True, calm=True)
    assert await small.show(shown_at(), now(number=2, tricks=card)) == Wait(
        CARDS_REST, alone=True, calm=True
    )
    small.now += CARDS_REST
    assert isinstance(await small.show(shown_at(), now(number=2, tricks=card)), Moved)
    assert isinstance(await small.show(shown_at(2), now(number=2)), Wait)
    small.platform.pressed(shown_at(2))
    assert await small.show(shown_at(2), now(number=2)) == SHOWN
    small.now += PLAYS
    assert isinstance(await small.show(shown_at(2), now(number=2)), Wait)
    small.surfaces = []
    assert await small.show(shown_at(2), now(number=2)) == SHOWN


async def test_a_hand_is_shown_at_once_when_it_asks_or_is_dealt(small: Small) -> None:
    where = surface(f"@{ANA}/9/{FRESH}/1", "ana")
    asked = (SeatMark(0, "ana", "A", me=True, turn=True),)
    assert await small.show(where, replace(HAND, version=1)) == SHOWN
    assert await small.show(where, replace(HAND, version=2)) == Wait(
        CARDS_REST, alone=True, calm=True
    )
    assert await small.show(where, replace(HAND, version=3, seats=asked)) == SHOWN
    assert isinstance(await small.show(where, replace(HAND, version=4, number=2)), Moved)


@pytest.mark.parametrize(
    ("hand", "age", "call", "told"),
    [
        (1, OLD - 1, "edit", SHOWN),
        (1, OLD, "send", Moved),
        (0, 60, "edit", Moved),
        (2, 60, "edit", SHOWN),
        (3, 60, "edit", Moved),
    ],
)
async def test_each_hand_has_a_message_that_is_edited_for_less_than_an_hour(
    small: Small, hand: int, age: float, call: str, told: Any
) -> None:
    """The lobby's message (hand 0) becomes the first one."""
    number = 1 if hand < 2 else 2
    made = await small.show(shown_at(hand, sent_at(age)), screen(number=number))
    assert small.calls[-1][0] == call
    if told is Moved:
        assert isinstance(made, Moved)
        at = read(made.address)
        assert (at.target, at.hand) == (MESA, number)
        assert (at.message == sent_at(age)) is (call == "edit")
    else:
        assert made == told


async def test_the_next_hand_has_a_message_of_its_own(small: Small) -> None:
    made = await small.show(shown_at(1), screen(number=2))
    assert small.calls == [("send", MESA)]
    assert isinstance(made, Moved)
    assert read(made.address).hand == 2


@pytest.mark.parametrize(
    "where", [shown_at(3), replace(DIRECT, address=f"@{ANA}/9/{sent_at(OLD)}/3")]
)
async def test_nothing_is_sent_while_somebody_writes_to_the_old_message(
    small: Small, where: Surface
) -> None:
    small.busy = True
    assert await small.show(where, screen("hand", number=4)) == Wait(0.0)
    assert small.calls == []


@pytest.mark.parametrize("code", [10008, 30046, 50083])
async def test_a_message_that_cannot_be_edited_is_sent_anew(small: Small, code: int) -> None:
    small.trouble["edit"] = refused(400, code)
    for where in (shown_at(), surface(f"@{ANA}/9/{FRESH}/1", "ana")):
        assert isinstance(await small.show(where, screen("hand")), Moved)
        assert [call[0] for call in small.calls] == ["edit", "send"]


@pytest.mark.parametrize(
    ("trouble", "came", "lost"),
    [
        (refused(403, 50001), LOST, True),
        (refused(403, 50013), LOST, True),
        (refused(404, 10003), LOST, True),
        (refused(404, 10004), LOST, True),
        (refused(400, 160005), LOST, True),
        (refused(403, 50007), FAILED, False),
        (refused(429), Wait(30.0), False),
        (refused(500), FAILED, False),
        (refused(400, 50035), FAILED, False),
        (discord.RateLimited(12.5), Wait(12.5), False),
        (NETWORK, FAILED, False),
    ],
    ids=str,
)
async def test_what_comes_of_a_table_that_is_refused(
    small: Small, trouble: Exception, came: Any, lost: bool
) -> None:
    small.trouble["edit"] = small.trouble["send"] = trouble
    for where in (TABLE, shown_at()):
        assert await small.show(where, screen()) == came
        assert (("lost", "s") in small.did) is lost


# --- one's own chat ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "came", "told"),
    [
        (50007, LOST, [("closed", "s", True)]),
        (50278, LOST, [("closed", "s", True)]),
        (40003, Wait(30.0), [("closed", "s", False)]),
        (50001, LOST, []),
        (0, FAILED, []),
    ],
)
async def test_what_comes_of_a_chat_that_is_closed(
    small: Small, code: int, came: Any, told: Any
) -> None:
    small.trouble["send"] = refused(403, code)
    assert await small.show(DIRECT, screen("hand")) == came
    assert small.did == told


# --- a message that may have arrived -------------------------------------------------------------


async def test_what_may_have_arrived_is_sent_with_the_same_number(small: Small) -> None:
    """Discord gives back the earlier message then, which may show something older."""
    nonces = []
    came: Any = None
    for trouble in (refused(500), NETWORK, None):
        small.trouble = {"send": trouble} if trouble else {}
        came = await small.show(DIRECT, screen("hand"))
        nonces.append(small.words["nonce"])
    assert len({*nonces}) == 1
    assert 16 <= len(nonces[0]) <= 25, "nobody guesses it, and Discord takes no longer one"
    assert isinstance(came, Moved)
    assert ("redraw", "s") in small.did
    await small.show(DIRECT, HAND)
    assert small.words["nonce"] not in nonces, "that one has arrived"
    assert ("redraw", "s") not in small.did


async def test_nobody_knows_what_such_a_message_shows(small: Small) -> None:
    small.trouble["send"] = NETWORK
    assert await small.show(DIRECT, HAND) == FAILED
    small.trouble.clear()
    moved = await small.show(DIRECT, HAND)
    assert isinstance(moved, Moved)
    await small.show(surface(moved.address, "ana"), HAND)
    assert "attachments" in small.words


async def test_what_was_refused_did_not_arrive(small: Small) -> None:
    small.trouble["send"] = refused(499)
    await small.show(DIRECT, screen("hand"))
    first = small.words["nonce"]
    small.trouble.clear()
    await small.show(DIRECT, screen("hand"))
    assert small.words["nonce"] != first
    assert ("redraw", "s") not in small.did
    other = surface(f"@{ANA}", "ana", "other")
    small.trouble["send"] = refused(500)
    await small.show(DIRECT, screen("hand"))
    first = small.words["nonce"]
    await small.show(other, screen("hand"))
    assert small.words["nonce"] != first, "another surface's"


@pytest.mark.parametrize("where", [f"@{ANA}/9/{FRESH}/1", f"~{ANA}/{FRESH}/{int(NOW) + 1}/tok"])
async def test_an_edit_without_an_answer_leaves_a_doubt(small: Small, where: str) -> None:
    place = surface(where, "ana")
    await small.show(place, HAND)
    await small.show(place, HAND)
    assert "attachments" not in small.words
    small.trouble["edit"] = NETWORK
    assert await small.show(place, HAND) == FAILED
    small.trouble.clear()
    await small.show(place, HAND)
    assert "attachments" in small.words


# --- a hand in the channel -----------------------------------------------------------------------


async def test_a_hand_in_the_channel_follows_a_press(small: Small) -> None:
    assert await small.show(HERE, screen("lobby")) == SHOWN
    assert small.calls == [], "there are no cards yet"
    assert await small.show(HERE, HAND) == LOST
    small.busy = True
    assert await small.show(HERE, HAND) == Wait(0.0)
    assert small.calls == []
    small.busy = False
    small.followed = read(f"~{ANA}/{FRESH}/{int(NOW) + 60}/tok")
    assert await small.show(HERE, HAND) == Moved(str(small.followed))
    place = surface(str(small.followed), "ana")
    assert await small.show(place, HAND) == SHOWN
    assert small.calls == [("edit", "tok", FRESH)]
    assert "attachments" not in small.words
    assert small.mentions() == []
    small.now = NOW + 60
    assert await small.show(place, HAND) == LOST
    assert small.calls == []


async def test_where_the_bot_is_not_the_table_comes_anew_with_a_press(small: Small) -> None:
    """Until somebody presses, newer content alone is asked about again."""
    first, follow = surface(f"!{MESA}"), [("follow", MESA)]
    waits = Wait(30.0, alone=True, calm=True)
    assert await small.show(first, HAND) == waits
    assert small.calls == follow
    small.followed = read(f"!{MESA}/{FRESH}/{int(NOW) + 60}/tok")
    small.busy = True
    assert await small.show(first, HAND) == Wait(0.0)
    assert small.calls == []
    small.busy = False
    assert await small.show(first, HAND) == Moved(str(small.followed))
    place = surface(str(small.followed))
    assert await small.show(place, HAND) == SHOWN
    assert small.calls == [("edit", "tok", FRESH)]
    assert "attachments" not in small.words
    small.now = NOW + 60
    assert await small.show(place, HAND) == Moved(str(small.followed))
    assert small.calls == follow
    small.followed = None
    assert await small.show(place, HAND) == waits


@pytest.mark.parametrize(
    ("status", "came"), [(401, LOST), (403, LOST), (404, LOST), (400, FAILED), (429, Wait(30.0))]
)
async def test_what_comes_of_an_answer_that_is_refused(
    small: Small, status: int, came: Any
) -> None:
    small.trouble["edit"] = refused(status)
    assert await small.show(surface(f"~{ANA}/{FRESH}/{int(NOW) + 1}/tok", "ana"), HAND) == came
    assert small.did == []


async def test_a_channel_that_is_gone_is_told_of_the_table_alone(small: Small) -> None:
    small.trouble["edit"] = refused(400, 50001)
    assert await small.show(surface(f"~{ANA}/{FRESH}/{int(NOW) + 1}/tok", "ana"), HAND) == LOST
    assert small.did == []


# --- what is out of use --------------------------------------------------------------------------


WORDS = screen(buttons=(Button(LEAVE, "Leave", "lobby"),))


async def stands(small: Small, where: str, drawn: Screen = WORDS) -> Surface:
    """A surface whose message is known."""
    place = surface(where, "" if where[0] == "#" else "ana")
    assert await small.show(place, drawn) == SHOWN
    small.calls.clear()
    return place


async def test_a_finished_hand_stays_without_its_buttons(small: Small) -> None:
    old = await stands(small, f"#{MESA}/{FRESH}/1")
    assert await small.platform.retire(old, surface(f"#{MESA}/{FRESH + 1}/2")) == SHOWN
    assert small.calls == [("edit", MESA, FRESH)]
    assert await small.platform.retire(old, surface(f"#{MESA}/{FRESH + 1}/2")) == SHOWN
    assert small.calls[1:] == [("delete", MESA, FRESH)], "nobody knows any more what it shows"


async def test_a_finished_hand_stays_even_if_discord_asks_to_wait(small: Small) -> None:
    old, now = await stands(small, f"#{MESA}/{FRESH}/1"), surface(f"#{MESA}/{FRESH + 1}/2")
    small.trouble["edit"] = discord.RateLimited(3.5)
    assert await small.platform.retire(old, now) == Wait(3.5)
    del small.trouble["edit"]
    small.calls.clear()
    assert await small.platform.retire(old, now) == SHOWN
    assert small.calls == [("edit", MESA, FRESH)]


IN_CHANNEL, OWN = f"#{MESA}/{FRESH}/1", f"@{ANA}/9/{FRESH}/1"
ANSWER = f"~{ANA}/{FRESH}/{int(NOW) + 1}/tok"


@pytest.mark.parametrize(
    ("where", "drawn", "now", "call"),
    [
        (IN_CHANNEL, WORDS, surface(f"#{MESA}/{FRESH + 1}/1"), ("delete", MESA)),
        (OWN, WORDS, surface(f"@{ANA}/9/{FRESH + 1}/2", "ana"), ("delete", 9)),
        (ANSWER, WORDS, DIRECT, ("delete", "tok")),
        (OWN, WORDS, None, ("delete", 9)),
        (ANSWER, WORDS, None, ("delete", "tok")),
        (IN_CHANNEL, WORDS, None, ("edit", MESA)),
        (IN_CHANNEL, screen("result"), None, ()),
    ],
    ids=["hand anew", "own next", "answer", "own given up", "answer given up", "table", "still"],
)
async def test_a_message_that_was_replaced_goes_and_a_table_s_loses_its_buttons(
    small: Small, where: str, drawn: Screen, now: Surface | None, call: tuple[Any, ...]
) -> None:
    old = await stands(small, where, drawn)
    assert await small.platform.retire(old, now) == SHOWN
    assert small.calls == [(*call, FRESH)] * bool(call)


async def test_what_is_still_in_use_is_left_alone(small: Small) -> None:
    old = await stands(small, f"#{MESA}/{FRESH}/1")
    assert await small.platform.retire(old, surface(f"#{MESA}/{FRESH}/2")) == SAME
    assert await small.platform.retire(TABLE, None) == SAME
    assert small.calls == []
    expired = surface(f"~{ANA}/{FRESH}/{int(NOW)}/tok", "ana")
    assert await small.platform.retire(expired, None) == LOST
    assert small.calls == []


@pytest.mark.parametrize(
    ("trouble", "came"),
    [
        (refused(429), FAILED),
        (refused(500), FAILED),
        (refused(502), FAILED),
        (refused(404, 10008), LOST),
        (refused(499), LOST),
        (discord.RateLimited(3.5), Wait(3.5)),
        (NETWORK, FAILED),
    ],
    ids=str,
)
async def test_what_comes_of_taking_out_of_use(small: Small, trouble: Exception, came: Any) -> None:
    small.trouble["edit"] = small.trouble["delete"] = trouble
    assert await small.platform.retire(shown_at(), None) == came


# --- places --------------------------------------------------------------------------------------


AFTER = "efgh2345"


async def test_a_rematch_is_shown_where_the_match_was(small: Small) -> None:
    """And its people get their hands; where it is shown already nothing is added."""
    info = small.infos[MATCH]
    small.infos[AFTER] = replace(info, match=AFTER)
    await small.platform.surfaces.follow_on(MATCH)
    assert small.did == [], "there is none yet"
    small.infos[MATCH] = replace(info, successor=AFTER)
    told = replace(surface(f"#{MESA}/{FRESH}/1"), locale="en")
    small.surfaces = [told, surface(f"#{OTHER}", id="o"), surface(f"@{ANA}", "ana", "a")]
    await small.show(told, screen())
    assert small.did[:5] == [
        ("uncall", MATCH),
        ("add", AFTER, f"#{MESA}", "en"),
        ("add", AFTER, f"#{OTHER}", ""),
        ("seat", AFTER, "ana"),
        ("seat", AFTER, "beto"),
    ]
    small.surfaces += [
        surface(f"#{OTHER}/{FRESH}/1", match=AFTER),
        surface(f"@{ANA}", "ana", match=AFTER),
        surface(f"~{BETO}", "beto", match=AFTER),
    ]
    small.did.clear()
    await small.platform.surfaces.follow_on(MATCH)
    assert small.did == [("add", AFTER, f"#{MESA}", "en")]
    small.surfaces.pop()
    del small.users["beto"]
    small.did.clear()
    await small.platform.surfaces.follow_on(MATCH)
    assert small.did == [("add", AFTER, f"#{MESA}", "en")], "Beto has no user here any more"


async def test_surfaces_of_others_and_lost_ones_are_none_of_ours(small: Small) -> None:
    there = replace(surface("tab"), platform="web")
    lost = replace(TABLE, lost=True)
    small.surfaces = [there, lost, TABLE, surface(f"#{MESA}", match=AFTER)]
    assert await small.platform.surfaces.of_match(MATCH) == [TABLE]


async def test_a_match_goes_into_a_thread_below_its_lobby(small: Small) -> None:
    small.surfaces = [surface(f"@{ANA}/9/{FRESH}/0", "ana", "a"), TABLE, shown_at(0)]
    await small.platform.surfaces.into_thread(MATCH, 1, "Truco")
    assert small.calls == [("thread", MESA, FRESH)]
    assert small.words == {"name": "Truco"}
    ((_, surface_id), (added, match, address, _)) = small.did
    assert (surface_id, added, match) == ("s", "add", MATCH)
    assert address == f"#{sent_at(0, 1)}"


async def test_a_channel_that_is_gone_loses_its_tables(small: Small) -> None:
    other = surface(f"#{OTHER}/{FRESH}/1", id="other")
    small.surfaces = [TABLE, other, surface(f"@{MESA}", "ana", "hand")]
    await small.platform.surfaces.gone(f"discord:1/{MESA}")
    assert small.did == [("lose", "s"), ("lost", "s")]


async def test_tables_come_back_where_they_are_shown_no_longer(small: Small) -> None:
    small.infos[AFTER] = replace(small.infos[MATCH], match=AFTER, place=f"discord:1/{OTHER}")
    small.surfaces = [surface(f"@{ANA}", "ana")]
    assert await small.platform.surfaces.back("discord:1", {MESA}) == 2
    assert small.did == [("found", MATCH), ("add", MATCH, f"#{MESA}", "")]
    small.did.clear()
    small.surfaces = [TABLE]
    assert await small.platform.surfaces.back("discord:1", {MESA, OTHER}) == 2
    assert small.did == [("found", AFTER), ("add", AFTER, f"#{OTHER}", "")]


@pytest.mark.parametrize(
    ("aloud", "written"), [(False, "-# one\n-# and two"), (True, "one\nand two")]
)
async def test_a_channel_of_a_server_reads_what_is_published(
    small: Small, aloud: bool, written: str
) -> None:
    """In small print, without a sound, unless it is said aloud; nothing more once the bot ends."""
    await small.platform.publish("discord:1", f"discord:1/{MESA}", "one\nand two", aloud=aloud)
    assert small.calls == [("send", MESA)]
    assert small.contents() == [written]
    assert small.words["silent"] is not aloud
    assert small.mentions() == []
    small.platform.closing = True
    await small.platform.publish("discord:1", f"discord:1/{MESA}", "one")
    small.platform.closing = False
    for community in (f"discord:@{ANA}", "telegram:1"):
        await small.platform.publish(community, f"{community}/{MESA}", "one")
    await small.platform.publish("discord:1", "telegram:1/7", "one")
    assert small.calls == [("send", MESA)]

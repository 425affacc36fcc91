"""What becomes of what is written and joined on Telegram, branch by branch.

The service and everything that answers are made up here."""

from datetime import UTC, datetime
from html import escape
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace
from telegram import Chat, Message, Update, User

from adapters.telegram.caller import Caller
from adapters.telegram.groups import KnownPerson, Spot
from adapters.telegram.message import InlineButton, Page
from adapters.telegram.trouble import Unsure
from adapters.telegram.updates import Updates
from adapters.telegram.words import say
from bot import messages
from bot.model import MatchInfo
from engine.variants import table_for
from tests.adapters.known_matches import infos_by
from tests.adapters.made_up import MadeUp
from tests.bot.scenes import MATCH, info_for

GROUP, NEWER, TOPIC = -100, -200, 4
CLUB = f"telegram:{GROUP}"
ANA = User(500, "Ana", False)
ANONYMOUS = User(1087968824, "Group", True)
ROBOT = User(7, "Robot", True)


class Hall(MadeUp):
    """The updates, and what they lead to."""

    def __init__(self) -> None:
        super().__init__()
        self.callers: list[Caller] = []
        self.known = KnownPerson("ana", 500, "Ana", "es", open=False)
        self.was_open = False
        self.private = False
        self.present = GROUP
        self.infos: dict[str, MatchInfo] = {}
        self.mine: tuple[str, ...] = ()
        self.shown: tuple[str, ...] = ()
        self.pages: list[Page] = []
        self.topics: list[int] = []
        """The messages whose topic was noted."""
        self.spawned: list[Any] = []
        does, gives = self.does, self.gives
        service: Any = SimpleNamespace(
            users=SimpleNamespace(person_of=self._person_of),
            matches=SimpleNamespace(infos=infos_by(self._info), of_person=self._of_person),
            erasure_notes=SimpleNamespace(left=does("erased"), back=does("kept")),
            handle=does("handle"),
        )
        groups: Any = SimpleNamespace(
            moved=does("moved"),
            closed=does("closed"),
            adopt=does("adopt"),
            of=gives(lambda: replace(self.known, open=self.was_open)),
            known=self._known_as,
            spot=self._spot,
            note_topic=lambda message: self.topics.append(message.message_id),
            chat=gives(lambda: self.present),
            locale=gives(lambda: self.known.locale),
            group_locale=self._locale_of_group,
        )
        platform: Any = SimpleNamespace(
            window=None,
            delayed=SimpleNamespace(start=None),
            attention=SimpleNamespace(heard=lambda person: self.note("heard", person)),
            hidden=SimpleNamespace(became=lambda chat, *, admin: self.note("became", chat, admin)),
            show_all=gives(lambda: self.shown),
        )
        platform.surfaces = platform.messages = platform
        wire: Any = SimpleNamespace(note_message=lambda chat, message: None)
        self.updates = Updates(service, wire, groups, platform)
        hall = cast(Any, self.updates)
        hall.answers = SimpleNamespace(
            username="TrucoBot",
            tell=self._called("tell"),
            reply=self._reply,
            spawn=self.spawned.append,
        )
        hall._lines = SimpleNamespace(take=self._called("line"), greet_group=self._called("greet"))
        hall._presses = SimpleNamespace(take=does("press"))
        hall.inline = SimpleNamespace(answer=does("inline"), answer_as_guest=does("guest"))

    # --- made up -------------------------------------------------------------------------------

    def _called(self, name: str) -> Any:
        async def call(caller: Caller, *what: Any) -> None:
            self.callers.append(caller)
            self.note(name, *what)

        return call

    async def _reply(self, caller: Caller, page: Page) -> None:
        self.callers.append(caller)
        self.pages.append(page)
        self.note("reply")

    async def _person_of(self, user: str) -> str:
        return {"telegram:500": "ana"}.get(user, user)

    async def _info(self, match: str) -> MatchInfo | None:
        return self.infos.get(match)

    async def _of_person(self, person: str) -> tuple[str, ...]:
        return self.mine if person == "ana" else ()

    async def _known_as(self, user: User, *, here: bool = False) -> KnownPerson:
        return replace(self.known, open=self.known.open or here)

    async def _spot(self, chat: Chat, message: Message | None = None) -> Spot:
        topic = TOPIC if message else 0
        return Spot(chat.id, topic, CLUB, f"{CLUB}/{topic}", self.private)

    async def _locale_of_group(self, community: str, asking: KnownPerson | None = None) -> str:
        self.asking = asking
        return "en" if community == CLUB else "none"

    # --- what people do ------------------------------------------------------------------------

    async def did_after(self, work: Any) -> list[tuple[Any, ...]]:
        self.did.clear()
        self.pages.clear()
        self.callers.clear()
        await work
        while self.spawned:
            await self.spawned.pop(0)
        return [call for call in self.did if call != ("heard", "ana")]

    async def written(
        self, text: str | None, user: User | None = ANA, *, chat: str = "", **more: Any
    ) -> list[tuple[Any, ...]]:
        kind = chat or (Chat.PRIVATE if self.private else Chat.SUPERGROUP)
        message = Message(
            60, datetime.now(UTC), Chat(GROUP, kind), from_user=user, text=text, **more
        )
        return await self.did_after(self.updates.receive(Update(9, message=message)))

    async def changed(
        self, before: str, now: str, *, chat: str = Chat.SUPERGROUP
    ) -> list[tuple[Any, ...]]:
        """The bot's own standing in a chat."""
        change = SimpleNamespace(
            chat=Chat(NEWER, chat),
            from_user=ANA,
            old_chat_member=SimpleNamespace(status=before),
            new_chat_member=SimpleNamespace(status=now),
        )
        update = SimpleNamespace(
            callback_query=None,
            message=None,
            inline_query=None,
            guest_message=None,
            my_chat_member=change,
        )
        return await self.did_after(self.updates.receive(cast(Any, update)))


def lobby(match: str = MATCH, community: str = CLUB) -> MatchInfo:
    return replace(info_for(table_for("argentino", 2)), match=match, community=community)


@pytest.fixture
def hall() -> Hall:
    return Hall()


# --- which updates -------------------------------------------------------------------------------


async def test_each_kind_of_update_goes_its_way(hall: Hall) -> None:
    ways = {"callback_query": "press", "inline_query": "inline", "guest_message": "guest"}
    for kind, did in ways.items():
        update: Any = SimpleNamespace(message=None, my_chat_member=None, **dict.fromkeys(ways))
        assert await hall.did_after(hall.updates.receive(update)) == []
        setattr(update, kind, "it")
        assert await hall.did_after(hall.updates.receive(update)) == [(did, "it")]


@pytest.mark.errors("telegram_failed")
@pytest.mark.parametrize("error", [Unsure("x"), OSError()])
async def test_nothing_is_raised(hall: Hall, error: Exception) -> None:
    async def fails(query: Any) -> None:
        raise error

    cast(Any, hall.updates)._presses.take = fails
    await hall.updates.receive(cast(Any, SimpleNamespace(callback_query="it")))


async def test_what_is_not_for_the_bot(hall: Hall) -> None:
    cases: tuple[tuple[str | None, User | None, dict[str, Any]], ...] = (
        (None, ANA, {}),
        ("/ayuda", None, {}),
        ("/ayuda", ANA, {"is_automatic_forward": True}),
        ("/ayuda", ROBOT, {}),
        ("/ayuda@other_bot", ANA, {}),
    )
    for text, user, more in cases:
        assert await hall.written(text, user, **more) == [], (text, user)
    assert await hall.written("/ayuda@trucobot de juego") == [("line", "/ayuda de juego")]


async def test_a_group_that_moves(hall: Hall) -> None:
    assert await hall.written(None, migrate_to_chat_id=NEWER) == [("moved", GROUP, NEWER)]
    assert await hall.written(None, migrate_from_chat_id=NEWER) == [("moved", NEWER, GROUP)]


async def test_who_leaves_the_group_leaves_its_tables(hall: Hall) -> None:
    hall.mine = (MATCH, "bbbb2222", "cccc3333")
    hall.infos = {MATCH: lobby(), "bbbb2222": lobby("bbbb2222", community="telegram:-9")}
    (did,) = await hall.written(None, left_chat_member=ANA)
    assert did == (
        "handle",
        messages.Leave(request=f"telegram:u9.{MATCH}", person="ana", match=MATCH),
    )


async def test_who_writes_and_where(hall: Hall) -> None:
    other = Message(5, datetime.now(UTC), Chat(GROUP, "group"), from_user=User(8, "Beto", False))
    await hall.written("/help", reply_to_message=other)
    assert ("heard", "ana") in hall.did
    (caller,) = hall.callers
    assert (caller.request, caller.message, caller.hidden) == ("telegram:m-100.60", 60, 0)
    assert (caller.named, caller.pointed, caller.opened) == ("en", ("telegram:8", "Beto"), False)
    assert hall.topics == [60]
    await hall.written("/help", api_kwargs={"ephemeral_message_id": 3})
    (caller,) = hall.callers
    assert (caller.request, caller.hidden) == ("telegram:u9", 3)


async def test_the_first_word_in_private_opens_the_chat(hall: Hall) -> None:
    hall.private = True
    await hall.written("/ayuda")
    assert (hall.callers[0].opened, hall.callers[0].known.open) == (True, True)
    hall.was_open = True
    await hall.written("/ayuda")
    assert not hall.callers[0].opened


# --- without a name ------------------------------------------------------------------------------


async def test_an_administrator_without_a_name(hall: Hall) -> None:
    group = Chat(GROUP, Chat.SUPERGROUP)

    async def said(line: str, **more: Any) -> list[tuple[Any, ...]]:
        return await hall.written(line, ANONYMOUS, **more)

    assert await said("hola") == []
    assert await said("/bailar") == []
    assert await said("/jugar", chat=Chat.CHANNEL) == []
    nobody = KnownPerson("telegram:0", 0, "", "en", open=False)
    spot = Spot(GROUP, TOPIC, CLUB, f"{CLUB}/{TOPIC}", private=False)
    caller = Caller(nobody, spot, "en", "", 60)
    assert await said("/truco") == [("tell", say("en", "anonymous"))]
    assert hall.callers == [caller]
    assert await said("/configurar", sender_chat=group) == [("line", "/configurar")]
    assert hall.callers == [replace(caller, admin=True)]
    await said("/configurar", sender_chat=Chat(NEWER, Chat.CHANNEL))
    assert not hall.callers[0].admin
    assert await said("/jugar 1 2") == [("reply",)]
    assert hall.callers == [caller]
    button = InlineButton(say("en", "key.play"), "g1.jugar.1 2")
    assert hall.pages == [Page(escape(say("en", "anonymous.play")), ((button,),))]
    await said("/jugar " + "x" * 70)
    assert hall.pages[0].keys[0][0].data == "g1.jugar."
    channel = Chat(NEWER, Chat.CHANNEL)
    assert await hall.written("/truco", sender_chat=channel) == [("tell", say("en", "anonymous"))]


# --- the bot comes and goes ----------------------------------------------------------------------

MEMBER, ADMIN, LEFT, BANNED, RESTRICTED = "member", "administrator", "left", "kicked", "restricted"


async def test_a_private_chat_that_is_closed_is_remembered(hall: Hall) -> None:
    assert await hall.changed(MEMBER, BANNED, chat=Chat.PRIVATE) == [("closed", 500)]
    assert await hall.changed(BANNED, MEMBER, chat=Chat.PRIVATE) == []
    assert await hall.changed(LEFT, ADMIN, chat=Chat.CHANNEL) == []


async def test_a_group_that_the_bot_has_left_is_forgotten_later(hall: Hall) -> None:
    became = ("became", NEWER, False)
    own = f"telegram:{NEWER}"
    assert await hall.changed(MEMBER, LEFT) == [became], "it has another number by now"
    hall.present = NEWER
    assert await hall.changed(MEMBER, LEFT) == [became, ("erased", CLUB, own)]
    assert await hall.changed(MEMBER, BANNED) == [became, ("erased", CLUB, own)]
    assert await hall.changed(LEFT, RESTRICTED) == [became, ("kept", CLUB, own)]


async def test_a_group_is_greeted_once(hall: Hall) -> None:
    kept = ("kept", CLUB, f"telegram:{NEWER}")
    greeted = [kept, ("adopt", CLUB, "es"), ("greet",)]
    assert await hall.changed(LEFT, ADMIN) == [("became", NEWER, True), *greeted]
    assert hall.callers[0].locale == "en"
    assert hall.asking == hall.callers[0].known, "until the group has a language, theirs counts"
    assert await hall.changed(BANNED, MEMBER) == [("became", NEWER, False), *greeted]
    for before in (MEMBER, ADMIN, RESTRICTED):
        assert await hall.changed(before, ADMIN) == [("became", NEWER, True), kept]
    hall.shown = (MATCH,)
    assert await hall.changed(LEFT, MEMBER) == [("became", NEWER, False), kept]

"""What becomes of what is written and joined on Telegram, branch by branch.

The service and everything that answers are made up here."""

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace
from telegram import Chat, Message, Update, User

from adapters.telegram.caller import Caller
from adapters.telegram.groups import KnownPerson, Spot
from adapters.telegram.lines import LEARN, Lines
from adapters.telegram.message import Page
from adapters.telegram.trouble import Unsure
from adapters.telegram.updates import Updates
from adapters.telegram.words import say
from bot import messages
from bot.asking import Resume
from bot.catalogue import Pick, Send, ShowPage, Typed
from bot.chat_commands import Cannot
from bot.model import MatchInfo, Status
from bot.screen import Question
from bot.screens import cannot_text
from bot.tokens import encode
from engine.variants import table_for
from tests.adapters.known_matches import infos_by
from tests.adapters.made_up import MadeUp
from tests.bot.scenes import MATCH, info_for

GROUP, NEWER, TOPIC = -100, -200, 4
CLUB = f"telegram:{GROUP}"
PLACE = f"{CLUB}/{TOPIC}"
INVITATION = "abcdefgh23456789"
ANA = User(500, "Ana", False)
ANONYMOUS = User(1087968824, "Group", True)
ROBOT = User(7, "Robot", True)
NUMBER = Question("envido", "¿Cuánto?", encode(MATCH, "2001", "tengo ?"), 0, 33)


class Hall(MadeUp):
    """The updates, and what they lead to."""

    def __init__(self) -> None:
        super().__init__()
        self.callers: list[Caller] = []
        self.known = KnownPerson("ana", 500, "Ana", "es", open=False)
        self.was_open = False
        self.private = False
        self.present = GROUP
        self.number = ""
        """The token that a typed number answers."""
        self.intent: Any = ShowPage("ayuda")
        self.seat = -1
        """Of the person at the table that is meant."""
        self.looks = False
        self.infos: dict[str, MatchInfo] = {}
        self.mine: tuple[str, ...] = ()
        self.here: tuple[str, ...] = ()
        self.newcomer = False
        self.shown: tuple[str, ...] = ()
        self.pages: list[Page] = []
        self.topics: list[int] = []
        """The messages whose topic was noted."""
        does, gives = self.does, self.gives
        service = SimpleNamespace(
            users=SimpleNamespace(person_of=self.person_of),
            matches=SimpleNamespace(
                info=self.info,
                infos=infos_by(self.info),
                of_person=self.of_person,
                of_person_at=self.of_person_at,
                at_place=gives(lambda: self.here),
            ),
            screens=SimpleNamespace(may_look=gives(lambda: True)),
            settings=SimpleNamespace(
                table_defaults=gives(lambda: SimpleNamespace(newcomer=self.newcomer))
            ),
            erasure_notes=SimpleNamespace(left=does("erased"), back=does("kept")),
            handle=does("handle"),
        )
        groups = SimpleNamespace(
            moved=does("moved"),
            closed=does("closed"),
            adopt=does("adopt"),
            of=gives(lambda: replace(self.known, open=self.was_open)),
            known=self.known_as,
            spot=self.spot,
            note_topic=lambda message: self.topics.append(message.message_id),
            chat=gives(lambda: self.present),
            locale=self.locale,
            group_locale=self.locale_of_group,
        )
        platform = SimpleNamespace(
            window=None,
            delayed=SimpleNamespace(start=None),
            attention=SimpleNamespace(heard=lambda person: self.did.append(("heard", person))),
            hidden=SimpleNamespace(
                became=lambda chat, *, admin: self.did.append(("became", chat, admin))
            ),
            show_all=gives(lambda: self.shown),
            show_to=self.show_to,
            show_last=self.show_to,
        )
        platform.surfaces = platform.messages = platform
        self.spawned: list[Any] = []
        wire = SimpleNamespace(note_message=lambda chat, message: None)
        self.updates = Updates(
            cast(Any, service), cast(Any, wire), cast(Any, groups), cast(Any, platform)
        )
        answers = SimpleNamespace(
            username="TrucoBot",
            link=lambda payload="": "https://t.me/TrucoBot?" + (f"start={payload}" * bool(payload)),
            link_to_group="https://t.me/TrucoBot?startgroup=truco",
            tell=self.tell,
            ask=self.told("ask"),
            give=self.give,
            reply=self.reply,
            spawn=self.spawned.append,
            answered=lambda user, text: self.number if text == "27" and user == 500 else "",
        )
        commands = SimpleNamespace(send=self.send)
        views = SimpleNamespace(answer_page=self._show, ask_into_private=self.told("into private"))
        self.lines = Lines(
            *(cast(Any, part) for part in (service, platform, answers, commands, views))
        )
        cast(Any, self.lines)._asking = SimpleNamespace(
            line=self.asked("line"), resumed=self.asked("resumed"), chosen=self.asked("chosen")
        )
        hall = cast(Any, self.updates)
        hall.answers, hall._lines = answers, self.lines
        hall._presses = SimpleNamespace(take=does("press"))
        hall.inline = SimpleNamespace(answer=does("inline"), answer_as_guest=does("guest"))

    # --- made up -------------------------------------------------------------------------------

    def told(self, name: str) -> Any:
        async def tell(caller: Caller, *what: Any) -> None:
            self.callers.append(caller)
            self.did.append((name, *what))

        return tell

    def asked(self, name: str) -> Any:
        async def ask(where: Any, what: Any) -> Any:
            self.did.append((name, what))
            view = SimpleNamespace(seat=self.seat) if self.looks else None
            return SimpleNamespace(
                intent=self.intent,
                asker=SimpleNamespace(view=view, game="argentino"),
                info=self.infos.get(MATCH),
            )

        return ask

    async def tell(
        self, caller: Caller, text: str, *, press: Any = None, private: bool = False
    ) -> None:
        self.callers.append(caller)
        self.did.append(("tell", text, *["press"] * (press is not None), *["private"] * private))

    async def give(self, caller: Caller, page: Page, brief: str, *, private: bool) -> None:
        self.pages.append(page)
        self.did.append(("give", private))

    async def reply(self, caller: Caller, page: Page) -> None:
        self.callers.append(caller)
        self.pages.append(page)
        self.did.append(("reply",))

    async def send(
        self, caller: Caller, command: Any, then: tuple[Any, ...] = (), press: Any = None
    ) -> None:
        self.callers.append(caller)
        self.did.append(("send", command, *(type(follow_up).__name__ for follow_up in then)))
        self.then = then

    async def person_of(self, user: str) -> str:
        return {"telegram:500": "ana"}.get(user, user)

    async def info(self, match: str) -> MatchInfo | None:
        return self.infos.get(match)

    async def of_person(self, person: str) -> tuple[str, ...]:
        return self.mine if person == "ana" else ()

    async def of_person_at(self, person: str, place: str) -> str | None:
        assert (person, place) == ("ana", PLACE)
        return self.here[0] if self.here else None

    async def known_as(self, user: User, *, here: bool = False) -> KnownPerson:
        return replace(self.known, open=self.known.open or here)

    async def spot(self, chat: Chat, message: Message | None = None) -> Spot:
        return Spot(chat.id, TOPIC, CLUB, PLACE, self.private)

    async def locale(self, known: KnownPerson, community: str) -> str:
        return known.locale

    async def locale_of_group(self, community: str, asking: KnownPerson | None = None) -> str:
        self.asking = asking
        return "en"

    async def _show(self, caller: Caller, show: ShowPage, asked: Any) -> None:
        self.callers.append(caller)
        self.did.append(("show", show, asked.info))

    async def show_to(self, match: str, known: KnownPerson) -> None:
        self.did.append(("show to", match, known.person))

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


def lobby(match: str = MATCH, host: str = "beto", place: str = PLACE, **more: Any) -> MatchInfo:
    """A table of others that has not begun."""
    info = info_for(table_for("argentino", 2), host=host)
    seats = tuple(replace(seat, person="") for seat in info.seats)
    changes: dict[str, Any] = {
        "match": match,
        "community": CLUB,
        "place": place,
        "seats": seats,
        "status": Status.LOBBY,
    }
    return replace(info, **changes | more)


def seated(info: MatchInfo) -> MatchInfo:
    first, *others = info.seats
    return replace(info, seats=(replace(first, person="ana"), *others))


@pytest.fixture
def hall() -> Hall:
    return Hall()


HELPED = ("show", ShowPage("ayuda"), None)


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
        ("/bailar", ANA, {}),
    )
    for text, user, more in cases:
        assert await hall.written(text, user, **more) == [], (text, user)
    assert await hall.written("/ayuda@trucobot de juego") == [("line", "/ayuda de juego"), HELPED]


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


# --- what a line means ---------------------------------------------------------------------------


async def test_talk_is_answered_in_private_alone(hall: Hall) -> None:
    hall.intent = None
    assert await hall.written("hola") == [("line", "hola")]
    hall.private = True
    assert await hall.written("hola") == [("line", "hola"), ("tell", say("es", "talk"))]
    hall.intent = ShowPage("ayuda")
    assert HELPED in await hall.written("hola")
    assert HELPED in await hall.written("/bailar")


async def test_a_word_of_the_game_is_taken_from_those_who_play(hall: Hall) -> None:
    assert HELPED not in await hall.written("truco")
    hall.looks = True
    assert HELPED not in await hall.written("truco")
    hall.seat = 0
    assert HELPED in await hall.written("truco")


async def test_a_number_answers_the_question_in_private(hall: Hall) -> None:
    hall.number = NUMBER.token.replace("?", "27")
    assert await hall.written("27") == [("line", "27")]
    hall.private = True
    ((did, command),) = await hall.written("27")
    assert (did, command.action, command.person) == ("send", "tengo 27", "ana")
    assert await hall.written("28") == [("line", "28"), HELPED]


async def test_what_is_meant_is_done(hall: Hall) -> None:
    start = messages.Start(request="r", person="ana", match=MATCH)
    cannot = Cannot("say.no_table")
    for intent, did in (
        (cannot, [("tell", cannot_text(cannot, "es"))]),
        (Pick(NUMBER), [("ask", NUMBER, None)]),
        (Send(start, (start,)), [("send", start, "Start")]),
        (ShowPage("ayuda"), [HELPED]),
    ):
        hall.intent = intent
        assert await hall.written("/ayuda") == [("line", "/ayuda"), *did]
    hall.known, hall.intent = replace(hall.known, open=True), cannot
    told = ("tell", cannot_text(cannot, "es"), "private")
    assert await hall.written("/ayuda") == [("line", "/ayuda"), told]


@pytest.mark.parametrize("way", ["group", "private", "hidden"])
async def test_an_own_sign_is_no_secret_where_a_group_reads_it(hall: Hall, way: str) -> None:
    command = messages.DropSign(request="r", person="ana", match=MATCH, sign="guiño")
    hall.intent = Send(command)
    hall.private = way == "private"
    more: dict[str, Any] = {}
    if way == "hidden":
        more["api_kwargs"] = {"ephemeral_message_id": 3}
    _, did = await hall.written("/acordar nada", **more)
    assert did == (("into private",) if way == "group" else ("send", command))


# --- presses that come from elsewhere ------------------------------------------------------------


class Pressed:
    """A press, and how it was answered."""

    def __init__(self) -> None:
        self.answers: list[tuple[str, bool]] = []

    def answer(self, text: str = "", *, alert: bool = False, url: str = "") -> None:
        self.answers.append((text, alert))


def caller_of(hall: Hall, **changes: Any) -> Caller:
    spot = Spot(GROUP, TOPIC, CLUB, PLACE, hall.private)
    return replace(Caller(hall.known, spot, "es", "r"), **changes)


async def test_the_answer_to_which_table(hall: Hall) -> None:
    press = Pressed()
    caller = caller_of(hall)
    chosen = Resume(MATCH, Typed("mesa", ()))
    did = await hall.did_after(hall.lines.resume(caller, chosen, cast(Any, press)))
    assert did == [("resumed", chosen), HELPED]
    assert press.answers == [("", False)]


async def test_play_now_goes_on_with_ones_own_table(hall: Hall) -> None:
    async def now() -> list[tuple[Any, ...]]:
        self.press = Pressed()
        return await hall.did_after(hall.lines.play_now(caller_of(hall), cast(Any, self.press)))

    self = SimpleNamespace()
    opening = messages.GoOn(request="r", person="ana", match="", point="")
    hall.intent = Send(opening)
    did = await now()
    assert did[0][0] == "chosen"
    assert (did[0][1].command, did[1]) == ("jugar", ("send", opening, "Start"))
    assert (hall.then[0].request, hall.then[0].person) == ("r+start", "ana")
    assert self.press.answers == []
    hall.here = (MATCH,)
    assert (await now())[0][0] == "chosen", "that table is gone"
    for info, line in (
        (lobby(host="ana"), "/empezar"),
        (lobby(host="beto"), "/mesa"),
        (lobby(host="ana", status=Status.PLAYING), "/mesa"),
    ):
        hall.infos = {MATCH: info}
        assert (await now())[0] == ("line", line)
        assert self.press.answers[0] == ("", False)


# --- /start --------------------------------------------------------------------------------------


async def test_start_in_a_group_begins_its_lobby_or_greets(hall: Hall) -> None:
    assert await hall.written("/start") == [("reply",)]
    assert [[key.data for key in row] for row in hall.pages[0].keys] == [["g1.jugar."], [""]]
    hall.here = (MATCH,)
    assert await hall.written("/START") == [("reply",)], "the table is gone"
    hall.infos = {MATCH: lobby(status=Status.PLAYING)}
    assert await hall.written("/start") == [("reply",)]
    hall.infos = {MATCH: lobby()}
    assert (await hall.written("/start"))[0] == ("line", "/start")
    assert await hall.written("/start x") == [("reply",)]


async def test_an_invitation_is_followed(hall: Hall) -> None:
    hall.private = True
    ((did, command),) = await hall.written(f"/start i{INVITATION}")
    assert did == "send"
    assert command == messages.Join(
        request="telegram:m-100.60", person="ana", match="", name="Ana", invitation=INVITATION
    )
    assert (await hall.written("/start ihola"))[0][0] == "give"
    assert (await hall.written(f"/start j{INVITATION}"))[0][0] == "give"


async def test_the_link_of_a_table(hall: Hall) -> None:
    hall.private = True

    async def kind(payload: str) -> str:
        did = await hall.written(f"/start {payload}")
        return type(did[0][1]).__name__ if did[0][0] == "send" else str(did[0][0])

    gone = [await kind(f"{letter}{MATCH}") for letter in "jms"]
    assert gone == ["give"] * 3, "the table is gone"
    hall.infos = {MATCH: lobby()}
    assert await kind(f"j{MATCH}") == "Join"
    assert hall.did[-1][1] == messages.Join(
        request="telegram:m-100.60", person="ana", match=MATCH, name="Ana"
    )
    assert await kind(f"m{MATCH}") == "LookOn"
    assert hall.did[-1][1] == messages.LookOn(
        request="telegram:m-100.60", person="ana", match=MATCH, name="Ana"
    )
    assert await kind(f"s{MATCH}") == "LookOn"
    assert await kind(f"x{MATCH}") == "give"
    hall.infos = {MATCH: lobby(status=Status.PLAYING)}
    assert await kind(f"j{MATCH}") == "LookOn"
    own = seated(lobby(status=Status.PLAYING))
    for info, hall.mine in ((lobby(status=Status.OVER), ()), (own, (MATCH,))):
        hall.infos = {MATCH: info}
        for letter in "jms":
            assert await hall.written(f"/start {letter}{MATCH}") == [("show to", MATCH, "ana")]


async def test_a_stranger_is_greeted(hall: Hall) -> None:
    hall.private = True
    assert await hall.written("/start") == [("give", True)]
    play, group = (row[0] for row in hall.pages[0].keys)
    assert (play.data, group.url) == ("g1.jugar.robots", "https://t.me/TrucoBot?startgroup=truco")
    hall.newcomer = True
    await hall.written("/start")
    assert [row[0].data for row in hall.pages[0].keys][:2] == ["g1.jugar.robots", LEARN]


async def test_start_in_private_begins_ones_own_lobby(hall: Hall) -> None:
    hall.private = hall.was_open = True
    hall.mine = ("aaaa2222", "bbbb2222", "cccc3333", MATCH, "gone")
    hall.infos = {
        "aaaa2222": lobby("aaaa2222", host="beto"),
        "bbbb2222": lobby("bbbb2222", host="ana", status=Status.PLAYING),
        "cccc3333": lobby("cccc3333", host="ana", place="elsewhere"),
        MATCH: lobby(host="ana"),
    }
    start = messages.Start(request="telegram:m-100.60", person="ana", match=MATCH)
    assert await hall.written("/start") == [("send", start)]
    assert (await hall.written("/start hola"))[0] == ("line", "/mesas")
    hall.was_open = False
    assert (await hall.written("/start"))[0] == ("show to", "aaaa2222", "ana")
    hall.was_open = True
    hall.mine = ("aaaa2222", "bbbb2222")
    assert (await hall.written("/start"))[0] == ("line", "/mesas")
    hall.mine = ("bbbb2222",)
    assert [call[0] for call in await hall.written("/start")] == ["show to", "tell"]


# --- without a name ------------------------------------------------------------------------------


async def test_an_administrator_without_a_name(hall: Hall) -> None:
    group = Chat(GROUP, Chat.SUPERGROUP)

    async def said(line: str, **more: Any) -> list[tuple[Any, ...]]:
        return await hall.written(line, ANONYMOUS, **more)

    assert await said("hola") == []
    assert await said("/bailar") == []
    assert await said("/jugar", chat=Chat.CHANNEL) == []
    assert await said("/truco") == [("tell", say("en", "anonymous"))]
    assert await said("/configurar", sender_chat=group) == [("line", "/configurar"), HELPED]
    (caller,) = hall.callers
    assert (caller.admin, caller.known.person, caller.message) == (True, "telegram:0", 60)
    await said("/configurar", sender_chat=Chat(NEWER, Chat.CHANNEL))
    assert not hall.callers[0].admin
    assert await said("/jugar 1 2") == [("reply",)]
    assert hall.pages[0].keys[0][0].data == "g1.jugar.1 2"
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
    greeted = [kept, ("adopt", CLUB, "es"), ("reply",)]
    assert await hall.changed(LEFT, ADMIN) == [("became", NEWER, True), *greeted]
    assert hall.callers[0].locale == "en"
    assert hall.asking == hall.callers[0].known, "until the group has a language, theirs counts"
    assert await hall.changed(BANNED, MEMBER) == [("became", NEWER, False), *greeted]
    for before in (MEMBER, ADMIN, RESTRICTED):
        assert await hall.changed(before, ADMIN) == [("became", NEWER, True), kept]
    hall.shown = (MATCH,)
    assert await hall.changed(LEFT, MEMBER) == [("became", NEWER, False), kept]

"""What each typed command does on Discord, branch by branch: what is asked of the service, and how
it is answered.

The service, the platform and the interaction are made up here."""

import gzip
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any, cast

import pytest
from discord.app_commands import AppCommandContext
from msgspec.structs import replace

from adapters.discord import layout, slash
from adapters.discord.address import read
from adapters.discord.caller import Caller
from adapters.discord.message import CHOICES, Message, text, walk
from adapters.discord.slash import Slash
from adapters.discord.words import plain, say
from bot import messages
from bot.asking import Asked, Resume, Whereabouts
from bot.catalogue import Asker, Intent, Pick, Send, Typed
from bot.chat_commands import Cannot
from bot.community.own_data import FILE
from bot.film.card import film_key
from bot.messages import Accepted, AnyReply, DropSign, Join, LookOn, OpenTable, SeeOptions, Start
from bot.pages import bars, closing, friends, invitation, profile
from bot.pages.film import FILM_FORM, PICTURE_FORM
from bot.pages.page_spec import Administration
from bot.pages.scoreboard import scoreboard_key
from bot.reasons import ServiceReason
from bot.screen import Question, Screen
from bot.screens import question_of, reply_text
from bot.screens.pages import ERASURE, HELP, PRIVACY, PROOF, RULES, SIGNS, PageKey
from bot.words import words_for
from engine.variants import table_for
from tests.adapters.discord.test_follow_up import ALONE, ANA, MESA, OTHER, SERVER
from tests.adapters.shown import shown
from tests.bot.scenes import MATCH, info_for

SENT = 90
WORDS = words_for("es")
ASKER = Asker(request="r", person="ana", name="Ana", community=SERVER, place=ANA.place, locale="es")
QUESTION = Question("ask.table", "?", "l1.?.mesa")
SCREEN = Screen(kind="lobby", match=MATCH, version=1, locale="es", title="Truco", number=3)


class Answer:
    """Remembers what it was told to do."""

    def __init__(self, desk: "Desk") -> None:
        self.desk = desk

    async def private(self, message: Message) -> int:
        said = "".join(one["content"] for one in walk(message.components) if one["type"] == 10)
        self.desk.did.append(("private", said))
        return 1

    async def post(self, message: Message) -> int:
        self.desk.did.append(("post",))
        return self.desk.sent

    async def file(self, view: Any, file: Any) -> None:
        (part,) = view.to_components()
        self.desk.did.append(("file", file.filename, file.fp.read(), file.description))
        self.desk.part = part

    async def suggest(self, choices: list[Any]) -> None:
        self.desk.did.append(("suggest", *((choice.name, choice.value) for choice in choices)))


class Desk:
    """One command; what it is answered."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.monkeypatch = monkeypatch
        self.did: list[tuple[Any, ...]] = []
        self.part: dict[str, Any] = {}
        self.caller = ANA
        self.reply: AnyReply = Accepted(MATCH)
        self.first: AnyReply | None = None
        self.commands: list[Any] = []
        self.sent = SENT
        info = info_for(table_for("argentino", 2), community=SERVER, place=ANA.place)
        seats = tuple(
            replace(one, person=who) for one, who in zip(info.seats, ("ana", "beto"), strict=True)
        )
        self.info: Any = replace(info, seats=seats)
        self.meant: Any = None
        """The table that the command is about."""
        self.seen: Any = (self.info, SCREEN)
        self.view: Any = object()
        self.allowed = True
        self.newest: str | None = None
        self.record: str | None = "record"
        self.film: Any = SimpleNamespace(gif=b"gif", alt="a picture")
        self.page_record = ""
        self.locale: str | None = None
        self.asked: list[Any] = []
        self.intent: Intent | None = Pick(QUESTION)
        self.answering: list[dict[str, bool]] = []
        self.data = "data"
        service = SimpleNamespace(
            handle_each=self._handle_each,
            settings=SimpleNamespace(configure=self._configure, allows_tables=self._allows),
            screens=SimpleNamespace(info_and_screen=self._seen),
            surfaces=SimpleNamespace(add=self._add),
            matches=SimpleNamespace(
                view=self._view, info=self._info, last_at_place=self._last_at_place
            ),
            films=SimpleNamespace(record=self._record, moving=self._moving),
            own_data=SimpleNamespace(of=self._own_data),
            config=SimpleNamespace(addresses="addresses"),
        )
        platform = SimpleNamespace(
            message=self._message,
            add_table=self._does("add_table"),
            remember=lambda id, _: self.did.append(("remember", id)),
        )
        views = SimpleNamespace(
            ask=self._ask,
            hand=self._view_of("hand"),
            options=self._view_of("options"),
            link=self._view_of("link"),
            settings=self._view_of("settings"),
            page=self._page,
        )
        follow_up = SimpleNamespace(whereabouts=self._whereabouts, after=self._after)
        self.slash = Slash(
            cast(Any, service),
            cast(Any, platform),
            cast(Any, SimpleNamespace(answer=self._answer)),
            cast(Any, views),
            cast(Any, follow_up),
        )
        vars(self.slash)["_asking"] = SimpleNamespace(
            asker=self._asker, chosen=self._chosen, resumed=self._resumed
        )
        monkeypatch.setattr(slash, "caller_of", self._caller_of)
        monkeypatch.setattr(slash, "channels_of", self._channels_of)
        monkeypatch.setattr(slash, "chose", self._chose)
        monkeypatch.setattr(layout, "page", lambda page, _: Message((text(str(page)),)))
        for page, name in (
            (invitation, "invitation_page"),
            (friends, "friends_page"),
            (profile, "personal_page"),
            (bars, "bars_page"),
            (closing, "close_page"),
        ):
            monkeypatch.setattr(page, name, self._made(name))

    def _does(self, name: str) -> Any:
        async def do(*what: Any) -> None:
            self.did.append((name, *what))

        return do

    def _view_of(self, name: str) -> Any:
        async def show(caller: Caller, answer: Any, *what: Any) -> None:
            self.did.append((name, *(one for one in what if isinstance(one, str))))

        return show

    def _made(self, name: str) -> Any:
        async def make(service: Any, *what: Any) -> Any:
            return (name, *what)

        return make

    async def _ask(self, answer: Any, question: Question) -> None:
        self.did.append(("ask", question.id))

    async def _page(self, caller: Caller, answer: Any, key: PageKey) -> Any:
        self.did.append(("page", key))
        return SimpleNamespace(record=self.page_record)

    @asynccontextmanager
    async def _answer(self, _: Any, **how: bool) -> Any:
        self.answering.append(how)
        yield Answer(self)

    async def _caller_of(self, *_: Any) -> Caller:
        return self.caller

    async def _channels_of(self, *_: Any) -> tuple[int, ...]:
        return (MESA, OTHER)

    async def _chose(self, service: Any, person: str, wanted: str) -> str | None:
        return self.locale

    async def _handle_each(self, command: Any, then: Any) -> tuple[AnyReply, AnyReply]:
        self.commands = [command, *then]
        return self.first or self.reply, self.reply

    async def _configure(self, community: str, values: dict[str, str]) -> AnyReply:
        self.did.append(("configure", community, values))
        return self.reply

    async def _allows(self, community: str, place: str) -> bool:
        return self.allowed

    async def _seen(self, match: str, person: None, locale: str) -> Any:
        assert locale == "pt_BR"
        return self.seen

    async def _add(self, match: str, **words: Any) -> None:
        assert words["platform"] == "discord"
        assert words["chat"] == words["key"] == f"#{MESA}"
        assert words["shown"] is SCREEN
        at = read(words["address"])
        self.did.append(("add", at.kind, at.target, at.message, at.hand, words["locale"]))

    async def _view(self, match: str, person: str) -> Any:
        return self.view

    async def _info(self, match: str) -> Any:
        return self.info

    async def _last_at_place(self, place: str) -> str | None:
        assert place == self.caller.place
        return self.newest

    async def _record(self, match: str, locale: str, viewer: Any) -> str | None:
        assert (viewer.person, viewer.community) == ("ana", SERVER)
        return self.record

    async def _moving(self, match: str, locale: str, viewer: Any) -> Any:
        assert (viewer.person, viewer.community) == ("ana", SERVER)
        return self.film

    async def _own_data(self, person: str) -> str:
        return self.data

    def _message(self, screen: Screen, info: Any, *, greeting: bool) -> Message:
        assert not greeting
        return Message((text("table"),))

    async def _whereabouts(self, caller: Caller) -> Whereabouts:
        return Whereabouts(
            request="r", person="ana", name="Ana", community=SERVER, place=ANA.place, locale="es"
        )

    async def _after(self, caller: Caller, command: Any, reply: Any) -> None:
        self.did.append(("after", type(command).__name__, type(reply).__name__))

    async def _asker(self, who: Whereabouts, command: str) -> Any:
        self.asked.append((command, who.pointed))
        return ASKER, self.meant

    async def _chosen(self, who: Whereabouts, typed: Typed) -> Asked:
        self.asked.append(typed)
        return Asked(ASKER, self.meant, self.intent)

    async def _resumed(self, who: Whereabouts, chosen: Resume) -> Asked:
        return Asked(ASKER, self.meant, self.intent)

    # --- what is typed -------------------------------------------------------------------------

    async def command(self, name: str, **values: Any) -> list[tuple[Any, ...]]:
        self.did.clear()
        self.asked.clear()
        options = [{"name": option, "value": value} for option, value in values.items()]
        users = {"resolved": {"users": {"501": {"username": "beto"}}}}
        data = {"name": name, "options": options, **users}
        guild = self.caller.guild
        here = SimpleNamespace(
            guild_id=guild or None,
            context=AppCommandContext(guild=bool(guild), dm_channel=not guild),
            _integration_owners={0: guild},
        )
        await self.slash.command(cast(Any, here), data)
        return self.did

    async def do(self, intent: Intent | None) -> list[tuple[Any, ...]]:
        self.did.clear()
        here = SimpleNamespace(filesize_limit=len("data"))
        asked = Asked(ASKER, self.meant, intent)
        await self.slash.do(self.caller, cast(Any, Answer(self)), cast(Any, here), asked)
        return self.did

    async def show(self, what: str, **values: str) -> list[tuple[Any, ...]]:
        return await self.do(shown(what, **values))

    async def send(self, command: Any, reply: AnyReply) -> list[tuple[Any, ...]]:
        self.reply = reply
        return await self.do(Send(command))

    async def complete(self, *given: dict[str, Any], name: str = "jugar") -> list[Any]:
        self.did.clear()
        self.asked.clear()
        await self.slash.complete(cast(Any, None), {"name": name, "options": list(given)})
        ((kind, *found),) = self.did
        assert kind == "suggest"
        return found


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Desk:
    return Desk(monkeypatch)


def note(id: str, locale: str = "es") -> tuple[str, str]:
    return ("private", plain(words_for(locale).text(id)))


HAND = ("hand", MATCH)
ELSEWHERE = ("private", say("es", "elsewhere", channels=f"<#{MESA}> <#{OTHER}>"))
TABLE = [("post",), ("remember", SENT), ("add", "#", MESA, SENT, 3, "")]


# --- what is meant -------------------------------------------------------------------------------


async def test_a_command_is_read_and_done(desk: Desk) -> None:
    assert await desk.command("jugar", jugadores="4") == [("ask", "ask.table")]
    assert desk.asked == [("jugar", None), Typed("jugar", (("jugadores", "4"),))]


async def test_a_command_that_cannot_be_read_says_why(desk: Desk) -> None:
    ((kind, said),) = await desk.command("jugar", jugadores="99")
    assert kind == "private"
    assert said
    assert desk.asked == [("jugar", None)]


async def test_a_command_that_is_gone_is_unknown(desk: Desk) -> None:
    assert await desk.command("bailar") == [note("say.unknown_command")]
    assert desk.asked == []


async def test_a_person_may_be_pointed_at(desk: Desk) -> None:
    await desk.command("desafiar", usuario="501")
    assert desk.asked[0] == ("desafiar", ("discord:501", "beto"))


@pytest.mark.parametrize(
    ("name", "alone", "public"),
    [
        ("jugar", False, True),
        ("ayuda", False, False),
        ("ayuda", True, True),
        ("bailar", False, False),
        ("bailar", True, False),
    ],
)
async def test_a_new_table_is_everybody_s(desk: Desk, name: str, alone: bool, public: bool) -> None:
    """In one's own chat there is nobody else."""
    desk.caller = ALONE if alone else ANA
    await desk.command(name)
    assert desk.answering == [{"public": public}]


async def test_the_answer_to_which_table(desk: Desk) -> None:
    answer, here = cast(Any, Answer(desk)), cast(Any, SimpleNamespace())
    await desk.slash.resume(ANA, answer, here, Resume(MATCH, Typed("mesa", ())))
    assert desk.did == [("ask", "ask.table")]


async def test_each_meaning_has_its_answer(desk: Desk) -> None:
    assert await desk.do(Cannot("say.no_table")) == [note("say.no_table")]
    assert await desk.do(Pick(QUESTION)) == [("ask", "ask.table")]
    assert await desk.do(None) == []


# --- commands ------------------------------------------------------------------------------------

OPEN = OpenTable(request="r", person="ana", community=SERVER, place=ANA.place, name="Ana")
JOIN = Join(request="r", person="ana", match=MATCH, name="Ana")
REFUSED = messages.Refused(ServiceReason.TABLE_FULL, MATCH)


async def test_a_table_is_opened_where_the_bot_may_write(desk: Desk) -> None:
    opened = ("after", "OpenTable", "Accepted")
    assert await desk.send(OPEN, Accepted(MATCH)) == [*TABLE, opened]
    desk.caller = ALONE
    assert await desk.send(OPEN, Accepted(MATCH)) == [HAND, opened]
    desk.caller = replace(ANA, missing=("send_messages", "view_channel"))
    desk.commands.clear()
    rights = ", ".join(say("es", f"right.{one}") for one in desk.caller.missing)
    said = ("private", plain(say("es", "rights", rights=rights)))
    assert await desk.send(OPEN, Accepted(MATCH)) == [said]
    assert desk.commands == []
    assert await desk.send(JOIN, Accepted(MATCH)) == [HAND, ("after", "Join", "Accepted")]


async def test_a_table_that_was_not_opened_says_why(desk: Desk) -> None:
    told = ("private", plain(reply_text(REFUSED, "es")))
    assert await desk.send(OPEN, REFUSED) == [told, ("after", "OpenTable", "Refused")]


async def test_a_table_that_is_gone_already_is_not_shown(desk: Desk) -> None:
    desk.seen = None
    assert (await desk.send(OPEN, Accepted(MATCH)))[0] == note("say.no_table")


@pytest.mark.parametrize(("community", "locale"), [(SERVER, ""), ("discord:2", "pt_BR")])
async def test_a_table_of_another_server_speaks_this_one_s_language(
    desk: Desk, community: str, locale: str
) -> None:
    desk.seen = (replace(desk.info, community=community), SCREEN)
    assert ("add", "#", MESA, SENT, 3, locale) in await desk.send(OPEN, Accepted(MATCH))
    desk.sent = 0
    did = await desk.send(OPEN, Accepted(MATCH))
    assert did[:2] == [("post",), ("add_table", MATCH, MESA, locale, "#")]
    assert len(did) == 3


async def test_options_and_signs_are_shown_after_their_commands(desk: Desk) -> None:
    see = SeeOptions(request="r", person="ana", match=MATCH)
    assert (await desk.send(see, Accepted(MATCH)))[0] == ("options", MATCH)
    told = ("private", plain(reply_text(REFUSED, "es")))
    assert (await desk.send(see, REFUSED))[0] == told
    drop = DropSign(request="r", person="ana", match=MATCH, sign="s")
    assert (await desk.send(drop, Accepted(MATCH)))[0] == ("page", PageKey(SIGNS, MATCH))
    assert (await desk.send(drop, REFUSED))[0] == told


async def test_the_first_of_several_commands_says_what_follows(desk: Desk) -> None:
    desk.first, desk.reply = Accepted(MATCH), REFUSED
    start = Start(request="r", person="ana", match="")
    did = await desk.do(Send(OPEN, (start,)))
    assert did == [*TABLE, ("after", "OpenTable", "Accepted")]
    assert desk.commands == [OPEN, start]
    told = ("private", plain(reply_text(REFUSED, "es")))
    assert await desk.do(Send(JOIN, (start,))) == [told, ("after", "Join", "Accepted")]


async def test_who_sits_at_the_table_gets_their_hand(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = Start(request="r", person="ana", match=MATCH)
    done = ("after", "Start", "Accepted")
    assert await desk.send(start, Accepted(MATCH)) == [HAND, done]
    assert await desk.send(start, Accepted()) == [HAND, done], "the command names the table"
    monkeypatch.setattr(slash, "reply_text", lambda *_: "said")
    assert await desk.send(start, Accepted(MATCH)) == [HAND, ("private", "said"), done]


async def test_who_sits_there_no_longer_is_told_that_it_is_done(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = LookOn(request="r", person="ana", match=MATCH, name="Ana")
    done = ("after", "LookOn", "Accepted")
    there = desk.info
    monkeypatch.setattr(slash, "reply_text", lambda *_: "")
    for info, view in (
        (replace(there, seats=there.seats[1:]), object()),
        (None, object()),
        (there, None),
    ):
        desk.info, desk.view = info, view
        assert await desk.send(looks, Accepted(MATCH)) == [note("reply.done"), done]
    monkeypatch.setattr(slash, "reply_text", lambda *_: "said")
    for view in (object(), None):
        desk.info, desk.view = None, view
        assert await desk.send(looks, Accepted(MATCH)) == [("private", "said"), done]


async def test_a_number_is_asked_for(desk: Desk) -> None:
    ask = messages.Ask(MATCH, "tengo ?", 0, 33)
    assert (await desk.send(JOIN, ask))[0] == ("ask", question_of(ask, "es").id)


async def test_where_no_tables_are_allowed_it_says_where_they_are(desk: Desk) -> None:
    not_here = messages.Refused(ServiceReason.NOT_HERE)
    assert (await desk.send(OPEN, not_here))[0] == ELSEWHERE


# --- things to look at ---------------------------------------------------------------------------


async def test_the_table_is_shown_where_it_may_stand(desk: Desk) -> None:
    desk.meant = desk.info
    for place, allowed, told in (
        (ANA.place, False, TABLE),
        ("discord:1/9", True, TABLE),
        ("discord:1/9", False, [ELSEWHERE]),
    ):
        desk.meant, desk.allowed = replace(desk.info, place=place), allowed
        assert await desk.show("table") == told
    assert await desk.show("hand") == [HAND]
    desk.caller = ALONE
    assert await desk.show("table") == [HAND]


@pytest.mark.parametrize(
    ("what", "values", "key"),
    [
        ("marcador", {"periodo": "mes"}, scoreboard_key({"periodo": "mes"})),
        ("privacidad", {}, PageKey(PRIVACY)),
        ("borrado", {}, PageKey(ERASURE)),
        ("ayuda", {}, PageKey(HELP)),
        ("reglas", {}, PageKey(RULES)),
        ("reglas", {"tema": "flor"}, PageKey(RULES, "", "flor")),
        ("prueba", {}, PageKey(PROOF, "")),
        ("prueba", {"partida": "EFGH2345"}, PageKey(PROOF, "efgh2345")),
        ("pelicula", {}, film_key("")),
        ("pelicula", {"partida": "EFGH2345"}, film_key("efgh2345")),
        ("pelicula", {"forma": FILM_FORM}, film_key("")),
    ],
)
async def test_each_page_is_read(
    desk: Desk, what: str, values: dict[str, str], key: PageKey
) -> None:
    assert await desk.show(what, **values) == [("page", key)]
    desk.newest = "newest12"
    newest = film_key("newest12") if what == "pelicula" else PageKey(PROOF, "newest12")
    last = what in ("pelicula", "prueba") and "partida" not in values
    assert await desk.show(what, **values) == [("page", newest if last else key)]


async def test_a_page_of_a_table_is_of_the_one_that_is_meant(desk: Desk) -> None:
    desk.meant = desk.info
    desk.newest = "newest12"
    for what in (HELP, RULES, PROOF, SIGNS):
        assert await desk.show(what) == [("page", PageKey(what, MATCH))]
    assert await desk.show("pelicula") == [("page", film_key("newest12"))]


async def test_a_proof_comes_with_its_record(desk: Desk) -> None:
    desk.page_record = MATCH
    _, *files = await desk.show("prueba")
    assert files == [("file", f"truco-{MATCH}.truco", b"record", None)]
    assert desk.part == {"type": 13, "file": {"url": f"attachment://truco-{MATCH}.truco"}}


async def test_each_panel_is_of_the_one_who_asks(desk: Desk) -> None:
    desk.meant = desk.info
    where = Administration(SERVER, False)
    person = {"persona": "Beto"}
    for what, made in (
        ("invitar", ("invitation_page", MATCH, "ana", "Beto", "es", "addresses", "")),
        ("amigos", ("friends_page", "ana", person, "es")),
        ("perfil", ("personal_page", "ana", "Ana", person, "es")),
        ("vetar", ("bars_page", where, "ana", person, "es")),
        ("cerrar", ("close_page", where, MATCH, "ana", "r", "es")),
    ):
        assert await desk.show(what, persona="Beto") == [("private", str(made))]
    ((_, said),) = await desk.show("invitar", usuario="discord:501")
    assert said == str(("invitation_page", MATCH, "ana", "", "es", "addresses", "discord:501"))
    ((_, said),) = await desk.show("cerrar", codigo="EFGH2345")
    assert said == str(("close_page", where, "efgh2345", "ana", "r", "es"))
    assert await desk.show("link", codigo="code") == [("link", "code")]
    assert await desk.show("link") == [("link", "")]


async def test_a_record_is_a_film_a_picture_or_a_file(desk: Desk) -> None:
    picture, file = {"forma": PICTURE_FORM}, {"forma": "archivo"}
    assert await desk.show("record", partida=MATCH, **picture) == [
        ("file", f"truco-{MATCH}.gif", b"gif", "a picture")
    ]
    (item,) = desk.part["items"]
    assert (desk.part["type"], item["media"]["url"], item["description"]) == (
        12,
        f"attachment://truco-{MATCH}.gif",
        "a picture",
    )
    assert await desk.show("record", partida=MATCH, **file) == [
        ("file", f"truco-{MATCH}.truco", b"record", None)
    ]
    desk.film = desk.record = None
    for form in (picture, file):
        assert await desk.show("record", **form) == [note("record.none")]


async def test_own_data_are_packed_if_they_are_too_long(desk: Desk) -> None:
    assert await desk.show("own_data") == [("file", FILE, b"data", None)]
    desk.data = "longer"
    ((_, name, packed, _),) = await desk.show("own_data")
    assert (name, gzip.decompress(packed)) == (f"{FILE}.gz", b"longer")
    assert packed == gzip.compress(b"longer", mtime=0), "the same whenever it is asked for"


async def test_a_language_is_said_in_the_one_that_holds(desk: Desk) -> None:
    desk.locale = "en"
    assert await desk.show("language") == [note("language.set")]
    assert await desk.show("language", idioma="en") == [note("language.set", "en")]
    desk.locale = None
    assert await desk.show("language", idioma="tlh") == [note("language.set")]


async def test_settings_are_for_who_manages_the_server(desk: Desk) -> None:
    assert await desk.show("settings", flor="con") == [("settings",)]
    desk.caller = replace(ANA, manages=True)
    assert await desk.show("settings") == [("settings",)]
    desk.reply = REFUSED
    assert await desk.show("settings", flor="con") == [
        ("configure", SERVER, {"flor": "con"}),
        ("private", plain(reply_text(REFUSED, "es"))),
    ]


@pytest.mark.parametrize("what", ["invitar", "senas", "cerrar", "hand"])
async def test_what_needs_a_table_is_never_shown_without_one(desk: Desk, what: str) -> None:
    """The catalogue refuses it before."""
    with pytest.raises(AssertionError, match=what):
        await desk.show(what)


# --- while it is typed ---------------------------------------------------------------------------


def given(name: str, value: str, *, focused: bool = False) -> dict[str, Any]:
    return {"name": name, "value": value, **({"focused": True} if focused else {})}


async def test_suggestions_are_for_the_option_that_is_being_typed(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def choices(option: Any, values: dict[str, str], *_: Any) -> list[tuple[str, str]]:
        asked.append((option.id, values))
        return [("v", "Óros"), ("7o", "seven"), ("x" * 101, "y" * 101)]

    monkeypatch.setattr(slash, "value_choices", choices)
    typed = [given("variante", "mineiro"), given("jugadores", "", focused=True)]
    found = await desk.complete(*typed, given("nothing", "1"))
    assert asked == [("jugadores", {"variante": "mineiro"})]
    assert desk.answering == [{"first": True}]
    assert desk.asked == [("jugar", None)]
    assert found[:2] == [("Óros", "v"), ("seven", "7o")]
    ((name, value),) = found[2:]
    assert (len(name), len(value)) == (100, 100)
    for said, labels in (("OROS", ["Óros"]), ("7", ["seven"]), ("o", ["Óros", "seven"]), ("z", [])):
        found = await desk.complete(given("jugadores", said, focused=True))
        assert [name for name, _ in found] == labels


async def test_a_time_is_chosen_in_days(desk: Desk) -> None:
    found = await desk.complete(given("tiempo", "3d", focused=True))
    assert found == [("3 días", "3d")]


async def test_no_more_is_suggested_than_discord_shows(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = [(str(n), str(n)) for n in range(CHOICES + 5)]
    monkeypatch.setattr(slash, "value_choices", lambda *_: many)
    assert len(await desk.complete(given("jugadores", "", focused=True))) == CHOICES


async def test_nothing_is_suggested_for_what_is_gone(desk: Desk) -> None:
    assert await desk.complete(given("jugadores", "")) == []
    assert await desk.complete() == []
    assert await desk.complete(given("x", "", focused=True), name="bailar") == []
    assert desk.asked == []

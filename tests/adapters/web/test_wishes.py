"""What each wish of a page does, branch by branch: what is asked of the service, what the page is
told, and what it looks at afterwards.

The service, the pages of ``bot.pages`` and the list of tables are made up here."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace

from adapters.web import limits, protocol, requests, tab_commands
from adapters.web.addresses import PageAddress
from adapters.web.chat import PREFIX as CHAT
from adapters.web.chat import AboutWriter
from adapters.web.protocol import (
    Choose,
    Complete,
    Configure,
    Hello,
    Line,
    Name,
    Press,
    Quick,
    Reply,
    Said,
    Sit,
    Speak,
    WantRecord,
    Watch,
)
from adapters.web.requests import Requests
from adapters.web.table_list import COMMUNITY, PLACE
from adapters.web.tabs import Tab
from adapters.web.windows import Windows
from adapters.web.words import name_of, page_words, say, some_name
from bot import messages, tokens
from bot.asking import Asked, Resume
from bot.catalogue import Asker, Intent, Pick, Send, Typed
from bot.chat_commands import Cannot
from bot.community.own_data import FILE
from bot.film.card import film_key
from bot.match.onlookers import LOOKED_ON
from bot.messages import (
    Accepted,
    AnyReply,
    Join,
    Leave,
    LookOn,
    OpenTable,
    Rematch,
    SeeOptions,
    SetOptions,
    Stale,
    Start,
)
from bot.model import Status
from bot.pages import bars, closing, friends, invitation, profile
from bot.pages.film import PICTURE_FORM
from bot.pages.page_spec import Administration, Community
from bot.pages.scoreboard import scoreboard_key
from bot.reasons import ServiceReason
from bot.screen import OptionsSheet, Question, Screen
from bot.screens import pages, reply_text
from bot.screens.pages import ERASURE, HELP, PRIVACY, PROOF, RULES, SIGNS, PageKey
from bot.tokens import SAYING
from bot.words import words_for
from engine.variants import table_for
from tests.adapters.shown import shown
from tests.bot.scenes import MATCH, info_for

OTHER = "efgh2345"
USER = "web:u"
SOURCE = "192.0.2.1"
ASKER = Asker(request="r", person="ana", name="Ana", community=COMMUNITY, place=PLACE, locale="es")
SCREEN = Screen(kind="table", match=MATCH, version=1, locale="es", title="Truco")
SHEET = OptionsSheet(MATCH, "es", "Opciones", (), (), mine=True)
WORDS = words_for("es")
QUESTION = Question("ask.table", "?", f"{SAYING}?.mesa.")


class Heard(Tab):
    """A tab, and what it was told."""

    def __init__(self) -> None:
        super().__init__(USER, "Ana", "es", SOURCE)
        self.person = "ana"
        self.told: list[tuple[Any, ...]] = []

    def say(self, message: Said) -> None:
        kind = type(message).__name__
        parts = [getattr(message, name) for name in message.__struct_fields__]
        if isinstance(message, protocol.Picture):
            parts = [message.match]
        self.told.append((kind, *parts))


class MadeUp(tuple[Any, ...]):
    """A page: what it was asked for; an invitation has one link."""

    @property
    def links(self) -> tuple[str, ...]:
        return ("http://here/invited",) if self[0] == "invitation_page" else ()


class Small:
    """The service, and what was asked of it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.did: list[tuple[Any, ...]] = []
        self.tab = Heard()
        self.monkeypatch = monkeypatch
        info = info_for(table_for("argentino", 2), host="ana")
        seats = tuple(
            replace(one, person=who) for one, who in zip(info.seats, ("ana", "beto"), strict=True)
        )
        self.playing = replace(info, seats=seats)
        self.foreign = replace(self.playing, seats=(replace(seats[0], person="caro"), seats[1]))
        """A table at which the tab's person has no seat."""
        self.infos: dict[str, Any] = {MATCH: self.playing}
        self.screens: dict[str, Screen | None] = {MATCH: SCREEN}
        self.mine: tuple[str, ...] = ()
        self.mine_here: str | None = None
        self.newest: str | None = None
        self.reply: AnyReply = Accepted()
        self.sent: list[Any] = []
        self.takes_long = False
        self.first: AnyReply | None = None
        self.sheet: OptionsSheet | None = SHEET
        self.record: str | None = "record"
        self.others = False
        self.chosen_locale: str | None = None
        self.may_look = True
        self.asked: list[tuple[Any, ...]] = []
        """What was typed or chosen, and where."""
        self.intent: Intent | None = None
        self.chosen: Intent | None = None
        self.info: Any = None
        """The table that a line is about."""
        self.commands: list[Any] = []
        service = SimpleNamespace(
            windows=SimpleNamespace(page_is=lambda *_: None),
            users=SimpleNamespace(acting=self._acting, of=self._of),
            matches=SimpleNamespace(
                info=self._info,
                of_person_at=self._of_person_at,
                of_person=self._of_person,
                asked=self._nobody,
                claimants=self._nobody,
                last_at_place=self._last_at_place,
            ),
            surfaces=SimpleNamespace(add=self._add, remove=self._does("remove")),
            screens=SimpleNamespace(
                options=self._options, panel=self._panel, screen=self._screen, may_look=self._may
            ),
            films=SimpleNamespace(record=self._record),
            own_data=SimpleNamespace(of=self._own_data),
            settings=SimpleNamespace(configure=self._configure),
            languages=SimpleNamespace(of=self._language, choose=self._does("choose")),
            seat_owners=SimpleNamespace(look_on_no_longer=self._does("look on no longer")),
            handle_each=self._handle_each,
            handle=self._handle,
        )
        table_list = SimpleNamespace(
            show=self._show_list, wake=self._wake, keep_hall=self._keep_hall
        )
        chat = SimpleNamespace(
            press=self._chat("press"),
            write=self._chat("write"),
            sweep=lambda: self.did.append(("sweep",)),
        )
        self.requests = Requests(
            cast(Any, service),
            cast(Any, table_list),
            cast(Any, chat),
            PageAddress("http://here", followed=True),
            Windows(b"", {}),
        )
        vars(self.requests)["_asking"] = SimpleNamespace(
            asker=self._asker, line=self._line, chosen=self._chosen, resumed=self._resumed
        )
        for page, name in (
            (invitation, "invitation_page"),
            (friends, "friends_page"),
            (profile, "personal_page"),
            (bars, "bars_page"),
        ):
            monkeypatch.setattr(page, name, self._page(name))
        monkeypatch.setattr(tab_commands, "page_for", self._page("page_for"))
        monkeypatch.setattr(requests, "qr_code", lambda address: ("qr", address))
        monkeypatch.setattr(closing, "close_page", self._close_page)
        monkeypatch.setattr(requests, "linking", self._linking)

    def _does(self, name: str) -> Any:
        async def do(*what: Any) -> None:
            self.did.append((name, *what))

        return do

    def _page(self, name: str) -> Any:
        async def make(service: Any, *what: Any) -> Any:
            told = [one for one in what if not callable(one)]
            links = [one("code") for one in what if callable(one)]
            return MadeUp((name, *told, *links))

        return make

    def _chat(self, name: str) -> Any:
        async def do(tab: Tab, *what: Any) -> None:
            self.did.append((f"chat {name}", *what))

        return do

    def _wake(self, *, settings: bool = False) -> None:
        self.did.append(("wake", *["settings"] * settings))

    async def _acting(self, user: str) -> str:
        assert user == USER
        return "ana"

    async def _of(self, person: str) -> Any:
        return SimpleNamespace(others=self.others)

    async def _info(self, match: str) -> Any:
        return self.infos.get(match)

    async def _of_person_at(self, person: str, place: str) -> str | None:
        assert (person, place) == ("ana", PLACE)
        return self.mine_here

    async def _keep_hall(self, tab: Any) -> bool:
        return True

    async def _nobody(self, match: str) -> frozenset[int]:
        return frozenset()

    async def _of_person(self, person: str) -> tuple[str, ...]:
        return self.mine

    async def _last_at_place(self, place: str) -> str | None:
        assert place == PLACE
        return self.newest

    async def _add(self, match: str, **words: Any) -> str:
        tab = self.tab
        assert words == {
            "platform": "web",
            "address": tab.id,
            "chat": tab.id,
            "person": "ana",
            "locale": tab.locale,
            "only_here": True,
        }
        self.did.append(("add", match))
        return "surface"

    async def _options(self, match: str, person: str, locale: str) -> OptionsSheet | None:
        return self.sheet

    async def _panel(self, community: str, locale: str) -> Any:
        return f"panel of {community}"

    async def _screen(self, match: str, person: str, locale: str) -> Screen | None:
        return self.screens.get(match)

    async def _may(self, info: Any, person: str) -> bool:
        return self.may_look

    async def _record(self, match: str, locale: str, viewer: Any) -> str | None:
        return self.record

    async def _own_data(self, person: str) -> str:
        return f"data of {person}"

    async def _configure(self, community: str, values: dict[str, str]) -> AnyReply:
        assert community == COMMUNITY
        self.did.append(("configure", values))
        return self.reply

    async def _language(self, person: str) -> str | None:
        return self.chosen_locale

    async def _handle_each(self, command: Any, then: Any, slow: Any) -> tuple[AnyReply, AnyReply]:
        self.commands = [command, *then]
        self.sent += self.commands
        if self.takes_long:
            await slow()
        return self.first or self.reply, self.reply

    async def _handle(self, command: Any) -> AnyReply:
        self.commands = [command]
        if isinstance(command, OpenTable):
            self.sent.append(command)
        else:
            self.did.append(("look on", command.request, command.match))
        return self.reply

    async def _show_list(self, tab: Tab) -> None:
        self.did.append(("list",))

    async def _asker(self, who: Any, command: str) -> tuple[Asker, None]:
        self.asked.append(("asker", command))
        return ASKER, None

    async def _line(self, who: Any, text: str) -> Asked:
        self.who = who
        self.asked.append(("line", text))
        return Asked(ASKER, self.info, self.intent)

    async def _chosen(self, who: Any, typed: Typed) -> Asked:
        self.asked.append((typed.command, *typed.values))
        return Asked(ASKER, self.info, self.chosen)

    async def _resumed(self, who: Any, answer: Resume) -> Asked:
        return Asked(ASKER, None, Pick(QUESTION))

    async def _close_page(self, service: Any, *what: Any) -> Any:
        return SimpleNamespace(text=what)

    async def _linking(self, service: Any, user: str, code: str, locale: str, source: str) -> Any:
        return SimpleNamespace(page=(user, code, locale, source), person="other", tables=self.mine)

    # --- a wish --------------------------------------------------------------------------------

    async def hear(self, message: Any) -> list[tuple[Any, ...]]:
        """What the tab is told."""
        self.did.clear()
        self.asked.clear()
        self.commands = []
        self.tab.told.clear()
        await self.requests.receive(self.tab, message)
        return self.tab.told

    async def line(self, intent: Intent | None, text: str = "/x") -> list[tuple[Any, ...]]:
        self.intent = intent
        return await self.hear(Line("id", text))

    async def show(self, what: str, **values: str) -> list[tuple[Any, ...]]:
        return await self.line(shown(what, **values))

    async def press(self, token: str, value: str | None = None) -> list[tuple[Any, ...]]:
        return await self.hear(Press("id", token, value))

    async def send(self, command: Any, reply: AnyReply) -> list[tuple[Any, ...]]:
        self.reply = reply
        return await self.line(Send(command))


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Small:
    return Small(monkeypatch)


def no(word: str, id: str = "id") -> tuple[Any, ...]:
    return ("Reply", id, "no", say("es", word))


OK = ("Reply", "id", "ok", "")
NOTHING = ("Watching", "")
HERE = ("Watching", MATCH)
ADDED = [("sweep",), ("add", MATCH)]
LISTED = [("sweep",), ("list",)]
UNCLEAR = no("web.unclear")


def panel(name: str, *what: Any) -> tuple[Any, ...]:
    return ("Panel", "id", (name, *what), ())


def page(key: PageKey, id: str = "id") -> tuple[Any, ...]:
    where = Community(COMMUNITY, say("es", "web.community"))
    return ("Panel", id, ("page_for", key, USER, "es", where), ())


# --- coming and going ----------------------------------------------------------------------------


async def arrived(small: Small, match: str = "") -> list[tuple[Any, ...]]:
    small.did.clear()
    small.tab.told.clear()
    small.tab.match = ""
    await small.requests.arrive(small.tab, Hello("key", "Ana", "es", match))
    return small.tab.told


async def test_who_comes_looks_at_the_table_of_their_address(small: Small) -> None:
    small.chosen_locale = "es"
    small.mine_here = OTHER
    small.tab.person = ""
    assert await arrived(small, MATCH) == [HERE]
    assert (small.tab.match, small.tab.surface, small.tab.person) == (MATCH, "surface", "ana")
    assert small.did == [*ADDED[:1], *ADDED]


async def test_who_comes_looks_at_their_own_table_else_at_the_list(small: Small) -> None:
    """One that stands here goes first."""
    gone = no("web.gone", "")
    small.infos = {}
    assert await arrived(small) == [NOTHING]
    assert await arrived(small, MATCH) == [gone, NOTHING]
    assert small.did[-2:] == LISTED
    small.infos = {MATCH: small.playing, OTHER: small.playing}
    small.mine = (OTHER,)
    assert await arrived(small) == [("Watching", OTHER)]
    small.mine_here = MATCH
    assert await arrived(small) == [HERE]
    assert await arrived(small, "nowhere1") == [gone, HERE]


@pytest.mark.parametrize(
    ("others", "known", "chooses"),
    [(False, None, True), (False, "en", True), (False, "es", False), (True, "en", False)],
)
async def test_a_language_is_remembered_for_who_is_known_here_alone(
    small: Small, others: bool, known: str | None, chooses: bool
) -> None:
    small.others, small.chosen_locale = others, known
    await arrived(small)
    assert (("choose", "ana", "es") in small.did) is chooses


async def test_who_goes_looks_on_no_longer(small: Small) -> None:
    small.tab.match, small.tab.surface = MATCH, "surface"
    await small.requests.depart(small.tab)
    gone = [("remove", "surface"), ("look on no longer", MATCH, "ana", "surface"), ("sweep",)]
    assert small.did == gone
    assert small.tab.surface == ""
    await small.requests.depart(small.tab)
    assert small.did == [*gone, ("sweep",)]


# --- what a page says ----------------------------------------------------------------------------


async def test_who_says_hello_twice_is_not_understood(small: Small) -> None:
    assert await small.hear(Hello("key", "Ana", "es")) == [no("web.unclear", "")]


async def test_a_name_may_be_changed_but_not_taken_away(small: Small) -> None:
    small.tab.person = ""
    await small.hear(Name("Beto"))
    assert (small.tab.name, small.tab.person) == ("Beto", "ana")
    await small.hear(Name(" \n"))
    assert small.tab.name == "Beto"
    assert len(name_of("a" * 200)) == limits.NAME
    assert some_name("es") in page_words("es")["web.names"].split()


async def test_a_wish_with_a_bad_number_is_not_understood(small: Small) -> None:
    for wish in (
        Press("a b", "x"),
        Line("", "x"),
        Quick("ñ", 2),
        Sit("a b", MATCH),
        Choose("a b", MATCH, "flor", "con"),
        Configure("a b", "flor", "con"),
        WantRecord("a b", MATCH),
    ):
        assert await small.hear(wish) == [no("web.unclear", "")]
    assert small.did == []


async def test_each_wish_is_a_command(small: Small) -> None:
    await small.hear(Sit("id", MATCH, 1))
    assert small.commands == [Join(request="web:id", person="ana", match=MATCH, name="Ana", seat=1)]
    chosen = SetOptions(request="web:id", person="ana", match=MATCH, options=(("flor", "con"),))
    assert await small.hear(Choose("id", MATCH, "flor", "con")) == [OK]
    assert small.commands == [chosen]
    assert await small.hear(Choose("id", MATCH, "flor", "con", listed=True)) == [
        OK,
        ("Options", SHEET),
    ]
    small.sheet = None
    assert await small.hear(Choose("id", MATCH, "flor", "con", listed=True)) == [OK]
    settings = ("Settings", "", f"panel of {COMMUNITY}")
    assert await small.hear(Configure("id", "flor", "con")) == [OK, settings]
    assert small.did == [("configure", {"flor": "con"}), ("wake", "settings")]


async def test_a_refused_setting_says_why(small: Small) -> None:
    small.reply = messages.Refused(ServiceReason.TABLE_FULL)
    refused = ("Reply", "id", "no", reply_text(small.reply, "es"))
    assert (await small.hear(Configure("id", "flor", "con")))[0] == refused
    assert await small.show("settings", flor="con") == [refused]
    small.reply = Accepted(note="done")
    small.monkeypatch.setattr(tab_commands, "reply_text", lambda *_: "said")
    assert (await small.hear(Configure("id", "flor", "con")))[0] == OK, "the panel shows it"
    assert await small.show("settings", flor="con") == [("Reply", "id", "ok", "said")]
    assert await small.show("settings") == [("Settings", "id", f"panel of {COMMUNITY}")]


async def test_a_line_is_no_longer_than_a_page_lets_one_write(small: Small) -> None:
    small.intent = Cannot("say.no_table")
    await small.hear(Line("id", "x" * limits.LINE + "y"))
    assert small.asked == [("line", "x" * limits.LINE)]


# --- commands ------------------------------------------------------------------------------------

JOIN = Join(request="r", person="ana", match=MATCH, name="Ana")
OPEN = OpenTable(request="r", person="ana", community=COMMUNITY, place=PLACE, name="Ana")
LEAVE = Leave(request="r", person="ana", match=MATCH)
REFUSED = messages.Refused(ServiceReason.TABLE_FULL, OTHER)


@pytest.mark.parametrize(
    ("reply", "tone"),
    [
        (Accepted(), "ok"),
        (Stale(MATCH), "stale"),
        (REFUSED, "no"),
        (messages.NotSeated(MATCH), "no"),
    ],
)
async def test_each_reply_has_its_tone(small: Small, reply: AnyReply, tone: str) -> None:
    small.tab.match = MATCH
    told = await small.send(Start(request="r", person="ana", match=MATCH), reply)
    assert told[0] == ("Reply", "id", tone, reply_text(reply, "es"))
    assert (told[1:] == [("Picture", MATCH)]) is (tone == "stale")
    assert small.did == [("wake",)]


async def test_an_answer_that_takes_long_is_announced(small: Small) -> None:
    """The button stays pressed: the word has no id."""
    small.takes_long = True
    told = await small.send(JOIN, REFUSED)
    assert told == [
        ("Reply", "", "ok", WORDS.text("reply.slow")),
        ("Reply", "id", "no", reply_text(REFUSED, "es")),
    ]


async def test_a_command_that_needs_a_number_asks_for_it(small: Small) -> None:
    ((kind, id, question),) = await small.send(JOIN, messages.Ask(MATCH, "tengo ?", 0, 33))
    assert (kind, id, question.high) == ("Ask", "id", 33)
    assert small.did == [("wake",)]


async def test_who_opens_a_table_or_sits_down_looks_at_it(small: Small) -> None:
    for command in (OPEN, JOIN):
        small.tab.match = ""
        assert await small.send(command, Accepted(MATCH)) == [OK, HERE]
        assert small.tab.match == MATCH
        assert await small.send(command, Accepted(MATCH)) == [OK], "already"
    small.tab.match = ""
    looks = LookOn(request="r", person="ana", match=MATCH, name="Ana")
    assert HERE in await small.send(looks, Accepted(MATCH))
    small.tab.match = ""
    sign_up = replace(OPEN, format="copa")
    assert HERE in await small.send(sign_up, Accepted(MATCH))


async def test_a_table_that_was_opened_already_is_looked_at(small: Small) -> None:
    """Whoever has tables enough is led to one of them; any other refusal leads nowhere."""
    small.infos[OTHER] = small.playing
    small.tab.match = MATCH
    assert ("Watching", OTHER) in await small.send(OPEN, REFUSED)
    small.tab.match = MATCH
    assert len(await small.send(OPEN, replace(REFUSED, match=""))) == 1
    assert len(await small.send(JOIN, REFUSED)) == 1


async def test_options_and_signs_follow_their_commands(small: Small) -> None:
    see = SeeOptions(request="r", person="ana", match=MATCH)
    assert await small.send(see, Accepted(MATCH)) == [OK, ("Options", SHEET)]
    drop = messages.DropSign(request="r", person="ana", match=MATCH, sign="s")
    assert await small.send(drop, Accepted(MATCH)) == [OK, page(PageKey(SIGNS, MATCH), "")]


@pytest.mark.parametrize("match", [MATCH, OTHER, ""])
async def test_who_leaves_a_lobby_looks_on_there(small: Small, match: str) -> None:
    """Once the seat is empty, and only if the tab showed that lobby."""
    small.tab.match = match
    assert len(await small.send(LEAVE, Accepted(MATCH))) == 1
    small.infos[MATCH] = small.foreign
    told = await small.send(LEAVE, Accepted(MATCH))
    assert (HERE in told) is (match == MATCH)
    small.infos.clear()
    assert len(await small.send(LEAVE, Accepted(MATCH))) == 1


async def test_who_looks_on_no_longer_sees_the_list(small: Small) -> None:
    small.infos[MATCH] = small.foreign
    small.tab.match = MATCH
    told = await small.send(LEAVE, Accepted(MATCH, note=LOOKED_ON))
    assert told[-1] == NOTHING
    assert small.tab.match == ""


async def test_only_the_first_of_several_commands_names_the_table(small: Small) -> None:
    small.first = Accepted(MATCH)
    small.reply = REFUSED
    await small.line(Send(OPEN, (Start(request="r", person="ana", match=""),)))
    assert len(small.commands) == 2


async def test_a_rematch_takes_the_tab_along(small: Small) -> None:
    small.infos[OTHER] = small.playing
    for match, told in (("", []), (MATCH, [("Watching", OTHER)])):
        small.tab.match = match
        small.tab.told.clear()
        small.requests.follow_on(small.tab, MATCH, OTHER)
        (task,) = small.requests.following
        await task
        await asyncio.sleep(0)
        assert small.tab.told == told
        assert small.requests.following == set()
    rematch = Rematch(request="r", person="ana", match=MATCH)
    small.tab.match = MATCH
    assert ("Watching", OTHER) in await small.send(rematch, Accepted(OTHER))


@pytest.mark.errors("playground.not_followed")
async def test_a_rematch_that_cannot_be_shown_is_logged(small: Small) -> None:
    small.tab.match = MATCH
    small.infos[OTHER] = 1
    small.requests.follow_on(small.tab, MATCH, OTHER)
    (task,) = small.requests.following
    await task


# --- presses -------------------------------------------------------------------------------------


def token(action: str) -> str:
    return tokens.encode(MATCH, "", action)


async def test_each_kind_of_button_has_its_way(small: Small) -> None:
    small.tab.match = MATCH
    told = f"{SAYING}{MATCH}.mesa"
    help_page = PageKey(HELP)
    for text, said in (
        (str(help_page), page(help_page)),
        (token(tokens.FILM), page(film_key(MATCH))),
        (token(tokens.MY_HAND), OK),
        (told, ("Ask", "id", QUESTION)),
        (token(tokens.START), OK),
        ("nonsense", UNCLEAR),
        (f"{pages.PREFIX}nonsense", UNCLEAR),
    ):
        assert (await small.press(text))[0] == said, text
    assert await small.press(token(tokens.MY_HAND)) == [OK, ("Picture", MATCH)]
    assert await small.press(f"{CHAT}x") == []
    assert small.did == [("chat press", "id", "web:id", AboutWriter())]
    await small.press(token(tokens.START))
    assert small.commands == [Start(request="web:id", person="ana", pressed=True, match=MATCH)]
    assert await small.press(f"{SAYING}{MATCH}.nonsense") == [UNCLEAR]


async def test_a_value_goes_into_the_token(small: Small) -> None:
    ask = token("tengo ?")
    await small.press(ask, "27")
    assert small.commands[0].action == "tengo 27"
    for value in ("", "a.b", "ñ", "a" * 41, "27\n"):
        assert await small.press(ask, value) == [UNCLEAR], value
    await small.press(f"{CHAT}{MATCH}.?.mute", "7")
    assert small.did == [("chat press", "id", "web:id", AboutWriter(MATCH, 7, "mute"))]


async def test_a_game_with_robots_begins_at_once(small: Small) -> None:
    for players, variant, usual in (
        (2, "", "argentino"),
        (4, "mineiro", "mineiro"),
        (6, "", "argentino"),
    ):
        small.sent.clear()
        await small.hear(Quick("id", players, variant))
        opened, start = small.sent
        assert isinstance(opened, OpenTable)
        assert (opened.players, opened.variant) == (players, usual)
        assert start == Start(request="web:id+start", person="ana", match="")
        assert small.asked == [("asker", "jugar")]
    for players, variant in ((3, ""), (8, ""), (2, "poker")):
        assert await small.hear(Quick("id", players, variant)) == [UNCLEAR]
    small.monkeypatch.setattr(requests, "interpret", lambda *_: Cannot("say.no_table"))
    assert await small.hear(Quick("id", 2)) == [("Reply", "id", "no", WORDS.text("say.no_table"))]
    assert small.commands == []


# --- typed lines ---------------------------------------------------------------------------------


async def test_each_meaning_of_a_line_has_its_answer(small: Small) -> None:
    cannot = Cannot("say.no_table")
    assert await small.line(cannot) == [("Reply", "id", "no", WORDS.text("say.no_table"))]
    assert await small.line(Pick(QUESTION)) == [("Ask", "id", QUESTION)]
    assert await small.line(None) == [no("web.talk")]
    who = small.who
    assert (who.request, who.person, who.name) == ("web:id", "ana", "Ana")
    assert (who.community, who.place, who.locale, who.shown) == (COMMUNITY, PLACE, "es", "")
    small.tab.match = MATCH
    await small.line(cannot)
    assert small.who.shown == MATCH


@pytest.mark.parametrize(
    ("code", "status", "seated", "asked"),
    [
        (MATCH, Status.LOBBY, False, ("unirse", ("codigo", MATCH))),
        (MATCH, Status.PLAYING, True, ("unirse", ("codigo", MATCH))),
        (MATCH, Status.PLAYING, False, ("mirar", ("mesa", MATCH))),
        (f" {MATCH.upper()} ", Status.LOBBY, False, ("unirse", ("codigo", MATCH))),
        ("abcdefgh23456789", Status.LOBBY, False, ("unirse", ("codigo", "abcdefgh23456789"))),
    ],
)
async def test_a_code_alone_leads_to_its_table(
    small: Small, code: str, status: Status, seated: bool, asked: tuple[Any, ...]
) -> None:
    info = small.playing if seated else small.foreign
    small.infos[MATCH] = replace(info, status=status)
    small.chosen = Pick(QUESTION)
    assert await small.line(None, code) == [("Ask", "id", QUESTION)]
    assert small.asked == [("line", code), asked]
    if len(asked[1][1]) == 8:
        small.intent = Cannot("say.no_table")
        await small.hear(Line("id", code))
        assert small.asked == [("line", code)], "it means something already"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("hola", True),
        ("palabras", True),
        ("zzzz2345", False),
        ("zzzzzz2345", False),
        ("zzzzz2345", True),
        ("zzzzzzzzzzz2345", True),
        ("son 20 y 3", True),
    ],
)
async def test_what_looks_like_a_code_is_told_to_nobody(
    small: Small, text: str, told: bool
) -> None:
    small.tab.match = MATCH
    said = await small.line(None, text)
    assert small.did == [("chat write", "id", text)] * told
    assert said == [no("web.talk")] * (not told)
    small.tab.match = ""
    assert await small.line(None, text) == [no("web.talk")]
    small.tab.match = MATCH
    await small.line(Pick(QUESTION), text)
    assert small.did == []


async def test_a_line_is_completed(small: Small, monkeypatch: pytest.MonkeyPatch) -> None:
    items = [SimpleNamespace(text="/mesa", label="mesa", hint="x")]
    monkeypatch.setattr(requests, "complete", lambda text, asker: items)
    for text, command in (("/reglas x", "reglas"), ("/zzz", ""), ("", "")):
        ((kind, n, found),) = await small.hear(Complete(7, text))
        assert (kind, n, found[0].text, len(found)) == ("Completions", 7, "/mesa", 1)
        assert small.asked == [("asker", command)]
    monkeypatch.setattr(
        requests, "complete", lambda text, _: [SimpleNamespace(text=text, label="", hint="")]
    )
    ((_, _, found),) = await small.hear(Complete(7, "x" * limits.LINE + "y"))
    assert found[0].text == "x" * limits.LINE


# --- things to look at ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "values", "key"),
    [
        ("marcador", {"periodo": "mes"}, scoreboard_key({"periodo": "mes"})),
        ("privacidad", {}, PageKey(PRIVACY)),
        ("borrado", {}, PageKey(ERASURE)),
        ("ayuda", {}, PageKey(HELP)),
        ("reglas", {}, PageKey(RULES)),
        ("reglas", {"tema": "flor"}, PageKey(RULES, "", "flor")),
        ("prueba", {"partida": "ABCD2345"}, PageKey(PROOF, MATCH)),
        ("prueba", {}, PageKey(PROOF, "newest12")),
        ("pelicula", {"partida": "ABCD2345"}, film_key(MATCH)),
        ("pelicula", {}, film_key("newest12")),
    ],
)
async def test_each_page_is_read(
    small: Small, what: str, values: dict[str, str], key: PageKey
) -> None:
    small.newest = "newest12"
    assert await small.show(what, **values) == [page(key)]


async def test_a_page_of_a_table_is_of_the_one_that_is_meant(small: Small) -> None:
    small.info = replace(small.playing, match=OTHER)
    small.tab.match = MATCH
    for what, key in (
        ("ayuda", PageKey(HELP, OTHER)),
        ("reglas", PageKey(RULES, OTHER)),
        ("senas", PageKey(SIGNS, OTHER)),
        ("prueba", PageKey(PROOF, OTHER)),
        ("pelicula", film_key(MATCH)),
    ):
        assert await small.show(what) == [page(key)], what
    small.info = None
    assert await small.show("prueba") == [page(PageKey(PROOF, MATCH))]


async def test_each_panel_is_of_the_one_who_asks(small: Small) -> None:
    small.info = small.playing
    where = Administration(COMMUNITY, False)
    for what, said in (
        (
            "invitar",
            (
                *panel(
                    "invitation_page", MATCH, "ana", "Beto", "es", "", ("http://here/mesa/code",)
                )[:3],
                (("qr", "http://here/invited"),),
            ),
        ),
        ("amigos", panel("friends_page", "ana", {"persona": "Beto"}, "es")),
        ("perfil", panel("personal_page", "ana", "Ana", {"persona": "Beto"}, "es")),
        ("vetar", panel("bars_page", where, "ana", {"persona": "Beto"}, "es")),
    ):
        assert await small.show(what, persona="Beto") == [said]
        assert small.did == [("wake",)]
    assert (await small.show("invitar"))[0][2][3] == ""
    closed = (where, MATCH, "ana", "r", "es")
    assert await small.show("cerrar") == [("Reply", "id", "no", closed)]
    closed = (where, OTHER, "ana", "r", "es")
    assert await small.show("cerrar", codigo=OTHER.upper()) == [("Reply", "id", "no", closed)]
    assert await small.show("own_data") == [("Record", "id", FILE, "data of ana")]


@pytest.mark.parametrize(
    ("tables", "match", "leads"),
    [((), "", ""), ((MATCH,), "", MATCH), ((MATCH,), MATCH, ""), ((OTHER, MATCH), MATCH, "")],
)
async def test_a_link_leads_to_the_table_that_it_brings(
    small: Small, tables: tuple[str, ...], match: str, leads: str
) -> None:
    small.mine = tables
    small.tab.match = match
    small.monkeypatch.setattr(small.requests, "_watch", small._does("watch"))
    assert await small.show("link", codigo="code") == [
        ("Panel", "id", (USER, "code", "es", SOURCE), ())
    ]
    assert small.tab.person == "other"
    assert small.did == [("watch", small.tab, leads)] * bool(leads)
    assert await small.show("link") == [("Panel", "id", (USER, "", "es", SOURCE), ())]


async def test_a_record_is_shown_as_one_likes(small: Small) -> None:
    told = say("es", "web.film.picture", url=f"http://here/partida/{MATCH}")
    picture = {"partida": MATCH, "forma": PICTURE_FORM}
    assert await small.show("record", **picture) == [("Reply", "id", "ok", told)]
    kept = ("Record", "id", f"truco-{MATCH}.truco", "record")
    assert await small.show("record", partida=MATCH, forma="archivo") == [kept]
    assert await small.hear(WantRecord("id", MATCH.upper())) == [kept]
    small.tab.match = MATCH
    assert await small.show("record", forma="archivo") == [kept]
    small.record = None
    none = ("Reply", "id", "no", WORDS.text("record.none"))
    assert await small.hear(WantRecord("id", "")) == [none]


async def test_a_language_is_chosen(small: Small) -> None:
    done = ("Reply", "id", "ok", words_for("en").text("language.set"))
    assert await small.show("language", idioma="en") == [("Locale", "en"), done]
    assert small.did == [("choose", "ana", "en"), ("list",)]
    assert await small.show("language", idioma="en") == [done]
    assert await small.show("language") == [
        ("Reply", "id", "ok", words_for("en").text("reply.done"))
    ]
    small.tab.match = MATCH
    assert await small.hear(Speak("pt-BR")) == [("Locale", "pt_BR")]
    assert small.did == [("choose", "ana", "pt_BR"), ("add", MATCH)]


async def test_a_table_is_looked_at(small: Small) -> None:
    small.info = small.playing
    for what in ("table", "hand"):
        small.tab.match = ""
        assert await small.show(what) == [OK, HERE]
        assert await small.show(what) == [OK, ("Picture", MATCH)]
    small.info = None
    assert await small.show("table") == [OK, ("Picture", MATCH)]


async def test_there_is_no_picture_of_what_is_gone(small: Small) -> None:
    for match, infos, screen in (
        ("", {MATCH: small.playing}, SCREEN),
        (MATCH, {}, SCREEN),
        (MATCH, {MATCH: small.playing}, None),
        (MATCH, {MATCH: small.playing}, replace(SCREEN, match=OTHER)),
    ):
        small.tab.match, small.infos = match, infos
        small.screens = {"": SCREEN, MATCH: screen}
        assert await small.show("table") == [OK]


# --- what a tab looks at -------------------------------------------------------------------------


async def test_a_tab_looks_at_one_table(small: Small) -> None:
    small.infos[OTHER] = small.playing
    assert await small.hear(Watch(MATCH)) == [HERE]
    assert small.did == [("sweep",), *ADDED]
    assert await small.hear(Watch(MATCH)) == [HERE]
    assert small.did == ADDED, "its surface stands"
    gone = [("remove", "surface"), ("look on no longer", MATCH, "ana", "surface"), ("sweep",)]
    assert await small.hear(Watch(OTHER)) == [("Watching", OTHER)]
    assert small.did == [*gone, ("sweep",), ("add", OTHER)]
    nowhere = reply_text(messages.Refused(ServiceReason.NO_SUCH_MATCH), "es")
    assert await small.hear(Watch("nowhere1")) == [("Reply", "", "no", nowhere), NOTHING]
    assert small.did[-2:] == LISTED
    assert await small.hear(Watch("")) == [NOTHING]
    assert small.tab.match == ""


async def test_who_opens_a_table_without_a_seat_looks_on(small: Small) -> None:
    """If they may; else the list is shown."""
    small.infos[MATCH] = small.foreign
    for n in (1, 2):
        small.tab.match = ""
        assert await small.hear(Watch(MATCH)) == [HERE]
        assert ("look on", f"web:{small.tab.id}.look.{n}", MATCH) in small.did
    assert small.commands == [
        LookOn(request=f"web:{small.tab.id}.look.2", person="ana", match=MATCH, name="Ana")
    ]
    small.may_look, small.reply = False, replace(REFUSED, match="")
    refused = Reply("", "no", reply_text(small.reply, "es"))
    assert await small.hear(Watch(MATCH)) == [("Reply", "", "no", refused.text), NOTHING]
    assert ("remove", "surface") in small.did
    assert small.tab.match == ""


async def test_a_table_that_goes_meanwhile_is_looked_at(small: Small) -> None:
    """Its picture says what became of it."""
    infos = [small.foreign, small.foreign, None]

    async def info(match: str) -> Any:
        return infos.pop(0)

    small.monkeypatch.setattr(small.requests._service.matches, "info", info)
    assert await small.hear(Watch(MATCH)) == [HERE]
    infos = [small.foreign, None]
    small.tab.match = ""
    assert await small.hear(Watch(MATCH)) == [HERE]
    assert ("look on", f"web:{small.tab.id}.look.2", MATCH) not in small.did

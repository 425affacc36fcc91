"""What follows a command on Telegram, branch by branch: who is told what, and what is shown where;
and what typed lines and links stand for.

The service, the platform and the answers are made up here."""

from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace

from adapters.telegram import commands, group_settings
from adapters.telegram.caller import Caller, Press
from adapters.telegram.commands import Commands
from adapters.telegram.group_settings import GroupSettings
from adapters.telegram.groups import KnownPerson, Spot
from adapters.telegram.lines import LEARN, Lines
from adapters.telegram.message import Page
from adapters.telegram.own_presses import WITH_ROBOTS, language_data, play_data
from adapters.telegram.pages import panel_page, setting_page, sheet_brief, sheet_page
from adapters.telegram.trouble import Same
from adapters.telegram.words import say
from bot import messages, tokens
from bot.asking import Asked
from bot.catalogue import Pick, Send, Show, ShowKind, ShowPage
from bot.chat_commands import Cannot
from bot.match.onlookers import LOOKED_ON
from bot.messages import (
    Accepted,
    Act,
    AgreeSign,
    AnyReply,
    Join,
    Leave,
    LookOn,
    OpenTable,
    PlayDaily,
    ProposeEnd,
    Refused,
    Rematch,
    SeeOptions,
    Stale,
    Start,
)
from bot.model import Status
from bot.reasons import ServiceReason
from bot.screen import Line, OptionsSheet, Question
from bot.screens import cannot_text, reply_text
from bot.screens.community.panel import OfferedSetting, Panel, SettingValue
from bot.screens.pages import SIGNS, PageKey
from bot.screens.pages import Page as BotPage
from bot.words import CHOICES, words_for
from engine.errors import Reason
from tests.adapters.made_up import MadeUp
from tests.adapters.telegram.made_up import Pressed, duel_of
from tests.bot.scenes import MATCH

GROUP, TOPIC, ANA, HIDDEN = -100, 4, 500, 8
WORDS = words_for("es")
OLD = "efgh2345"
SHEET = OptionsSheet(MATCH, "es", "Options", (Line("options.now", "Now"),), (), mine=True)
QUESTION = Question("q", "?", tokens.encode(MATCH, "1001", "tengo ?"), 0, 33)


class Desk(MadeUp):
    """One command or line, and what it leads to."""

    def __init__(self) -> None:
        super().__init__()
        self.open = self.private = self.opened = self.forum = False
        self.hidden = 0
        self.named = ""
        self.locale = "es"
        """The person's own."""
        self.reply: AnyReply = Accepted(MATCH)
        self.first: AnyReply | None = None
        self.is_slow = False
        self.commands: list[Any] = []
        self.info: Any = duel_of("ana", "beto", status=Status.PLAYING)
        self.seen: list[Any] = []
        self.deed = "deed"
        self.sheet: OptionsSheet | None = SHEET
        self.may_look = self.allows = True
        self.pages: list[Page] = []
        self.press = Pressed()
        self.spawned: list[Any] = []
        self.taken_back: list[str] = []
        """The matches of questions that were taken back."""
        self.mine: tuple[str, ...] = ()
        self.infos: dict[str, Any] = {}
        self.is_newcomer = False
        self.token = ""
        self.asked: Asked | None = None
        self.admin = False
        setting = OfferedSetting(
            "flor", "Flor", "x", (SettingValue("con", "With", chosen=False),), many=False
        )
        habit = replace(setting, name="habit")
        self.panel = Panel("Rules", (setting,), "Habits", (habit,), "How")
        self.panels: list[Panel] = []
        """The panels after the next ones."""
        does, gives = self.does, self.gives
        service = SimpleNamespace(
            handle_each=self._handle_each,
            matches=SimpleNamespace(
                info=self._info,
                infos=self._infos,
                of_person=gives(lambda: self.mine),
                of_person_at=gives(lambda: self.mine[0] if self.mine else None),
                at_place=gives(lambda: tuple(self.infos)),
            ),
            screens=SimpleNamespace(
                may_look=gives(lambda: self.may_look),
                deed=gives(lambda: self.deed),
                options=gives(lambda: self.sheet),
                panel=self._panel,
            ),
            surfaces=SimpleNamespace(remove=does("remove")),
            settings=SimpleNamespace(
                allows_tables=gives(lambda: self.allows),
                table_defaults=gives(lambda: SimpleNamespace(newcomer=self.is_newcomer)),
                configure=self._configure,
            ),
            languages=SimpleNamespace(choose=self._choose),
        )
        platform = SimpleNamespace(
            attention=SimpleNamespace(acted_in_group=lambda who: self.note("in group", who)),
            show_last=does("show last"),
            surfaces=SimpleNamespace(
                catch_up=does("catch up"),
                follow_on=does("follow on"),
                seen_at=gives(lambda: self.seen),
                show_to=does("show to"),
                show_in=does("show in"),
            ),
            messages=SimpleNamespace(put_below=self._named("below")),
            hidden=SimpleNamespace(refresh=self._named("refresh")),
        )
        answers = SimpleNamespace(
            ask=self._ask,
            tell=self._tell,
            tell_now=self._tell_now,
            give=self._give,
            reply=self._reply,
            accept=lambda caller: self.note("accept"),
            answered=lambda user, text: self.token,
            take_back=lambda caller, match: self.taken_back.append(match),
            put_page=self._put_page,
            spawn=self.spawned.append,
            link=lambda payload="": f"link {payload}",
            link_to_group="link to group",
        )
        groups = SimpleNamespace(
            adopt=does("adopt"), chose=does("chose"), group_locale=gives(lambda: "pt")
        )
        views = SimpleNamespace(
            ask_into_private=self._shown("into private"),
            show=self._shown("show"),
            answer_page=self._shown("page"),
        )
        wire = SimpleNamespace(
            bot="bot", hidden=True, turn=does("turn"), is_admin=gives(lambda: self.admin)
        )
        parts: list[Any] = [service, groups, platform, answers]
        self.sends = Commands(*parts)
        lines: list[Any] = [service, platform, answers, self.sends, views]
        settings: list[Any] = [service, wire, groups, answers]
        self.lines = Lines(*lines)
        vars(self.lines)["_asking"] = SimpleNamespace(
            line=self._line, chosen=self._chosen, resumed=self._line
        )
        self.settings = GroupSettings(*settings)

    # --- what is made up -----------------------------------------------------------------------

    def does(self, name: str) -> Any:
        """Notes all but people and places."""

        async def do(*what: Any, **_: Any) -> None:
            self.note(name, *(part for part in what if not isinstance(part, KnownPerson | Spot)))

        return do

    def _named(self, name: str) -> Any:
        def start(*what: Any) -> Any:
            return self.does(name)(*what)

        return start

    def _shown(self, name: str) -> Any:
        async def show(caller: Caller, *_: Any) -> None:
            self.note(name)

        return show

    async def _handle_each(
        self, command: Any, then: Any, say_slow: Any = None
    ) -> tuple[AnyReply, AnyReply]:
        self.commands = [command, *then]
        if self.is_slow and say_slow is not None:
            await say_slow()
        self.meanwhile = self.press.meanwhile
        return self.first or self.reply, self.reply

    async def _info(self, match: str) -> Any:
        return self.infos.get(match) if self.infos else self.info

    async def _infos(self, matches: tuple[str, ...]) -> list[Any]:
        return [self.infos[match] for match in matches]

    async def _ask(self, caller: Caller, question: Question, press: Any = None) -> None:
        self.note("ask", question.text, press is not None)

    async def _tell(
        self, caller: Caller, text: str, *, press: Any = None, private: bool = False
    ) -> None:
        if press is not None:
            self.note("answer", text)
        else:
            self.note("tell", text, *["alone"] * private)

    async def _tell_now(self, caller: Caller, text: str) -> None:
        self.note("tell now", text)

    async def _give(self, caller: Caller, page: Page, brief: str, *, private: bool) -> None:
        self.pages.append(page)
        self.note("give", brief, *["alone"] * private)

    async def _reply(self, caller: Caller, page: Page) -> None:
        self.pages.append(page)
        self.note("reply")

    async def _put_page(self, caller: Caller, page: Page) -> None:
        self.pages.append(page)
        self.note("put page")

    async def _line(self, who: Any, what: Any) -> Asked:
        assert self.asked is not None
        return self.asked

    async def _chosen(self, who: Any, typed: Any) -> Asked:
        self.note("chosen", typed.command)
        return self._meant(Send(OPEN))

    async def _panel(self, *what: Any) -> Panel:
        self.places = what[2:]
        panel = self.panel
        if self.panels:
            self.panel = self.panels.pop(0)
        return panel

    async def _configure(self, community: str, values: dict[str, str]) -> AnyReply:
        self.note("configure", community, values)
        return self.reply

    async def _choose(self, person: str, wanted: str) -> str:
        self.note("speak", person, wanted)
        return wanted

    def _meant(self, intent: Any, seat: int | None = None, game: str = "argentino") -> Asked:
        view = None if seat is None else SimpleNamespace(seat=seat)
        asker: Any = SimpleNamespace(view=view, game=game)
        return Asked(asker, self.info, intent)

    # --- what is asked -------------------------------------------------------------------------

    def caller(self) -> Caller:
        chat, thread = (ANA, 0) if self.private else (GROUP, TOPIC)
        spot = Spot(chat, thread, "club", f"club/{thread}", self.private, forum=self.forum)
        known = KnownPerson("ana", ANA, "Ana <", self.locale, self.open)
        return Caller(
            known, spot, "es", "r", 60, "", self.hidden, named=self.named, opened=self.opened
        )

    async def after(self, work: Any) -> list[tuple[Any, ...]]:
        self.did.clear()
        self.pages.clear()
        self.press.answers.clear()
        self.result = await work
        while self.spawned:
            await self.spawned.pop(0)
        return list(self.did)

    async def sends_it(
        self, command: Any, *, pressed: bool = False, alone: bool = False
    ) -> list[tuple[Any, ...]]:
        press = cast(Press, self.press) if pressed else None
        return await self.after(self.sends.send(self.caller(), command, (), press, alone=alone))

    async def types(
        self, text: str, intent: Any = None, seat: int | None = None
    ) -> list[tuple[Any, ...]]:
        self.asked = self._meant(intent, seat)
        return await self.after(self.lines.take(self.caller(), text))

    def buttons(self) -> list[str]:
        (page,) = self.pages
        return [key.data or key.url for row in page.keys for key in row]


@pytest.fixture
def desk() -> Desk:
    return Desk()


ACT = Act(request="r", person="ana", match=MATCH, action="truco", point="1001")
JOIN = Join(request="r", person="ana", match=MATCH, name="Ana <")
LOOK = LookOn(request="r", person="ana", match=MATCH, name="Ana <")
LEAVE = Leave(request="r", person="ana", match=MATCH)
OPEN = OpenTable(request="r", person="ana", community="club", place="club/4", name="Ana")
START = Start(request="r", person="ana", match=MATCH)
DAILY = PlayDaily(
    request="r", person="ana", community="club", place="club/4", name="Ana", variant="argentino"
)
AGREE = AgreeSign(request="r", person="ana", match=MATCH, gesture="wink", meaning="as")
NO = Refused(ServiceReason.NOT_AT_TABLE, MATCH)
NO_TOLD = reply_text(NO, "es")
SHOW_TO, SHOW_IN = ("show to", MATCH), ("show in", MATCH)


# --- who is told what ----------------------------------------------------------------------------


@pytest.mark.parametrize(("way", "noted"), [("group", True), ("private", False), ("hidden", False)])
async def test_who_acts_in_a_group_is_there(desk: Desk, way: str, noted: bool) -> None:
    desk.private, desk.hidden = way == "private", HIDDEN * (way == "hidden")
    assert (("in group", "ana") in await desk.sends_it(ACT)) is noted
    assert ("in group", "ana") not in await desk.sends_it(LEAVE)


@pytest.mark.parametrize(
    ("way", "named", "locale", "adopted"),
    [
        ("group", "", "es_UY", "es_UY"),
        ("private", "", "es_UY", ""),
        ("group", "en", "es_UY", "en"),
        ("group", "es", "es_UY", "es_UY"),
        ("private", "en", "es_UY", "en"),
    ],
)
async def test_a_groups_first_table_sets_its_language(
    desk: Desk, way: str, named: str, locale: str, adopted: str
) -> None:
    """That of the command's name, or that of the person."""
    desk.private, desk.named, desk.locale = way == "private", named, locale
    did = await desk.sends_it(OPEN)
    assert did[0] == ("adopt", "club", adopted)
    assert not any(call[0] == "adopt" for call in await desk.sends_it(JOIN))


@pytest.mark.parametrize(("way", "told"), [("group", "tell now"), ("private", "tell")])
async def test_what_takes_long_is_told(desk: Desk, way: str, told: str) -> None:
    slow = WORDS.text("reply.slow")
    desk.is_slow, desk.private = True, way == "private"
    assert (told, slow) in await desk.sends_it(ACT)
    desk.hidden = HIDDEN
    assert ("tell", slow) in await desk.sends_it(ACT)
    await desk.sends_it(ACT, pressed=True)
    assert (desk.meanwhile, desk.press.meanwhile) == (slow, "")


async def test_several_commands_are_one_until_one_is_refused(desk: Desk) -> None:
    await desk.after(desk.sends.send(desk.caller(), OPEN, (START,)))
    assert (desk.commands, desk.result) == ([OPEN, START], True)
    desk.reply = NO
    await desk.after(desk.sends.send(desk.caller(), OPEN, (START,)))
    assert desk.result is False


async def test_a_question_is_asked(desk: Desk) -> None:
    desk.reply = messages.Ask(MATCH, "tengo", low=0, high=33)
    for pressed in (False, True):
        (asked,) = [
            call for call in await desk.sends_it(LEAVE, pressed=pressed) if call[0] == "ask"
        ]
        assert asked[2] is pressed
        assert desk.result is False


@pytest.mark.parametrize(
    ("reply", "alone", "told"),
    [
        (NO, False, ("tell", NO_TOLD)),
        (NO, True, ("tell", NO_TOLD, "alone")),
        (Refused(next(iter(Reason)), MATCH), False, "alone"),
        (Stale(MATCH), False, ("tell", reply_text(Stale(MATCH), "es"))),
    ],
)
async def test_a_refusal_is_told_and_alone_if_it_may_tell_cards(
    desk: Desk, reply: AnyReply, alone: bool, told: Any
) -> None:
    desk.reply = reply
    (did,) = await desk.sends_it(LEAVE, alone=alone)
    assert did == told or did[2:] == (told,)


async def test_a_press_is_refused_in_its_answer(desk: Desk) -> None:
    """Unless its one answer was that it takes longer and somebody alone reads the chat; of a moment
    that is over it is told at once."""
    desk.reply = NO
    assert await desk.sends_it(LEAVE, pressed=True) == [("answer", NO_TOLD)]
    desk.press.given = True
    assert await desk.sends_it(LEAVE, pressed=True) == [("answer", NO_TOLD)]
    desk.hidden = HIDDEN
    told = ("tell", NO_TOLD)
    refresh = ("refresh", MATCH, GROUP, HIDDEN)
    assert await desk.sends_it(LEAVE, pressed=True) == [told, ("refresh", MATCH, GROUP, HIDDEN)]
    desk.hidden, desk.private = 0, True
    assert await desk.sends_it(LEAVE, pressed=True) == [told, ("catch up", MATCH, "ana")]
    desk.press.given = False
    desk.reply = Stale(MATCH)
    text = reply_text(desk.reply, "es")
    await desk.sends_it(LEAVE, pressed=True)
    assert desk.press.answers == [(text, False, "")]
    assert await desk.sends_it(LEAVE) == [("tell", text)]
    assert desk.press.answers == []
    desk.reply, desk.first, desk.hidden, desk.private = NO, Accepted(OLD), HIDDEN, False
    assert (await desk.sends_it(LEAVE, pressed=True))[-1] == ("refresh", OLD, *refresh[2:])
    desk.first = desk.reply = Accepted(MATCH)
    assert (await desk.sends_it(ACT, pressed=True))[-1] == refresh
    desk.hidden, desk.private = 0, True
    assert await desk.sends_it(ACT, pressed=True) == []


@pytest.mark.parametrize(
    ("private", "may_look", "is_there", "is_shown"),
    [
        (True, True, True, True),
        (False, True, True, False),
        (True, False, True, False),
        (True, True, False, False),
    ],
)
async def test_who_comes_to_a_table_that_is_over_sees_how_it_ended(
    desk: Desk, private: bool, may_look: bool, is_there: bool, is_shown: bool
) -> None:
    desk.reply = Refused(ServiceReason.TABLE_CLOSED, MATCH)
    desk.private, desk.may_look = private, may_look
    desk.info = desk.info if is_there else None
    told = [("tell", reply_text(desk.reply, "es"))]
    assert await desk.sends_it(JOIN) == ([("show last", MATCH)] if is_shown else told)
    assert ("show last", MATCH) not in await desk.sends_it(LEAVE)
    assert ("show last", MATCH) not in await desk.sends_it(JOIN, pressed=True)


# --- what follows --------------------------------------------------------------------------------


async def test_a_rematch_follows_its_match(desk: Desk) -> None:
    rematch = Rematch(request="r", person="ana", match=OLD)
    assert (await desk.sends_it(rematch))[0] == ("follow on", OLD)


async def test_options_are_the_answer_to_a_press_or_a_page(desk: Desk) -> None:
    see = SeeOptions(request="r", person="ana", match=MATCH)
    brief = sheet_brief(SHEET)
    assert await desk.sends_it(see) == [("give", brief, "alone")]
    assert desk.pages == [sheet_page(SHEET)]
    assert await desk.sends_it(see, pressed=True) == []
    assert desk.press.answers == [(brief, True, "")]
    desk.sheet = None
    assert await desk.sends_it(see) == []


async def test_ones_own_signs_are_read_alone(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    async def page_for(service: Any, key: PageKey, user: str, *_: Any) -> BotPage:
        asked.append((key, user))
        return BotPage("Signs", "wink")

    monkeypatch.setattr(commands, "page_for", page_for)
    assert await desk.sends_it(AGREE) == [("give", "Signs", "alone")]
    assert asked == [(PageKey(SIGNS, MATCH), "telegram:500")]


async def test_who_looked_on_is_shown_no_more(desk: Desk) -> None:
    desk.seen = [SimpleNamespace(id="1"), SimpleNamespace(id="2")]
    desk.reply = Accepted(MATCH, LOOKED_ON)
    assert (await desk.sends_it(LEAVE))[:2] == [("remove", "1"), ("remove", "2")]
    desk.reply = Accepted(MATCH)
    assert await desk.sends_it(LEAVE) == [("accept",)]


@pytest.mark.parametrize(
    ("command", "way", "status", "allows", "shown"),
    [
        (JOIN, "group", Status.PLAYING, True, [SHOW_IN, ("reply",)]),
        (JOIN, "group", Status.PLAYING, False, [("reply",)]),
        (JOIN, "open", Status.PLAYING, True, [SHOW_TO, SHOW_IN]),
        (JOIN, "open", Status.LOBBY, True, [SHOW_IN]),
        (JOIN, "private", Status.LOBBY, True, [SHOW_TO]),
        (OPEN, "group", Status.LOBBY, True, [("adopt", "club", "es"), SHOW_IN]),
        (LOOK, "open", Status.LOBBY, True, [SHOW_TO]),
        (LOOK, "group", Status.PLAYING, True, [("reply",)]),
        (DAILY, "open", Status.LOBBY, True, [SHOW_TO]),
        (DAILY, "group", Status.PLAYING, True, []),
    ],
)
async def test_who_sits_down_is_shown_the_table(
    desk: Desk, command: Any, way: str, status: Status, allows: bool, shown: list[Any]
) -> None:
    """In their private chat, if it is open, and in the group, if it has tables; otherwise they are
    led to the private chat."""
    desk.open, desk.private, desk.allows = way == "open", way == "private", allows
    desk.info = replace(desk.info, status=status)
    assert await desk.sends_it(command) == shown
    if ("reply",) in shown:
        payload, id = ("hola", "hand.here") if command is JOIN else (f"m{MATCH}", "watch.here")
        assert desk.buttons() == [f"link {payload}"]
        assert desk.pages[0].html == say("es", id, name="Ana <").replace("<", "&lt;")
        pressed = await desk.sends_it(command, pressed=True)
        assert pressed == shown[:-1]
        assert desk.press.answers == [("", False, f"link {payload}"), ("deed", False, "")]


async def test_a_tournament_is_shown_in_its_group_alone(desk: Desk) -> None:
    desk.open = True
    desk.info = replace(desk.info, status=Status.LOBBY)
    tournament = replace(OPEN, format="liga")
    assert (await desk.sends_it(tournament))[1:2] == [SHOW_IN]


async def test_a_table_that_stands_above_already_is_put_below(desk: Desk) -> None:
    """A press has its table before its eyes."""
    desk.private = True
    desk.seen = [SimpleNamespace(id="7")]
    for command in (DAILY, LOOK):
        assert await desk.sends_it(command) == [SHOW_TO, ("below", "7")]
        assert await desk.sends_it(command, pressed=True) == [SHOW_TO]


@pytest.mark.parametrize(
    ("command", "reply", "taken_back"),
    [
        (ACT, Accepted(MATCH), [MATCH]),
        (ACT, Refused(ServiceReason.BUSY, MATCH), [MATCH]),
        (ACT, messages.Ask(MATCH, "tengo", low=0, high=33), []),
        (JOIN, Accepted(MATCH), []),
    ],
)
async def test_a_step_takes_the_question_back(
    desk: Desk, command: Any, reply: Any, taken_back: list[str]
) -> None:
    desk.reply = reply
    await desk.sends_it(command)
    assert desk.taken_back == taken_back


async def test_a_step_is_told_by_what_it_did(desk: Desk) -> None:
    """A press in its answer; leaving in a private chat with words; else with a reaction."""
    assert await desk.sends_it(ACT, pressed=True) == [("in group", "ana")]
    assert desk.press.answers == [("deed", False, "")]
    propose = ProposeEnd(request="r", person="ana", match=MATCH)
    for command in (LEAVE, propose):
        assert await desk.sends_it(command) == [("accept",)]
    assert await desk.sends_it(ACT) == [("in group", "ana"), ("accept",)]
    assert await desk.sends_it(START) == []
    desk.private = True
    assert await desk.sends_it(LEAVE) == [("tell", "deed")]
    assert await desk.sends_it(propose) == [("accept",)]
    desk.deed = ""
    assert await desk.sends_it(LEAVE) == []


async def test_a_note_is_told(desk: Desk) -> None:
    desk.reply = Accepted(MATCH, LOOKED_ON)
    text = reply_text(desk.reply, "es")
    assert text
    assert await desk.sends_it(LEAVE) == [("tell", text)]
    assert await desk.sends_it(LEAVE, pressed=True) == [("answer", text)]


# --- lines ---------------------------------------------------------------------------------------

CANNOT = Cannot("say.no_table")


async def test_only_people_who_play_say_words_of_the_game_in_a_group(desk: Desk) -> None:
    sent = [("in group", "ana"), ("accept",)]
    for seat, text, did in (
        (None, "truco", []),
        (-1, "truco", []),
        (0, "truco", sent),
        (None, "/truco", sent),
    ):
        assert await desk.types(text, Send(ACT), seat) == did, (seat, text)
    desk.private = True
    assert await desk.types("truco", Send(ACT)) == [("accept",)]


async def test_talk_is_answered_in_private_alone(desk: Desk) -> None:
    """So is a command that there is not: in a group it is for another bot."""
    assert await desk.types("hola") == []
    assert await desk.types("/nonsense", Send(ACT)) == []
    desk.private = True
    assert await desk.types("hola") == [("tell", say("es", "talk"))]
    assert await desk.types("/nonsense", Send(ACT)) == [("accept",)]


async def test_a_typed_number_answers_the_last_question(desk: Desk) -> None:
    desk.token = tokens.encode(MATCH, "1001", "tengo 27")
    assert await desk.types("27") == [], "a group has no questions"
    desk.private = True
    assert await desk.types("27") == [("accept",)]
    (command,) = desk.commands
    assert (command.action, command.person, command.request) == ("tengo 27", "ana", "r")


@pytest.mark.parametrize(
    ("intent", "did"),
    [
        (CANNOT, ("tell", cannot_text(CANNOT, "es"))),
        (Pick(QUESTION), ("ask", "?", False)),
        (Send(AGREE), ("into private",)),
        (Show(ShowKind.TABLE, ()), ("show",)),
        (ShowPage("ayuda", ()), ("page",)),
    ],
)
async def test_each_meaning_of_a_line(desk: Desk, intent: Any, did: tuple[Any, ...]) -> None:
    assert await desk.types("/ayuda", intent) == [did]
    desk.asked = desk._meant(intent)
    press = cast(Any, desk.press)
    pressed = await desk.after(desk.lines.resume(desk.caller(), cast(Any, None), press))
    answered = [("answer", did[1])] if did[0] == "tell" else [did]
    assert pressed == ([("ask", "?", True)] if did[0] == "ask" else answered)
    assert desk.press.answers == [("", False, "")] * (did[0] in ("show", "page"))
    if did[0] == "tell":
        desk.open = True
        assert await desk.types("/ayuda", intent) == [(*did, "alone")]


async def test_a_line_may_stand_for_several_commands(desk: Desk) -> None:
    await desk.types("/jugar", Send(OPEN, (START,)))
    assert desk.commands == [OPEN, START]


async def test_a_meaning_that_there_is_no_more_does_nothing(desk: Desk) -> None:
    desk.asked = desk._meant(None)
    press = cast(Any, desk.press)
    assert await desk.after(desk.lines.resume(desk.caller(), cast(Any, None), press)) == []


async def test_a_sign_is_agreed_where_nobody_else_reads_it(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def page_for(*_: Any) -> BotPage:
        return BotPage("Signs", "wink")

    monkeypatch.setattr(commands, "page_for", page_for)
    for way in ("private", "hidden"):
        desk.private, desk.hidden = way == "private", HIDDEN * (way == "hidden")
        assert await desk.types("/acordar", Send(AGREE)) == [("give", "Signs", "alone")]


# --- /start and links ----------------------------------------------------------------------------


async def test_a_group_is_greeted_unless_a_lobby_waits(desk: Desk) -> None:
    greeting = [play_data(), "link aprender"]
    assert await desk.types("/start", Send(ACT)) == [("reply",)]
    assert desk.buttons() == greeting
    desk.infos = {MATCH: desk.info}
    assert await desk.types("/start") == [("reply",)]
    desk.infos = {OLD: desk.info, MATCH: replace(desk.info, status=Status.LOBBY)}
    assert await desk.types("/start", Send(ACT)) == [("in group", "ana"), ("accept",)]
    assert await desk.types("/START x") == [("reply",)]


@pytest.mark.parametrize(
    ("payload", "status", "is_mine", "command"),
    [
        (f"j{MATCH}", Status.LOBBY, False, JOIN),
        (f"j{MATCH}", Status.PLAYING, False, LOOK),
        (f"m{MATCH}", Status.LOBBY, False, LOOK),
        (f"s{MATCH}", Status.PLAYING, False, LOOK),
        (f"j{MATCH}", Status.OVER, False, None),
        (f"m{MATCH}", Status.PLAYING, True, None),
        ("i" + "a2" * 8, Status.LOBBY, False, replace(JOIN, match="", invitation="a2" * 8)),
    ],
)
async def test_a_link_leads_to_its_table(
    desk: Desk, payload: str, status: Status, is_mine: bool, command: Any
) -> None:
    desk.private = True
    seats = desk.info.seats if is_mine else desk.info.seats[1:]
    desk.info = replace(desk.info, status=status, seats=seats)
    did = await desk.types(f"/start  {payload} ", Send(ACT))
    assert desk.commands == ([] if command is None else [command])
    assert (("show last", MATCH) in did) is (command is None)
    assert ("give", "", "alone") not in did, "nobody is greeted"
    if status is Status.OVER:
        desk.may_look = False
        await desk.types(f"/start {payload}")
        assert desk.commands == [LOOK]


async def test_a_lesson_has_a_link_of_its_own(desk: Desk) -> None:
    desk.private = True
    assert await desk.types("/start aprender", Send(ACT)) == [("accept",)]


@pytest.mark.parametrize("payload", [f"j{MATCH}", f"x{MATCH}", "j", "hola", "iabc", "j" + "a2" * 8])
async def test_a_link_that_leads_nowhere_greets(desk: Desk, payload: str) -> None:
    desk.private, desk.info = True, None
    assert await desk.types(f"/start {payload}") == [("give", "", "alone")]
    gone = payload == f"j{MATCH}"
    told = WORDS.text("reason.NO_SUCH_MATCH") if gone else say("es", "hello")
    assert desk.pages[0].html == told
    assert desk.buttons() == [WITH_ROBOTS, "link to group"]
    desk.is_newcomer = True
    await desk.types(f"/start {payload}")
    assert desk.buttons() == [WITH_ROBOTS, LEARN, "link to group"]


async def test_start_in_private_leads_to_ones_tables(desk: Desk) -> None:
    """A lobby of one's own begins; of several tables there is a list, but not when the chat was
    just opened; one is shown."""
    desk.private = True
    own = replace(desk.info, match=MATCH, status=Status.LOBBY)
    desk.mine, desk.infos = (MATCH,), {MATCH: own}
    assert await desk.types("/start") == []
    assert desk.commands == [START]
    again = [("show to", MATCH), ("tell", say("es", "hello.again"))]
    assert await desk.types("/start hola") == again
    desk.opened = True
    assert await desk.types("/start") == again
    desk.opened = False
    for other in (replace(own, host="beto"), replace(own, status=Status.PLAYING)):
        desk.infos = {MATCH: other}
        assert await desk.types("/start") == again
    desk.mine = (OLD, MATCH)
    desk.infos = {OLD: replace(own, match=OLD, host="beto"), MATCH: replace(own, host="beto")}
    assert await desk.types("/start", Send(ACT)) == [("accept",)]
    desk.opened = True
    assert await desk.types("/start") == [("show to", OLD), *again]
    desk.opened = False
    here = desk.caller().spot.place
    desk.infos = {OLD: replace(own, match=OLD), MATCH: replace(own, place=here)}
    await desk.types("/start")
    assert desk.commands == [START], "that of this chat comes first"


async def test_a_table_with_robots_begins_at_once(desk: Desk) -> None:
    """Who has a seat here already plays on there."""

    async def now() -> list[tuple[Any, ...]]:
        return await desk.after(desk.lines.play_now(desk.caller(), cast(Any, desk.press)))

    desk.private = True
    did = await now()
    assert did[0] == ("chosen", "jugar")
    first, then = desk.commands
    assert (first, then.match, then.request, then.person) == (OPEN, "", "r+start", "ana")
    desk.mine = (MATCH,)
    taken: list[str] = []

    async def take(caller: Caller, text: str) -> None:
        taken.append(text)

    vars(desk.lines)["take"] = take
    lobby = replace(desk.info, status=Status.LOBBY)
    for info in (desk.info, lobby, replace(lobby, host="beto")):
        desk.info = info
        assert await now() == []
        assert desk.press.answers == [("", False, "")]
    assert taken == ["/mesa", "/empezar", "/mesa"]
    desk.info = None
    assert (await now())[0] == ("chosen", "jugar")


# --- settings ------------------------------------------------------------------------------------


@pytest.fixture
def menus(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    async def set_menu(bot: Any, chat: int, locale: str, *, hidden: bool) -> None:
        desk.note("menu", bot, chat, locale, hidden)

    monkeypatch.setattr(group_settings, "set_group_menu", set_menu)


async def test_everybody_sees_the_settings_and_administrators_change_them(desk: Desk) -> None:
    async def shows(**values: str) -> list[tuple[Any, ...]]:
        return await desk.after(desk.settings.show(desk.caller(), values))

    not_admin = Refused(ServiceReason.NOT_ADMIN)
    assert await shows() == [("give", "")]
    assert desk.pages == [panel_page(desk.panel, press=False, locale="es")]
    assert await shows(flor="con") == [("tell", reply_text(not_admin, "es"))]
    desk.admin = True
    assert await shows() == [("give", "")]
    assert desk.pages == [panel_page(desk.panel, press=True, locale="es")]
    assert await shows(flor="con") == [
        ("configure", "club", {"flor": "con"}),
        ("tell", reply_text(Accepted(MATCH), "es")),
    ]
    desk.admin, desk.private = False, True
    assert (await shows(flor="con"))[0][0] == "configure"


@pytest.mark.parametrize(
    ("private", "forum", "places", "posts"),
    [
        (False, False, [], ["settings.group"]),
        (False, True, *[["settings.topic"]] * 2),
        (True, False, [], []),
    ],
)
async def test_a_topic_is_a_place_of_its_own(
    desk: Desk, private: bool, forum: bool, places: list[str], posts: list[str]
) -> None:
    desk.private, desk.forum = private, forum
    await desk.after(desk.settings.show(desk.caller(), {}))
    here = desk.caller().spot.place
    assert desk.places == tuple(
        tuple((here, say("es", word)) for word in words) for words in (places, posts)
    )


async def test_a_button_of_the_settings_leads_to_a_list_and_back(desk: Desk) -> None:
    async def press(name: str = "", value: str = "") -> list[tuple[Any, ...]]:
        made = desk.settings.press(desk.caller(), cast(Any, desk.press), name, value)
        return await desk.after(made)

    assert await press("flor") == []
    assert desk.press.answers == [(reply_text(Refused(ServiceReason.NOT_ADMIN), "es"), True, "")]
    desk.admin = True
    panel, (setting,) = desk.panel, desk.panel.rules
    there = [("turn", GROUP), ("put page",)]
    lists, every = setting_page(panel, setting, "es"), panel_page(panel, press=True, locale="es")
    for name, value, page in (("flor", "", lists), ("", "", every), ("x", "con", every)):
        assert await press(name, value) == there
        assert (desk.press.answers, desk.pages) == ([("", False, "")], [page])
    changed = [("configure", "club", {"flor": setting.with_("con")}), *there]
    assert await press("flor", "con") == changed
    assert desk.pages == [every]
    many = replace(panel, rules=(replace(setting, many=True),))
    desk.panel, desk.panels = panel, [many, many]
    assert await press("flor", "con") == changed
    assert desk.pages == [setting_page(many, many.rules[0], "es")], "more may be chosen"
    desk.trouble["put page"] = Same()
    assert await press("flor") == there
    desk.reply = NO
    assert await press("flor", "con") == changed[:1]
    assert desk.press.answers == [(NO_TOLD, True, "")]


@pytest.mark.usefixtures("menus")
async def test_a_group_that_changes_its_language_has_other_commands(desk: Desk) -> None:
    async def sets(**values: str) -> list[tuple[Any, ...]]:
        return (await desk.after(desk.settings.configure(desk.caller(), values)))[1:]

    menu = [("menu", "bot", GROUP, "pt", True)]
    assert await sets(idioma="pt") == menu
    assert await sets(flor="con") == []
    desk.reply = NO
    assert await sets(idioma="pt") == []
    desk.reply, desk.private = Accepted(MATCH), True
    assert await sets(idioma="pt") == []


@pytest.mark.usefixtures("menus")
async def test_a_language_is_ones_own_and_an_administrators_the_groups(desk: Desk) -> None:
    async def says(wanted: str) -> list[tuple[Any, ...]]:
        return await desk.after(desk.settings.language(desk.caller(), wanted))

    spoken = [("speak", "ana", "pt"), ("chose", ANA)]
    told = ("tell", words_for("pt").text("language.set"))
    groups = ("configure", "club", {"idioma": "pt"})
    assert await says("pt") == [*spoken, told]
    desk.admin = True
    assert [call for call in await says("pt") if call[0] != "menu"] == [*spoken, groups, told]
    desk.private = True
    assert await says("pt") == [*spoken, told]
    assert await says("") == [("give", "")]
    assert desk.buttons() == [language_data(choice) for choice in CHOICES]


@pytest.mark.parametrize(
    ("private", "named", "asked", "is_admin", "manages"),
    [
        (True, False, False, True, False),
        (False, True, False, True, True),
        (False, False, True, True, True),
        (False, False, False, False, False),
    ],
)
async def test_who_administers_a_group(
    desk: Desk, private: bool, named: bool, asked: bool, is_admin: bool, manages: bool
) -> None:
    """In a private chat everybody may change everything, and manages nothing."""
    desk.private, desk.admin = private, asked
    caller = replace(desk.caller(), admin=named)
    assert await desk.settings.is_admin(caller) is is_admin
    found = await desk.settings.administration(caller)
    assert (found.community, found.manages) == ("club", manages)


async def test_a_language_that_there_is_not_is_not_spoken(desk: Desk) -> None:
    assert await desk.settings.speak(desk.caller(), "") == "es"

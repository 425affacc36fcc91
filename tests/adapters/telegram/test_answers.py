"""How people are told something: in the group, alone, behind a button, or not at all.

The connection and the groups are made up here."""

from html import escape
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace

from adapters.telegram.answers import Answers
from adapters.telegram.caller import Caller, Press
from adapters.telegram.groups import KnownPerson, Spot
from adapters.telegram.limits import GROUP_SPARE
from adapters.telegram.message import Page
from adapters.telegram.own_presses import WHY, own_token
from adapters.telegram.pages import question_page
from adapters.telegram.trouble import Missing, Unreachable
from adapters.telegram.words import say
from bot import tokens
from bot.pictures.row import CardRow
from bot.screen import Question
from bot.tokens import SAYING
from tests.adapters.made_up import MadeUp
from tests.adapters.telegram.made_up import Pressed
from tests.bot.scenes import MATCH

GROUP, TOPIC, ANA, HIDDEN, MESSAGE = -100, 4, 500, 8, 60
PAGE = Page("hola")
DRAWN = Page("hola", picture=CardRow("spanish", ("1e",)))
TENGO = Question("q", "How many?", tokens.encode(MATCH, "1001", "tengo ?"), 0, 33)


class Hall(MadeUp):
    """A group and a private chat, and what was written to them."""

    def __init__(self) -> None:
        super().__init__()
        self.open = self.private = False
        self.hidden = 0
        self.query = ""
        self.spare = self.allowed = True
        self.full = False
        self.number = 70
        """The hidden message; 0: the server hides none."""
        self.asked: list[tuple[Any, ...]] = []
        limits = SimpleNamespace(
            room=self._room, answer=self._allowed, send=self._full, would_wait=lambda chat: 0.0
        )
        self.wire = SimpleNamespace(
            hidden=True,
            limits=limits,
            react=self.does("react"),
            prepare=self.does("prepare"),
            turn=self.does("turn"),
            send=self._send,
            send_hidden=self._send_hidden,
            edit=self.does("edit"),
            delete=self.does("delete"),
            edit_hidden=self.does("edit hidden"),
            pause=self.does("pause"),
        )
        groups = SimpleNamespace(closed=self.does("closed"))
        self.answers = Answers(cast(Any, self.wire), cast(Any, groups))
        self.answers.username = "x"

    def _room(self, chat: int, most: int) -> bool:
        self.asked.append(("room", chat, most))
        return self.spare

    def _allowed(self, chat: int, person: str) -> bool:
        self.asked.append(("answer", chat, person))
        return self.allowed

    def _full(self, chat: int) -> float:
        self.asked.append(("send", chat))
        return 1.0 if self.full else 0.0

    async def _send(self, chat: int, page: Page, *, thread: int = 0, reply_to: int = 0) -> int:
        self.note("send", chat, page.html, thread, reply_to)
        return 61

    async def _send_hidden(self, chat: int, page: Page, to: Any, *, thread: int) -> int:
        self.note("hidden", chat, page.html, thread, to.user, to.query, to.command)
        return self.number

    def caller(self) -> Caller:
        chat, thread = (ANA, 0) if self.private else (GROUP, TOPIC)
        spot = Spot(chat, thread, "club", f"club/{thread}", self.private)
        known = KnownPerson("ana", ANA, "Ana <", "es", self.open)
        return Caller(known, spot, "es", "r", MESSAGE, self.query, hidden=self.hidden)

    async def after(self, work: Any) -> list[tuple[Any, ...]]:
        """What was written, but for turns and pictures that are made ready."""
        self.did.clear()
        self.asked.clear()
        await work
        await self.answers.settled()
        return [call for call in self.did if call[0] not in ("turn", "prepare")]

    async def at(self, way: str, work: Any) -> list[tuple[Any, ...]]:
        """The same for a person in this place."""
        self.private, self.open = way == "private", way == "open"
        self.hidden, self.query = HIDDEN * way.startswith("hidden"), "q" * way.endswith("press")
        return await self.after(work(self.caller()))


@pytest.fixture
def hall() -> Hall:
    return Hall()


def pressed() -> tuple[Press, list[tuple[str, bool, str]]]:
    press = Pressed()
    return cast(Any, press), press.answers


IN_PRIVATE = ("send", ANA, PAGE.html, 0, 0)
AS_A_REPLY = ("send", GROUP, PAGE.html, TOPIC, MESSAGE)
HIDDEN_ONE = ("hidden", GROUP, PAGE.html, TOPIC, ANA, "", HIDDEN)
FOR_ANA = ("send", GROUP, escape(say("es", "for_you", name="Ana <")), TOPIC, MESSAGE)


def test_links_lead_to_the_bot() -> None:
    answers = Hall().answers
    assert answers.link() == "https://t.me/x"
    assert answers.link("hola") == "https://t.me/x?start=hola"
    assert answers.link_to_group == "https://t.me/x?startgroup=truco"
    assert Answers(cast(Any, None), cast(Any, None)).username == ""


async def test_a_line_is_accepted_with_a_reaction(hall: Hall) -> None:
    """A hidden one can have none."""

    async def accept(caller: Caller) -> None:
        hall.answers.accept(caller)

    assert await hall.at("group", accept) == [("react", GROUP, MESSAGE)]
    assert await hall.at("hidden", accept) == []


@pytest.mark.parametrize(
    ("way", "private", "wrote"),
    [
        ("group", False, [AS_A_REPLY]),
        ("group", True, [FOR_ANA]),
        ("open", False, [AS_A_REPLY]),
        ("open", True, [IN_PRIVATE]),
        ("private", False, [IN_PRIVATE]),
        ("private", True, [IN_PRIVATE]),
        ("hidden", False, [HIDDEN_ONE]),
        ("hidden", True, [HIDDEN_ONE]),
        ("press", False, [("send", GROUP, PAGE.html, TOPIC, 0)]),
        ("hidden press", False, [("hidden", GROUP, PAGE.html, TOPIC, ANA, "q", 0)]),
    ],
)
async def test_a_page_is_given_where_it_may_be_read(
    hall: Hall, way: str, private: bool, wrote: list[Any]
) -> None:
    def give(caller: Caller) -> Any:
        return hall.answers.give(caller, PAGE, "brief", private=private)

    assert await hall.at(way, give) == wrote
    assert await hall.at(way, lambda caller: hall.answers.tell(caller, "x", private=private)) == [
        (*call[:2], call[2].replace(PAGE.html, "x"), *call[3:]) for call in wrote
    ]


async def test_a_text_is_escaped(hall: Hall) -> None:
    told = await hall.at("private", lambda caller: hall.answers.tell(caller, "<"))
    assert told == [("send", ANA, "&lt;", 0, 0)]


async def test_a_hidden_line_without_room_is_answered_in_private_or_not_at_all(hall: Hall) -> None:
    def give(caller: Caller) -> Any:
        return hall.answers.give(caller, PAGE, "brief", private=False)

    hall.full = True
    assert await hall.at("hidden", give) == []
    hall.open = True
    caller = hall.caller()
    assert await hall.after(give(caller)) == [IN_PRIVATE]
    hall.full = False
    assert await hall.after(give(caller)) == [HIDDEN_ONE]
    hall.number = 0
    assert await hall.after(give(caller)) == [HIDDEN_ONE, IN_PRIVATE]


@pytest.mark.parametrize(("long", "stays"), [(60, False), (61, True)])
async def test_a_press_is_told_in_its_answer(hall: Hall, long: int, stays: bool) -> None:
    """A long text stays until the person closes it."""
    press, answers = pressed()
    assert await hall.after(hall.answers.tell(hall.caller(), "x" * long, press=press)) == []
    assert answers == [("x" * long, stays, "")]


async def test_an_answer_takes_spare_room_in_a_group_and_its_turn_in_private(hall: Hall) -> None:
    async def has(way: str) -> bool:
        hall.private = way == "private"
        hall.did.clear()
        hall.asked.clear()
        return await hall.answers.has_room(hall.caller())

    assert await has("group")
    asked = [("room", GROUP, GROUP_SPARE), ("answer", GROUP, "ana"), ("send", GROUP)]
    assert (hall.did, hall.asked) == ([], asked)
    for lacks in ("spare", "allowed"):
        setattr(hall, lacks, False)
        assert not await has("group")
        assert not hall.answers.may_have(hall.caller())
        assert ("send", GROUP) not in hall.asked, "nothing is taken"
        assert await has("private")
        assert hall.answers.may_have(hall.caller())
        assert (hall.did, hall.asked) == ([("turn", ANA)], [])
        setattr(hall, lacks, True)
    hall.full = True
    assert not await has("group")


async def test_a_reply_waits_for_its_turn_or_goes_to_the_private_chat(hall: Hall) -> None:
    answers = hall.answers
    hall.did.clear()
    assert await answers.reply(hall.caller(), DRAWN) == 61
    assert hall.did == [("prepare", DRAWN.picture), ("send", GROUP, "hola", TOPIC, MESSAGE)]
    hall.spare = False
    hall.did.clear()
    assert await answers.reply(hall.caller(), PAGE) == 0
    assert hall.did[1:] == [("pause", 1.0)] * 20
    hall.spare, hall.allowed = True, False
    hall.did.clear()
    assert await answers.reply(hall.caller(), PAGE) == 0
    assert hall.did[1:] == []
    hall.open = True
    hall.did.clear()
    assert await answers.reply(hall.caller(), PAGE) == 0
    assert hall.did[-2:] == [("turn", ANA), IN_PRIVATE]
    hall.private = True
    hall.did.clear()
    assert await answers.reply(hall.caller(), PAGE) == 61
    assert hall.did[-2:] == [("turn", ANA), IN_PRIVATE]


@pytest.mark.parametrize(
    ("way", "has_room", "wrote"),
    [
        ("open", True, [("send", ANA, "hola", 0, 0)]),
        ("open", False, [("send", ANA, "hola", 0, 0)]),
        ("group", True, [("send", GROUP, "hola", TOPIC, MESSAGE)]),
        ("group", False, []),
    ],
)
async def test_what_is_useless_later_is_told_in_private_or_where_there_is_room(
    hall: Hall, way: str, has_room: bool, wrote: list[Any]
) -> None:
    hall.spare = has_room
    assert await hall.at(way, lambda caller: hall.answers.tell_now(caller, "hola")) == wrote


async def test_a_private_chat_that_is_closed_is_remembered(hall: Hall) -> None:
    known = hall.caller().known
    await hall.answers.send_private(known, DRAWN)
    assert hall.did == [("prepare", DRAWN.picture), ("turn", ANA), ("send", ANA, "hola", 0, 0)]
    hall.trouble["send"] = Unreachable()
    with pytest.raises(Unreachable):
        await hall.answers.send_private(known, PAGE)
    assert hall.did[-1] == ("closed", ANA)


# --- behind a button -----------------------------------------------------------------------------


@pytest.mark.parametrize("question", [None, TENGO])
async def test_a_text_for_one_person_waits_behind_a_button(
    hall: Hall, question: Question | None
) -> None:
    answers, found = hall.answers, list[Page]()

    async def send(chat: int, page: Page, **_: Any) -> None:
        found.append(page)

    hall.wire.send = send
    give = answers.give(hall.caller(), PAGE, "brief", private=True, question=question)
    await hall.after(give)
    assert [[key.data for key in row] for row in found[0].keys] == [[own_token("a" * 8, "", WHY)]]
    assert found[0].keys[0][0].label == say("es", "key.why")
    press, told = pressed()
    hall.query = "q"
    wrote = await hall.after(answers.tell_waiting(hall.caller(), press))
    assert told == [("brief", True, "")]
    page = question_page(TENGO)
    assert page is not None
    hidden = [("hidden", GROUP, page.html, TOPIC, ANA, "q", 0)]
    assert wrote == ([] if question is None else hidden)
    for name, what, value in (("full", hall, True), ("hidden", hall.wire, False)):
        before = getattr(what, name)
        setattr(what, name, value)
        assert await hall.after(answers.tell_waiting(hall.caller(), press)) == []
        setattr(what, name, before)
    assert [text for text, _, _ in told] == ["brief"] * 3


async def test_for_whom_nothing_waits_is_told_so(hall: Hall) -> None:
    press, told = pressed()
    assert await hall.after(hall.answers.tell_waiting(hall.caller(), press)) == []
    assert told == [(say("es", "not_for_you"), True, "")]


# --- questions -----------------------------------------------------------------------------------

HOW = f"{TENGO.text} {say('es', 'type.tengo')}"
START = replace(TENGO, token=tokens.encode(MATCH, "", f"{tokens.START} ?"))
MANY = replace(TENGO, high=300)
ASKED = ("send", ANA, "<b>How many?</b>", 0, 0)
ASKED_HIDDEN = ("hidden", GROUP, "<b>How many?</b>", TOPIC, ANA)


@pytest.mark.parametrize(
    ("way", "question", "is_hiding", "wrote"),
    [
        ("group", TENGO, True, [FOR_ANA]),
        ("group", START, False, [("send", GROUP, "<b>How many?</b>", TOPIC, MESSAGE)]),
        ("group", START, True, [FOR_ANA]),
        ("open", TENGO, False, [ASKED]),
        ("open", START, False, [ASKED]),
        ("private", TENGO, False, [ASKED]),
        ("private", MANY, False, [("send", ANA, HOW, 0, 0)]),
        ("hidden", START, False, [(*ASKED_HIDDEN, "", HIDDEN)]),
        ("hidden", TENGO, False, [(*ASKED_HIDDEN, "", HIDDEN)]),
    ],
)
async def test_a_typed_line_is_asked_where_its_person_alone_can_answer(
    hall: Hall, way: str, question: Question, is_hiding: bool, wrote: list[Any]
) -> None:
    hall.wire.hidden = is_hiding
    assert await hall.at(way, lambda caller: hall.answers.ask(caller, question)) == wrote
    in_private = way in ("open", "private")
    assert bool(hall.answers.answered(ANA, "12")) is in_private


@pytest.mark.parametrize(
    ("way", "question", "is_hiding", "is_full", "told", "wrote"),
    [
        ("private", TENGO, True, False, ("", False, ""), [ASKED]),
        ("open", TENGO, True, False, ("", False, "https://t.me/x?start=hola"), [ASKED]),
        ("press", TENGO, True, False, ("", False, ""), [(*ASKED_HIDDEN, "q", 0)]),
        ("press", TENGO, True, True, (HOW, True, ""), []),
        ("press", TENGO, False, False, (HOW, True, ""), []),
        (
            "press",
            START,
            False,
            False,
            ("", False, ""),
            [("send", GROUP, "<b>How many?</b>", TOPIC, 0)],
        ),
    ],
)
async def test_a_press_is_asked_where_its_person_alone_can_answer(
    hall: Hall,
    way: str,
    question: Question,
    is_hiding: bool,
    is_full: bool,
    told: tuple[str, bool, str],
    wrote: list[Any],
) -> None:
    hall.wire.hidden, hall.full = is_hiding, is_full
    press, answers = pressed()
    assert await hall.at(way, lambda caller: hall.answers.ask(caller, question, press)) == wrote
    assert answers == [told]


async def test_how_a_word_is_typed_depends_on_what_is_asked(hall: Hall) -> None:
    for token, how in (
        (TENGO.token, say("es", "type.tengo")),
        (tokens.encode(MATCH, "1001", "play ?"), say("es", "type.card")),
        (tokens.encode(MATCH, "", "OTHER ?"), ""),
        (f"{SAYING}jugar mesa:?", ""),
    ):
        press, answers = pressed()
        hall.wire.hidden = False
        hall.query = "q"
        await hall.after(hall.answers.ask(hall.caller(), replace(TENGO, token=token), press))
        assert answers == [(f"{TENGO.text} {how}".strip(), True, "")]


async def test_a_typed_number_answers_the_last_question_until_it_is_taken_back(hall: Hall) -> None:
    hall.private = True
    answers = hall.answers
    assert answers.answered(ANA, "7") == ""
    for low, high, typed, fits in (
        (7, 33, "7", True),
        (7, 33, " 33 ", True),
        (7, 33, "6", False),
        (7, 33, "34", False),
        (7, 33, "x", False),
        (7, 33, "", False),
    ):
        await hall.after(answers.ask(hall.caller(), replace(TENGO, low=low, high=high)))
        wanted = TENGO.token.replace("?", typed.strip()) if fits else ""
        assert answers.answered(ANA, typed) == wanted, typed
        answers.take_back(hall.caller(), "other")
        assert answers.answered(ANA, typed) == wanted, "of another match"
        answers.take_back(hall.caller(), MATCH)
        assert answers.answered(ANA, typed) == "", "it was taken back"
    await hall.after(answers.ask(hall.caller(), replace(TENGO, choices=(("7", "seven"),))))
    assert answers.answered(ANA, "7") == ""


async def test_a_question_that_is_taken_back_leaves_the_private_chat(hall: Hall) -> None:
    """Where it was pressed itself, its own answer takes its buttons away."""
    hall.private = True

    async def asks_and_acts(caller: Caller) -> None:
        await hall.answers.ask(caller, TENGO)
        await hall.answers.settled()
        hall.answers.take_back(caller, MATCH)

    caller = hall.caller()
    assert (await hall.after(asks_and_acts(caller)))[1:] == [("delete", ANA, 61)]
    assert len(await hall.after(asks_and_acts(replace(caller, message=61)))) == 1


async def test_a_page_takes_the_place_of_the_pressed_message(hall: Hall) -> None:
    def put(caller: Caller) -> Any:
        return hall.answers.put_page(caller, PAGE)

    assert await hall.at("group", put) == [("edit", GROUP, MESSAGE, PAGE)]
    assert await hall.at("hidden", put) == [("edit hidden", GROUP, ANA, HIDDEN, PAGE)]
    hall.trouble["edit"] = Missing()
    assert await hall.at("group", put) == [("edit", GROUP, MESSAGE, PAGE), AS_A_REPLY]

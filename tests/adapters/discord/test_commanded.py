"""What a typed command does on Discord where no other test brings it about: races, answers of the
service, suggestions.

The service, the platform and the interaction are made up here."""

from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any, cast

import pytest
from discord.app_commands import AppCommandContext
from msgspec.structs import replace

from adapters.discord import slash
from adapters.discord.address import read
from adapters.discord.caller import Caller
from adapters.discord.message import CHOICES, Message, text
from adapters.discord.slash import Slash
from adapters.discord.words import plain
from bot import messages
from bot.asking import Asked, Whereabouts
from bot.catalogue import Asker, Pick, Send
from bot.messages import Accepted, AnyReply, DropSign, Join, LookOn, OpenTable, SeeOptions, Start
from bot.reasons import ServiceReason
from bot.screen import Question, Screen
from bot.screens import question_of, reply_text
from bot.screens.pages import SIGNS, PageKey
from bot.words import words_for
from engine.variants import table_for
from tests.adapters.discord.made_up import ANA, MESA, SERVER, said_in
from tests.adapters.made_up import MadeUp
from tests.adapters.shown import shown
from tests.bot.scenes import MATCH, info_for

SENT = 90
ASKER = Asker(request="r", person="ana", name="Ana", community=SERVER, place=ANA.place, locale="es")
SCREEN = Screen(kind="lobby", match=MATCH, version=1, locale="es", title="Truco", number=3)


class Answer:
    """Remembers what it was told to do."""

    def __init__(self, desk: "Desk") -> None:
        self.desk = desk

    async def private(self, message: Message) -> int:
        self.desk.did.append(("private", said_in(message)))
        return 1

    async def post(self, message: Message) -> int:
        self.desk.did.append(("post",))
        return SENT

    async def file(self, view: Any, file: Any) -> None:
        (part,) = view.to_components()
        self.desk.did.append(("file", file.filename, file.fp.read(), part))

    async def suggest(self, choices: list[Any]) -> None:
        self.desk.did.append(("suggest", *((choice.name, choice.value) for choice in choices)))


class Desk(MadeUp):
    """One command; what it is answered."""

    def __init__(self) -> None:
        super().__init__()
        self.reply: AnyReply = Accepted(MATCH)
        self.first: AnyReply | None = None
        self.commands: list[Any] = []
        info = info_for(table_for("argentino", 2), community=SERVER, place=ANA.place)
        seats = tuple(
            replace(seat, person=who) for seat, who in zip(info.seats, ("ana", "beto"), strict=True)
        )
        self.info: Any = replace(info, seats=seats)
        self.seen: Any = (self.info, SCREEN)
        self.view: Any = object()
        self.asked: list[str] = []
        self.answering: list[dict[str, bool]] = []
        service = SimpleNamespace(
            handle_each=self._handle_each,
            screens=SimpleNamespace(info_and_screen=self.gives(lambda: self.seen)),
            surfaces=SimpleNamespace(add=self._add),
            matches=SimpleNamespace(
                view=self.gives(lambda: self.view),
                info=self.gives(lambda: self.info),
                last_at_place=self.gives(lambda: None),
            ),
            films=SimpleNamespace(record=self.gives(lambda: "record")),
            config=SimpleNamespace(addresses="addresses"),
        )
        platform = SimpleNamespace(
            message=lambda *_, **__: Message((text("table"),)),
            sent=SimpleNamespace(remember=lambda id, _: self.did.append(("remember", id))),
        )
        views = SimpleNamespace(
            ask=self._ask,
            hand=self._view_of("hand"),
            options=self._view_of("options"),
            page=self._page,
        )
        self.slash = Slash(
            cast(Any, service),
            cast(Any, platform),
            cast(Any, SimpleNamespace(answer=self._answer)),
            cast(Any, views),
            cast(Any, SimpleNamespace(whereabouts=self._whereabouts, after=self._after)),
        )
        vars(self.slash)["_asking"] = SimpleNamespace(asker=self._asker)

    def _view_of(self, name: str) -> Any:
        async def show(caller: Caller, answer: Any, *what: Any) -> None:
            self.did.append((name, *(part for part in what if isinstance(part, str))))

        return show

    async def _ask(self, answer: Any, question: Question) -> None:
        self.did.append(("ask", question.id))

    async def _page(self, caller: Caller, answer: Any, key: PageKey) -> Any:
        self.did.append(("page", key))
        return SimpleNamespace(record=MATCH)

    @asynccontextmanager
    async def _answer(self, _: Any, **how: bool) -> Any:
        self.answering.append(how)
        yield Answer(self)

    async def _handle_each(self, command: Any, then: Any) -> tuple[AnyReply, AnyReply]:
        self.commands = [command, *then]
        return self.first or self.reply, self.reply

    async def _add(self, match: str, **words: Any) -> None:
        at = read(words["address"])
        self.did.append(("add", at.kind, at.target, at.message, at.hand))

    async def _whereabouts(self, caller: Caller) -> Whereabouts:
        return Whereabouts(
            request="r", person="ana", name="Ana", community=SERVER, place=ANA.place, locale="es"
        )

    async def _after(self, caller: Caller, command: Any, reply: Any) -> None:
        self.did.append(("after", type(command).__name__, type(reply).__name__))

    async def _asker(self, who: Whereabouts, command: str) -> Any:
        self.asked.append(command)
        return ASKER, None

    # --- what is typed -------------------------------------------------------------------------

    async def command(self, name: str, **values: Any) -> list[tuple[Any, ...]]:
        options = [{"name": option, "value": value} for option, value in values.items()]
        here = SimpleNamespace(
            guild_id=ANA.guild,
            context=AppCommandContext(guild=True),
            _integration_owners={0: ANA.guild},
        )
        await self.slash.command(cast(Any, here), {"name": name, "options": options})
        return self.did

    async def do(self, intent: Any) -> list[tuple[Any, ...]]:
        self.did.clear()
        here = SimpleNamespace(filesize_limit=len("record"))
        asked = Asked(ASKER, None, intent)
        await self.slash.do(ANA, cast(Any, Answer(self)), cast(Any, here), asked)
        return self.did

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
    async def caller(*_: Any) -> Caller:
        return ANA

    monkeypatch.setattr(slash, "caller_of", caller)
    return Desk()


def note(id: str) -> tuple[str, str]:
    return ("private", plain(words_for("es").text(id)))


TABLE = [("post",), ("remember", SENT), ("add", "#", MESA, SENT, 3)]


async def test_a_command_that_cannot_be_read_says_why(desk: Desk) -> None:
    ((kind, said),) = await desk.command("jugar", jugadores="99")
    assert kind == "private"
    assert said
    assert desk.asked == ["jugar"]


OPEN = OpenTable(request="r", person="ana", community=SERVER, place=ANA.place, name="Ana")
JOIN = Join(request="r", person="ana", match=MATCH, name="Ana")
REFUSED = messages.Refused(ServiceReason.TABLE_FULL, MATCH)


async def test_a_table_that_is_gone_already_is_not_shown(desk: Desk) -> None:
    desk.seen = None
    assert (await desk.send(OPEN, Accepted(MATCH)))[0] == note("say.no_table")


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


async def test_what_is_said_of_a_command_follows_the_hand(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(slash, "reply_text", lambda *_: "said")
    start = Start(request="r", person="ana", match=MATCH)
    done = ("after", "Start", "Accepted")
    told = [("hand", MATCH), ("private", "said"), done]
    assert await desk.send(start, Accepted()) == told, "the command names the table"


async def test_a_number_is_asked_for(desk: Desk) -> None:
    ask = messages.Ask(MATCH, "tengo ?", 0, 33)
    question = question_of(ask, "es")
    assert (await desk.send(JOIN, ask))[0] == ("ask", question.id)
    assert await desk.do(Pick(question)) == [("ask", question.id)]


async def test_a_proof_comes_with_its_record(desk: Desk) -> None:
    _, *files = await desk.do(shown("prueba"))
    part = {"type": 13, "file": {"url": f"attachment://truco-{MATCH}.truco"}}
    assert files == [("file", f"truco-{MATCH}.truco", b"record", part)]


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
    assert desk.asked == ["jugar"]
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

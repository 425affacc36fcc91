"""What a press on Discord does, branch by branch: which view answers it, and which message changes.

The service, the platform and the interaction are made up here."""

from collections.abc import Iterator
from contextlib import asynccontextmanager, contextmanager
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace

from adapters.discord import layout, presses
from adapters.discord.answer import Form
from adapters.discord.caller import Caller
from adapters.discord.last_presses import TOKEN_SECONDS
from adapters.discord.message import Message, text, walk
from adapters.discord.own_presses import ASIDE, CONFIRM, LIST, PANEL
from adapters.discord.presses import Presses, _field, _locale
from adapters.discord.views import Views
from adapters.discord.words import plain, say
from bot import tokens
from bot.asking import Resume
from bot.catalogue import Typed
from bot.film.card import film_key
from bot.messages import Accepted, AnyReply, Ask, Refused, Stale
from bot.reasons import ServiceReason
from bot.screen import Question, Screen
from bot.screens import pages, reply_text
from bot.store.model import Surface
from bot.tokens import SAYING
from bot.words import words_for
from tests.adapters.discord.test_follow_up import ALONE, ANA
from tests.bot.scenes import MATCH

NOW = 1_700_000_000.0
SEEN = 41
"""The message that is pressed."""
START = tokens.encode(MATCH, "", tokens.START)
MINE = tokens.encode(MATCH, "", tokens.MY_HAND)
SEE = tokens.encode(MATCH, "", tokens.OPTIONS)
SET = tokens.encode(MATCH, "", f"{tokens.OPTION} flor con")
ACCEPTED = Accepted(MATCH)
SCREEN = Screen(kind="table", match=MATCH, version=1, locale="es", title="Truco", number=3)


class Answer:
    """Remembers what it was told to do."""

    def __init__(self, desk: "Desk") -> None:
        self.desk = desk
        self.shown: Message | None = None

    async def private(self, message: Message) -> int:
        said = "".join(one["content"] for one in walk(message.components) if one["type"] == 10)
        self.desk.did.append(("private", said))
        return 1

    async def nothing(self) -> None:
        self.desk.did.append(("nothing",))

    async def redraw(self, message: Message, before: Message | None = None) -> bool:
        self.desk.did.append(("redraw", message.components[0].get("content", "")))
        if self.desk.arrives:
            self.shown = message
        return self.desk.arrives


class Desk:
    """One press; what it is answered."""

    def __init__(self) -> None:
        self.did: list[tuple[Any, ...]] = []
        self.reply: AnyReply = ACCEPTED
        self.arrives = True
        self.may = True
        self.crossed = False
        self.surfaces: list[Surface] = []
        self.played: list[Surface] = []
        """The surfaces by whose buttons somebody plays."""
        self.moved: list[Surface] | None = None
        """Where they stand by the time the answer is written."""
        self.seated = True
        self.info: Any = (SimpleNamespace(seat_of={"ana": 0}.get), SCREEN)
        self.locales: list[tuple[Any, str]] = []
        self.answering: list[dict[str, bool]] = []
        service = SimpleNamespace(
            updater=SimpleNamespace(turns=SimpleNamespace(beside=self._beside)),
            handle=self._handle,
            surfaces=SimpleNamespace(find=self._find, move=self._move, redraw=self._does("again")),
            screens=SimpleNamespace(info_and_screen=self._screen, regional=self._regional),
            matches=SimpleNamespace(view=self._view),
            time=SimpleNamespace(utc=lambda: NOW + 0.5),
        )
        platform = SimpleNamespace(
            surfaces_of=self._surfaces,
            message=self._message,
            known=lambda _: None,
            pressed=self.played.append,
            remember=lambda id, _: self.did.append(("remember", id)),
            doubt=lambda id: self.did.append(("doubt", id)),
            reachability=SimpleNamespace(prefer_here=self._does("prefer_here")),
        )
        views = SimpleNamespace(
            options=self._view_of("options"),
            option_form=self._view_of("option form"),
            option_set=self._view_of("option_set"),
            turn_page=self._view_of("turn_page"),
            page=self._view_of("page"),
            hand=self._view_of("hand"),
            confirm=self._view_of("confirm"),
            set=self._view_of("set"),
            ask=self._ask,
        )
        self.presses = Presses(
            cast(Any, service),
            cast(Any, platform),
            cast(Any, SimpleNamespace(answer=self._answer)),
            cast(Any, views),
            cast(Any, SimpleNamespace(after=self._after)),
            cast(Any, self._view_of("resume")),
        )

    def _does(self, name: str) -> Any:
        async def do(*what: Any) -> None:
            self.did.append((name, *what))

        return do

    def _view_of(self, name: str) -> Any:
        async def show(caller: Caller, answer: Any, *what: Any, **more: Any) -> None:
            told = [
                one
                for one in what
                if isinstance(one, str | tuple | Surface | pages.PageKey | Resume | None)
            ]
            self.did.append((name, *told, *more.values()))

        return show

    async def _ask(self, answer: Any, question: Any) -> None:
        self.did.append(("ask",))

    async def _after(self, caller: Caller, command: Any, reply: Any) -> None:
        self.did.append(("after", type(command).__name__))

    @asynccontextmanager
    async def _answer(self, _: Any, **how: bool) -> Any:
        self.answering.append(how)
        yield Answer(self)

    @contextmanager
    def _beside(self, surface: str) -> Iterator[Any]:
        @contextmanager
        def writing() -> Iterator[None]:
            yield

        yield SimpleNamespace(may=self.may, crossed=self.crossed, writing=writing)

    async def _handle(self, command: Any, slow: Any) -> AnyReply:
        return self.reply

    async def _surfaces(self, match: str) -> list[Surface]:
        return self.surfaces if match == MATCH else []

    async def _find(self, id: str) -> Surface | None:
        known = self.surfaces if self.moved is None else self.moved
        return next((one for one in known if one.id == id), None)

    async def _move(self, surface: Surface, address: str, screen: Screen) -> None:
        self.did.append(("move", address))

    async def _regional(self, match: str, locale: str) -> str:
        return locale

    async def _screen(self, match: str, person: str | None, locale: str) -> Any:
        self.locales.append((person, locale))
        return self.info

    def _message(self, screen: Screen, info: Any, *, greeting: bool) -> Message:
        return Message((text("greeting" if greeting else "picture"),))

    async def _view(self, match: str, person: str) -> Any:
        return object() if self.seated else None

    async def press(
        self, id: str, *values: str, on: int = SEEN, ephemeral: bool = False
    ) -> list[tuple[Any, ...]]:
        """What a press on a message (0: on none) does."""
        self.did.clear()
        flags = SimpleNamespace(ephemeral=ephemeral)
        message = SimpleNamespace(id=on, flags=flags) if on else None
        data: dict[str, Any] = {"custom_id": id}
        if values:
            data["values"] = list(values)
        await self.presses.component(cast(Any, SimpleNamespace(message=message, token="new")), data)
        return self.did

    async def submit(self, id: str, value: str) -> list[tuple[Any, ...]]:
        self.did.clear()
        data = {
            "custom_id": id,
            "components": [{"component": {"custom_id": "value", "value": value}}],
        }
        await self.presses.submitted(cast(Any, SimpleNamespace(message=None)), data)
        return self.did


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Desk:
    async def caller(*_: object) -> Caller:
        return ANA

    monkeypatch.setattr(presses, "caller_of", caller)
    return Desk()


def surface(address: str, person: str = "", id: str = "s", locale: str = "") -> Surface:
    return Surface(id, MATCH, "discord", "", address, person, locale)


TABLE = surface(f"#7/{SEEN}/2")
OWN = surface(f"@500/9/{SEEN}/2", "ana")
UNCLEAR = ("private", plain(say("es", "unclear")))


# --- which button --------------------------------------------------------------------------------


async def test_each_kind_of_button_has_its_view(desk: Desk) -> None:
    page = pages.PageKey(pages.HELP)
    told, meant = f"{SAYING}{MATCH}.unirse.codigo=x", Typed("unirse", (("codigo", "x"),))
    resumed = ("resume", Resume(MATCH, meant))
    for id, values, did in (
        (f"{LIST}option0.{MATCH}", ("flor",), ("option form", MATCH, ("flor",))),
        (f"{PANEL}threads", ("on",), ("set", "threads", ("on",))),
        (f"{PANEL}page:tables", (), ("set", "page:tables", ())),
        (f"{ASIDE}{MATCH}", (), ("prefer_here", MATCH, "ana")),
        (f"{CONFIRM}{START}", (), ("confirm", MATCH, START)),
        (str(page), (), ("turn_page", page, False)),
        (told, (), resumed),
        (f"{LIST}{told[:-1]}?", ("x",), resumed),
        (f"{LIST}play.{MATCH}", (told,), resumed),
        (MINE, (), ("hand", MATCH)),
        (tokens.encode(MATCH, "", tokens.FILM), (), ("page", film_key(MATCH))),
        ("nonsense", (), UNCLEAR),
        ("t1.x", (), UNCLEAR),
        (f"{pages.PREFIX}nonsense", (), UNCLEAR),
        (f"{CONFIRM}nonsense", (), UNCLEAR),
        (tokens.encode(MATCH, "", "NADA"), (), UNCLEAR),
        (f"{LIST}play.{MATCH}", (), UNCLEAR),
    ):
        assert (await desk.press(id, *values))[-1] == did, id


async def test_a_page_is_turned_in_place_where_nobody_else_reads_it(desk: Desk) -> None:
    page = pages.PageKey(pages.HELP)
    for ephemeral in (True, False):
        assert await desk.press(str(page), ephemeral=ephemeral) == [("turn_page", page, ephemeral)]


@pytest.mark.parametrize(
    ("id", "public", "first"),
    [
        (layout.PLAY_NOW, True, False),
        (START, False, False),
        (tokens.encode(MATCH, "1", "tengo ?"), False, True),
        (f"{LIST}x?", False, False),
    ],
)
async def test_a_form_comes_first_and_a_new_table_is_everybody_s(
    desk: Desk, id: str, public: bool, first: bool
) -> None:
    await desk.press(id)
    assert desk.answering == [{"public": public, "first": first}]


async def test_what_is_typed_into_a_form_goes_into_its_token(desk: Desk) -> None:
    told = f"{SAYING}{MATCH}.canto.puntos=?"
    for value, got in ((" 27 ", "27"), ("a-b", "a-b"), ("a_b", "a_b")):
        meant = Typed("canto", (("puntos", got),))
        assert await desk.submit(told, value) == [("resume", Resume(MATCH, meant))]
    for value in ("", "2 7", "2.7", "²", "?", "ñ"):
        assert await desk.submit(told, value) == [UNCLEAR]


def test_the_field_of_a_form_is_found_wherever_it_stands() -> None:
    field = {"custom_id": "value", "value": "27"}
    assert _field({"components": [{"component": field}]}) == "27"
    assert _field({"components": [{"components": [{"custom_id": "x"}, field]}]}) == "27"
    assert _field({"components": [{"component": {"custom_id": "x", "value": "1"}}]}) == ""
    assert _field({}) == ""


async def test_cards_move_into_the_channel(desk: Desk) -> None:
    """The message in the private chat says so."""
    done = ("redraw", "")
    aside = f"{ASIDE}{MATCH}"
    assert await desk.press(aside) == [
        (done[0], desk.did[0][1]),
        ("remember", SEEN),
        ("prefer_here", MATCH, "ana"),
    ]
    desk.arrives = False
    assert [one[0] for one in await desk.press(aside)] == ["redraw", "prefer_here"]
    assert [one[0] for one in await desk.press(aside, on=0)] == ["prefer_here"]


# --- what is answered ----------------------------------------------------------------------------


async def test_an_accepted_press_redraws_its_message(desk: Desk) -> None:
    desk.surfaces = [surface("#7/40/2", id="other"), TABLE]
    assert await desk.press(START) == [
        ("redraw", "picture"),
        ("remember", SEEN),
        ("move", f"#7/{SEEN}/3"),
        ("after", "Start"),
    ]
    desk.surfaces = [OWN]
    assert (await desk.press(START))[0] == ("redraw", "greeting")
    desk.surfaces = [surface(f"~500/{SEEN}/1/old", "ana")]
    until = int(NOW + 0.5 + TOKEN_SECONDS)
    assert ("move", f"~500/{SEEN}/{until}/new") in await desk.press(START)


async def test_who_lays_a_card_plays_by_the_message_and_who_sits_down_does_not(desk: Desk) -> None:
    desk.surfaces = [TABLE]
    for word in (tokens.START, tokens.JOIN, tokens.OPTIONS):
        await desk.press(tokens.encode(MATCH, "", word))
    assert desk.played == []
    await desk.press(tokens.encode(MATCH, "1", "truco"))
    assert desk.played == [TABLE]


async def test_views_of_options_answer_their_commands(desk: Desk) -> None:
    desk.surfaces = [TABLE]
    assert await desk.press(SEE) == [("options", MATCH), ("after", "SeeOptions")]
    assert await desk.press(SET) == [("option_set", TABLE), ("after", "SetOptions")]
    assert await desk.press(SET, on=1) == [("option_set", None), ("after", "SetOptions")]
    desk.reply = Refused(ServiceReason.TABLE_FULL, MATCH)
    refusal = plain(reply_text(desk.reply, "es"))
    for id in (SEE, SET, START):
        assert (await desk.press(id))[0] == ("private", refusal)
    desk.reply = Ask(MATCH, "tengo ?", 0, 33)
    assert (await desk.press(START))[0] == ("ask",)


async def test_what_is_said_of_an_accepted_press_follows_the_picture(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presses, "reply_text", lambda *_: "said")
    desk.surfaces = [TABLE]
    did = await desk.press(START)
    assert [one[0] for one in did] == ["redraw", "remember", "move", "private", "after"]


async def test_a_late_press_is_told_so_and_brings_the_newest_picture(desk: Desk) -> None:
    """One's own hand at once; the table's message by itself."""
    desk.reply = Stale(MATCH)
    told = ("private", plain(reply_text(desk.reply, "es")))
    desk.surfaces = [OWN]
    did = await desk.press(START)
    assert [one[0] for one in did] == ["redraw", "remember", "move", "private", "after"]
    desk.surfaces = [TABLE]
    assert await desk.press(START) == [told, ("again", "s"), ("after", "Start")]
    desk.surfaces = [replace(OWN, person="beto")]
    assert await desk.press(START) == [told, ("again", "s"), ("after", "Start")]
    desk.surfaces = []
    assert await desk.press(START) == [told, ("after", "Start")]
    desk.surfaces = [TABLE]
    desk.reply = Refused(ServiceReason.TABLE_FULL, MATCH)
    assert [one[0] for one in await desk.press(START)] == ["private", "after"]


async def test_a_message_that_is_the_surface_s_no_longer_is_left_alone(desk: Desk) -> None:
    left = [("nothing",), ("after", "Start")]
    desk.surfaces = [TABLE]
    for moved in ([], [surface("#7/99/2")]):
        desk.moved = moved
        assert await desk.press(START) == left
    desk.moved = None
    desk.may = False
    assert await desk.press(START) == left
    desk.may = True
    desk.info = None
    assert await desk.press(START) == left


@pytest.mark.parametrize(("arrives", "crossed"), [(False, False), (True, True), (False, True)])
async def test_a_picture_that_did_not_arrive_alone_is_drawn_again(
    desk: Desk, arrives: bool, crossed: bool
) -> None:
    desk.surfaces = [TABLE]
    desk.arrives, desk.crossed = arrives, crossed
    did = await desk.press(START)
    assert did == [
        ("redraw", "picture"),
        *[("remember", SEEN)] * arrives,
        ("doubt", SEEN),
        ("nothing",),
        ("again", "s"),
        ("after", "Start"),
    ]


# --- notes ---------------------------------------------------------------------------------------


async def test_a_note_is_done_with_or_becomes_the_hand(desk: Desk) -> None:
    after = ("after", "Start")
    done = ("redraw", plain(words_for("es").text("reply.done")))
    desk.surfaces = [surface("#7/40/1"), surface("@501/9/3/1", "beto"), surface("~500", "ana")]
    assert await desk.press(START, ephemeral=True) == [("hand", MATCH, True), after]
    desk.seated = False
    assert await desk.press(START, ephemeral=True) == [("nothing",), after]
    desk.surfaces.append(surface("@500/9/3/1", "ana"))
    assert (await desk.press(START, ephemeral=True))[0][0] == done[0]
    for ephemeral, on in ((False, SEEN), (False, 0)):
        assert await desk.press(START, ephemeral=ephemeral, on=on) == [("nothing",), after]


# --- languages -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pressed", "caller", "locale"),
    [
        (surface("@500", "ana"), ANA, "es"),
        (surface("@500", "ana", locale="en"), ANA, "en"),
        (surface("@501", "beto"), ANA, ""),
        (surface("@501", "beto", locale="en"), ANA, "en"),
        (surface("#7"), ANA, "pt_BR"),
        (surface("#7", locale="en"), ANA, "en"),
        (surface("#7"), ALONE, ""),
    ],
)
def test_the_language_of_what_is_redrawn(pressed: Surface, caller: Caller, locale: str) -> None:
    """Empty: it has to be asked for."""
    assert _locale(pressed, caller) == locale


async def test_a_picture_is_its_reader_s_in_their_language(desk: Desk) -> None:
    for pressed, told in ((TABLE, (None, "pt_BR")), (OWN, ("ana", "es"))):
        desk.surfaces = [pressed]
        desk.locales.clear()
        await desk.press(START)
        assert desk.locales == [told]


# --- forms ---------------------------------------------------------------------------------------


async def test_a_form_has_no_longer_title_than_discord_takes() -> None:
    forms: list[Form] = []

    async def ask(form: Form) -> bool:
        forms.append(form)
        return True

    question = Question("points", token="t1.id", text="q" * 60, low=0, high=33)
    await Views.ask(cast(Any, None), cast(Any, SimpleNamespace(ask=ask)), question)
    (form,) = forms
    (label,) = form.to_components()
    assert len(form.title) == len(label["label"]) == 45
    assert label["component"]["placeholder"] == "0-33"

"""Which message a press on Discord changes, and what is answered, where the look-alike does not
bring it about: messages that move meanwhile, answers that do not arrive.

The service, the platform and the interaction are made up here."""

from collections.abc import Iterator
from contextlib import asynccontextmanager, contextmanager
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace

from adapters.discord import presses
from adapters.discord.caller import Caller
from adapters.discord.last_presses import TOKEN_SECONDS
from adapters.discord.message import Message, text
from adapters.discord.own_presses import ASIDE
from adapters.discord.presses import Presses, _field, _locale
from adapters.discord.words import plain, say
from bot import tokens
from bot.asking import Resume
from bot.catalogue import Typed
from bot.messages import Accepted, AnyReply, Refused, Stale
from bot.reasons import ServiceReason
from bot.screen import Screen
from bot.screens import pages, reply_text
from bot.store.model import Surface
from bot.tokens import SAYING
from tests.adapters.discord.made_up import ALONE, ANA, said_in, surface
from tests.adapters.made_up import MadeUp
from tests.bot.scenes import MATCH

NOW = 1_700_000_000.0
SEEN = 41
"""The message that is pressed."""
START = tokens.encode(MATCH, "", tokens.START)
SET = tokens.encode(MATCH, "", f"{tokens.OPTION} flor con")
ACCEPTED = Accepted(MATCH)
SCREEN = Screen(kind="table", match=MATCH, version=1, locale="es", title="Truco", number=3)


class Answer:
    """Remembers what it was told to do."""

    def __init__(self, desk: "Desk") -> None:
        self.desk = desk
        self.shown: Message | None = None

    async def private(self, message: Message) -> int:
        self.desk.did.append(("private", said_in(message)))
        return 1

    async def nothing(self) -> None:
        self.desk.did.append(("nothing",))

    async def redraw(self, message: Message, before: Message | None = None) -> bool:
        self.desk.did.append(("redraw", message.components[0].get("content", "")))
        if self.desk.arrives:
            self.shown = message
        return self.desk.arrives


class Desk(MadeUp):
    """One press; what it is answered."""

    def __init__(self) -> None:
        super().__init__()
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
        service = SimpleNamespace(
            updater=SimpleNamespace(turns=SimpleNamespace(beside=self._beside)),
            handle=self._handle,
            surfaces=SimpleNamespace(find=self._find, move=self._move, redraw=self.does("again")),
            screens=SimpleNamespace(info_and_screen=self._screen, regional=self._regional),
            matches=SimpleNamespace(view=self._view),
            time=SimpleNamespace(utc=lambda: NOW + 0.5),
        )
        platform = SimpleNamespace(
            surfaces=SimpleNamespace(of_match=self._surfaces),
            message=self._message,
            sent=SimpleNamespace(
                known=lambda _: None,
                remember=lambda id, _: self.did.append(("remember", id)),
                doubt=lambda id: self.did.append(("doubt", id)),
            ),
            pressed=self.played.append,
            reachability=SimpleNamespace(prefer_here=self.does("prefer_here")),
        )
        views = SimpleNamespace(
            option_set=self._view_of("option_set"), turn_page=self._view_of("turn_page")
        )
        self.presses = Presses(
            cast(Any, service),
            cast(Any, platform),
            cast(Any, SimpleNamespace(answer=self._answer)),
            cast(Any, views),
            cast(Any, SimpleNamespace(after=self._after)),
            cast(Any, self._view_of("resume")),
        )

    def _view_of(self, name: str) -> Any:
        async def show(caller: Caller, answer: Any, *what: Any, **more: Any) -> None:
            told = [
                part for part in what if isinstance(part, Surface | pages.PageKey | Resume | None)
            ]
            self.did.append((name, *told, *more.values()))

        return show

    async def _after(self, caller: Caller, command: Any, reply: Any) -> None:
        self.did.append(("after", type(command).__name__))

    @asynccontextmanager
    async def _answer(self, _: Any, **how: bool) -> Any:
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
        return next((surface for surface in known if surface.id == id), None)

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


TABLE = surface(f"#7/{SEEN}/2")
OWN = surface(f"@500/9/{SEEN}/2", "ana")
UNCLEAR = ("private", plain(say("es", "unclear")))


# --- which button --------------------------------------------------------------------------------


async def test_a_page_is_turned_in_place_where_nobody_else_reads_it(desk: Desk) -> None:
    page = pages.PageKey(pages.HELP)
    for ephemeral in (True, False):
        assert await desk.press(str(page), ephemeral=ephemeral) == [("turn_page", page, ephemeral)]


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
    """The answer says so below the hand, which goes."""
    said, moved = ("private", plain(say("es", "aside.done"))), ("prefer_here", MATCH, "ana")
    assert await desk.press(f"{ASIDE}{MATCH}") == [said, moved]


# --- what is answered ----------------------------------------------------------------------------


async def test_who_lays_a_card_plays_by_the_message_and_who_sits_down_does_not(desk: Desk) -> None:
    desk.surfaces = [TABLE]
    for word in (tokens.START, tokens.JOIN):
        await desk.press(tokens.encode(MATCH, "", word))
    assert desk.played == []
    await desk.press(tokens.encode(MATCH, "1", "truco"))
    assert desk.played == [TABLE]


async def test_what_is_said_of_an_accepted_press_follows_the_picture(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A press brings a private answer a new token."""
    monkeypatch.setattr(presses, "reply_text", lambda *_: "said")
    until = int(NOW + 0.5 + TOKEN_SECONDS)
    for pressed, moved in (
        (TABLE, f"#7/{SEEN}/3"),
        (surface(f"~500/{SEEN}/1/old", "ana"), f"~500/{SEEN}/{until}/new"),
    ):
        desk.surfaces = [surface("#7/40/2", id="other"), pressed]
        did = await desk.press(START)
        assert [call[0] for call in did] == ["redraw", "remember", "move", "private", "after"]
        assert did[2] == ("move", moved)


async def test_a_late_press_is_told_so_and_brings_the_newest_picture(desk: Desk) -> None:
    """One's own hand at once; the table's message by itself."""
    desk.reply = Stale(MATCH)
    told = ("private", plain(reply_text(desk.reply, "es")))
    desk.surfaces = [OWN]
    did = await desk.press(START)
    assert [call[0] for call in did] == ["redraw", "remember", "move", "private", "after"]
    desk.surfaces = [TABLE]
    assert await desk.press(START) == [told, ("again", "s"), ("after", "Start")]
    desk.surfaces = [replace(OWN, person="beto")]
    assert await desk.press(START) == [told, ("again", "s"), ("after", "Start")]
    desk.surfaces = []
    assert await desk.press(START) == [told, ("after", "Start")]
    desk.surfaces = [TABLE]
    desk.reply = Refused(ServiceReason.TABLE_FULL, MATCH)
    assert [call[0] for call in await desk.press(START)] == ["private", "after"]


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


async def test_a_note_of_who_has_no_hand_stays(desk: Desk) -> None:
    """So does a message that others read."""
    left = [("nothing",), ("after", "Start")]
    desk.surfaces = [surface("#7/40/1"), surface("@501/9/3/1", "beto"), surface("~500", "ana")]
    desk.seated = False
    assert await desk.press(START, ephemeral=True) == left
    desk.seated = True
    for on in (SEEN, 0):
        assert await desk.press(START, on=on) == left


async def test_the_list_of_options_is_shown_again_where_one_chose_in_it(desk: Desk) -> None:
    """Not below the table."""
    desk.surfaces = [TABLE]
    assert await desk.press(SET) == [("option_set", TABLE), ("after", "SetOptions")]
    assert await desk.press(SET, on=1) == [("option_set", None), ("after", "SetOptions")]


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
    for pressed, told, drawn in (
        (TABLE, (None, "pt_BR"), "picture"),
        (OWN, ("ana", "es"), "greeting"),
    ):
        desk.surfaces = [pressed]
        desk.locales.clear()
        did = await desk.press(START)
        assert desk.locales == [told]
        assert did[0] == ("redraw", drawn)

"""What a view of Discord shows, what is kept of it, and what it says where there is nothing.

The service, the platform and the answer are made up here."""

from collections.abc import Awaitable
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace

from adapters.discord import layout, pages, views
from adapters.discord.answer import Form
from adapters.discord.emoji import Emoji
from adapters.discord.last_presses import TOKEN_SECONDS
from adapters.discord.message import Message, button, walk
from adapters.discord.own_presses import LIST
from adapters.discord.views import Views
from adapters.discord.words import plain
from bot import messages, tokens
from bot.asking import arriving
from bot.asking.standing_lists import StandingList
from bot.screen import Button, OptionsSheet, Question, Rung, Screen
from bot.screens.pages import HELP, TABLE_LIST, Page, PageKey
from bot.words import words_for
from engine.variants import table_for
from tests.adapters.discord.made_up import ANA, said_in
from tests.adapters.made_up import MadeUp
from tests.bot.scenes import MATCH, info_for

SENT, PRESSED, UTC, NOW = 60, 61, 1000, 7.0
MAZO = tokens.encode(MATCH, "2001", "mazo")
HAND = Screen(
    kind="hand",
    match=MATCH,
    version=1,
    locale="es",
    title="Truco",
    number=2,
    buttons=(Button(MAZO, "Me voy", "leave", confirm="¿Seguro?"),),
    order=(Rung(("1e",), "el ancho"),),
)
SHEET = OptionsSheet(MATCH, "es", "Opciones", (), (), mine=True)
DRAWN = Message(layout.note("a hand").components)
DIRECT = replace(ANA, guild=0, channel=5)
WORDS = words_for("es")


class Desk(MadeUp):
    """A view, what it says, and what it keeps."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[tuple[str, Message]] = []
        self.later: list[Awaitable[None]] = []
        """What goes on after the answer."""
        self.arrives = True
        self.takes_forms = True
        self.screen: Screen | None = HAND
        self.sheet: OptionsSheet | None = SHEET
        info = info_for(table_for("argentino", 2))
        first, *others = info.seats
        self.info: Any = replace(info, seats=(replace(first, person=ANA.person), *others))
        service = SimpleNamespace(
            time=SimpleNamespace(utc=lambda: UTC + 0.5, now=lambda: NOW),
            matches=SimpleNamespace(info=self.gives(lambda: self.info)),
            surfaces=SimpleNamespace(add=self._add),
            screens=SimpleNamespace(
                screen=self._screen,
                info_and_screen=self.gives(self._seen),
                options=self.gives(lambda: self.sheet),
            ),
        )
        platform = SimpleNamespace(
            reachability=SimpleNamespace(
                opened=self.does("opened"), seat=self.does("seat"), later=self.later.append
            ),
            emoji=None,
            beside_list=lambda caller, message: message,
            message=lambda screen, info, *, greeting: (DRAWN, greeting)[0],
            sent=SimpleNamespace(
                remember=lambda sent, message: self.did.append(("remember", sent, message))
            ),
        )
        self.views = Views(cast(Any, service), cast(Any, platform))
        self.answer = cast(
            Any,
            SimpleNamespace(
                private=self._says("private", SENT),
                post=self._says("post", SENT),
                redraw=self._says("redraw", True),
                rewrite=self._rewrite,
                nothing=self.does("nothing"),
                ask=self._ask,
                shown=None,
                pressed=PRESSED,
            ),
        )

    def _seen(self) -> Any:
        return None if self.screen is None else (self.info, self.screen)

    def _says(self, name: str, sent: int) -> Any:
        async def say(message: Message) -> int:
            self.said.append((name, message))
            return sent if self.arrives else 0

        return say

    async def _rewrite(self, sent: int, message: Message) -> bool:
        self.said.append((f"rewrite {sent}", message))
        return self.arrives

    async def _screen(self, match: str, person: str | None, locale: str) -> Screen | None:
        return self.screen if person == ANA.person else None

    async def _add(self, match: str, **what: Any) -> None:
        self.kept = what
        self.did.append(("add", match))

    async def _ask(self, form: Form) -> bool:
        self.form = form
        return self.takes_forms

    def texts(self) -> list[tuple[str, str]]:
        """How each thing was said, and its words."""
        return [(how, said_in(said)) for how, said in self.said]

    def told(self) -> list[tuple[str, str]]:
        """The same, since this was asked last."""
        told = self.texts()
        self.said.clear()
        return told


@pytest.fixture
def desk() -> Desk:
    return Desk()


PRESS = cast(Any, SimpleNamespace(message=SimpleNamespace(id=PRESSED), token="secret"))


# --- hands ---------------------------------------------------------------------------------------


async def test_a_hand_in_a_channel_is_kept_as_long_as_it_can_be_edited(desk: Desk) -> None:
    await desk.views.hand(ANA, desk.answer, PRESS, MATCH)
    assert desk.said == [("private", DRAWN)]
    assert desk.did == [("remember", SENT, DRAWN), ("add", MATCH)]
    assert desk.kept == {
        "platform": "discord",
        "address": f"~{ANA.user}/{SENT}/{UTC + TOKEN_SECONDS}/secret",
        "chat": f"~{ANA.user}",
        "person": ANA.person,
        "key": "~",
        "lifetime": TOKEN_SECONDS,
        "shown": HAND,
    }


async def test_a_hand_in_the_private_chat_stays(desk: Desk) -> None:
    await desk.views.hand(DIRECT, desk.answer, PRESS, MATCH)
    assert desk.said == [("post", DRAWN)]
    assert ("opened", ANA.person) in desk.did
    assert (desk.kept["address"], desk.kept["key"]) == (f"@{ANA.user}/5/{SENT}/2", "@")
    assert desk.kept["lifetime"] is None


async def test_a_hand_takes_the_place_of_the_pressed_one(desk: Desk) -> None:
    for caller in (ANA, DIRECT):
        desk.said.clear()
        await desk.views.hand(caller, desk.answer, PRESS, MATCH, in_place=True)
        assert desk.said == [("redraw", DRAWN)]
        assert desk.kept["address"] == f"~{ANA.user}/{PRESSED}/{UTC + TOKEN_SECONDS}/secret"
    assert ("opened", ANA.person) not in desk.did
    nothing = cast(Any, SimpleNamespace(message=None, token="secret"))
    await desk.views.hand(ANA, desk.answer, nothing, MATCH, in_place=True)
    assert desk.said[-1] == ("private", DRAWN)


async def test_what_did_not_arrive_is_not_kept(desk: Desk) -> None:
    desk.arrives = False
    for in_place in (False, True):
        await desk.views.hand(ANA, desk.answer, PRESS, MATCH, in_place=in_place)
    assert desk.did == []


async def test_what_the_answer_shows_is_remembered(desk: Desk) -> None:
    desk.answer.shown = layout.note("shown")
    await desk.views.hand(ANA, desk.answer, PRESS, MATCH)
    assert desk.did[0] == ("remember", SENT, desk.answer.shown)


def note(id: str) -> list[tuple[str, str]]:
    return [("private", plain(WORDS.text(id)))]


async def test_there_is_no_hand_without_a_seat_or_a_table(desk: Desk) -> None:
    desk.info = info_for(table_for("argentino", 2))
    await desk.views.hand(ANA, desk.answer, PRESS, MATCH)
    assert desk.told() == note("reply.not_seated")
    desk.info = desk.screen = None
    await desk.views.hand(ANA, desk.answer, PRESS, MATCH)
    assert desk.told() == note("say.no_table")
    assert desk.did == []


# --- questions -----------------------------------------------------------------------------------

NUMBER = Question("envido", "¿Cuánto?" + "x" * 50, f"{MAZO} ?", 1, 33)


async def test_a_number_is_asked_for_by_a_form(desk: Desk) -> None:
    await desk.views.ask(desk.answer, NUMBER)
    assert desk.said == []
    assert desk.form.custom_id == NUMBER.token
    assert len(desk.form.title) == 45
    (label,) = desk.form.to_components()
    field = label["component"]
    assert (label["type"], len(label["label"])) == (18, 45)
    assert (field["type"], field["style"], field["custom_id"]) == (4, 1, views.FIELD)
    assert (field["min_length"], field["max_length"], field["required"]) == (1, 10, True)
    assert field["placeholder"] == "1-33"
    desk.takes_forms = False
    await desk.views.ask(desk.answer, NUMBER)
    assert desk.texts() == [("private", plain(NUMBER.text))]


@pytest.mark.parametrize(("number", "listed"), [(5, 0), (6, 6), (30, 25)])
async def test_a_choice_is_asked_for_by_buttons_or_a_list(
    desk: Desk, number: int, listed: int
) -> None:
    choices = tuple((str(n), f"la {n}") for n in range(number))
    await desk.views.ask(desk.answer, replace(NUMBER, token="t ?", choices=choices))
    parts = [*walk(desk.said[0][1].components)]
    buttons = [(part["custom_id"], part["label"]) for part in parts if part["type"] == 2]
    lists = [part for part in parts if part["type"] == 3]
    assert buttons == ([] if listed else [(f"t {n}", f"la {n}") for n in range(5)])
    assert [(menu["custom_id"], len(menu["options"])) for menu in lists] == (
        [(f"{LIST}t ?", listed)] if listed else []
    )


async def test_what_cannot_be_taken_back_is_asked_about(desk: Desk) -> None:
    await desk.views.confirm(ANA, desk.answer, MATCH, MAZO)
    assert desk.said == [("private", layout.note("¿Seguro?", button(MAZO, "Me voy", "danger")))]
    desk.said.clear()
    await desk.views.confirm(ANA, desk.answer, MATCH, tokens.encode(MATCH, "", "mazo"))
    assert desk.told() == note("reply.stale"), "it is not offered"


# --- options and pages ---------------------------------------------------------------------------


async def test_the_hosts_list_says_that_it_is_done(desk: Desk) -> None:
    command = messages.SetOptions(
        request="r", person=ANA.person, match=MATCH, options=(("flor", "con"),)
    )
    await desk.views.option_set(ANA, desk.answer, command, None)
    told = pages.options(SHEET, WORDS.text("reply.done"))
    assert (desk.said, desk.did) == ([("redraw", told)], [])
    await desk.views.option_set(ANA, desk.answer, command, cast(Any, "a surface"))
    assert (len(desk.said), desk.did) == (1, [("nothing",)])


async def test_options_are_shown_again_in_the_same_message(desk: Desk) -> None:
    for chosen, how in (("", "private"), ("flor", "redraw")):
        await desk.views.options(ANA, desk.answer, MATCH, chosen)
        assert [said for said, _ in desk.told()] == [how]
    desk.sheet = None
    for chosen in ("", "flor"):
        await desk.views.options(ANA, desk.answer, MATCH, chosen)
        assert desk.told() == note("reply.stale"), "the table is gone"


async def test_the_order_of_the_cards_is_for_one_person(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = layout.note("the order")
    monkeypatch.setattr(pages, "order", lambda screen, emoji: drawn if screen is HAND else None)
    await desk.views.order(ANA, desk.answer, MATCH)
    assert desk.said == [("private", drawn)]
    desk.said.clear()
    for nothing in (replace(HAND, order=()), None):
        desk.screen = nothing
        await desk.views.order(ANA, desk.answer, MATCH)
        assert desk.told() == note("order.none")


def test_ones_own_cards_stand_out_in_the_order() -> None:
    own, other = Rung(("1e",), "ancho", mine=("1e",)), Rung(("7e",), "siete")
    said = str(pages.order(replace(HAND, order=(own, other)), Emoji()))
    assert "**ancho**" in said
    assert "siete" in said
    assert "**siete**" not in said


async def test_pages_are_of_the_persons_own_place(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    async def made(service: Any, key: PageKey, reader: str, locale: str, here: Any) -> Page:
        asked.append((key, reader, here.id, here.name))
        return Page("Ayuda", "así")

    monkeypatch.setattr(views, "page_for", made)
    found = await desk.views.page(ANA, desk.answer, PageKey(HELP))
    assert found == Page("Ayuda", "así")
    assert desk.said == [("private", pages.page(found, "es"))]
    assert asked == [(PageKey(HELP), f"discord:{ANA.user}", ANA.community, ANA.community_name)]
    desk.said.clear()
    for alone, how in ((True, "redraw"), (False, "private")):
        await desk.views.turn_page(ANA, desk.answer, PageKey(HELP), alone=alone)
        assert [said for said, _ in desk.told()] == [how], "in no message that others read"


@pytest.mark.parametrize("what", [TABLE_LIST, HELP])
async def test_a_list_of_tables_follows_them_while_its_answer_can_be_edited(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    kept: dict[int, StandingList] = {}
    monkeypatch.setattr(desk.views._lists, "stands", kept.__setitem__)
    first, later = Page("Mesas", "1"), Page("Mesas", "2")
    made = [first, later, first, later]
    key = PageKey(what)

    async def make(service: Any, wanted: PageKey, reader: str, locale: str, here: Any) -> Page:
        assert (wanted, here.id) == (key, ANA.community)
        return made.pop(0)

    monkeypatch.setattr(views, "page_for", make)
    for in_place, message, way in ((False, SENT, f"rewrite {SENT}"), (True, PRESSED, "redraw")):
        if in_place:
            await desk.views.turn_page(ANA, desk.answer, key, alone=True)
        else:
            await desk.views.page(ANA, desk.answer, key)
        if what == HELP:
            made.pop(0)
            continue
        standing = kept.pop(message)
        assert (standing.community, standing.page) == (ANA.community, first)
        assert standing.until == NOW + TOKEN_SECONDS
        desk.said.clear()
        assert await standing.make() == later
        assert await standing.put(later)
        assert desk.said == [(way, pages.page(later, "es"))]
    assert kept == {}


@pytest.mark.parametrize("is_turned", [False, True])
@pytest.mark.parametrize(
    ("in_place", "message", "ways"),
    [(False, SENT, ["private", f"rewrite {SENT}"]), (True, PRESSED, ["redraw", "redraw"])],
)
async def test_a_page_that_is_worked_out_arrives_in_its_message(
    desk: Desk,
    monkeypatch: pytest.MonkeyPatch,
    in_place: bool,
    message: int,
    ways: list[str],
    is_turned: bool,
) -> None:
    """Unless the message shows another page by then."""
    monkeypatch.setattr(arriving, "AGAIN", 0.0)
    asked = []
    key, next_key = PageKey(HELP), PageKey(HELP, MATCH)
    first, last = Page("Ayuda", "1", again=str(next_key)), Page("Ayuda", "2")

    async def made(service: Any, key: PageKey, reader: str, locale: str, here: Any) -> Page:
        asked.append((key, reader, here.id))
        if key == next_key and is_turned:
            desk.views._arriving.turned(message)
        return last if key == next_key else first

    monkeypatch.setattr(views, "page_for", made)
    if in_place:
        await desk.views.turn_page(ANA, desk.answer, key, alone=True)
    else:
        await desk.views.page(ANA, desk.answer, key)
    (later,) = desk.later
    await later
    told = [pages.page(page, "es") for page in (first, last)]
    assert desk.said == [*zip(ways, told, strict=True)][: 1 if is_turned else 2]
    assert asked == [(each, f"discord:{ANA.user}", ANA.community) for each in (key, next_key)]


async def test_a_user_that_is_linked_sees_their_tables(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = Page("Usuarios", "dos")

    async def linked(service: Any, user: str, code: str, locale: str) -> Any:
        assert (user, code) == (f"discord:{ANA.user}", "1234")
        return SimpleNamespace(page=page, tables=(MATCH,), person="ana")

    monkeypatch.setattr(views, "linking", linked)
    await desk.views.link(ANA, desk.answer, "1234")
    assert desk.said == [("private", pages.page(page, "es"))]
    assert desk.did == [("seat", MATCH, "ana")]

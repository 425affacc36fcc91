"""What is shown on Telegram to whoever asks, and where: in the group, alone, or not at all.

The service, the connection and the answers are made up here."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import AsyncMock

import pytest
from msgspec.structs import replace

from adapters.telegram import views
from adapters.telegram.addresses import Address
from adapters.telegram.caller import Caller
from adapters.telegram.groups import KnownPerson, Spot
from adapters.telegram.layout import order_alert
from adapters.telegram.message import Page
from adapters.telegram.pages import text_page
from adapters.telegram.trouble import Missing, Same, Unreachable
from adapters.telegram.views import Views
from adapters.telegram.words import say
from bot import tokens
from bot.asking import Asked
from bot.asking.arriving import AGAIN
from bot.catalogue import PAGES, Asker, ShowPage
from bot.film.card import film_key
from bot.messages import NotSeated
from bot.model import MatchInfo
from bot.pages.film import PICTURE_FORM
from bot.screen import CardMark, Rung, Screen
from bot.screens import reply_text
from bot.screens.pages import CARD, ERASURE, HELP, PRIVACY, PROOF, RULES, SIGNS, TABLE_LIST, PageKey
from bot.screens.pages import Page as BotPage
from bot.words import words_for
from engine.cards import UNKNOWN
from engine.variants import table_for
from tests.adapters.made_up import MadeUp
from tests.adapters.shown import shown
from tests.adapters.telegram.made_up import Pressed, duel_of
from tests.bot.scenes import MATCH
from tests.virtual import pass_by

GROUP, TOPIC, ANA, HIDDEN = -100, 4, 500, 8
CLUB = f"telegram:{GROUP}"
WORDS = words_for("es")
HAND = Screen(
    kind="hand",
    match=MATCH,
    version=1,
    locale="es",
    title="Truco",
    number=2,
    cards=(CardMark("7o", "7o"),),
    brief=WORDS.text("hand.cards", cards=WORDS.list(["7o"])) + " Te toca.",
)
SPELLING = table_for("argentino", 2).spelling
LONG = "x" * (701 - len("Ayuda\n"))


class Room(MadeUp):
    """The views, and what they lead to."""

    def __init__(self) -> None:
        super().__init__()
        self.pages: list[Page] = []
        self.asked: list[tuple[PageKey, str | None]] = []
        """The pages that were made, and for which user."""
        self.open = self.private = False
        self.hidden = self.message = 0
        self.info: MatchInfo | None = duel_of("ana", "beto")
        self.screen: Screen | None = HAND
        self.seen: list[Any] = []
        self.page = BotPage("Ayuda", "corta")
        self.whole: BotPage | None = None
        """What the page is when it is made once more."""
        self.seat = 0
        self.last: str | None = None
        self.film: Any = None
        self.text: str | None = None
        self.room = True
        self.slow = 0.0
        """Seconds until a turned page stands there."""
        self.looks = True
        """Whether people without a seat may have the table sent anew."""
        self.spawned: list[Any] = []
        does, gives = self.does, self.gives
        service = SimpleNamespace(
            screens=SimpleNamespace(screen=self._screen),
            matches=SimpleNamespace(
                info=gives(lambda: self.info),
                view=self._view,
                last_at_place=gives(lambda: self.last),
            ),
            own_data=SimpleNamespace(of=self._own_data),
            films=SimpleNamespace(moving=gives(lambda: self.film), record=gives(lambda: self.text)),
            config=SimpleNamespace(addresses=lambda code: ()),
            quick=SimpleNamespace(
                of=gives(lambda: SimpleNamespace(ticket=None)), wait=gives(lambda: None)
            ),
        )
        platform = SimpleNamespace(
            show_to=does("show to"),
            show_in=does("show in"),
            seen_at=self._seen_at,
            put_below=does("below"),
            hidden=SimpleNamespace(show=self._show_hidden),
            delayed=SimpleNamespace(start=None),
            with_hall=lambda page, spot, locale: replace(page, html=f"{page.html} + hall"),
        )
        platform.surfaces = platform.messages = platform
        answers = SimpleNamespace(
            turn=gives(lambda: self.room),
            has_room=gives(lambda: self.room),
            spawn=self.spawned.append,
            accept=lambda caller: self.did.append(("accept",)),
            tell=self._tell,
            give=self._give,
            give_hidden=self._give_hidden,
            send_private=self._send_private,
            reply=self._reply,
            put_page=self._put_page,
            link=lambda payload="": f"https://t.me/x?start={payload}",
        )
        limits = SimpleNamespace(
            answer=lambda chat, person: self.room,
            look=lambda chat, who: self.looks,
            room=lambda chat, limit: True,
            send=lambda chat: 0.0,
        )
        wire = SimpleNamespace(
            turn=does("turn"),
            prepare=does("prepare"),
            edit=does("edit"),
            edit_hidden=does("edit hidden"),
            send_file=self._send_file,
            limits=limits,
        )
        settings = SimpleNamespace(language=does("language"), show=does("settings"))
        self.views = Views(
            cast(Any, service),
            cast(Any, wire),
            cast(Any, platform),
            cast(Any, answers),
            cast(Any, settings),
        )

    def does(self, name: str) -> Any:
        """A call with nothing but a caller and what can be compared."""

        async def do(*what: Any) -> None:
            told = [value for value in what if not isinstance(value, Caller | KnownPerson | Spot)]
            self.note(name, *told)

        return do

    async def _screen(self, match: str, person: str, locale: str) -> Screen | None:
        assert (match, person, locale) == (MATCH, "ana", "es")
        return self.screen

    async def _view(self, match: str, person: str) -> Any:
        return SimpleNamespace(
            seat=self.seat,
            dealt=(SPELLING.read("7o"), UNKNOWN),
            variant="argentino",
            players=2,
            options=(),
        )

    async def _own_data(self, person: str) -> str:
        return f"all of {person}"

    async def _seen_at(self, match: str, person: str = "") -> list[Any]:
        return [surface for surface in self.seen if surface.person == person]

    async def _show_hidden(
        self, match: str, known: KnownPerson, screen: Screen, chat: int, thread: int, to: Any
    ) -> None:
        self.did.append(("hidden hand", chat, thread, to.query, to.command))

    async def _tell(self, caller: Caller, text: str) -> None:
        self.did.append(("tell", text))

    async def _put_page(self, caller: Caller, page: Page) -> None:
        self.did.append(("put page", page))
        await pass_by(self.slow)

    async def _give(self, caller: Caller, page: Page, brief: str, *, private: bool) -> None:
        self.pages.append(page)
        self.did.append(("give", "alone" if private else "to all"))

    async def _give_hidden(self, caller: Caller, page: Page) -> int:
        self.pages.append(page)
        return 70 if self.room else 0

    async def _reply(self, caller: Caller, page: Page) -> int:
        self.pages.append(page)
        self.did.append(("reply",))
        return 70 if self.room else 0

    async def _send_private(self, known: KnownPerson, page: Page) -> int:
        self.did.append(("send", known.user, page))
        return 70

    async def _send_file(
        self, chat: int, name: str, data: bytes, *, thread: int = 0, caption: str = ""
    ) -> None:
        self.did.append(("file", chat, name, data, thread, caption))

    async def made(
        self, service: Any, key: PageKey, reader: str | None, locale: str, here: Any
    ) -> BotPage:
        """In place of :func:`bot.catalogue.page_for`."""
        self.asked.append((key, reader))
        self.place = here
        made, self.page = self.page, self.whole or self.page
        return made

    # --- what is asked for ---------------------------------------------------------------------

    def caller(self, query: str = "") -> Caller:
        chat = ANA if self.private else GROUP
        spot = Spot(chat, 0 if self.private else TOPIC, CLUB, f"{CLUB}/{TOPIC}", self.private)
        known = KnownPerson("ana", ANA, "Ana", "es", self.open)
        return Caller(known, spot, "es", "r", self.message, query, hidden=self.hidden)

    async def shows(self, what: str, **values: str) -> list[tuple[Any, ...]]:
        show, who = shown(what, **values), self.caller().whereabouts()
        asker = Asker(
            request=who.request,
            person=who.person,
            name=who.name,
            community=who.community,
            place=who.place,
            locale=who.locale,
        )
        asked = Asked(asker, self.info, show)
        if isinstance(show, ShowPage):
            return await self.after(self.views.answer_page(self.caller(), show, asked))
        return await self.after(self.views.show(self.caller(), show, asked))

    async def after(self, work: Any) -> list[tuple[Any, ...]]:
        self.did.clear()
        self.pages.clear()
        self.asked.clear()
        await work
        while self.spawned:
            await self.spawned.pop(0)
        return list(self.did)


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch) -> Room:
    made = Room()
    monkeypatch.setattr(views, "page_for", made.made)
    return made


def surface(id: str, chat: int, thread: int, message: int = 9, person: str = "") -> Any:
    address = Address(chat, thread, message).write()
    return SimpleNamespace(id=id, address=address, person=person)


PRIVATE_ONLY = say("es", "private.only", name="Ana")


# --- hands ---------------------------------------------------------------------------------------


async def test_a_typed_hand_comes_where_its_person_alone_sees_it(room: Room) -> None:
    assert await room.shows("hand") == [("reply",)]
    assert room.pages[0].keys[0][0].data == tokens.encode(MATCH, "", tokens.MY_HAND)
    room.open = True
    assert await room.shows("hand") == [("show to", MATCH)]
    room.hidden = HIDDEN
    assert await room.shows("hand") == [("hidden hand", GROUP, TOPIC, "", HIDDEN)]


async def test_who_has_no_seat_has_no_hand(room: Room) -> None:
    told = [("tell", WORDS.text("reply.not_seated"))]
    room.screen = None
    assert await room.shows("hand") == told
    room.screen, info = HAND, room.info
    assert info is not None
    room.info = replace(info, seats=info.seats[1:])
    assert await room.shows("hand") == told


async def test_a_pressed_hand_is_told_at_once_and_shown_where_that_is_possible(room: Room) -> None:
    async def pressed() -> tuple[list[tuple[str, bool, str]], list[tuple[Any, ...]]]:
        press = Pressed()
        caller = room.caller("q")
        did = await room.after(room.views.show_hand(caller, cast(Any, press), MATCH))
        return press.answers, did

    told = [("1: 7o\nTe toca.", True, "")]
    assert await pressed() == (told, [("hidden hand", GROUP, TOPIC, "q", 0)])
    room.private = True
    assert await pressed() == (told, [])
    room.private, room.screen = False, replace(HAND, kind="table")
    assert (await pressed())[1] == []
    room.screen, room.open = HAND, True
    assert await pressed() == (told, [("show to", MATCH)])
    room.seen = [surface("1", ANA, 0, person="ana")]
    assert await pressed() == (told, [])
    room.seat = -1
    assert (await pressed())[0] == [(HAND.brief, True, "")]
    room.screen = None
    assert await pressed() == ([(WORDS.text("say.no_table"), True, "")], [])
    assert room.info is not None
    room.info = replace(room.info, seats=room.info.seats[1:])
    assert (await pressed())[0] == [(reply_text(NotSeated(MATCH), "es"), True, "")]


async def test_the_order_of_the_cards_is_told_alone(room: Room) -> None:
    for order, told in (((), WORDS.text("order.none")), ((Rung(("1e",), "el ancho"),), "")):
        room.screen = replace(HAND, order=order)
        press = Pressed()
        await room.views.show_order(room.caller(), cast(Any, press), MATCH)
        ((text, alert, _),) = press.answers
        assert (text, alert) == (order_alert(room.screen) if order else told, True)


# --- pages ---------------------------------------------------------------------------------------


async def test_what_is_private_is_shown_alone_or_not_at_all(room: Room) -> None:
    for what, key in (
        ("borrado", PageKey(ERASURE)),
        ("senas", PageKey(SIGNS, MATCH)),
        ("prueba", PageKey(PROOF, MATCH)),
        ("pelicula", film_key("")),
    ):
        room.open = room.private = False
        room.hidden = 0
        assert await room.shows(what) == [("give", "to all")]
        assert PRIVATE_ONLY in room.pages[0].html
        assert room.asked == []
        for way in ("open", "private", "hidden"):
            room.open, room.private = way == "open", way == "private"
            room.hidden = HIDDEN if way == "hidden" else 0
            assert await room.shows(what) == [("give", "alone")], (what, way)
            assert room.asked == [(key, "telegram:500")]


async def test_everything_that_is_kept_is_a_file_in_the_private_chat(room: Room) -> None:
    room.hidden = HIDDEN
    assert await room.shows("own_data") == [("give", "to all")]
    room.open = True
    turn, file = await room.shows("own_data")
    assert (turn, file[:2], file[3]) == (("turn", ANA), ("file", ANA), b"all of ana")
    room.open, room.private = False, True
    assert len(await room.shows("own_data")) == 2


async def test_help_fills_no_group(room: Room) -> None:
    for what, key in (
        ("ayuda", PageKey(HELP, MATCH)),
        ("reglas", PageKey(RULES, MATCH, "")),
        ("privacidad", PageKey(PRIVACY)),
    ):
        room.open = False
        room.page = BotPage("Ayuda", "corta")
        assert await room.shows(what) == [("give", "to all")]
        assert room.asked == [(key, None)]
        assert (room.pages[0].html, room.pages[0].keys) == ("Ayuda\ncorta", ())
        room.page = BotPage("Ayuda", "x" * (700 - len("Ayuda\n")))
        await room.shows(what)
        assert not room.pages[0].keys, "it just fits"
        room.page = BotPage("Ayuda", LONG)
        assert await room.shows(what) == [("give", "to all")]
        assert room.pages[0].keys[0][0].url == "https://t.me/x?start=ayuda"
        assert len(room.pages[0].html) <= 700
        assert room.pages[0].html.endswith("…")
        room.open = True
        assert await room.shows(what) == [("give", "alone")]
        assert room.asked == [(key, "telegram:500")]
        assert room.pages[0] == text_page(room.page)


async def test_a_page_that_is_still_worked_out_comes_by_itself(room: Room) -> None:
    key = PageKey(PRIVACY)
    first, whole = BotPage("Datos", "un momento", again=str(key)), BotPage("Datos", "todo")
    room.page, room.whole, room.open = first, whole, True
    sent = [("send", ANA, text_page(first))]
    put = [("prepare", None), ("turn", ANA), ("edit", ANA, 70, text_page(whole))]
    assert await room.shows("prueba") == [*sent, *put]
    assert room.asked[1:] == [(key, "telegram:500")]
    room.page, room.private, room.message = first, True, 70
    press = cast(Any, Pressed())
    did = await room.after(room.views.turn_page(room.caller(), press, PageKey(PROOF, MATCH)))
    assert did == [("prepare", None), ("put page", text_page(first)), *put]
    room.page, room.private, room.hidden = first, False, HIDDEN
    assert await room.shows("prueba") == [*sent, *put]
    room.open = False
    put = [("prepare", None), ("edit hidden", GROUP, ANA, 70, text_page(whole))]
    for what in ("prueba", "rapida"):
        room.page = first
        assert await room.shows(what) == put
        assert room.pages == [text_page(first)]
    room.page = first
    assert await room.after(room.views.show_page(room.caller("q"), press, key)) == put
    room.page, there = first, ("edit hidden", GROUP, ANA, HIDDEN, text_page(whole))
    did = await room.after(room.views.turn_page(room.caller(), press, key))
    assert did == [("prepare", None), ("put page", text_page(first)), put[0], there]
    room.page, room.room = first, False
    assert await room.shows("rapida") == [], "the group has no room"


async def test_the_page_before_does_not_come_while_another_is_put_there(room: Room) -> None:
    first = BotPage("Datos", "un momento", again=str(PageKey(PRIVACY)))
    room.private, room.message, room.slow = True, 70, 2 * AGAIN
    coming = asyncio.create_task(room.views._arrive(room.caller(), ANA, 70, first))
    await pass_by(AGAIN / 2)
    turned = room.views.turn_page(room.caller(), cast(Any, Pressed()), PageKey(HELP))
    did = await room.after(turned)
    await coming
    assert [name for name, *_ in did if name in ("put page", "edit")] == ["put page"]


async def test_a_page_is_turned_in_its_place(room: Room) -> None:
    async def turned(key: PageKey) -> tuple[list[tuple[str, bool, str]], list[tuple[Any, ...]]]:
        press = Pressed()
        did = await room.after(room.views.turn_page(room.caller(), cast(Any, press), key))
        return press.answers, did

    there = [("prepare", None), ("put page", text_page(room.page))]
    assert await turned(PageKey(HELP)) == ([("", False, "")], there)
    assert room.asked == [(PageKey(HELP), None)]
    room.hidden = HIDDEN
    await turned(PageKey(HELP))
    assert room.asked[0][1] == "telegram:500"
    room.room = False
    assert await turned(PageKey(HELP)) == ([("corta", True, "")], [("prepare", None)])


async def test_the_scoreboard_is_everybodys_in_the_group(room: Room) -> None:
    assert await room.shows("marcador") == [("give", "to all")]
    assert [reader for _, reader in room.asked] == [None]
    assert room.place.name == say("es", "group")
    for way in ("private", "hidden"):
        room.private = way == "private"
        room.hidden = HIDDEN if way == "hidden" else 0
        assert await room.shows("marcador") == [("give", "alone")]
        assert room.asked[0][1] == "telegram:500"
        assert room.place.name == say("es", "chat" if room.private else "group")


async def test_a_page_below_a_result_comes_to_whoever_pressed(room: Room) -> None:
    key = PageKey(HELP, MATCH)

    async def pressed() -> tuple[list[tuple[str, bool, str]], list[tuple[Any, ...]]]:
        press = Pressed()
        did = await room.after(room.views.show_page(room.caller("q"), cast(Any, press), key))
        return press.answers, did

    assert await pressed() == ([(PRIVATE_ONLY, True, "")], [])
    room.open = True
    link = "https://t.me/x?start=hola"
    assert await pressed() == ([("", False, link)], [("give", "alone")])
    room.private = True
    assert await pressed() == ([("", False, "")], [("give", "alone")])
    room.hidden = HIDDEN
    assert await pressed() == ([("", False, "")], [])
    room.room = False
    assert await pressed() == ([("corta", True, "")], [])


async def test_a_profile_or_a_refusal_is_told_where_it_may_be_read(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that a command makes itself, or the key of one."""
    page, key = BotPage("Ayuda", "corta"), PageKey(HELP)
    answers: list[tuple[str, BotPage | PageKey, tuple[str, str]]] = [
        ("cerrar", page, ("tell", "corta")),
        ("vetar", page, ("give", "alone")),
        ("vetar", key, ("give", "alone")),
        ("cerrar", key, ("give", "to all")),
    ]
    for what, found, did in answers:
        spec = replace(PAGES[what], answer=AsyncMock(return_value=found))
        monkeypatch.setitem(cast(Any, PAGES), what, spec)
        assert await room.shows(what) == [did]
        assert room.asked == [(key, "telegram:500")] * (found is key)


async def test_a_linked_user_brings_their_tables(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[Any, ...]] = []

    async def linking(service: Any, *what: Any) -> Any:
        asked.append(what)
        return SimpleNamespace(page=BotPage("Users", ""), tables=("aaaa2222",), person="eva")

    monkeypatch.setattr(views, "linking", linking)
    room.private = True
    assert await room.shows("link", codigo="abc") == [("show to", "aaaa2222"), ("give", "alone")]
    await room.shows("link")
    assert asked == [("telegram:500", code, "es") for code in ("abc", "")]


async def test_only_ones_own_card_is_shared(room: Room) -> None:
    room.page = BotPage("Card", "", links=("https://a",))
    room.private = True
    for what, keys in ((CARD, 1), (HELP, 0)):
        press = cast(Any, Pressed())
        await room.after(room.views.show_page(room.caller(), press, PageKey(what)))
        assert len(room.pages[0].keys) == keys


# --- the list of tables --------------------------------------------------------------------------


class Lists:
    """In place of :class:`bot.asking.standing_lists.StandingLists`."""

    def __init__(self) -> None:
        self.stood: list[tuple[Any, Any]] = []

    def stands(self, where: Any, standing: Any) -> None:
        self.stood.append((where, standing))


async def test_a_groups_list_of_tables_follows_them(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From spare room; until its message is gone."""
    monkeypatch.setattr(views, "room_to_spare", room.does("spare room"))
    lists = Lists()
    room.views._lists = cast(Any, lists)
    made = replace(text_page(room.page), html=f"{text_page(room.page).html} + hall")
    assert await room.shows("mesas") == [("reply",)]
    assert room.pages == [made]
    ((where, standing),) = lists.stood
    assert (where, standing.community, standing.page) == (CLUB, CLUB, room.page)
    room.did.clear()
    room.asked.clear()
    newer = await standing.make()
    assert room.asked == [(PageKey(TABLE_LIST), None)]
    assert await standing.put(newer)
    assert [call[0] for call in room.did] == ["spare room", "edit"]
    assert room.did[1][1:] == (GROUP, 70, made)
    for trouble, stays in ((Same(), True), (Missing(), False), (Unreachable(), False)):
        room.trouble["edit"] = trouble
        assert await standing.put(newer) is stays
    room.room = False
    await room.shows("mesas")
    assert len(lists.stood) == 1, "it was not sent"


@pytest.mark.parametrize(("way", "stands"), [("group", 1), ("private", 0), ("hidden", 0)])
async def test_a_list_that_is_looked_at_again_follows_its_group(
    room: Room, way: str, stands: int
) -> None:
    lists = Lists()
    room.views._lists = cast(Any, lists)
    room.message, room.private = 71, way == "private"
    room.hidden = HIDDEN if way == "hidden" else 0
    if way != "group":
        assert await room.shows("mesas") == [("give", "alone")]
    for key in (PageKey(TABLE_LIST), PageKey(HELP)):
        await room.after(room.views.turn_page(room.caller(), cast(Any, Pressed()), key))
    assert len(lists.stood) == stands
    for _, standing in lists.stood:
        await standing.put(room.page)
        assert room.did[-1][:3] == ("edit", GROUP, 71)


# --- tables and records --------------------------------------------------------------------------


async def test_a_table_is_the_last_message_of_its_chat(room: Room) -> None:
    room.seen = [
        surface("1", GROUP, TOPIC),
        surface("2", GROUP, 0),
        surface("3", -200, TOPIC),
        surface("4", GROUP, TOPIC, 0),
        surface("5", ANA, 0, person="ana"),
    ]
    assert await room.shows("table") == [("show in", MATCH), ("below", "1")]
    room.looks = False
    assert await room.shows("table") == [("show in", MATCH), ("below", "1")], "they play there"
    room.room, room.looks = False, True
    heard = [("show in", MATCH), ("accept",)]
    assert await room.shows("table") == heard, "but not again and again"
    assert room.info is not None
    there, others = room.info, tuple(replace(seat, person="beto") for seat in room.info.seats)
    room.info = replace(room.info, seats=others)
    assert await room.shows("table") == [("show in", MATCH), ("below", "1")]
    room.looks = False
    assert await room.shows("table") == heard
    room.info, room.room = there, True
    room.private = True
    assert await room.shows("table") == [("show to", MATCH), ("below", "5")]
    room.info = None
    assert await room.shows("table") == [("tell", WORDS.text("say.no_table"))]


async def test_the_newest_hand_is_put_below(room: Room) -> None:
    room.open = True
    room.seen = [surface("5", ANA, 0, person="ana")]
    assert await room.shows("hand") == [("show to", MATCH), ("below", "5")]
    room.seen = [surface("5", ANA, 0, 0, person="ana")]
    assert await room.shows("hand") == [("show to", MATCH)]


async def test_a_record_is_a_film_a_picture_or_a_file(room: Room) -> None:
    none = [("tell", WORDS.text("record.none"))]
    for form in (PICTURE_FORM, "texto"):
        assert await room.shows("record", forma=form) == none
    room.last, room.text = "aaaa2222", "truco"
    room.film = SimpleNamespace(gif=b"gif", alt="Ana gana")
    assert await room.shows("record", forma=PICTURE_FORM) == [
        ("file", GROUP, "truco-aaaa2222.gif", b"gif", TOPIC, "Ana gana")
    ]
    assert await room.shows("record", forma="texto", partida=MATCH.upper()) == [
        ("file", GROUP, f"truco-{MATCH}.truco", b"truco", TOPIC, "")
    ]
    room.room = False
    assert await room.shows("record", forma="texto") == [], "the group has no room"
    room.open = True
    assert ("file", ANA, "truco-aaaa2222.truco", b"truco", 0, "") in await room.shows(
        "record", forma="texto"
    )


async def test_a_proof_brings_the_record_of_a_match_that_is_over(room: Room) -> None:
    room.page = replace(BotPage("Recibo", "bien"), record=MATCH)
    room.text = "truco"
    room.hidden = HIDDEN
    assert await room.shows("prueba") == [("give", "alone")]
    room.hidden, room.open = 0, True
    assert await room.shows("prueba", partida="AAAA2222") == [
        ("give", "alone"),
        ("turn", ANA),
        ("file", ANA, f"truco-{MATCH}.truco", b"truco", 0, ""),
    ]
    assert room.asked[0][0] == PageKey(PROOF, "aaaa2222")
    room.text = None
    assert await room.shows("prueba") == [("give", "alone")]
    room.info, room.last = None, "bbbb2222"
    await room.shows("prueba")
    assert room.asked[0][0] == PageKey(PROOF, "bbbb2222")


async def test_settings_and_languages_are_answered_elsewhere(room: Room) -> None:
    assert await room.shows("language", idioma="en") == [("language", "en")]
    assert await room.shows("language") == [("language", "")]
    assert await room.shows("settings", juego="x") == [("settings", {"juego": "x"})]
    room.info = None
    assert await room.shows("table") == [("tell", WORDS.text("say.no_table"))]

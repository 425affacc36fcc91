"""What a press on Telegram does, branch by branch: who answers it, and which buttons change.

The service, the connection, the platform and the message are made up here."""

import asyncio
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import ANY

import pytest
from msgspec.structs import replace
from telegram import Chat, InaccessibleMessage, InlineKeyboardButton, InlineKeyboardMarkup, Message

from adapters.telegram import layout, presses
from adapters.telegram.addresses import Address
from adapters.telegram.caller import Caller, Press
from adapters.telegram.groups import KnownPerson, Spot
from adapters.telegram.message import InlineButton, Keys, Page
from adapters.telegram.message_keys import MessageKeys
from adapters.telegram.own_presses import LAY, MENU, PLACE, SURE, WHY, own_token
from adapters.telegram.presses import Presses
from adapters.telegram.table_menus import TableMenus
from adapters.telegram.table_presses import DOUBLE, TablePresses
from adapters.telegram.trouble import Missing, Same
from adapters.telegram.words import say
from bot import messages, tokens
from bot.asking import Resume
from bot.catalogue import Typed
from bot.film.card import film_key
from bot.messages import Act, AnyCommand, Leave, SeeOptions, SetOptions, Start
from bot.screen import Button, CardMark, Field, OptionsSheet, Screen
from bot.screens import pages, reply_text
from bot.screens.pages import PageKey
from bot.store.model import ANNOUNCEMENT, Surface
from bot.tokens import SAYING
from bot.words import words_for
from engine.apply import new_match
from engine.cards import UNKNOWN
from engine.seen.view import view
from engine.state.state import Play
from engine.variants import table_for
from tests.adapters.made_up import MadeUp
from tests.adapters.telegram.made_up import duel_of
from tests.bot.scenes import MATCH

GROUP, TOPIC, SEEN, HIDDEN = -100, 4, 60, 8
"""A group, a topic of it, the pressed message, and its number if it is hidden."""
ANA = KnownPerson("ana", 500, "Ana", "es", open=True)
SPELLING = table_for("argentino", 2).spelling
WORDS = words_for("es")


def token(action: str, point: str = "") -> str:
    return tokens.encode(MATCH, point, action)


def menu(*words: str) -> str:
    return own_token(MATCH, "", MENU, *words)


START, LEAVE, MAZO, TRUCO = (
    token(tokens.START),
    token(tokens.LEAVE),
    token("mazo", "2001"),
    token("truco", "2001"),
)
TABLE = Screen(kind="table", match=MATCH, version=1, locale="es", title="Truco", number=2)
CARD = CardMark("7o", "7o", token("play 7o", "2001"), token("play 7o tapada", "2001"))
HAND = replace(
    TABLE,
    kind="hand",
    cards=(CARD,),
    senas=(Button(token("SENA SE-AR-01"), "seña", "sena"),),
    buttons=(Button(MAZO, "Me voy", "leave", confirm="¿Seguro?"),),
)
FIELDS = tuple(Field(f"o{n}", f"o{n}", "si", (("si", "sí"), ("no", "no"))) for n in range(9))
SHEET = OptionsSheet(MATCH, "es", "Opciones", (), FIELDS, mine=True)
BACK = (layout.back_key(TABLE),)


class Desk(MadeUp):
    """One press; what it is answered, and what it changes."""

    def __init__(self) -> None:
        super().__init__()
        self.tasks: list[asyncio.Task[Any]] = []
        self.now = 100.0
        self.known = ANA
        self.private = False
        self.screens: dict[str | None, Screen | None] = {"ana": HAND, None: TABLE}
        self.meanwhile: dict[str | None, Screen | None] | None = None
        """The screens once the chat's turn has come."""
        self.read: list[tuple[Any, ...]] = []
        self.sheet: OptionsSheet | None = SHEET
        self.info: Any = duel_of("ana", "beto")
        self.view: Any = replace(
            view(new_match(table_for("argentino", 2)), 0),
            dealt=(SPELLING.read("7o"), SPELLING.read("1e"), UNKNOWN),
            number=2,
        )
        self.seen: list[Surface] = []
        self.turns: list[list[Surface]] = []
        """Where the match is seen at each next turn of the chat."""
        self.gone: set[int] = set()
        """Deleted messages."""
        self.then: list[Surface] | None = None
        """Where the match is seen once there is room in the chat."""
        self.is_current = False
        self.full = False
        self.spare = True
        """Whether the chat has room for what is only convenient."""
        self.places = False
        self.slow: asyncio.Event | None = None
        self.limits = SimpleNamespace(
            room=lambda chat, most: self.spare,
            send=self._no_room,
            give_back=lambda chat: self.did.append(("give back", chat)),
        )
        self.wire = SimpleNamespace(
            hidden=False,
            limits=self.limits,
            turn=self._turn,
            edit_keys=self._edit_keys,
            send_hidden=self._send_hidden,
            answer=self._answer,
        )
        service: Any = SimpleNamespace(
            time=SimpleNamespace(now=lambda: self.now),
            screens=SimpleNamespace(
                screen=self._screen, options=self.gives(lambda: self.sheet), regional=self._regional
            ),
            matches=SimpleNamespace(
                view=self.gives(lambda: self.view), info=self.gives(lambda: self.info)
            ),
        )
        groups = SimpleNamespace(
            known=self._known, spot=self._spot, locale=self.gives(lambda: "es")
        )
        self.platform = SimpleNamespace(
            attention=SimpleNamespace(
                heard=lambda person: self.did.append(("heard", person)),
                needs_places=self.gives(lambda: self.places),
            ),
            hidden=SimpleNamespace(menu_page=self._menu_page),
            is_current=lambda chat, message: self.is_current,
            for_reader=self._for_reader,
            with_window=lambda page, _screen, private: page,
            seen_at=self._seen_at,
        )
        self.platform.surfaces = self.platform.messages = self.platform
        answers: Any = SimpleNamespace(
            may_have=lambda caller: self.spare,
            spawn=self._spawn,
            soon=self._soon,
            press=lambda query: Press(cast(Any, self.wire), query, self._spawn),
            tell_waiting=self._shows("tell_waiting"),
            put_page=self._put_page,
            link=lambda payload: f"link {payload}",
        )
        views = SimpleNamespace(
            turn_page=self._shows("turn_page"),
            show_hand=self._shows("show_hand"),
            show_order=self._shows("show_order"),
            show_page=self._shows("show_page"),
        )
        settings = SimpleNamespace(press=self._shows("settings"), speak=self._speak)
        wire, platform = cast(Any, self.wire), cast(Any, self.platform)
        commands = cast(Any, SimpleNamespace(send=self._send))
        lines = SimpleNamespace(
            take=self._shows("line"), resume=self._shows("resume"), play_now=self._shows("play_now")
        )
        keys = MessageKeys(service, wire, platform, answers)
        menus = TableMenus(service, wire, platform, answers, commands, keys)
        at_table = TablePresses(service, answers, commands, cast(Any, views), keys, menus)
        self.presses = Presses(
            cast(Any, groups),
            platform,
            answers,
            cast(Any, settings),
            cast(Any, views),
            cast(Any, lines),
            at_table,
        )
        self.caller: Caller | None = None

    async def _edit_keys(self, chat: int, message: int, keys: Keys) -> None:
        self.did.append(("keys", chat, message, keys))
        if message in self.gone:
            raise Missing

    def _shows(self, name: str) -> Any:
        async def show(caller: Caller, *what: Any) -> None:
            await asyncio.sleep(0)
            if self.slow is not None:
                await self.slow.wait()
            self.caller = caller
            self.did.append(
                (name, *(value for value in what if isinstance(value, str | PageKey | Resume)))
            )

        return show

    async def _soon(self, work: Any, seconds: float) -> None:
        await asyncio.wait({self._spawn(work)}, timeout=seconds)

    def _spawn(self, work: Any) -> asyncio.Task[Any]:
        task = asyncio.create_task(work)
        self.tasks.append(task)
        return task

    def _no_room(self, chat: int) -> bool:
        if self.then is not None:
            self.seen = self.then
        return self.full

    async def _turn(self, chat: int) -> None:
        await asyncio.sleep(0)
        self.did.append(("turn", chat))
        if self.turns:
            self.seen = self.turns.pop(0)
        if self.meanwhile is not None:
            self.screens = self.meanwhile

    async def _answer(self, query: str, text: str, *, alert: bool, url: str) -> None:
        assert query == "q"
        self.did.append(("answer", text or url, *["alert"] * alert))

    async def _for_reader(self, screen: Screen, _info: Any, _chat: int) -> Screen:
        return screen

    def _menu_page(self, person: str, screen: Screen, keys: Any) -> Page:
        self.did.append(("menu", screen.match, person))
        return Page("", keys)

    async def _send_hidden(self, chat: int, page: Page, to: Any, *, thread: int) -> None:
        await asyncio.sleep(0)
        self.did.append(("send hidden", chat, thread, to.user, to.query, page.keys))

    async def _put_page(self, caller: Caller, page: Page) -> None:
        self.note("page", page.keys)

    async def _screen(self, match: str, person: str | None, locale: str) -> Screen | None:
        self.read.append((person, locale))
        return self.screens.get(person) if match == MATCH else None

    async def _known(self, user: Any, *, here: bool) -> KnownPerson:
        assert here is self.private
        return self.known

    async def _spot(self, chat: Chat, message: Message | None) -> Spot:
        self.held = message is not None
        return Spot(chat.id, TOPIC, "telegram:-100", "telegram:-100/4", self.private)

    async def _regional(self, match: str, locale: str) -> str:
        return locale

    async def _seen_at(self, match: str, person: str = "") -> tuple[Surface, ...]:
        return tuple(surface for surface in self.seen if surface.person == person)

    async def _send(self, caller: Caller, command: AnyCommand, *, press: Any) -> None:
        self.caller = caller
        self.command = command
        self.did.append(("send", type(command).__name__))

    async def _speak(self, caller: Caller, locale: str) -> str:
        self.did.append(("speak", locale))
        return "en"

    # --- a press -------------------------------------------------------------------------------

    def query(self, data: str | None, *, hidden: bool, real: bool, held: bool) -> Any:
        chat = Chat(GROUP, Chat.PRIVATE if self.private else Chat.SUPERGROUP)
        other = InlineKeyboardButton("x", callback_data="x")
        rows = [[other], [other, InlineKeyboardButton("y", callback_data=data or "none")]]
        message: Any = InaccessibleMessage(chat, SEEN)
        if held:
            message = Message(
                SEEN,
                datetime.now(UTC),
                chat,
                reply_markup=InlineKeyboardMarkup(rows if real else rows[:1]),
                api_kwargs={"ephemeral_message_id": HIDDEN} if hidden else None,
            )
        return SimpleNamespace(id="q", data=data, message=message, from_user=None)

    def answered_before(self, what: str) -> bool:
        """Whether the press was answered once, before this was done."""
        names = [call[0] for call in self.did]
        return names.count("answer") == 1 and names.index("answer") < names.index(what)

    async def settle(self) -> None:
        while self.tasks:
            await self.tasks.pop(0)

    async def press(
        self, data: str | None, *, hidden: bool = False, real: bool = True, held: bool = True
    ) -> list[tuple[Any, ...]]:
        """What a press on a message does, but for the empty answer at the end of each; ``real``:
        the message has this button."""
        self.did.clear()
        self.read.clear()
        await self.presses.take(self.query(data, hidden=hidden, real=real, held=held))
        await self.settle()
        return [call for call in self.did if call not in (("heard", "ana"), ("answer", ""))]


@pytest.fixture
def desk() -> Desk:
    return Desk()


UNCLEAR = ("answer", say("es", "unclear"), "alert")
NOT_SEATED = ("answer", reply_text(messages.NotSeated(MATCH), "es"), "alert")
TURN = ("turn", GROUP)


# --- which button --------------------------------------------------------------------------------


async def test_each_kind_of_button_has_its_view(desk: Desk) -> None:
    page = PageKey(pages.HELP)
    told = f"{SAYING}{MATCH}.unirse.codigo=x"
    for data, did in (
        (str(page), ("turn_page", page)),
        (told, ("resume", Resume(MATCH, Typed("unirse", (("codigo", "x"),))))),
        (own_token(MATCH, "", WHY), ("tell_waiting",)),
        (token(tokens.MY_HAND), ("show_hand", MATCH)),
        (token(tokens.ORDER), ("show_order", MATCH)),
        (token(tokens.FILM), ("show_page", film_key(MATCH))),
        (START, ("send", "Start")),
        (TRUCO, ("send", "Act")),
        ("g1.jugar.robots", ("play_now",)),
        ("g1.jugar", ("line", "/jugar")),
        ("g1.jugar.1.2", ("line", "/jugar 1.2")),
        ("g1.set", ("settings", "", "")),
        ("g1.set.flor.con", ("settings", "flor", "con")),
        ("g1.bailar", UNCLEAR),
        ("g1.", UNCLEAR),
        ("nonsense", UNCLEAR),
        (f"{pages.PREFIX}nonsense", UNCLEAR),
        (token("NADA"), UNCLEAR),
    ):
        assert await desk.press(data) == [did], data
    await desk.press("g1.jugar")
    assert desk.answered_before("line")


async def test_a_language_is_chosen_with_a_button(desk: Desk) -> None:
    """The answer is in the language that holds from then on."""
    said = words_for("en").text("language.set")
    assert await desk.press("g1.idioma.pt") == [("speak", "pt"), ("answer", said)]


async def test_a_press_says_who_and_where(desk: Desk) -> None:
    await desk.press(TRUCO)
    caller = cast(Caller, desk.caller)
    assert (caller.known, caller.request, caller.message) == (ANA, "telegram:qq", SEEN)
    assert (caller.query, caller.hidden, caller.locale) == ("q", 0, "es")
    assert (desk.held, desk.did[0]) == (True, ("heard", "ana"))
    await desk.press(START, hidden=True)
    assert cast(Caller, desk.caller).hidden == HIDDEN
    await desk.press(token(tokens.ORDER), held=False)
    assert not desk.held
    assert isinstance(desk.command, Start)
    assert (desk.command.person, desk.command.request) == ("ana", "telegram:qq")


async def test_a_press_without_a_message_or_a_button_is_answered_alone(desk: Desk) -> None:
    assert await desk.press(None) == []
    assert desk.did == [("answer", "")]
    await desk.presses.take(cast(Any, SimpleNamespace(id="q", data=START, message=None)))
    await desk.settle()
    assert desk.did == [("answer", "")] * 2


async def test_a_card_of_a_message_sent_from_elsewhere_is_pressed_alone(desk: Desk) -> None:
    """Its chat is not known, so the press counts as one in private."""
    served: list[tuple[Any, ...]] = []

    async def take(caller: Caller, press: Press, pressed: Any, *, real: bool) -> None:
        served.append((caller.message, caller.hidden, caller.spot.chat, real))

    desk.presses._at_table.take = take  # type: ignore[method-assign]
    person = SimpleNamespace(id=ANA.user)
    data = own_token(MATCH, "2001", LAY, "3", "play", "7o")
    press: Any = SimpleNamespace(id="q", data=data, message=None, from_user=person)
    await desk.presses.take(press)
    assert served == [(0, 0, ANA.user, False)]


async def test_a_press_is_answered_at_once_and_once(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if its work takes longer."""
    monkeypatch.setattr(presses, "AT_ONCE", 0.0)
    desk.slow = asyncio.Event()
    page = PageKey(pages.HELP)
    await desk.presses.take(desk.query(str(page), hidden=False, real=True, held=True))
    await asyncio.sleep(0)
    assert desk.did == [("heard", "ana"), ("answer", "")]
    desk.slow.set()
    await desk.settle()
    assert desk.did[2:] == [("turn_page", page)]


async def test_a_button_that_the_message_has_not_changes_no_message(desk: Desk) -> None:
    """A step of the game stands on its own; so does a message that nobody can look at."""
    page = str(PageKey(pages.HELP))
    for data in (page, f"{pages.PREFIX}nonsense", menu("covered"), menu("list", "o1", "si")):
        assert await desk.press(data, real=False) == []
        assert await desk.press(data, real=False, hidden=True) != []
        assert await desk.press(data, held=False) != []
    assert await desk.press(TRUCO, real=False) == [("send", "Act")]


# --- twice ---------------------------------------------------------------------------------------


async def test_a_double_tap_is_one_press(desk: Desk) -> None:
    sent = [("send", "Act")]
    assert await desk.press(TRUCO) == sent
    desk.now += DOUBLE / 2
    assert await desk.press(TRUCO) == []
    desk.now += DOUBLE
    assert await desk.press(TRUCO) == sent
    assert await desk.press(token("envido", "2001")) == sent
    assert await desk.press(TRUCO) == sent
    desk.known = replace(ANA, person="beto")
    assert ("send", "Act") in await desk.press(TRUCO)


async def test_only_a_step_of_the_game_is_never_meant_twice(desk: Desk) -> None:
    for data in (START, token(tokens.ADD_ROBOT)):
        assert await desk.press(data) == await desk.press(data) != []
    desk.screens = {"ana": replace(HAND, buttons=()), None: TABLE}
    assert await desk.press(MAZO) == await desk.press(MAZO) == [("send", "Act")]


# --- confirmation --------------------------------------------------------------------------------

AGAIN = ("answer", f"¿Seguro? {say('es', 'again')}", "alert")


async def test_below_the_table_a_second_press_confirms(desk: Desk) -> None:
    sent = [("send", "Act")]
    assert await desk.press(MAZO) == [AGAIN]
    assert desk.read == [("ana", "es"), (None, "es")]
    assert await desk.press(MAZO) == sent
    assert await desk.press(MAZO) == [AGAIN]
    other = replace(HAND, buttons=(*HAND.buttons, Button(LEAVE, "x", "leave", confirm="y")))
    desk.screens["ana"] = other
    assert (await desk.press(LEAVE))[0][0] == "answer", "another button"
    assert await desk.press(MAZO) == [AGAIN]
    assert await desk.press(MAZO) == sent


@pytest.mark.parametrize(("private", "hidden"), [(True, False), (False, True)])
async def test_below_a_hand_a_button_confirms(desk: Desk, private: bool, hidden: bool) -> None:
    desk.private = private
    did = await desk.press(MAZO, hidden=hidden)
    assert desk.read == [("ana", "es")] * 2, "the table is not asked"
    keys = (
        (InlineButton("Me voy", own_token(MATCH, "2001", SURE, "mazo"), style="danger"), BACK[0]),
    )
    put = [("menu", MATCH, "ana"), ("page", keys)] if hidden else [("keys", GROUP, SEEN, keys)]
    assert sorted(map(str, did)) == sorted(map(str, [("answer", "¿Seguro?"), TURN, *put]))
    assert await desk.press(own_token(MATCH, "2001", SURE, "mazo"), hidden=hidden) == [
        ("send", "Act")
    ]
    assert isinstance(desk.command, Act)
    assert (desk.command.action, desk.command.point) == ("mazo", "2001")


async def test_what_needs_no_confirmation_is_done(desk: Desk) -> None:
    desk.screens["ana"] = replace(HAND, buttons=())
    for data, command in ((MAZO, "Act"), (LEAVE, "Leave"), (token("flor", "2001"), "Act")):
        assert await desk.press(data) == [("send", command)]
    desk.screens["ana"] = None
    desk.screens[None] = HAND
    assert await desk.press(MAZO) == [("send", "Act")], "somebody without a seat"
    assert isinstance(desk.command, Act | Leave)


async def test_the_table_may_ask_for_confirmation_too(desk: Desk) -> None:
    desk.screens = {"ana": replace(HAND, buttons=()), None: HAND}
    assert await desk.press(MAZO) == [AGAIN]
    desk.private = True
    assert await desk.press(MAZO) == [("send", "Act")]


# --- cards by their place ------------------------------------------------------------------------


@pytest.mark.parametrize(("place", "action"), [("1", "play 7o"), ("2", "play 1e"), ("3", "play 3")])
async def test_a_card_is_played_by_its_place(desk: Desk, place: str, action: str) -> None:
    """One that its owner has not seen has no other name."""
    assert await desk.press(own_token(MATCH, "2001", PLACE, place)) == [("send", "Act")]
    command = cast(Act, desk.command)
    assert (command.action, command.point, command.match) == (action, "2001", MATCH)


async def test_a_place_without_a_card_is_told_so(desk: Desk) -> None:
    for words in (("4",), ("0",), (), ("x",), ("12",)):
        assert await desk.press(own_token(MATCH, "2001", PLACE, *words)) == [NOT_SEATED]
    desk.view = replace(desk.view, dealt=desk.view.dealt[:2])
    none = ("answer", WORDS.text("hand.none"), "alert")
    assert await desk.press(own_token(MATCH, "2001", PLACE, "3")) == [none]
    assert await desk.press(own_token(MATCH, "2001", PLACE, "2")) == [("send", "Act")]
    desk.now += DOUBLE
    desk.view = replace(desk.view, seat=1)
    assert await desk.press(own_token(MATCH, "2001", PLACE, "1")) == [("send", "Act")]
    desk.view = replace(desk.view, seat=-1)
    assert await desk.press(own_token(MATCH, "2001", PLACE, "2")) == [NOT_SEATED]
    desk.view = None
    assert await desk.press(own_token(MATCH, "2001", PLACE, "1")) == [NOT_SEATED]


async def test_a_place_of_a_laid_card_says_that_it_lies_on_the_table(desk: Desk) -> None:
    """Also below a table that shows an older moment of the same hand; in another hand it is another
    card."""
    laid = Play(0, desk.view.seat, SPELLING.read("1e"), covered=False)
    desk.view = replace(desk.view, plays=(laid,))
    for moment in ("2001", "2000"):
        told = ("answer", say("es", "key.place.laid", n=2), "alert")
        assert await desk.press(own_token(MATCH, moment, PLACE, "2")) == [told]
    for moment, place in (("2001", "1"), ("2001", "3"), ("1001", "2")):
        assert await desk.press(own_token(MATCH, moment, PLACE, place)) == [("send", "Act")]
    desk.view = replace(desk.view, plays=(replace(laid, seat=1),))
    assert await desk.press(own_token(MATCH, "2001", PLACE, "2")) == [("send", "Act")]


# --- a message that shows the match no longer ----------------------------------------------------


def seen(message: int, person: str = "", *, chat: int = GROUP, thread: int = TOPIC) -> Surface:
    return Surface("s", MATCH, "telegram", "", Address(chat, thread, message).write(), person)


CLEARED = ("keys", GROUP, SEEN, ())


@pytest.mark.parametrize(
    ("there", "clears"),
    [
        ([], False),
        ([seen(SEEN + 1)], True),
        ([seen(SEEN)], False),
        ([seen(SEEN - 1)], False),
        ([seen(SEEN + 1), seen(SEEN - 1)], False),
        ([seen(SEEN + 1, thread=0)], False),
        ([seen(SEEN + 1, chat=-200)], False),
        ([seen(SEEN + 1, "ana")], False),
        ([seen(SEEN + 1), seen(SEEN, ANNOUNCEMENT)], False),
        ([seen(SEEN + 1), seen(SEEN + 2, ANNOUNCEMENT)], True),
    ],
)
async def test_an_old_message_loses_its_buttons(
    desk: Desk, there: list[Surface], clears: bool
) -> None:
    desk.seen = there
    assert (CLEARED in await desk.press(START)) is clears
    desk.seen = [replace(surface, person=surface.person or "ana") for surface in there]
    desk.private = True
    mine = [surface for surface in desk.seen if surface.person == "ana"]
    assert (CLEARED in await desk.press(START)) is (clears or mine == there != [])


async def test_a_message_that_shows_the_match_keeps_its_buttons(desk: Desk) -> None:
    desk.seen = [seen(SEEN + 1)]
    assert CLEARED in await desk.press(START)
    assert CLEARED not in await desk.press(START, real=False)
    assert CLEARED not in await desk.press(START, hidden=True)
    for words in (("list",), ("list", "o1")):
        assert CLEARED not in await desk.press(menu(*words)), "a list of options is no match"
    assert CLEARED in await desk.press(menu("senas"))
    desk.is_current = True
    assert CLEARED not in await desk.press(START)


async def test_buttons_are_removed_if_there_is_room_and_it_is_still_so(desk: Desk) -> None:
    desk.seen = [seen(SEEN + 1)]
    desk.full = True
    assert await desk.press(START) == [("send", "Start")]
    desk.full, desk.spare = False, False
    assert await desk.press(START) == [("send", "Start")], "who plays comes first"
    desk.spare = True
    desk.full, desk.then = False, [seen(SEEN)]
    assert await desk.press(START) == [("send", "Start"), ("give back", GROUP)]


# --- menus ---------------------------------------------------------------------------------------


def put(keys: Keys) -> list[tuple[Any, ...]]:
    return [TURN, ("keys", GROUP, SEEN, keys)]


def datas(did: list[tuple[Any, ...]]) -> list[str]:
    """What the buttons stand for that were put below a message."""
    (keys,) = [call[-1] for call in did if call[0] in ("keys", "page", "send hidden")]
    return [key.data for row in keys for key in row]


OPTIONS = [menu("option", f"o{n}") for n in range(9)]
MENUS = [
    ("senas", [token("SENA SE-AR-01")]),
    ("covered", [CARD.cover_token]),
    ("options", [*OPTIONS[:8], menu("more")]),
    ("more", OPTIONS[8:]),
    ("option o1", [token("OPTION o1 si"), token("OPTION o1 no")]),
]


@pytest.mark.parametrize(("words", "keys"), MENUS)
@pytest.mark.parametrize("hidden", [False, True])
async def test_each_menu_has_its_buttons(
    desk: Desk, words: str, keys: list[str], hidden: bool
) -> None:
    """Below a hand; the language is that of the person."""
    desk.private = not hidden
    desk.screens["ana"] = replace(HAND, fields=FIELDS)
    did = await desk.press(menu(*words.split(" ")), hidden=hidden)
    assert datas(did) == [*keys, BACK[0].data]
    assert did[-2:-1] == ([("menu", MATCH, "ana")] if hidden else [TURN])
    assert desk.read == [("ana", "es")] * 2
    assert desk.answered_before("turn")


async def test_at_the_table_a_menu_is_of_what_everybody_sees(desk: Desk) -> None:
    desk.screens[None] = replace(TABLE, fields=FIELDS, locale="en")
    did = await desk.press(menu("options"))
    assert datas(did) == [*OPTIONS[:8], menu("more"), BACK[0].data]
    assert desk.read == [(None, ""), (None, "en")]


async def test_a_lobby_in_private_is_what_everybody_sees(desk: Desk) -> None:
    desk.private = True
    desk.screens = {"ana": replace(TABLE, fields=FIELDS), None: replace(TABLE, fields=FIELDS)}
    assert len(datas(await desk.press(menu("options")))) == 10
    assert desk.read == [("ana", "es"), (None, "es")]


async def test_back_are_the_buttons_of_the_moment(desk: Desk) -> None:
    desk.screens[None] = replace(TABLE, asked=(0,), point="2001")
    usual = datas(await desk.press(menu("back")))
    assert token(tokens.MY_HAND) in usual
    assert desk.answered_before("turn")
    desk.places = True
    places = [own_token(MATCH, "2001", PLACE, str(n)) for n in (1, 2, 3)]
    assert datas(await desk.press(menu("back"))) == [*places, *usual]
    desk.places = False
    assert datas(await desk.press(menu("nonsense"))) == usual
    assert datas(await desk.press(own_token(MATCH, "", MENU))) == usual
    desk.info = None
    assert await desk.press(menu("back")) == []


@pytest.mark.parametrize(
    ("is_seated", "is_hidden", "is_spare", "is_put"),
    [
        (True, False, False, True),
        (False, False, True, True),
        (False, False, False, False),
        (False, True, False, True),
    ],
)
async def test_who_plays_gets_the_buttons_back_and_others_if_there_is_room(
    desk: Desk, is_seated: bool, is_hidden: bool, is_spare: bool, is_put: bool
) -> None:
    desk.spare = is_spare
    if not is_seated:
        desk.info = replace(desk.info, seats=desk.info.seats[1:])
    assert bool(await desk.press(menu("back"), hidden=is_hidden)) is is_put


@pytest.mark.parametrize("meanwhile", [None, replace(TABLE, number=3)])
async def test_buttons_of_a_moment_that_has_passed_are_not_put(
    desk: Desk, meanwhile: Screen | None
) -> None:
    desk.meanwhile = {None: meanwhile, "ana": HAND}
    assert await desk.press(menu("back")) == [TURN, ("give back", GROUP)]


async def test_another_version_that_looks_the_same_is_the_same_moment(desk: Desk) -> None:
    desk.meanwhile = {None: replace(TABLE, version=2)}
    assert CLEARED[:3] in [call[:3] for call in await desk.press(menu("back"))]


async def test_a_menu_opens_below_the_message_that_replaced_the_pressed_one(desk: Desk) -> None:
    """The new one may be sent while the press waits for the chat's turn."""
    desk.seen = [seen(SEEN + 1), seen(SEEN + 2), seen(SEEN + 9, chat=-200)]
    did = await desk.press(menu("back"))
    keys = did[1][3]
    assert did == [TURN, ("keys", GROUP, SEEN + 2, keys), CLEARED]
    assert keys
    desk.seen = [seen(SEEN)]
    assert await desk.press(menu("back")) == put(keys)


async def test_a_menu_of_a_message_that_is_deleted_is_tried_again(desk: Desk) -> None:
    """The deletion may come before it is known what replaces the message."""
    desk.gone = {SEEN}
    desk.seen, desk.turns = [seen(SEEN)], [[seen(SEEN)], [seen(SEEN + 1)]]
    did = await desk.press(menu("back"))
    tried = [TURN, ("keys", GROUP, SEEN, ANY), TURN, ("keys", GROUP, SEEN + 1, ANY)]
    assert did == [*tried, CLEARED]
    desk.seen = [seen(SEEN)]
    with pytest.raises(Missing):
        await desk.press(menu("back"))


async def test_a_menu_of_a_table_that_is_gone_says_so(desk: Desk) -> None:
    desk.screens.clear()
    gone = ("answer", WORDS.text("say.no_table"), "alert")
    for words in (("back",), ("options",), ("senas",)):
        assert await desk.press(menu(*words)) == [gone]


@pytest.mark.parametrize("words", [("options",), ("more",), ("option", "o1")])
async def test_only_the_host_chooses(desk: Desk, words: tuple[str, ...]) -> None:
    """Everybody else is told what the options are."""
    desk.info = replace(desk.info, host="beto")
    assert await desk.press(menu(*words)) == [("send", "SeeOptions")]
    assert isinstance(desk.command, SeeOptions)
    assert (desk.command.match, desk.command.person) == (MATCH, "ana")
    assert TURN in await desk.press(menu("back"))
    desk.info = None
    assert await desk.press(menu(*words)) == []


# --- the list of options -------------------------------------------------------------------------


async def test_a_list_of_options_is_turned(desk: Desk) -> None:
    for words, buttons in (
        (("list",), [menu("list", f"o{n}") for n in range(9)]),
        (("list", "o1"), [menu("list", "o1", "si"), menu("list", "o1", "no"), menu("list")]),
    ):
        did = await desk.press(menu(*words))
        assert did[0] == TURN
        assert datas(did) == buttons
        assert desk.answered_before("turn")


async def test_a_value_of_the_list_is_chosen(desk: Desk) -> None:
    """And the list begins again."""
    did = await desk.press(menu("list", "o1", "no"))
    assert did[0] == ("send", "SetOptions")
    command = cast(SetOptions, desk.command)
    assert (command.options, command.pressed, command.match) == ((("o1", "no"),), True, MATCH)
    assert datas(did) == [menu("list", f"o{n}") for n in range(9)]
    desk.now += DOUBLE
    await desk.press(menu("list", "o1", "no", "more"))
    assert cast(SetOptions, desk.command).options == (("o1", "no"),)


async def test_a_list_that_looks_the_same_or_is_gone_is_left(desk: Desk) -> None:
    desk.trouble["page"] = Same()
    assert [call[0] for call in await desk.press(menu("list"))] == ["turn", "page"]
    desk.trouble["page"] = Missing()
    with pytest.raises(Missing):
        await desk.press(menu("list"))
    desk.tasks.clear()
    desk.sheet = None
    assert await desk.press(menu("list")) == []


# --- señas from the table ------------------------------------------------------------------------

LINK = ("answer", f"link s{MATCH}")


async def test_senas_are_sent_in_private(desk: Desk) -> None:
    assert await desk.press(menu("senas")) == [LINK]
    desk.known = replace(ANA, open=False)
    assert await desk.press(menu("senas")) == [LINK], "the server hides nothing"
    desk.known = ANA
    desk.wire.hidden = True
    assert await desk.press(menu("senas")) == [LINK], "they have a private chat"


async def test_senas_are_hidden_in_the_group(desk: Desk) -> None:
    """From those who have no private chat, where the server hides messages."""
    desk.wire.hidden = True
    desk.known = replace(ANA, open=False)
    keys = layout.senas_keys(HAND)
    assert await desk.press(menu("senas")) == [("send hidden", GROUP, TOPIC, 500, "q", keys)]
    assert desk.answered_before("send hidden")
    desk.full = True
    assert await desk.press(menu("senas")) == []


async def test_who_has_no_senas_is_told_so(desk: Desk) -> None:
    desk.screens["ana"] = replace(HAND, senas=())
    assert await desk.press(menu("senas")) == [("answer", say("es", "senas.none"), "alert")]
    info, hand = desk.info, desk.screens["ana"]
    for change in (
        {"info": replace(info, seats=info.seats[1:])},
        {"info": None},
        {"screens": {"ana": None, None: TABLE}},
    ):
        desk.info, desk.screens = info, {"ana": hand, None: TABLE}
        vars(desk).update(change)
        assert await desk.press(menu("senas")) == [NOT_SEATED]

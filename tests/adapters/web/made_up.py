"""A tab that notes what it is told, and what is below :class:`adapters.web.requests.Requests`, made
up: the service, the pages of ``bot.pages`` and the list of tables."""

from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace

from adapters.web import protocol, requests, tab_commands
from adapters.web.addresses import PageAddress
from adapters.web.protocol import Line, Press, Said
from adapters.web.requests import Requests
from adapters.web.table_list import COMMUNITY, PLACE
from adapters.web.tabs import Tab
from adapters.web.windows import WindowHome, Windows
from bot import messages
from bot.asking import Asked, Resume, Whereabouts
from bot.catalogue import Asker, Intent, Send, Typed
from bot.messages import Accepted, AnyReply, LookOn
from bot.model import MatchInfo
from bot.reasons import ServiceReason
from bot.screen import OptionsSheet, Question, Screen
from bot.screens.pages import PageKey
from bot.tokens import SAYING
from bot.words import words_for
from engine.variants import table_for
from tests.adapters.known_matches import infos_by
from tests.adapters.made_up import MadeUp
from tests.adapters.shown import shown
from tests.bot.scenes import MATCH, info_for

OTHER = "efgh2345"
USER = "web:u"
SOURCE = "192.0.2.1"
ASKER = Asker(request="r", person="ana", name="Ana", community=COMMUNITY, place=PLACE, locale="es")
SCREEN = Screen(kind="table", match=MATCH, version=1, locale="es", title="Truco")
SHEET = OptionsSheet(MATCH, "es", "Opciones", (), (), mine=True)
WORDS = words_for("es")
CHAT = WindowHome("telegram:@5", "telegram:@5/0")
"""The chat of a window."""
REFUSED = messages.Refused(ServiceReason.TABLE_FULL, OTHER)
QUESTION = Question("ask.table", "?", f"{SAYING}?.mesa.")


class Heard(Tab):
    """A tab, and what it was told."""

    def __init__(self, window: WindowHome | None = None, *, person: str = "ana") -> None:
        super().__init__(USER if person == "ana" else f"web:{person}", "Ana", "es", SOURCE, window)
        self.person = person
        self.told: list[tuple[Any, ...]] = []

    def heard(self) -> list[tuple[Any, ...]]:
        """What it was told since this was asked last."""
        told, self.told = self.told, []
        return told

    def say(self, message: Said) -> None:
        kind = type(message).__name__
        parts = [getattr(message, name) for name in message.__struct_fields__]
        if isinstance(message, protocol.Picture):
            parts = [message.match]
        self.told.append((kind, *parts))


class Small(MadeUp):
    """The service, and what was asked of it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__()
        self.tab = Heard()
        self.monkeypatch = monkeypatch
        info = info_for(table_for("argentino", 2), host="ana")
        seats = tuple(
            replace(seat, person=who) for seat, who in zip(info.seats, ("ana", "beto"), strict=True)
        )
        self.playing = replace(info, seats=seats)
        self.foreign = replace(self.playing, seats=(replace(seats[0], person="caro"), seats[1]))
        """A table at which the tab's person has no seat."""
        self.infos: dict[str, Any] = {MATCH: self.playing}
        self.screens: dict[str, Screen | None] = {MATCH: SCREEN}
        self.mine: tuple[str, ...] = ()
        self.mine_here: str | None = None
        self.reply: AnyReply = Accepted()
        self.takes_long = False
        self.record: str | None = "record"
        self.may_look = self.admits = self.keeps_hall = True
        self.is_barred = False
        self.has_others = True
        """Whether the person has users elsewhere."""
        self.invited: str | None = None
        """The table of an invitation."""
        self.address: tuple[str, str] | None = ("written", "chat")
        """The address of a new message in the chat of a window."""
        self.asked: list[tuple[Any, ...]] = []
        """What was typed or chosen, and where."""
        self.meant: MatchInfo | None = None
        """The table that a line means."""
        self.who: Whereabouts | None = None
        self.sight: list[tuple[str, str]] = []
        """What the service was told of the page: its name and state."""
        self.intent: Intent | None = None
        self.chosen: Intent | None = None
        self.commands: list[Any] = []
        gives, does = self.gives, self.does
        chats = SimpleNamespace(name="telegram", address_in=gives(lambda: self.address))
        service = SimpleNamespace(
            windows=SimpleNamespace(page_is=self._page_is),
            taking_over=SimpleNamespace(window_shows=self._window_shows),
            happenings=SimpleNamespace(publish=does("publish")),
            platforms=SimpleNamespace(of={CHAT.place: chats}.get),
            admission=SimpleNamespace(
                match_of=gives(lambda: self.invited), admits=gives(lambda: self.admits)
            ),
            bars=SimpleNamespace(refusal=gives(lambda: REFUSED if self.is_barred else None)),
            languages=SimpleNamespace(choose=does("language"), of=gives(lambda: "en")),
            own_data=SimpleNamespace(of=gives(lambda: "data")),
            users=SimpleNamespace(
                acting=gives(lambda: "ana"),
                of=gives(lambda: SimpleNamespace(others=self.has_others, all=(USER,))),
            ),
            matches=SimpleNamespace(
                info=self._info,
                infos=infos_by(self._info),
                of_person_at=gives(lambda: self.mine_here),
                of_person=gives(lambda: self.mine),
                asked=gives(frozenset),
                claimants=gives(frozenset),
                last_at_place=gives(lambda: None),
            ),
            surfaces=SimpleNamespace(add=self._add, remove=does("remove")),
            screens=SimpleNamespace(
                options=gives(lambda: SHEET),
                panel=gives(lambda: f"panel of {COMMUNITY}"),
                screen=self._screen,
                may_look=gives(lambda: self.may_look),
            ),
            films=SimpleNamespace(record=gives(lambda: self.record)),
            settings=SimpleNamespace(configure=gives(lambda: self.reply)),
            seat_owners=SimpleNamespace(look_on_no_longer=does("look on no longer")),
            handle_each=self._handle_each,
            handle=self._handle,
        )
        table_list = SimpleNamespace(
            show=self._show_list, wake=self._wake, keep_hall=gives(lambda: self.keeps_hall)
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
            None,
        )
        vars(self.requests)["_asking"] = SimpleNamespace(
            asker=self._asker, line=self._line, chosen=self._chosen, resumed=self._resumed
        )
        monkeypatch.setattr(tab_commands, "page_for", self._page_for)
        monkeypatch.setattr(requests, "linking", self._linking)

    def _chat(self, name: str) -> Any:
        async def do(tab: Tab, *what: Any) -> None:
            self.did.append((f"chat {name}", *what))

        return do

    def _wake(self, *, settings: bool = False) -> None:
        self.did.append(("wake", *["settings"] * settings))

    def _window_shows(self, page: str, match: str, person: str) -> None:
        self.did.append(("window", match))

    def _page_is(self, page: str, state: str, person: str) -> None:
        self.sight.append((page, state))

    async def _page_for(self, service: Any, key: PageKey, *_: Any) -> Any:
        return SimpleNamespace(key=key, links=())

    async def _info(self, match: str) -> Any:
        return self.infos.get(match)

    async def _add(self, match: str, **words: Any) -> str:
        tab = self.tab
        if "key" in words:
            self.note("chat", match, words)
            return "message"
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

    async def _screen(self, match: str, person: str, locale: str) -> Screen | None:
        return self.screens.get(match)

    async def _handle_each(self, command: Any, then: Any, slow: Any) -> tuple[AnyReply, AnyReply]:
        self.commands += [command, *then]
        if self.takes_long:
            await slow()
        return self.reply, self.reply

    async def _handle(self, command: Any) -> AnyReply:
        self.commands.append(command)
        if isinstance(command, LookOn):
            self.did.append(("look on", command.request, command.match))
        return self.reply

    async def _show_list(self, tab: Tab) -> None:
        self.did.append(("list",))

    async def _asker(self, who: Whereabouts, command: str) -> tuple[Asker, None]:
        self.who = who
        self.asked.append(("asker", command))
        return ASKER, None

    async def _line(self, who: Whereabouts, text: str) -> Asked:
        self.who = who
        self.asked.append(("line", text))
        return Asked(ASKER, self.meant, self.intent)

    async def _chosen(self, who: Any, typed: Typed) -> Asked:
        self.asked.append((typed.command, *typed.values))
        return Asked(ASKER, None, self.chosen)

    async def _resumed(self, who: Any, answer: Resume) -> Asked:
        self.asked.append((answer.match, answer.typed.command))
        return Asked(ASKER, None, self.chosen)

    async def _linking(self, service: Any, user: str, code: str, locale: str, source: str) -> Any:
        return SimpleNamespace(page=(user, code, locale, source), person="other", tables=self.mine)

    # --- a wish --------------------------------------------------------------------------------

    async def hear(self, message: Any) -> list[tuple[Any, ...]]:
        """What the tab is told."""
        self.did.clear()
        self.asked.clear()
        self.commands = []
        self.sight.clear()
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

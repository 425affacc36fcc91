"""The lines that people at and around a table write to one another. Only the page has them.

A line goes to the tabs that look at the table just then, also to those that are connected to
another process, and nowhere else: no other platform, no store and no log gets it, and a tab that
comes later does not either. Each process remembers, without any text, how often each person wrote
and which writers each person does not read, until the last tab has left the table."""

import re
import time
from contextlib import suppress
from typing import Final

import structlog
from msgspec import Struct
from msgspec.structs import replace

from adapters.web import limits
from adapters.web.protocol import Attention, Panel, Reply, Talk
from adapters.web.tabs import Tab, Tabs
from adapters.web.words import say
from bot.asking import Press, read_press
from bot.common.tasks import Background, logged
from bot.community.bars import BAR, MUTE
from bot.happenings import UserErased
from bot.match.names import shown_text
from bot.messages import Accepted, AnyReply, MatchId, PersonId, Refused, Silence
from bot.model import SPECTATORS_LATE, MatchInfo, Status
from bot.reasons import ServiceReason
from bot.screens import reply_text
from bot.screens.pages import Leaf, Page
from bot.service import Service
from bot.store.errors import StoreError
from bot.store.processes import News, Written

PREFIX: Final = "c1."
_TOKEN = re.compile(r"c1\.([a-z0-9]{8})\.(\d{1,4})\.(about|mute|report|silence)")
_NOBODY: Final = -1

_log = structlog.get_logger(__name__)


class AboutWriter(Struct, frozen=True):
    """A press on a button about a writer."""

    match: MatchId = ""
    """The table of the line; empty: the press is forged, or the button is old."""
    number: int = 0
    """The writer's number at the table."""
    wish: str = ""
    """``about``, ``mute``, ``report`` or ``silence``."""


WebPress = Press | AboutWriter


def read_web_press(text: str) -> WebPress:
    """The meaning of a button's text, also of a button that only the page has."""
    if not text.startswith(PREFIX):
        return read_press(text)
    read = _TOKEN.fullmatch(text)
    return AboutWriter() if read is None else AboutWriter(read[1], int(read[2]), read[3])


class _Room:
    """The writers at one table. Pages know a writer by a number."""

    def __init__(self) -> None:
        self.writers: list[PersonId] = []
        self.names: dict[PersonId, str] = {}
        self.wrote: dict[PersonId, tuple[float, ...]] = {}
        self.muted: set[tuple[PersonId, PersonId]] = set()
        """Pairs of a reader and a writer that the reader does not want to read."""
        self.reported: set[tuple[PersonId, PersonId]] = set()
        self.willing: set[PersonId] = set()
        """The people whom the queue brought to this table, and who want to write to each other."""

    def number(self, person: PersonId) -> int:
        if person not in self.writers:
            self.writers.append(person)
        return self.writers.index(person)


class Chat:
    """The lines of all tables whose pages are open in this process."""

    def __init__(self, service: Service, tabs: Tabs) -> None:
        self._service = service
        self._tabs = tabs
        self._rooms: dict[MatchId, _Room] = {}
        self._giving = Background(logged("playground.not_given"))
        service.happenings.listen(UserErased, self._forget)
        service.store.processes.listen(self._hear)

    async def _forget(self, erased: UserErased) -> None:
        """Forgets a person who is erased: the memory of their tables begins again."""
        self._rooms = {
            match: room
            for match, room in self._rooms.items()
            if erased.user not in room.writers
            and not any(erased.user in pair for pair in room.muted)
        }

    def sweep(self) -> None:
        """Forgets the tables at which no tab looks any more."""
        if self._rooms:
            looked_at = {tab.match for tab in self._tabs}
            self._rooms = {key: room for key, room in self._rooms.items() if key in looked_at}

    # --- writing -------------------------------------------------------------------------------

    async def write(self, tab: Tab, id: str, text: str) -> None:
        """Gives a line to everybody who looks at the tab's table."""
        info = await self._service.matches.info(tab.match)
        told = shown_text(text, longest=limits.LINE)
        if info is None or not told:
            tab.say(Reply(id, "no", say(tab.locale, "web.unclear")))
            return
        if (refused := await self._refusal(info, tab.person)) is not None:
            tab.say(Reply(id, "no", reply_text(refused, tab.locale)))
            return
        room = self._rooms.setdefault(info.match, _Room())
        if not self._is_wanted(info, room, tab.person):
            tab.say(Reply(id, "no", say(tab.locale, "web.chat.strangers")))
            return
        if self._is_too_much(room, tab.person):
            tab.say(Reply(id, "no", say(tab.locale, "web.chat.slow")))
            return
        await self._give(info, tab.person, told, own=tab)
        self._service.store.processes.tell(News(written=(Written(info.match, tab.person, told),)))
        tab.say(Reply(id))

    def _is_wanted(self, info: MatchInfo, room: _Room, person: PersonId) -> bool:
        """Whether a line may be given. Strangers from the queue may write when both have tried to.
        The first line of the person who tries first is given to nobody."""
        if not info.quick:
            return True
        if person not in room.willing:
            self._note_willing(info, room, person)
            self._service.store.processes.tell(News(written=(Written(info.match, person),)))
        return all(seat.person in room.willing for seat in info.people)

    def _note_willing(self, info: MatchInfo, room: _Room, person: PersonId) -> None:
        """Notes that a person wants to write, and tells the other person."""
        room.willing.add(person)
        for other in self._tabs:
            sits = info.seat_of(other.person) is not None
            if other.match == info.match and sits and other.person not in room.willing:
                name = _name_at(info, person)
                other.say(Attention(say(other.locale, "web.chat.wanted", name=name)))

    async def _give(
        self, info: MatchInfo, writer: PersonId, text: str, own: Tab | None = None
    ) -> None:
        """Gives a line to this process's tabs at the table, but not to that of its writer."""
        room = self._rooms.setdefault(info.match, _Room())
        name = room.names[writer] = _name_at(info, writer)
        token = f"{PREFIX}{info.match}.{room.number(writer)}.about"
        onlooker = info.seat_of(writer) is None
        for reader in self._tabs:
            if reader is own or reader.match != info.match:
                continue
            if await self._reads(info, room, reader.person, writer):
                reader.say(Talk(info.match, token, name, text, onlooker=onlooker))

    def _hear(self, news: News) -> None:
        """Handles a line that a person has written at another process."""
        for written in news.written:
            if any(tab.match == written.match for tab in self._tabs):
                self._giving.start(self._give_what_was(written))

    async def _give_what_was(self, written: Written) -> None:
        info = None
        with suppress(StoreError):  # a line that cannot be given is not given later
            info = await self._service.matches.info(written.match)
        if info is None:
            return
        room = self._rooms.setdefault(info.match, _Room())
        if written.reported:
            self._tell_host(info, _name_at(info, written.writer))
        elif not written.text:
            self._note_willing(info, room, written.writer)
        elif await self._refusal(info, written.writer) is None:
            await self._give(info, written.writer, written.text)

    async def _refusal(self, info: MatchInfo, person: PersonId) -> AnyReply | None:
        """The reason why this person may not write at the table; ``None``: they may."""
        seat, onlooker = info.seat_of(person), info.onlooker(person)
        if seat is None and onlooker is None:
            return Refused(ServiceReason.NOT_AT_TABLE, info.match)
        if info.quick and seat is None:
            return Refused(ServiceReason.NOT_AT_TABLE, info.match)
        silent = person in info.silent_onlookers if seat is None else seat.seat in info.silent
        if silent:
            return Refused(ServiceReason.SILENCED, info.match)
        return await self._service.bars.refusal(info.community, person, BAR, MUTE)

    def _is_too_much(self, room: _Room, person: PersonId) -> bool:
        now = time.monotonic()
        before = room.wrote.get(person, ())
        lately = tuple(at for at in before if now - at < limits.CHAT_SECONDS)
        if len(lately) >= limits.CHAT_LINES:
            return True
        room.wrote[person] = (*lately, now)
        return False

    async def _reads(
        self, info: MatchInfo, room: _Room, reader: PersonId, writer: PersonId
    ) -> bool:
        """Whether this reader gets the lines of this writer. If onlookers see the table one hand
        late, they do not read the players' lines."""
        if (reader, writer) in room.muted or not await self._service.screens.may_look(info, reader):
            return False
        late = info.spectators == SPECTATORS_LATE and info.status is Status.PLAYING
        return not late or info.seat_of(reader) is not None or info.seat_of(writer) is None

    # --- about a writer ------------------------------------------------------------------------

    async def press(self, tab: Tab, id: str, request: str, about: AboutWriter) -> None:
        """Serves a button about a writer: to stop reading, to report or to silence them."""
        info = await self._service.matches.info(tab.match)
        room = self._rooms.get(tab.match)
        if info is None or room is None or about.match != tab.match:
            tab.say(Reply(id, "no", say(tab.locale, "web.chat.gone")))
            return
        number = about.number
        writer = room.writers[number] if number < len(room.writers) else ""
        if not writer or writer == tab.person:
            tab.say(Reply(id, "no", say(tab.locale, "web.chat.gone")))
            return
        text = say(tab.locale, "web.chat.about")
        match about.wish:
            case "mute":
                room.muted ^= {(tab.person, writer)}
                muted = (tab.person, writer) in room.muted
                text = say(tab.locale, "web.chat.muted" if muted else "web.chat.unmuted")
            case "report":
                self._report(room, info, tab, writer, number)
                text = say(tab.locale, "web.chat.reported")
            case "silence":
                reply = await self._silence(info, tab, request, writer)
                done = isinstance(reply, Accepted)
                text = say(tab.locale, "web.chat.silenced") if done else ""
                text = text or reply_text(reply, tab.locale)
            case _:
                pass
        tab.say(Panel(id, self._page(room, info, tab, writer, number, text)))

    def _page(
        self, room: _Room, info: MatchInfo, tab: Tab, writer: PersonId, number: int, text: str
    ) -> Page:
        muted = (tab.person, writer) in room.muted
        words = [("mute", "web.chat.unmute" if muted else "web.chat.mute")]
        words.append(("report", "web.chat.report"))
        if info.host == tab.person:
            words.append(("silence", "web.chat.silence"))
        turns = tuple(
            Leaf(f"{PREFIX}{info.match}.{number}.{what}", say(tab.locale, word))
            for what, word in words
        )
        return replace(Page(room.names.get(writer, ""), text), turns=turns)

    def _report(
        self, room: _Room, info: MatchInfo, tab: Tab, writer: PersonId, number: int
    ) -> None:
        """Tells the table's host, who may silence the writer, and the log, which names nobody: the
        host of the bot may close the table."""
        if (tab.person, writer) in room.reported:
            return
        room.reported.add((tab.person, writer))
        _log.warning("playground.chat_reported", match=info.match, writer=number)
        self._tell_host(info, room.names.get(writer, ""))
        report = Written(info.match, writer, reported=True)
        self._service.store.processes.tell(News(written=(report,)))

    def _tell_host(self, info: MatchInfo, name: str) -> None:
        for host in self._tabs:
            if host.person == info.host and host.match == info.match:
                host.say(Attention(say(host.locale, "web.chat.report.host", name=name)))

    async def _silence(self, info: MatchInfo, tab: Tab, request: str, writer: PersonId) -> AnyReply:
        seat = info.seat_of(writer)
        command = Silence(
            request=request,
            person=tab.person,
            match=info.match,
            seat=_NOBODY if seat is None else seat.seat,
            onlooker=writer if seat is None else "",
        )
        return await self._service.handle(command)


def _name_at(info: MatchInfo, person: PersonId) -> str:
    """The name by which the table knows a person."""
    seat, onlooker = info.seat_of(person), info.onlooker(person)
    if seat is not None:
        return seat.name
    return "" if onlooker is None else onlooker.name

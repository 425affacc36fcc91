"""What is below :class:`adapters.telegram.platform.TelegramPlatform`, made up: the connection, the
groups and the service, so that each of their answers can be had."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any, cast

from msgspec.structs import replace

from adapters.telegram.addresses import Address, read_address
from adapters.telegram.groups import KnownPerson
from adapters.telegram.limits import Urgency
from adapters.telegram.message import Page
from adapters.telegram.platform import TelegramPlatform
from bot.common.lived_time import Time
from bot.model import MatchInfo, Seat
from bot.pictures.kinds import Picture
from bot.screen import Screen, SeatMark
from bot.screens import notice_button
from bot.showing.open_windows import OpenWindows
from bot.store.model import ANNOUNCEMENT, Surface
from bot.store.notices import Notice
from bot.store.processes import OneProcess
from engine.variants import table_for
from tests.adapters.known_matches import infos_by
from tests.adapters.made_up import MadeUp
from tests.bot.scenes import MATCH, info_for

GROUP, OTHER, TOPIC = -100, -200, 4
AFTER = "efgh2345"
CLUB = f"telegram:{GROUP}"
SEATS = (SeatMark(0, "ana", "A"), SeatMark(1, "beto", "B"))
SCREEN = Screen(
    kind="table", match=MATCH, version=1, locale="es", title="Truco", number=2, seats=SEATS
)
ASKS = replace(SCREEN, asked=(0,), point="2001")


def known(person: str, user: int, *, is_open: bool) -> KnownPerson:
    return KnownPerson(person, user, person, "es", open=is_open)


def duel_of(*people: str, **changes: Any) -> MatchInfo:
    """A match of these two, whose host is the first."""
    seats = tuple(Seat(seat, person=who, name=who, since=seat) for seat, who in enumerate(people))
    info = info_for(table_for("argentino", 2), seats=seats, host=people[0])
    return replace(info, **changes)


class Pressed:
    """A press, and how it was answered."""

    def __init__(self) -> None:
        self.given = False
        self.meanwhile = ""
        self.answers: list[tuple[str, bool, str]] = []

    def answer(self, text: str = "", *, alert: bool = False, url: str = "") -> None:
        self.answers.append((text, alert, url))


class Small(MadeUp):
    """The calls, the surfaces of a match and of its rematch, and what goes wrong."""

    def __init__(self) -> None:
        super().__init__()
        self.pages: list[Page] = []
        """Of each message that was sent or edited."""
        self.prepared: list[Picture | None] = []
        """What was to be drawn before its message was sent."""
        self.now = 100.0
        self.waits: dict[str, list[float]] = {}
        """How long to wait, by what is asked; each is told once."""
        info = replace(duel_of("ana", "beto"), community=CLUB, place=f"{CLUB}/{TOPIC}")
        self.infos: dict[str, MatchInfo] = {MATCH: info}
        self.screen: Screen | None = SCREEN
        self.surfaces: list[Surface] = []
        self.taken: Any = None
        """What becomes of the surfaces while their turn is waited for."""
        self.people = {
            "ana": known("ana", 500, is_open=True),
            "beto": known("beto", 501, is_open=True),
        }
        self.owner: dict[str, str] = {"telegram:500": "ana", "telegram:501": "beto"}
        self.present: dict[int, int] = {}
        """The present number of a group that had another one."""
        self.chats: dict[str, int | None] = {CLUB: GROUP}
        self.awaited = (0,)
        self.spare = True
        """Whether the chat has room for what is only convenient."""
        self.seat = 0
        self.windows = OpenWindows(Time(lambda: self.now), OneProcess())
        service = SimpleNamespace(
            time=SimpleNamespace(now=lambda: self.now, pause=self._pause),
            matches=SimpleNamespace(
                info=self._info,
                infos=infos_by(self._info),
                in_community=self._matches,
                of_person=self._matches,
                view=self._view,
            ),
            screens=SimpleNamespace(
                info_and_screen=self._info_and_screen,
                notice_button=self._notice_button,
                ended_since=self._ended_since,
            ),
            users=SimpleNamespace(person_of=self._person_of),
            windows=self.windows,
            surfaces=SimpleNamespace(
                of_match=self._of_match,
                add=self._add,
                find=self._find,
                turn=self._turn,
                redraw=self.does("redraw"),
                lose=self.does("lose"),
                move=self._move,
            ),
        )
        self.limits = SimpleNamespace(
            picture=self._picture,
            room=lambda chat, most, who="": self.spare,
            is_busy=lambda chat: not self.spare,
            send=lambda chat: self._wait_for("send", chat),
            would_wait=lambda chat: self._wait_for("would", chat),
            give_back=lambda chat: self.did.append(("give back", chat)),
        )
        self.ended: tuple[Screen, ...] = ()
        """How the hands before ended."""
        self.since: list[int] = []
        """From which hand on that was asked for."""
        self.is_last = True
        """Whether a private hand is the last message of its chat."""
        self.calm: list[bool] = []
        """Whether each picture may wait for the next card."""
        self.only_read: list[bool] = []
        """Whether each picture is one that nobody plays by."""
        self.slow: list[bool] = []
        """Whether each picture waits because people of the group play in windows."""
        self.asked: list[tuple[Any, ...]] = []
        """What was asked of the limits."""
        self.wire = SimpleNamespace(
            limits=self.limits,
            prepare=self._prepare,
            edit=self._edit,
            send=self._send,
            delete=self.does("delete"),
            turn=self.does("turn"),
            until_room=self.does("until room"),
            edit_keys=self.does("edit keys"),
            pause=self.does("pause"),
            is_last=lambda chat, message: self.is_last,
        )
        self.groups = SimpleNamespace(
            chat=self._chat,
            title=lambda chat: "La barra" if chat < 0 else "",
            chat_of=self._chat_of,
            group_locale=self._locale,
            user_of=self._user_of,
            of=self._known,
            moved=self.does("moved"),
            closed=self.does("closed"),
            on_closed=None,
        )
        self.platform = TelegramPlatform(
            cast(Any, service), cast(Any, self.wire), cast(Any, self.groups), None
        )
        hidden = SimpleNamespace(
            deal=self.does("deal"),
            call=self.does("call"),
            catch_up=self.does("catch up"),
            owners=lambda match: self.owners,
        )
        vars(self.platform)["hidden"] = vars(self.platform.messages)["hidden"] = hidden
        self.owners: tuple[str, ...] = ()
        """Whose hands are hidden messages."""

    async def _pause(self, seconds: float) -> None:
        self.did.append(("wait", seconds))

    def _picture(self, chat: int, id: str, pace: Urgency, *, take: bool = True) -> float:
        self.calm.append(pace.calm)
        self.only_read.append(pace.read)
        self.slow.append(pace.slow)
        return self._wait_for("picture" if take else "line", chat, id)

    async def _ended_since(self, match: str, number: int, locale: str) -> tuple[Screen, ...]:
        self.since.append(number)
        return self.ended

    async def _prepare(self, picture: Picture | None) -> None:
        """Nothing is drawn here."""
        self.prepared.append(picture)

    def _wait_for(self, what: str, *of: Any) -> float:
        self.asked.append((what, *of))
        waits = self.waits.get(what, [])
        return waits.pop(0) if waits else 0.0

    async def _edit(self, chat: int, message: int, page: Page) -> None:
        self.pages.append(page)
        self.note("edit", chat, message)

    async def _send(self, chat: int, page: Page, *, thread: int = 0, silent: bool = False) -> int:
        self.pages.append(page)
        self.note("send", chat, thread, *["silent"] * silent)
        return 70 + len([call for call in self.did if call[0] == "send"])

    async def _info(self, match: str) -> MatchInfo | None:
        return self.infos.get(match)

    async def _matches(self, _: str) -> tuple[str, ...]:
        return tuple(self.infos)

    async def _view(self, match: str, person: str) -> Any:
        if person not in self.people:
            return None
        return SimpleNamespace(seat=self.seat, awaited=self.awaited)

    async def _info_and_screen(self, match: str, person: str | None, locale: str) -> Any:
        self.read = (match, person, locale)
        info = self.infos.get(match)
        return None if info is None or self.screen is None else (info, self.screen)

    async def _person_of(self, user: str) -> str:
        return self.owner.get(user, user)

    async def _of_match(self, match: str) -> list[Surface]:
        return [surface for surface in self.surfaces if surface.match == match]

    async def _add(self, match: str, **words: Any) -> None:
        assert words["platform"] == "telegram"
        address = words["address"]
        assert words["chat"] == str(read_address(address).chat)
        person, locale = words.get("person") or "", words.get("locale", "")
        self.did.append(("add", match, address, person, locale))
        self.surfaces.append(surface(address, person, f"new{len(self.surfaces)}", match))

    async def _find(self, id: str) -> Surface | None:
        return next((surface for surface in self.surfaces if surface.id == id), None)

    @asynccontextmanager
    async def _turn(self, id: str) -> AsyncIterator[Surface | None]:
        if self.taken is not None:
            self.surfaces = self.taken
        yield await self._find(id)

    async def _move(self, moved: Surface, address: str, screen: Screen) -> None:
        assert screen is self.screen
        self.did.append(("move", moved.id, address))

    async def _chat(self, number: int) -> int:
        return self.present.get(number, number)

    async def _chat_of(self, community: str) -> int | None:
        return self.chats.get(community)

    async def _locale(self, community: str) -> str:
        return f"locale of {community}"

    async def _user_of(self, person: str) -> int | None:
        return self.people[person].user if person in self.people else None

    async def _known(self, user: int) -> KnownPerson:
        return next(known for known in self.people.values() if known.user == user)

    # --- what is asked of the platform ---------------------------------------------------------

    def close(self, *people: str) -> None:
        """These have no private chat with the bot."""
        for person in people:
            self.people[person] = replace(self.people[person], open=False)

    async def work(self) -> None:
        """Until nothing is put off any more."""
        while tasks := list(self.platform.delayed.tasks.values()):
            await asyncio.gather(*tasks, return_exceptions=True)
            await asyncio.sleep(0)

    async def done(self, work: Any) -> list[tuple[Any, ...]]:
        """What this, and all that it puts off, does."""
        self.did.clear()
        self.pages.clear()
        self.prepared.clear()
        self.came = await work
        await self.work()
        return self.did

    async def show(self, where: Surface, screen: Screen = SCREEN) -> Any:
        await self.done(self.platform.show(where, screen))
        return self.came

    async def below(self, id: str = "s", **how: Any) -> Any:
        await self.done(self.platform.messages.put_below(id, **how))
        return self.came

    async def _notice_button(self, notice: Notice) -> Any:
        return notice_button(notice.kind, self.infos[notice.match], "es")

    async def notify(self, kind: str = "turn", person: str = "telegram:500") -> Any:
        notice = Notice("n", MATCH, person, kind, "", 0.0)
        await self.done(self.platform.notify(notice, words))
        return self.came


async def words() -> str | None:
    return "Te <toca>"


async def no_words() -> str | None:
    return None


def surface(address: str, person: str = "", id: str = "s", match: str = MATCH) -> Surface:
    return Surface(id, match, "telegram", "", address, person, shown=0)


def at(message: int = 60, hand: int = 2, *, chat: int = GROUP, done: bool = False) -> Surface:
    """The table in the group."""
    return surface(Address(chat, TOPIC, message, hand, done).write())


FRESH = surface(Address(GROUP, TOPIC).write())
OWN = surface("500/0/60/2/0", "ana", "own")
BETOS = surface("501/0/60/2/0", "beto", "betos")
ELSEWHERE = replace(at(), id="discord", platform="discord", address="#7/60/2")
LOBBY = surface(Address(GROUP, TOPIC, 60, 2).write(), ANNOUNCEMENT, "announced")
MENTIONED = "tg://user?id=500"

"""A chat platform of rooms and messages at the service's own port, in which anything goes wrong.

Everybody has a private room, and there is one for all. A message is sent, edited, robbed of its
buttons, or deleted by people. Every hand begins a new message; a press is answered in the pressed
message beside the surface's turn, as Discord's adapter does it; a message that may have been sent
without an answer is sent again under the same nonce, and the platform then gives back the first.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, TypeVar

from msgspec.structs import replace

from bot import tokens
from bot.environment import Config
from bot.match.running_match import load
from bot.messages import (
    Accepted,
    Act,
    AnyCommand,
    AnyReply,
    Join,
    Leave,
    OpenTable,
    PersonId,
    Stale,
    Start,
)
from bot.model import Status
from bot.screen import Screen
from bot.service import Service
from bot.showing.platform import FAILED, LOST, SAME, SHOWN, Delivery, Moved, NoticeWords, Wait
from bot.store import Store
from bot.store.model import Surface
from bot.store.notices import Notice
from bot.store.queries import match_queries
from bot.tokens import BadToken
from engine.seen.view import PUBLIC
from tests.bot.helpers import ANA, BETO, CARLA, COMMUNITY, DANI, NAMES, PLACE, Dice, QuietPlatform
from tests.chaos import Trouble
from tests.virtual import LoopTime, pass_by

Result = TypeVar("Result")
PEOPLE: Final = (ANA, BETO, CARLA, DANI)
CONFIG: Final = Config(turn_seconds=86_400, cut=3600, robot_budget=0)
GIVEN_UP: Final = 8
"""After so many vain attempts a message keeps its buttons."""


class Unanswered(Exception):
    """Nobody knows whether it was done."""


class Refused(Exception):
    """5xx: it was not done."""


class Limited(Exception):
    """429: it was not done."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.seconds = seconds


class MessageGone(Exception):
    """Somebody has deleted the message."""


class RoomGone(Exception):
    """The whole room is gone."""


@dataclass
class Message:
    """What stands in a room."""

    id: int
    room: "Room"
    surface: str
    screen: Screen
    nonce: str
    deleted: bool = False
    resting: bool = False
    """Without its buttons."""
    orphan: bool = False
    """Nobody knows of it any more: its process died too early, or gave it up."""
    tried: int = 0
    """So often somebody has tried to take it out of use."""

    @property
    def buttons(self) -> list[str]:
        """The tokens that can be pressed."""
        return [] if self.deleted or self.resting else pressable(self.screen)


@dataclass
class Room:
    """A chat: somebody's own, or (``person`` empty) everybody's."""

    name: str
    person: PersonId
    gone: bool = False
    messages: list[Message] = field(default_factory=list)


@dataclass
class Press:
    """A press on its way. It comes again until it has an answer."""

    request: str
    person: PersonId
    message: Message
    token: str


def pressable(screen: Screen) -> list[str]:
    """The buttons of a screen that need no answer of their own."""
    cards = [card.token for card in screen.cards]
    found = [*cards, *(button.token for button in (*screen.buttons, *screen.senas))]
    return [token for token in found if token and "?" not in token and not token.endswith(".HAND")]


def is_step(token: str) -> bool:
    """Whether it does something in the running hand."""
    return tokens.decode(token).action.islower()


def look_of(screen: Screen) -> Screen:
    """What counts of it, apart from its deadline. That the clock has rested is told by the process
    that saw it; the next process does not know, and takes it back with the next step."""
    lines = tuple(line for line in screen.lines if line.id != "clock.rested")
    return replace(screen, version=0, lines=lines, alt="", brief="", deadline=None)


def tells_time(shown: float | None, deadline: float | None, now: float) -> bool:
    """Whether a screen shows its deadline rightly. After a rest it may show an earlier moment,
    until that moment comes."""
    if shown is None or deadline is None:
        return shown == deadline
    return shown <= deadline + 2 and (shown >= now - 10 or shown >= deadline - 2)


class Rooms:
    """The platform's own side: it goes on while the bot is away."""

    name = "web"

    def __init__(self) -> None:
        self.rooms: list[Room] = []
        self.troubles: list[Trouble] = []
        self.sent = 0
        self.underway: dict[int, Callable[[], object]] = {}
        """What a process is sending just now and has not arrived."""

    def room(self, name: str) -> Room:
        return next(room for room in self.rooms if room.name == name)

    async def request(self, room: Room, work: Callable[[], Result]) -> Result:
        """Does it, unless a trouble befalls it."""
        trouble = self._befalls(room)
        kind, seconds = ("slow", 0.1) if trouble is None else (trouble.kind, trouble.seconds)
        key = self.sent = self.sent + 1
        self.underway[key] = work
        try:
            match kind:
                case "slow":
                    await asyncio.sleep(seconds / 2)
                case "dropped":
                    await asyncio.sleep(seconds)
                    raise Unanswered
                case "limited":
                    raise Limited(seconds)
                case "broken":
                    raise Refused
                case "raises":
                    raise RuntimeError("a fault of the adapter")
                case _:
                    assert kind == "lost"
        finally:
            del self.underway[key]
        if room.gone:
            raise RoomGone
        done = work()
        await asyncio.sleep(seconds if kind == "lost" else seconds / 2)
        if kind == "lost":
            raise Unanswered
        return done

    def _befalls(self, room: Room) -> Trouble | None:
        for trouble in self.troubles:
            if trouble.times > 0 and trouble.chat in (-1, self.rooms.index(room)):
                trouble.times -= 1
                return trouble
        return None

    # --- what a request does -------------------------------------------------------------------

    def post(self, room: Room, surface: Surface, screen: Screen, nonce: str) -> Message:
        for before in room.messages:
            if before.nonce == nonce and not before.deleted:
                return before
        message = Message(len(room.messages) + 1, room, surface.id, screen, nonce, orphan=True)
        room.messages.append(message)
        check_secrecy(room, screen)
        return message

    def edit(self, message: Message, screen: Screen) -> None:
        if message.deleted:
            raise MessageGone
        check_secrecy(message.room, screen)
        message.screen = screen
        message.resting = False

    def rest(self, message: Message) -> None:
        if message.deleted:
            raise MessageGone
        message.resting = True


def check_secrecy(room: Room, screen: Screen) -> None:
    """No private card in a room that is not its owner's."""
    mine = [seat.seat for seat in screen.seats if seat.me]
    if not room.person:
        assert screen.cards == (), "somebody's cards in everybody's room"
        assert mine == [], "somebody's screen in everybody's room"
        assert screen.senas == (), "señas in everybody's room"
    else:
        names = [seat.name for seat in screen.seats if seat.me]
        assert names in ([], [NAMES[room.person]]), "somebody else's screen"


class RoomsAdapter(QuietPlatform):
    """The bot's side: one for each process."""

    def __init__(self, rooms: Rooms, service: Service) -> None:
        self._rooms = rooms
        self._service = service
        self._unsure: dict[tuple[str, str], str] = {}
        self.told: set[str] = set()

    async def show(self, surface: Surface, screen: Screen) -> Delivery:
        name, number, hand = surface.address.split("/")
        room = self._rooms.room(name)
        try:
            if int(number) and not 0 < int(hand) < screen.number:
                message = room.messages[int(number) - 1]
                try:
                    await self._rooms.request(room, lambda: self._rooms.edit(message, screen))
                except MessageGone:
                    pass
                else:
                    now = f"{name}/{number}/{screen.number}"
                    return SHOWN if now == surface.address else Moved(now)
            if await self._service.updater.turns.leave(surface.id):
                return Wait(0.0)
            message = await self._send(room, surface, screen)
            return Moved(f"{name}/{message.id}/{screen.number}")
        except Limited as limited:
            return Wait(limited.seconds)
        except (Unanswered, Refused):
            return FAILED
        except RoomGone:
            return LOST

    async def _send(self, room: Room, surface: Surface, screen: Screen) -> Message:
        key = surface.id, surface.address
        before = self._unsure.pop(key, "")
        nonce = self._unsure[key] = before or f"{id(self)} {self._rooms.sent}"
        try:
            message = await self._rooms.request(
                room, lambda: self._rooms.post(room, surface, screen, nonce)
            )
        except (Limited, RoomGone):
            del self._unsure[key]
            raise
        del self._unsure[key]
        message.orphan = False
        if before:
            await self._service.surfaces.redraw(surface.id)
        return message

    async def retire(self, before: Surface, now: Surface | None) -> Delivery:
        name, number, _ = before.address.split("/")
        if not int(number) or (now is not None and now.address.split("/")[1] == number):
            return SAME
        message = self._rooms.room(name).messages[int(number) - 1]
        message.tried += 1
        message.orphan |= message.tried == GIVEN_UP
        try:
            await self._rooms.request(message.room, lambda: self._rooms.rest(message))
        except Limited as limited:
            return Wait(limited.seconds)
        except (Unanswered, Refused):
            return FAILED
        except (MessageGone, RoomGone):
            return LOST
        return SHOWN

    async def notify(self, notice: Notice, words: NoticeWords) -> Delivery:
        assert notice.id not in self.told, "a notice twice"
        self.told.add(notice.id)
        room = next(room for room in self._rooms.rooms if room.person == notice.person)
        try:
            await self._rooms.request(room, lambda: None)
        except (Limited, Unanswered, Refused, RoomGone):
            return FAILED
        await words()
        return SHOWN

    # --- presses -------------------------------------------------------------------------------

    async def pressed(self, press: Press, command: AnyCommand) -> AnyReply:
        """Decides, and answers in the pressed message, beside the surface's turn."""
        turns, message = self._service.updater.turns, press.message
        with turns.beside(message.surface) as beside:
            reply = await self._service.handle(command)
            surface = await self._service.surfaces.find(message.surface)
            if (
                surface is None
                or surface.lost
                or surface.address.split("/")[:2] != [message.room.name, str(message.id)]
            ):
                return reply
            if isinstance(reply, Stale):
                await self._service.surfaces.redraw(surface.id)
            if not isinstance(reply, Accepted) or not beside.may:
                return reply
            screen = await self._service.screens.screen(
                surface.match, surface.person or None, surface.locale
            )
            if screen is None:
                return reply  # of a person who has left the lobby, and looks at the table no more
            arrived = False
            try:
                with beside.writing():
                    edit = self._rooms.edit
                    await self._rooms.request(message.room, lambda: edit(message, screen))
                    arrived = True
            except (Limited, Unanswered, Refused, MessageGone, RoomGone, RuntimeError):
                pass
            if arrived and not beside.crossed:
                address = f"{message.room.name}/{message.id}/{screen.number}"
                await self._service.surfaces.move(surface, address, screen)
            else:
                await self._service.surfaces.redraw(surface.id)
            return reply


class RoomsWorld:
    """Rooms, people and a bot (see :class:`tests.chaos.World`)."""

    def __init__(self) -> None:
        self.rooms = Rooms()
        self.store = Store.in_memory()
        self.match = ""
        self.surfaces: dict[str, Room] = {}
        self.requests = 0
        self.pending: list[Press] = []
        """Presses without an answer."""
        self.replies: dict[str, AnyReply] = {}
        self.accepted: Counter[tuple[str, str, str]] = Counter()
        self.no_robots = True
        self.pressed: Counter[tuple[PersonId, str]] = Counter()
        self.found: list[str] = []
        """What was wrong at some moment."""
        self.logs: list[str] = []
        self.tasks: set[asyncio.Task[None]] = set()
        self._process: asyncio.Task[None] | None = None
        self._handling: set[asyncio.Task[None]] = set()

    async def begin(self, seed: int, people: int, *, started: bool) -> None:
        self.people = PEOPLE[:people]
        self.no_robots = started
        self.dice = Dice(seed)
        self.rooms.rooms = [
            Room("all", ""),
            *(Room(f"of-{n}", p) for n, p in enumerate(self.people)),
        ]
        await self.start()
        opened = await self.service.handle(
            OpenTable(
                request="open",
                person=ANA,
                community=COMMUNITY,
                place=PLACE,
                name="Ana",
                players=people,
                options=(("target", "12"),),
            )
        )
        assert isinstance(opened, Accepted)
        self.match = opened.match
        for room in self.rooms.rooms:
            await self._watch(room)
        await pass_by(1)
        for person in self.people[1:]:
            joined = Join(
                request=f"join {person}", person=person, match=self.match, name=NAMES[person]
            )
            assert isinstance(await self.service.handle(joined), Accepted)
        if started:
            start = Start(request="start", person=ANA, match=self.match)
            assert isinstance(await self.service.handle(start), Accepted)
        await pass_by(1)

    async def _watch(self, room: Room, address: str = "0/0") -> None:
        surface = await self.service.surfaces.add(
            self.match,
            platform="web",
            address=f"{room.name}/{address}",
            chat=room.name,
            key=room.name,
            person=room.person or None,
            locale="es",
        )
        self.surfaces[surface] = room

    # --- the process -----------------------------------------------------------------------------

    async def start(self) -> None:
        self.service = Service(self.store, CONFIG, time=LoopTime(), chance=self.dice)
        self.adapter = RoomsAdapter(self.rooms, self.service)
        self.service.add_platform(self.adapter)
        ready, self._stop = asyncio.Event(), asyncio.Event()

        async def live() -> None:
            async with self.service.running():
                ready.set()
                await self._stop.wait()

        self._process = asyncio.create_task(live())
        await ready.wait()
        for press in list(self.pending):
            self._deliver(press)

    async def stop(self, *, killed: bool, arrives: bool) -> None:
        process, self._process = self._process, None
        assert process is not None
        if not killed:
            if self._handling:
                await asyncio.wait(self._handling)
            self._stop.set()
            troubled = bool(self.rooms.troubles)
            await process
            if troubled:
                await self._leave()
            return
        works = list(self.rooms.underway.values())
        others = asyncio.all_tasks() - self.tasks - {asyncio.current_task()}
        self.rooms.troubles = [trouble for trouble in self.rooms.troubles if trouble.times > 0]
        for task in others:
            task.cancel()
        await asyncio.wait(others)
        if arrives:
            for work in works:
                with suppress(MessageGone, RoomGone):
                    work()
        await self._leave()

    async def _leave(self) -> None:
        for id, room in self.surfaces.items():
            surface = await self.store.surface(id)
            standing = "" if surface is None else surface.address.split("/")[1]
            for message in room.messages:
                # Nobody is left who knows that it was to be taken out of use.
                message.orphan |= str(message.id) != standing

    async def end(self) -> None:
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    def trouble(self, trouble: Trouble) -> None:
        self.rooms.troubles.append(trouble)

    def calm(self) -> None:
        self.rooms.troubles.clear()

    # --- people ----------------------------------------------------------------------------------

    def _pressable(self) -> list[tuple[PersonId, Message, str]]:
        return [
            (person, message, token)
            for room in self.rooms.rooms
            for message in room.messages
            for person in ([room.person] if room.person else self.people)
            for token in message.buttons
        ]

    def press(self, pick: int, *, late: float, again: float | None) -> None:
        found = self._pressable()
        # Mostly what moves the game; sometimes anything, and old messages, too.
        steps = [
            (person, message, token)
            for person, message, token in found
            if message is message.room.messages[-1] and is_step(token)
        ]
        found = steps if steps and pick % 4 else found
        if not found:
            return
        person, message, token = found[pick // 4 % len(found)]
        self._press(person, message, token, late, again)

    def _press(
        self, person: PersonId, message: Message, token: str, late: float, again: float | None
    ) -> None:
        self.requests += 1
        press = Press(f"r{self.requests}", person, message, token)
        self.pressed[person, token] += 1
        task = asyncio.create_task(self._arrives(press, late, again))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _arrives(self, press: Press, late: float, again: float | None) -> None:
        await asyncio.sleep(late)
        self.pending.append(press)
        self._deliver(press)
        if again is not None:
            await asyncio.sleep(again)
            self._deliver(press)

    def _deliver(self, press: Press) -> None:
        if self._process is None:
            return  # it waits until somebody listens
        task = asyncio.create_task(self._handle(press))
        self._handling.add(task)
        task.add_done_callback(self._handling.discard)

    async def _handle(self, press: Press) -> None:
        try:
            command = tokens.command(
                press.token, person=press.person, request=press.request, name=NAMES[press.person]
            )
        except BadToken:
            self.found.append(f"{press.token} is no button")
            return
        if command is None:  # a button that only shows something (the film of the match)
            if press in self.pending:
                self.pending.remove(press)
            return
        reply = await self.adapter.pressed(press, command)
        first = self.replies.setdefault(press.request, reply)
        if reply != first and self.pressed[press.person, press.token] == 1:
            # The second half of a double press is answered like the first, for two seconds.
            self.found.append(f"{press.request}: {first}, then {reply}")
        if press in self.pending:
            self.pending.remove(press)
        self.no_robots &= not isinstance(command, Leave)
        if isinstance(command, Act) and isinstance(reply, Accepted):
            self.accepted[press.person, command.point, command.action] += 1

    def delete(self, pick: int) -> None:
        standing = [
            message for room in self.rooms.rooms for message in room.messages if not message.deleted
        ]
        if standing:
            standing[-1 - pick % len(standing)].deleted = True

    def close(self, pick: int) -> None:
        open_rooms = [room for room in self.rooms.rooms if not room.gone]
        if len(open_rooms) > len(self.rooms.rooms) - 1:
            room = open_rooms[pick % len(open_rooms)]
            room.gone = True
            for message in room.messages:
                message.deleted = True

    async def look(self, pick: int) -> None:
        """The message that somebody asks for is the surface's from then on."""
        room = self.rooms.rooms[pick % len(self.rooms.rooms)]
        if self._process is not None and not room.gone:
            await self._watch(room)

    # --- what must hold --------------------------------------------------------------------------

    async def wrong(self, *, but_chat: int = -1) -> list[str]:
        found = list(self.found)
        for id, room in self.surfaces.items():
            if self.rooms.rooms.index(room) != but_chat:
                found += await self._wrong_at(id, room)
        found += await self._wrong_in_the_log()
        if but_chat < 0:
            found += [f"{notice.id} waits" for notice in await self.store.notices_waiting()]
            found += [f"{press.request} has no answer" for press in self.pending]
        return found

    async def _wrong_at(self, id: str, room: Room) -> list[str]:
        surface = await self.store.surface(id)
        if await self._has_left(room.person) and (surface is None or surface.lost):
            return []  # it went while they might not look; at the end anybody may
        if surface is None:
            return [] if room.gone else [f"{room.name} was forgotten"]
        newest = await self.service.screens.screen(self.match, room.person or None, "es")
        if newest is None:
            # Of a person who has left the lobby, and looks at the table no more.
            return [] if surface.lost or room.gone else [f"{room.name} still shows the table"]
        found = []
        if room.gone:
            if not surface.lost and surface.shown < surface.wanted:
                found.append(f"{room.name} is gone, and tried for ever")
            return found
        if surface.lost:
            return [f"{room.name} was given up"]
        if surface.shown < surface.wanted:
            found.append(f"{room.name} is behind")
        number = int(surface.address.split("/")[1])
        if not number:
            return [*found, f"{room.name} was never shown"]
        message = room.messages[number - 1]
        if not message.deleted and (message.resting or look_of(message.screen) != look_of(newest)):
            found.append(f"{room.name} shows version {message.screen.version} of {newest.version}")
        ends, now = newest.deadline, self.service.time.utc()
        if not message.deleted and not tells_time(message.screen.deadline, ends, now):
            found.append(f"{room.name} shows {message.screen.deadline} of {ends} at {now}")
        found += [
            f"{room.name}: message {other.id} can be pressed beside {number}"
            for other in room.messages
            if other is not message and other.buttons and not other.orphan
        ]
        return found

    async def _has_left(self, person: PersonId) -> bool:
        """Whether this person is at the table no more."""
        info = await self.service.matches.info(self.match)
        assert info is not None
        return bool(person) and info.seat_of(person) is None and info.onlooker(person) is None

    async def _wrong_in_the_log(self) -> list[str]:
        rows = await self.store.read(match_queries.whole_log, self.match)
        told = [row.text for row in rows]
        found = [] if told[: len(self.logs)] == self.logs else ["something was lost"]
        self.logs = told
        steps = sum(text[:1].isdigit() for text in told)
        known = len(self.accepted)
        if not self.pending and (known > steps or (known < steps and self.no_robots)):
            found.append(f"{steps} steps, of {known} that were accepted")
        return found

    async def _awaited(self) -> list[PersonId]:
        live = await load(self.store, self.match)
        assert live is not None
        table = live.view(PUBLIC)
        if live.info.status is not Status.PLAYING or table is None:
            return []
        awaited = set(table.awaited)
        return [seat.person for seat in live.info.people if seat.present and seat.seat in awaited]

    async def play_on(self) -> list[str]:
        """Everybody who is awaited finds a button that is taken."""
        for person in await self._awaited():
            if person not in await self._awaited():
                continue  # somebody has answered for both
            room = next(room for room in self.rooms.rooms if room.person == person)
            everybody = self.rooms.rooms[0]
            place = everybody if room.gone else room
            if place.gone or not any(message.buttons for message in place.messages):
                await self._watch(place)  # deleted: they ask for it
                await pass_by(2)
            view = await self.service.matches.view(self.match, person)
            assert view is not None
            here = [
                (message, token)
                for message in reversed(place.messages)
                for token in message.buttons
                if tokens.decode(token).point == tokens.point(view) and is_step(token)
            ]
            if not here and room.gone:
                continue  # without cards of their own there may be nothing to say at the table
            if not here:
                return [f"{person} is awaited and can press nothing"]
            before = await self.store.read(match_queries.version, self.match)
            self._press(person, *here[0], 0.0, None)
            await pass_by(20)
            if await self.store.read(match_queries.version, self.match) == before:
                return [f"{person} pressed {here[0][1]}, and nothing happened"]
        return []

    async def finish(self) -> list[str]:
        """They agree to end it."""
        for person in self.people:
            status = await self._status()
            if status is Status.OVER:
                return []
            token = f"t1.{self.match}..{'END' if status is Status.PLAYING else 'LEAVE'}"
            self._press(person, self.rooms.rooms[0].messages[-1], token, 0.0, None)
            await pass_by(5)
        return [] if await self._status() is not Status.PLAYING else ["it does not end"]

    async def _status(self) -> Status:
        info = await self.service.matches.info(self.match)
        assert info is not None
        return info.status

"""Robots from outside at live tables: one WebSocket for each, the arena's messages on it.

A robot is asked where one of our own would take a step, and only its answer comes from it: its turn
has a deadline, at which ours plays (:mod:`bot.match.deadlines`), so nothing that it does or fails
to do holds a table up. It is told the view of its seat (:mod:`adapters.arena.wire`) and nothing
else. One question at a time is open on a connection, and each line that comes is the answer to the
oldest question without one. A line that nobody asked for ends the connection."""

import asyncio
import json
from collections import deque
from contextlib import suppress

import structlog
from aiohttp import WSCloseCode, WSMsgType, web
from msgspec.structs import replace

from adapters.arena import wire
from adapters.door import Door
from adapters.web import limits
from bot.community.foreign_robots import ForeignRobot
from bot.happenings import MatchChanged
from bot.match.match_reader import RobotsTable
from bot.messages import MatchId, PersonId, RobotActs
from bot.model import PACES, Status, teams
from bot.service import Service
from bot.store.processes import News
from engine.record.notation import write_action
from engine.seen.view import table_of

_log = structlog.get_logger(__name__)


class RobotFault(Exception):
    """Ends a robot's connection; the text says why: ``flood``, ``slow``, ``unreadable``, or
    ``token`` if its token is good for nothing any more."""


class RobotLine:
    """A robot that is connected. ``run`` serves it until its connection ends."""

    def __init__(
        self, service: Service, robot: ForeignRobot, socket: web.WebSocketResponse
    ) -> None:
        self._service = service
        self.robot = robot
        self._socket = socket
        self._changed: dict[MatchId, None] = {}
        self._wake = asyncio.Event()
        self._owed: deque[asyncio.Future[str]] = deque()
        """The questions without an answer, the oldest first. The answer to a question that is done
        comes too late to count."""
        self._begun: set[MatchId] = set()
        """The matches of which the robot was told on this connection."""
        self._told: dict[MatchId, int] = {}
        """By match, the last hand that the robot was told is over."""
        self._asked: dict[MatchId, str] = {}
        """By match, the question that the robot was asked last."""
        self._open: RobotActs | None = None
        """The command for the service if the robot goes away while a question is open."""
        self._acting: set[asyncio.Task[None]] = set()

    def look(self, match: MatchId) -> None:
        """Notes that the match has changed, so that the robot may be asked something there."""
        self._changed[match] = None
        self._wake.set()

    async def run(self) -> str:
        """Serves the robot until its connection ends. Returns what ended it; empty: it left."""
        for info in await self._service.foreign_robots.tables_of(self.robot.id):
            self.look(info.match)
        listening = asyncio.create_task(self._listen())
        asking = asyncio.create_task(self._ask_on())
        try:
            await asyncio.wait((listening, asking), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (listening, asking, *self._acting):
                task.cancel()
            ended = await asyncio.gather(listening, asking, *self._acting, return_exceptions=True)
            if self._open is not None:
                await self._service.handle(self._open)
        for error in ended:
            if isinstance(error, RobotFault):
                return str(error)
            if isinstance(error, Exception):
                _log.error("robot.failed", robot=self.robot.id, error=type(error).__name__)
        return ""

    async def close(self, code: int, why: str = "") -> None:
        """Ends the connection."""
        await self._socket.close(code=code, message=why.encode())

    # --- lines from the robot
    # ------------------------------------------------------------------------------

    async def _listen(self) -> None:
        async for message in self._socket:
            if message.type is not WSMsgType.TEXT:
                too_long = self._socket.close_code == WSCloseCode.MESSAGE_TOO_BIG
                raise RobotFault("flood" if too_long else "unreadable")
            if not self._owed:
                raise RobotFault("flood")
            question = self._owed.popleft()
            if not question.done():
                question.set_result(message.data)

    # --- questions to the robot
    # ---------------------------------------------------------------------------

    async def _ask_on(self) -> None:
        """Looks at each match that has changed, one after another."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._changed:
                match = next(iter(self._changed))
                del self._changed[match]
                await self._look_at(match)

    async def _look_at(self, match: MatchId) -> None:
        table = await self._service.matches.robots_table(match, self.robot.id)
        if table is None:
            return
        now = await self._service.foreign_robots.newest(self.robot)
        if now is None:
            raise RobotFault("token")
        if not now.may_play(table.info):
            return
        if match not in self._begun:
            self._begun.add(match)
            clock = round(1000 * self._service.config.foreign_clock)
            begins = wire.match_begins(table_of(table.seen), table.seen.seat, clock)
            if await self._ask(table, begins, self._service.config.foreign_clock) is None:
                return  # if it is its turn, the turn passes by the table's clock
            table = await self._service.matches.robots_table(match, self.robot.id) or table
        await self._tell(table)
        if table.question and self._asked.get(match) != table.question:
            self._asked[match] = table.question
            await self._ask_for_step(table)

    async def _tell(self, table: RobotsTable) -> None:
        """Tells that a hand is over, or the match."""
        info, seen = table.info, table.seen
        if table.needs in ("deal", "over") and self._told.get(info.match, 0) < seen.number:
            self._told[info.match] = seen.number
            await self._say(table, wire.question("hand", seen))
        if info.status is Status.OVER and info.match in self._begun:
            self._begun.discard(info.match)
            self._told.pop(info.match, None)
            self._asked.pop(info.match, None)
            mine = [own for own, seats in enumerate(teams(info)) if table.seat in seats]
            await self._say(table, wire.match_ends(info.winner in mine))

    async def _ask_for_step(self, table: RobotsTable) -> None:
        info, asked = table.info, self._service.time.now()
        acts = RobotActs(
            request=f"{info.match}.{table.question}",
            person=self.robot.id,
            match=info.match,
            question=table.question,
        )
        self._open = acts
        said = await self._ask(table, wire.question("act", table.seen), table.due - asked)
        self._open = None
        if said is None:
            return
        rest = 0.0
        try:
            step = write_action(table_of(table.seen), wire.answered(table.seen, said))
            acts = replace(acts, action=step)
            if not info.seats[table.seat].away:
                delay = self._service.config.robot_delay * PACES[info.pace]
                rest = delay - (self._service.time.now() - asked)
        except wire.Unreadable:
            await self._fault(table, "unreadable")
        except wire.NotOffered:
            await self._fault(table, "illegal")
        acting = asyncio.create_task(self._act(acts, rest))
        self._acting.add(acting)
        acting.add_done_callback(self._acting.discard)

    async def _act(self, acts: RobotActs, rest: float) -> None:
        """Takes the robot's step after this many seconds, so that people can follow."""
        await asyncio.sleep(max(0.0, rest))
        await self._service.handle(acts)

    async def _ask(self, table: RobotsTable, message: wire.Message, seconds: float) -> str | None:
        """The answer to a question; ``None``: none came in time. Raises :class:`RobotFault` if the
        robot owes too many answers."""
        if len(self._owed) >= limits.ROBOT_SILENCES:
            raise RobotFault("slow")
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._owed.append(answer)
        try:
            async with asyncio.timeout(max(0.0, seconds)):
                await self._say(table, message)
                return await answer
        except TimeoutError:
            answer.cancel()
            await self._fault(table, "slow")
            return None

    async def _fault(self, table: RobotsTable, kind: str) -> None:
        """Tells the robot its fault; one of our own robots plays."""
        await self._say(table, {"type": "fault", "kind": kind})

    async def _say(self, table: RobotsTable, message: wire.Message) -> None:
        with suppress(ConnectionError, RuntimeError):
            told = {**message, "table": table.info.match}
            await self._socket.send_str(wire.line(told).decode().rstrip())


class RobotLines:
    """All robots that are connected to this process."""

    def __init__(self, service: Service, door: Door) -> None:
        self._service = service
        self._door = door
        self._lines: dict[PersonId, RobotLine] = {}
        self._not_before: dict[PersonId, float] = {}
        """By robot, the moment before which it may not connect again, after a fault."""
        service.happenings.listen(MatchChanged, self._match_changed)
        service.store.processes.listen(self._hear)

    async def _match_changed(self, changed: MatchChanged) -> None:
        info = await self._service.matches.info(changed.match) if self._lines else None
        for seat in () if info is None else info.seats:
            if (line := self._lines.get(seat.foreign)) is not None:
                line.look(changed.match)

    def _hear(self, news: News) -> None:
        for line in self._lines.values():
            for match in news.changed:
                line.look(match)

    async def answer(self, request: web.Request) -> web.StreamResponse:
        if not self._door.takes_lines:
            raise web.HTTPServiceUnavailable
        socket = web.WebSocketResponse(
            max_msg_size=limits.MESSAGE_BYTES, heartbeat=limits.HEARTBEAT_SECONDS, compress=False
        )
        await socket.prepare(request)
        try:
            robot = await self._greet(socket)
            if robot is not None and self._door.takes_lines:
                with self._door.line(request):
                    await self._serve(socket, robot)
        finally:
            await socket.close(code=WSCloseCode.TRY_AGAIN_LATER)
        return socket

    async def _greet(self, socket: web.WebSocketResponse) -> ForeignRobot | None:
        """The robot whose token comes first; ``None``: none does, and the connection ends."""
        robot = None
        with suppress(TimeoutError, ValueError, KeyError, TypeError):
            first = await socket.receive(timeout=limits.HELLO_SECONDS)
            if first.type is WSMsgType.TEXT:
                hello = json.loads(first.data)
                robot = await self._service.foreign_robots.by_token(str(hello["token"]))
        if robot is None:
            await socket.close(code=WSCloseCode.POLICY_VIOLATION, message=b"token")
        return robot

    async def _serve(self, socket: web.WebSocketResponse, robot: ForeignRobot) -> None:
        processes, lease, now = self._service.store.processes, robot.id, self._service.time.now
        if self._not_before.get(robot.id, 0.0) > now():
            await socket.close(code=WSCloseCode.TRY_AGAIN_LATER, message=b"pause")
            return
        if (before := self._lines.pop(robot.id, None)) is not None:
            await before.close(WSCloseCode.POLICY_VIOLATION, "connected again")
        if lease not in await processes.claim([lease], keep=True):
            await socket.close(code=WSCloseCode.TRY_AGAIN_LATER, message=b"connected elsewhere")
            return
        line = self._lines[robot.id] = RobotLine(self._service, robot, socket)
        connected = self._service.foreign_robots.connected
        connected.add(robot.id)
        try:
            await socket.send_json(
                {"type": "welcome", "protocol": wire.PROTOCOL, "name": robot.name}
            )
            if fault := await line.run():
                _log.info("robot.ended", robot=robot.id, fault=fault)
                self._not_before[robot.id] = now() + limits.ROBOT_PAUSE
                await line.close(WSCloseCode.POLICY_VIOLATION, fault)
        finally:
            if self._lines.get(robot.id) is line:
                del self._lines[robot.id]
                connected.discard(robot.id)
                await processes.release([lease])

    async def hang_up(self) -> None:
        """Ends all connections."""
        for line in tuple(self._lines.values()):
            await line.close(WSCloseCode.GOING_AWAY)

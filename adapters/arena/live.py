"""A robot of the arena at live tables: its lines go through a WebSocket to a bot, and back.

The robot is started once for each table, as in the arena, with the messages of that table alone.
``docs/robot-protocol.md`` says what a bot does with a robot that answers late or wrong."""

import asyncio
import json
from collections.abc import Callable, Sequence
from typing import Final

from aiohttp import ClientError, ClientSession, ClientWebSocketResponse, WSCloseCode, WSMsgType

from adapters.arena import wire
from adapters.arena.process import FAREWELL, Misconduct, RobotProcess

HEARTBEAT: Final = 25.0
"""Seconds between two checks that the bot is still there."""
AGAIN: Final = 5.0
"""Seconds until the next attempt after a connection was lost."""
CLOCK: Final = 10.0
"""Seconds for an answer, until a match tells its clock."""


class TurnedAway(Exception):
    """The bot does not take this robot; the text is its reason."""


class LiveRobot:
    """Keeps a robot connected to a bot."""

    def __init__(self, url: str, token: str, command: Sequence[str]) -> None:
        """``url``: the address that the bot shows beside the token (``wss://.../robot``).
        ``command``: the robot's program and its arguments."""
        self._url = url
        self._token = token
        self._command = command
        self._processes: dict[str, RobotProcess] = {}
        """By table, the robot's process."""
        self._clock = CLOCK

    async def run(self, told: Callable[[str], None]) -> None:
        """Plays until it is cancelled. ``told`` is called with the bot's words about the robot.
        Raises :class:`TurnedAway`."""
        while True:
            try:
                async with (
                    ClientSession() as session,
                    session.ws_connect(self._url, heartbeat=HEARTBEAT) as socket,
                ):
                    hello = {"type": "hello", "protocol": wire.PROTOCOL, "token": self._token}
                    await socket.send_json(hello)
                    why = await self._play(socket, told)
                    if socket.close_code == WSCloseCode.POLICY_VIOLATION:
                        raise TurnedAway(why)
            except ClientError as error:
                told(type(error).__name__)
            finally:
                for table in tuple(self._processes):
                    await self._end(table)
            await asyncio.sleep(AGAIN)

    async def _play(self, socket: ClientWebSocketResponse, told: Callable[[str], None]) -> str:
        """Answers the bot's questions until the connection ends. Returns the reason of its end."""
        while (frame := await socket.receive()).type is WSMsgType.TEXT:
            message: wire.Message = json.loads(frame.data)
            match message["type"]:
                case "match" | "act":
                    self._clock = message.get("clock_ms", 1000 * self._clock) / 1000
                    await socket.send_str(await self._answer(message))
                case "hand" if (process := self._processes.get(message["table"])) is not None:
                    process.tell(message)
                case "end" if (process := self._processes.get(message["table"])) is not None:
                    process.tell(message)
                    await self._end(message["table"])
                case "welcome" | "fault":
                    told(f"{message['type']} {message.get('name') or message.get('kind')}")
                case _:
                    pass
        return str(frame.extra or "")

    async def _answer(self, message: wire.Message) -> str:
        """The robot's line; empty: the robot gives no line, and the bot plays for it."""
        table = message["table"]
        try:
            if table not in self._processes:
                self._processes[table] = await asyncio.to_thread(RobotProcess, self._command)
            return await asyncio.to_thread(self._processes[table].ask, message, self._clock)
        except Misconduct:
            await self._end(table, patience=0)
            return ""

    async def _end(self, table: str, patience: float = FAREWELL) -> None:
        if (process := self._processes.pop(table, None)) is not None:
            await asyncio.to_thread(process.end, patience)

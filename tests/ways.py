"""Counts the ways to a PostgreSQL server and back: what is sent before the answer must be read."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final
from unittest.mock import patch

import asyncpg

_WAYS: Final = ("query", "prepare", "bind_execute", "bind_execute_many", "close_statement")
"""The methods of the driver's protocol: each sends something and waits for the server."""
_TURNS: Final = 100
"""Turns of the loop after which nothing is under way any more."""


class Ways:
    """Counts the ways of all connections that are made from now on."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        """What was sent, each on a way of its own: a statement, or what is done with it."""
        self._under_way = 0
        self._back = asyncio.Event()

    async def settle(self) -> None:
        """Waits until nothing is under way, nor comes after it."""
        quiet = 0
        while quiet < _TURNS:
            quiet = 0 if self._under_way else quiet + 1
            if self._under_way:
                self._back.clear()
                await self._back.wait()
            await asyncio.sleep(0)

    async def of(self, doing: Awaitable[object]) -> list[str]:
        """The ways that this takes, until nothing is under way any more."""
        await self.settle()
        self.asked.clear()
        await doing
        await self.settle()
        return list(self.asked)

    async def take(self, name: str, call: Callable[..., Awaitable[Any]], given: Any) -> Any:
        """Goes such a way."""
        what = getattr(given[0], "query", given[0])
        self.asked.append(what if name != "prepare" else f"prepare: {given[1]}")
        self._under_way += 1
        try:
            return await call(*given)
        finally:
            self._under_way -= 1
            self._back.set()


class _Protocol:
    """Stands before the protocol of one connection, which is no class of Python's."""

    def __init__(self, ways: Ways, protocol: Any) -> None:
        self._ways = ways
        self._protocol = protocol

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._protocol, name)
        if name not in _WAYS:
            return found

        def going(*given: Any, **named: Any) -> Awaitable[Any]:
            values = (*given, *named.values())

            async def call(*_: Any) -> Any:
                return await found(*given, **named)

            return self._ways.take(name, call, values)

        return going


@contextmanager
def counted() -> Iterator[Ways]:
    """Counts the ways of the connections that are made meanwhile."""
    ways = Ways()
    begin = asyncpg.Connection.__init__

    def begun(connection: Any, protocol: Any, *given: Any, **named: Any) -> None:
        counting: Any = _Protocol(ways, protocol)
        begin(connection, counting, *given, **named)

    with patch.object(asyncpg.Connection, "__init__", begun):
        yield ways

"""A look-alike of a beacon's relay on the loopback: right, late, wrong, forged, gone or slow."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from enum import Enum

from aiohttp import web
from aiohttp.test_utils import TestServer

from engine.fairness.beacon import Chain, Pulse
from tests.adapters.beacon.chain import CHAIN, signed


class How(Enum):
    """What a relay does."""

    RIGHT = "right"
    OTHER = "the signature of another round"
    ROUND = "another round, rightly signed"
    FORGED = "a number of its own"
    GARBAGE = "no answer that anybody understands"
    LONG = "an answer without end"
    BROKEN = "an error"
    SLOW = "nothing, for a minute"
    NOT_YET = "that the round has not come"
    ELSEWHERE = "the address of another machine"


class Relay:
    """One relay. ``how`` may change while it runs; ``late`` seconds after its moment it has the
    round."""

    def __init__(self, now: Callable[[], float], chain: Chain = CHAIN) -> None:
        self.how = How.RIGHT
        self.late = 0.0
        self.asked: list[int] = []
        self._now = now
        self._chain = chain

    @asynccontextmanager
    async def running(self) -> AsyncIterator[str]:
        """Gives its address."""
        application = web.Application()
        application.router.add_get("/{chain}/public/{round}", self._answer)
        async with TestServer(application) as server:
            yield str(server.make_url("")).rstrip("/")

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        number = int(request.match_info["round"])
        self.asked.append(number)
        assert request.match_info["chain"] == self._chain.hash.hex()
        if self._now() < self._chain.comes(number) + self.late or self.how is How.NOT_YET:
            return web.json_response({"error": "not yet"}, status=425)
        match self.how:
            case How.SLOW:
                await asyncio.sleep(60)
            case How.BROKEN:
                return web.Response(status=500, text="{}")
            case How.GARBAGE:
                return web.Response(text="<html>")
            case How.LONG:
                return web.Response(text="[" * 100_000)
            case How.ELSEWHERE:
                return web.Response(status=302, headers={"Location": "http://192.0.2.1/"})
            case How.OTHER:
                return _told(number, signed(number - 1))
            case How.ROUND:
                return _told(number - 1, signed(number - 1))
            case How.FORGED:
                return _told(number, Pulse(self._chain.hash, number, bytes(range(48))))
            case _:
                pass
        return _told(number, signed(number))


def _told(number: int, pulse: Pulse) -> web.Response:
    said = {"randomness": pulse.randomness.hex(), "signature": pulse.signature.hex()}
    return web.json_response({"round": number, **said})

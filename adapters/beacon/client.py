"""Fetches rounds of a beacon over HTTP, from several relays, and checks their signatures."""

import asyncio
import multiprocessing
import signal
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Final

import msgspec
import structlog
from aiohttp import ClientError, ClientSession, ClientTimeout
from cachetools import LRUCache
from msgspec import Struct

from bot.beacon import PATIENCE, NoPulse
from bot.common.lived_time import Time
from engine.fairness.beacon import Chain, Pulse
from engine.fairness.contributions import GONE, LATE, WRONG

_log = structlog.get_logger(__name__)

_ONE_RELAY: Final = 1.0
"""Seconds that one relay has for its answer."""
_AGAIN: Final = 0.25
"""Seconds after which the first relay is asked again, when all have been asked."""
_LONGEST: Final = 4096
"""Bytes of an answer. A right one has about 300."""
_KEPT: Final = 64
"""The number of rounds that are remembered: tables that start together use the same round."""
_NOT_YET: Final = frozenset({404, 425})
"""The status of a relay's answer for a round that has not come."""


class _Answer(Struct):
    """The answer of a relay of drand for a round."""

    round: int
    signature: str


_ANSWERS: Final = msgspec.json.Decoder(_Answer)


class HttpBeacon:
    """A beacon whose rounds are fetched from ``relays``, each an address without the chain.

    ``checker``: the executor that checks signatures outside the event loop."""

    def __init__(
        self, chain: Chain, relays: Sequence[str], time: Time, checker: Callable[[], Executor]
    ) -> None:
        self.chain: Final = chain
        self._relays = tuple(relays)
        self._time = time
        self._make_checker = checker
        self._checker: Executor | None = None
        self._session: ClientSession | None = None
        self._known: LRUCache[int, Pulse] = LRUCache(_KEPT)
        self._asked: dict[int, asyncio.Task[Pulse]] = {}

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Open as long as the context lasts."""
        self._checker = self._make_checker()
        # A process of its own takes seconds to begin: not when the first match starts.
        self._checker.submit(_check, Pulse(self.chain.hash, 0, b""), self.chain.public_key)
        timeout = ClientTimeout(total=_ONE_RELAY)
        async with ClientSession(timeout=timeout, raise_for_status=False) as self._session:
            try:
                yield
            finally:
                asked = [*self._asked.values()]
                for task in asked:
                    task.cancel()
                await asyncio.gather(*asked, return_exceptions=True)
                self._checker.shutdown(wait=False, cancel_futures=True)

    async def pulse(self, round: int) -> Pulse:
        """See :class:`bot.beacon.Beacon`. Callers for the same round share one answer."""
        if round in self._known:
            return self._known[round]
        task = self._asked.get(round)
        if task is None:
            task = self._asked[round] = asyncio.create_task(self._fetched(round))
            task.add_done_callback(partial(self._done, round))
        return await asyncio.shield(task)

    def _done(self, round: int, task: asyncio.Task[Pulse]) -> None:
        del self._asked[round]
        if not task.cancelled():
            task.exception()  # perhaps nobody waits for it any more

    async def _fetched(self, round: int) -> Pulse:
        comes = self.chain.comes(round) - self._time.utc()
        if comes > 0:
            await asyncio.sleep(comes)
        said: dict[str, str] = {}
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                # A wrong answer does not become right.
                while asked := [relay for relay in self._relays if said.get(relay) != WRONG]:
                    for relay in asked:
                        if (pulse := await self._ask(relay, round, said)) is not None:
                            self._known[round] = pulse
                            return pulse
                    await asyncio.sleep(_AGAIN)
        found = {*said.values()} or {LATE}
        reason = next(fault for fault in (WRONG, LATE, GONE) if fault in found)
        _log.warning("beacon.missing", round=round, reason=reason)
        raise NoPulse(reason)

    async def _ask(self, relay: str, round: int, said: dict[str, str]) -> Pulse | None:
        """The round from this relay; ``None``: none, and ``said`` has the reason, by relay."""
        assert self._session is not None
        address = f"{relay}/{self.chain.hash.hex()}/public/{round}"
        try:
            async with self._session.get(address, allow_redirects=False) as response:
                if response.status in _NOT_YET:
                    said[relay] = LATE
                    return None
                text = await response.content.read(_LONGEST)
            answer = _ANSWERS.decode(text)
            pulse = Pulse(self.chain.hash, answer.round, bytes.fromhex(answer.signature))
        except TimeoutError:
            said[relay] = LATE
            return None
        except (ClientError, OSError, ValueError):
            said[relay] = GONE
            return None
        if answer.round == round and await self._is_signed(pulse):
            return pulse
        said[relay] = WRONG
        _log.warning("beacon.wrong", round=round, relay=relay)
        return None

    async def _is_signed(self, pulse: Pulse) -> bool:
        loop, key = asyncio.get_running_loop(), self.chain.public_key
        try:
            return await loop.run_in_executor(self._checker, _check, pulse, key)
        except BrokenExecutor:
            # The process was ended, for want of memory for example; the next one may live.
            _log.warning("beacon.checker_ended")
            self._checker = self._make_checker()
            return await loop.run_in_executor(self._checker, _check, pulse, key)


def _check(pulse: Pulse, public_key: bytes) -> bool:
    """Whether the round is signed. Only the process that checks loads the library for it."""
    from adapters.beacon.signatures import is_signed

    return is_signed(pulse, public_key)


def own_process() -> Executor:
    """A process that checks signatures. A check takes a third of a second of a processor; in
    another process it does not block the interpreter."""
    return ProcessPoolExecutor(
        1, multiprocessing.get_context("spawn"), signal.signal, (signal.SIGINT, signal.SIG_IGN)
    )

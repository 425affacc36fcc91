"""Rounds are fetched in time or not at all, and what is fetched is right."""

import asyncio
import socket
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest

from adapters.beacon.client import HttpBeacon, own_process
from bot.beacon import PATIENCE, NoPulse
from engine.fairness.contributions import GONE, LATE, WRONG
from tests.adapters.beacon.chain import CHAIN, signed
from tests.adapters.beacon.relay import How, Relay
from tests.virtual import LoopTime, now, run


@asynccontextmanager
async def beacon(*relays: Relay, more: Sequence[str] = ()) -> AsyncIterator[HttpBeacon]:
    async with AsyncExitStack() as stack:
        addresses = [await stack.enter_async_context(relay.running()) for relay in relays]
        made = HttpBeacon(
            CHAIN, [*more, *addresses], LoopTime(), checker=lambda: ThreadPoolExecutor(1)
        )
        await stack.enter_async_context(made.running())
        yield made


def coming() -> int:
    """The first round that nobody knows yet."""
    return CHAIN.round_after(now() + 1)


async def reason_of(asked: HttpBeacon, number: int) -> str:
    with pytest.raises(NoPulse) as caught:
        await run(asked.pulse(number))
    assert now() <= CHAIN.comes(number) + PATIENCE + 0.01
    return caught.value.reason


async def test_a_round_is_there_when_it_comes_and_nobody_asks_before() -> None:
    relay, number = Relay(now), coming()
    async with beacon(relay) as asked:
        task = asyncio.create_task(asked.pulse(number))
        await asyncio.sleep(CHAIN.comes(number) - now() - 0.01)
        assert relay.asked == []
        assert await task == signed(number)
        assert now() - CHAIN.comes(number) < 0.5
        assert relay.asked == [number]


async def test_an_old_round_is_there_at_once() -> None:
    """After the process was ended between the start and the deal."""
    relay, begin = Relay(now), now()
    async with beacon(relay) as asked:
        assert await run(asked.pulse(1)) == signed(1)
    assert now() - begin < 0.5


async def test_tables_that_start_together_ask_once() -> None:
    relay, number = Relay(now), coming()
    async with beacon(relay) as asked:
        found = await asyncio.gather(*(asked.pulse(number) for _ in range(5)))
        assert await run(asked.pulse(number)) == signed(number)
    assert set(found) == {signed(number)}
    assert relay.asked == [number]


async def test_a_relay_that_is_a_little_late() -> None:
    relay, number = Relay(now), coming()
    relay.late = 2.5
    async with beacon(relay) as asked:
        assert await run(asked.pulse(number)) == signed(number)


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        (How.OTHER, WRONG),
        (How.ROUND, WRONG),
        (How.FORGED, WRONG),
        (How.GARBAGE, GONE),
        (How.LONG, GONE),
        (How.BROKEN, GONE),
        (How.ELSEWHERE, GONE),
        (How.SLOW, LATE),
        (How.NOT_YET, LATE),
    ],
    ids=str,
)
async def test_a_bad_relay_alone_and_beside_a_good_one(how: How, reason: str) -> None:
    """Alone it gives nothing; a good one beside it is asked next, and is enough."""
    bad, good, number = Relay(now), Relay(now), coming()
    bad.how = how
    async with beacon(bad) as asked:
        assert await reason_of(asked, number) == reason
    number = coming()
    async with beacon(bad, good) as asked:
        assert await run(asked.pulse(number)) == signed(number)
        assert bad.asked[-1] == number


async def test_a_relay_that_is_gone() -> None:
    """Nobody listens there."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    nobody = f"http://127.0.0.1:{port}"
    async with beacon(more=[nobody]) as asked:
        assert await reason_of(asked, coming()) == GONE
    number = coming()
    async with beacon(Relay(now), more=[nobody]) as asked:
        assert await run(asked.pulse(number)) == signed(number)


async def test_a_round_that_came_too_late_is_asked_for_again() -> None:
    """Nothing is remembered of a failure; a match that was begun without it is not touched."""
    relay, number = Relay(now), coming()
    relay.late = 60
    async with beacon(relay) as asked:
        assert await reason_of(asked, number) == LATE
        relay.late = 0
        assert await run(asked.pulse(number)) == signed(number)


async def test_the_beacon_is_closed_while_somebody_waits() -> None:
    relay = Relay(now)
    async with beacon(relay) as asked:
        task = asyncio.create_task(asked.pulse(coming()))
        await asyncio.sleep(0.1)
    with pytest.raises(asyncio.CancelledError):
        await task


class Ended(ThreadPoolExecutor):
    """Its process was ended after it had begun."""

    def submit(self, *given: Any, **more: Any) -> Any:
        future: Future[bool] = Future()
        future.set_exception(BrokenExecutor())
        return future


async def test_another_process_checks_when_one_was_ended() -> None:
    checkers = [Ended(1), ThreadPoolExecutor(1)]
    relay = Relay(now)
    async with relay.running() as address:
        asked = HttpBeacon(CHAIN, [address], LoopTime(), checker=lambda: checkers.pop(0))
        async with asked.running():
            assert await run(asked.pulse(1)) == signed(1)
    assert checkers == []


async def test_signatures_are_checked_in_a_process_of_their_own() -> None:
    with own_process() as checker:
        loop = asyncio.get_running_loop()
        assert await loop.run_in_executor(checker, abs, -1) == 1

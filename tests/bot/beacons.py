"""A beacon that tests have in their hands: its rounds come when a test says so."""

import asyncio

from bot.beacon import NoPulse
from engine.fairness.beacon import Pulse
from tests.adapters.beacon.chain import CHAIN, signed


class OwnBeacon:
    """Gives every round at once, while ``gate`` is set, or no round and this ``reason``."""

    chain = CHAIN

    def __init__(self) -> None:
        self.gate = asyncio.Event()
        self.gate.set()
        self.reason = ""
        self.asked: list[int] = []

    async def pulse(self, round: int) -> Pulse:
        self.asked.append(round)
        await self.gate.wait()
        if self.reason:
            raise NoPulse(self.reason)
        return signed(round)

"""The public beacon: the bot asks it for one round, whose number is fixed before the round exists.

:mod:`adapters.beacon` implements it over HTTP; tests have their own implementation."""

from typing import Final, Protocol

from engine.fairness.beacon import Chain, Pulse

AFTER: Final = 1.0
"""The least seconds from a start to the round that it uses, so that nobody knows that round yet."""
PATIENCE: Final = 4.0
"""Seconds after the moment of a round within which it must have been fetched."""


ADDRESS: Final = "https://api.drand.sh"
"""The address at which everybody can look at a round, except for rounds of a host's own chain."""


def address_of(pulse: Pulse) -> str:
    """The address at which everybody can look at a round."""
    return f"{ADDRESS}/{pulse.chain.hex()}/public/{pulse.round}"


class NoPulse(Exception):
    """The beacon gives no round. ``reason``: of :data:`engine.fairness.contributions.REASONS`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason: Final = reason


class Beacon(Protocol):
    """A public beacon of randomness."""

    @property
    def chain(self) -> Chain:
        """The chain whose rounds this beacon gives."""

    async def pulse(self, round: int) -> Pulse:
        """The round with this number, once it has come. Its signature is right. Raises
        :class:`NoPulse`, at most :data:`PATIENCE` seconds after the moment of the round."""

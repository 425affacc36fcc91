"""The public beacon, as the bot asks it: for one round, whose number is fixed before it exists.

:mod:`adapters.beacon` brings one that speaks HTTP; tests bring their own.
"""

from typing import Final, Protocol

from engine.fairness.beacon import Chain, Pulse

AFTER: Final = 1.0
"""Seconds from a start until the round that it takes comes, at least: nobody knows that round
yet."""
PATIENCE: Final = 4.0
"""Seconds from the moment of a round in which it must have been fetched."""


ADDRESS: Final = "https://api.drand.sh"
"""Where everybody can look at a round, but for chains of a host's own."""


def address_of(pulse: Pulse) -> str:
    """The address at which everybody can look at a round."""
    return f"{ADDRESS}/{pulse.chain.hex()}/public/{pulse.round}"


class NoPulse(Exception):
    """The beacon gives no round. ``reason``: one of
    :data:`engine.fairness.contributions.REASONS`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason: Final = reason


class Beacon(Protocol):
    """A public beacon of randomness."""

    @property
    def chain(self) -> Chain:
        """The chain whose rounds it gives."""

    async def pulse(self, round: int) -> Pulse:
        """The round with this number, once it has come. Its signature is right. Raises
        :class:`NoPulse`, at most :data:`PATIENCE` seconds after the moment of the round."""

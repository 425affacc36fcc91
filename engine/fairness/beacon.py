"""Public beacons of randomness: chains of rounds that nobody here can make or choose (AZ-30).

Everybody can work out which round is next and when it comes. Nobody knows its value before.
"""

from collections.abc import Callable
from hashlib import sha256
from math import floor
from typing import Final

from msgspec import Struct

SIGNATURE_SIZE: Final = 48
"""Bytes of the signature of a round."""
KEY_SIZE: Final = 96
"""Bytes of the public key of a chain."""


class Chain(Struct, frozen=True):
    """A chain of a beacon, as its makers have published it."""

    hash: bytes
    """The name of the chain."""
    public_key: bytes
    """The public key with which everybody can check the signatures of the rounds."""
    genesis: int
    """The moment of round 1, in UTC seconds since the epoch."""
    period: int
    """Seconds from one round to the next."""

    def comes(self, round: int) -> int:
        """The moment at which a round comes, in UTC seconds since the epoch."""
        return self.genesis + (round - 1) * self.period

    def round_after(self, utc: float) -> int:
        """The first round that comes at this moment or later."""
        return max(1, 1 - floor((self.genesis - utc) / self.period))


QUICKNET: Final = Chain(
    bytes.fromhex("52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"),
    bytes.fromhex(
        "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c"
        "8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb"
        "5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
    ),
    1_692_803_367,
    3,
)
"""The chain of drand that is used unless the host names another."""


class Pulse(Struct, frozen=True):
    """One round of a beacon."""

    chain: bytes
    """The name of the chain to which the round belongs."""
    round: int
    signature: bytes
    """The signature of the chain over the number of the round."""

    @property
    def randomness(self) -> bytes:
        """The random value of the round: the hash of its signature."""
        return sha256(self.signature).digest()


IsSigned = Callable[[Pulse, bytes], bool]
"""Whether the owner of this public key has signed the round."""

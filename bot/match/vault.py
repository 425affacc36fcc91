"""The vault: secrets of matches are made here, and sealed before they are stored.

A secret is 32 bytes, one block of HMAC-SHA256. It is covered with the hash of a nonce that is never
used again, so whoever has no key sees random bytes; and a second hash over everything shows whether
anything was changed, or belongs to another match. This is what a cipher in counter mode with a
seal does for one block, and it needs nothing beyond the standard library.
"""

import hmac
import os
from collections.abc import Callable
from hashlib import sha256
from typing import Final

from bot.messages import MatchId
from engine.fairness.deal import commitment_of

SECRET_SIZE: Final = 32
_NONCE: Final = 24
_TAG: Final = 32


class Secret:
    """The secret of a match. It shows nothing of itself: no text of it ends in a log or an error,
    and it cannot be written as JSON."""

    __slots__ = ("_bytes",)

    def __init__(self, value: bytes) -> None:
        assert len(value) == SECRET_SIZE
        self._bytes = value

    def reveal(self) -> bytes:
        """Its bytes: to derive something from them, or to publish them."""
        return self._bytes

    def __repr__(self) -> str:
        return "Secret()"


class Vault:
    """Makes secrets, seals and opens them. ``keys``: the first seals, each may open. ``random``: so
    many bytes that nobody can guess."""

    def __init__(self, *keys: bytes, random: Callable[[int], bytes] = os.urandom) -> None:
        assert keys
        self._keys = [(_derived(key, b"cover"), _derived(key, b"tag")) for key in keys]
        self._random = random

    def __repr__(self) -> str:
        return "Vault()"

    def committed(self, match: MatchId) -> tuple[bytes, bytes]:
        """The commitment of a new secret for this match, and the secret sealed."""
        secret = Secret(self._random(SECRET_SIZE))
        return commitment_of(match, secret.reveal()), self.sealed(match, secret)

    def sealed(self, match: MatchId, secret: Secret) -> bytes:
        """The secret of this match as it is stored."""
        cover, tag = self._keys[0]
        nonce = self._random(_NONCE)
        covered = _covered(secret.reveal(), cover, nonce)
        return nonce + covered + _tagged(tag, match, nonce + covered)

    def opened(self, match: MatchId, sealed: bytes) -> Secret | None:
        """The secret of this match; ``None``: no key here has sealed it, or it was changed."""
        said, given = sealed[:-_TAG], sealed[-_TAG:]
        if len(said) != _NONCE + SECRET_SIZE:
            return None
        for cover, tag in self._keys:
            if hmac.compare_digest(_tagged(tag, match, said), given):
                return Secret(_covered(said[_NONCE:], cover, said[:_NONCE]))
        return None


def _derived(key: bytes, use: bytes) -> bytes:
    """A key for one use alone."""
    return hmac.digest(key, b"truco vault " + use, "sha256")


def _covered(secret: bytes, key: bytes, nonce: bytes) -> bytes:
    """Covers a secret, or uncovers it again."""
    block = hmac.digest(key, nonce, sha256)
    return bytes(one ^ other for one, other in zip(secret, block, strict=True))


def _tagged(key: bytes, match: MatchId, said: bytes) -> bytes:
    return hmac.digest(key, match.encode() + b"\n" + said, sha256)

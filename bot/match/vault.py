"""The vault: secrets of matches are made here, and sealed before they are stored.

Sealed means AES-GCM, with the match's code bound to it: whoever has no key sees random bytes, and
opening fails when a byte was changed or the secret is another match's.
"""

import os
from collections.abc import Callable
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from bot.messages import MatchId
from engine.fairness.deal import commitment_of

SECRET_SIZE: Final = 32
_NONCE: Final = 12
_TAG: Final = 16
SEALED_SIZE: Final = _NONCE + SECRET_SIZE + _TAG


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
        self._ciphers = [AESGCM(_derived(key)) for key in keys]
        self._random = random

    def __repr__(self) -> str:
        return "Vault()"

    def committed(self, match: MatchId) -> tuple[bytes, bytes]:
        """The commitment of a new secret for this match, and the secret sealed."""
        secret = Secret(self._random(SECRET_SIZE))
        return commitment_of(match, secret.reveal()), self.sealed(match, secret)

    def sealed(self, match: MatchId, secret: Secret) -> bytes:
        """The secret of this match as it is stored."""
        nonce = self._random(_NONCE)
        return nonce + self._ciphers[0].encrypt(nonce, secret.reveal(), match.encode())

    def opened(self, match: MatchId, sealed: bytes) -> Secret | None:
        """The secret of this match; ``None``: no key here has sealed it, or it was changed."""
        if len(sealed) != SEALED_SIZE:
            return None
        nonce, said = sealed[:_NONCE], sealed[_NONCE:]
        for cipher in self._ciphers:
            try:
                return Secret(cipher.decrypt(nonce, said, match.encode()))
            except InvalidTag:
                continue
        return None


def _derived(key: bytes) -> bytes:
    """The cipher's key, whatever the length of the one in the settings."""
    return HKDF(algorithm=SHA256(), length=32, salt=None, info=b"truco vault").derive(key)

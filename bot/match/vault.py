"""The vault makes the secrets of matches and seals them before they are stored.

A secret is sealed with AES-GCM, and the match's code is bound to it. Without the key one sees
random bytes. Opening fails if a byte was changed, or if the secret belongs to another match."""

import os
from collections.abc import Callable
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from bot.messages import MatchId
from engine.fairness.deal import FairProtocol
from engine.fairness.hashes import Hashes

DIA_1: Final = Hashes("truco-dia/1")
"""Every hash of a shared day begins with this name (DI-01)."""
SECRET_SIZE: Final = 32
_NONCE: Final = 12
_TAG: Final = 16
SEALED_SIZE: Final = _NONCE + SECRET_SIZE + _TAG


class Secret:
    """The secret of a match. It never shows its bytes as text, so they cannot get into a log or an
    error, and it cannot be written as JSON."""

    __slots__ = ("_bytes",)

    def __init__(self, value: bytes) -> None:
        assert len(value) == SECRET_SIZE
        self._bytes = value

    def reveal(self) -> bytes:
        """The bytes of the secret, to derive something from them or to publish them."""
        return self._bytes

    def __repr__(self) -> str:
        return "Secret()"


class Vault:
    """Makes, seals and opens secrets. ``keys``: the first one seals; each of them may open.
    ``random``: returns this many bytes that nobody can guess. ``day_word``: the word that the hosts
    who share the hand of the day have agreed on; empty: this host shares it with everybody;
    ``None``: this host shares none."""

    def __init__(
        self,
        *keys: bytes,
        random: Callable[[int], bytes] = os.urandom,
        day_word: bytes | None = None,
    ) -> None:
        assert keys
        self._ciphers = [AESGCM(_derived(key)) for key in keys]
        self._random = random
        self._day_word = day_word
        self.shares_days: Final = day_word is not None
        """Whether this host deals the day that hosts share."""

    def __repr__(self) -> str:
        return "Vault()"

    def committed(
        self, protocol: FairProtocol, match: MatchId, secret: bytes | None = None
    ) -> tuple[bytes, bytes]:
        """The secret of a match that deals by this protocol: (its commitment, the sealed secret).
        ``secret=None``: a new secret is made."""
        kept = Secret(self._random(SECRET_SIZE) if secret is None else secret)
        return protocol.commitment_of(match, kept.reveal()), self.sealed(match, kept)

    def day_secret(self, number: int, variant: str) -> bytes | None:
        """The secret of the day that hosts share (DI-03); ``None``: this host shares none."""
        if self._day_word is None:
            return None
        return DIA_1.keyed(self._day_word, "secreto", number, variant)

    def sealed(self, match: MatchId, secret: Secret) -> bytes:
        """The secret of this match, sealed for the store."""
        nonce = self._random(_NONCE)
        return nonce + self._ciphers[0].encrypt(nonce, secret.reveal(), match.encode())

    def opened(self, match: MatchId, sealed: bytes) -> Secret | None:
        """Opens the secret of this match; ``None``: no key here fits, or it was changed."""
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
    """The cipher's key, made from a key of any length in the settings."""
    return HKDF(algorithm=SHA256(), length=32, salt=None, info=b"truco vault").derive(key)

"""The hashes of the protocol: length-prefixed parts, and a stream of words for a shuffle.

Every hash of the protocol is made here, so the bytes are defined in one place (AZ-01 to AZ-04).
"""

import unicodedata
from collections.abc import Iterator
from hashlib import sha256
from itertools import count
from struct import Struct
from typing import Final

Part = bytes | str | int

HASH_SIZE: Final = 32
"""Bytes of every hash and of the secret."""
_LENGTH: Final = 4
"""Bytes of a part's length."""
_BLOCK: Final = 64
"""The size of the blocks of SHA-256, in bytes; a key is padded to this size."""
_INNER: Final = bytes(byte ^ 0x36 for byte in range(256))
_WORDS: Final = Struct(">8I")
"""The number of 32-bit words in a block."""
_OUTER: Final = bytes(byte ^ 0x5C for byte in range(256))


def part(value: Part) -> bytes:
    """The bytes of one part with their length before them. Text is UTF-8 in the form NFC, a number
    is written in decimal digits."""
    if isinstance(value, int):
        value = b"%d" % value
    elif isinstance(value, str):
        value = unicodedata.normalize("NFC", value).encode()
    return len(value).to_bytes(_LENGTH, "big") + value


class Key:
    """A key with which many messages are hashed: HMAC-SHA256, its two pads hashed once."""

    def __init__(self, key: bytes) -> None:
        padded = (sha256(key).digest() if len(key) > _BLOCK else key).ljust(_BLOCK, b"\0")
        self._inner = sha256(padded.translate(_INNER))
        self._outer = sha256(padded.translate(_OUTER))

    def digest(self, message: bytes) -> bytes:
        """The hash of a message. The caller has already joined its parts."""
        inner = self._inner.copy()
        inner.update(message)
        outer = self._outer.copy()
        outer.update(inner.digest())
        return outer.digest()


class Hashes:
    """The hashes of one version of the protocol: each begins with its name (AZ-01)."""

    def __init__(self, name: str) -> None:
        self.name: Final = name
        self._head = part(name)

    def __repr__(self) -> str:
        return self.name

    def joined(self, *parts: Part) -> bytes:
        """The bytes that are hashed for these parts: the name of the protocol, then each part with
        its length."""
        return self._head + b"".join([part(value) for value in parts])

    def hashed(self, *parts: Part) -> bytes:
        """``H`` of the specification: SHA-256."""
        return sha256(self.joined(*parts)).digest()

    def keyed(self, key: bytes, *parts: Part) -> bytes:
        """``M`` of the specification: HMAC-SHA256."""
        return Key(key).digest(self.joined(*parts))

    def stream(self, key: Key, *parts: Part) -> Iterator[int]:
        """Words of 32 bits from a key, without end: HMAC blocks with a counter."""
        said = self.joined(*parts)
        for number in count():
            yield from _WORDS.unpack(key.digest(said + part(number)))


def below(bound: int, words: Iterator[int]) -> int:
    """A number from 0 to ``bound - 1``, all equally likely. It is made from the highest bits of a
    word. A word is skipped if its bits give a number that is too large."""
    shift = 32 - (bound - 1).bit_length()
    while (number := next(words) >> shift) >= bound:
        pass
    return number

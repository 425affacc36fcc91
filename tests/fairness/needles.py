"""What nobody may read before a match is over, and a search for it in everything that is told."""

import base64
from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import Final

from bot.match.vault import SECRET_SIZE, Vault
from bot.model import MatchInfo
from engine.fairness.deal import PROTOCOLS
from engine.fairness.hashes import Key
from engine.state.table import Table

KEY: Final = b"a key of the vault, never told to anybody"
PART: Final = 10
"""So many bytes of a value are enough to find it."""


class Watched:
    """A vault that remembers its secrets for the test."""

    def __init__(self, seed: int = 1) -> None:
        self._random = Random(seed)
        self.secrets: list[bytes] = []
        self.vault: Final = Vault(KEY, random=self._bytes)

    def _bytes(self, size: int) -> bytes:
        made = self._random.randbytes(size)
        if size == SECRET_SIZE:
            self.secrets.append(made)
        return made

    def hidden(self, info: MatchInfo, table: Table, hands: int) -> dict[str, bytes]:
        """What is hidden at this table, by what it is: the secret, the key of each of its hands so
        far and of the next, the salts of all cards."""
        made = {"vault": KEY}
        for secret in self.secrets:
            if PROTOCOLS[info.protocol].commitment_of(info.match, secret).hex() == info.commitment:
                made["secret"] = secret
                if info.table_hash:
                    made |= dict(_of_hands(info, table, secret, hands))
        assert "secret" in made
        return made


def _of_hands(
    info: MatchInfo, table: Table, secret: bytes, hands: int
) -> Iterator[tuple[str, bytes]]:
    for hand in range(1, hands + 2):
        key = PROTOCOLS[info.protocol].hand_key(
            secret, info.match, hand, bytes.fromhex(info.table_hash)
        )
        yield f"key {hand}", key
        for place in range(len(table.deck)):
            yield f"salt {hand} {place}", PROTOCOLS[info.protocol].salt_of(Key(key), place)


def found(hidden: dict[str, bytes], told: str | bytes) -> list[str]:
    """What of it stands in a text, in whatever way it is written."""
    data = told.encode(errors="surrogateescape") if isinstance(told, str) else told
    lowered = data.lower()
    return [
        name
        for name, value in hidden.items()
        if value[:PART].hex().encode() in lowered or any(way in data for way in _ways(value))
    ]


@lru_cache(maxsize=4096)
def _ways(value: bytes) -> tuple[bytes, ...]:
    """The beginning of a value in all ways in which it may be written, but for hexadecimal digits,
    which may be small or large."""
    ways = (
        value[:PART],
        base64.b64encode(value)[:PART],
        base64.urlsafe_b64encode(value)[:PART],
        repr(value)[2:-1][: 4 * PART].encode(),
    )
    return tuple(dict.fromkeys(ways))

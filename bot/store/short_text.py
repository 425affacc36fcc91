"""Makes the text of a record short. A dictionary holds the texts that most records have in common.
Hashes and signatures cannot be compressed, so they stand as bytes behind the compressed text.

Older short texts, without a dictionary and such bytes, can be read too."""

import re
import zlib
from io import BytesIO
from typing import Final

_HASH: Final = re.compile(r"(?<![0-9a-f])(?:[0-9a-f]{96}|[0-9a-f]{64}|[0-9a-f]{32})(?![0-9a-f])")
_UNIT: Final = 16
"""Bytes. In the text a sign stands in place of a hash; the number of the sign tells how many units
of this size the hash has."""
_MARK: Final = re.compile("[\1\2\3]")
_NEEDS_KNOWN: Final = 0x20
"""The bit of zlib's second byte for the dictionary. Without it signs stand for themselves."""
_KNOWN: Final = b"""\
descarta denuncia interfiere mostrar igualar piedras pidoflor buenas tengo cover place stack ver
aley cft resto florenvido florquiero achico contraflor flor joga passo corre drawn
option target 15 flor con end agreed note variant tradicional-18 variant venezolano
variant gauderio variant mineiro variant uruguayo variant paulista players 4 players 6
seat 5 #5 seat 4 #4 seat 3 #3 seat 2 #2 proof secret \2 turn 7e deal 2 deal 3 deal 4 deal 5
record 1
variant argentino
players 2
seat 0 #0
seat 1 #1
proof protocol truco-azar/2
proof match abcdefgh
proof commitment \2
proof register 1 \2 \2
proof faro \2 30000000 \3
proof faro none off
proof table \2

hand dealer 0
deal 0 1e 12b 4o
deal 1 3c 2e 11o
proof root \2
proof cut medio 15 own
0 envido
1 realenvido
0 faltaenvido
1 quiero
0 truco
1 retruco
0 vale4
1 mazo
result A 0 B 2
proof transcript \2

hand dealer 1
deal 0 7e 10c 5b
deal 1 1b 6o 4c
proof root \2
proof cut arriba 20 own
1 envido
0 noquiero
1 truco
0 noquiero
0 quiero
1 play 1b
proof opening 20 \1 1b
0 play 7e
proof opening 7 \1 7e
1 play 6o
proof opening 10 \1 6o
0 play 5b
proof opening 30 \1 5b
result A 1 B 0
proof transcript \2

hand dealer 0
deal 0 3o 2b 12c
deal 1 7o 11e 4b
proof root \2
proof cut abajo 30 own
"""
"""The dictionary: common texts, the most usual last. Stored texts need it: it never changes."""


def shortened(text: str) -> bytes:
    hashes = BytesIO()

    def lifted(found: re.Match[str]) -> str:
        return chr(hashes.write(bytes.fromhex(found[0])) // _UNIT)

    if _MARK.search(text):
        return zlib.compress(text.encode(), 9)
    plain = _HASH.sub(lifted, text)
    packer = zlib.compressobj(9, zdict=_KNOWN)
    return packer.compress(plain.encode()) + packer.flush() + hashes.getvalue()


def whole_text(short: bytes) -> str:
    """The text that was made short. Raises ``ValueError`` and ``zlib.error``."""
    reader = zlib.decompressobj(zdict=_KNOWN)
    plain = reader.decompress(short).decode()
    behind = reader.unused_data
    if not reader.eof:
        raise ValueError(len(short))
    if not behind and not short[1] & _NEEDS_KNOWN:
        return plain
    if sum(map(_size, _MARK.findall(plain))) != len(behind):
        raise ValueError(len(short))
    hashes = BytesIO(behind)
    return _MARK.sub(lambda found: hashes.read(_size(found[0])).hex(), plain)


def _size(mark: str) -> int:
    """The number of bytes of the hash in whose place this sign stands."""
    return _UNIT * ord(mark)

"""A chain of a beacon whose secret key the tests have: it signs any round."""

from functools import cache
from hashlib import sha256
from typing import Final

from py_ecc.bls.hash_to_curve import hash_to_G1
from py_ecc.bls.point_compression import compress_G1, compress_G2
from py_ecc.optimized_bls12_381.optimized_curve import G2, multiply

from adapters.beacon import signatures
from engine.fairness.beacon import Chain, Pulse

# Checking a signature takes a third of a second of a processor, and most tests ask for the same
# rounds: every clock begins at the same moment.
signatures.is_signed = cache(signatures.is_signed)

_SECRET: Final = 0x5EC2E7
_TAG: Final = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
_KEY: Final = b"".join(part.to_bytes(48, "big") for part in compress_G2(multiply(G2, _SECRET)))
CHAIN: Final = Chain(sha256(b"a chain of the tests").digest(), _KEY, 1_000_000_000, 3)


@cache
def signed(number: int, chain: Chain = CHAIN) -> Pulse:
    """The round with this number."""
    message = hash_to_G1(sha256(number.to_bytes(8, "big")).digest(), _TAG, sha256)  # type: ignore[arg-type]
    signature = compress_G1(multiply(message, _SECRET))
    return Pulse(chain.hash, number, int(signature).to_bytes(48, "big"))

"""Whether a round of a beacon is signed by its chain (AZ-30).

The scheme is drand's ``bls-unchained-g1-rfc9380``: BLS on the curve BLS12-381, the signature in its
first group, the public key in the second. A check takes a third of a second of a processor."""

from functools import lru_cache
from hashlib import sha256
from typing import Final

from eth_typing import BLSSignature
from py_ecc.bls.g2_primitives import signature_to_G2, subgroup_check
from py_ecc.bls.hash_to_curve import hash_to_G1
from py_ecc.bls.point_compression import decompress_G1
from py_ecc.bls.typing import G1Compressed, G2Uncompressed
from py_ecc.fields import optimized_bls12_381_FQ12 as FQ12
from py_ecc.optimized_bls12_381.optimized_curve import G2, is_inf, neg
from py_ecc.optimized_bls12_381.optimized_pairing import final_exponentiate, pairing

from engine.fairness.beacon import SIGNATURE_SIZE, Pulse

_TAG: Final = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
"""The tag that keeps these hashes apart from the hashes of other schemes."""
_ROUND: Final = 8
"""Bytes of the number of a round."""


def is_signed(pulse: Pulse, public_key: bytes) -> bool:
    """Whether the owner of this key has signed the round."""
    if len(pulse.signature) != SIGNATURE_SIZE or not 0 < pulse.round < 1 << 8 * _ROUND:
        return False
    key = _point_of(public_key)
    if key is None:
        return False
    try:
        signature = decompress_G1(G1Compressed(int.from_bytes(pulse.signature, "big")))
    except ValueError:
        return False
    if is_inf(signature) or not subgroup_check(signature):
        return False
    said = sha256(pulse.round.to_bytes(_ROUND, "big")).digest()
    message = hash_to_G1(said, _TAG, sha256)  # type: ignore[arg-type]  # its type is wrong there
    # e(G, signature) = e(key, message), with one exponentiation for both.
    both = pairing(G2, signature, False) * pairing(key, neg(message), False)
    return bool(final_exponentiate(both) == FQ12.one())


@lru_cache(maxsize=4)
def _point_of(public_key: bytes) -> G2Uncompressed | None:
    """The point of a chain's key; ``None``: the key is no point. The result is remembered: working
    it out takes a fifth of a check, and a chain has one key."""
    try:
        key = signature_to_G2(BLSSignature(public_key))
    except ValueError:
        return None
    return None if is_inf(key) or not subgroup_check(key) else key

"""Signatures of a beacon: those that were published are right, and nothing else is (AZ-30)."""

import pytest
from msgspec.structs import replace
from py_ecc.bls.point_compression import compress_G1, decompress_G1
from py_ecc.bls.typing import G1Compressed
from py_ecc.optimized_bls12_381.optimized_curve import add, curve_order, multiply

from adapters.beacon.signatures import is_signed
from engine.fairness.beacon import QUICKNET, Pulse
from tests.adapters.beacon.chain import CHAIN, signed
from tools.fairness_vectors import ROUNDS

KEY = QUICKNET.public_key
PULSE = Pulse(QUICKNET.hash, 657413, bytes.fromhex(ROUNDS[657413]))


@pytest.mark.parametrize("number", ROUNDS)
def test_published_rounds(number: int) -> None:
    assert is_signed(Pulse(QUICKNET.hash, number, bytes.fromhex(ROUNDS[number])), KEY)


def test_what_the_published_round_says() -> None:
    said = "fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587"
    assert PULSE.randomness.hex() == said


INFINITY = bytes([0xC0]) + bytes(47)
FORGED = {
    "of another round": replace(PULSE, round=657414),
    "no round": replace(PULSE, round=0),
    "a round beyond all": replace(PULSE, round=1 << 64),
    "another signature of the chain": replace(PULSE, signature=bytes.fromhex(ROUNDS[123])),
    "of another chain": replace(signed(657413), chain=QUICKNET.hash),
    "the point that every key signs": replace(PULSE, signature=INFINITY),
    "the other half": replace(
        PULSE, signature=bytes([PULSE.signature[0] ^ 0x20]) + PULSE.signature[1:]
    ),
    "a point outside the group": replace(PULSE, signature=bytes([0x80]) + bytes(46) + b"\x04"),
    "no point": replace(PULSE, signature=PULSE.signature[:-1] + b"\x00"),
    "not compressed": replace(PULSE, signature=bytes([0x17]) + PULSE.signature[1:]),
    "too large": replace(PULSE, signature=b"\x9f" + b"\xff" * 47),
    "too short": replace(PULSE, signature=PULSE.signature[:-1]),
    "nothing": replace(PULSE, signature=b""),
}


@pytest.mark.parametrize("what", FORGED)
def test_a_forged_round(what: str) -> None:
    assert not is_signed(FORGED[what], KEY)


def test_a_signature_beside_a_point_outside_the_group() -> None:
    """The pairing does not tell it from the right one, and it says another number."""
    outside = decompress_G1(
        G1Compressed(int.from_bytes(bytes([0x80]) + bytes(46) + b"\x04", "big"))
    )
    right = decompress_G1(G1Compressed(int.from_bytes(PULSE.signature, "big")))
    beside = compress_G1(add(right, multiply(outside, curve_order)))
    forged = replace(PULSE, signature=int(beside).to_bytes(48, "big"))
    assert forged.randomness != PULSE.randomness
    assert not is_signed(forged, KEY)


@pytest.mark.parametrize("key", [b"", bytes(96), bytes([0xC0]) + bytes(95), KEY[:48], KEY[:-1]])
def test_a_key_that_is_none(key: bytes) -> None:
    assert not is_signed(PULSE, key)


def test_the_look_alike_signs_as_a_chain_does() -> None:
    """Its rounds are right by its key, and by no other."""
    assert is_signed(signed(5), CHAIN.public_key)
    assert not is_signed(signed(5), KEY)

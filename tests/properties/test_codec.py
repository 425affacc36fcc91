"""Snapshots: another version is refused, and no bytes whatever do worse than that."""

import contextlib
from random import Random

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.apply import new_match
from engine.record import codec
from engine.record.codec import BadSnapshot, decode, encode
from engine.state.state import State
from engine.variants import table_for
from tests.examples import examples
from tests.narrow import of_kind
from tests.strategies import Playout, seeds, start_from, starts

NEW = new_match(table_for("argentino", 2))


def parts(state: State) -> list[object]:
    """The snapshot as plain values; the version comes first."""
    return of_kind(list, msgspec.msgpack.decode(encode(state)))


def test_the_version_comes_first() -> None:
    assert parts(NEW)[0] == codec.VERSION


@pytest.mark.parametrize("version", [0, 1, 2, 3, 5, -1, 10**6, "1", None, 1.5])
def test_another_version_is_refused(version: object) -> None:
    assert version != codec.VERSION
    data = msgspec.msgpack.encode([version, *parts(NEW)[1:]])
    with pytest.raises(BadSnapshot):
        decode(data)


def test_another_version_of_another_shape_is_refused() -> None:
    """Whatever the fields of a later version will be, its number is enough."""
    later = codec.VERSION + 1
    for data in ([later], [later, {"anything": 1}], [later, *parts(NEW)[1:], "more"]):
        with pytest.raises(BadSnapshot):
            decode(msgspec.msgpack.encode(data))


@pytest.mark.parametrize("place", [1, 2, 3])
def test_a_stranger_is_refused(place: int) -> None:
    """A variant, a number of players, options that this program does not know."""
    made = parts(NEW)
    made[place] = {1: "marciano", 2: 5, 3: [["flor", "quizas"]]}[place]
    with pytest.raises(BadSnapshot):
        decode(msgspec.msgpack.encode(made))


@given(st.binary(max_size=300))
@example(b"")
@example(b"\x90")
@example(b"\xc1")
@example(b"\xdd\xff\xff\xff\xff")
def test_any_bytes(data: bytes) -> None:
    """Decoded or refused, never anything else."""
    with contextlib.suppress(BadSnapshot):
        decode(data)


@given(starts(), seeds)
def test_damaged_bytes(start: State, seed: int) -> None:
    """A true snapshot with some bytes changed, cut off or doubled."""
    playout = Playout(start, seed)
    playout.play(playout.rng.randrange(0, 30))
    rng = Random(seed)
    true = encode(playout.state)
    for _ in range(20):
        data = bytearray(true)
        for _ in range(rng.randrange(1, 4)):
            at = rng.randrange(len(data))
            change = rng.randrange(4)
            if change == 0:
                data[at] = rng.randrange(256)
            elif change == 1:
                data[at] ^= 1 << rng.randrange(8)
            elif change == 2 and len(data) > 2:
                del data[at : at + rng.randrange(1, 5)]
            else:
                data[at:at] = data[at : at + 3]
            if not data:
                break
        with contextlib.suppress(BadSnapshot):
            decode(bytes(data))


@examples(25)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-9, 99) | st.text(max_size=4),
        lambda more: st.lists(more, max_size=5),
    )
)
def test_any_values(value: object) -> None:
    """Well-formed bytes of another shape."""
    for data in (value, [codec.VERSION, value], [codec.VERSION, "argentino", 2, value, value]):
        with contextlib.suppress(BadSnapshot):
            decode(msgspec.msgpack.encode(data))


@pytest.mark.parametrize("deep", [10, 1_000, 100_000])
def test_deeply_nested_bytes(deep: int) -> None:
    """Nesting without end is refused like anything else."""
    before_the_options = encode(NEW)[: encode(NEW).index(b"argentino") + len(b"argentino") + 1]
    for start in (b"", before_the_options):
        with pytest.raises(BadSnapshot):
            decode(start + b"\x91" * deep + b"\xc0")


def test_equal_states_have_equal_bytes() -> None:
    for seed in range(20):
        one = Playout(start_from(seed), seed).play(25).state
        two = Playout(start_from(seed), seed).play(25).state
        assert one == two
        assert encode(one) == encode(two)
        assert hash(one.table) == hash(decode(encode(one)).table)

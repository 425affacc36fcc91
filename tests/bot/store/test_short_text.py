"""The text of a record is short in the database, and comes back as it was."""

import zlib
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.store.short_text import shortened, whole_text

HASHES: Final = ("0f" * 16, "1e" * 32, "2d" * 48)
TEXT: Final = "record 1\nproof root {1}\nproof opening 7 {0} 7e\nproof faro {1} 3 {2}\n".format(
    *HASHES
)

words = st.sampled_from(
    (*HASHES, "proof root ", "\n", " ", "0 play 7e", "a", "0f" * 17, "1E" * 32, "\1", "\2", "ñ")
)


@given(st.lists(words | st.text(max_size=5)).map("".join))
def test_a_text_comes_back(text: str) -> None:
    """Also one with the signs that stand for hashes, and with digits that are none."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return
    assert whole_text(shortened(text)) == text


def test_hashes_take_half_their_digits() -> None:
    inside = (HASHES[1], HASHES[0], HASHES[1], HASHES[2])
    assert shortened(TEXT).endswith(b"".join(map(bytes.fromhex, inside)))


@pytest.mark.parametrize(
    "short",
    [
        zlib.compress(TEXT.encode(), 9),
        bytes.fromhex("78f94a448fc683e7052c8ad17c889a4881a913005b281215")
        + b"".join(map(bytes.fromhex, (HASHES[1], HASHES[0], HASHES[1], HASHES[2]))),
    ],
    ids=["at first", "with what is known ahead"],
)
def test_what_is_stored_is_read(short: bytes) -> None:
    """Whatever is known ahead by then."""
    assert whole_text(short) == TEXT


@pytest.mark.parametrize("text", [TEXT, "0 play 7e"])
def test_what_is_cut_off_is_not_read(text: str) -> None:
    short = shortened(text)
    for left in range(len(short)):
        with pytest.raises((ValueError, zlib.error)):
            whole_text(short[:left])

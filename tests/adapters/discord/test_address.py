"""Addresses of surfaces are read as they were written."""

import pytest

from adapters.discord.address import DIRECT, HERE, TABLE, Address, read


@pytest.mark.parametrize(
    "address",
    [
        Address(TABLE, 12),
        Address(TABLE, 12, 12, 34, 5),
        Address(DIRECT, 12),
        Address(DIRECT, 12, 56, 34, 5),
        Address(HERE, 12),
        Address(HERE, 12, 0, 34, 0, 1_800_000_000, "aW50-_.x"),
    ],
)
def test_read_as_written(address: Address) -> None:
    assert read(str(address)) == address

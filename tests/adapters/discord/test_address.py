"""Addresses of surfaces are read as they were written."""

import pytest

from adapters.discord.address import DIRECT, HERE, TABLE, Address, read
from adapters.discord.ids import channel_of, guild_of, place_id, user_id, user_of


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


@pytest.mark.parametrize(
    ("place", "channel"),
    [("discord:1/7", 7), ("discord:@500/7", 7), ("discord:1/x", None), ("telegram:1/7", None)],
)
def test_a_place_of_discord_has_a_channel(place: str, channel: int | None) -> None:
    assert channel_of(place) == channel


@pytest.mark.parametrize(
    ("community", "guild"),
    [("discord:1", 1), ("discord:@500", None), ("telegram:1", None), ("web:playground", None)],
)
def test_a_community_of_discord_is_a_server(community: str, guild: int | None) -> None:
    """Or a private chat."""
    assert guild_of(community) == guild


def test_what_is_written_of_a_user_and_a_place_is_read_again() -> None:
    assert user_of(user_id(500)) == 500
    assert user_of("telegram:500") is None
    assert channel_of(place_id("discord:1", 7)) == 7

"""Turns Discord's numbers into the service's ids, and back.

A user is ``discord:<user>``, a server ``discord:<guild>``, a private chat with the bot
``discord:@<user>``, a channel in which the bot is not ``discord:~<channel>``. The place of a table
is a channel, ``<community>/<channel>``."""

from typing import Final

from bot.messages import CommunityId, PlaceId, UserId

PLATFORM: Final = "discord"


def user_id(user: int) -> UserId:
    return f"{PLATFORM}:{user}"


def user_of(user: UserId) -> int | None:
    """The number of a user; ``None`` for one of another platform."""
    platform, _, key = user.partition(":")
    return int(key) if platform == PLATFORM and key.isdecimal() else None


def community_id(guild: int | None, user: int) -> CommunityId:
    """A server, or the person's own chat with the bot."""
    return f"{PLATFORM}:{guild}" if guild else f"{PLATFORM}:@{user}"


def botless_id(channel: int) -> CommunityId:
    """A channel in which the bot is not: somebody has installed it for themselves."""
    return f"{PLATFORM}:~{channel}"


def is_botless(community: CommunityId) -> bool:
    """Whether the bot is not in this community: it may answer there, and write nothing else."""
    return community.startswith(f"{PLATFORM}:~")


def guild_of(community: CommunityId) -> int | None:
    """The server of a community; ``None`` for a private chat, for a channel in which the bot
    is not, and for another platform."""
    platform, _, key = community.partition(":")
    return int(key) if platform == PLATFORM and key.isdecimal() else None


def place_id(community: CommunityId, channel: int) -> PlaceId:
    return f"{community}/{channel}"


def channel_of(place: PlaceId) -> int | None:
    """The channel of a place, in which the bot can write; ``None`` for one in which it is not,
    and for one of another platform."""
    community, _, channel = place.rpartition("/")
    ours = community.startswith(f"{PLATFORM}:") and not is_botless(community)
    return int(channel) if ours and channel.isdecimal() else None

"""The account of the bot at Discord, and how this process is connected with it."""

from collections.abc import Sequence
from typing import Final

import discord
from pydantic import SecretStr

from bot.host.setting_values import read_shard_ids
from bot.host.settings import Settings


class Account:
    """The account of a bot. ``repr`` shows nothing of it, because a person who has the token
    controls the bot.

    ``api_url``, ``gateway_url``: empty means the addresses of discord.py. ``shards``: the number of
    shards; ``None``: as many as Discord advises. ``shard_ids``: the shards that this process opens;
    ``None``: all. Of several processes with the same shards one reacts to events."""

    def __init__(
        self,
        token: str,
        *,
        api_url: str = "",
        gateway_url: str = "",
        shards: int | None = None,
        shard_ids: Sequence[int] | None = None,
    ) -> None:
        self.token: Final = token
        self.api_url: Final = api_url
        self.gateway_url: Final = gateway_url
        self.shards: Final = shards
        self.shard_ids: Final = shard_ids


def may_be_installed(client: discord.Client) -> bool:
    """Whether people may install the bot for themselves: *User Install* is on in the portal."""
    known = client.application
    return known is not None and known.user_integration_config is not None


def discord_account(settings: Settings, token: SecretStr) -> Account:
    named = settings.discord_shard_ids
    return Account(
        token.get_secret_value(),
        api_url=settings.discord_api_url,
        gateway_url=settings.discord_gateway_url,
        shards=settings.discord_shards or None,
        shard_ids=None if named is None else read_shard_ids(named),
    )

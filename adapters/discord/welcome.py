"""The message to a server that has just added the bot, sent once."""

from functools import partial

import discord

from adapters.discord import layout, pictures
from adapters.discord.rights import NEEDED


async def greet(guild: discord.Guild, locale: str) -> None:
    """Says hello where the server greets newcomers, otherwise in the first channel where the bot
    may write. If there is none, it says nothing."""
    channel = _where(guild)
    if channel is not None:
        send = partial(channel.send, allowed_mentions=discord.AllowedMentions.none())
        await pictures.post(layout.welcome(locale), send)


def _where(guild: discord.Guild) -> discord.TextChannel | None:
    own = () if guild.system_channel is None else (guild.system_channel,)
    return next((channel for channel in (*own, *guild.text_channels) if _may_write(channel)), None)


def _may_write(channel: discord.TextChannel) -> bool:
    return channel.permissions_for(channel.guild.me).is_superset(NEEDED)

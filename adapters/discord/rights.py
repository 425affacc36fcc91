"""Permissions: what a table needs of its channel, what is asked for when the bot is invited."""

from typing import Final

import discord

NEEDED: Final = discord.Permissions(view_channel=True, send_messages=True)
"""Of a channel in which a table stands."""
IN_THREAD: Final = discord.Permissions(view_channel=True, send_messages_in_threads=True)
"""Of a thread."""
USEFUL: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    read_message_history=True,
)
"""Of a server: with a thread for each match, and old messages tidied up."""
INVITED: Final = USEFUL | discord.Permissions(attach_files=True)
"""... and with pictures of the cards where somebody sees them in the channel."""


def names_of(rights: discord.Permissions) -> tuple[str, ...]:
    """Discord's names of these permissions."""
    return tuple(name for name, on in rights if on)

"""Permissions: those that a table needs in its channel, and those asked for with the invitation."""

from typing import Final

import discord

NEEDED: Final = discord.Permissions(view_channel=True, send_messages=True)
"""Needed in a channel with a table."""
IN_THREAD: Final = discord.Permissions(view_channel=True, send_messages_in_threads=True)
"""Needed in a thread."""
USEFUL: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    read_message_history=True,
)
"""Useful in a server: for a thread for each match, and for deleting old messages."""
INVITED: Final = USEFUL | discord.Permissions(attach_files=True)
"""What the invitation asks for: what is useful in a server, and the right to send pictures."""


def names_of(rights: discord.Permissions) -> tuple[str, ...]:
    """Discord's names of these permissions."""
    return tuple(name for name, on in rights if on)

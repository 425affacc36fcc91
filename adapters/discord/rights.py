"""The permissions that a table needs in its channel, and those that the invitation asks for."""

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
"""Useful in a server: to make a thread for each match, and to delete old messages."""
INVITED: Final = USEFUL | discord.Permissions(attach_files=True)
"""The permissions of the invitation: useful ones, and the right to send pictures."""


_RENAMED: Final = {"read_messages": "view_channel"}
"""Permissions that discord.py lists by a name that Discord no longer uses."""


def names_of(rights: discord.Permissions) -> tuple[str, ...]:
    return tuple(_RENAMED.get(name, name) for name, on in rights if on)

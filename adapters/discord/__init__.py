"""Discord: the whole game in a server, by commands, buttons and private messages.

A full adapter on discord.py. It translates: a press becomes a command, a screen a message. It knows
no rules and stores nothing of its own."""

from adapters.discord.account import Account, discord_account
from adapters.discord.bot import DiscordAdapter

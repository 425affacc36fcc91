"""What all tests of platforms share."""

import discord.utils
import msgspec

# Every bot that starts on Discord sends and gets half a megabyte of commands. discord.py, too,
# takes another library for JSON where there is one.
vars(discord.utils).update(
    _to_json=lambda value: msgspec.json.encode(value).decode(), _from_json=msgspec.json.decode
)

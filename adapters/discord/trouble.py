"""Errors of the network, besides those that Discord itself answers."""

from typing import Final

import aiohttp
import discord

NETWORK: Final = (OSError, TimeoutError, aiohttp.ClientError)
"""The connection failed; whether the call was done, nobody knows."""
ANY: Final = (discord.HTTPException, discord.RateLimited, *NETWORK)
"""It was refused, would have to wait too long, or the connection failed."""

"""Errors of the network, in addition to the errors that Discord itself reports."""

from typing import Final

import aiohttp
import discord

NETWORK: Final = (OSError, TimeoutError, aiohttp.ClientError)
"""The connection failed. Nobody knows whether the call was carried out."""
ANY: Final = (discord.HTTPException, discord.RateLimited, *NETWORK)
"""The call was refused, would have to wait too long, or its connection failed."""

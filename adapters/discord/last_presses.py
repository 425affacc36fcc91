"""The last press of each person, by which more can be written for a while: to them alone, or to a
channel in which the bot is not."""

from functools import partial
from typing import Final

import discord
from cachetools import FIFOCache
from msgspec.structs import replace

from adapters.discord import pictures
from adapters.discord.address import BOTLESS, HERE, Address
from adapters.discord.caller import in_botless_place, is_direct
from adapters.discord.message import Message
from bot.service import Service

TOKEN_SECONDS: Final = 14 * 60
"""Seconds in which an answer can be edited and followed up: Discord's limit less a minute."""
_NO_MORE: Final = 40094
"""Discord's error for a sixth follow-up to one press or command, where the bot is not."""
_FRESH: Final = 10_000
_Reply = tuple[discord.Webhook, float, bool]
"""The interaction by which a person can be answered, the moment until which that is possible, and
whether pictures are allowed."""


class LastPresses:
    """Remembers presses and typed commands, and writes what follows them."""

    def __init__(self, client: discord.Client, service: Service) -> None:
        self._client = client
        self._service = service
        self._fresh: FIFOCache[int, _Reply] = FIFOCache(_FRESH)
        """By user, their last press."""
        self._last_there: FIFOCache[int, _Reply] = FIFOCache(_FRESH)
        """By channel in which the bot is not, the last press of anybody."""

    def pressed(self, interaction: discord.Interaction) -> None:
        """Notes that a person has pressed or typed in a channel, and was answered. For a while more
        can be written to them there. A command whose answer is still awaited must not be noted: the
        first message would take the place of that answer, and everybody might see it."""
        if is_direct(interaction):
            return
        user = interaction.user.id
        until = self._service.time.utc() + TOKEN_SECONDS
        pictured = interaction.app_permissions.attach_files
        self._fresh[user] = (interaction.followup, until, pictured)
        if in_botless_place(interaction):
            self._last_there[interaction.channel_id or 0] = self._fresh[user]

    async def follow(self, user: int, message: Message) -> tuple[Address, Message] | None:
        """Sends a message to this person alone, as a follow-up to their last press. Returns the
        address of the message and the message as it was sent; ``None``: the last press was too long
        ago, or Discord takes no more messages after it."""
        return await self._follow(self._fresh, Address(HERE, user), message)

    async def follow_openly(self, channel: int, message: Message) -> tuple[Address, Message] | None:
        """Sends a message to a channel in which the bot is not, as a follow-up to the last press
        there. Returns as :meth:`follow`."""
        return await self._follow(self._last_there, Address(BOTLESS, channel), message)

    async def _follow(
        self, fresh: FIFOCache[int, _Reply], to: Address, message: Message
    ) -> tuple[Address, Message] | None:
        found = fresh.get(to.target)
        if found is None or self._service.time.utc() >= found[1]:
            return None
        reply, until, pictured = found
        send = partial(
            reply.send,
            ephemeral=to.kind == HERE,
            wait=True,
            allowed_mentions=discord.AllowedMentions.none(),
        )
        wanted = message if pictured else message.without_picture()
        try:
            made, message = await pictures.post(wanted, send)
        except discord.HTTPException as error:
            if error.code != _NO_MORE:
                raise
            fresh.pop(to.target, None)
            return None
        return replace(to, message=made.id, until=int(until), token=reply.token or ""), message

    def webhook(self, token: str) -> discord.Webhook:
        """The webhook that edits the answers of an interaction."""
        return discord.Webhook.partial(self._client.application_id or 0, token, client=self._client)

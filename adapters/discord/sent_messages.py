"""Messages that the bot has sent in Discord: sends, edits and deletes them, and remembers what they
show."""

import secrets
from functools import partial
from typing import Final

import discord
from cachetools import FIFOCache
from msgspec.structs import replace

from adapters.discord import pictures
from adapters.discord.address import Address
from adapters.discord.layout import at_rest
from adapters.discord.message import Message
from adapters.discord.pictures import Call
from adapters.discord.reachability import Reachability
from adapters.discord.trouble import NETWORK
from bot.service import Service
from bot.store.model import Surface

ANEW: Final = frozenset({10008, 30046, 50083})
"""Discord's errors when a new message is needed: the old one is gone, is too old for more edits, or
is in a thread that sleeps until a new message comes."""
_REMEMBERED: Final = 4000


class SentMessages:
    """The messages that show surfaces. Its methods raise the errors of discord.py."""

    def __init__(
        self, client: discord.Client, service: Service, reachability: Reachability
    ) -> None:
        self._client = client
        self._service = service
        self._reachability = reachability
        self._drawn: FIFOCache[int, Message] = FIFOCache(_REMEMBERED)
        """By message, its content when it was last sent or edited."""
        self._unsure: FIFOCache[tuple[str, str], str] = FIFOCache(_REMEMBERED)
        """Messages that may have been sent, because no answer came; by surface and address."""

    def known(self, id: int) -> Message | None:
        """The content of this message, if it is known."""
        return self._drawn.get(id)

    def remember(self, id: int, message: Message) -> None:
        self._drawn[id] = message

    def doubt(self, id: int) -> None:
        """Forgets the content of this message. Two writers have written at once, or one got no
        answer: nobody knows which picture it shows."""
        if (known := self._drawn.get(id)) is not None:
            self._drawn[id] = replace(known, picture=None)

    async def send(self, surface: Surface, message: Message, call: Call[discord.Message]) -> int:
        """Sends a new message for the surface; returns its id. An earlier message from the same
        address may have arrived without an answer. Then the new one has the same nonce, and Discord
        may give back the earlier message, with older content."""
        key = surface.id, surface.address
        before = self._unsure.pop(key, "")
        self._unsure[key] = (nonce := before or secrets.token_hex(12))
        try:
            made, message = await pictures.post(message, partial(call, nonce=nonce))
        except discord.HTTPException as error:
            if error.status < 500:
                del self._unsure[key]
            raise
        del self._unsure[key]
        self.remember(made.id, message)
        if before:
            self.doubt(made.id)
            await self._service.surfaces.redraw(surface.id)
        return made.id

    async def edit(self, address: Address, message: Message) -> None:
        change = partial(self._edit_of(address), allowed_mentions=discord.AllowedMentions.none())
        try:
            _, message = await pictures.edit(message, self.known(address.message), change)
        except NETWORK:
            self.doubt(address.message)
            raise
        self.remember(address.message, message)

    async def try_edit(self, address: Address, message: Message) -> bool:
        """Edits the message of a channel; returns whether that was possible. If not (:data:`ANEW`),
        a new message has to be sent."""
        try:
            await self.edit(address, message)
        except discord.HTTPException as error:
            if error.code in ANEW:
                return False
            raise
        return True

    async def put_away(self, address: Address, *, stays: bool) -> None:
        """Deletes a message without a surface. ``stays``: removes its buttons, if it is known."""
        known = self.known(address.message)
        if known is None or not stays:
            await self._delete(address)
        elif (resting := at_rest(known)).components != known.components:
            await pictures.edit(resting, known, self._edit_of(address))
        # Not before: after a failure the next attempt needs the content too.
        self._drawn.pop(address.message, None)

    async def _delete(self, address: Address) -> None:
        if address.answers:
            await self._reachability.webhook(address.token).delete_message(address.message)
        else:
            await self._in_channel(address).delete()

    def _edit_of(self, address: Address) -> Call[object]:
        if address.answers:
            return partial(self._reachability.webhook(address.token).edit_message, address.message)
        return self._in_channel(address).edit

    def _in_channel(self, address: Address) -> discord.PartialMessage:
        channel = self._client.get_partial_messageable(address.channel)
        return channel.get_partial_message(address.message)

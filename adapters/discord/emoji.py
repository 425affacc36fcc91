"""Cards as emoji of the application, found by name. A card without an emoji is named in words."""

import asyncio
from collections.abc import Mapping
from typing import Final

import discord
import structlog

from adapters.discord.message import Json
from adapters.discord.trouble import ANY
from bot.pictures.deck import BACK, DECKS
from bot.pictures.raster import png

DESIGN: Final = 1
"""The number of the design, part of the names: old messages keep their emoji."""
PACE: Final = 0.25
"""Seconds between two uploads, so that uploads do not hold up the tables."""
SIDE: Final = 128
"""The size in pixels; Discord shows no more."""
_DECKS: Final = {"spanish": "es", "french": "fr"}

_log = structlog.get_logger(__name__)


def emoji_name(deck: str, code: str) -> str:
    """The name of a card's emoji: ``truco1_es_7o``. Discord allows such characters, at most 32."""
    return f"truco{DESIGN}_{_DECKS[deck]}_{code}"


class Emoji:
    """The application's emoji, by name."""

    def __init__(self, known: Mapping[str, int] | None = None) -> None:
        self.known: Final = dict(known or {})
        self.uploading = False
        """Whether some emoji are being uploaded; until then screens name cards in words."""

    def text(self, deck: str, code: str) -> str:
        """The card's emoji in a text; empty if it has none."""
        name = emoji_name(deck, code)
        return f"<:{name}:{self.known[name]}>" if name in self.known else ""

    def button(self, deck: str, code: str) -> Json | None:
        """The card's emoji on a button."""
        name = emoji_name(deck, code)
        return {"id": str(self.known[name]), "name": name} if name in self.known else None

    async def find(self, client: discord.Client) -> None:
        """Looks up the emoji that the application has."""
        for emoji in await client.fetch_application_emojis():
            self.known[emoji.name] = emoji.id

    def missing(self) -> list[tuple[str, str]]:
        """The deck and code of every card without an emoji."""
        every = ((deck, code) for deck in _DECKS for code in (*DECKS[deck].codes, BACK))
        return [card for card in every if emoji_name(*card) not in self.known]

    async def upload(self, client: discord.Client) -> None:
        """Uploads the missing emoji, once for all servers. Cards that fail are named in words."""
        self.uploading = True
        try:
            await self._upload(client)
        finally:
            self.uploading = False

    async def _upload(self, client: discord.Client) -> None:
        for deck, code in self.missing():
            image = png(DECKS[deck].small_svg(code), SIDE)
            try:
                made = await client.create_application_emoji(
                    name=emoji_name(deck, code), image=image
                )
            except ANY as error:
                _log.warning("discord.emoji", error=type(error).__name__)
                return
            self.known[made.name] = made.id
            await asyncio.sleep(PACE)

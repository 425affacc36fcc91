"""Cards as emoji of the application: found by name, and done without where they are missing."""

import asyncio
from collections.abc import Mapping
from typing import Final

import discord
import structlog

from adapters.discord.message import Json
from adapters.discord.trouble import ANY
from bot.pictures.raster import png
from bot.pictures.small import codes, small_svg

DESIGN: Final = 1
"""Another number for another drawing: old messages keep theirs, new ones look for the new."""
PACE: Final = 0.25
"""Seconds between two uploads: the tables come first."""
SIDE: Final = 128
"""Pixels; Discord shows at most so many."""
_DECKS: Final = {"spanish": "es", "french": "fr"}

_log = structlog.get_logger(__name__)


def emoji_name(deck: str, code: str) -> str:
    """``truco1_es_7o``; the letters that Discord allows, 32 at most."""
    return f"truco{DESIGN}_{_DECKS[deck]}_{code}"


class Emoji:
    """The emoji there are, by name."""

    def __init__(self, known: Mapping[str, int] | None = None) -> None:
        self.known: Final = dict(known or {})
        self.uploading = False
        """Some are on their way: what is drawn meanwhile names cards in words."""

    def text(self, deck: str, code: str) -> str:
        """The card in a text; empty where it has none."""
        name = emoji_name(deck, code)
        return f"<:{name}:{self.known[name]}>" if name in self.known else ""

    def button(self, deck: str, code: str) -> Json | None:
        """The card on a button."""
        name = emoji_name(deck, code)
        return {"id": str(self.known[name]), "name": name} if name in self.known else None

    async def find(self, client: discord.Client) -> None:
        """Which of them the application has by now."""
        for one in await client.fetch_application_emojis():
            self.known[one.name] = one.id

    def missing(self) -> list[tuple[str, str]]:
        """Decks and codes of those that nobody has drawn there yet."""
        every = ((deck, code) for deck in _DECKS for code in codes(deck))
        return [one for one in every if emoji_name(*one) not in self.known]

    async def upload(self, client: discord.Client) -> None:
        """Draws what is missing, once for all servers. What fails stays a text."""
        self.uploading = True
        try:
            await self._upload(client)
        finally:
            self.uploading = False

    async def _upload(self, client: discord.Client) -> None:
        for deck, code in self.missing():
            image = png(small_svg(deck, code), SIDE)
            try:
                made = await client.create_application_emoji(
                    name=emoji_name(deck, code), image=image
                )
            except ANY as error:
                _log.warning("discord.emoji", error=type(error).__name__)
                return
            self.known[made.name] = made.id
            await asyncio.sleep(PACE)

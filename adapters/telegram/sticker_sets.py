"""The bot's own sets of stickers: a card of a hand is sent into a group as one of them.

``truco telegram cards`` makes them once, one for each deck. Their names follow from the bot's name,
so nothing is stored: Telegram is asked for a set. Without one, cards are not offered."""

from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Final

from telegram import Bot, InputSticker
from telegram.constants import StickerFormat
from telegram.error import BadRequest

from adapters.telegram.stickers import emoji_of, sticker
from adapters.telegram.trouble import Trouble
from adapters.telegram.wire import Wire
from bot.host.settings import Settings
from bot.pictures.deck import BACK, DECKS
from bot.service import Service

_BELIEVED: Final = 600.0
"""Seconds for which the answer is remembered whether a set exists."""
UPLOAD_SECONDS: Final = 300.0
"""The most seconds that making a set may take: one request uploads some three megabytes."""


def set_name(deck: str, bot: str) -> str:
    """The name of a deck's set. ``bot``: the bot's user name, with which it must end."""
    return f"truco_{deck}_by_{bot}"


def codes_of(deck: str) -> tuple[str, ...]:
    """The codes of a set's pictures, in their order."""
    return (*DECKS[deck].codes, BACK)


class StickerSets:
    """Finds the stickers of cards."""

    def __init__(self, service: Service, wire: Wire) -> None:
        self._service = service
        self._wire = wire
        self._found: dict[str, tuple[dict[str, str], float]] = {}
        """By deck its stickers, and the moment until which they are remembered."""

    async def files(self, deck: str) -> dict[str, str]:
        """Telegram's ids of the deck's stickers, by card; empty: no such set, or not ours."""
        found, until = self._found.get(deck, ({}, 0.0))
        now = self._service.time.now()
        if now >= until:
            found = await self._ask(deck)
            self._found[deck] = found, now + _BELIEVED
        return found

    async def _ask(self, deck: str) -> dict[str, str]:
        bot, codes = self._wire.bot, codes_of(deck)
        with suppress(Trouble):
            found = await self._wire.call(0, bot.get_sticker_set(set_name(deck, bot.username)))
            if len(found.stickers) == len(codes):
                files = (drawn.file_id for drawn in found.stickers)
                return dict(zip(codes, files, strict=True))
        return {}


async def make_sets(settings: Settings, owner: int) -> AsyncIterator[str]:
    """Makes the sets that are not there yet; yields the address of each set when it exists.
    ``owner``: the number of the user to whom they belong, who has opened the bot's private chat.
    Raises :class:`telegram.error.TelegramError`."""
    token = settings.telegram_token
    assert token is not None
    bot = Bot(token.get_secret_value(), base_url=f"{settings.telegram_api_url}/bot")
    async with bot:
        for deck in DECKS:
            name = set_name(deck, bot.username)
            try:
                await bot.get_sticker_set(name)
            except BadRequest:
                await make_set(bot, deck, owner)
            yield f"https://t.me/addstickers/{name}"


async def make_set(bot: Bot, deck: str, owner: int) -> None:
    """Makes the set of a deck. Raises :class:`telegram.error.TelegramError`."""
    stickers = [
        InputSticker(sticker(deck, code), [emoji_of(deck, code)], StickerFormat.STATIC)
        for code in codes_of(deck)
    ]
    await bot.create_new_sticker_set(
        owner,
        set_name(deck, bot.username),
        f"Truco ({deck})",
        stickers,
        write_timeout=UPLOAD_SECONDS,
        read_timeout=UPLOAD_SECONDS,
    )

"""``/pista``: what a robot would do with the person's cards, in a practice match."""

import asyncio
from typing import Final

from bot.chat_commands import chat_command
from bot.pages.about_table import open_table, page_about_table
from bot.pages.page_spec import Audience, PageSpec, Reading, no_key
from bot.screens.hint import hint_page
from bot.screens.pages import HINT, Page
from bot.words import regional, words_for


async def _build(reading: Reading) -> Page:
    info = await open_table(reading)
    if info is None:
        return await page_about_table(reading)
    person, matches = reading.person, reading.service.matches
    seen = None if person is None else await matches.view(info.match, person)
    words = words_for(regional(reading.locale, info.variant), info.variant)
    # A robot may think for a tenth of a second, so this runs in a thread.
    return await asyncio.to_thread(hint_page, info, seen, words)


PAGE: Final = PageSpec(
    name=HINT,
    command=chat_command("pista", "dica", "hint"),
    build=_build,
    keys=no_key,
    audience=Audience.PERSON,
)

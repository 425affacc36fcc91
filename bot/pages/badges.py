"""All badges, with marks at those of the reader."""

from typing import Final

from bot.pages.page_spec import PageSpec, Reading
from bot.screens.community.badges import badges_page
from bot.screens.pages import ALL_BADGES, Page


async def _build(reading: Reading) -> Page:
    profiles, person = reading.service.profiles, reading.person
    mine = await profiles.badges_of(person) if person else ()
    return badges_page({badge.badge for badge in mine}, reading.key.part, reading.locale)


PAGE: Final = PageSpec(name=ALL_BADGES, build=_build)

"""Pages of help and rules for whoever asks: what is known of the table, and what they may know."""

from bot.messages import PersonId
from bot.screens.pages import RULES, Page, PageKey, build_page
from bot.service import Service


async def page_for(service: Service, key: PageKey, person: PersonId | None, locale: str) -> Page:
    """The page, as it is now. ``person`` ``None``: for everybody to read."""
    info = await service.matches.info(key.match) if key.match else None
    if info is None or key.what != RULES:
        return build_page(key, locale, info)
    events = await service.matches.events(key.match, person)
    return build_page(key, locale, info, events, await service.matches.view(key.match, person))

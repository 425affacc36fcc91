"""Pages of help and rules, made for the person who asks: about their table, with what they may
know.
"""

from bot.messages import PersonId
from bot.screens.pages import RULES, Page, PageKey, build_page
from bot.service import Service


async def page_for(service: Service, key: PageKey, person: PersonId | None, locale: str) -> Page:
    """The page as it is now; ``person`` ``None``: one that everybody may read."""
    info = await service.matches.info(key.match) if key.match else None
    if info is None or key.what != RULES:
        return build_page(key, locale, info)
    events = await service.matches.events(key.match, person)
    return build_page(key, locale, info, events, await service.matches.view(key.match, person))

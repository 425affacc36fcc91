"""Finds a page by the key of a button, and makes it for its reader."""

from bot.catalogue.commands import LISTED, PAGES
from bot.catalogue.phrases import is_number
from bot.messages import UserId
from bot.pages.page_spec import Community, Reading
from bot.pages.privacy import privacy_page
from bot.screens.pages import PREFIX, BadKey, Page, PageKey
from bot.service import Service
from bot.tokens import is_match
from bot.words import words_for


def read_key(key: str) -> PageKey:
    """The parts of a key. Raises :class:`BadKey`."""
    parts = key.removeprefix(PREFIX).split(".")
    if not key.startswith(PREFIX) or len(parts) != 4 or not is_number(parts[3]):
        raise BadKey
    what, match, topic, part = parts
    page = PAGES.get(what)
    if page is None or not page.may_be_read(topic, int(part)):
        raise BadKey
    if match and not is_match(match):
        raise BadKey
    return PageKey(what, match, topic, int(part))


async def page_for(
    service: Service, key: PageKey, user: UserId | None, locale: str, where: Community
) -> Page:
    """The page with its present content for this user. ``user=None``: a page that everybody may
    read. Some keys also change something; their builders say what."""
    page = PAGES[key.what]
    assert page.build is not None, key
    if user is None and page.personal:
        return privacy_page(service.config, words_for(locale))
    return await page.build(
        Reading(
            service=service,
            key=key,
            user=user,
            person=None if user is None else await service.users.person_of(user),
            locale=locale,
            where=where,
            commands=LISTED,
        )
    )

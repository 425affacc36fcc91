"""Decides whether a page may tell its reader about the present state of a table."""

from msgspec.structs import replace

from bot.messages import PersonId
from bot.model import SPECTATORS, MatchInfo, Status
from bot.pages.page_spec import Community, Reading
from bot.screens.help.help_pages import build_page
from bot.screens.pages import Page
from bot.service import Service
from bot.words import regional


async def open_table(reading: Reading) -> MatchInfo | None:
    """The table of the key, if this reader may read about its present state."""
    service, match = reading.service, reading.key.match
    info = await service.matches.info(match) if match else None
    if info is None or not await is_open_to(service, info, reading.person, reading.where):
        return None
    return info


async def page_about_table(reading: Reading) -> Page:
    """Help or rules. They are about the table of the key if this reader may read about it;
    otherwise they are about no table."""
    service, key, person = reading.service, reading.key, reading.person
    info = await open_table(reading)
    if info is None:
        locale = regional(reading.locale, key.topic)
        return build_page(replace(key, match=""), locale, commands=reading.commands)
    locale = regional(reading.locale, info.variant)
    events = await service.matches.events(key.match, person)
    view = await service.matches.view(key.match, person)
    return build_page(key, locale, info, events, view, person, commands=reading.commands)


async def is_open_to(
    service: Service, info: MatchInfo, person: PersonId | None, where: Community
) -> bool:
    """Whether this person may read about the present state of the table. They need not be an
    onlooker. ``person=None`` means everybody: they may read what the table's own channel shows. No
    channel shows a hand of the day or a room of a league."""
    if person is None:
        return where.id == info.community and not info.shares_deals
    if info.status is not Status.PLAYING or info.seat_of(person) is not None:
        return await service.screens.may_look(info, person)
    users = (await service.users.of(person)).all
    return info.spectators == SPECTATORS[0] and await service.admission.admits(info, users)

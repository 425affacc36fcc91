"""``/mesas``: the reader's own tables, and the tables of a community to join or to look on at."""

from typing import Final

from bot.chat_commands import chat_command
from bot.messages import PersonId
from bot.model import MatchInfo
from bot.pages.page_spec import Audience, PageSpec, Reading
from bot.screens.lobby.table_list import OwnTable, is_own, is_played, may_be_joined, tables_page
from bot.screens.pages import TABLE_LIST, Page
from bot.service import Service


async def _build(reading: Reading) -> Page:
    matches = reading.service.matches
    # A page that everybody reads does not list one person's own tables.
    own = await own_tables(reading.service, reading.person) if reading.person else []
    mine = {table.info.match for table in own}
    others = [match for match in await matches.in_community(reading.where.id) if match not in mine]
    listed = [info for info in await matches.infos(others) if await _is_told(info, reading)]
    return tables_page(own, listed, reading.locale, reading.service.time.utc())


async def own_tables(service: Service, person: PersonId) -> list[OwnTable]:
    """The tables at which a person sits, on every platform."""
    matches, found = service.matches, []
    for info in await matches.infos(await matches.of_person(person)):
        seat = info.seat_of(person)
        if seat is not None and is_own(info):
            asked, claimants = await matches.asked(info.match), await matches.claimants(info.match)
            found.append(OwnTable(info, seat.seat, asked, seat.seat in claimants))
    return found


async def _is_told(info: MatchInfo, reading: Reading) -> bool:
    """Whether the reader may know of the table. Some places of a community may be read only by some
    people; tables there are listed only for these people."""
    if not (may_be_joined(info) or is_played(info)):
        return False
    if reading.person is None:
        return True
    return await reading.service.platforms.may_read(info.place, reading.person)


PAGE: Final = PageSpec(
    name=TABLE_LIST,
    command=chat_command("mesas/mesas/tables", in_match=False),
    build=_build,
    audience=Audience.CHAT,
)

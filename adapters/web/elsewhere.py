"""Tells a page in a browser at how many other tables its person is awaited."""

from adapters.web.protocol import Elsewhere
from adapters.web.tabs import Tab
from bot.pages.table_list import own_tables
from bot.service import Service


async def tell_elsewhere(service: Service, tab: Tab) -> None:
    """Tells the page how many of its person's tables, on every platform, wait for them beside the
    one that it shows, if it does not know."""
    if tab.in_window:
        return
    own = await own_tables(service, tab.person)
    waiting = sum(
        table.info.match != tab.match for table in own if table.is_turn or table.may_claim
    )
    if tab.elsewhere != waiting:
        tab.elsewhere = waiting
        tab.say(Elsewhere(waiting))

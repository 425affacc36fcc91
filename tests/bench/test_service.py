"""The load that is put on the service; ``make bench`` prints how long it takes."""

from bench.service import Club
from bot.model import Status
from bot.store import Store
from tests.narrow import present


async def test_more_tables_open_than_one_community_may_have() -> None:
    """A club of two hundred tables is measured, and a community has a hundred at the most."""
    club = Club(Store.in_memory())
    async with club.service.running():
        await club.opened(102)
        for match in club.tables:
            assert present(await club.matches.info(match)).status is Status.PLAYING

"""The places where communities want the scoreboard of a day."""

from bot.community.community_rules import rules_of
from bot.match import daily
from bot.messages import CommunityId, PlaceId
from bot.store import Store
from bot.store.queries import daily_hands
from engine.variants import VARIANTS


async def board_in(store: Store, community: CommunityId) -> PlaceId:
    """The place where the community wants the scoreboards of its days; empty: it wants none."""
    return rules_of(await store.settings_of(community)).day_board_in


async def boards_wanted(store: Store, number: int) -> tuple[tuple[CommunityId, PlaceId], ...]:
    """The communities that want the scoreboard of this day and where somebody has played on it (any
    game). Each comes with the place where it is posted."""
    played: set[CommunityId] = set()
    for variant in VARIANTS:
        for table in daily.tables_of(number, variant):
            played.update(await store.read(daily_hands.communities, table))
    places = [(community, await board_in(store, community)) for community in sorted(played)]
    return tuple((community, place) for community, place in places if place)

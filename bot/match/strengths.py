"""The strength of the people at a table, by their ratings in its game."""

from bot.match.running_matches import RunningMatches
from bot.messages import MatchId, PersonId
from bot.store import Store
from bot.store.queries import profile_queries
from bot.store.results.ratings import START, shown
from engine.robots import EVEN


async def rating_of(store: Store, person: PersonId, variant: str) -> int | None:
    """A person's rating in this game as people read it; ``None``: the person has none."""
    ratings = await store.read(profile_queries.ratings_of, person)
    mine = (shown(rating)[0] for rating in ratings if rating.variant == variant)
    return max(mine, default=None)


async def strength_of(store: Store, running: RunningMatches, match: MatchId) -> int:
    """The mean number of points that the people of a table are rated above a person without a
    rating, where robots are to play as well as these people. At any other table 0."""
    found = await running.newest(match)
    if found is None or found.info.skill != EVEN:
        return 0
    info = found.info
    ratings = [await rating_of(store, seat.person, info.variant) for seat in info.people]
    above = [START if rating is None else rating for rating in ratings]
    return round(sum(above) / len(above)) - START if above else 0

"""Posts what is due, each kind of notice by its own part."""

from collections.abc import Awaitable, Callable, Mapping

from bot.happenings import PostDue
from bot.showing.commitments import Commitments
from bot.showing.day_posts import DayPosts
from bot.showing.season_posts import SeasonPosts
from bot.showing.tournament_posts import TournamentPosts
from bot.store.model import CHAMPIONS, CONCLUDED, SEAL, Notice


class Posts:
    """Knows who posts what."""

    def __init__(
        self,
        commitments: Commitments,
        tournaments: TournamentPosts,
        seasons: SeasonPosts,
        days: DayPosts,
    ) -> None:
        self._by_kind: Mapping[str, Callable[[Notice], Awaitable[None]]] = {
            SEAL: commitments.post,
            CONCLUDED: tournaments.post,
            CHAMPIONS: seasons.post,
        }
        self._others = days.post

    async def post(self, due: PostDue) -> None:
        """Posts what this notice is about."""
        await self._by_kind.get(due.notice.kind, self._others)(due.notice)

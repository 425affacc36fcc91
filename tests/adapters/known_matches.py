"""The matches that a service knows, or a made-up one."""

from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from bot.messages import MatchId, PersonId
from bot.model import MatchInfo
from bot.service import Service
from engine.seen.view import SeatView
from engine.state.table import Table
from engine.variants import table_for


class WithMatches:
    """A service whose matches are looked at: each must be there."""

    service: Service

    async def info(self, match: MatchId) -> MatchInfo:
        info = await self.service.matches.info(match)
        assert info is not None
        return info

    async def table(self, match: MatchId) -> Table:
        info = await self.info(match)
        return table_for(info.variant, info.players, dict(info.options))

    async def view_of(self, match: MatchId, user: PersonId | None) -> SeatView:
        """The game as this user sees it, or everybody."""
        view = await self.service.matches.view(match, user)
        assert view is not None
        return view


def infos_by(info: Callable[[MatchId], Awaitable[Any]]) -> Callable[..., Awaitable[list[Any]]]:
    """Stands in for :meth:`bot.match.match_reader.MatchReader.infos`, beside its ``info``."""

    async def infos(matches: Iterable[MatchId]) -> list[Any]:
        found = [await info(match) for match in matches]
        return [known for known in found if known is not None]

    return infos

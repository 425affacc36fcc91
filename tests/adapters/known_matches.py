"""The matches that a made-up service knows."""

from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from bot.messages import MatchId


def infos_by(info: Callable[[MatchId], Awaitable[Any]]) -> Callable[..., Awaitable[list[Any]]]:
    """Stands in for :meth:`bot.match.match_reader.MatchReader.infos`, beside its ``info``."""

    async def infos(matches: Iterable[MatchId]) -> list[Any]:
        found = [await info(match) for match in matches]
        return [known for known in found if known is not None]

    return infos

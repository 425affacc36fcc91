"""Queries for results that only tests ask for."""

from typing import Final

from sqlalchemy import select

from bot.messages import CommunityId, MatchId
from bot.store.queries.result_queries import results_from
from bot.store.results.model import DailyResult, MatchResult
from bot.store.statements import tables
from bot.store.statements.preparing import Statement, is_given
from bot.store.transaction import Work, ask

_IN: Final = Statement(
    select(tables.results)
    .where(is_given(tables.results.c.community))
    .order_by(tables.results.c.at, tables.results.c.match, tables.results.c.person)
)
_ON: Final = Statement(
    select(tables.daily_results)
    .where(is_given(tables.daily_results.c.sealed))
    .order_by(
        tables.daily_results.c.points.desc(),
        tables.daily_results.c.at,
        tables.daily_results.c.person,
    )
)


def in_community(community: CommunityId) -> Work[tuple[MatchResult, ...]]:
    """All results of a community, the oldest first."""
    return results_from((yield from ask(_IN, {"community": community})))


def on_day(sealed: MatchId) -> Work[tuple[DailyResult, ...]]:
    """The results of all people on a day, the most points first."""
    found = yield from ask(_ON, {"sealed": sealed})
    return tuple(DailyResult(*row) for row in found)

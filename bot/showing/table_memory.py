"""Remembers the parts of tables' pictures: for each table and language, the parts
of the newest picture.

A press changes several pictures, one soon after another. The parts that are equal in all of them
are worked out once, from what everybody may know. The next press continues from there. A match
that is over is not remembered, so that its cards and its opened secret do not stay in memory.
"""

from typing import Final, NamedTuple

from cachetools import FIFOCache

from bot.match.running_match import RunningMatch
from bot.messages import MatchId
from bot.model import MatchInfo, Status
from bot.screens import TableParts, table_parts
from engine.seen.view import PUBLIC

_REMEMBERED: Final = 2_000
"""How many tables are remembered, each in one language; some 18 kB each."""


class _Moment(NamedTuple):
    """A table at the moment of its last pictures."""

    running: RunningMatch
    """The match at that moment. Its version does not tell two moments apart: a step may be lost to
    another process and taken anew."""
    info: MatchInfo
    parts: TableParts


class TableMemory:
    """Gives the parts of a table's pictures, and works them out when the table has changed."""

    def __init__(self) -> None:
        self._known: FIFOCache[tuple[MatchId, str], _Moment] = FIFOCache(_REMEMBERED)

    def parts(self, running: RunningMatch, info: MatchInfo, locale: str) -> TableParts | None:
        """The parts of a match's pictures; ``None`` before it has started.

        ``info``: the table as everyone may know it now."""
        key = info.match, locale
        known = self._known.get(key)
        if known is not None and known.running is running and known.info == info:
            return known.parts
        view = running.view(PUBLIC)
        if view is None:
            return None
        before = None if known is None else known.parts.log
        made = table_parts(info, view, locale, running.events_for(PUBLIC), before)
        if info.status is Status.OVER:
            self._known.pop(key, None)
        else:
            self._known[key] = _Moment(running, info, made)
        return made

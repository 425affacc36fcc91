"""Remembers screens of tables: for each table and language, the common parts of the newest screens,
and the screens themselves.

A press changes several screens, one soon after another. The parts that are equal in all of them are
worked out once, from public knowledge. The next press continues from there. A screen is built only
once, even if it is shown in several places, or later because a platform asks to wait. A match that
is over is not remembered, so that its cards and its opened secret do not stay in memory."""

from collections.abc import Callable
from typing import Final, NamedTuple

from cachetools import FIFOCache

from bot.match.running_match import RunningMatch
from bot.messages import MatchId, PersonId
from bot.model import MatchInfo, Status
from bot.screen import Screen
from bot.screens import TableParts, table_parts
from engine.events import AnyEvent
from engine.seen.view import PUBLIC, SeatView

Reader = tuple[int, PersonId | None]
"""A seat, or the public, and the person who sits there; ``None``: everybody."""

_REMEMBERED: Final = 2_000
"""The number of tables, each in one language, that are remembered; some 18 kB each."""


_SCREENS: Final = 500
"""The number of tables, each in one language, whose screens are remembered too; some 5 kB each."""


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
        self._views: FIFOCache[MatchId, tuple[RunningMatch, SeatView]] = FIFOCache(_REMEMBERED)
        """By match, a moment and what everybody sees of it."""
        self._screens: FIFOCache[tuple[MatchId, str], tuple[TableParts, dict[Reader, Screen]]] = (
            FIFOCache(_SCREENS)
        )
        """The screens that were built from these parts."""

    def parts(self, running: RunningMatch, info: MatchInfo, locale: str) -> TableParts | None:
        """The parts of a match's pictures; ``None`` before it has started. ``info``: the table as
        everyone may know it now."""
        key = info.match, locale
        known = self._known.get(key)
        if known is not None and known.running is running and known.info == info:
            return known.parts
        view = self.public_view(running)
        if view is None:
            return None
        before = None if known is None else known.parts
        made = table_parts(info, view, locale, _public_events(running, known), before)
        if info.status is Status.OVER:
            self._known.pop(key, None)
            self._screens.pop(key, None)
            self._views.pop(info.match, None)
        else:
            self._known[key] = _Moment(running, info, made)
        return made

    def public_view(self, running: RunningMatch) -> SeatView | None:
        """What everybody sees of the game now; ``None`` before the start."""
        known = self._views.get(running.info.match)
        if known is not None and known[0] is running:
            return known[1]
        view = running.view(PUBLIC)
        if view is not None and running.info.status is Status.PLAYING:
            self._views[running.info.match] = running, view
        return view

    def screen(
        self,
        parts: TableParts | None,
        info: MatchInfo,
        locale: str,
        reader: Reader,
        build: Callable[[], Screen],
    ) -> Screen:
        """The screen of this moment for this reader, built if it is not there yet. ``parts``: the
        result of :meth:`parts` for the same table and language."""
        if parts is None or info.status is Status.OVER:
            return build()
        key = info.match, locale
        known = self._screens.get(key)
        if known is None or known[0] is not parts:
            known = self._screens[key] = parts, {}
        if (screen := known[1].get(reader)) is None:
            screen = known[1][reader] = build()
        return screen


def _public_events(running: RunningMatch, known: _Moment | None) -> tuple[AnyEvent, ...]:
    """The hand's events as everybody may know them. Those of an earlier moment are not worked out
    again, if the hand has only gone on."""
    told = 0 if known is None else len(known.running.events)
    if known is None or running.events[:told] != known.running.events:
        return running.events_for(PUBLIC)
    return known.parts.log.events + running.events_for(PUBLIC, told)

"""Finds out which people of a lobby are still there.

A person has gone if two things are true: none of their presses was answered within
:attr:`~bot.environment.Config.abandon` (at any table: a press is known by its stored answer), and
no open tab of theirs shows the lobby. A messenger does not show whether anybody looks."""

from msgspec.structs import replace

from bot.common.lived_time import Time
from bot.community.linked_users import TAB
from bot.environment import Config
from bot.match.running_matches import RunningMatches
from bot.messages import Tick
from bot.store import Store
from bot.store.queries import match_queries


class Presence:
    """Knows the people who are still there, also if another process has answered them."""

    def __init__(self, store: Store, running: RunningMatches, time: Time, config: Config) -> None:
        self._store = store
        self._running = running
        self._time = time
        self._config = config

    async def noted(self, tick: Tick) -> Tick:
        """The tick with the people of its lobby who are still there, and with whether the lobby is
        shown anywhere: in a place, a private chat or a tab."""
        found = await self._running.newest(tick.match)
        people = () if found is None else found.info.people
        surfaces = await self._store.surfaces_of(tick.match)
        tabs = {surface.person for surface in surfaces if surface.platform == TAB}
        since = self._time.utc() - self._config.abandon
        here = [
            seat.person
            for seat in people
            if seat.person in tabs
            or await self._store.read(match_queries.last_press_of, seat.person) > since
        ]
        return replace(tick, here=tuple(here), shown=bool(surfaces))

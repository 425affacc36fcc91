"""The cache of the matches whose last step this process took, beside a database to which other
processes write too.

The statement that stores a step also tells where the match is shown, and which notices wait. From
then on only the process that has the lease of a chat shows something there. So what was told holds

- once, right after the step;
- later, as long as this process has the leases of all chats where the match is shown. It ends when
  another process tells that it has changed something, or when a change of this process loses.

News may be lost. So everything is forgotten once a minute, when all matches are looked at. Nothing
wrong is stored meanwhile: a note about a picture is stored only if the picture is still there, and
a notice is sent only if it still waits in the database.
"""

from collections.abc import Callable, Collection, Iterable
from typing import Final

from msgspec.structs import replace

from bot.messages import MatchId
from bot.store.cache import Present
from bot.store.changes import Changes, SurfaceSeen
from bot.store.model import Surface
from bot.store.notices import Notice
from bot.store.processes import News, chat_lease

_MATCHES: Final = 20_000
"""The most matches that are known, some 2 kB each."""


class Stepped:
    """Where matches are shown, and which notices wait. ``has``: whether this process has a lease
    (:meth:`bot.store.processes.Processes.has`)."""

    def __init__(self, has: Callable[[str], bool]) -> None:
        self._has: Final = has
        self._present = Present()
        self._matches: dict[MatchId, None] = {}
        """The longest ago stepped first."""
        self._new_surfaces: set[MatchId] = set()
        """Matches whose surfaces behind were not asked for since their step."""
        self._new_notices: set[MatchId] = set()
        """Likewise, for waiting notices."""
        self._heard: set[MatchId] = set()
        """Matches that others have changed while something is being stored here."""
        self._heard_of_all = False
        """Whether they may have changed any."""

    # --- changing --------------------------------------------------------------------------

    def begin(self) -> None:
        """Something is going to be stored. News that come meanwhile may be newer than what is told
        with it, although they come first."""
        self._heard.clear()
        self._heard_of_all = False

    def step(self, match: MatchId, surfaces: Iterable[Surface], notices: Iterable[Notice]) -> None:
        """Takes over what stands in the database after a step of this process, unless others have
        changed something meanwhile."""
        self.forget(match)
        if self._heard_of_all or match in self._heard:
            return
        self._matches[match] = None
        self._new_surfaces.add(match)
        self._new_notices.add(match)
        self._present.fill((), surfaces, {}, notices)
        if len(self._matches) > _MATCHES:
            self.forget(next(iter(self._matches)))

    def apply(self, change: Changes) -> None:
        """Applies a change of this process that was stored, without its steps."""
        if change.preferences or change.merge is not None:
            self.forget_all()
            return
        known = tuple(surface for surface in change.surfaces if surface.match in self._matches)
        self._present.apply(replace(change, matches=(), surfaces=known))

    def see(self, seen: SurfaceSeen) -> None:
        """Notes that this process has shown a picture."""
        self._present.apply(Changes(seen=(seen,)))

    def lose(self, change: Changes) -> None:
        """Forgets the matches of a change that was not made: somebody else was faster."""
        matches = {part.row.info.match for part in change.matches}
        matches |= {surface.match for surface in change.surfaces}
        for seen in change.seen:
            if (surface := self._present.surface(seen.surface)) is not None:
                matches.add(surface.match)
        if change.mark is not None:
            matches |= {self._present.match_waiting(change.mark.notice) or ""}
        for match in matches:
            self.forget(match)

    def hear(self, news: News) -> None:
        """Forgets what another process has changed."""
        if news.everything or news.owners:
            self.forget_all()
            self._heard_of_all = True
        for match in (*news.changed, *news.look):
            self.forget(match)
            self._heard.add(match)
        if len(self._heard) > _MATCHES:  # nothing is being stored
            self._heard_of_all = True
            self._heard.clear()

    def forget(self, match: MatchId) -> None:
        if match in self._matches:
            del self._matches[match]
            self._new_surfaces.discard(match)
            self._new_notices.discard(match)
            self._present.forget_match(match)

    def forget_all(self) -> None:
        """Forgets every match."""
        if self._matches:
            self._matches.clear()
            self._new_surfaces.clear()
            self._new_notices.clear()
            self._present = Present()

    # --- looking ---------------------------------------------------------------------------

    def surface(self, surface: str) -> Surface | None:
        """The surface with this id; ``None``: the database must be asked."""
        found = self._present.surface(surface)
        return found if found is not None and self._has(chat_lease(found)) else None

    def surfaces_of(self, match: MatchId) -> tuple[Surface, ...] | None:
        """The surfaces of a match, without lost ones; ``None``: the database must be asked."""
        return self._present.surfaces_of(match) if self._is_ours(match) else None

    def behind(self, matches: Collection[MatchId]) -> tuple[tuple[Surface, ...], set[MatchId]]:
        """Surfaces that do not show what they should, and the matches about which the database must
        be asked."""
        known = self._known(matches, self._new_surfaces)
        return self._present.surfaces_behind(known), set(matches).difference(known)

    def waiting(self, matches: Collection[MatchId]) -> tuple[tuple[Notice, ...], set[MatchId]]:
        """Notices that wait, the oldest first, and the matches about which the database must be
        asked."""
        known = self._known(matches, self._new_notices)
        return self._present.notices_waiting(known), set(matches).difference(known)

    def _known(self, matches: Collection[MatchId], new: set[MatchId]) -> list[MatchId]:
        known = [match for match in matches if match in new or self._is_ours(match)]
        new.difference_update(known)
        return known

    def _is_ours(self, match: MatchId) -> bool:
        """Whether this match is known, and nobody else shows it anywhere."""
        return match in self._matches and all(
            self._has(chat_lease(surface)) for surface in self._present.surfaces_of(match)
        )

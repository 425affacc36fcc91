"""The cache of the matches whose last step this process took, if other processes write to the
database too.

The statement that stores a step also returns the surfaces and the waiting notices of the match.
From then on only the process that has the lease of a chat shows something there. So these rows are
right

- once, right after the step;
- later, as long as this process has the leases of all chats where the match is shown. This ends
  when another process tells that it has changed something, or when a change of this process loses.

News may be lost. So the cache forgets everything once a minute, when the bot looks at all matches.
Nothing wrong is stored meanwhile: a note about a picture is stored only if the picture is still
there, and a notice is sent only if it still waits in the database.
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
"""The most matches in the cache, some 2 kB each."""


class Stepped:
    """The surfaces and the waiting notices of matches. ``has``: whether this process has a lease
    (:meth:`bot.store.processes.Processes.has`)."""

    def __init__(self, has: Callable[[str], bool]) -> None:
        self._has: Final = has
        self._present = Present()
        self._matches: dict[MatchId, None] = {}
        """The matches in the cache; the match whose last step is the oldest comes first."""
        self._new_surfaces: set[MatchId] = set()
        """Matches whose surfaces were not read from this cache since their last step."""
        self._new_notices: set[MatchId] = set()
        """Matches whose waiting notices were not read from this cache since their last step."""
        self._heard: set[MatchId] = set()
        """Matches that other processes have changed while this process stores something."""
        self._heard_of_all = False
        """Whether other processes may have changed any match meanwhile."""

    # --- changing --------------------------------------------------------------------------

    def begin(self) -> None:
        """Notes that this process begins to store something. News that come meanwhile may be newer
        than the rows that this write returns, although the news come first."""
        self._heard.clear()
        self._heard_of_all = False

    def step(self, match: MatchId, surfaces: Iterable[Surface], notices: Iterable[Notice]) -> None:
        """Takes over the rows that the database returned with a step of this process, unless
        another process has changed the match meanwhile."""
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
        self._present.see(seen)

    def lose(self, change: Changes) -> None:
        """Forgets the matches of a change that was not made, because another process was faster."""
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
        """Forgets the matches that another process has changed."""
        if news.everything or news.owners:
            self.forget_all()
            self._heard_of_all = True
        for match in (*news.changed, *news.look):
            self.forget(match)
            self._heard.add(match)
        if len(self._heard) > _MATCHES:  # then nothing is being stored
            self._heard_of_all = True
            self._heard.clear()

    def forget(self, match: MatchId) -> None:
        if match in self._matches:
            del self._matches[match]
            self._new_surfaces.discard(match)
            self._new_notices.discard(match)
            self._present.forget_match(match)

    def forget_all(self) -> None:
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
        """Surfaces that do not show what they should, and the matches to ask the database about."""
        known = self._known(matches, self._new_surfaces)
        return self._present.surfaces_behind(known), set(matches).difference(known)

    def waiting(self, matches: Collection[MatchId]) -> tuple[tuple[Notice, ...], set[MatchId]]:
        """Notices that wait, the oldest first, and the matches to ask the database about."""
        known = self._known(matches, self._new_notices)
        return self._present.notices_waiting(known), set(matches).difference(known)

    def _known(self, matches: Collection[MatchId], new: set[MatchId]) -> list[MatchId]:
        known = [match for match in matches if match in new or self._is_ours(match)]
        new.difference_update(known)
        return known

    def _is_ours(self, match: MatchId) -> bool:
        """Whether the cache has this match, and no other process shows it anywhere."""
        return match in self._matches and all(
            self._has(chat_lease(surface)) for surface in self._present.surfaces_of(match)
        )

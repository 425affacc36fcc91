"""The rows that change with every press, in memory, with an index for every question about them.

These rows are deadlines, surfaces, and notices that wait. If no other process may write to the
database, the store keeps a copy of them here, so it need not read while people play."""

from collections.abc import Collection, Iterable
from typing import Final

from msgspec.structs import replace

from bot.messages import CommunityId, MatchId, PersonId
from bot.store.changes import Changes, Mark, MatchChange, SurfaceSeen, Tidied
from bot.store.deadline_queue import DeadlineQueue
from bot.store.model import Deadline, Surface
from bot.store.notices import Notice, NoticeState
from bot.store.seen import after


class Present:
    """The database's newest rows, in memory. The number of matches does not slow its methods down,
    with one exception: a change of language looks at every surface."""

    def __init__(self) -> None:
        self.deadlines: Final = DeadlineQueue()
        self._surfaces: dict[str, Surface] = {}
        self._shown_at: dict[MatchId, dict[str, None]] = {}
        self._behind: dict[str, None] = {}
        self._notices: dict[MatchId, dict[str, Notice]] = {}
        """By match, the notices of its present moment, and all notices that wait."""
        self._waiting: dict[str, MatchId] = {}
        self._communities: dict[MatchId, CommunityId] = {}

    # --- changing --------------------------------------------------------------------------

    def apply(self, change: Changes) -> None:
        if (mark := change.mark) is not None:
            self._mark(mark)
        for part in change.matches:
            self._step(part)
        for surface in change.surfaces:
            self._put(surface)
        for forgotten in change.forgotten:
            self._remove(forgotten)
        for seen in change.seen:
            self.see(seen)
        for doubted in change.doubted:
            if (known := self._surfaces.get(doubted)) is not None:
                self._stand(replace(known, shown=min(known.shown, 0) - 1, digest=""))
        for preference in change.preferences:
            self._redraw(preference.owner)

    def fill(
        self,
        deadlines: Iterable[Deadline],
        surfaces: Iterable[Surface],
        communities: dict[MatchId, CommunityId],
        notices: Iterable[Notice],
    ) -> None:
        """Takes over the rows that were stored earlier, when the process starts."""
        by_match: dict[MatchId, list[Deadline]] = {}
        for row in deadlines:
            by_match.setdefault(row.match, []).append(row)
        for match, rows in by_match.items():
            self.deadlines.stand(match, tuple(rows))
        for surface in surfaces:
            self._put(surface)
        self._communities.update(communities)
        for notice in notices:
            self._call(notice)

    def _step(self, part: MatchChange) -> None:
        info = part.row.info
        self.deadlines.stand(info.match, part.deadlines)
        if known := self._notices.get(info.match):
            for id, notice in list(known.items()):
                if _is_past(notice, part):
                    del known[id]
                    self._waiting.pop(id, None)
            if not known:
                del self._notices[info.match]
        for notice in part.notices:
            self._call(notice)
        self._communities[info.match] = info.community
        for id in self._shown_at.get(info.match, ()):
            self._stand(replace(self._surfaces[id], wanted=info.version))

    def _call(self, notice: Notice) -> None:
        known = self._notices.setdefault(notice.match, {})
        if notice.id not in known:
            known[notice.id] = notice
            if notice.state is NoticeState.WAITING:
                self._waiting[notice.id] = notice.match

    def _mark(self, mark: Mark) -> None:
        if (match := self._waiting.pop(mark.notice, None)) is not None:
            known = self._notices[match]
            known[mark.notice] = replace(known[mark.notice], state=mark.state)

    def _put(self, surface: Surface) -> None:
        known = self._surfaces.get(surface.id)
        if known is not None and known.match != surface.match:
            self._remove(surface.id)
        self._shown_at.setdefault(surface.match, {})[surface.id] = None
        self._stand(surface)

    def _stand(self, surface: Surface) -> None:
        """Replaces a surface that is shown at the same match as before."""
        self._surfaces[surface.id] = surface
        if surface.shown < surface.wanted and not surface.lost:
            self._behind[surface.id] = None
        else:
            self._behind.pop(surface.id, None)

    def _remove(self, id: str) -> None:
        if (surface := self._surfaces.pop(id, None)) is not None:
            self._behind.pop(id, None)
            there = self._shown_at[surface.match]
            del there[id]
            if not there:
                del self._shown_at[surface.match]

    def see(self, seen: SurfaceSeen) -> bool:
        """Takes a note about a surface, and returns whether its condition holds."""
        known = self._surfaces.get(seen.surface)
        if seen.read is not None and (known is None or known.address != seen.read.address):
            return False
        if known is not None:
            self._stand(after(known, seen))
        return True

    def _redraw(self, owner: PersonId | CommunityId) -> None:
        for surface in tuple(self._surfaces.values()):
            theirs = self._communities.get(surface.match, owner) == owner
            if not surface.locale and (surface.person == owner or theirs):
                self._stand(replace(surface, shown=min(surface.shown, 0) - 1))

    def forget(self, tidied: Tidied) -> None:
        """Removes the rows that were cleared away."""
        for surface in tidied.surfaces:
            self._remove(surface)
        for id, match in tidied.notices:
            known = self._notices.get(match, {})
            if known.pop(id, None) is not None and not known:
                del self._notices[match]
            self._waiting.pop(id, None)
        for match in (*tidied.packed, *tidied.deleted):
            self._communities.pop(match, None)
        for match in tidied.deleted:
            self.deadlines.stand(match, ())

    def forget_match(self, match: MatchId) -> None:
        """Removes where a match is shown, and its notices."""
        for surface in tuple(self._shown_at.get(match, ())):
            self._remove(surface)
        for notice in self._notices.pop(match, ()):
            self._waiting.pop(notice, None)

    # --- looking ---------------------------------------------------------------------------

    def match_waiting(self, notice: str) -> MatchId | None:
        """The match of a notice that waits; ``None``: the notice does not wait, or is not known."""
        return self._waiting.get(notice)

    def surface(self, surface: str) -> Surface | None:
        """The surface with this id; ``None``: there is none."""
        return self._surfaces.get(surface)

    def surfaces_of(self, match: MatchId) -> tuple[Surface, ...]:
        """The surfaces of a match, without those that their platform has given up as lost: see
        :meth:`bot.store.store.Store.surfaces_of`."""
        rows = (self._surfaces[id] for id in sorted(self._shown_at.get(match, ())))
        return tuple(row for row in rows if not row.lost)

    def surfaces_behind(self, matches: Collection[MatchId] | None) -> tuple[Surface, ...]:
        """Surfaces that do not show the version that they should, of these matches or of all
        (``None``): see :meth:`bot.store.store.Store.surfaces_behind`."""
        if matches is None:
            return tuple(self._surfaces[id] for id in self._behind)
        return tuple(
            self._surfaces[id]
            for match in matches
            for id in self._shown_at.get(match, ())
            if id in self._behind
        )

    def notices_waiting(self, matches: Collection[MatchId] | None) -> tuple[Notice, ...]:
        """Notices that still wait to be sent, of these matches or of all (``None``), the oldest
        first: see :meth:`bot.store.store.Store.notices_waiting`."""
        if matches is None:
            rows = [self._notices[match][id] for id, match in self._waiting.items()]
        else:
            rows = [
                notice
                for match in matches
                for notice in self._notices.get(match, {}).values()
                if notice.state is NoticeState.WAITING
            ]
        return tuple(sorted(rows, key=lambda notice: (notice.at, notice.id)))


def _is_past(notice: Notice, step: MatchChange) -> bool:
    """Whether a step ends a notice: a call to an earlier step no longer waits, and a notice that
    was told cannot be told again."""
    passed = notice.moment != str(step.row.moved)
    if notice.number:
        return passed or any(new.number for new in step.notices)
    return passed and notice.state is not NoticeState.WAITING

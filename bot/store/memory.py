"""A store that forgets everything with its process: for tests and for trying things out."""

from collections.abc import Callable, Collection, Sequence

from msgspec.structs import replace

from bot.messages import CommunityId, MatchId, PersonId, PlaceId
from bot.model import Status
from bot.store.changes import (
    Changes,
    Committed,
    Lost,
    MatchChange,
    Outcome,
    Repeated,
    Stored,
)
from bot.store.model import (
    Answer,
    Deadline,
    LogRow,
    MatchRow,
    Notice,
    NoticeState,
    Result,
    Surface,
)

_LIVE = (Status.LOBBY, Status.PLAYING)


class MemoryStore:
    """The :class:`bot.store.changes.Store` of dictionaries; a commit never yields."""

    def __init__(self) -> None:
        self._matches: dict[MatchId, MatchRow] = {}
        self._logs: dict[MatchId, list[LogRow]] = {}
        self._deadlines: dict[MatchId, tuple[Deadline, ...]] = {}
        self._sitting: dict[MatchId, frozenset[PersonId]] = {}
        self._results: list[Result] = []
        self._answers: dict[tuple[PersonId, str], Answer] = {}
        self._surfaces: dict[str, Surface] = {}
        self._notices: dict[str, Notice] = {}
        self._locales: dict[str, str] = {}
        self._settings: dict[str, dict[str, str]] = {}

    async def commit(self, changes: Sequence[Changes]) -> tuple[Outcome, ...]:
        return tuple(self._commit(change) for change in changes)

    def _commit(self, change: Changes) -> Outcome:
        if change.mark is not None:
            notice = self._notices.get(change.mark.notice)
            if notice is None or notice.state is not NoticeState.WAITING:
                return Lost()
        for seen in change.seen:
            if seen.read is not None:
                assert change == Changes(seen=(seen,))
                found = self._surfaces.get(seen.surface)
                if found is None or found.address != seen.read.address:
                    return Lost()
        if (answer := change.answer) is not None:
            first = self._answers.get((answer.person, answer.request))
            if first is not None:
                return Repeated(first.reply)
        if not all(self._may_follow(part) for part in change.matches):
            return Lost()
        self._write(change)
        return Committed()

    def _may_follow(self, part: MatchChange) -> bool:
        return part.log[0].number == len(self._logs.get(part.row.info.match, ())) + 1

    def _write(self, change: Changes) -> None:
        if (answer := change.answer) is not None:
            self._answers[answer.person, answer.request] = answer
        if (mark := change.mark) is not None:
            self._notices[mark.notice] = replace(self._notices[mark.notice], state=mark.state)
        for part in change.matches:
            self._write_match(part)
        for surface in change.surfaces:
            self._surfaces[surface.id] = surface
        for surface_id in change.forgotten:
            self._surfaces.pop(surface_id, None)
        for seen in change.seen:
            if (known := self._surfaces.get(seen.surface)) is not None:
                anew = seen.read is not None and known.shown < seen.read.shown
                kept = seen.shown < known.shown or (anew and not known.digest)
                self._surfaces[seen.surface] = replace(
                    known,
                    shown=known.shown if anew else max(known.shown, seen.shown),
                    digest=known.digest if kept else seen.digest,
                    address=known.address if seen.address is None else seen.address,
                    lost=known.lost or seen.lost,
                )
        for surface_id in change.doubted:
            if (known := self._surfaces.get(surface_id)) is not None:
                anew_from = min(known.shown, 0) - 1
                self._surfaces[surface_id] = replace(known, shown=anew_from, digest="")
        for preference in change.preferences:
            self._locales[preference.owner] = preference.locale
            self._redraw(preference.owner)
        for setting in change.settings:
            mine = self._settings.setdefault(setting.owner, {})
            mine[setting.name] = setting.value
            if not setting.value:
                del mine[setting.name]
        if change.outdated is not None:
            self._forget(change.outdated)

    def _write_match(self, part: MatchChange) -> None:
        info = part.row.info
        self._matches[info.match] = part.row
        self._logs.setdefault(info.match, []).extend(part.log)
        self._deadlines[info.match] = part.deadlines
        if part.sitting is not None:
            self._sitting[info.match] = frozenset(part.sitting)
        self._results.extend(part.results)
        for notice in part.notices:
            self._notices.setdefault(notice.id, notice)
        for surface in self._surfaces.values():
            if surface.match == info.match:
                self._surfaces[surface.id] = replace(surface, wanted=info.version)

    def _redraw(self, owner: PersonId | CommunityId) -> None:
        for surface in self._surfaces.values():
            row = self._matches.get(surface.match)
            theirs = row is not None and row.info.community == owner
            if not surface.locale and (surface.person == owner or theirs):
                self._surfaces[surface.id] = replace(surface, shown=min(surface.shown, 0) - 1)

    def _forget(self, before: float) -> None:
        self._answers = {key: row for key, row in self._answers.items() if row.at >= before}
        self._notices = {
            key: row
            for key, row in self._notices.items()
            if row.at >= before or row.state is NoticeState.WAITING
        }
        self._surfaces = {
            key: row
            for key, row in self._surfaces.items()
            if not row.lost and (row.expires is None or row.expires >= before)
        }

    async def load(self, match: MatchId) -> Stored | None:
        row = self._matches.get(match)
        if row is None:
            return None
        after = 0 if row.snapshot is None else row.snapshot.number
        return Stored(row, tuple(self._logs[match][after:]), self._deadlines[match])

    async def version(self, match: MatchId) -> int:
        return len(self._logs.get(match, ()))

    async def log(self, match: MatchId) -> tuple[LogRow, ...]:
        return tuple(self._logs.get(match, ()))

    async def due(self, now: float, limit: int) -> tuple[Deadline, ...]:
        rows = [row for rows in self._deadlines.values() for row in rows if row.due <= now]
        return tuple(sorted(rows, key=lambda row: (row.due, row.match, row.id))[:limit])

    async def next_due(self) -> float | None:
        return min((row.due for rows in self._deadlines.values() for row in rows), default=None)

    async def surface(self, surface: str) -> Surface | None:
        return self._surfaces.get(surface)

    async def surfaces_of(self, match: MatchId) -> tuple[Surface, ...]:
        rows = [row for row in self._surfaces.values() if row.match == match and not row.lost]
        return tuple(sorted(rows, key=lambda row: row.id))

    async def surfaces_behind(
        self, matches: Collection[MatchId] | None = None
    ) -> tuple[Surface, ...]:
        return tuple(
            surface
            for surface in self._surfaces.values()
            if surface.shown < surface.wanted
            and not surface.lost
            and (matches is None or surface.match in matches)
        )

    async def notices_waiting(
        self, matches: Collection[MatchId] | None = None
    ) -> tuple[Notice, ...]:
        rows = [
            row
            for row in self._notices.values()
            if row.state is NoticeState.WAITING and (matches is None or row.match in matches)
        ]
        return tuple(sorted(rows, key=lambda row: (row.at, row.id)))

    async def results(
        self, community: CommunityId, since: float | None = None
    ) -> tuple[Result, ...]:
        rows = [
            row
            for row in self._results
            if row.community == community and (since is None or row.at >= since)
        ]
        return tuple(sorted(rows, key=lambda row: (row.at, row.match, row.person)))

    async def matches_at(self, place: PlaceId) -> tuple[MatchRow, ...]:
        return self._newest(lambda row: row.info.place == place and row.info.status in _LIVE)

    async def matches_in(self, community: CommunityId) -> tuple[MatchRow, ...]:
        inside = f"{community}/"
        return self._newest(
            lambda row: row.info.place.startswith(inside) and row.info.status in _LIVE
        )

    async def last_match_at(self, place: PlaceId) -> MatchRow | None:
        rows = self._newest(
            lambda row: row.info.place == place and row.info.status is not Status.CLOSED
        )
        return rows[0] if rows else None

    async def matches_of(self, person: PersonId) -> tuple[MatchRow, ...]:
        return self._newest(
            lambda row: row.info.status in _LIVE and person in self._sitting.get(row.info.match, ())
        )

    def _newest(self, keep: Callable[[MatchRow], bool]) -> tuple[MatchRow, ...]:
        rows = filter(keep, self._matches.values())
        return tuple(sorted(rows, key=lambda row: (-row.info.created, row.info.match)))

    async def locale_of(self, owner: PersonId | CommunityId) -> str | None:
        return self._locales.get(owner)

    async def settings_of(self, owner: PersonId | CommunityId) -> dict[str, str]:
        return dict(self._settings.get(owner, {}))

    async def close(self) -> None:
        pass

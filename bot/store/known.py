"""What a process knows by heart of its database, so that it need not ask for it."""

from collections.abc import Iterable, Sequence
from typing import Final

from cachetools import FIFOCache

from bot.messages import MatchId
from bot.store.cache import Present
from bot.store.changes import SurfaceSeen
from bot.store.deadline_queue import DeadlineQueue
from bot.store.model import Deadline, Surface
from bot.store.processes import News
from bot.store.seen import after
from bot.store.stepped import Stepped

_OWNERS: Final = 20_000
"""People and communities known by heart."""
_VERSIONS: Final = 100_000
"""Matches of which the newest version is known, some 0.2 kB each."""
GONE: Final = 2**31
"""The version of a match that was deleted: newer than any."""

Shown = dict[str, tuple[SurfaceSeen, ...]]
"""What a process has shown and not stored yet: by surface, in order."""


class Known:
    """Rows that were read or written, until somebody else changes them."""

    def __init__(self) -> None:
        self.present: Present | None = None
        """The newest rows; ``None``: other processes write to this database too."""
        self.stepped: Stepped | None = None
        """Of several processes each knows the matches whose last step it took; ``None``: this one
        has its database to itself, or only reads it."""
        self.owners: Final = FIFOCache[str, tuple[str | None, dict[str, str]]](_OWNERS)
        """Languages and settings, by person and community."""
        self.owners_changed = 0
        """How often a language or a setting has changed. If the number changed while some were read
        from the database, what was read may be old."""
        self.deadlines: Final = DeadlineQueue()
        """Of several processes each sends the deadlines of the matches that it changed last."""
        self._versions: Final = FIFOCache[MatchId, int](_VERSIONS)
        """The versions of the matches to which those belong, or that another process has made. News
        may come late: an older state than the one in memory changes nothing."""
        self.late_at = 0.0
        """When to look for deadlines that nobody has sent."""
        self.shown: Final[Shown] = {}
        """Of several processes each knows what it has shown where, before it is stored."""

    def hear(self, news: News) -> None:
        """Forgets what another process has changed."""
        for match, version in news.changed.items():
            if version > self._versions.get(match, 0):
                self.stand(match, version, ())
        self.forget_owners(self.owners if news.everything else news.owners)
        if self.stepped is not None:
            self.stepped.hear(news)
        if news.everything:
            self.late_at = 0.0

    def stand(self, match: MatchId, version: int, deadlines: tuple[Deadline, ...]) -> None:
        """Notes the deadlines of a match that this process has to send from that version on."""
        if version >= self._versions.get(match, 0):
            self._versions[match] = version
            self.deadlines.stand(match, deadlines)

    def learn(self, present: Present) -> None:
        """Takes over rows that were read anew."""
        self.present = present
        self.owners.clear()
        self.owners_changed += 1

    def forget_owners(self, owners: Iterable[str]) -> None:
        """Forgets the languages and the settings of these people and communities."""
        for owner in tuple(owners):
            self.owners.pop(owner, None)
            self.owners_changed += 1

    def keep_shown(self, seen: SurfaceSeen) -> None:
        """Notes that a picture was shown, before it is stored."""
        self.shown[seen.surface] = (*self.shown.get(seen.surface, ()), seen)
        if self.stepped is not None:
            self.stepped.see(seen)

    def forget_shown(self, seen: SurfaceSeen) -> None:
        """Forgets the note about a picture, because it is stored, or lost; then the picture is
        shown once more."""
        waiting = self.shown.pop(seen.surface)
        if left := tuple(note for note in waiting if note is not seen):
            self.shown[seen.surface] = left

    def as_shown(self, found: Sequence[Surface], before: Shown) -> tuple[Surface, ...]:
        """Surfaces that were read, with what was kept back when that began or is kept back now."""
        made = []
        for surface in found:
            for seen in (*before.get(surface.id, ()), *self.shown.get(surface.id, ())):
                surface = after(surface, seen)
            made.append(surface)
        return tuple(made)

"""The rows that a process keeps in memory, so that it need not ask the database for them."""

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
"""The most people and communities whose language and settings are kept in memory."""
_VERSIONS: Final = 100_000
"""The most matches whose newest version is kept in memory, some 0.2 kB each."""
GONE: Final = 2**31
"""The version of a match that was deleted: newer than any."""

Shown = dict[str, tuple[SurfaceSeen, ...]]
"""The notes about pictures that a process has shown and not stored yet: by surface, in order."""


class Known:
    """Rows that this process has read or written, until another process changes them."""

    def __init__(self) -> None:
        self.present: Present | None = None
        """The newest rows; ``None``: other processes write to this database too."""
        self.stepped: Stepped | None = None
        """The matches whose last step this process took, if several processes share the database;
        ``None``: this process has its database to itself, or only reads it."""
        self.owners: Final = FIFOCache[str, tuple[str | None, dict[str, str]]](_OWNERS)
        """Languages and settings, by person and community."""
        self.owners_changed = 0
        """The number of changes of languages and settings. If the number changed while settings
        were read from the database, the values that were read may be old."""
        self.deadlines: Final = DeadlineQueue()
        """The deadlines that this process sends. If several processes share the database, they are
        those of the matches that this process changed last."""
        self._versions: Final = FIFOCache[MatchId, int](_VERSIONS)
        """The newest known version of each match, whether this process or another one made it. News
        may come late: news of an older version changes nothing."""
        self.late_at = 0.0
        """The moment of the next look for deadlines that nobody has sent."""
        self.shown: Final[Shown] = {}
        """The notes about pictures that this process has shown and not stored yet, if several
        processes share the database."""

    def hear(self, news: News) -> None:
        """Forgets the rows that another process has changed."""
        for match, version in news.changed.items():
            if version > self._versions.get(match, 0):
                self.stand(match, version, ())
        self.forget_owners(self.owners if news.everything else news.owners)
        if self.stepped is not None:
            self.stepped.hear(news)
        if news.everything:
            self.late_at = 0.0

    def stand(self, match: MatchId, version: int, deadlines: tuple[Deadline, ...]) -> None:
        """Notes the deadlines of a match at this version, which this process has to send."""
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
        """Forgets the note about a picture, because the note is stored, or lost. If it is lost, the
        picture is shown once more."""
        waiting = self.shown.pop(seen.surface)
        if left := tuple(note for note in waiting if note is not seen):
            self.shown[seen.surface] = left

    def as_shown(self, found: Sequence[Surface], before: Shown) -> tuple[Surface, ...]:
        """Surfaces that were read from the database, with the notes that were kept back when the
        reading began (``before``) or are kept back now."""
        made = []
        for surface in found:
            for seen in (*before.get(surface.id, ()), *self.shown.get(surface.id, ())):
                surface = after(surface, seen)
            made.append(surface)
        return tuple(made)

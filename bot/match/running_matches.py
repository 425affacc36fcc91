"""The matches in memory: loaded when somebody asks for them, forgotten when there are too many."""

from typing import Final

import structlog
from cachetools import FIFOCache
from msgspec.structs import replace

from bot.match.fair_deals import Dealing
from bot.match.running_match import RunningMatch, load
from bot.match.vault import Secret, Vault
from bot.messages import MatchId
from bot.store import Store
from bot.store.errors import DamagedMatch
from bot.store.model import KeptSecret
from bot.store.queries import commitment_register, match_queries

log = structlog.get_logger(__name__)

_REMEMBERED: Final = 20_000
"""The most matches that are kept in memory, some 3 kB each. Others are loaded again when needed."""


class RunningMatches:
    """The newest known state of each match. If no other process writes to this store, the states in
    memory are always the newest."""

    def __init__(self, store: Store, *, vault: Vault | None) -> None:
        self._store = store
        self._vault = vault
        self._known: FIFOCache[MatchId, RunningMatch] = FIFOCache(_REMEMBERED)
        self._damaged: FIFOCache[MatchId, None] = FIFOCache(_REMEMBERED)
        """Damaged matches: they are neither read again nor changed."""

    async def load(self, match: MatchId) -> RunningMatch | None:
        """The match from memory, else from the store; ``None`` for an unknown or damaged match.
        Another process may have changed the match since."""
        known = self._known.get(match)
        if known is None and match not in self._damaged:
            try:
                known = await load(self._store, match)
            except DamagedMatch as error:
                log.error("match_damaged", match=match, why=str(error))
                self._damaged[match] = None
            if known is not None:
                self.remember(known)
        return known

    async def with_secret(self, match: MatchId) -> RunningMatch | None:
        """The match as :meth:`load` gives it, with its secret and all that its next deals need."""
        known = await self.load(match)
        if known is None or not known.info.commitment or known.dealing is not None:
            return known
        if not known.info.keeps_secret:
            return known
        kept = await self._store.read(commitment_register.secret_of, known.info.sealed_as)
        secret = self._opened(known.info.sealed_as, kept)
        if secret is None:
            if await self._store.read(match_queries.version, match) != known.info.version:
                # Another process has ended the match meanwhile.
                self.forget(match)
                return await self.with_secret(match)
            log.error("secret_lost", match=match)
        known = replace(known, dealing=Dealing(kept, secret))
        self.remember(known)
        return known

    async def newest_with_secret(self, match: MatchId) -> RunningMatch | None:
        """The match as :meth:`newest` gives it, with its secret."""
        known = await self.newest(match)
        return None if known is None else await self.with_secret(match)

    def _opened(self, match: MatchId, kept: KeptSecret | None) -> Secret | None:
        """The secret; ``None``: it is missing, or no key opens it."""
        if kept is not None and kept.entry.secret is not None:
            return Secret(kept.entry.secret)  # of a day that is over
        if kept is None or kept.sealed is None or self._vault is None:
            return None
        return self._vault.opened(match, kept.sealed)

    def is_damaged(self, match: MatchId) -> bool:
        """Whether the stored rows of this match differ from what was written."""
        return match in self._damaged

    async def newest(self, match: MatchId) -> RunningMatch | None:
        """The match as stored now, even by another process; ``None``: unknown or damaged."""
        known = await self.load(match)
        if known is not None and not await self.is_newest(known):
            known = await self.load(match)
        return known

    async def at_least(self, match: MatchId, version: int) -> RunningMatch | None:
        """The match from memory if it has at least this version, else from the store."""
        known = await self.load(match)
        if known is not None and known.info.version < version:
            self.forget(match)
            known = await self.load(match)
        return known

    async def is_newest(self, known: RunningMatch) -> bool:
        """Whether this is the newest stored state. If another process has stored a newer one, this
        one is forgotten."""
        match = known.info.match
        if self._store.alone and self._known.get(match) is known:
            return True
        if await self._store.read(match_queries.version, match) == known.info.version:
            return True
        self.forget(match)
        return False

    def remember(self, new: RunningMatch) -> None:
        """Keeps this state, unless memory already has a newer one."""
        match = new.info.match
        known = self._known.get(match)
        if known is not None and known.info.version > new.info.version:
            new = known
        self._known[match] = new

    def forget_older(self, match: MatchId, version: int) -> None:
        """Forgets a state that is older than this version."""
        known = self._known.get(match)
        if known is not None and known.info.version < version:
            self.forget(match)

    def forget(self, match: MatchId) -> None:
        """Forgets the match, so that it is loaded again when somebody asks for it."""
        self._known.pop(match, None)

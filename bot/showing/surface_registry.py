"""Adds, moves and removes the surfaces on which matches are shown.

:mod:`bot.showing.surface_updater` keeps them up to date."""

import hashlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from msgspec.structs import replace

from bot.common.lived_time import Time
from bot.happenings import ScreensOutdated
from bot.messages import MatchId, PersonId
from bot.screen import Screen
from bot.showing.platform import digest
from bot.showing.surface_updater import SurfaceUpdater
from bot.store import Store
from bot.store.changes import Changes, Lost, Outcome, SurfaceSeen
from bot.store.model import ANNOUNCEMENT, Surface
from bot.store.processes import chat_lease
from bot.store.queries import match_queries


class SurfaceRegistry:
    """The surfaces of all matches."""

    def __init__(self, store: Store, time: Time, updater: SurfaceUpdater) -> None:
        self._store = store
        self._time = time
        self._updater = updater
        self._only_here: set[str] = set()

    async def add(
        self,
        match: MatchId,
        *,
        platform: str,
        address: str,
        chat: str,
        person: PersonId | None = None,
        locale: str = "",
        lifetime: float | None = None,
        key: str = "",
        shown: Screen | None = None,
        only_here: bool = False,
    ) -> str:
        """Adds a surface: from now on the match is kept up to date at this address. Returns the
        surface's id.

        ``person``: the person whose private picture it shows; ``None``: it shows the public one.
        ``chat``: the chat to which the platform's waits apply. ``locale``: the language; empty: the
        language that the person, or the community, has chosen. ``lifetime``: for how many seconds
        the platform can change the picture; ``None``: without end. ``shown``: the screen that a
        reply has already put there. ``only_here``: no other process can show it, because a page is
        connected to this one.

        If the match already has a surface at this address, the new one replaces it and is shown
        anew. On a platform where addresses change, an equal ``key`` means the same surface; the
        message at its old address is then taken out of use. The method waits for the surface's turn
        and for writers beside it."""
        surface = Surface(
            id=_id(match, platform, key or address, person or ""),
            match=match,
            platform=platform,
            chat=chat,
            address=address,
            person=person or "",
            locale=locale,
            expires=None if lifetime is None else self._time.utc() + lifetime,
        )
        # This process is the first that may write there, unless another does so already.
        processes = self._store.processes
        await processes.claim([chat_lease(surface)], keep=only_here)
        if only_here:
            self._only_here.add(surface.id)
        async with self._updater.turns.turn(surface.id):
            await self._updater.turns.leave(surface.id)
            before = await self._store.surface(surface.id)
            if shown is not None:
                surface = replace(surface, shown=shown.version, digest=digest(shown))
            outcome: Outcome = Lost()
            while isinstance(outcome, Lost):  # Somebody has taken a step in the meantime.
                version = await self._store.read(match_queries.version, match)
                surface = replace(surface, wanted=version)
                (outcome,) = await self._store.commit([Changes(surfaces=(surface,))])
            if shown is not None:
                self._updater.is_sure(surface.id, surface.digest)
            if before is not None and not before.lost and before.address != address:
                self._updater.retire(before, surface)
        self._updater.wake(match)
        return surface.id

    async def announce(self, match: MatchId, platform: str, address: str, chat: str) -> None:
        """Announces the lobby at this address, in its community's language."""
        await self.add(
            match,
            platform=platform,
            address=address,
            chat=chat,
            person=ANNOUNCEMENT,
            key=ANNOUNCEMENT,
        )

    async def is_announced(self, match: MatchId, platform: str) -> bool:
        """Whether the lobby was announced on this platform, even if somebody deleted that."""
        id = _id(match, platform, ANNOUNCEMENT, ANNOUNCEMENT)
        return await self._store.surface(id) is not None

    async def remove(self, surface: str) -> None:
        """Removes a surface (a tab that was closed), and takes its message out of use."""
        async with self._updater.turns.turn(surface):
            await self._updater.turns.leave(surface)
            before = await self._store.surface(surface)
            await self._store.commit([Changes(forgotten=(surface,))])
            if before is not None and not before.lost:
                self._updater.retire(before, None)
            if before is not None and surface in self._only_here:
                self._only_here.discard(surface)
                await self._store.processes.release([chat_lease(before)])

    async def of_match(self, match: MatchId) -> tuple[Surface, ...]:
        """The surfaces on which a match is shown."""
        return await self._store.surfaces_of(match)

    async def find(self, surface: str) -> Surface | None:
        """The surface with this id; ``None``: there is none any more."""
        return await self._store.surface(surface)

    @asynccontextmanager
    async def turn(self, surface: str) -> AsyncIterator[Surface | None]:
        """Waits for the surface's turn and holds it, for an adapter that writes there itself. Gives
        the surface as it is now; ``None``: it is gone. Nobody else changes it meanwhile."""
        async with self._updater.turns.turn(surface):
            yield await self._store.surface(surface)

    async def move(self, surface: Surface, address: str, screen: Screen) -> bool:
        """Moves the surface to this address, where this screen is already shown. The caller must
        have the surface's turn or write beside it; ``surface`` is the surface as the caller read
        it. Returns ``False`` if somebody else has moved it meanwhile. The new message is then taken
        out of use."""
        look = digest(screen)
        seen = SurfaceSeen(surface.id, screen.version, look, address, read=surface)
        return await self._updater.note(seen)

    async def give(self, match: MatchId, before: PersonId, person: PersonId) -> None:
        """Gives the private pictures of one person to another, at the same addresses."""
        for found in await self._store.surfaces_of(match):
            if found.person != before:
                continue
            async with self._updater.turns.turn(found.id):
                surface = await self._store.surface(found.id)
                outcome: Outcome = Lost()
                while surface is not None and isinstance(outcome, Lost):
                    wanted = await self._store.read(match_queries.version, match)
                    given = replace(surface, person=person, wanted=wanted, shown=-1, digest="")
                    (outcome,) = await self._store.commit([Changes(surfaces=(given,))])
        self._updater.wake(match)

    async def redraw(self, surface: str) -> None:
        """Shows a surface anew, because its message may not show what was last sent."""
        await self._store.commit([Changes(doubted=(surface,))])
        if (found := await self._store.surface(surface)) is not None:
            self._updater.wake(found.match)

    async def show_anew(self, happened: ScreensOutdated) -> None:
        """Shows these matches anew."""
        shown = [
            surface.id
            for match in happened.matches
            for surface in await self._store.surfaces_of(match)
        ]
        if shown:
            await self._store.commit([Changes(doubted=tuple(shown))])
            for match in happened.matches:
                self._updater.wake(match)

    async def lose(self, surface: str) -> None:
        """Notes that the platform can no longer show anything on this surface."""
        await self._store.commit([Changes(seen=(SurfaceSeen(surface, -1, "", lost=True),))])


def _id(match: MatchId, platform: str, key: str, person: PersonId) -> str:
    name = "\n".join((match, platform, key, person))
    return hashlib.sha256(name.encode()).hexdigest()[:24]

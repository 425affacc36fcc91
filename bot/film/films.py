"""The films of stored matches, and the people who may see them.

Everybody may see a match that is over, like its record. A private match may be seen by the people
who sat there and by the community in which it was played. A person who wants it is called
*somebody* in films and records that others read."""

import asyncio
from collections.abc import Callable
from typing import Final, TypeVar

from cachetools import FIFOCache
from msgspec import Struct

from bot.common.queues import Queues
from bot.community.linked_users import LinkedUsers
from bot.community.profiles import FILM_HIDDEN
from bot.community.saved_settings import SavedSettings
from bot.film.frames import Film, NoFilm, film_of
from bot.film.pictures import Moving, finest_hand, hand_of_the_match, moving, preview_png
from bot.match.match_reader import MatchReader, with_someone
from bot.messages import CommunityId, MatchId, PersonId
from bot.model import MatchInfo
from engine.seen.view import SeatView

Made = TypeVar("Made")


class Viewer(Struct, frozen=True):
    """The person who wants to see a film, and the place."""

    person: PersonId = ""
    """The person who wants to see it; empty: unknown."""
    community: CommunityId = ""
    """The community in which it is shown; empty: a place where anybody may look."""


_REMEMBERED: Final = 500
"""The number of matches whose finest hand is remembered."""
ANYBODY: Final = Viewer()


class Films:
    """The films of stored matches."""

    def __init__(self, matches: MatchReader, settings: SavedSettings, users: LinkedUsers) -> None:
        self._matches = matches
        self._settings = settings
        self._users = users
        self._one = asyncio.Semaphore(1)
        self._one_end = asyncio.Semaphore(1)
        self._readers = Queues()
        """Makes callers that want the finest hand of the same match wait for one another."""
        self._finest: FIFOCache[MatchId, SeatView | None] = FIFOCache(_REMEMBERED)

    async def film(self, match: MatchId, locale: str, viewer: Viewer = ANYBODY) -> Film | None:
        """The film of a match; ``None``: there is no such film, or this viewer may not see it. A
        viewer is not told which of the two."""
        text = await self.record(match, locale, viewer)
        info = await self._matches.info(match)
        if text is None or info is None:
            return None
        try:
            return await self.make(lambda: film_of(text, match, info))
        except NoFilm:  # the match ended before its first deal
            return None

    async def record(self, match: MatchId, locale: str, viewer: Viewer = ANYBODY) -> str | None:
        """The record from which a film is made, with the names that this viewer may read; ``None``
        as for :meth:`film`."""
        info = await self._matches.info(match)
        if info is None or not await self._shows(info, viewer):
            return None
        text = await self._matches.record(match, locale)
        if text is None:  # the match is not over
            return None
        hidden = {seat.seat for seat in info.people if await self.hides(seat.person)}
        return with_someone(text, hidden, locale) if hidden else text

    async def finest(self, match: MatchId) -> SeatView | None:
        """The hand of the match (:func:`bot.film.pictures.hand_of_the_match`) at its end, as
        everybody saw it; ``None``: the match has no hand, or is not over. It is worked out once. It
        does not wait for films, because the picture of the result needs it."""
        async with self._readers.turn(match):
            if match not in self._finest:
                text = await self._matches.record(match)
                if text is None:
                    return None
                async with self._one_end:
                    found = await asyncio.to_thread(finest_hand, text)
                self._finest[match] = found
            return self._finest[match]

    async def moving(self, match: MatchId, locale: str, viewer: Viewer) -> Moving | None:
        """The hand of the match as a moving picture; ``None`` as for :meth:`film`."""
        film = await self.film(match, locale, viewer)
        if film is None:
            return None
        return await self.make(lambda: moving(film, locale, hand_of_the_match(film)))

    async def preview(
        self, match: MatchId, locale: str, viewer: Viewer, shown_at: str
    ) -> bytes | None:
        """The card of a match as a picture; ``None`` as for :meth:`film`. ``shown_at``: the name of
        the place that shows it."""
        film = await self.film(match, locale, viewer)
        if film is None:
            return None
        return await self.make(lambda: preview_png(film, locale, shown_at))

    async def make(self, work: Callable[[], Made]) -> Made:
        """Runs work in a thread, one piece after another, so that it does not hold up players."""
        async with self._one:
            return await asyncio.to_thread(work)

    async def _shows(self, info: MatchInfo, viewer: Viewer) -> bool:
        """Whether this viewer may see a match that is over."""
        if not info.private or (viewer.community and viewer.community == info.community):
            return True
        if not viewer.person:
            return False
        users = (await self._users.of(viewer.person)).all
        return any(info.seat_in_result(user) is not None for user in users)

    # --- names -------------------------------------------------------------------------------

    async def hides(self, person: PersonId) -> bool:
        """Whether this person is *somebody* in films."""
        now = await self._users.person_of(person)
        return bool((await self._settings.of(now)).get(FILM_HIDDEN))

    async def hide(self, person: PersonId, *, hidden: bool) -> None:
        """Makes the person *somebody* in films, older too; with ``hidden`` off, shows the name."""
        await self._settings.save(person, **{FILM_HIDDEN: "1" if hidden else ""})

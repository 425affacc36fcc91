"""The service: commands in, replies out; commit, then show.

Commands of one match are decided one after another. Deciding is a pure function of the match as it
is stored; what comes of it is committed in one transaction, and only then shown. When another
process was faster, the commit says so and the command is decided again on what is there now.
"""

from contextlib import AbstractAsyncContextManager
from typing import TYPE_CHECKING

from bot.messages import AnyCommand, AnyReply, CommunityId, MatchId, PersonId, PlaceId
from bot.model import MatchInfo
from bot.screens.types import Screen
from bot.surfaces import Platform
from engine.events import AnyEvent
from engine.view import SeatView

if TYPE_CHECKING:
    from bot.scoreboard import Scoreboard


class Service:
    """Everything an adapter may ask for. Safe to share between all of them."""

    async def handle(self, command: AnyCommand) -> AnyReply:
        """Decides a command, stores what comes of it, and answers.

        The same person's same request again gets the first answer again and changes nothing."""
        raise NotImplementedError

    def add_platform(self, platform: Platform) -> None:
        """From now on surfaces and notices of this platform's name go through it."""
        raise NotImplementedError

    def running(self) -> AbstractAsyncContextManager[None]:
        """Runs the clock and brings surfaces up to date for as long as the context lasts."""
        raise NotImplementedError

    async def info(self, match: MatchId) -> MatchInfo | None:
        """The table as everyone may know it; ``None`` for an unknown match."""
        raise NotImplementedError

    async def view(self, match: MatchId, person: PersonId | None) -> SeatView | None:
        """The game as this person sees it (``None`` or a stranger: as the public does).

        ``None`` before the start, and for an unknown match."""
        raise NotImplementedError

    async def events(self, match: MatchId, person: PersonId | None) -> tuple[AnyEvent, ...]:
        """What happened in the running (or last) hand, as this person may know it."""
        raise NotImplementedError

    async def picture(
        self, match: MatchId, person: PersonId | None, locale: str = ""
    ) -> Screen | None:
        """The newest picture: private for a seated person, public for ``None`` and strangers.

        ``locale`` empty: the person's choice, else the community's, else the default."""
        raise NotImplementedError

    async def matches_at(self, place: PlaceId) -> tuple[MatchId, ...]:
        """Open lobbies and running matches of a place, newest first."""
        raise NotImplementedError

    async def matches_of(self, person: PersonId) -> tuple[MatchId, ...]:
        """Open lobbies and running matches in which this person has a seat, newest first."""
        raise NotImplementedError

    async def match_of(self, person: PersonId, place: PlaceId) -> MatchId | None:
        """The table of this place at which the person sits: a running match before a lobby."""
        raise NotImplementedError

    async def last_match_at(self, place: PlaceId) -> MatchId | None:
        """The newest table of a place, whatever has become of it (for a rematch, a replay)."""
        raise NotImplementedError

    async def add_surface(
        self,
        match: MatchId,
        *,
        platform: str,
        address: str,
        chat: str,
        person: PersonId | None = None,
        locale: str = "",
        lifetime: float | None = None,
    ) -> str:
        """Keeps a picture of the match up to date at this address; returns the surface's id.

        ``person``: whose private picture (``None``: the public one). ``chat``: what the platform's
        waits are counted by. ``lifetime``: seconds after which it can be changed no longer. The
        same address again for the same match replaces what was there and is shown anew."""
        raise NotImplementedError

    async def remove_surface(self, surface: str) -> None:
        """Forgets a surface (a tab that was closed)."""
        raise NotImplementedError

    async def shown(self, surface: str, screen: Screen) -> None:
        """Notes that a reply itself has just brought this surface up to date."""
        raise NotImplementedError

    async def record(self, match: MatchId, person: PersonId | None = None) -> str | None:
        """The match in the record format, whole, once it is over.

        ``None`` for an unknown match, one that never started, and one that is still running."""
        raise NotImplementedError

    async def scoreboard(
        self, community: CommunityId, *, since: float | None = None
    ) -> "Scoreboard":
        """The people of a community by what they have won; ``since`` in UTC seconds."""
        raise NotImplementedError

    async def language_of(self, owner: PersonId | CommunityId) -> str | None:
        """The language chosen by a person or for a community; ``None``: none was."""
        raise NotImplementedError

    async def set_language(self, owner: PersonId | CommunityId, locale: str) -> str | None:
        """Remembers it and redraws; returns the catalogue's name for it, ``None``: not ours."""
        raise NotImplementedError

"""Looking at tournaments: which there are, who is strong, and what follows at their tables."""

from typing import Final

from bot.match.running_match import RunningMatch
from bot.match.running_matches import RunningMatches
from bot.match.tournaments import retires
from bot.messages import (
    AnyCommand,
    CloseTable,
    Decline,
    HandOver,
    Leave,
    MatchId,
    PersonId,
    PlaceId,
)
from bot.model import Status
from bot.store.changes import Store
from bot.store.ratings import shown
from bot.tournaments.state import Tournament

CHANGING: Final = (Leave, CloseTable)
"""Commands that bring something at the tables of the tournament that they are for."""


class TournamentReader:
    """Reads tournaments as stored now; changes nothing."""

    def __init__(self, store: Store, running: RunningMatches) -> None:
        self._store = store
        self._running = running

    async def _of(self, match: MatchId) -> Tournament | None:
        found = await self._running.newest(match)
        return None if found is None else found.info.tournament

    async def near(self, place: PlaceId, person: PersonId) -> tuple[MatchId, ...]:
        """Tournaments that are not over: those of this place, then those for which this person has
        signed up; the newest first."""
        here = await self._store.tournaments_at(place)
        mine = await self._store.tournaments_of(person)
        return tuple(dict.fromkeys(row.info.match for row in (*here, *mine)))

    async def seeds(self, match: MatchId) -> tuple[PersonId, ...]:
        """The people of a tournament, from the strongest to the weakest: by their ratings in its
        game, and those without one in the order in which they have signed up."""
        found = await self._running.newest(match)
        if found is None or found.info.tournament is None:
            return ()
        on, strength = (found.info.variant, found.info.players), dict[PersonId, int]()
        for entrant in found.info.tournament.entrants:
            ratings = await self._store.ratings_of(entrant.person)
            mine = (shown(one)[0] for one in ratings if (one.variant, one.players) == on)
            strength[entrant.person] = max(mine, default=-1)
        return tuple(sorted(strength, key=lambda person: -strength[person]))

    async def table_of(self, match: MatchId, person: PersonId) -> MatchId:
        """Where the person plays now in this tournament; empty: nowhere. When a tournament is
        cancelled its lobbies are closed, and what is being played there goes on."""
        tournament = await self._of(match)
        table = "" if tournament is None else tournament.table_of(person)
        running = await self._running.newest(table) if table else None
        closed = running is not None and running.info.status is Status.CLOSED
        return "" if closed else table

    async def would_open(self, match: MatchId, person: PersonId) -> bool:
        """Whether the person's next *Mi partida* opens a table, and calls the other side to it."""
        tournament = await self._of(match)
        return tournament is not None and tournament.to_play(person) is not None

    async def following(self, command: Leave | CloseTable | HandOver) -> tuple[AnyCommand, ...]:
        """What follows at the tables of a tournament when somebody has left it, or when it is
        cancelled: the leaver gives up their match; tables at which nobody plays yet are closed.
        When two entrants become one person (ask before that), the unit that plays no more gives up.

        Should the process die before that, the tables do so when their time is over."""
        tournament = await self._of(command.match)
        if tournament is None:
            return ()
        if isinstance(command, HandOver) and not retires(tournament, command.person, command.to):
            return ()
        leaves = not isinstance(command, CloseTable)
        mine = (tournament.table_of(command.person),)
        made: list[AnyCommand] = []
        for table in mine if leaves else [one.match for one in tournament.open]:
            running = await self._running.newest(table) if table else None
            if running is not None:
                request = f"tournament.{command.request}.{len(made)}"
                make = _left if leaves else _closed
                made += make(running, command.person, request)
        return tuple(made)


def _left(table: RunningMatch, person: PersonId, request: str) -> list[AnyCommand]:
    """The person leaves; from a lobby so that they do not come back."""
    seated, match = table.info.seat_of(person), table.info.match
    made: list[AnyCommand] = []
    if seated is not None and not seated.left:
        made.append(Leave(request=request, person=person, match=match))
    if table.info.status is Status.LOBBY:
        made.append(Decline(request=f"{request}.", person=person, match=match))
    return made


def _closed(table: RunningMatch, person: PersonId, request: str) -> list[AnyCommand]:
    """What is being played is played to its end."""
    if table.info.status is not Status.LOBBY:
        return []
    return [CloseTable(request=request, person=person, match=table.info.match)]

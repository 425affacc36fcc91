"""Reads tournaments: the list of them, the strength of their people, and the commands that must
follow at their tables."""

from bot.match.running_match import RunningMatch
from bot.match.running_matches import RunningMatches
from bot.match.strengths import rating_of
from bot.match.tournaments import retires
from bot.messages import CloseTable, Decline, HandOver, Leave, MatchId, PersonId, PlaceId
from bot.model import Status
from bot.store import Store
from bot.store.queries import match_queries
from bot.tournaments.state import Tournament

Following = Leave | Decline | CloseTable
"""A command that follows at a table."""


class TournamentReader:
    """Reads tournaments as stored now; changes nothing."""

    def __init__(self, store: Store, running: RunningMatches) -> None:
        self._store = store
        self._running = running

    async def _of(self, match: MatchId) -> Tournament | None:
        found = await self._running.newest(match)
        return None if found is None else found.info.tournament

    async def near(self, place: PlaceId, person: PersonId) -> tuple[MatchId, ...]:
        """Tournaments that are not over: first those of this place, then those for which this
        person has signed up, each group newest first."""
        here = await self._store.read(match_queries.tournaments_at, place)
        mine = await self._store.read(match_queries.tournaments_of, person)
        return tuple(dict.fromkeys(row.info.match for row in (*here, *mine)))

    async def seeds(self, match: MatchId) -> tuple[PersonId, ...]:
        """The people of a tournament from the strongest to the weakest, by their ratings in its
        game. People without a rating come last, in the order in which they signed up."""
        found = await self._running.newest(match)
        if found is None or found.info.tournament is None:
            return ()
        strength = dict[PersonId, int]()
        for entrant in found.info.tournament.entrants:
            rating = await rating_of(self._store, entrant.person, found.info.variant)
            strength[entrant.person] = -1 if rating is None else rating
        return tuple(sorted(strength, key=lambda person: -strength[person]))

    async def table_of(self, match: MatchId, person: PersonId) -> MatchId:
        """The table at which the person plays now in this tournament; empty: none. When a
        tournament is cancelled, its lobbies close, and matches that have begun go on."""
        tournament = await self._of(match)
        table = "" if tournament is None else tournament.table_of(person)
        running = await self._running.newest(table) if table else None
        closed = running is not None and running.info.status is Status.CLOSED
        return "" if closed else table

    async def would_open(self, match: MatchId, person: PersonId) -> bool:
        """Whether the next press of *Mi partida* opens a table and calls the other side to it."""
        tournament = await self._of(match)
        return tournament is not None and tournament.to_play(person) is not None

    async def following(self, command: Leave | CloseTable | HandOver) -> tuple[Following, ...]:
        """The commands that must follow at the tables of a tournament after this command. When a
        person leaves it, they give up their match. When it is cancelled, tables that have not begun
        are closed. When two entrants become one person, the unit that no longer plays gives up; for
        this, ask before they are merged. If the process dies before these commands, the tables
        close when their time is over."""
        tournament = await self._of(command.match)
        if tournament is None:
            return ()
        if isinstance(command, HandOver) and not retires(tournament, command.person, command.to):
            return ()
        leaves = not isinstance(command, CloseTable)
        mine = (tournament.table_of(command.person),)
        made: list[Following] = []
        for table in mine if leaves else [pairing.match for pairing in tournament.open]:
            running = await self._running.newest(table) if table else None
            if running is not None:
                request = f"tournament.{command.request}.{len(made)}"
                make = _left if leaves else _closed
                made += make(running, command.person, request)
        return tuple(made)


def _left(table: RunningMatch, person: PersonId, request: str) -> list[Following]:
    """The commands by which a person leaves; a lobby removes them, so they cannot come back."""
    seated, match = table.info.seat_of(person), table.info.match
    made: list[Following] = []
    if seated is not None and not seated.left:
        made.append(Leave(request=request, person=person, match=match))
    if table.info.status is Status.LOBBY:
        made.append(Decline(request=f"{request}.", person=person, match=match))
    return made


def _closed(table: RunningMatch, person: PersonId, request: str) -> list[Following]:
    """The command that closes this table; none if its match has begun: that is played on."""
    if table.info.status is not Status.LOBBY:
        return []
    return [CloseTable(request=request, person=person, match=table.info.match)]

"""A league between houses, inside the bot: its people come to the rooms of this house, the records
go into the league's book, and its clubs get posts (``docs/leagues.md``).

Everything here may be done twice, and is done again after a crash: the ids of tables are computed
from the pairings, a finished room is reported until it is in the book, and the house says nothing
twice. Only one process at a time does this work."""

import asyncio
from collections.abc import Iterable, Sequence
from typing import Final

import structlog
from msgspec.structs import replace

from bot.beacon import NoPulse
from bot.community.league_teams import LONGEST, LeagueTeams, Member, RoomWait
from bot.community.parts import PeopleParts
from bot.handling.parts import HandlingParts
from bot.happenings import ScreensOutdated
from bot.leagues.book import NoLeague
from bot.leagues.entries import ROOMS, Room
from bot.leagues.hosting import LeagueHouse, NotNow
from bot.leagues.terms import Fixture
from bot.match.parts import PlayParts
from bot.messages import (
    Accepted,
    LeagueRoom,
    MatchId,
    OpenRoom,
    PersonId,
    PublishDeals,
    Refused,
    SealPairing,
)
from bot.model import MatchInfo, Status
from bot.service.league_now import LeagueNow, league_now
from bot.service.league_posts import LeaguePosts
from bot.showing.platforms import Platforms
from engine.fairness.beacon import Pulse
from engine.fairness.deal import AZAR_2

_LOOKS_AGAIN: Final = 30.0
"""Seconds between two looks at the book. People at the command line change the book too."""
_LEASE: Final = "league"
_HOST: Final = "league:"
"""The person in whose name rooms are opened."""

log = structlog.get_logger(__name__)


class LeagueRooms:
    """Knows the league of this house. It opens rooms, reports them, and publishes their secrets. A
    host takes part in no league until it joins one (:meth:`join`)."""

    def __init__(
        self, play: PlayParts, people: PeopleParts, handling: HandlingParts, platforms: Platforms
    ) -> None:
        self._running = play.running
        self._matches = play.matches
        self._vault = play.vault
        self._beacon = play.beacon
        self._time = play.time
        self._happenings = play.happenings
        self._processes = play.store.processes
        self._under_way = play.under_way
        self.teams: Final[LeagueTeams] = people.league_teams
        self._users = people.users
        self._finder = handling.finder
        self._posts = LeaguePosts(people, platforms)
        self._house: LeagueHouse | None = None
        self._one = asyncio.Lock()
        self._wake = asyncio.Event()
        self._told: set[tuple[str, str]] = set()
        """The warnings in the log, so that they are not repeated every half minute."""

    def join(self, house: LeagueHouse) -> None:
        """Makes this host take part in the league of this house. Call it before :meth:`run`, which
        ends at once without a league."""
        self._house = house

    # --- for pages -------------------------------------------------------------------------------

    async def now(self) -> LeagueNow | None:
        """The league's present state; ``None``: this host is in none, or cannot read it."""
        house = self._house
        if house is None:
            return None
        try:
            utc = self._time.utc()
            return await asyncio.to_thread(lambda: league_now(house, house.desk(), utc))
        except (NotNow, NoLeague, OSError) as error:
            self._tell("league_unreadable", str(error))
            return None

    async def words(
        self, clubs: Iterable[int], teams: Iterable[int]
    ) -> tuple[list[str], list[str]]:
        """The words of these clubs and teams. People pass them on by hand."""
        assert self._house is not None
        desk = await asyncio.to_thread(self._house.desk)
        return (
            [desk.word_of_club(club) for club in clubs],
            [desk.word_of_team(team) for team in teams],
        )

    async def whose(self, now: LeagueNow, word: str) -> tuple[int, int]:
        """The club and the team with this word; -1: none."""
        said = word.strip().lower().replace(" ", "-")
        terms = now.terms
        own = [at for at, club in enumerate(terms.clubs) if club.house == now.house]
        clubs, teams = await self.words(own, range(len(terms.teams)))
        club = next((at for at, its in zip(own, clubs, strict=True) if its == said), -1)
        team = teams.index(said) if said in teams else -1
        return club, team

    async def table_info(self, now: LeagueNow, fixture: Fixture, room: Room) -> MatchInfo | None:
        """The table of a room at this house; ``None``: it is not opened yet."""
        found = await self._running.newest(now.table(fixture, room))
        return None if found is None else found.info

    async def has_sat(self, now: LeagueNow, fixture: Fixture, person: PersonId) -> MatchId:
        """The room of this pairing in which this person has or had a seat; empty: none. A person
        who has sat in one room knows the deals of the other room."""
        users = (await self._users.of(person)).all
        for room in now.rooms_here(fixture):
            info = await self.table_info(now, fixture, room)
            if info is not None and any(info.seat_in_result(user) for user in (person, *users)):
                return info.match
        return ""

    async def wait(self, now: LeagueNow, person: PersonId, member: Member, *, slow: bool) -> str:
        """Lets this person wait for a room of their team, if there is one for them. Returns the id
        of the message about the result."""
        fixture = now.of_team(member.team)
        if fixture is None:
            return (
                "league.told.over"
                if now.is_over
                else "league.told.rests"
                if now.round
                else "league.told.early"
            )
        if why := await self._why_not(now, fixture, person):
            return why
        if not slow and (refused := await self._finder.quick_refusal(person)) is not None:
            return "league.told.sits" if refused.match else "league.told.barred"
        board, at = fixture.board, self._time.utc()
        wait = RoomWait(person, member.name, member.team, fixture.round, board, at, slow)
        await self.teams.wait(wait)
        await self.look()
        if await self.teams.wait_of(person) is None:
            return "league.told.begun"
        await self._posts.call(now, fixture, wait)
        return "league.told.waits"

    async def may_play(self, now: LeagueNow, fixture: Fixture, person: PersonId) -> bool:
        """Whether there is a room of this pairing for this person now."""
        return not await self._why_not(now, fixture, person)

    async def _why_not(self, now: LeagueNow, fixture: Fixture, person: PersonId) -> str:
        """The id of the reason why this person may not wait for this room; empty: they may."""
        if fixture.place in now.conceded:
            return "league.told.conceded"
        if await self.has_sat(now, fixture, person):
            return "league.told.sat"
        if fixture.round not in now.dealt:
            return "league.told.sealed"
        if not now.rooms_here(fixture):
            return "league.told.none_here"
        if not self._asks_beacon(now):
            return "league.told.beacon"
        return "" if await self._free(now, fixture) else "league.told.taken"

    # --- in the background -----------------------------------------------------------------------

    async def run(self) -> None:
        while self._house is not None:
            self._wake.clear()
            try:
                await self.look()
            except Exception as error:  # The next look tries it again.
                log.error("league_failed", error=type(error).__name__)
            await self._time.wait(self._wake, self._time.now() + _LOOKS_AGAIN)

    async def look(self) -> None:
        """Lets the house make the entries that are due, reports finished rooms, publishes secrets
        that no deal needs any more, and opens rooms whose people are there."""
        house = self._house
        if house is None or _LEASE not in await self._processes.claim([_LEASE], keep=True):
            return
        async with self._one:
            try:
                utc = self._time.utc()
                now = await asyncio.to_thread(lambda: league_now(house, house.go_on(), utc))
                if await self._report(house, now):
                    now = await asyncio.to_thread(lambda: league_now(house, house.go_on(), utc))
                await self._publish(now)
                await self._open_rooms(now)
                await self._posts.post(now)
            except (NotNow, NoLeague, OSError) as error:
                self._tell("league_waits", str(error))

    async def _report(self, house: LeagueHouse, now: LeagueNow) -> bool:
        """Reports the finished rooms. Returns whether there was one."""
        reported = False
        for due in now.due:
            text = await self._matches.finished_room(now.table(due.fixture, due.room))
            if text is None:
                continue
            try:
                await asyncio.to_thread(house.report, due.fixture, due.room, text)
                reported = True
            except NotNow as error:
                self._tell("league_room_not_reported", str(error))
        return reported

    async def _publish(self, now: LeagueNow) -> None:
        """Publishes the secrets of pairings whose rooms have all been played."""
        for fixture in now.fixtures:
            place = fixture.place
            over = all((*place, room) in now.over for room in ROOMS) or place in now.conceded
            if not over or not now.rooms_here(fixture):
                continue
            sealed = now.sealed(fixture)
            found = await self._running.newest(sealed)
            if found is not None and found.info.status is Status.LOBBY and found.info.only_seals:
                await self._finder.decide(
                    PublishDeals(request=f"publish.{sealed}", person=_HOST, match=sealed)
                )
                rooms = frozenset(now.table(fixture, room) for room in now.rooms_here(fixture))
                await self._happenings.publish(ScreensOutdated(rooms))

    async def _free(self, now: LeagueNow, fixture: Fixture) -> list[Room]:
        """The rooms of a pairing at this house that can be played and are not opened yet."""
        return [
            room
            for room in now.rooms_here(fixture)
            if now.is_due(fixture, room) and await self.table_info(now, fixture, room) is None
        ]

    async def _open_rooms(self, now: LeagueNow) -> None:
        """Opens the rooms whose people are there. People who have waited too long, or for a round
        that is over, wait no longer."""
        left = []
        for wait in await self.teams.waiting():
            late = not wait.slow and self._time.utc() >= wait.at + LONGEST
            if late or wait.round != now.round:
                await self.teams.leave(wait.person)
            else:
                left.append(wait)
        for fixture in now.fixtures:
            here = [wait for wait in left if (wait.round, wait.board) == fixture.place]
            for room in await self._free(now, fixture) if here else ():
                people = _seated(here, now.sides(fixture, room), now.terms.players)
                if people and await self._open(now, fixture, room, people):
                    here = [wait for wait in here if wait not in people]

    async def _open(
        self, now: LeagueNow, fixture: Fixture, room: Room, people: Sequence[RoomWait]
    ) -> bool:
        """Opens a room for these people, by seat. Returns whether it is open."""
        sealed = await self._sealed(now, fixture)
        if sealed is None:
            return False
        at_home = now.sides(fixture, room)[0]
        home = (await self.teams.homes(now.id)).get(now.terms.teams[at_home].club)
        terms, match = now.terms, now.table(fixture, room)
        one, other = (terms.teams[team].name for team in now.sides(fixture, room))
        assert sealed.room is not None
        command = OpenRoom(
            request=f"room.{match}." + ".".join(f"{wait.person}@{wait.at}" for wait in people),
            person=people[0].person,
            match=match,
            room=replace(sealed.room, room=room, teams=(one, other)),
            variant=terms.variant,
            options=tuple(sorted(terms.room_options.items())),
            players=terms.players,
            commitment=sealed.commitment,
            added=sealed.added,
            community=_HOST if home is None else home.community,
            people=tuple((wait.person, wait.name) for wait in people),
            slow=any(wait.slow for wait in people),
        )
        reply = await self._under_way.finish(command, self._finder.decide)
        if isinstance(reply, Refused) and (out := dict(reply.parameters).get("person")):
            await self.teams.leave(out)
        return isinstance(reply, Accepted)

    async def _sealed(self, now: LeagueNow, fixture: Fixture) -> MatchInfo | None:
        """The table with a pairing's secret, opened if needed; ``None``: it cannot be now."""
        match = now.sealed(fixture)
        found = await self._running.newest(match)
        if found is None and self._vault is not None and self._house is not None:
            pulse = await self._pulse(now, fixture)
            desk = await asyncio.to_thread(self._house.desk)
            plan = desk.plan(fixture, pulse)
            commitment, secret = self._vault.committed(AZAR_2, match, plan.secret)
            terms = now.terms
            names = terms.teams[fixture.one].name, terms.teams[fixture.other].name
            closes = float(terms.starts(fixture.round + 2))
            await self._finder.decide(
                SealPairing(
                    request=f"pairing.{match}",
                    person=_HOST,
                    match=match,
                    room=LeagueRoom(
                        match, terms.name, fixture.round, fixture.board, "", names, closes
                    ),
                    variant=terms.variant,
                    options=tuple(sorted(terms.room_options.items())),
                    players=terms.players,
                    commitment=commitment.hex(),
                    secret=secret,
                    added=plan.added,
                )
            )
            found = await self._running.newest(match)
        return None if found is None or not found.info.only_seals else found.info

    def _asks_beacon(self, now: LeagueNow) -> bool:
        """Whether this host can get the league's beacon rounds, or the league has no beacon."""
        chain, asked = now.terms.beacon, self._beacon
        return chain is None or (asked is not None and asked.chain == chain.chain)

    async def _pulse(self, now: LeagueNow, fixture: Fixture) -> Pulse | None:
        """The round of the beacon for the deals of a pairing; ``None``: the league has no beacon.
        Raises :class:`bot.leagues.hosting.NotNow`."""
        if now.terms.beacon is None:
            return None
        if self._beacon is None or not self._asks_beacon(now):
            raise NotNow("the league has a beacon that this host does not ask (TRUCO_BEACON)")
        due = next(room.beacon_round for room in now.due if room.fixture == fixture)
        try:
            return await self._beacon.pulse(due)
        except NoPulse as missing:
            raise NotNow(f"round {due} of the beacon could not be had: {missing}") from None

    def _tell(self, event: str, why: str) -> None:
        """Writes an obstacle of the league into the log, once."""
        if (event, why) not in self._told:
            self._told.add((event, why))
            log.warning(event, why=why)


def _seated(
    waiting: Sequence[RoomWait], sides: tuple[int, int], players: int
) -> tuple[RoomWait, ...]:
    """The people for the seats of a room, if there are enough of both teams; the people who have
    waited longest come first. It is empty if there are not enough."""
    each = players // 2
    one, other = ([wait for wait in waiting if wait.team == team][:each] for team in sides)
    if len(one) < each or len(other) < each:
        return ()
    return tuple(wait for pair in zip(one, other, strict=True) for wait in pair)

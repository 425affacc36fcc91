"""Houses of a league whose rooms people play inside the bot, each with a folder and a clock of its
own."""

from pathlib import Path
from random import Random

from adapters.league_folder import LeagueFolder
from bot.beacon import Beacon, NoPulse
from bot.community.league_teams import ClubHome, Member
from bot.environment import Config
from bot.leagues.entries import Room
from bot.leagues.terms import LeagueTerms
from bot.match.vault import Vault
from bot.messages import Act, MatchId, PersonId
from bot.model import MatchInfo, Status
from bot.service.league_now import LeagueNow
from bot.store import Store
from engine.actions import Action, Range
from engine.fairness.beacon import Pulse
from engine.record.notation import write_action
from engine.seen.view import table_of
from tests.bot.helpers import FakeTime, Table
from tests.bot.leagues.season import BEGINS, CHAIN, is_signed, key, pulse, terms_of
from tests.narrow import present

KEY = b"k" * 32
CLUBS = ("discord:100", "telegram:-200")
"""The communities of the first two clubs."""
OPEN: Room = "open"
CLOSED: Room = "closed"


class SeasonBeacon:
    """The beacon of a league of tests. ``reason``: why it gives no round."""

    chain = CHAIN

    def __init__(self) -> None:
        self.reason = ""
        self.asked: list[int] = []

    async def pulse(self, round: int) -> Pulse:
        self.asked.append(round)
        if self.reason:
            raise NoPulse(self.reason)
        return pulse(round)


class Host(Table):
    """A house of a league."""

    def __init__(
        self,
        store: Store,
        folder: Path,
        terms: LeagueTerms,
        house: int = 0,
        beacon: Beacon | None = None,
    ) -> None:
        time = FakeTime(float(BEGINS))
        self.folder = LeagueFolder(folder, key(house), time.utc, is_signed)
        self.folder.enter(terms)
        self.terms = terms
        super().__init__(
            store,
            config=Config(robot_budget=0),
            time=time,
            vault=Vault(KEY, random=Random(house).randbytes),
            beacon=beacon,
            league=self.folder,
        )

    async def now(self) -> LeagueNow:
        return present(await self.service.league.now())

    async def look(self) -> None:
        await self.service.league.look()

    async def settle(self, club: int) -> None:
        """The club is in its community."""
        home = ClubHome(CLUBS[club], f"{CLUBS[club]}/mesa")
        await self.service.league.teams.settle(self.terms.id, club, home)

    async def joins(self, person: PersonId, team: int) -> None:
        name = person.partition(":")[2].title()
        await self.service.league.teams.join(self.terms.id, person, Member(team, name))

    async def waits(self, person: PersonId, *, slow: bool = False) -> str:
        """What they are told."""
        now = await self.now()
        member = (await self.service.league.teams.members(now.id))[person]
        told = await self.service.league.wait(now, person, member, slow=slow)
        return told.removeprefix("league.told.")

    async def room(self, room: Room, board: int = 1, round: int = 1) -> MatchInfo | None:
        now = await self.now()
        (fixture,) = [
            fixture for fixture in now.fixtures if (fixture.round, fixture.board) == (round, board)
        ]
        return await self.service.league.table_info(now, fixture, room)

    async def begun(self, room: Room, *people: PersonId) -> MatchId:
        """The room for which these people wait, begun when the last of them comes."""
        *first, last = people
        for person in first:
            assert await self.waits(person) == "waits"
        assert await self.waits(last) == "begun"
        return await self.opened(room, *people)

    async def opened(self, room: Room, *people: PersonId) -> MatchId:
        """The room that these people have just got, begun."""
        info = present(await self.room(room))
        assert {seat.person for seat in info.people} == {*people}
        self.match = info.match
        await self.clock.send_due()
        assert (await self.info()).status is Status.PLAYING
        return info.match

    async def play(self, match: MatchId, rng: Random, *, steps: int = 5000) -> None:
        """Its people play until it is over, or for so many steps."""
        self.match = match
        for _ in range(steps):
            info = await self.info()
            if info.status is not Status.PLAYING:
                return
            assert info.cutter < 0, "nobody is asked to cut"
            awaited = (await self.view(None)).awaited
            people = [info.seats[seat].person for seat in awaited if info.seats[seat].present]
            if not people:
                await self.next_deadline()
                continue
            person = rng.choice(people)
            view = await self.view(person)
            step = rng.choice(view.offered)
            if isinstance(step, Range):
                step = Action(step.seat, step.verb, step.low)
            said = write_action(table_of(view), step)
            act = Act(request=self.request(), person=person, match=match, action=said)
            await self.send(act)

    async def finish(self, match: MatchId, seed: int) -> None:
        """Its people play it to the end, and the result is looked at."""
        await self.play(match, Random(seed))
        await self.look()

    @property
    def is_right(self) -> bool:
        """Whether the first pairing has a result, and nothing is wrong in the book."""
        verdict = self.folder.verdict()
        return verdict.faults == () and verdict.results[0].scored is not None


def exchange(*hosts: Host) -> None:
    """Every house gets the files of all."""
    for host in hosts:
        host.folder.add([other.folder.book for other in hosts if other is not host])


async def agree(*hosts: Host) -> None:
    """The houses say what is due and exchange their files, until all know all of it."""
    for _ in range(2):
        exchange(*hosts)
        for host in hosts:
            await host.look()
    exchange(*hosts)


def one_house(store: Store, folder: Path, **terms: object) -> Host:
    """Two clubs at one house: both rooms are there."""
    return Host(store, folder, terms_of(2, 1, beacon=False, **terms))


PEOPLE = (("discord:ana", "discord:ada"), ("telegram:bruno", "telegram:bela"))
"""Two people in each of the first two teams."""


async def with_people(host: Host) -> None:
    """Both clubs are there, and their people in their teams."""
    await host.look()
    for club, people in enumerate(PEOPLE):
        await host.settle(club)
        for person in people:
            await host.joins(person, club)


async def pairing_begun(host: Host) -> MatchId:
    """The open room of the only pairing, begun by the first person of each team."""
    await with_people(host)
    return await host.begun(OPEN, PEOPLE[0][0], PEOPLE[1][0])

"""A tournament and everybody who plays in it, on one or two processes that share a store."""

from collections.abc import Sequence
from random import Random

from bot.community.linked_users import Outcome as Linking
from bot.environment import Config
from bot.match.stakes import pot_of
from bot.match.vault import Vault
from bot.messages import (
    Accepted,
    AnyCommand,
    AnyReply,
    Decline,
    Join,
    Leave,
    MatchId,
    OpenTable,
    PersonId,
    PlaceId,
    ProposeEnd,
    Return,
    Start,
    StartTime,
    UserId,
)
from bot.model import LIVE_TOURNAMENT, MatchInfo, Status
from bot.pages.closing import close_page
from bot.pages.page_spec import Administration
from bot.screen import Screen
from bot.screens.tournaments.tournament import build_tournament
from bot.store import Store
from bot.store.notices import Notice
from bot.store.people.chips import MINT, pot
from bot.store.queries import chip_queries
from bot.table_options import YES
from bot.tournaments.state import NOBODY, Format, Pairing, Tournament
from bot.words import words_for
from tests.bot.helpers import COMMUNITY, PLACE, FakeTime, Table
from tests.narrow import present

CONFIG = Config(robot_budget=0, turn_seconds=30)


def people(number: int) -> list[PersonId]:
    """Registered people, who could be ranked."""
    return [f"discord:{user}" for user in range(1, number + 1)]


class World:
    """``stores``: one for each process; all of them see the same rows."""

    def __init__(
        self,
        stores: Sequence[Store],
        seed: int = 1,
        *,
        vault: Vault | None = None,
        config: Config = CONFIG,
    ) -> None:
        self.time = FakeTime()
        self.random = Random(seed)
        self.processes = [
            Table(store, config=config, time=self.time, seed=seed + number, vault=vault)
            for number, store in enumerate(stores)
        ]
        self.match: MatchId = ""

    @property
    def table(self) -> Table:
        """Some process."""
        return self.random.choice(self.processes)

    async def send(self, command: AnyCommand) -> AnyReply:
        return await self.table.send(command)

    def request(self) -> str:
        return f"w{self.random.getrandbits(60)}"

    async def open(
        self,
        person: PersonId,
        form: Format = Format.ELIMINATION,
        size: int = 1,
        minutes: int = 60,
        place: PlaceId = PLACE,
        start: StartTime | None = None,
        stake: int = 0,
        robots: bool = False,
        velo: bool = False,
        duplicate: str = "off",
    ) -> AnyReply:
        own = (("velo", YES),) if velo else ()
        reply = await self.send(
            OpenTable(
                request=self.request(),
                person=person,
                community=COMMUNITY,
                place=place,
                name=person,
                players=2 * size,
                format=form,
                minutes=minutes,
                start=start,
                options=(("stake", str(stake)), ("duplicate", duplicate), *own),
                robots=robots,
            )
        )
        if isinstance(reply, Accepted):
            self.match = reply.match
        return reply

    async def join(self, person: PersonId, match: MatchId = "", *, late: bool = False) -> AnyReply:
        match, request = match or self.match, self.request()
        join = Join(request=request, person=person, match=match, name=person, late=late)
        return await self.send(join)

    async def choose(self, person: PersonId, partner: str, *, user: UserId = "") -> AnyReply:
        """Signs up to play with somebody of this name, or with this user."""
        request = self.request()
        return await self.send(
            Join(
                request=request,
                person=person,
                match=self.match,
                name=person,
                late=True,
                partner=partner,
                called=user,
            )
        )

    async def accept(self, person: PersonId) -> AnyReply:
        """Plays with whoever has chosen them."""
        request = self.request()
        return await self.send(
            Join(request=request, person=person, match=self.match, name=person, accepts=True)
        )

    async def leave(self, person: PersonId, match: MatchId = "") -> AnyReply:
        return await self.send(
            Leave(request=self.request(), person=person, match=match or self.match)
        )

    async def decline(self, person: PersonId, match: MatchId) -> AnyReply:
        return await self.send(Decline(request=self.request(), person=person, match=match))

    async def start(self, person: PersonId) -> AnyReply:
        return await self.send(Start(request=self.request(), person=person, match=self.match))

    async def cancel(self, person: PersonId, *, manages: bool = False, match: MatchId = "") -> str:
        """What is said to somebody who wants to cancel the tournament, or close a table."""
        where = Administration(COMMUNITY, manages)
        wanted, request = match or self.match, self.request()
        page = await close_page(self.table.service, where, wanted, person, request, "es")
        return page.text

    async def held(
        self,
        number: int,
        form: Format = Format.ELIMINATION,
        size: int = 1,
        minutes: int = 60,
        stake: int = 0,
        robots: bool = False,
        duplicate: str = "off",
    ) -> Sequence[Pairing]:
        """Opened, with so many people, and started; the matches that are open then."""
        first, *others = people(number)
        opened = await self.open(
            first, form, size, minutes, stake=stake, robots=robots, duplicate=duplicate
        )
        assert isinstance(opened, Accepted)
        for person in others:
            assert isinstance(await self.join(person), Accepted)
        assert isinstance(await self.start(first), Accepted)
        return (await self.tournament()).open

    async def info(self, match: MatchId = "") -> MatchInfo:
        return present(await self.table.service.matches.info(match or self.match))

    async def tournament(self) -> Tournament:
        return present((await self.info()).tournament)

    async def sit(self, match: MatchId) -> None:
        """Everybody who is not there yet comes to this table."""
        for person, _ in (await self.info(match)).kept:
            assert isinstance(await self.join(person, match), Accepted)
        assert (await self.info(match)).status is Status.PLAYING

    async def win(self, match: MatchId, side: int) -> None:
        """This side wins the match: the others leave it."""
        info = await self.info(match)
        assert info.status is Status.PLAYING
        for seat in info.seats:
            if seat.seat % 2 != side:
                assert isinstance(await self.leave(seat.person, match), Accepted)
        for seat in info.seats[side::2]:
            if seat.away:
                back = Return(request=self.request(), person=seat.person, match=match)
                assert isinstance(await self.send(back), Accepted)
            end = ProposeEnd(request=self.request(), person=seat.person, match=match)
            assert isinstance(await self.send(end), Accepted)
        assert (await self.info(match)).winner == side

    async def played(self, match: MatchId, side: int = 0) -> None:
        """Everybody comes to this table, and that side wins."""
        await self.sit(match)
        await self.win(match, side)

    async def joined(self, *people: PersonId) -> None:
        """They sign up, one after another."""
        for person in people:
            assert isinstance(await self.join(person), Accepted)

    async def link(self, asked: UserId, typed: UserId) -> Linking:
        return await self.processes[0].link(asked, typed)

    async def erase(self, person: PersonId) -> None:
        """They want to be erased, and eight days later they are."""
        table = self.processes[0]
        await table.service.erasures.ask(person)
        self.time.pass_by(8 * 86_400)
        await table.service.erasures.carry_out()

    async def screen(self, locale: str = "es") -> Screen:
        return build_tournament(await self.info(), words_for(locale))

    async def lines(self, locale: str = "es") -> list[str]:
        """The ids of the lines that tell of the tournament."""
        return [line.id for line in (await self.screen(locale)).lines]

    async def waiting(self, kind: str) -> list[Notice]:
        """The notices of this kind that are to be sent."""
        found = await self.table.store.notices_waiting()
        return [notice for notice in found if notice.kind == kind]

    async def wait(self, seconds: float) -> None:
        """Time passes, and what is due happens, in whichever process."""
        self.time.pass_by(seconds)
        for table in self.random.sample(self.processes, len(self.processes)):
            await table.clock.send_due()

    def restart(self, process: int = 0) -> None:
        self.processes[process].restart()

    async def check(self) -> None:
        """What always holds: each open pairing has its table, that plays what it says; nobody plays
        twice at once; what is decided is what the tables say."""
        info = await self.info()
        tournament = await self.tournament()
        playing: set[int] = set()
        for pairing in tournament.pairings:
            if not pairing.match:
                assert not pairing.played
                continue
            table = await self.info(pairing.match)
            assert table.part_of == self.match
            inside = [person for unit in pairing.sides for person in tournament.units[unit].people]
            expected = {entrant.person for entrant in inside if entrant.person}
            known = {*dict(table.kept), *(seat.person for seat in table.people)}
            assert known == expected
            robots = sorted(entrant.name for entrant in inside if not entrant.person)
            assert sorted(seat.name for seat in table.seats if seat.robot) == robots
            for seat in table.people:
                assert tournament.unit_of(seat.person) == pairing.sides[seat.seat % 2]
            if pairing.is_open and info.status is Status.HELD:
                assert table.status in (Status.LOBBY, Status.PLAYING)
                assert playing.isdisjoint(pairing.sides)
                playing.update(pairing.sides)
            elif pairing.played:
                assert table.status is Status.OVER
                winner = pairing.sides[table.winner] if table.winner >= 0 else NOBODY
                assert pairing.winner == winner
        if info.status is Status.HELD and not tournament.open:
            assert tournament.format is Format.ARENA
        if info.status is Status.CONCLUDED:
            assert not tournament.open
        await self.check_chips()

    async def check_chips(self) -> dict[str, int]:
        """No chip is made or lost, and the pot is what the tournament says; returns what everybody
        has."""
        info = await self.info()
        found = await self.table.store.read(chip_queries.balances)
        assert sum(found.values()) == 0
        assert all(amount > 0 for owner, amount in found.items() if owner != MINT)
        told = pot_of(info) if info.status in LIVE_TOURNAMENT else 0
        assert found.get(pot(self.match), 0) == told
        return found

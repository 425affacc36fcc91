"""The present state of a league between houses, from the book of this house."""

from msgspec import Struct

from bot.chance import match_id_of
from bot.leagues.entries import ROOMS, Room
from bot.leagues.hosting import LeagueDesk, LeagueHouse, RoomToPlay
from bot.leagues.judging import LeagueVerdict
from bot.leagues.terms import LIGA_1, Fixture, LeagueTerms
from bot.messages import MatchId


class LeagueNow(Struct, frozen=True):
    """The present state of a league."""

    id: str
    terms: LeagueTerms
    house: int
    """The number of this house."""
    round: int
    """The round that is played; 0: none has begun."""
    fixtures: tuple[Fixture, ...]
    """The pairings of all rounds."""
    dealt: frozenset[int]
    """The rounds whose deals can be made, because all houses have opened their secrets."""
    due: tuple[RoomToPlay, ...]
    """The rooms of this house that can be played and are not over."""
    over: frozenset[tuple[int, int, str]]
    """Round, board and room of each room that is over, at any house."""
    conceded: frozenset[tuple[int, int]]
    verdict: LeagueVerdict

    @property
    def is_over(self) -> bool:
        """Whether the last round has ended."""
        return self.round > self.terms.rounds

    def of_team(self, team: int) -> Fixture | None:
        """A team's pairing in the present round; ``None``: it rests, or no round is played."""
        return next(
            (
                fixture
                for fixture in self.fixtures
                if fixture.round == self.round and team in (fixture.one, fixture.other)
            ),
            None,
        )

    def sides(self, fixture: Fixture, room: Room) -> tuple[int, int]:
        """The teams on side A and side B of a room."""
        one, other = fixture.one, fixture.other
        return (one, other) if room == ROOMS[0] else (other, one)

    def sealed(self, fixture: Fixture) -> MatchId:
        """The id of the table with the secret of a pairing. The records of both rooms name it."""
        return fixture.match(self.id)

    def table(self, fixture: Fixture, room: Room) -> MatchId:
        """The id of the table of a room at this house. It is computed from the pairing, so there is
        only one table even if two processes open it."""
        return match_id_of(LIGA_1.hashed("sala", self.sealed(fixture), room))

    def rooms_here(self, fixture: Fixture) -> tuple[Room, ...]:
        """The rooms of a pairing that are played at this house."""
        pairs = zip(ROOMS, fixture.houses, strict=True)
        return tuple(room for room, house in pairs if house == self.house)

    def has(self, club: int, fixture: Fixture) -> bool:
        """Whether a team of this club plays in the pairing."""
        return club in {self.terms.teams[team].club for team in (fixture.one, fixture.other)}

    def is_due(self, fixture: Fixture, room: Room) -> bool:
        """Whether the room can be played here and is not over."""
        return any(due.fixture == fixture and due.room == room for due in self.due)


def league_now(house: LeagueHouse, desk: LeagueDesk, utc: float) -> LeagueNow:
    """The present state of this house's league. ``utc``: seconds since the epoch. ``desk``: the
    desk, just read. It takes long, and raises the errors of :class:`LeagueHouse`."""
    ledger, book = desk.ledger(), desk.book()
    terms = book.terms
    begun = [number for number in range(1, terms.rounds + 2) if terms.starts(number) <= utc]
    return LeagueNow(
        id=book.league,
        terms=terms,
        house=desk.number,
        round=len(begun),
        fixtures=tuple(ledger.fixtures.values()),
        dealt=frozenset(number for number in range(1, terms.rounds + 1) if ledger.secrets(number)),
        due=tuple(desk.rooms()),
        over=frozenset(ledger.played),
        conceded=frozenset(ledger.conceded),
        verdict=house.verdict(),
    )

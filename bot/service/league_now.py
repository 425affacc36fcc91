"""A league between houses as it stands, from the book of this house."""

from msgspec import Struct

from bot.chance import match_id_of
from bot.leagues.entries import ROOMS, Room
from bot.leagues.hosting import LeagueDesk, LeagueHouse, RoomToPlay
from bot.leagues.judging import LeagueVerdict
from bot.leagues.terms import LIGA_1, Fixture, LeagueTerms
from bot.messages import MatchId


class LeagueNow(Struct, frozen=True):
    """A league as it stands."""

    id: str
    terms: LeagueTerms
    house: int
    """The number of this house."""
    round: int
    """The round that is played; 0: none has begun."""
    fixtures: tuple[Fixture, ...]
    """Of all rounds."""
    dealt: frozenset[int]
    """The rounds whose deals are known: all houses have opened their secrets."""
    due: tuple[RoomToPlay, ...]
    """The rooms of this house that can be played and are not over."""
    over: frozenset[tuple[int, int, str]]
    """Round, board and room of those that are over, at any house."""
    conceded: frozenset[tuple[int, int]]
    verdict: LeagueVerdict

    @property
    def is_over(self) -> bool:
        """The last round has ended."""
        return self.round > self.terms.rounds

    def of_team(self, team: int) -> Fixture | None:
        """The pairing of a team in the round that is played; ``None``: it rests, or none is."""
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
        """The table that holds the secret of a pairing: the name that both records have."""
        return fixture.match(self.id)

    def table(self, fixture: Fixture, room: Room) -> MatchId:
        """The table of a room at this house. Its name follows from the pairing, so there is one of
        each, even if it is opened twice."""
        return match_id_of(LIGA_1.hashed("sala", self.sealed(fixture), room))

    def rooms_here(self, fixture: Fixture) -> tuple[Room, ...]:
        """The rooms of a pairing that are at this house."""
        pairs = zip(ROOMS, fixture.houses, strict=True)
        return tuple(room for room, house in pairs if house == self.house)

    def has(self, club: int, fixture: Fixture) -> bool:
        """Whether a team of this club plays in the pairing."""
        return club in {self.terms.teams[team].club for team in (fixture.one, fixture.other)}

    def is_due(self, fixture: Fixture, room: Room) -> bool:
        """Whether the room can be played here and is not over."""
        return any(due.fixture == fixture and due.room == room for due in self.due)


def league_now(house: LeagueHouse, desk: LeagueDesk, utc: float) -> LeagueNow:
    """The league of this house at this moment, in UTC seconds since the epoch. ``desk``: as it has
    just been read. It takes long, and raises what a house raises."""
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

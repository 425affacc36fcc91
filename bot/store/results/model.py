"""The stored gains of people from matches: results, badges, ratings and chips."""

from typing import Final

from msgspec import Struct

from bot.messages import CommunityId, MatchId, PersonId


class MatchResult(Struct, frozen=True, gc=False):
    """A finished match for one person."""

    match: MatchId
    person: PersonId
    community: CommunityId
    name: str
    won: bool
    points_for: int
    points_against: int
    at: float
    account: int = 0
    """The account that the person played for."""
    variant: str = ""
    """The game; empty: the result is older than this field."""
    players: int = 0
    """The number of seats at the table; 0: the result is older than this field."""
    ranked: bool = False
    """The person played for ranking points."""
    worth: int = 0
    """The ranking points for a person who meets these adversaries for the first time that day."""
    meeting: int = 0
    """How often the person has met an adversary on that day, with this match; of several
    adversaries the one met least. 0: the match is not ranked. Set when the result is stored."""
    earned: int = 0
    """The ranking points that the match brought. Set when the result is stored."""
    seats: int = 0
    """How many seats played for the person's account; 0: the result is older than this field."""
    alone: bool = False
    """Nobody played for another account: the match was against robots alone. It stands on no
    scoreboard, only in the person's own profile."""
    counts: str = ""
    """The counts of the person's play in the match (:class:`bot.store.model.SeatCount`, in JSON);
    empty: the match began before statistics existed."""


class Statistics(Struct, frozen=True, gc=False):
    """A person's counts in all their matches of one game: sums of :class:`SeatCount`."""

    person: PersonId
    variant: str
    """The game; empty: all games together."""
    matches: int = 0
    """The counted matches that the person did not leave."""
    hands: int = 0
    envidos_called: int = 0
    envidos_won: int = 0
    envidos_refused: int = 0
    trucos_called: int = 0
    trucos_accepted: int = 0
    trucos_refused: int = 0
    bluffs: int = 0
    flores: int = 0
    envidos_accepted: int = 0
    envidos_wanted: int = 0
    envidos_unwanted: int = 0
    trucos_wanted: int = 0
    trucos_unwanted: int = 0


class Badge(Struct, frozen=True, gc=False):
    """A badge that a person has."""

    person: PersonId
    badge: str
    """The id of the badge (:mod:`bot.store.results.badges`)."""
    match: MatchId
    """The first match that brought the badge."""
    at: float
    """The moment at which that match ended, in UTC seconds since the epoch."""


class DailyResult(Struct, frozen=True, gc=False):
    """The result of a person in a hand of the day. Only who has played all of it has one."""

    sealed: MatchId
    """The table that holds the day's secret."""
    person: PersonId
    number: int
    """The number of the day (:mod:`bot.match.daily`)."""
    variant: str
    community: CommunityId
    """The community in which the person began it."""
    match: MatchId
    name: str
    """The person's name, as shown."""
    at: float
    """UTC seconds since the epoch."""
    points: int
    """The points of all hands together."""
    hands: str
    """The points of each hand, with commas: ``3,-1,0``."""


class DailyStanding(Struct, frozen=True, gc=False):
    """The standing of a person among all people who have played the same hand of the day so far."""

    points: int
    hands: tuple[int, ...]
    players: int
    """The number of people who have played it to its end, with this person."""
    better_than: int
    """The number of these people with fewer points."""
    equal_to: int
    """The number of other people with the same points."""
    par: int | None
    """The points of the master in the same hand; ``None``: the master still plays."""
    streak: int
    """The number of days in a row on which this person has played, up to this day."""
    next_at: float
    """The moment at which the next day begins, in UTC seconds since the epoch."""
    is_over: bool
    """The day is over, so nobody plays its hand any more."""
    on_board: bool
    """The person asked for it in a community that wants the scoreboard of the day. If they share
    the result, they stand on that scoreboard."""
    is_shared: bool
    """Other hosts deal the same cards on that day."""
    lacks_beacon: bool
    """The day was not shared: the beacon gave this host no round, so it dealt its own cards."""
    everywhere: tuple[int, int, int] | None
    """For a shared day that is over: the percentage of people who have certainly made fewer points,
    the number of people, the number of hosts; ``None``: no results of other hosts are known."""


class Rating(Struct, frozen=True, gc=False):
    """The rating of a person in a game, at all tables: see :mod:`bot.store.results.ratings`."""

    person: PersonId
    name: str
    """The name that was shown in the last match that changed the rating."""
    variant: str
    mu: float
    """The person's strength, as openskill defines it."""
    sigma: float
    """The uncertainty of the strength: the smaller, the surer."""
    matches: int
    """The number of matches that have changed the rating."""


class Rated(Struct, frozen=True, gc=False):
    """The change that one match made to one person's rating."""

    match: MatchId
    place: int
    """The person's place in the order in which the people of the match are rated."""
    person: PersonId
    """Empty: the person was erased, or has another rating since users were linked. The row stays,
    because the ratings of the others depend on it."""
    variant: str
    players: int
    number: int
    """The match's number among those of this rating, from 1; 0: it belongs to nobody now."""
    at: float
    account: int
    seats: int
    """The number of seats that played for the person's account."""
    left: bool
    """The person left the match, so it counts as lost."""
    winner: int
    """The account that has won; -1: an account without people."""
    mu_before: float
    sigma_before: float
    mu: float
    sigma: float


class Purse(Struct, frozen=True, gc=False):
    """The chips of a person, as a row of a scoreboard."""

    person: PersonId
    name: str
    """The name that was shown in the person's last match there."""
    amount: int


class Transfer(Struct, frozen=True, gc=False):
    """Chips that go from one owner to another (:mod:`bot.store.people.chips`)."""

    id: str
    """Unique: a transfer with this id is made only once."""
    at: float
    kind: str
    """``hold`` (a stake), ``won``, ``back`` (a stake that is given back), ``bank``; the presents
    ``first``, ``daily`` and ``level``; ``linked`` (chips of a user who was linked), ``gone`` (chips
    of a person who was erased)."""
    match: MatchId
    """The match of the transfer; empty: it belongs to none."""
    payer: str
    payee: str
    amount: int


class Brought(Struct, frozen=True, gc=False):
    """Everything that a finished match has brought its people."""

    results: tuple[MatchResult, ...] = ()
    transfers: tuple[Transfer, ...] = ()
    """All transfers into and out of the match's pot."""
    badges: tuple[Badge, ...] = ()
    """The badges that the match's people did not have before."""
    earned: dict[PersonId, int] = {}
    """Each person's ranking points up to and with this match, where it brought some."""
    daily: "DailyStanding | None" = None
    """The standing in a hand of the day that was played to its end."""
    is_beside: bool | None = None
    """Whether this hand of the day was played but does not count; ``None``: not looked at."""
    day_is_over: bool = False
    """The day of a hand of the day is over, whether it was played to its end or not."""
    deals_are_open: bool = True
    """Nobody else plays the same deals any more, so people may see everybody's cards."""


NOTHING: Final = Brought()


class Standing(Struct, frozen=True, gc=False):
    """The sums of one person in one scope and period."""

    person: PersonId
    name: str
    """The name that was shown in the person's last match."""
    won: int
    lost: int
    points_for: int
    points_against: int
    streak: int
    """Matches won in a row up to now; 0 after a loss."""
    best_streak: int
    earned: int = 0
    """Ranking points (:mod:`bot.store.results.earnings`)."""

    @property
    def matches(self) -> int:
        """Finished matches."""
        return self.won + self.lost

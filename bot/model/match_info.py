"""The public facts about a table, and the terms that its host chooses.

:class:`MatchInfo` holds only facts that everyone at the table may see, so a public picture can be
built from it."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import asdict, replace

from bot.messages import CommunityId, LeagueRoom, MatchId, PersonId, PlaceId
from bot.model.kinds import Daily, Lesson
from bot.model.people import PAGE
from bot.model.seats import Onlooker, Seat, TablePhrase, Vote
from bot.model.status import LIVE, LIVE_TOURNAMENT, VOID, Status
from bot.tournaments.state import Tournament
from engine.fairness.deal import AZAR_1
from engine.numbers import NO_ACCOUNT, NOBODY
from engine.robots import MASTER

SLOW: Final = 6 * 3600
"""Seconds. A table whose turns may last this long is a slow one: nobody sits and waits there."""

TWICE: Final = 2
"""How often a person's time has to run out in a match before the match may be claimed."""

PACES: Final = {"normal": 1.0, "rapido": 0.25, "lento": 2.0}
"""How fast robots play: the factor of their delay, by pace. The usual pace comes first."""

SPECTATORS: Final = ("si", "no", "tarde")
"""Whether people without a seat may look on: yes, no, or one hand late. The usual one first."""

SPECTATORS_NO: Final = SPECTATORS[1]
SPECTATORS_LATE: Final = SPECTATORS[2]


class Terms(Struct, frozen=True, gc=False):
    """The host's choices about a table: game, options, seats, time, pace, and who may sit down."""

    variant: str
    options: tuple[tuple[str, str], ...]
    players: int
    turn_seconds: int
    pace: str
    private: bool = False
    """Only guests and friends of the host may sit down."""
    competitive: bool = True
    """Whether the match counts: for the ranking, and in every statistic."""
    spectators: str = SPECTATORS[0]
    """One of :data:`SPECTATORS`."""
    stake: int = 0
    """Chips that each person stakes, where the match counts for the ranking."""
    cut: bool = False
    """The person on the dealer's left is asked to cut before every deal, even if the game's rules
    do not demand it (PA-DEA-02)."""
    velo: bool = False
    """The secret of the deals is never published: unshown cards stay hidden."""
    skill: str = MASTER.name
    """How well the robots play: one of :data:`engine.robots.LEVELS`."""
    consult: bool = False
    """Robots ask the people of their side before they call (:mod:`bot.match.consulting`)."""
    series: bool = False
    """The same people play the best of three matches (:mod:`bot.match.series`)."""


class MatchInfo(Struct, frozen=True, gc=False, omit_defaults=True):
    """The public facts about a table."""

    match: MatchId
    community: CommunityId
    place: PlaceId
    variant: str
    options: tuple[tuple[str, str], ...]
    """The chosen options, by name; an option that is absent has the variant's default."""
    players: int
    seats: tuple[Seat, ...]
    """The seats, ``players`` of them, in the order of play; even seats are side A."""
    host: PersonId
    """The person who may start and change the table: the one who has been here longest."""
    turn_seconds: int
    """How long a person may think, in seconds."""
    status: Status
    created: float
    """The moment at which the table was opened, in UTC seconds since the epoch."""
    version: int = 0
    """The number of steps of this match, including those of the lobby."""
    deadline: float | None = None
    """The end of the time of the awaited people (in a lobby: the moment at which it closes), in UTC
    seconds since the epoch. It is set only when a screen is made."""
    rested: bool = False
    """The bot was away then, and lived time stood still. Set only when a screen is made."""
    agreed: tuple[PersonId, ...] = ()
    """The people who have said yes to an amicable end. The person who proposed it comes first.
    Empty: nobody has proposed it."""
    pace: str = "normal"
    """How fast robots play: a key of :data:`PACES`."""
    ready: tuple[PersonId, ...] = ()
    """The people who do not want to wait any longer, for claims or for the next hand; in the lobby
    of a rematch, the people who have asked for it. It is emptied after every step."""
    ended: str = ""
    """Why the match stopped: ``won``, ``left`` (the other side left), ``agreed``, ``abandoned``,
    :data:`VOID`. For a tournament's table at which nobody has played: :data:`WALKOVER`. For a
    tournament: :data:`TOO_FEW`. Empty while it runs."""
    winner: int = NO_ACCOUNT
    """The account that has won the match; ``NO_ACCOUNT``: none has, or the field is newer."""
    final: tuple[int, ...] = ()
    """The score by account when the match was stopped before its end."""
    successor: MatchId = ""
    """The rematch, once there is one."""
    cutter: int = -1
    """The seat that is asked to cut before the next deal; -1: nobody."""
    first_dealer: int = -1
    """The seat that deals the first hand, once it is known; -1: it is not."""
    formed: str = ""
    """How chance formed the teams: ``by_kings``, ``random``. Empty: it did not."""
    kings: tuple[tuple[int, int], ...] = ()
    """The kings that decided the teams or the first dealer, each with its seat, in order."""
    as_last: bool = False
    """The rules are those of the host's last table, and nobody has changed them."""
    planned: Terms | None = None
    """The host's choices since the match began, for the next match; ``None``: nothing changes. Time
    and pace hold from the next hand on."""
    unseen: tuple[PersonId, ...] = ()
    """The people who have not looked at the options since the host changed them."""
    private: bool = False
    """Only guests and friends of the host may sit down (:mod:`bot.community.admission`)."""
    kept: tuple[tuple[PersonId, str], ...] = ()
    """The people who were challenged, with their names, until they sit down or decline. A seat of
    this lobby is kept for each of them."""
    met: tuple[int, int] = (0, 0)
    """How many matches host and challenged person had won against one another at the opening."""
    phrases: tuple[TablePhrase, ...] = ()
    """The newest phrases since the last deal."""
    silent: tuple[int, ...] = ()
    """The seats whose people may say no phrases."""
    vote: Vote | None = None
    """The vote about an absent person; ``None``: nobody has proposed one."""
    removed: tuple[PersonId, ...] = ()
    """The people who were removed from this table. They take no seat here any more; a robot keeps
    the seat that one of them had in the match to its end."""
    competitive: bool = True
    """Whether the match counts: for the ranking, and in every statistic."""
    ranked: tuple[int, ...] = ()
    """The seats whose people play for ranking points, from the start; empty: nobody does."""
    spectators: str = SPECTATORS[0]
    """Whether people without a seat may look on: one of :data:`SPECTATORS`."""
    quick: bool = False
    """The queue (:mod:`bot.community.quick_queue`) brought its people, maybe strangers."""
    onlookers: tuple[Onlooker, ...] = ()
    """The people who look on, in their order. Nobody looks on at a table that is over."""
    silent_onlookers: tuple[PersonId, ...] = ()
    """The onlookers who may say no phrases, also while they are not here."""
    stake: int = 0
    """Chips that each person stakes, where the match counts for the ranking."""
    cut: bool = False
    """A person is asked to cut before every deal, even if the game's rules do not demand it."""
    velo: bool = False
    """The secret of the deals is never published."""
    skill: str = MASTER.name
    """How well the robots with a seat of their own play: one of :data:`engine.robots.LEVELS`. A
    robot that stands in for a person always plays as well as it can."""
    consult: bool = False
    """Robots ask the people of their side before they call (:mod:`bot.match.consulting`)."""
    series: bool = False
    """The same people play the best of three. The next one begins by itself."""
    series_won: tuple[int, ...] = ()
    """For each account, the matches of the series won before this one; empty: it is the first."""
    series_stopped: bool = False
    """The series' next match could not begin: somebody may not sit there, or lacks chips."""
    strength: int = 0
    """For robots that play as well as the people: the rating of the people at the start of the
    match, on average, minus the rating of a person who is not rated yet."""
    staked: tuple[int, ...] = ()
    """The seats whose stakes are in the pot, from the start of the match on."""
    commitment: str = ""
    """The hash of the match's secret, in hexadecimal as all hashes here. Empty: no secret."""
    protocol: str = AZAR_1.name
    """The protocol by which this table deals. It never changes."""
    added: tuple[str, ...] = ()
    """The additions to the deals besides the secret: lines of the record, without ``proof``
    (:mod:`engine.fairness.contributions`). The phrases and the chance of browsers are fixed at the
    start; a round of the beacon is put before them when it has come."""
    table_hash: str = ""
    """The hash of all facts that are known before the first hand (``E`` of the protocol)."""
    starting: bool = False
    """The match was started and waits for its round of the beacon, or for the entry of its secret
    in the register. Nobody sits down any more."""
    round: int = 0
    """The number of the beacon's round for the deals, fixed before the round existed; 0: none."""
    started: float = 0.0
    """The moment of the start, in UTC seconds since the epoch; 0: it was not started yet, or is
    older than this field."""
    dealt: float = 0.0
    """When its first hand was dealt or cut, in UTC seconds since the epoch; else 0."""
    root: str = ""
    """The root of the running (or last) hand's deck, or of the one that a person may cut."""
    secret: str = ""
    """The secret of the match; empty until the match is over."""
    tournament: Tournament | None = None
    """The tournament, if this is a tournament and no table. Then the terms are those of its
    matches, the host is the person who opened it, and nobody sits here. ``None``: this is a table.
    """
    opened_by: str = ""
    """The name of the person who opened the tournament."""
    part_of: MatchId = ""
    """The tournament to which this table belongs; empty: none."""
    torneo: str = ""
    """The line of the record that names the tournament from whose secret the table's secret
    follows, without ``proof`` (:mod:`engine.fairness.tournament_table`). Empty: there is none."""
    league: bool = False
    """The table belongs to a league, where a person who does not come has not lost yet."""
    lesson: Lesson | None = None
    """The guided match, if this is one; else ``None``."""
    cuts: tuple[int, ...] = ()
    """In a duplicate match, how many cards the cut took off in each hand of the first half."""
    by_hand: tuple[tuple[int, int], ...] = ()
    """In a duplicate match, the points of each hand that is over, by side."""
    daily: Daily | None = None
    """The hand of the day, or the table that holds a day's secret; ``None``: it is neither."""
    late: tuple[int, ...] = ()
    """At a slow table: the seats whose people have let the time of this turn run out. They may
    still play, until an adversary claims the hand or the match. Emptied after every step."""
    room: LeagueRoom | None = None
    """The room of a league between houses, or the table that holds the secret of a pairing's deals;
    ``None``: it is neither."""

    def claimants(self, sides: Sequence[int]) -> tuple[int, ...]:
        """The seats of the people who may claim now: the adversaries of late people who play in
        person, also if this hand was claimed from them. ``sides``: the side of each seat."""
        if not self.late:
            return ()
        late = {sides[seat] for seat in self.late}
        playing = (seat.seat for seat in self.people if seat.present or seat.lent)
        return tuple(seat for seat in playing if sides[seat] not in late)

    @property
    def losing(self) -> tuple[int, ...]:
        """The late seats that would lose the match if it were claimed now."""
        return tuple(seat for seat in self.late if self.seats[seat].late >= TWICE)

    @property
    def is_slow(self) -> bool:
        """Whether a turn may last hours or days here."""
        return self.turn_seconds >= SLOW

    @property
    def sealed_as(self) -> MatchId:
        """The match whose secret decides the deals: this one, or the day's or pairing's table."""
        if self.room is not None:
            return self.room.sealed
        return self.match if self.daily is None else self.daily.sealed

    @property
    def shares_deals(self) -> bool:
        """Whether other tables have the same deals: it is a hand of the day, or a room of a league
        between houses. Only its people see it, and its record waits for the others."""
        return self.daily is not None or self.room is not None

    @property
    def shows_seal(self) -> bool:
        """Whether a message of its own shows the seal. That is so for a tournament, for a table at
        which people stake chips, and for a tournament's table if the tournament has no seal. At
        other tables people ask for the seal."""
        seals_itself = bool(self.part_of) and not self.torneo
        return bool(self.stake) or self.tournament is not None or seals_itself

    @property
    def keeps_secret(self) -> bool:
        """Whether its secret must be kept, because deals may still follow from it: it is not over,
        or it is a tournament with a table that is not over."""
        tables = self.tournament is not None and bool(self.tournament.tables)
        return self.status in LIVE or self.status in LIVE_TOURNAMENT or tables

    @property
    def only_seals(self) -> bool:
        """Whether the table only holds the secret of a day or a pairing: nobody sits there."""
        return self.shares_deals and self.sealed_as == self.match

    @property
    def is_sealed_day(self) -> bool:
        """Whether the table holds the secret of a day."""
        return self.daily is not None and self.daily.sealed == self.match

    @property
    def is_void(self) -> bool:
        """Whether the match has ended and counts for nobody: it gives no results and no chips,
        screens show no winner, and a tournament plays it again."""
        return self.ended == VOID

    @property
    def terms(self) -> Terms:
        """The terms of the present match."""
        return Terms(**{name: getattr(self, name) for name in Terms.__struct_fields__})

    @property
    def coming(self) -> Terms:
        """The terms of the next match, with the host's choices so far."""
        return self.planned or self.terms

    def seat_of(self, person: PersonId) -> Seat | None:
        """The person's seat; ``None``: they have none, or were removed from it."""
        return None if person in self.removed else self.seat_in_result(person)

    def seat_in_result(self, person: PersonId) -> Seat | None:
        """The seat whose result counts for this person, even if removed; ``None``: none."""
        return next((seat for seat in self.seats if person and seat.person == person), None)

    def onlooker(self, person: PersonId) -> Onlooker | None:
        """The person as an onlooker; ``None``: they do not look on."""
        return next((watcher for watcher in self.onlookers if watcher.person == person), None)

    def is_removed(self, seat: Seat) -> bool:
        return seat.person in self.removed

    def has_left(self, seat: int) -> bool:
        """Whether the person of this seat left on purpose; never for the public."""
        return seat != NOBODY and self.seats[seat].left

    def has_gone(self, seat: Seat) -> bool:
        """Whether nobody waits for this seat's person any more: they left, or were removed."""
        return seat.left or self.is_removed(seat)

    def is_played_by(self, person: PersonId) -> bool:
        """Whether the match is running, and this person has a seat, not left for good."""
        seat = self.seat_of(person)
        return self.status is Status.PLAYING and seat is not None and not self.has_gone(seat)

    @property
    def sitting(self) -> tuple[PersonId, ...]:
        """All people who have a seat here, or have signed up for this tournament."""
        people = {seat.person for seat in self.people}
        if self.tournament is not None:
            people = {entrant.person for entrant in self.tournament.entrants}
        return tuple(sorted(people))

    @property
    def findable(self) -> tuple[PersonId, ...]:
        """The ids by which the match is found: of all people with a seat, and of foreign robots."""
        foreign = {seat.foreign for seat in self.seats if seat.foreign}
        return tuple(sorted({*self.sitting, *foreign})) if foreign else self.sitting

    @property
    def has_foreign(self) -> bool:
        """Whether a robot from outside has a seat here. Then the match counts for nobody."""
        return any(seat.foreign for seat in self.seats)

    @property
    def voters(self) -> tuple[int, ...]:
        """The seats of the people who vote: all who play in person."""
        return tuple(seat.seat for seat in self.seats if seat.present)

    @property
    def removable(self) -> tuple[int, ...]:
        """The seats of absent people, who may be removed by a vote. Robots keep these seats."""
        return tuple(
            seat.seat
            for seat in self.people
            if seat.away and not (seat.lent or self.is_removed(seat))
        )

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats that belong to a person, present or not."""
        return tuple([seat for seat in self.seats if seat.person])

    @property
    def host_seat(self) -> int:
        """The host's seat; -1 when nobody is left."""
        seat = self.seat_of(self.host)
        return -1 if seat is None else seat.seat

    @property
    def is_of_page(self) -> bool:
        """Whether the table is in the page's own place, which all visitors of the page share."""
        return self.place.startswith(PAGE)

    @property
    def host_name(self) -> str:
        """The host's name; empty when nobody is left."""
        if self.tournament is not None:
            return self.opened_by
        seat = self.seat_of(self.host)
        return "" if seat is None else seat.name


def with_terms(info: MatchInfo, terms: Terms) -> MatchInfo:
    """The table with these terms and with the same seats."""
    return replace(info, **asdict(terms))

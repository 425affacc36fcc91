"""A table without its game: its people, its terms, and the state of its match.

:class:`MatchInfo` holds only facts that everyone at the table may see, so a public picture can be
built from it."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final
from zlib import crc32

from msgspec import Struct
from msgspec.structs import asdict, replace

from bot.messages import CommunityId, LeagueRoom, MatchId, PersonId, PlaceId
from bot.tournaments.state import Tournament
from engine.fairness.deal import AZAR_1
from engine.numbers import NO_ACCOUNT
from engine.robots import MASTER
from engine.variants import table_for

NOBODY: Final = ""
"""The person of a free seat or of a robot's seat: nobody."""

_PAGE: Final = "web:"
"""The beginning of the ids of the page's place, and of people who use only the page."""

ROBOT_MARK: Final = "(robot)"
"""Stands after a name in the record while a robot plays for the person."""

_SOMEONE: Final = "someone:"
"""The beginning of the id of a person whose data were erased; the number of the seat follows."""


def someone(seat: int) -> PersonId:
    """The id in the seat of a person whose data were erased. It reveals nothing about that person,
    and is of no use in another match."""
    return f"{_SOMEONE}{seat}"


def is_someone(person: PersonId) -> bool:
    """Whether this id stands for a person whose data were erased."""
    return person.startswith(_SOMEONE)


SLOW: Final = 6 * 3600
"""Seconds. A table whose turns may last this long is a slow one: nobody sits and waits there."""


TWICE: Final = 2
"""The number of times that a person's time has to run out in a match before the match may be
claimed."""


NOWHERE: Final = _SOMEONE
"""The community and the place of a match that was played in the private chat of a person whose data
were erased."""


PACES: Final = {"normal": 1.0, "rapido": 0.25, "lento": 2.0}
"""How fast robots play: the factor of their delay, by pace. The usual pace comes first."""


SPECTATORS: Final = ("si", "no", "tarde")
"""Whether people without a seat may look on: yes, no, or one hand late. The usual one comes
first."""
SPECTATORS_NO: Final = SPECTATORS[1]
SPECTATORS_LATE: Final = SPECTATORS[2]


class Status(StrEnum):
    """The state of a table."""

    LOBBY = "lobby"
    """People sit down; nothing has been dealt."""
    PLAYING = "playing"
    OVER = "over"
    """Won, or stopped (:attr:`MatchInfo.ended` says why)."""
    CLOSED = "closed"
    """A lobby that never started: everybody left, or its time was up. A tournament that was
    cancelled, or never started."""
    SIGN_UP = "sign_up"
    """A tournament for which people sign up. The states from here on are only for tournaments."""
    HELD = "held"
    CONCLUDED = "concluded"


LIVE: Final = (Status.LOBBY, Status.PLAYING)
"""A table that is open: people sit down there, or play."""


LIVE_TOURNAMENT: Final = (Status.SIGN_UP, Status.HELD)
"""A tournament that is not over."""


ENDED: Final = (Status.OVER, Status.CLOSED, Status.CONCLUDED)
"""The states in which nothing changes any more."""


WALKOVER: Final = "walkover"
"""The end of a tournament's table if an entrant did not come."""
VEILED: Final = "velo"
"""In the register, the outcome of a table with velo: its secret is never published."""
VOID: Final = "void"
"""The end of a match that counts for nobody: an administrator closed it, or its deals could no
longer be made."""
TOO_FEW: Final = "too_few"
"""The end of a tournament with too few people at the moment of its start."""


class Seat(Struct, frozen=True, gc=False, omit_defaults=True):
    """One seat at a table."""

    seat: int
    person: PersonId = NOBODY
    """The person in this seat; ``NOBODY`` for a robot's seat and for a free one."""
    name: str = ""
    """The name that is shown: the person's or the robot's; empty when the seat is free."""
    robot: bool = False
    """The seat is a robot's own."""
    away: bool = False
    """A robot plays for the person until they come back."""
    left: bool = False
    """The person left on purpose (``away`` is then true as well)."""
    missed: int = 0
    """How many turns in a row the person has let pass."""
    bank_used: float = 0.0
    """Seconds of the bank that the person has used in this hand."""
    since: int = 0
    """The match's version when this person sat down. The lowest number has been here longest."""
    gone: int = 0
    """The match's version when this person last went away."""
    late: int = 0
    """At a slow table: for how many turns of this match the person's time has run out."""
    rests: float = 0.0
    """Until when the person's clock rests at this slow table, in UTC seconds since the epoch; 0:
    they have taken no holidays since they sat down."""
    lent: bool = False
    """A robot plays for the person until the hand is over, because it was claimed from them
    (``away`` is then true as well)."""
    foreign: PersonId = ""
    """The id of the robot from outside that plays here (``robot`` is then true as well); empty:
    none (:mod:`bot.community.foreign_robots`). While it is ``away``, one of our own plays for
    it."""
    owner: str = ""
    """The name of the person who brought the robot from outside."""

    @property
    def free(self) -> bool:
        """Nobody sits here."""
        return not self.person and not self.robot

    @property
    def present(self) -> bool:
        """A person has this seat and plays in person."""
        return bool(self.person) and not self.away

    @property
    def played_by_robot(self) -> bool:
        """A robot acts for this seat: it is the robot's own, or the person is away."""
        return self.robot or self.away


class Terms(Struct, frozen=True, gc=False):
    """The host's choices about a table: the game and its options, seats, time and pace, and the
    people who may sit down."""

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
    """The secret of the deals is never published: cards that nobody has shown stay hidden, so less
    can be checked."""
    skill: str = MASTER.name
    """How well the robots play: one of :data:`engine.robots.LEVELS`."""
    consult: bool = False
    """Robots ask the people of their side before they call (:mod:`bot.match.consulting`)."""
    series: bool = False
    """The same people play the best of three matches (:mod:`bot.match.series`)."""


class Onlooker(Struct, frozen=True, gc=False):
    """A person without a seat who looks on at a table."""

    person: PersonId
    name: str


class TablePhrase(Struct, frozen=True, gc=False):
    """A phrase that a person has said at the table."""

    seat: int
    """The seat of that person; -1: an onlooker has said it."""
    phrase: str
    """The id of the phrase."""
    at: float
    """UTC seconds since the epoch."""
    onlooker: PersonId = NOBODY
    """The onlooker who said it, if ``seat`` is -1."""


class Vote(Struct, frozen=True, gc=False):
    """The people of a running match vote on whether an absent person is removed."""

    seat: int
    """The seat of the absent person."""
    agreed: tuple[int, ...]
    """The seats whose people have said yes. The person who proposed it comes first."""


OWN_SIGN: Final = "own-"
"""The beginning of the id of an own sign. No seña of a game begins like this."""
_IDS: Final = 10**9


class OwnSign(Struct, frozen=True, gc=False):
    """A sign that partners have agreed on. Nobody else may know it."""

    gesture: str
    meaning: str
    people: tuple[PersonId, ...]
    """The people who know the sign. The person who wrote it comes first."""

    @property
    def number(self) -> int:
        """The number of the sign's gesture, for a button."""
        return crc32(self.gesture.encode()) % _IDS

    @property
    def id(self) -> str:
        """The id of the sign; a button carries it in place of a seña's id."""
        return f"{OWN_SIGN}{self.number}"


class SeenSign(Struct, frozen=True, gc=False):
    """An own sign that the viewer has seen somebody make."""

    seat: int
    gesture: str
    meaning: str = ""
    """The meaning of the sign; empty: the viewer does not know it."""
    after: int = 0
    """How many señas of the game the viewer had received in this hand before this sign."""


class SignsOf(Struct, frozen=True, gc=False):
    """One person's knowledge of own signs."""

    known: tuple[OwnSign, ...] = ()
    seen: tuple[SeenSign, ...] = ()
    """The own signs that the person has seen in the running hand."""


NO_SIGNS: Final = SignsOf()


class Lesson(Struct, frozen=True, gc=False):
    """The explanations that a guided match has given to its newcomer. Its hands are prepared and
    public, so nothing here reveals a card."""

    told: tuple[str, ...] = ()
    """The topics that were explained, in their order (:mod:`bot.match.lesson`)."""
    now: str = ""
    """The new topic of this moment; empty: nothing is new."""
    answer: str = ""
    """The word that the master would say in the newcomer's place, if :attr:`now` is about a call
    that the newcomer may answer or make."""
    came: str = ""
    """The result of the last call, until the newcomer moves on; empty: there is no result to
    tell."""
    heard: int = 0
    """The number of words that were said in this hand when this was written."""
    skipped: bool = False
    """The person already knows the game: no more explanations and no more prepared hands."""


class Daily(Struct, frozen=True, gc=False):
    """The part of a table that makes it a hand of the day: a few hands that are the same for
    everybody."""

    number: int
    """The number of the day (:mod:`bot.match.daily`)."""
    sealed: MatchId
    """The table that holds the day's secret: all deals of the day follow from it. Nobody ever sits
    there."""
    begins: float
    """The moment from which the hand may be played, in UTC seconds since the epoch."""
    ends: float
    """The moment at which the day is over for everybody, in UTC seconds since the epoch."""
    hands: tuple[int, ...] = ()
    """For each finished hand, the points of seat 0 minus those of seat 1."""
    asked_in: PlaceId = ""
    """The place with several people where the person asked for the hand; empty: it was a private
    chat."""
    shared: bool = False
    """The person has shared the result in that place."""

    @property
    def points(self) -> int:
        """The sum over all hands so far."""
        return sum(self.hands)


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
    """The bot was away during that time, and lived time stood still. Set only when a screen is
    made."""
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
    """The account that has won the match; ``NO_ACCOUNT``: none has, or the match is older than this
    field."""
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
    """The kings that decided the teams or the first dealer, each with its seat, in the order in
    which they came."""
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
    """How many matches the host and the person who was challenged had won against one another when
    the table was opened."""
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
    """The seats whose people play for ranking points, from the start of the match on; empty: nobody
    does."""
    spectators: str = SPECTATORS[0]
    """Whether people without a seat may look on: one of :data:`SPECTATORS`."""
    quick: bool = False
    """The queue has brought its people together (:mod:`bot.community.quick_queue`): they may be
    strangers."""
    onlookers: tuple[Onlooker, ...] = ()
    """The people who look on, in the order in which they came. Nobody looks on at a table that is
    over."""
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
    """The same people play the best of three matches. The next match begins by itself
    (:mod:`bot.match.series`)."""
    series_won: tuple[int, ...] = ()
    """For each account, the matches of the series that it had won before this match; empty: this is
    the first."""
    series_stopped: bool = False
    """The next match of the series could not begin: a person may no longer sit there, or has too
    few chips."""
    strength: int = 0
    """For robots that play as well as the people: the rating of the people at the start of the
    match, on average, minus the rating of a person who is not rated yet."""
    staked: tuple[int, ...] = ()
    """The seats whose stakes are in the pot, from the start of the match on."""
    commitment: str = ""
    """The hash of the match's secret, in hexadecimal digits like all hashes here. Empty: the match
    has no secret."""
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
    """The moment at which its first hand was dealt or cut, in UTC seconds since the epoch; 0 as for
    :attr:`started`."""
    root: str = ""
    """The root of the deck of the running (or last) hand. While a person is asked to cut, the root
    of the deck to be cut."""
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
    """In a duplicate match, the number of cards that the cut took off in each hand of the first
    half."""
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
        """The match whose secret decides the deals: this one, or the table of the day or of the
        pairing."""
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
        """Whether the table only holds the secret of a day or of a pairing, so that nobody sits
        there."""
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
        """The seat whose result counts for this person, also after they were removed; ``None``:
        there is none."""
        return next((seat for seat in self.seats if person and seat.person == person), None)

    def onlooker(self, person: PersonId) -> Onlooker | None:
        """The person as an onlooker; ``None``: they do not look on."""
        return next((watcher for watcher in self.onlookers if watcher.person == person), None)

    def is_removed(self, seat: Seat) -> bool:
        """Whether the person of this seat was removed."""
        return seat.person in self.removed

    def has_gone(self, seat: Seat) -> bool:
        """Whether nobody waits for the person of this seat any more: they left on purpose, or were
        removed."""
        return seat.left or self.is_removed(seat)

    def is_played_by(self, person: PersonId) -> bool:
        """Whether the match is running, and this person has a seat that they have not left for
        good."""
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
        """The ids by which the match is found: those of all people with a seat, and of the robots
        from outside."""
        foreign = {seat.foreign for seat in self.seats if seat.foreign}
        return tuple(sorted({*self.sitting, *foreign})) if foreign else self.sitting

    @property
    def has_foreign(self) -> bool:
        """Whether a robot from outside has a seat here. Such a match counts for nobody: no person
        gets a result from it."""
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
        return self.place.startswith(_PAGE)

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


def teams(info: MatchInfo) -> tuple[tuple[int, ...], ...]:
    """The seats of each team, team A first, if the teams are known before the deal.

    In gallo por turno each seat is alone, because the dealer of each hand plays against the
    others."""
    return table_for(info.variant, info.players, dict(info.options)).holders


def is_registered(person: PersonId) -> bool:
    """Whether this person has an account on a platform. A person who uses only the page is not
    registered, because anybody can open the page several times."""
    return bool(person) and not person.startswith((_PAGE, _SOMEONE))


def may_count(info: MatchInfo) -> bool:
    """Whether a match of this table can count for the ranking: everybody who sits here is
    registered."""
    return not info.has_foreign and all(is_registered(seat.person) for seat in info.people)


def gives_hints(info: MatchInfo) -> bool:
    """Whether the people of this match may ask for hints: the match does not count for anybody's
    ranking, or they play against robots alone, or no person here is registered. There are no hints
    in a hand of the day, a room of a league or a tournament, and none against a robot from outside,
    because they would change its ladder."""
    if info.shares_deals or info.part_of or info.has_foreign:
        return False
    registered = any(is_registered(seat.person) for seat in info.people)
    return not info.competitive or not registered or is_alone(info)


def waits_for(info: MatchInfo) -> tuple[PersonId, ...]:
    """In the lobby of a rematch, the people who have not asked for it yet."""
    return tuple(seat.person for seat in info.people if seat.person not in info.ready)


def playing_for_ranking(info: MatchInfo) -> tuple[int, ...]:
    """The seats whose people would play for ranking points if the match began now: registered
    people with a registered adversary."""
    seats = [seat.seat for seat in info.people if is_registered(seat.person)]
    if not info.competitive or info.has_foreign:
        return ()
    accounts = {seat: account for account, own in enumerate(teams(info)) for seat in own}
    return tuple(seats) if len({accounts[seat] for seat in seats}) > 1 else ()


def is_alone(info: MatchInfo) -> bool:
    """Whether people play only against robots: no two people sit on different sides."""
    accounts = {seat: account for account, own in enumerate(teams(info)) for seat in own}
    return len({accounts[seat.seat] for seat in info.people}) < 2


def forfeited(info: MatchInfo, accounts: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """The accounts whose people have all left on purpose, so that only robots play for them."""
    return tuple(
        account
        for account, seats in enumerate(accounts)
        if (people := [info.seats[seat] for seat in seats if info.seats[seat].person])
        and all(seat.left for seat in people)
    )


def team_of(info: MatchInfo, seat: int) -> str:
    """``A`` or ``B``. Empty if the teams change with every hand."""
    known = teams(info)
    if len(known) > 2:
        return ""
    return "AB"[next(side for side, seats in enumerate(known) if seat in seats)]

"""A table without its game: who sits where, what was agreed, how far the match has come.

:class:`MatchInfo` holds only what everyone at the table may see, so a public picture can be built
from it.
"""

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
"""Stands for the person of a free seat or a robot's seat."""

_PAGE: Final = "web:"
"""The beginning of the ids of the page's place, and of people who are known from the page alone."""

ROBOT_MARK: Final = "(robot)"
"""Stands after a name in the record while a robot plays for the person."""

_SOMEONE: Final = "someone:"
"""The beginning of the id of a person whose data were erased; the number of the seat follows."""


def someone(seat: int) -> PersonId:
    """The id that stands in a seat for a person whose data were erased. It reveals nothing about
    that person, and is of no use in another match."""
    return f"{_SOMEONE}{seat}"


def is_someone(person: PersonId) -> bool:
    """Whether this id stands for a person whose data were erased."""
    return person.startswith(_SOMEONE)


SLOW: Final = 6 * 3600
"""Seconds. At a table where a turn may last so long nobody sits and waits."""


TWICE: Final = 2
"""So many times somebody's time has to run out in a match before the match may be claimed."""


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
    """How far a table has come."""

    LOBBY = "lobby"
    """People sit down; nothing has been dealt."""
    PLAYING = "playing"
    OVER = "over"
    """Won, or stopped (:attr:`MatchInfo.ended` says why)."""
    CLOSED = "closed"
    """A lobby that never started: everybody left, or its time was up. A tournament that was
    cancelled, or never started."""
    SIGN_UP = "sign_up"
    """A tournament for which people sign up. From here on: what only a tournament can be."""
    HELD = "held"
    CONCLUDED = "concluded"


LIVE: Final = (Status.LOBBY, Status.PLAYING)
"""A table that is open: people sit down there, or play."""


LIVE_TOURNAMENT: Final = (Status.SIGN_UP, Status.HELD)
"""A tournament that is not over."""


ENDED: Final = (Status.OVER, Status.CLOSED, Status.CONCLUDED)
"""Nothing changes there any more."""


WALKOVER: Final = "walkover"
"""The end of a tournament's table to which somebody did not come."""
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
    """Until when the person's clock rests at this slow table, UTC seconds since the epoch; 0: they
    have taken no holidays since they sat down."""
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
        """A person sits here and plays in person."""
        return bool(self.person) and not self.away

    @property
    def played_by_robot(self) -> bool:
        """A robot acts for this seat: it is the robot's own, or the person is away."""
        return self.robot or self.away


class Terms(Struct, frozen=True, gc=False):
    """What the host chooses about a table: the game and its options, seats, time and pace, and who
    may sit down."""

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
    """Somebody without a seat who looks on at a table."""

    person: PersonId
    name: str


class TablePhrase(Struct, frozen=True, gc=False):
    """A phrase that a person has said to the table."""

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
    """What one person knows of own signs."""

    known: tuple[OwnSign, ...] = ()
    seen: tuple[SeenSign, ...] = ()
    """The own signs that the person has seen in the running hand."""


NO_SIGNS: Final = SignsOf()


class Lesson(Struct, frozen=True, gc=False):
    """What a guided match has explained to its newcomer. Its hands are prepared and public, so
    nothing here reveals a card."""

    told: tuple[str, ...] = ()
    """The topics that were explained, in their order (:mod:`bot.match.lesson`)."""
    now: str = ""
    """The topic of this moment; empty: nothing is new now."""
    answer: str = ""
    """The word that the master would say in the newcomer's place, where :attr:`now` is about a call
    that they may answer or make."""
    came: str = ""
    """What came of the last call, for as long as the newcomer has not moved on; empty: nothing that
    is told."""
    heard: int = 0
    """How many words of this hand were said when this was written."""
    skipped: bool = False
    """The person already knows the game: no more explanations and no more prepared hands."""


class Daily(Struct, frozen=True, gc=False):
    """What a hand of the day is besides a match: a few hands that are the same for everybody."""

    number: int
    """Of the day (:mod:`bot.match.daily`)."""
    sealed: MatchId
    """The table that holds the day's secret: all deals of the day follow from it. Nobody ever sits
    there."""
    begins: float
    """The moment from which it may be played, UTC seconds since the epoch."""
    ends: float
    """The moment at which it is over for everybody, UTC seconds since the epoch."""
    hands: tuple[int, ...] = ()
    """The points of each finished hand: those of seat 0 less those of seat 1."""
    asked_in: PlaceId = ""
    """The place with several people where the person asked for it; empty: there was none."""
    shared: bool = False
    """The person has shared the result there."""

    @property
    def points(self) -> int:
        """All hands so far together."""
        return sum(self.hands)


class MatchInfo(Struct, frozen=True, gc=False, omit_defaults=True):
    """A table as everyone may know it."""

    match: MatchId
    community: CommunityId
    place: PlaceId
    variant: str
    options: tuple[tuple[str, str], ...]
    """The chosen options, by name; an option that is absent has the variant's default."""
    players: int
    seats: tuple[Seat, ...]
    """``players`` of them, in the order of play; even seats are side A."""
    host: PersonId
    """The person who may start and change the table: the one who has sat here longest."""
    turn_seconds: int
    """How long a person may think, in seconds."""
    status: Status
    created: float
    """UTC seconds since the epoch."""
    version: int = 0
    """How many steps this match has had, those of the lobby included."""
    deadline: float | None = None
    """When the time of the awaited people ends (in a lobby: when it closes), UTC seconds since the
    epoch. Set only when a screen is made."""
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
    of a rematch those who have asked for it. Emptied after every step."""
    ended: str = ""
    """Why the match stopped: ``won``, ``left`` (the other side left), ``agreed``, ``abandoned``,
    :data:`VOID`. For a tournament's table at which nobody has played: :data:`WALKOVER`. For a
    tournament: :data:`TOO_FEW`. Empty while it runs."""
    winner: int = NO_ACCOUNT
    """The account that has won the match; ``NO_ACCOUNT``: none, or the match is older than this
    field."""
    final: tuple[int, ...] = ()
    """The score by account when the match was stopped before its end."""
    successor: MatchId = ""
    """The rematch, once there is one."""
    cutter: int = -1
    """The seat that is asked to cut before the next deal; -1: nobody."""
    first_dealer: int = -1
    """The seat that deals the first hand, after this is settled."""
    formed: str = ""
    """How chance formed the teams: ``by_kings``, ``random``. Empty: it did not."""
    kings: tuple[tuple[int, int], ...] = ()
    """The kings that decided the teams or the first dealer, each with its seat, in the order in
    which they came."""
    as_last: bool = False
    """The rules are those of the host's last table, and nobody has changed them."""
    planned: Terms | None = None
    """What the host has chosen since the match began, for the next one; ``None``: nothing changes.
    Time and pace hold from the next hand on."""
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
    """Whether it counts: for the ranking, and in every statistic."""
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
    """The same people play the best of three matches, one after another by itself
    (:mod:`bot.match.series`)."""
    series_won: tuple[int, ...] = ()
    """How many matches of the series each account had won before this one; empty: this is the
    first."""
    series_stopped: bool = False
    """The next match of the series could not begin: somebody may not sit there any more, or has not
    the chips."""
    strength: int = 0
    """For robots that play as well as the people: how many points these were rated above somebody
    without a rating when the match was started, on average."""
    staked: tuple[int, ...] = ()
    """The seats whose stakes are in the pot, from the start of the match on."""
    commitment: str = ""
    """The hash of the match's secret, in hexadecimal digits, as all hashes here. Empty: the match
    has no secret."""
    protocol: str = AZAR_1.name
    """The protocol by which this table deals, from its beginning to its end."""
    added: tuple[str, ...] = ()
    """What goes into the deals besides the secret: lines of the record, without ``proof``
    (:mod:`engine.fairness.contributions`). The phrases and the chance of browsers are fixed at the
    start, a round of the beacon goes before them when it has come."""
    table_hash: str = ""
    """The hash of everything that is known before the first hand (``E`` of the protocol)."""
    starting: bool = False
    """The match has been started, and waits for its round of the beacon, or for a place of its
    secret in the register. Nobody sits down any more."""
    round: int = 0
    """The round of the beacon that goes into the deals, fixed before it existed; 0: none."""
    started: float = 0.0
    """When the match was started, in UTC seconds since the epoch; 0: not yet, or it is older than
    this field."""
    dealt: float = 0.0
    """When its first hand was dealt or cut, likewise."""
    root: str = ""
    """The root of the deck of the running (or last) hand. While a person is asked to cut: of the
    deck that they cut."""
    secret: str = ""
    """The secret of the match; empty until the match is over."""
    tournament: Tournament | None = None
    """The tournament, if this is one and no table: its terms are the terms of its matches, its host
    is the person who opened it, and nobody sits here. ``None``: a table."""
    opened_by: str = ""
    """The name of the person who opened the tournament."""
    part_of: MatchId = ""
    """The tournament to which this table belongs; empty: none."""
    torneo: str = ""
    """The line of the record that says from which tournament's secret the table's own follows,
    without ``proof`` (:mod:`engine.fairness.tournament_table`). Empty: from none."""
    league: bool = False
    """The table belongs to a league: a person who does not come has not lost yet."""
    lesson: Lesson | None = None
    """The guided match, if this is one; else ``None``."""
    cuts: tuple[int, ...] = ()
    """In a duplicate match, how many cards the cut took off in each hand of the first half."""
    by_hand: tuple[tuple[int, int], ...] = ()
    """In a duplicate match, the points of each hand that is over, by side."""
    daily: Daily | None = None
    """It is a hand of the day, or the table that holds a day's secret; ``None``: it is neither."""
    late: tuple[int, ...] = ()
    """At a slow table: the seats whose people have let the time of this turn run out. They may
    still play, until an adversary claims the hand or the match. Emptied after every step."""
    room: LeagueRoom | None = None
    """It is a room of a league between houses, or the table that holds the secret of a pairing's
    deals; ``None``: it is neither."""

    def claimants(self, sides: Sequence[int]) -> tuple[int, ...]:
        """The seats of the people who may claim now: those who play in person against whoever is
        late, also if this hand was claimed from them. ``sides``: the side of each seat."""
        late = {sides[seat] for seat in self.late}
        playing = (seat.seat for seat in self.people if seat.present or seat.lent)
        return tuple(seat for seat in playing if late and sides[seat] not in late)

    @property
    def losing(self) -> tuple[int, ...]:
        """The late seats whose people would lose the match if it were claimed now."""
        return tuple(seat for seat in self.late if self.seats[seat].late >= TWICE)

    @property
    def is_slow(self) -> bool:
        """Whether a turn may last hours or days here."""
        return self.turn_seconds >= SLOW

    @property
    def sealed_as(self) -> MatchId:
        """The match in whose name the deals are sealed: this one, or that of the day or of the
        pairing."""
        if self.room is not None:
            return self.room.sealed
        return self.match if self.daily is None else self.daily.sealed

    @property
    def shares_deals(self) -> bool:
        """Whether other tables have the same deals: it is a hand of the day, or a room of a league
        between houses. Nobody but its people sees it, and its record waits for the others."""
        return self.daily is not None or self.room is not None

    @property
    def shows_seal(self) -> bool:
        """Whether a message of its own shows the seal: it is that of a tournament, or of a table
        where people stake chips, or of a tournament's table if the tournament has none. At other
        tables whoever wants to see it asks for it."""
        seals_itself = bool(self.part_of) and not self.torneo
        return bool(self.stake) or self.tournament is not None or seals_itself

    @property
    def keeps_secret(self) -> bool:
        """Whether deals may still follow from its secret, so that nobody may know it: it is not
        over, or it is a tournament and a table of it is not over."""
        tables = self.tournament is not None and bool(self.tournament.tables)
        return self.status in LIVE or self.status in LIVE_TOURNAMENT or tables

    @property
    def only_seals(self) -> bool:
        """It is a table that holds the secret of a day or of a pairing, and nobody sits there."""
        return self.shares_deals and self.sealed_as == self.match

    @property
    def is_sealed_day(self) -> bool:
        """It is the table that holds a day's secret."""
        return self.daily is not None and self.daily.sealed == self.match

    @property
    def is_void(self) -> bool:
        """Whether the match has ended and counts for nobody: no results, no chips, no winner on any
        screen, and a tournament plays it again."""
        return self.ended == VOID

    @property
    def terms(self) -> Terms:
        """The terms of the present match."""
        return Terms(**{name: getattr(self, name) for name in Terms.__struct_fields__})

    @property
    def coming(self) -> Terms:
        """The terms of the next match, as the host has chosen so far."""
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
        """Whether nobody waits for the person of this seat: they left on purpose, or were
        removed."""
        return seat.left or self.is_removed(seat)

    def is_played_by(self, person: PersonId) -> bool:
        """Whether the match runs, and this person has a seat that they have not left for good."""
        seat = self.seat_of(person)
        return self.status is Status.PLAYING and seat is not None and not self.has_gone(seat)

    @property
    def sitting(self) -> tuple[PersonId, ...]:
        """Everybody who has a seat here, or has signed up for this tournament."""
        people = {seat.person for seat in self.people}
        if self.tournament is not None:
            people = {entrant.person for entrant in self.tournament.entrants}
        return tuple(sorted(people))

    @property
    def findable(self) -> tuple[PersonId, ...]:
        """Those by whose ids the match is found: everybody who sits here, and the robots from
        outside."""
        foreign = {seat.foreign for seat in self.seats if seat.foreign}
        return tuple(sorted({*self.sitting, *foreign})) if foreign else self.sitting

    @property
    def has_foreign(self) -> bool:
        """Whether a robot from outside has a seat here. Such a match counts for nobody: no person
        gets a result of it."""
        return any(seat.foreign for seat in self.seats)

    @property
    def voters(self) -> tuple[int, ...]:
        """The seats of the people who vote: everybody who plays in person."""
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
        return tuple(seat for seat in self.seats if seat.person)

    @property
    def host_seat(self) -> int:
        """The host's seat; -1 when nobody is left."""
        seat = self.seat_of(self.host)
        return -1 if seat is None else seat.seat

    @property
    def is_of_page(self) -> bool:
        """Whether the table stands in the page's own place, which all visitors of the page
        share."""
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
    """Whether this person has an account on a platform. A person who is known from the page alone
    is not registered, because anybody can open the page several times."""
    return bool(person) and not person.startswith((_PAGE, _SOMEONE))


def may_count(info: MatchInfo) -> bool:
    """Whether a match of this table can count for the ranking: everybody who sits here is
    registered."""
    return not info.has_foreign and all(is_registered(seat.person) for seat in info.people)


def gives_hints(info: MatchInfo) -> bool:
    """Whether the people of this match may ask for hints: it counts for nobody's ranking, or they
    play against robots alone, or no person here is registered. In a hand of the day, a room
    of a league and a tournament there are none, nor against a robot from outside, whose ladder they
    would change."""
    if info.shares_deals or info.part_of or info.has_foreign:
        return False
    registered = any(is_registered(seat.person) for seat in info.people)
    return not info.competitive or not registered or is_alone(info)


def waits_for(info: MatchInfo) -> tuple[PersonId, ...]:
    """In the lobby of a rematch: its people who have not said that they want it."""
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
    """Whether people play against robots alone: no two of them sit on different sides."""
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

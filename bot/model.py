"""What a table is, besides the game itself: who sits where, what was agreed, how far it has come.

:class:`MatchInfo` holds only what everyone at the table may see, so a public picture can be built
from it.
"""

from enum import StrEnum
from typing import Final
from zlib import crc32

from msgspec import Struct
from msgspec.structs import asdict, replace

from bot.messages import CommunityId, MatchId, PersonId, PlaceId
from bot.tournaments.state import Tournament
from engine.numbers import NO_ACCOUNT
from engine.robots import MASTER
from engine.variants import table_for

NOBODY: Final = ""
"""The person of a seat that is free or a robot's."""

_PAGE: Final = "web:"
"""What the ids of the page's place begin with, and those of people known from there alone."""

ROBOT_MARK: Final = "(robot)"
"""What stands behind a name in the record while a robot plays."""

_SOMEONE: Final = "someone:"
"""How the person of a seat is called whose data were erased; the seat's number follows."""


def someone(seat: int) -> PersonId:
    """The person who stands in a seat for somebody whose data were erased. It says nothing of that
    person, and another match has nobody to compare it with."""
    return f"{_SOMEONE}{seat}"


def is_someone(person: PersonId) -> bool:
    """Whether this stands for somebody whose data were erased."""
    return person.startswith(_SOMEONE)


NOWHERE: Final = _SOMEONE
"""The community and the place of a match that was played in the private chat of such a person."""


PACES: Final = {"normal": 1.0, "rapido": 0.25, "lento": 2.0}
"""How fast robots play: a factor for their delay, by pace. The usual pace comes first."""


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
"""How a tournament's table ended to which somebody did not come."""
TOO_FEW: Final = "too_few"
"""How a tournament ended for which too few people had signed up when it was to begin."""


class Seat(Struct, frozen=True, gc=False):
    """One seat at a table."""

    seat: int
    person: PersonId = NOBODY
    """The person in this seat; ``NOBODY`` for a robot's seat and for a free one."""
    name: str = ""
    """As shown: the person's or the robot's; empty when the seat is free."""
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
    """A person on the dealer's left is asked to cut before every deal, though the game's rules do
    not demand it (PA-DEA-02)."""
    velo: bool = False
    """The secret of the deals is never published: cards that nobody has shown stay hidden, and less
    can be checked."""
    skill: str = MASTER.name
    """How well the robots play: one of :data:`engine.robots.SKILLS`."""


class Onlooker(Struct, frozen=True, gc=False):
    """Somebody without a seat who looks on at a table."""

    person: PersonId
    name: str


class TablePhrase(Struct, frozen=True, gc=False):
    """A phrase that somebody has said to the table."""

    seat: int
    """Where that person sits; -1: it is an onlooker."""
    phrase: str
    """Its id."""
    at: float
    """UTC seconds since the epoch."""
    onlooker: PersonId = NOBODY
    """The onlooker who said it."""


class Vote(Struct, frozen=True, gc=False):
    """The people of a running match vote on whether an absent person is removed."""

    seat: int
    """Of the absent person."""
    agreed: tuple[int, ...]
    """The seats whose people have said yes, the one who proposed it first."""


OWN_SIGN: Final = "own-"
"""How the id of an own sign begins; no seña of a game begins so."""
_IDS: Final = 10**9


class OwnSign(Struct, frozen=True, gc=False):
    """A sign that partners have agreed on. Nobody else may know it."""

    gesture: str
    meaning: str
    people: tuple[PersonId, ...]
    """Those who know it, the one who wrote it first."""

    @property
    def number(self) -> int:
        """The number of its gesture, for a button."""
        return crc32(self.gesture.encode()) % _IDS

    @property
    def id(self) -> str:
        """What a button says instead of a seña's id."""
        return f"{OWN_SIGN}{self.number}"


class SeenSign(Struct, frozen=True, gc=False):
    """An own sign that somebody was seen to make."""

    seat: int
    gesture: str
    meaning: str = ""
    """Empty: the one who saw it does not know it."""
    after: int = 0
    """So many señas of the game had gone to the one who saw it, in this hand, before."""


class SignsOf(Struct, frozen=True, gc=False):
    """What one person knows of own signs."""

    known: tuple[OwnSign, ...] = ()
    seen: tuple[SeenSign, ...] = ()
    """In the running hand."""


NO_SIGNS: Final = SignsOf()


class Lesson(Struct, frozen=True, gc=False):
    """What a guided match has told its newcomer. Its hands are prepared, and everybody may read
    them, so that nothing here betrays a card."""

    told: tuple[str, ...] = ()
    """The topics that were told, in their order (:mod:`bot.match.lesson`)."""
    now: str = ""
    """The one that belongs to this moment; empty: nothing is new in it."""
    accept: bool = False
    """Whether a robot in the newcomer's place would accept the truco that :attr:`now` is about."""
    skipped: bool = False
    """The person knows the game already: nothing more is told or prepared."""


class MatchInfo(Struct, frozen=True, gc=False):
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
    """The bot was away during that time, and the clock rested. Set only when a screen is made."""
    agreed: tuple[PersonId, ...] = ()
    """The people who have said yes to an amicable end, the one who proposed it first; empty: nobody
    has proposed it."""
    pace: str = "normal"
    """How fast robots play: a key of :data:`PACES`."""
    ready: tuple[PersonId, ...] = ()
    """The people who do not want to wait any longer: for claims, for the next hand, or for others
    to look at the last list of phrases. Emptied after every step."""
    ended: str = ""
    """Why it stopped: ``won``, ``left`` (the other side left), ``agreed``, ``abandoned``, ``void``;
    of a tournament's table that nobody has played at: :data:`WALKOVER`; of a tournament:
    :data:`TOO_FEW`; empty while it runs."""
    winner: int = NO_ACCOUNT
    """The account that has won the match; ``NO_ACCOUNT``: none, or the match is older than this
    field."""
    final: tuple[int, ...] = ()
    """The score as it was when the match was stopped before its end, by account."""
    successor: MatchId = ""
    """The rematch, once there is one."""
    cutter: int = -1
    """The seat that is asked to cut before the next deal; -1: nobody."""
    first_dealer: int = -1
    """The seat that deals the first hand, once that is settled."""
    formed: str = ""
    """How the teams came about, where chance made them: ``by_kings``, ``random``."""
    kings: tuple[tuple[int, int], ...] = ()
    """The kings that settled the teams or the first dealer, each with its seat, as they came."""
    as_last: bool = False
    """Its rules are those of the host's last table, and nobody has changed them."""
    planned: Terms | None = None
    """What the host has chosen since the match began, for the next one; ``None``: nothing changes.
    Time and pace hold from the next hand on."""
    unseen: tuple[PersonId, ...] = ()
    """The people who have not looked at the options since the host changed them."""
    private: bool = False
    """Only guests and friends of the host may sit down (:mod:`bot.community.admission`)."""
    kept: tuple[tuple[PersonId, str], ...] = ()
    """The people who were challenged, with their names, until they sit down or decline: each has a
    seat of this lobby that nobody else takes."""
    phrases: tuple[TablePhrase, ...] = ()
    """The newest phrases since the last deal."""
    silent: tuple[int, ...] = ()
    """The seats whose people may say no phrases."""
    vote: Vote | None = None
    """Whether an absent person is removed; ``None``: nobody has proposed it."""
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
    onlookers: tuple[Onlooker, ...] = ()
    """The people who look on, in the order in which they came. Nobody looks on at a table that is
    over."""
    silent_onlookers: tuple[PersonId, ...] = ()
    """The onlookers who may say no phrases, also while they are not here."""
    stake: int = 0
    """Chips that each person stakes, where the match counts for the ranking."""
    cut: bool = False
    """A person is asked to cut before every deal, also where the game's rules do not demand it."""
    velo: bool = False
    """The secret of the deals is never published."""
    skill: str = MASTER.name
    """How well the robots play that have a seat of their own: one of
    :data:`engine.robots.SKILLS`. Who stands in for a person plays as well as robots can."""
    staked: tuple[int, ...] = ()
    """The seats whose stakes are in the pot, from the start of the match on."""
    commitment: str = ""
    """The hash of the match's secret; empty: its deals are not derived from one. Hashes stand here
    in hexadecimal digits."""
    contributions: tuple[str, ...] = ()
    """What each seat contributes to the deal; it may change until the start of the match."""
    contributors: tuple[int, ...] = ()
    """The seats in the order in which they have given that."""
    table_hash: str = ""
    """The hash of everything that is known before the first hand (``E`` of the protocol)."""
    starting: bool = False
    """The host wants to start: everybody looks at the last list of phrases, and may change theirs.
    :attr:`ready` says who has done so."""
    root: str = ""
    """The root of the running (or last) hand's deck; where a person cuts, of the deck to be cut."""
    secret: str = ""
    """What all deals follow from; empty until the match is over."""
    tournament: Tournament | None = None
    """This is no table but a tournament: its terms are those of its matches, its host is who has
    opened it, and nobody sits here. ``None``: it is a table."""
    opened_by: str = ""
    """The name of who has opened the tournament."""
    part_of: MatchId = ""
    """The tournament that this table belongs to; empty: to none."""
    league: bool = False
    """A table of a league: who does not come to it has lost nothing yet."""
    lesson: Lesson | None = None
    """It is a guided match; ``None``: it is none."""
    cuts: tuple[int, ...] = ()
    """In a duplicate match, how many cards the cut took off in each hand of the first half."""
    by_hand: tuple[tuple[int, int], ...] = ()
    """In a duplicate match, the points of each hand that is over, by side."""

    @property
    def terms(self) -> Terms:
        """What is played now."""
        return Terms(**{name: getattr(self, name) for name in Terms.__struct_fields__})

    @property
    def coming(self) -> Terms:
        """What the next match will be played with, as the host has chosen so far."""
        return self.planned or self.terms

    def seat_of(self, person: PersonId) -> Seat | None:
        """The person's seat; ``None``: they have none, or were removed from it."""
        return None if person in self.removed else self.seat_in_result(person)

    def seat_in_result(self, person: PersonId) -> Seat | None:
        """The seat that counts for this person, also after they were removed from it."""
        return next((seat for seat in self.seats if person and seat.person == person), None)

    def onlooker(self, person: PersonId) -> Onlooker | None:
        """The person as an onlooker; ``None``: they do not look on."""
        return next((one for one in self.onlookers if one.person == person), None)

    def is_removed(self, seat: Seat) -> bool:
        """Whether the person of this seat was removed."""
        return seat.person in self.removed

    def has_gone(self, seat: Seat) -> bool:
        """Whether nobody waits for the person of this seat: they left on purpose, or were
        removed."""
        return seat.left or self.is_removed(seat)

    @property
    def sitting(self) -> tuple[PersonId, ...]:
        """Everybody who has a seat here, or has signed up."""
        people = {seat.person for seat in self.people}
        if self.tournament is not None:
            people = {one.person for one in self.tournament.entrants}
        return tuple(sorted(people))

    @property
    def voters(self) -> tuple[int, ...]:
        """The seats of the people who vote: everybody who plays in person."""
        return tuple(seat.seat for seat in self.seats if seat.present)

    @property
    def removable(self) -> tuple[int, ...]:
        """The seats of absent people, who may be removed by vote: robots keep these seats."""
        return tuple(seat.seat for seat in self.people if seat.away and not self.is_removed(seat))

    @property
    def people(self) -> tuple[Seat, ...]:
        """Seats that belong to a person, away or not."""
        return tuple(seat for seat in self.seats if seat.person)

    @property
    def host_seat(self) -> int:
        """Where the host sits; -1 when nobody is left."""
        seat = self.seat_of(self.host)
        return -1 if seat is None else seat.seat

    @property
    def is_of_page(self) -> bool:
        """It stands in the page's own place, where everybody is who opens the page."""
        return self.place.startswith(_PAGE)

    @property
    def host_name(self) -> str:
        """The host's name; empty when nobody is left."""
        if self.tournament is not None:
            return self.opened_by
        seat = self.seat_of(self.host)
        return "" if seat is None else seat.name


def with_terms(info: MatchInfo, terms: Terms) -> MatchInfo:
    """The table with these terms, its seats as they are."""
    return replace(info, **asdict(terms))


def teams(info: MatchInfo) -> tuple[tuple[int, ...], ...]:
    """The seats that play together, A first, as far as that is settled before the deal.

    In gallo por turno everybody is alone: the dealer of each hand plays against the others."""
    return table_for(info.variant, info.players, dict(info.options)).holders


def is_registered(person: PersonId) -> bool:
    """Whether this person has an account at a platform. Anybody may open the page, and open it
    twice: whoever is known from there alone is not registered."""
    return bool(person) and not person.startswith((_PAGE, _SOMEONE))


def playing_for_ranking(info: MatchInfo) -> tuple[int, ...]:
    """The seats whose people would play for ranking points if the match began now: registered
    people with a registered adversary."""
    seats = [seat.seat for seat in info.people if is_registered(seat.person)]
    if not info.competitive:
        return ()
    accounts = {seat: account for account, own in enumerate(teams(info)) for seat in own}
    return tuple(seats) if len({accounts[seat] for seat in seats}) > 1 else ()


def forfeited(info: MatchInfo, accounts: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """The accounts whose people have all left on purpose: only robots play for these."""
    return tuple(
        account
        for account, seats in enumerate(accounts)
        if (people := [info.seats[seat] for seat in seats if info.seats[seat].person])
        and all(one.left for one in people)
    )


def team_of(info: MatchInfo, seat: int) -> str:
    """``A`` or ``B``; empty where the teams change with every hand."""
    known = teams(info)
    if len(known) > 2:
        return ""
    return "AB"[next(side for side, seats in enumerate(known) if seat in seats)]

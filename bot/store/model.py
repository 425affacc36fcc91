"""What is stored, as values. The :mod:`bot.store.statements.tables` have the same names."""

from enum import StrEnum
from typing import Final

from msgspec import Struct

from bot.messages import AnyReply, CommunityId, MatchId, PersonId
from bot.model import MatchInfo, OwnSign


class HandSnapshot(Struct, frozen=True, gc=False):
    """The match just before its running hand was dealt. It is a cache of the log.

    To load a match, the few lines after ``number`` are replayed; this also rebuilds the hand's
    events."""

    number: int
    """The number of the last log row that the snapshot contains."""
    data: bytes
    """The bytes of :func:`engine.record.codec.encode`, which hold their own version."""
    seal: bytes = b""
    """The seal of that log row."""


class SentSena(Struct, frozen=True, gc=False):
    """A seña of the running hand. Only the seats in ``to`` may see it."""

    seat: int
    sena: str
    to: tuple[int, ...]
    gesture: str = ""
    """The gesture of an own sign; empty: it is a seña of the game."""


class AddedWords(Struct, frozen=True, gc=False):
    """The words that a person adds to the deal of a match."""

    person: PersonId
    text: str
    typed: bool = False
    """The person has typed the words. At tables of the first protocol words that nobody typed are
    the id of a press; else there are none."""
    chance: str = ""
    """What the person's browser adds, in hexadecimal digits; empty: nothing."""


NOT_COUNTED: Final = -1
"""In place of a number of :class:`SeatCount` that was not counted yet when its match began."""


class SeatCount(Struct, frozen=True, gc=False, array_like=True):
    """What one person did in one match, counted (:mod:`bot.store.results.statistics`)."""

    hands: int = 0
    """Hands that the person played themselves, to their end."""
    envidos_called: int = 0
    """The person's own calls and raises of the envido."""
    envidos_won: int = 0
    """Envidos that were accepted and that the person's side won."""
    envidos_refused: int = 0
    """Envidos of others that the person refused."""
    trucos_called: int = 0
    """The person's own calls and raises of the truco."""
    trucos_accepted: int = 0
    """Trucos of others that the person accepted, at any step."""
    trucos_refused: int = 0
    bluffs: int = 0
    """The person's calls that others refused although they had better cards."""
    flores: int = 0
    """Hands in which the person's flor was announced."""
    badges: tuple[str, ...] = ()
    """The ids of the badges for these hands (:mod:`bot.store.results.badges`)."""
    rules: int = 1
    """The version of the rules that gave these badges."""
    left: bool = False
    """The person has left the match. The record does not tell this about every seat of a robot, so
    it cannot be counted again from the record."""
    envidos_accepted: int = NOT_COUNTED
    """Envidos of others that the person accepted."""
    envidos_wanted: int = NOT_COUNTED
    """The person's own calls of the envido that others accepted."""
    envidos_unwanted: int = NOT_COUNTED
    """The person's own calls of the envido that others refused."""
    trucos_wanted: int = NOT_COUNTED
    trucos_unwanted: int = NOT_COUNTED


_NO_NUMBERS: Final = ("badges", "rules", "left")
NUMBERS: Final = tuple(name for name in SeatCount.__struct_fields__ if name not in _NO_NUMBERS)
"""The names of the numbers, in the order of the fields."""
ANSWERS: Final = NUMBERS[NUMBERS.index("flores") + 1 :]
"""Those that older matches do not have (:data:`NOT_COUNTED`)."""


class Consulted(Struct, frozen=True, gc=False):
    """A robot asks the people of its side whether it may call. Nobody else may know it."""

    seat: int
    """The robot's."""
    call: str
    """The step that it would take, in the words of the record."""
    to: tuple[int, ...]
    """The seats of those who are asked."""
    moved: int
    """:attr:`MatchRow.moved` when it asked. With the next step of the game the question is over."""


class ConditionalAnswer(Struct, frozen=True, gc=False, omit_defaults=True):
    """What a person has said ahead for the running hand, as a chess player says a conditional move
    (:mod:`bot.match.ahead`). Nobody else may know it."""

    seat: int
    about: str
    """What has to happen: one of :data:`bot.match.ahead.ABOUT`."""
    answer: str
    """What is done then."""
    hand: int
    """The number of the hand, and :attr:`duel` its contest: with them the answer is forgotten."""
    duel: int = 0
    call: str = ""
    """The verb of the step of the truco that is meant."""
    dropped: bool = False
    """It did not fit any more. It stays until the hand is over, to be said."""


class MatchRow(Struct, frozen=True, gc=False, omit_defaults=True):
    """One match as stored. ``info.version`` is the number of its last log row. A field that has its
    usual value is not written, here and in the table and its seats: such a value never changes."""

    info: MatchInfo
    snapshot: HandSnapshot | None = None
    moved: int = 0
    """The number of the last log row that was a step of the game. Clocks and notices are about such
    steps."""
    senas: tuple[SentSena, ...] = ()
    """The señas of the running hand."""
    looks: tuple[tuple[int, int], ...] = ()
    """At tables with risky señas: (seat, the seat that it watches). Nobody else may know this."""
    signs: tuple[OwnSign, ...] = ()
    """The own signs of both sides."""
    consulted: Consulted | None = None
    """The last question of a robot to its partners in this match."""
    ahead: tuple[ConditionalAnswer, ...] = ()
    """What people have said ahead for the running hand, the oldest first."""
    recorded: tuple[str, ...] = ()
    """The names in the record so far, by seat."""
    taken_over: tuple[int, ...] = ()
    """The seats of people that a robot has taken over since the running hand was dealt, as the
    record says."""
    points: tuple[int, ...] = ()
    """The points of finished games (chicos), by account."""
    sealed: bytes = b""
    """The seal of the match's last log row."""
    words: tuple[AddedWords, ...] = ()
    """The words that each person adds to the deal, the newest last. Others are only told their
    hashes."""
    counts: tuple[SeatCount, ...] = ()
    """What each seat has done in the hands so far; empty: the match began before statistics
    existed."""
    transcript: str = ""
    """The last transcript of the record, in hexadecimal digits; empty: the table has no
    commitment."""

    def words_of(self, person: PersonId | None) -> AddedWords | None:
        """What this person adds to the deal; ``None``: nothing is stored."""
        return next((added for added in self.words if added.person == person), None)


class LogRow(Struct, frozen=True, gc=False):
    """One step of a match. ``text``: the lines of the record for it. Empty for a step that no
    record holds: somebody sat down, or a seña went to a partner."""

    match: MatchId
    number: int
    at: float
    """UTC seconds since the epoch."""
    text: str
    seal: bytes = b""
    """The hash of the row and of the seal of the row before it (:mod:`bot.store.seals`)."""


class Deadline(Struct, frozen=True, gc=False):
    """Something that happens to a match by itself when its time has come."""

    match: MatchId
    id: str
    """Unique within the match; it is never used again."""
    kind: str
    """See :class:`bot.match.deadline_kinds.DeadlineKind`."""
    due: float
    """A moment of lived time (:mod:`bot.common.lived_time`)."""
    seat: int = -1
    moment: str = ""
    """What the deadline waits for. As long as this is the same, its time does not begin again."""
    since: float = 0.0
    """The moment of lived time at which that time began."""


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
    """How many seats the table had; 0: the result is older than this field."""
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
    """What the person did in the match (:class:`SeatCount`, in JSON); empty: the match began before
    statistics existed."""


class Statistics(Struct, frozen=True, gc=False):
    """What one person did in all their matches of one game: the sums of :class:`SeatCount`."""

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
    """When that match ended, UTC seconds since the epoch."""


class DailyResult(Struct, frozen=True, gc=False):
    """What somebody has made of a hand of the day. Only who has played all of it has one."""

    sealed: MatchId
    """The table that holds the day's secret."""
    person: PersonId
    number: int
    """Of the day (:mod:`bot.match.daily`)."""
    variant: str
    community: CommunityId
    """Where it was begun."""
    match: MatchId
    name: str
    """As shown."""
    at: float
    """UTC seconds since the epoch."""
    points: int
    """All hands together."""
    hands: str
    """The points of each hand, with commas: ``3,-1,0``."""


class DailyStanding(Struct, frozen=True, gc=False):
    """How somebody stands among all who have played the same hand of the day so far."""

    points: int
    hands: tuple[int, ...]
    players: int
    """Everybody who has played it to its end, this person too."""
    better_than: int
    """How many of them have fewer points."""
    equal_to: int
    """How many others have as many points."""
    par: int | None
    """What the master has made of it; ``None``: the master plays still."""
    streak: int
    """On how many days in a row this person has played, this one the last."""
    next_at: float
    """When the next day begins, UTC seconds since the epoch."""
    is_over: bool
    """Nobody plays it any more."""
    on_board: bool = False
    """The person asked for it in a community that wants the scoreboard of the day. If they share
    the result, they stand on that scoreboard."""
    is_shared: bool = False
    """Other hosts deal the same cards on that day."""
    lacks_beacon: bool = False
    """They would have, but the beacon gave this host no round: its cards were its own."""
    everywhere: tuple[int, int, int] | None = None
    """Of a shared day that is over: how many of a hundred have certainly made less, of how many
    people, at how many hosts; ``None``: nothing is known of others."""


class DailyAnswer(Struct, frozen=True, gc=False):
    """What a robot has done first in a position of a day: what all robots do there that day."""

    sealed: MatchId
    """The table that holds the day's secret."""
    position: str
    answer: str
    at: float
    """UTC seconds since the epoch."""


class Rating(Struct, frozen=True, gc=False):
    """How well a person plays one game, at tables of every size: see
    :mod:`bot.store.results.ratings`."""

    person: PersonId
    name: str
    """The name that was shown in the last match that changed the rating."""
    variant: str
    mu: float
    """The person's strength, as openskill defines it."""
    sigma: float
    """The uncertainty of the strength: the smaller, the surer."""
    matches: int
    """How many matches have changed the rating."""


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
    """Which match of this rating it is, from 1; 0: the rating belongs to nobody any more."""
    at: float
    account: int
    seats: int
    """How many seats played for the person's account."""
    left: bool
    """The person left the match, so it counts as lost."""
    winner: int
    """The account that has won; -1: an account without people."""
    mu_before: float
    sigma_before: float
    mu: float
    sigma: float


class Purse(Struct, frozen=True, gc=False):
    """How many chips somebody has, for a scoreboard."""

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
    """What a finished match has brought its people."""

    results: tuple[MatchResult, ...] = ()
    transfers: tuple[Transfer, ...] = ()
    """All transfers into and out of the match's pot."""
    badges: tuple[Badge, ...] = ()
    """The badges that their people did not have before."""
    earned: dict[PersonId, int] = {}
    """The ranking points that each person had with this match and all before it, of those whom it
    brought some."""
    daily: "DailyStanding | None" = None
    """Of a hand of the day that was played to its end."""
    is_beside: bool | None = None
    """Whether this hand of the day was played to its end but does not count; ``None``: nobody has
    looked, as in its film."""
    day_is_over: bool = False
    """The day of a hand of the day is over, whether it was played to its end or not."""


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


class StoredAnswer(Struct, frozen=True, gc=False):
    """The first answer to a request. A person who sends the request again gets this answer
    again."""

    person: PersonId
    request: str
    reply: AnyReply
    at: float


ANNOUNCEMENT: Final = "announcement:"
"""Stands in place of a person for a surface that announces a lobby to everybody. No person has this
id."""


class Surface(Struct, frozen=True, gc=False):
    """A place where a picture of a table is shown: a channel's message, a private message, a
    tab."""

    id: str
    match: MatchId
    platform: str
    """The name of the :class:`bot.showing.platform.Platform` that shows it."""
    chat: str
    """The chat, channel or tab to which the platform's waits apply."""
    address: str
    """The platform's own address for the message. The bot does not read it."""
    person: PersonId = ""
    """The person whose private picture it shows. Empty: it shows the public picture.
    :data:`ANNOUNCEMENT`: it announces the lobby."""
    locale: str = ""
    """The language; empty: the language that the person, or the community, has chosen."""
    wanted: int = 0
    """The version of the match that the surface should show."""
    shown: int = -1
    """The version that was shown last (or found to look the same). Less than 0: the surface must be
    shown anew. Each such request lowers the number by one, so a process that is showing the surface
    notices the request."""
    digest: str = ""
    """The digest of the picture that was shown last."""
    expires: float | None = None
    """When the platform can no longer change the message, in UTC seconds since the epoch; ``None``:
    never."""
    lost: bool = False
    """The platform says that the message is gone."""

    @property
    def announces(self) -> bool:
        """Whether the surface announces that the lobby seeks players."""
        return self.person == ANNOUNCEMENT


class NoticeState(StrEnum):
    """How far a notice has come."""

    WAITING = "waiting"
    TAKEN = "taken"
    """It was handed to the platform. This is done once, and nobody asks whether it arrived."""
    DROPPED = "dropped"
    """It was dropped, because it was no longer true when its turn came."""


CHALLENGE: Final = "challenge"
"""The kind of notice to a person for whom a seat is kept."""
INVITED: Final = "invited"
"""The kind of notice to a person who was invited to a lobby. It is not stored."""
REMOVED: Final = "removed"
"""The kind of notice to a person who was removed from a table."""
REMIND: Final = "remind"
"""The kind of notice to a person whose time is half over."""
LATE: Final = "late"
"""The kind of notice to people who may claim, because an adversary's time has run out."""
HOST_GONE: Final = "host_gone"
"""The kind of notice that a lobby has another host, because the one before has gone."""
PAIRED: Final = "paired"
"""The kind of notice to people whom the queue has given a match."""
FULL: Final = "full"
"""The kind of notice to the host of a slow table that all its seats are taken: it may be
started."""
SEAT_FREE: Final = "seat_free"
"""The kind of notice to who looks on at a lobby that a seat has come free in it."""
STARTING: Final = "starting"
"""The kind of notice that a tournament begins soon, to people who have signed up."""
NOT_STARTED: Final = "not_started"
"""The kind of notice that a tournament does not take place, to people who have signed up."""
ROUND: Final = "round"
"""The kind of notice that a round of a league has begun, to its people."""
ROUND_ENDS: Final = "round_ends"
"""The kind of notice that a round of a league ends soon, to people who have not played yet."""
OF_TOURNAMENT: Final = (STARTING, NOT_STARTED, ROUND, ROUND_ENDS)
"""Notices about a tournament as a whole."""


SEAL: Final = "seal"
"""The kind of notice that the commitment of a new table must still be published. It calls nobody:
its person is the host, and its moment is the table's community."""
SHARED: Final = "shared"
"""The kind of notice that somebody's result of a hand of the day must still be posted where they
asked for it. It calls nobody: its moment is that place."""
DAY_BOARD: Final = "day_board"
"""The kind of notice that the scoreboard of a day must still be posted. It calls nobody: its person
is the community, its moment the place, its match stands for the day
(:func:`bot.match.daily.board_id`)."""
CONCLUDED: Final = "concluded"
"""The kind of notice that the end of a tournament must still be posted in its place. It calls
nobody: its person is the community, its moment that place."""
CHAMPIONS: Final = "champions"
"""The kind of notice that the champions of a season must still be told in their community. It calls
nobody: its person is the community, its moment the place, its match stands for the season
(:func:`bot.community.champions.season_id`)."""
POSTS: Final = (SEAL, SHARED, DAY_BOARD, CONCLUDED, CHAMPIONS)
"""Notices that call nobody: something is to be posted by a process with the platform of their
moment."""


class Notice(Struct, frozen=True, gc=False):
    """A call for one person's attention. Screens by themselves notify nobody."""

    id: str
    match: MatchId
    person: PersonId
    kind: str
    """``turn`` (lay a card), ``bet`` (answer a call), ``end`` (the match is over),
    :data:`REMIND`, :data:`LATE`, :data:`CHALLENGE`, :data:`INVITED`, :data:`REMOVED`, or one of
    :data:`OF_TOURNAMENT` or :data:`POSTS`."""
    moment: str
    """The moment of the game that the notice is about. When it has passed, the notice is
    dropped."""
    at: float
    state: NoticeState = NoticeState.WAITING
    number: int = 0
    """The log row in which a call to a step stands, until the next step of the game. 0: the notice
    has a row of its own."""


def notice_id(match: MatchId, name: str) -> str:
    """The id of a notice; ``name`` is unique in its match."""
    return f"{match}.{name}"


class Preference(Struct, frozen=True, gc=False):
    """A language chosen by a person or for a community."""

    owner: PersonId | CommunityId
    locale: str


class SealedSecret(Struct, frozen=True, gc=False):
    """The secret of a table that has just been opened."""

    commitment: bytes
    """The commitment of the secret, for the register."""
    sealed: bytes
    """The sealed secret; the vault that has sealed it can open it (:mod:`bot.match.vault`)."""


class Disclosed(Struct, frozen=True, gc=False):
    """What the register publishes when a match ends."""

    ended: str
    """How it ended: ``closed`` (a lobby that never started), ``velo`` (the secret is never
    published), ``concluded`` (a tournament), or as :attr:`bot.model.MatchInfo.ended`."""
    secret: bytes | None
    """The secret; ``None``: it is never published, or no key could open it."""


class RegisterEntry(Struct, frozen=True, gc=False):
    """One entry of the register: the commitment of one match."""

    number: int
    """The number of the entry: from 1, without a gap."""
    match: MatchId
    commitment: bytes
    link: bytes
    """The hash over the link before it and this entry."""
    at: float
    """UTC seconds since the epoch."""
    ended: str = ""
    """How the match ended, as :attr:`Disclosed.ended`; empty: it is not over."""
    secret: bytes | None = None
    """The secret, published when the match ends; ``None``: not published."""
    round: int | None = None
    """The round of the beacon that was fixed for the deals; ``None``: none was, or the entry is
    older than this column."""


class KeptSecret(Struct, frozen=True, gc=False):
    """The stored data from which the deals of a match follow."""

    entry: RegisterEntry
    before: bytes
    """The register's link before this match's entry."""
    sealed: bytes | None
    """The sealed secret; ``None``: the secret was published, or is lost."""


class Unopened(Struct, frozen=True, gc=False):
    """An entry of the register whose secret is not published."""

    entry: RegisterEntry
    live: bool
    """The match is an open lobby, or is running; or a tournament is not over, or a table of it."""
    slow: bool
    """It is a tournament: days may pass in which nothing happens."""
    moved: float
    """The moment of the last event of the match, in UTC seconds since the epoch."""


class Setting(Struct, frozen=True, gc=False):
    """A value for a person or a community, until it is set again. Examples: what a group has agreed
    on (``variante``); what a platform has learnt (where a person can be written to)."""

    owner: PersonId | CommunityId
    name: str
    value: str
    """The value; empty: the setting is not set."""

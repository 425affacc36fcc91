"""What is stored, as values. The tables of :mod:`bot.store.tables` have the same names."""

from enum import StrEnum
from typing import Final

from msgspec import Struct

from bot.messages import AnyReply, CommunityId, MatchId, PersonId
from bot.model import MatchInfo, OwnSign


class Snapshot(Struct, frozen=True, gc=False):
    """The match just before its running hand was dealt: a cache of the log.

    Loading replays the few lines after ``number``, which also brings back the hand's events."""

    number: int
    """The last log row it contains."""
    data: bytes
    """:func:`engine.record.codec.encode`, which carries its own version."""
    seal: bytes = b""
    """The seal of that log row."""


class SentSena(Struct, frozen=True, gc=False):
    """A seña of the running hand, for the seats in ``to`` alone."""

    seat: int
    sena: str
    to: tuple[int, ...]
    gesture: str = ""
    """The gesture of an own sign; empty: it is a seña of the game."""


class AddedWords(Struct, frozen=True, gc=False):
    """What somebody adds to the deal of a match."""

    person: PersonId
    text: str
    typed: bool = False
    """The person has written it; else it is the id of a press."""


class SeatCount(Struct, frozen=True, gc=False, array_like=True):
    """What one person did in one match, counted (:mod:`bot.store.statistics`)."""

    hands: int = 0
    """Hands that the person played themselves, to their end."""
    envidos_called: int = 0
    """Calls and raises."""
    envidos_won: int = 0
    """Accepted ones that the person's side won."""
    envidos_refused: int = 0
    """Those of others to which the person said no."""
    trucos_called: int = 0
    """Calls and raises."""
    trucos_accepted: int = 0
    """Those of others, whatever the step."""
    trucos_refused: int = 0
    bluffs: int = 0
    """The person's calls that others refused with better cards."""
    flores: int = 0
    """Hands in which the person's flor was announced."""
    badges: tuple[str, ...] = ()
    """The ids of the badges that these hands bring (:mod:`bot.store.badges`)."""
    rules: int = 1
    """The version of the rules of badges by which they were given."""
    left: bool = False
    """The person has left the match. The record does not tell this of every robot's seat, so it
    cannot be counted again."""


_NO_NUMBERS: Final = ("badges", "rules", "left")
NUMBERS: Final = tuple(name for name in SeatCount.__struct_fields__ if name not in _NO_NUMBERS)
"""What is counted, in the order of the fields."""


class MatchRow(Struct, frozen=True, gc=False):
    """One match as stored. ``info.version`` is the number of its last log row."""

    info: MatchInfo
    snapshot: Snapshot | None = None
    moved: int = 0
    """The last log row that was a step of the game: what clocks and notices are about."""
    senas: tuple[SentSena, ...] = ()
    """Of the running hand."""
    looks: tuple[tuple[int, int], ...] = ()
    """Where señas carry a risk: a seat, and the seat that it looks at. Nobody else may know it."""
    signs: tuple[OwnSign, ...] = ()
    """The own signs of both sides."""
    recorded: tuple[str, ...] = ()
    """The names in the record so far, by seat."""
    points: tuple[int, ...] = ()
    """Points of the games (chicos) already finished, by account."""
    sealed: bytes = b""
    """The seal of its last log row."""
    words: tuple[AddedWords, ...] = ()
    """What each person adds to the deal, the newest last; only the hashes are told."""
    counts: tuple[SeatCount, ...] = ()
    """What each seat has done in the hands so far; empty: the match began before that was
    counted."""
    transcript: str = ""
    """The last transcript of the record, in hexadecimal digits; empty: the table has no
    commitment."""

    def words_of(self, person: PersonId | None) -> AddedWords | None:
        """What this person adds to the deal; ``None``: nothing that is kept."""
        return next((one for one in self.words if one.person == person), None)


class LogRow(Struct, frozen=True, gc=False):
    """One step of a match. ``text`` is the record's own lines, empty for what no record holds
    (somebody sat down, a seña went to a partner)."""

    match: MatchId
    number: int
    at: float
    """UTC seconds since the epoch."""
    text: str
    seal: bytes = b""
    """Over the row and the seal of the row before it (:mod:`bot.store.seals`)."""


class Deadline(Struct, frozen=True, gc=False):
    """Something that happens to a match by itself when its time has come."""

    match: MatchId
    id: str
    """Unique within the match, for ever."""
    kind: str
    """See :class:`bot.match.deadlines.Kind`."""
    due: float
    """A moment of lived time (:mod:`bot.common.lived_time`)."""
    seat: int = -1
    moment: str = ""
    """What it waits about: while this is the same, the time given is the same."""
    since: float = 0.0
    """The moment of lived time at which that time began."""


class Result(Struct, frozen=True, gc=False):
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
    """The ranking points for somebody who meets these adversaries for the first time that day."""
    meeting: int = 0
    """Which match of that day it was against the adversary whom the person has met least; 0: it was
    not ranked. Set when it is stored."""
    earned: int = 0
    """The ranking points that it brought. Set when it is stored."""
    seats: int = 0
    """How many seats played for that account; 0: the result is older than this field."""
    counts: str = ""
    """What the person did in the match (:class:`SeatCount`, in JSON); empty: the match began before
    that was counted."""


class Statistics(Struct, frozen=True, gc=False):
    """What one person did in all their matches of one game: the sums of :class:`SeatCount`."""

    person: PersonId
    variant: str
    """Empty: all games together."""
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


class Badge(Struct, frozen=True, gc=False):
    """A badge that somebody has."""

    person: PersonId
    badge: str
    """Its id (:mod:`bot.store.badges`)."""
    match: MatchId
    """The first match that brought it."""
    at: float
    """When that match ended, UTC seconds since the epoch."""


class Rating(Struct, frozen=True, gc=False):
    """How well a person plays one game at tables of one size (:mod:`bot.store.ratings`)."""

    person: PersonId
    name: str
    """As shown at their last match that moved it."""
    variant: str
    players: int
    mu: float
    """How strong, as openskill has it."""
    sigma: float
    """How sure that is: the less, the surer."""
    matches: int
    """So many have moved it."""


class Rated(Struct, frozen=True, gc=False):
    """What one match did to one person's rating."""

    match: MatchId
    place: int
    """Which of the match's people it is, in the order in which they count."""
    person: PersonId
    """Empty: the person was erased, or has another rating since they were linked; what the others'
    ratings came from stays."""
    variant: str
    players: int
    number: int
    """Which match it is that moves this rating, from 1; 0: it is nobody's any more."""
    at: float
    account: int
    seats: int
    """How many seats played for that account."""
    left: bool
    """The person left the match, and so has lost it."""
    winner: int
    """The account that has won; -1: one without people."""
    mu_before: float
    sigma_before: float
    mu: float
    sigma: float


class Purse(Struct, frozen=True, gc=False):
    """How many chips somebody has, for a scoreboard."""

    person: PersonId
    name: str
    """As shown at their last match there."""
    amount: int


class Transfer(Struct, frozen=True, gc=False):
    """Chips that go from one owner to another (:mod:`bot.store.chips`)."""

    id: str
    """Unique: the same transfer is made once."""
    at: float
    kind: str
    """``hold`` (a stake), ``won``, ``back`` (a stake that is given back), ``bank``; the presents
    ``first``, ``daily`` and ``level``; ``linked`` (what two users had is one person's),
    ``gone``."""
    match: MatchId
    """Empty: it belongs to no match."""
    payer: str
    payee: str
    amount: int


class Brought(Struct, frozen=True, gc=False):
    """What a finished match has brought its people."""

    results: tuple[Result, ...] = ()
    transfers: tuple[Transfer, ...] = ()
    """All that went into its pot and out of it."""
    badges: tuple[Badge, ...] = ()
    """Those that nobody among them had before."""


NOTHING: Final = Brought()


class Standing(Struct, frozen=True, gc=False):
    """One person's sums in a community, over some time."""

    person: PersonId
    name: str
    """As shown at their last match."""
    won: int
    lost: int
    points_for: int
    points_against: int
    streak: int
    """Matches won in a row up to now; 0 after a loss."""
    best_streak: int
    earned: int = 0
    """Ranking points (:mod:`bot.store.earnings`)."""

    @property
    def matches(self) -> int:
        """Finished matches."""
        return self.won + self.lost


class Answer(Struct, frozen=True, gc=False):
    """The first answer to a request; the same person asking again gets it again."""

    person: PersonId
    request: str
    reply: AnyReply
    at: float


ANNOUNCEMENT: Final = "announcement:"
"""The person of a surface that announces a lobby: whoever reads it there. Nobody has this id."""


class Surface(Struct, frozen=True, gc=False):
    """Somewhere a picture of a table is shown: a channel's message, a private one, a tab."""

    id: str
    match: MatchId
    platform: str
    """The name of the :class:`bot.showing.platform.Platform` that shows it."""
    chat: str
    """What the platform's waits are counted by (a chat, a channel, a tab)."""
    address: str
    """The platform's own way of finding it again; not looked into here."""
    person: PersonId = ""
    """Whose private picture; empty: the public one; :data:`ANNOUNCEMENT`: neither, it announces the
    lobby."""
    locale: str = ""
    """Empty: what the person, or the community, has chosen."""
    wanted: int = 0
    """The match's version that should be seen here."""
    shown: int = -1
    """The version last shown (or found to look the same). Less than 0: to be shown anew, and one
    less whenever that is asked, so that whoever shows it just then sees that it was."""
    digest: str = ""
    """Of the picture last shown."""
    expires: float | None = None
    """UTC seconds since the epoch when it can be changed no longer; ``None``: never."""
    lost: bool = False
    """The platform says it is gone."""

    @property
    def announces(self) -> bool:
        """Whether it tells those who are not at the table that the lobby seeks players."""
        return self.person == ANNOUNCEMENT


class NoticeState(StrEnum):
    """What became of a notice."""

    WAITING = "waiting"
    TAKEN = "taken"
    """Handed to the platform, once: whether it arrived is not asked again."""
    DROPPED = "dropped"
    """No longer true when its turn came."""


CHALLENGE: Final = "challenge"
"""The kind of a notice to somebody for whom a seat is kept."""
REMOVED: Final = "removed"
"""The kind of a notice to somebody who was removed from a table."""
REMIND: Final = "remind"
"""The kind of a notice to somebody whose time is half over."""
STARTING: Final = "starting"
"""The kind of a notice that a tournament begins soon, to those who have signed up."""
NOT_STARTED: Final = "not_started"
"""The kind of a notice to them that it does not begin."""
ROUND: Final = "round"
"""The kind of a notice that a round of a league has begun, to those who play in it."""
ROUND_ENDS: Final = "round_ends"
"""The kind of a notice that it ends soon, to those who have not played."""
OF_TOURNAMENT: Final = (STARTING, NOT_STARTED, ROUND, ROUND_ENDS)
"""Notices about a tournament as a whole."""


SEAL: Final = "seal"
"""The kind of a notice that the commitment of a new table is still to be published. It calls
nobody: its person is the host, its moment the table's community."""


class Notice(Struct, frozen=True, gc=False):
    """A call for one person's attention; screens alone notify nobody."""

    id: str
    match: MatchId
    person: PersonId
    kind: str
    """``turn`` (lay a card), ``bet`` (answer a call), ``end`` (the match is over),
    :data:`REMIND`, :data:`CHALLENGE`, :data:`REMOVED`, :data:`SEAL`, or one of
    :data:`OF_TOURNAMENT`."""
    moment: str
    """What it is about: once this has passed, the notice is dropped."""
    at: float
    state: NoticeState = NoticeState.WAITING


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
    """Its hash: what the register gets."""
    sealed: bytes
    """The secret, for the vault that has sealed it (:mod:`bot.match.vault`)."""


class Disclosed(Struct, frozen=True, gc=False):
    """What the register gets when a match ends."""

    ended: str
    """``closed`` (a lobby that never started), ``velo`` (its secret stays secret), or as
    :attr:`bot.model.MatchInfo.ended`."""
    secret: bytes | None
    """``None``: it stays secret, or no key could open it."""


class Entry(Struct, frozen=True, gc=False):
    """One entry of the register: the commitment of one match."""

    number: int
    """From 1, without a gap."""
    match: MatchId
    commitment: bytes
    link: bytes
    """The hash over the link before it and this entry."""
    at: float
    """UTC seconds since the epoch."""
    ended: str = ""
    """Empty: it is not over; else as :attr:`Disclosed.ended`."""
    secret: bytes | None = None
    """Published at its end."""


class KeptSecret(Struct, frozen=True, gc=False):
    """What the deals of a match follow from, as it is stored."""

    entry: Entry
    before: bytes
    """The link before this entry."""
    sealed: bytes | None
    """``None``: it is published, or lost."""


class Unopened(Struct, frozen=True, gc=False):
    """An entry of the register whose secret is not published."""

    entry: Entry
    live: bool
    """Its match is an open lobby, or runs."""
    moved: float
    """When something happened there last, UTC seconds since the epoch."""


class Setting(Struct, frozen=True, gc=False):
    """Something that holds for a person or a community until it is set anew: what a group has
    agreed on (``variante``), what a platform has learnt (where somebody can be written to)."""

    owner: PersonId | CommunityId
    name: str
    value: str
    """Empty: it is not set."""

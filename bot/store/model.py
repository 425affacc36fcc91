"""The stored rows, as values. The :mod:`bot.store.statements.tables` have the same names."""

from typing import Final

from msgspec import Struct

from bot.messages import AnyReply, CommunityId, MatchId, PersonId
from bot.model import MatchInfo, OwnSign


class HandSnapshot(Struct, frozen=True, gc=False):
    """The match just before its running hand was dealt. It is a cache of the log. To load a match,
    the few lines after ``number`` are replayed; this also rebuilds the hand's events."""

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
    """The chance of the person's browser, in hexadecimal digits; empty: none."""


NOT_COUNTED: Final = -1
"""In place of a number of :class:`SeatCount` that was not counted when its match began."""


class SeatCount(Struct, frozen=True, gc=False, array_like=True):
    """The counts of one person's play in one match (:mod:`bot.store.results.statistics`)."""

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
"""The names of the numbers that older matches do not have (:data:`NOT_COUNTED`)."""


class Consulted(Struct, frozen=True, gc=False):
    """A robot asks the people of its side whether it may call. Nobody else may know it."""

    seat: int
    """The robot's seat."""
    call: str
    """The step that it would take, in the words of the record."""
    to: tuple[int, ...]
    """The seats of the people whom the robot asks."""
    moved: int
    """:attr:`MatchRow.moved` when the robot asked. With the next step the question is over."""


class ConditionalAnswer(Struct, frozen=True, gc=False, omit_defaults=True):
    """An answer that a person has given ahead for the running hand, as a chess player gives a
    conditional move (:mod:`bot.match.ahead`). Nobody else may know it."""

    seat: int
    about: str
    """The event that the answer waits for: one of :data:`bot.match.ahead.ABOUT`."""
    answer: str
    """The answer that is then carried out."""
    hand: int
    """The number of the hand; :attr:`duel` is its contest, with which the answer is forgotten."""
    duel: int = 0
    call: str = ""
    """The verb of the step of the truco that is answered."""
    dropped: bool = False
    """The answer did not fit any more. It stays until the hand is over, to be told."""


class MatchRow(Struct, frozen=True, gc=False, omit_defaults=True):
    """One match as stored. ``info.version`` is the number of its last log row. A field that has its
    usual value is not written, here and in the table and its seats: such a value never changes."""

    info: MatchInfo
    snapshot: HandSnapshot | None = None
    moved: int = 0
    """The number of the last log row with a step of the game, as clocks and notices need it."""
    senas: tuple[SentSena, ...] = ()
    """The señas of the running hand."""
    looks: tuple[tuple[int, int], ...] = ()
    """At tables with risky señas: (seat, the seat that it watches). Nobody else may know this."""
    signs: tuple[OwnSign, ...] = ()
    """The own signs of both sides."""
    consulted: Consulted | None = None
    """The last question of a robot to its partners in this match."""
    ahead: tuple[ConditionalAnswer, ...] = ()
    """The conditional answers for the running hand, the oldest first."""
    recorded: tuple[str, ...] = ()
    """The names in the record so far, by seat."""
    taken_over: tuple[int, ...] = ()
    """The people's seats that a robot has taken over in the running hand, as the record says."""
    points: tuple[int, ...] = ()
    """The points of finished games (chicos), by account."""
    sealed: bytes = b""
    """The seal of the match's last log row."""
    words: tuple[AddedWords, ...] = ()
    """The words that each person adds to the deal, the newest last. Others see their hashes."""
    counts: tuple[SeatCount, ...] = ()
    """Each seat's counts in the hands so far; empty: the match began before statistics existed."""
    transcript: str = ""
    """The last transcript of the record, in hexadecimal; empty: the table has no commitment."""

    def words_of(self, person: PersonId | None) -> AddedWords | None:
        """The words that this person adds to the deal; ``None``: nothing is stored."""
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
    """A text for the thing that the deadline waits for. As long as this text is the same, the
    deadline's time does not begin again."""
    since: float = 0.0
    """The moment of lived time at which that time began."""


class DailyAnswer(Struct, frozen=True, gc=False):
    """The first answer of a robot in a position of a day. All robots give it there."""

    sealed: MatchId
    """The table that holds the day's secret."""
    position: str
    answer: str
    at: float
    """UTC seconds since the epoch."""


class StoredAnswer(Struct, frozen=True, gc=False):
    """The first answer to a request. The same request gets it again."""

    person: PersonId
    request: str
    reply: AnyReply
    at: float


ANNOUNCEMENT: Final = "announcement:"
"""In place of the person of a surface that announces a lobby to all. No person has this id."""


class Surface(Struct, frozen=True, gc=False):
    """A place where a table's picture is shown: a channel's message, a private one, a tab."""

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
    """The moment from which the platform can no longer change the message, in UTC seconds since the
    epoch; ``None``: it always can."""
    lost: bool = False
    """The platform says that the message is gone."""

    @property
    def announces(self) -> bool:
        """Whether the surface announces that the lobby seeks players."""
        return self.person == ANNOUNCEMENT


class Preference(Struct, frozen=True, gc=False):
    """A language chosen by a person or for a community."""

    owner: PersonId | CommunityId
    locale: str
    """Empty: none is chosen any more."""


class SealedSecret(Struct, frozen=True, gc=False):
    """The secret of a table that has just been opened."""

    commitment: bytes
    """The commitment of the secret, for the register."""
    sealed: bytes
    """The sealed secret; the vault that has sealed it can open it (:mod:`bot.match.vault`)."""


class Disclosed(Struct, frozen=True, gc=False):
    """The facts that the register publishes when a match ends."""

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
    """The beacon's round fixed for the deals; ``None``: none, or older than this column."""


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
    """A value for a person or a community, until it is set again. Examples: a habit of a group
    (``variante``); the address at which a platform can write to a person."""

    owner: PersonId | CommunityId
    name: str
    value: str
    """The value; empty: the setting is not set."""

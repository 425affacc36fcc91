"""The store's one write, and what every store answers."""

import math
from collections.abc import Collection, Sequence
from typing import Protocol

from msgspec import Struct

from bot.common.lived_time import Lived
from bot.messages import AnyReply, CommunityId, MatchId, PersonId, PlaceId
from bot.store.chips import is_person
from bot.store.merged import Links, Merge
from bot.store.model import (
    Answer,
    Badge,
    Brought,
    Deadline,
    Disclosed,
    Entry,
    KeptSecret,
    LogRow,
    MatchRow,
    Notice,
    NoticeState,
    Preference,
    Purse,
    Rated,
    Rating,
    Result,
    SealedSecret,
    Setting,
    Standing,
    Statistics,
    Surface,
    Transfer,
    Unopened,
)
from bot.store.processes import Processes
from bot.store.records import PackedRecord
from bot.store.standings import Period, Scope


class Rewritten(Struct, frozen=True, gc=False):
    """The log of a match without somebody's name (:mod:`bot.store.erasing`)."""

    log: tuple[LogRow, ...]
    """The rows in place of all that were there; none if the match is packed."""
    record: PackedRecord | None
    """The packed record, with everything that was in the log; ``None``: the match is not packed."""
    packed: int
    """The last row that was packed when the log was read, 0: none. That this is so still is a
    condition too."""


class MatchChange(Struct, frozen=True, gc=False):
    """What one step does to one match. Its surfaces want ``row.info.version`` from then on."""

    row: MatchRow
    log: tuple[LogRow, ...]
    """The step's rows, at least one; the last has the number ``row.info.version``. That no row has
    these numbers yet is the condition under which the change is made."""
    deadlines: tuple[Deadline, ...]
    """All that the match has from now on."""
    sitting: tuple[PersonId, ...] | None = None
    """Who has a seat; ``None``: the same as before."""
    results: tuple[Result, ...] = ()
    transfers: tuple[Transfer, ...] = ()
    """Chips that go into or out of the match's pot. That people have what they pay is a condition
    too."""
    notices: tuple[Notice, ...] = ()
    rewritten: Rewritten | None = None
    """What stands in place of the log before this step; ``None``: the log stays."""
    secret: SealedSecret | None = None
    """Of a table that is opened: its commitment enters the register."""
    disclosed: Disclosed | None = None
    """Of a match that ends: the register tells how, and the sealed secret goes."""


class Seen(Struct, frozen=True, gc=False):
    """What became of one surface."""

    surface: str
    shown: int
    digest: str
    address: str | None = None
    """Where it is from now on; ``None``: where it was."""
    lost: bool = False
    read: Surface | None = None
    """The surface as it was read before it was shown. With it the change holds nothing else, and it
    is written only if the surface is still at that address. If somebody asked meanwhile that it be
    shown anew, that stays asked."""


class Mark(Struct, frozen=True, gc=False):
    """A notice that waits no longer. A change that marks one has nothing else in it."""

    notice: str
    state: NoticeState


class Tidy(Struct, frozen=True, gc=False):
    """One small step of clearing away what is old. It is taken after everything that is written
    together with it."""

    before: float
    """Everything that ended before this moment is old (UTC seconds since the epoch): answers,
    notices, surfaces that can be changed no longer, sums of weeks, meetings of two
    people, and the log and the surfaces of matches, which are packed. Surfaces that are lost go
    whenever it was."""
    records_before: float | None = None
    """Matches that were packed and ended before this moment are deleted; ``None``: none ever."""
    most: int = 100
    """So many answers, notices, surfaces, sums and meetings at most."""
    matches: int = 10
    """So many matches at most."""


class Erase(Struct, frozen=True, gc=False):
    """Everything that is kept of a person or of a community, besides the matches. It is taken after
    everything that is written together with it."""

    owners: tuple[PersonId | CommunityId, ...]
    """A person with the communities that are that person's alone (private chats); or a
    community."""
    settings: tuple[str, ...] = ()
    """Names of settings that go whoever has them: they speak of one of these."""
    answers_before: float = -math.inf
    """Answers from before this moment go whosever they are: they may hold a name."""
    matches: tuple[MatchId, ...] = ()
    """Matches that go whole."""


class Changes(Struct, frozen=True, gc=False):
    """What is written together or not at all."""

    matches: tuple[MatchChange, ...] = ()
    answer: Answer | None = None
    """What the one who asked is told. That the request has no answer yet is a condition too."""
    surfaces: tuple[Surface, ...] = ()
    """New ones, or in place of those with the same ids. That their match has no newer version than
    they want is a condition too."""
    forgotten: tuple[str, ...] = ()
    """Surfaces that are no more."""
    seen: tuple[Seen, ...] = ()
    doubted: tuple[str, ...] = ()
    """Surfaces of which nobody knows what they show: to be shown anew, whatever it was."""
    mark: Mark | None = None
    """That the notice is still waiting is a condition too."""
    preferences: tuple[Preference, ...] = ()
    """Surfaces that follow one of them have to be shown anew."""
    settings: tuple[Setting, ...] = ()
    transfers: tuple[Transfer, ...] = ()
    """Presents of chips. One that was made already is not made again."""
    tidy: Tidy | None = None
    erase: Erase | None = None
    merge: Merge | None = None
    """Two people who become one. It is done after everything that is written together with it."""
    lived: Lived | None = None
    """The moment of lived time at which this is written. Only a later one takes its place."""


class Committed(Struct, frozen=True, gc=False):
    """Stored, durably."""


class Lost(Struct, frozen=True, gc=False):
    """Somebody else was faster: nothing of this change was stored."""


class Short(Struct, frozen=True, gc=False):
    """Some people have not the chips that they would pay: nothing of this change was stored."""

    people: tuple[PersonId, ...]


class Repeated(Struct, frozen=True, gc=False):
    """The request was answered before: nothing of this change was stored."""

    reply: AnyReply


class Tidied(Struct, frozen=True, gc=False):
    """A step of clearing away was taken, or something was erased."""

    packed: tuple[MatchId, ...] = ()
    deleted: tuple[MatchId, ...] = ()
    surfaces: tuple[str, ...] = ()
    """The surfaces that are no more."""
    notices: tuple[tuple[str, MatchId], ...] = ()
    """The notices that are no more, and their matches."""
    owners: tuple[str, ...] = ()
    """The people and communities whose language or settings are no more."""
    more: bool = False
    """There may be more that is old."""


Outcome = Committed | Lost | Short | Repeated | Tidied


class Stored(Struct, frozen=True, gc=False):
    """A match as it was stored at one instant."""

    row: MatchRow
    log: tuple[LogRow, ...]
    """What comes after the snapshot; the whole log when there is none, as :meth:`Store.log` has
    it."""
    deadlines: tuple[Deadline, ...]
    packed: int = 0
    """The last row of the log that is packed; 0: nothing is."""


class Kept(Struct, frozen=True, gc=False):
    """What is kept of a person besides the matches and the settings."""

    transfers: tuple[Transfer, ...] = ()

    results: tuple[Result, ...] = ()
    standings: tuple[tuple[Scope, str, Standing], ...] = ()
    """Each with its scope and its period's key."""
    answers: tuple[Answer, ...] = ()
    surfaces: tuple[Surface, ...] = ()
    notices: tuple[Notice, ...] = ()
    ratings: tuple[Rating, ...] = ()
    rated: tuple[Rated, ...] = ()
    """What each match did to them."""
    statistics: tuple[Statistics, ...] = ()
    """By game."""
    badges: tuple[Badge, ...] = ()


class Store(Protocol):
    """Where matches live. Every read sees whole commits only."""

    @property
    def processes(self) -> Processes:
        """The processes that share this store."""

    async def commit(self, changes: Sequence[Changes]) -> tuple[Outcome, ...]:
        """Writes each of these changes, or nothing of it; one that fails its condition takes no
        other with it. What is committed survives the death of the machine."""

    async def load(self, match: MatchId) -> Stored | None:
        """What is needed to go on with a match.

        Raises :class:`bot.store.errors.DamagedMatch` when it is not what was written."""

    async def version(self, match: MatchId) -> int:
        """The number of its last log row; 0 for an unknown match."""

    async def log(self, match: MatchId) -> tuple[LogRow, ...]:
        """Every step of a match. Of a packed one the first row tells all that was packed, and has
        the number of the last row of that."""

    async def lived(self) -> Lived | None:
        """The last moment lived through; ``None``: nobody has played yet."""

    async def due(self, now: float, limit: int) -> tuple[Deadline, ...]:
        """Deadlines that have come and that this process should send, the oldest first."""

    async def deadlines(self) -> tuple[Deadline, ...]:
        """Every deadline there is."""

    async def next_due(self) -> float | None:
        """When the earliest deadline of this process comes."""

    async def surface(self, surface: str) -> Surface | None:
        """One surface."""

    async def surfaces_of(self, match: MatchId) -> tuple[Surface, ...]:
        """Where a match is shown, as far as the platforms know of nothing lost."""

    async def surfaces_behind(
        self, matches: Collection[MatchId] | None = None
    ) -> tuple[Surface, ...]:
        """Surfaces, of these matches or of all, that have not shown what is wanted."""

    async def notices_waiting(
        self, matches: Collection[MatchId] | None = None
    ) -> tuple[Notice, ...]:
        """Notices, of these matches or of all, that nobody has taken yet, the oldest first."""

    async def results(self, community: CommunityId) -> tuple[Result, ...]:
        """All results of a community, the oldest first: what its sums are compared with."""

    async def brought_by(self, match: MatchId) -> Brought:
        """What a finished match has brought its people; results in the order of their ids."""

    async def standings(
        self, scope: Scope, period: Period, most: int, first: int = 0
    ) -> tuple[Standing, ...]:
        """People on a scoreboard, the best first, without the ``first`` ones: what their results of
        this scope and period add up to."""

    async def place_of(
        self, scope: Scope, period: Period, person: PersonId
    ) -> tuple[int, Standing | None]:
        """How many people stand before this person on a scoreboard, and this person's sums;
        ``None``: the person is not on it."""

    async def sums_of(
        self, person: PersonId, scopes: Sequence[Scope], period: Period
    ) -> tuple[Standing | None, ...]:
        """A person's sums in each of these scopes; ``None``: no result belongs to it."""

    async def ratings(self, scope: Scope, most: int, first: int = 0) -> tuple[Rating, ...]:
        """People by rating, the best first, without the ``first`` ones and those whose rating is
        provisional. The scope has a game and a size of table."""

    async def rating_place(self, scope: Scope, person: PersonId) -> tuple[int, Rating | None]:
        """How many people stand before this person by rating, and this person's rating; ``None``:
        no match of this scope has moved it."""

    async def people_rated(self, scope: Scope) -> int:
        """How many people stand on a scoreboard by rating."""

    async def purses(self, community: CommunityId, most: int, first: int = 0) -> tuple[Purse, ...]:
        """People with chips who have a result in this community (or :data:`EVERYWHERE`), those with
        the most first, without the ``first`` ones."""

    async def purse_place(
        self, community: CommunityId, person: PersonId
    ) -> tuple[int, Purse | None]:
        """How many people stand before this person by chips, and what the person has; ``None``: no
        result."""

    async def people_with_chips(self, community: CommunityId) -> int:
        """How many people stand on a scoreboard by chips."""

    async def ratings_of(self, person: PersonId) -> tuple[Rating, ...]:
        """All ratings of a person, that of most matches first."""

    async def rated_of(self, rating: Rating, most: int) -> tuple[Rated, ...]:
        """What the last matches did to a rating, the newest last."""

    async def statistics_of(self, person: PersonId) -> tuple[Statistics, ...]:
        """What a person did in all matches, by game."""

    async def badges_of(self, person: PersonId) -> tuple[Badge, ...]:
        """A person's badges, in the order of their ids."""

    async def chips_of(self, owner: str) -> int | None:
        """An owner's balance; ``None``: there was never a transfer."""

    async def balances(self) -> dict[str, int]:
        """Every balance that is not 0, by owner."""

    async def transfers(self) -> tuple[Transfer, ...]:
        """Every transfer there is, in the order of their ids: what the balances are compared
        with."""

    async def people_in(self, scope: Scope, period: Period) -> int:
        """How many people stand on a scoreboard."""

    async def secret_of(self, match: MatchId) -> KeptSecret | None:
        """What the deals of a match follow from; ``None``: it has no commitment."""

    async def register(self, first: int, most: int) -> tuple[Entry, ...]:
        """Entries of the register from this number on, in their order."""

    async def register_counts(self) -> dict[tuple[str, bool], int]:
        """How many entries of the register ended in each way, with their secret or without."""

    async def unopened(self) -> tuple[Unopened, ...]:
        """The entries whose matches are not over, or have gone, in their order."""

    async def matches_at(self, place: PlaceId) -> tuple[MatchRow, ...]:
        """Open lobbies and running matches of a place, the newest first."""

    async def matches_in(self, community: CommunityId) -> tuple[MatchRow, ...]:
        """The same of all places of a community (``<community>/...``)."""

    async def last_match_at(self, place: PlaceId) -> MatchRow | None:
        """The newest match of a place that was ever started, or the newest lobby."""

    async def matches_of(self, person: PersonId) -> tuple[MatchRow, ...]:
        """Open lobbies and running matches in which the person has a seat, the newest first."""

    async def tournaments_at(self, place: PlaceId) -> tuple[MatchRow, ...]:
        """Tournaments of a place that are not over, the newest first."""

    async def tournaments_of(self, person: PersonId) -> tuple[MatchRow, ...]:
        """Tournaments for which the person has signed up that are not over, the newest first."""

    async def locale_of(self, owner: PersonId | CommunityId) -> str | None:
        """The language chosen by a person or for a community."""

    async def settings_of(self, owner: PersonId | CommunityId) -> dict[str, str]:
        """What is set for a person or a community, by name."""

    async def settings_named(self, name: str) -> dict[str, str]:
        """The value of this setting of every person and community that has it, by owner."""

    async def unmerged(self) -> Links:
        """Linked users who have chips, results or ratings of their own, and the person of each:
        they were linked by a version that left these with the user."""

    async def matches_sat_at(self, person: PersonId) -> tuple[MatchId, ...]:
        """Matches of whatever age in which the person has a seat."""

    async def matches_naming(self, owners: Collection[str]) -> tuple[MatchId, ...]:
        """Matches of whatever age whose row names one of these people or communities. Looks at
        every match there is."""

    async def kept_of(self, person: PersonId) -> Kept:
        """Everything that is kept of a person besides the matches and the settings."""

    async def scrub(self) -> bool:
        """Overwrites what was deleted, as far as the database is in files of ours. ``False``:
        somebody reads just now, so it has to be done again later."""

    async def check(self) -> None:
        """Raises :class:`bot.store.errors.StoreError` when nothing can be read, or when nothing
        could be written the last time."""

    async def close(self) -> None:
        """Lets go of files and connections."""


def rounds(changes: Sequence[Changes]) -> list[list[int]]:
    """Indexes of changes that may be written side by side: no two of a round share a key.

    Whatever shares one comes in a later round, in the order given."""
    made: list[list[int]] = []
    last_round: dict[tuple[str, ...], int] = {}
    for index, change in enumerate(changes):
        keys = _keys(change)
        turn = 1 + max((last_round.get(key, -1) for key in keys), default=-1)
        if turn == len(made):
            made.append([])
        made[turn].append(index)
        last_round.update(dict.fromkeys(keys, turn))
    return made


def transfers_of(change: Changes) -> tuple[Transfer, ...]:
    """Every transfer of a change."""
    return (*change.transfers, *(one for part in change.matches for one in part.transfers))


def _keys(change: Changes) -> set[tuple[str, ...]]:
    keys: set[tuple[str, ...]] = {("match", part.row.info.match) for part in change.matches}
    if change.answer is not None:
        keys.add(("answer", change.answer.person, change.answer.request))
    if change.mark is not None:
        keys.add(("notice", change.mark.notice))
    keys |= {("surface", surface.id) for surface in change.surfaces}
    keys |= {("match", surface.match) for surface in change.surfaces}
    keys |= {("surface", surface) for surface in change.forgotten}
    keys |= {("surface", seen.surface) for seen in change.seen}
    keys |= {("surface", surface) for surface in change.doubted}
    keys |= {("owner", preference.owner) for preference in change.preferences}
    keys |= {("setting", setting.owner) for setting in change.settings}
    moved = transfers_of(change)
    owners = {one.payer for one in moved} | {one.payee for one in moved}
    keys |= {("chips", owner) for owner in owners if is_person(owner)}
    return keys

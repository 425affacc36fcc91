"""The changes that a store writes, and the interface of every store (:class:`Store`)."""

import math
from collections.abc import Collection, Sequence
from typing import Protocol

from msgspec import Struct

from bot.common.lived_time import Lived
from bot.messages import AnyReply, CommunityId, MatchId, PersonId, PlaceId
from bot.store.chips import is_person
from bot.store.merged import Links, Merge
from bot.store.model import (
    Badge,
    Brought,
    DailyAnswer,
    DailyResult,
    Deadline,
    Disclosed,
    KeptSecret,
    LogRow,
    MatchResult,
    MatchRow,
    Notice,
    NoticeState,
    Preference,
    Purse,
    Rated,
    Rating,
    RegisterEntry,
    SealedSecret,
    Setting,
    Standing,
    Statistics,
    StoredAnswer,
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
    """The rows that replace all rows of the log; none if the match is packed."""
    record: PackedRecord | None
    """The packed record, which then holds everything of the log; ``None``: the match is not
    packed."""
    packed: int
    """The number of the last packed row when the log was read; 0: none. The change is made only if
    this has not changed."""


class MatchChange(Struct, frozen=True, gc=False):
    """What one step changes in one match. From then on the match's surfaces should show
    ``row.info.version``."""

    row: MatchRow
    log: tuple[LogRow, ...]
    """The step's rows, at least one; the last one has the number ``row.info.version``. The change
    is made only if no rows with these numbers exist yet."""
    deadlines: tuple[Deadline, ...]
    """All deadlines of the match from now on."""
    sitting: tuple[PersonId, ...] | None = None
    """The people with a seat; ``None``: the same as before."""
    results: tuple[MatchResult, ...] = ()
    transfers: tuple[Transfer, ...] = ()
    """Chips that go into or out of the match's pot. The change is made only if people have the
    chips that they pay."""
    notices: tuple[Notice, ...] = ()
    rewritten: Rewritten | None = None
    """What replaces the log before this step; ``None``: the log stays."""
    secret: SealedSecret | None = None
    """The secret of a table that is opened: its commitment enters the register."""
    disclosed: Disclosed | None = None
    """What the register publishes about a match that ends; the sealed secret is deleted."""
    daily: DailyResult | None = None
    """Of a hand of the day that was played to its end."""
    answers: tuple[DailyAnswer, ...] = ()
    """What robots have done in new positions of a day. That nobody has answered there yet is a
    condition too."""


class SurfaceSeen(Struct, frozen=True, gc=False):
    """What is known about one surface after it was shown."""

    surface: str
    shown: int
    digest: str
    address: str | None = None
    """The surface's new address; ``None``: it has not moved."""
    lost: bool = False
    read: Surface | None = None
    """The surface as it was read before it was shown. A change with this holds nothing else, and is
    written only if the surface still has that address. If somebody has asked meanwhile to show it
    anew, that request is kept."""


class Mark(Struct, frozen=True, gc=False):
    """Notes that a notice no longer waits. A change with a mark holds nothing else."""

    notice: str
    state: NoticeState


class Tidy(Struct, frozen=True, gc=False):
    """One small step of clearing away old data. It is taken after everything that is written in the
    same batch."""

    before: float
    """A moment, in UTC seconds since the epoch. Everything that ended before it is old: answers,
    notices, surfaces that can no longer be changed, sums of weeks, meetings of two people, and the
    log and the surfaces of matches, which are then packed. Lost surfaces are always removed."""
    records_before: float | None = None
    """Matches that were packed and ended before this moment are deleted; ``None``: none ever."""
    most: int = 100
    """The most answers, notices, surfaces, sums and meetings that are removed."""
    matches: int = 10
    """The most matches that are packed or deleted."""


class Erase(Struct, frozen=True, gc=False):
    """Deletes everything that is kept of a person or of a community, apart from the matches. It is
    done after everything that is written in the same batch."""

    owners: tuple[PersonId | CommunityId, ...]
    """A person, with the communities that belong to that person alone (private chats); or a
    community."""
    settings: tuple[str, ...] = ()
    """Names of settings that are about one of these owners. They are deleted for all owners."""
    answers_before: float = -math.inf
    """Answers from before this moment are deleted, because each of them may hold the name."""
    matches: tuple[MatchId, ...] = ()
    """Matches that are deleted as a whole."""


class Changes(Struct, frozen=True, gc=False):
    """Changes that are written together or not at all."""

    matches: tuple[MatchChange, ...] = ()
    answer: StoredAnswer | None = None
    """The answer to a request. The changes are made only if the request has no answer yet."""
    surfaces: tuple[Surface, ...] = ()
    """New surfaces, or surfaces that replace those with the same ids. The changes are made only if
    their match has no newer version than they should show."""
    forgotten: tuple[str, ...] = ()
    """Surfaces that no longer exist."""
    seen: tuple[SurfaceSeen, ...] = ()
    doubted: tuple[str, ...] = ()
    """Surfaces whose picture nobody knows for certain. They are shown anew in any case."""
    mark: Mark | None = None
    """Marks a notice. The changes are made only if the notice still waits."""
    preferences: tuple[Preference, ...] = ()
    """Languages that people have chosen, or that were chosen for communities. Surfaces that use
    such a choice are shown anew."""
    settings: tuple[Setting, ...] = ()
    transfers: tuple[Transfer, ...] = ()
    """Presents of chips. A transfer that was already made is not made again."""
    tidy: Tidy | None = None
    erase: Erase | None = None
    merge: Merge | None = None
    """Two people who become one. This is done after everything that is written in the same
    batch."""
    lived: Lived | None = None
    """The moment of lived time of this write. It is stored only if it is later than the stored
    one."""


class Committed(Struct, frozen=True, gc=False):
    """The change was stored, durably."""


class Lost(Struct, frozen=True, gc=False):
    """Another process was faster: nothing of this change was stored."""


class Short(Struct, frozen=True, gc=False):
    """Some people do not have the chips that they should pay: nothing of this change was stored."""

    people: tuple[PersonId, ...]


class Repeated(Struct, frozen=True, gc=False):
    """The request was answered before: nothing of this change was stored."""

    reply: AnyReply


class Tidied(Struct, frozen=True, gc=False):
    """What one step of clearing away, or one erasure, has removed."""

    packed: tuple[MatchId, ...] = ()
    deleted: tuple[MatchId, ...] = ()
    surfaces: tuple[str, ...] = ()
    """The surfaces that were removed."""
    notices: tuple[tuple[str, MatchId], ...] = ()
    """The notices that were removed, with their matches."""
    owners: tuple[str, ...] = ()
    """The people and communities whose language or settings were removed."""
    more: bool = False
    """There may be more old data."""


Outcome = Committed | Lost | Short | Repeated | Tidied


class Stored(Struct, frozen=True, gc=False):
    """A match as it was stored at one instant."""

    row: MatchRow
    log: tuple[LogRow, ...]
    """The rows of the log after the snapshot. Without a snapshot the whole log, as
    :meth:`Store.log` returns it."""
    deadlines: tuple[Deadline, ...]
    packed: int = 0
    """The number of the last packed row of the log; 0: nothing is packed."""


class KeptOfPerson(Struct, frozen=True, gc=False):
    """Everything that is stored about a person, except the matches and the settings."""

    transfers: tuple[Transfer, ...] = ()

    results: tuple[MatchResult, ...] = ()
    standings: tuple[tuple[Scope, str, Standing], ...] = ()
    """The person's sums, each with its scope and its period's key."""
    answers: tuple[StoredAnswer, ...] = ()
    surfaces: tuple[Surface, ...] = ()
    notices: tuple[Notice, ...] = ()
    ratings: tuple[Rating, ...] = ()
    rated: tuple[Rated, ...] = ()
    """The changes that each match made to the person's ratings."""
    statistics: tuple[Statistics, ...] = ()
    """The person's statistics, one for each game."""
    badges: tuple[Badge, ...] = ()
    daily: tuple[DailyResult, ...] = ()
    """The newest day first."""
    meetings: tuple[tuple[str, int], ...] = ()
    """For each adversary on each of the last days: the day, and how often they met."""


class Store(Protocol):
    """The interface of every store. Each read sees only whole commits."""

    @property
    def processes(self) -> Processes:
        """The processes that share this store."""

    async def commit(self, changes: Sequence[Changes]) -> tuple[Outcome, ...]:
        """Writes each of these changes as a whole or not at all. If one fails its condition, the
        others are written all the same. Written changes survive a crash of the machine."""

    async def load(self, match: MatchId) -> Stored | None:
        """What is needed to continue a match; ``None``: the match is unknown.

        Raises :class:`bot.store.errors.DamagedMatch` when the stored rows are not those that were
        written.
        """

    async def version(self, match: MatchId) -> int:
        """The number of a match's last log row; 0 for an unknown match."""

    async def log(self, match: MatchId) -> tuple[LogRow, ...]:
        """Every step of a match. In a packed match one row stands for all packed rows; it has the
        number of the last of them."""

    async def lived(self) -> Lived | None:
        """The last moment of lived time that was stored; ``None``: nobody has played yet."""

    async def due(self, now: float, limit: int) -> tuple[Deadline, ...]:
        """At most ``limit`` deadlines that have come at ``now`` and that this process should send,
        the oldest first."""

    async def deadlines(self) -> tuple[Deadline, ...]:
        """Every deadline there is."""

    async def next_due(self) -> float | None:
        """The moment of the earliest deadline that this process should send; ``None``: there is
        none."""

    async def surface(self, surface: str) -> Surface | None:
        """The surface with this id; ``None``: there is none."""

    async def surfaces_of(self, match: MatchId) -> tuple[Surface, ...]:
        """The surfaces of a match, without those that their platform has given up as lost."""

    async def surfaces_behind(
        self, matches: Collection[MatchId] | None = None
    ) -> tuple[Surface, ...]:
        """Surfaces that do not show the version that they should, of these matches or of all
        (``None``)."""

    async def notices_waiting(
        self, matches: Collection[MatchId] | None = None
    ) -> tuple[Notice, ...]:
        """Notices that still wait to be sent, of these matches or of all (``None``), the oldest
        first."""

    async def results(self, community: CommunityId) -> tuple[MatchResult, ...]:
        """All results of a community, the oldest first. The stored sums are checked against
        them."""

    async def all_results_of(self, person: PersonId) -> tuple[MatchResult, ...]:
        """All results of a person, also of matches against robots alone, the oldest first."""

    async def practised_in(self, community: CommunityId, most: int) -> tuple[MatchResult, ...]:
        """The newest results (at most ``most``) of matches against robots alone in a community, the
        newest first."""

    async def brought_by(self, match: MatchId) -> Brought:
        """What a finished match has brought its people. The results are in the order of their
        ids."""

    async def standings(
        self, scope: Scope, period: Period, most: int, first: int = 0
    ) -> tuple[Standing, ...]:
        """At most ``most`` people of a scoreboard, the best first, after the first ``first``. Each
        with the sums of their results in this scope and period."""

    async def place_of(
        self, scope: Scope, period: Period, person: PersonId
    ) -> tuple[int, Standing | None]:
        """How many people stand before this person on a scoreboard, and this person's sums;
        ``None``: the person is not on it."""

    async def sums_of(
        self, person: PersonId, scopes: Sequence[Scope], period: Period
    ) -> tuple[Standing | None, ...]:
        """A person's sums in each of these scopes; ``None`` where the person has no result."""

    async def ratings(self, scope: Scope, most: int, first: int = 0) -> tuple[Rating, ...]:
        """At most ``most`` ratings, the best first, after the first ``first``. Provisional ratings
        are left out. The scope must name a game; its size of table means nothing here."""

    async def rating_place(self, scope: Scope, person: PersonId) -> tuple[int, Rating | None]:
        """How many people stand before this person by rating, and this person's rating; ``None``:
        no match of this scope has changed it."""

    async def people_rated(self, scope: Scope) -> int:
        """How many people a scoreboard by rating has."""

    async def purses(self, community: CommunityId, most: int, first: int = 0) -> tuple[Purse, ...]:
        """At most ``most`` people with chips, those with the most first, after the first ``first``:
        people who have a result in this community (or in any: :data:`EVERYWHERE`)."""

    async def purse_place(
        self, community: CommunityId, person: PersonId
    ) -> tuple[int, Purse | None]:
        """How many people stand before this person by chips, and the person's chips; ``None``: the
        person has no result."""

    async def people_with_chips(self, community: CommunityId) -> int:
        """How many people a scoreboard by chips has."""

    async def ratings_of(self, person: PersonId) -> tuple[Rating, ...]:
        """All ratings of a person. The one with the most matches comes first."""

    async def rated_of(self, rating: Rating, most: int) -> tuple[Rated, ...]:
        """The changes that the last matches (at most ``most``) made to a rating, the newest
        last."""

    async def statistics_of(self, person: PersonId) -> tuple[Statistics, ...]:
        """The statistics of a person over all matches, one for each game."""

    async def badges_of(self, person: PersonId) -> tuple[Badge, ...]:
        """A person's badges, in the order of their ids."""

    async def daily_answers(self, sealed: MatchId) -> dict[str, str]:
        """What robots have done on a day, by position."""

    async def daily_results(self, sealed: MatchId) -> tuple[DailyResult, ...]:
        """What everybody has made of a day, the most points first."""

    async def daily_results_in(
        self, sealed: MatchId, community: CommunityId
    ) -> tuple[DailyResult, ...]:
        """The same, of those who began it in this community."""

    async def daily_communities(self, sealed: MatchId) -> tuple[CommunityId, ...]:
        """The communities in which somebody began it, in the order of their ids."""

    async def daily_counts(self, sealed: MatchId) -> dict[int, int]:
        """How many people have made how many points of a day, by points."""

    async def daily_results_of(self, person: PersonId) -> tuple[DailyResult, ...]:
        """What a person has made of all days, the newest first."""

    async def chips_of(self, owner: str) -> int | None:
        """An owner's balance in chips; ``None``: the owner never had a transfer."""

    async def balances(self) -> dict[str, int]:
        """Every balance that is not 0, in chips, by owner."""

    async def transfers(self) -> tuple[Transfer, ...]:
        """All transfers, in the order of their ids. The stored balances are checked against
        them."""

    async def people_in(self, scope: Scope, period: Period) -> int:
        """How many people a scoreboard by ranking points has."""

    async def secret_of(self, match: MatchId) -> KeptSecret | None:
        """The secret from which the deals of a match follow; ``None``: the match has no
        commitment."""

    async def register(self, first: int, most: int) -> tuple[RegisterEntry, ...]:
        """At most ``most`` entries of the register, from the number ``first`` on, in their
        order."""

    async def register_counts(self) -> dict[tuple[str, bool], int]:
        """The number of entries in the register, by the way their match ended and by whether the
        register holds their secret."""

    async def unopened(self) -> tuple[Unopened, ...]:
        """The register's entries whose match is not over, or was deleted, in their order."""

    async def matches_at(self, place: PlaceId) -> tuple[MatchRow, ...]:
        """Open lobbies and running matches of a place, the newest first."""

    async def matches_in(self, community: CommunityId) -> tuple[MatchRow, ...]:
        """Open lobbies and running matches of all places of a community (``<community>/...``), the
        newest first."""

    async def last_match_at(self, place: PlaceId) -> MatchRow | None:
        """The newest match of a place that was ever started, or else its newest lobby; ``None``:
        there is neither."""

    async def matches_of(self, person: PersonId) -> tuple[MatchRow, ...]:
        """Open lobbies and running matches in which the person has a seat, the newest first."""

    async def last_matches_of(self, person: PersonId, most: int) -> tuple[MatchRow, ...]:
        """At most so many matches that are over in which the person has a seat, newest first."""

    async def tournaments_at(self, place: PlaceId) -> tuple[MatchRow, ...]:
        """Tournaments in a place that have not ended, the newest first."""

    async def tournaments_of(self, person: PersonId) -> tuple[MatchRow, ...]:
        """Tournaments that a person has entered and that have not ended, the newest first."""

    async def last_press_of(self, person: PersonId) -> float:
        """When the person's newest answer was stored, in UTC seconds since the epoch; 0: there is
        none any more."""

    async def locale_of(self, owner: PersonId | CommunityId) -> str | None:
        """The language that a person chose, or that was chosen for a community; ``None``: none
        was."""

    async def settings_of(self, owner: PersonId | CommunityId) -> dict[str, str]:
        """All settings of a person or a community: values by name."""

    async def settings_named(self, name: str) -> dict[str, str]:
        """All values of the setting with this name, by owner (a person or a community)."""

    async def unmerged(self) -> Links:
        """Linked users who still have chips, results or ratings of their own, each with the person
        whose user they are. An older version linked them and left these with the user."""

    async def matches_sat_at(self, person: PersonId) -> tuple[MatchId, ...]:
        """Matches of any age in which the person has a seat."""

    async def matches_naming(self, owners: Collection[str]) -> tuple[MatchId, ...]:
        """Matches of any age whose row names one of these people or communities. This reads every
        match of the store."""

    async def kept_of(self, person: PersonId) -> KeptOfPerson:
        """Everything that is kept of a person besides the matches and the settings."""

    async def scrub(self) -> bool:
        """Overwrites deleted data, if the database is in files of ours. ``False``: it was not
        possible, because somebody is reading; call it again later."""

    async def check(self) -> None:
        """Raises :class:`bot.store.errors.StoreError` when the store cannot be read, or when the
        last write failed."""

    async def close(self) -> None:
        """Closes files and connections."""


def rounds(changes: Sequence[Changes]) -> list[list[int]]:
    """Sorts changes into rounds. The changes of one round share no key, so they may be written at
    the same time. Each round is a list of indexes into ``changes``.

    A change comes in a later round than every earlier change with one of its keys.
    """
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
    """All transfers of chips in a change."""
    return (*change.transfers, *(one for part in change.matches for one in part.transfers))


def _keys(change: Changes) -> set[tuple[str, ...]]:
    keys: set[tuple[str, ...]] = {("match", part.row.info.match) for part in change.matches}
    keys |= {("daily", one.sealed, one.position) for part in change.matches for one in part.answers}
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

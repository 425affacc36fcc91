"""What a store in memory holds, and how it is read."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final, TypeVar

import msgspec
from msgspec.structs import replace

from bot.common.lived_time import Lived
from bot.messages import CommunityId, MatchId, PersonId, PlaceId
from bot.model import LIVE, LIVE_TOURNAMENT, Status
from bot.store.changes import (
    KeptOfPerson,
    Stored,
)
from bot.store.chips import pot
from bot.store.earnings import Pair
from bot.store.merged import (
    LINK,
    Links,
)
from bot.store.model import (
    Badge,
    Brought,
    DailyAnswer,
    DailyResult,
    Deadline,
    KeptSecret,
    LogRow,
    MatchResult,
    MatchRow,
    Notice,
    Purse,
    Rated,
    Rating,
    RegisterEntry,
    Standing,
    Statistics,
    StoredAnswer,
    Surface,
    Transfer,
    Unopened,
)
from bot.store.present import Present
from bot.store.processes import OneProcess, Processes
from bot.store.ratings import is_provisional
from bot.store.ratings import rank as place_in
from bot.store.records import PackedRecord, unpacked
from bot.store.registering import EMPTY
from bot.store.standings import (
    EVERYWHERE,
    UNLISTED,
    Moment,
    Period,
    Scope,
    moment,
    rank,
)
from bot.store.statistics import counted

Row = TypeVar("Row", Standing, Rating, Purse)


class MemoryReading:
    """The half of :class:`bot.store.memory.MemoryStore` that changes nothing."""

    def __init__(self, processes: Processes | None = None) -> None:
        self.processes: Final[Processes] = processes or OneProcess()
        self._present = Present()
        self._matches: dict[MatchId, MatchRow] = {}
        self._logs: dict[MatchId, list[LogRow]] = {}
        self._records: dict[MatchId, PackedRecord] = {}
        self._ended: dict[MatchId, float] = {}
        """The moment at which each match ended, until it is packed."""
        self._sitting: dict[MatchId, frozenset[PersonId]] = {}
        self._results: list[MatchResult] = []
        self._transfers: dict[str, Transfer] = {}
        self._balances: Counter[str] = Counter()
        """The balance of each owner: the sum of its transfers."""
        self._meetings: Counter[Pair] = Counter()
        """How often two people have met as adversaries on a day."""
        self._standings: dict[tuple[str, Scope], dict[PersonId, tuple[Moment, Standing]]] = {}
        """By period and scope: the sums of each person, with the newest result in them."""
        self._ratings: dict[tuple[str, PersonId], Rating] = {}
        self._rated: list[Rated] = []
        self._rated_at: dict[CommunityId, set[tuple[str, PersonId]]] = {}
        """By community, the ratings that its matches have changed."""
        self._daily_results: dict[tuple[MatchId, PersonId], DailyResult] = {}
        self._daily_answers: dict[tuple[MatchId, str], DailyAnswer] = {}
        self._answers: dict[tuple[PersonId, str], StoredAnswer] = {}
        self._register: list[RegisterEntry] = []
        self._secrets: dict[MatchId, bytes] = {}
        self._locales: dict[str, str] = {}
        self._settings: dict[str, dict[str, str]] = {}
        self._lived: Lived | None = None

    def _transfers_of(self, owner: str) -> list[Transfer]:
        """The transfers of an owner, by time."""
        found = (one for one in self._transfers.values() if owner in (one.payer, one.payee))
        return sorted(found, key=lambda one: (one.at, one.id))

    def _links(self) -> Links:
        named = ((user, mine.get(LINK)) for user, mine in self._settings.items())
        return {user: person for user, person in named if person}

    def _version(self, match: MatchId) -> int:
        row = self._matches.get(match)
        return 0 if row is None else row.info.version

    async def load(self, match: MatchId) -> Stored | None:
        row = self._matches.get(match)
        if row is None:
            return None
        if match in self._records:
            row = replace(row, snapshot=None)
        log = self._log(match)
        if row.snapshot is not None:
            log = log[row.snapshot.number :]
        until = self._records[match].number if match in self._records else 0
        return Stored(row, log, self._present.deadlines.of(match), until)

    async def version(self, match: MatchId) -> int:
        return self._version(match)

    async def log(self, match: MatchId) -> tuple[LogRow, ...]:
        return self._log(match)

    def _log(self, match: MatchId) -> tuple[LogRow, ...]:
        rows = tuple(self._logs.get(match, ()))
        record = self._records.get(match)
        return rows if record is None else (unpacked(record), *rows)

    async def due(self, now: float, limit: int) -> tuple[Deadline, ...]:
        return self._present.deadlines.due(now, limit)

    async def deadlines(self) -> tuple[Deadline, ...]:
        return self._present.deadlines.all()

    async def next_due(self) -> float | None:
        return self._present.deadlines.next_due()

    async def surface(self, surface: str) -> Surface | None:
        return self._present.surface(surface)

    async def surfaces_of(self, match: MatchId) -> tuple[Surface, ...]:
        return self._present.surfaces_of(match)

    async def surfaces_behind(
        self, matches: Collection[MatchId] | None = None
    ) -> tuple[Surface, ...]:
        return self._present.surfaces_behind(matches)

    async def notices_waiting(
        self, matches: Collection[MatchId] | None = None
    ) -> tuple[Notice, ...]:
        return self._present.notices_waiting(matches)

    async def results(self, community: CommunityId) -> tuple[MatchResult, ...]:
        rows = (row for row in self._results if row.community == community)
        return tuple(sorted(rows, key=lambda row: (row.at, row.match, row.person)))

    async def all_results_of(self, person: PersonId) -> tuple[MatchResult, ...]:
        mine = (row for row in self._results if row.person == person)
        return tuple(sorted(mine, key=moment))

    async def practised_in(self, community: CommunityId, most: int) -> tuple[MatchResult, ...]:
        rows = (row for row in self._results if row.alone and row.community == community)
        newest = sorted(rows, key=lambda row: (row.at, row.match, row.person), reverse=True)
        return tuple(newest[:most])

    async def brought_by(self, match: MatchId) -> Brought:
        found = (row for row in self._results if row.match == match)
        results = tuple(sorted(found, key=lambda row: row.person))
        badges = (one for row in results for one in self._counted(row.person)[1])
        return Brought(
            results,
            tuple(self._transfers_of(pot(match))),
            tuple(one for one in badges if one.match == match),
            earned={
                one.person: sum(
                    row.earned
                    for row in self._results
                    if row.person == one.person and moment(row) <= moment(one)
                )
                for one in results
                if one.earned
            },
        )

    async def standings(
        self, scope: Scope, period: Period, most: int, first: int = 0
    ) -> tuple[Standing, ...]:
        return tuple(self._in_order(scope, period)[first : first + most])

    async def place_of(
        self, scope: Scope, period: Period, person: PersonId
    ) -> tuple[int, Standing | None]:
        (mine,) = await self.sums_of(person, [scope], period)
        if mine is None:
            return 0, None
        return sum(rank(one) < rank(mine) for one in self._in_order(scope, period)), mine

    async def sums_of(
        self, person: PersonId, scopes: Sequence[Scope], period: Period
    ) -> tuple[Standing | None, ...]:
        theirs = (self._standings.get((period.key, scope), {}) for scope in scopes)
        return tuple(one[person][1] if person in one else None for one in theirs)

    async def ratings(self, scope: Scope, most: int, first: int = 0) -> tuple[Rating, ...]:
        return tuple(self._best(scope)[first : first + most])

    async def rating_place(self, scope: Scope, person: PersonId) -> tuple[int, Rating | None]:
        people = self._rated_in(scope)
        mine = next((one for one in people if one.person == person), None)
        if mine is None:
            return 0, None
        listed = self._listed(scope.community, people)
        return sum(place_in(one) < place_in(mine) for one in listed), mine

    async def people_rated(self, scope: Scope) -> int:
        return len(self._best(scope))

    def _best(self, scope: Scope) -> list[Rating]:
        found = self._listed(scope.community, self._rated_in(scope))
        return sorted((one for one in found if not is_provisional(one)), key=place_in)

    def _rated_in(self, scope: Scope) -> list[Rating]:
        keys = self._rated_at.get(scope.community, ())
        return [self._ratings[key] for key in keys if key[0] == scope.variant]

    async def purses(self, community: CommunityId, most: int, first: int = 0) -> tuple[Purse, ...]:
        return tuple(self._richest(community)[first : first + most])

    async def purse_place(
        self, community: CommunityId, person: PersonId
    ) -> tuple[int, Purse | None]:
        found = self._purses(community)
        mine = found.get(person)
        if mine is None:
            return 0, None
        listed = self._listed(community, found.values())
        return sum(_by_chips(one) < _by_chips(mine) for one in listed), mine

    async def people_with_chips(self, community: CommunityId) -> int:
        return len(self._richest(community))

    def _richest(self, community: CommunityId) -> list[Purse]:
        found = self._listed(community, self._purses(community).values())
        return sorted((one for one in found if one.amount), key=_by_chips)

    def _purses(self, community: CommunityId) -> dict[PersonId, Purse]:
        return {
            row.person: Purse(row.person, row.name, self._balances[row.person])
            for row in self._results
            if community in (EVERYWHERE, row.community) and not row.alone
        }

    def _listed(self, community: CommunityId, found: Iterable[Row]) -> list[Row]:
        """The people among these who stand on a scoreboard of this community."""
        return [
            one
            for one in found
            if community != EVERYWHERE or not self._settings.get(one.person, {}).get(UNLISTED)
        ]

    async def ratings_of(self, person: PersonId) -> tuple[Rating, ...]:
        mine = (one for one in self._ratings.values() if one.person == person)
        return tuple(sorted(mine, key=lambda one: (-one.matches, one.variant)))

    async def rated_of(self, rating: Rating, most: int) -> tuple[Rated, ...]:
        mine = (one for one in self._rated_by(rating.person) if one.variant == rating.variant)
        return tuple(mine)[-most:]

    def _rated_by(self, person: PersonId) -> list[Rated]:
        mine = (one for one in self._rated if one.person == person)
        return sorted(mine, key=lambda one: (one.variant, one.number))

    async def statistics_of(self, person: PersonId) -> tuple[Statistics, ...]:
        return self._counted(person)[0]

    async def badges_of(self, person: PersonId) -> tuple[Badge, ...]:
        return self._counted(person)[1]

    def _counted(self, person: PersonId) -> tuple[tuple[Statistics, ...], tuple[Badge, ...]]:
        return counted(row for row in self._results if row.person == person)

    async def daily_answers(self, sealed: MatchId) -> dict[str, str]:
        rows = self._daily_answers.values()
        return {one.position: one.answer for one in rows if one.sealed == sealed}

    async def daily_results(self, sealed: MatchId) -> tuple[DailyResult, ...]:
        found = (one for one in self._daily_results.values() if one.sealed == sealed)
        return tuple(sorted(found, key=lambda one: (-one.points, one.at, one.person)))

    async def daily_results_in(
        self, sealed: MatchId, community: CommunityId
    ) -> tuple[DailyResult, ...]:
        found = await self.daily_results(sealed)
        return tuple(one for one in found if one.community == community)

    async def daily_communities(self, sealed: MatchId) -> tuple[CommunityId, ...]:
        found = {one.community for one in await self.daily_results(sealed)}
        return tuple(sorted(found - {""}))

    async def daily_counts(self, sealed: MatchId) -> dict[int, int]:
        return dict(Counter(one.points for one in await self.daily_results(sealed)))

    async def daily_results_of(self, person: PersonId) -> tuple[DailyResult, ...]:
        found = (one for one in self._daily_results.values() if one.person == person)
        return tuple(sorted(found, key=lambda one: (-one.number, one.variant)))

    async def chips_of(self, owner: str) -> int | None:
        return self._balances.get(owner)

    async def balances(self) -> dict[str, int]:
        return {owner: amount for owner, amount in self._balances.items() if amount}

    async def transfers(self) -> tuple[Transfer, ...]:
        return tuple(sorted(self._transfers.values(), key=lambda one: one.id))

    async def people_in(self, scope: Scope, period: Period) -> int:
        return len(self._in_order(scope, period))

    def _in_order(self, scope: Scope, period: Period) -> list[Standing]:
        sums = self._standings.get((period.key, scope), {}).values()
        return sorted(self._listed(scope.community, [one for _, one in sums]), key=rank)

    async def lived(self) -> Lived | None:
        return self._lived

    async def secret_of(self, match: MatchId) -> KeptSecret | None:
        for before, entry in zip([None, *self._register], self._register, strict=False):
            if entry.match == match:
                link = EMPTY[1] if before is None else before.link
                return KeptSecret(entry, link, self._secrets.get(match))
        return None

    async def register(self, first: int, most: int) -> tuple[RegisterEntry, ...]:
        return tuple(self._register[first - 1 : first - 1 + most])

    async def register_counts(self) -> dict[tuple[str, bool], int]:
        return dict(Counter((one.ended, one.secret is not None) for one in self._register))

    async def unopened(self) -> tuple[Unopened, ...]:
        made = []
        for entry in self._register:
            if not entry.ended:
                row = self._matches.get(entry.match)
                live = row is not None and row.info.status in LIVE
                logged = self._logs.get(entry.match)
                made.append(Unopened(entry, live, logged[-1].at if logged else entry.at))
        return tuple(made)

    async def matches_at(self, place: PlaceId) -> tuple[MatchRow, ...]:
        return self._newest(lambda row: row.info.place == place and row.info.status in LIVE)

    async def matches_in(self, community: CommunityId) -> tuple[MatchRow, ...]:
        inside = f"{community}/"
        return self._newest(
            lambda row: row.info.place.startswith(inside) and row.info.status in LIVE
        )

    async def last_match_at(self, place: PlaceId) -> MatchRow | None:
        rows = self._newest(
            lambda row: row.info.place == place and row.info.status in (*LIVE, Status.OVER)
        )
        return rows[0] if rows else None

    async def matches_of(self, person: PersonId) -> tuple[MatchRow, ...]:
        return self._newest(
            lambda row: row.info.status in LIVE and person in self._sitting.get(row.info.match, ())
        )

    async def last_matches_of(self, person: PersonId, most: int) -> tuple[MatchRow, ...]:
        rows = self._newest(
            lambda row: (
                row.info.status is Status.OVER and person in self._sitting.get(row.info.match, ())
            )
        )
        return rows[:most]

    async def tournaments_at(self, place: PlaceId) -> tuple[MatchRow, ...]:
        return self._newest(
            lambda row: row.info.place == place and row.info.status in LIVE_TOURNAMENT
        )

    async def tournaments_of(self, person: PersonId) -> tuple[MatchRow, ...]:
        return self._newest(
            lambda row: (
                row.info.status in LIVE_TOURNAMENT
                and person in self._sitting.get(row.info.match, ())
            )
        )

    def _newest(self, keep: Callable[[MatchRow], bool]) -> tuple[MatchRow, ...]:
        rows = filter(keep, self._matches.values())
        return tuple(sorted(rows, key=lambda row: (-row.info.created, row.info.match)))

    async def locale_of(self, owner: PersonId | CommunityId) -> str | None:
        return self._locales.get(owner)

    async def settings_of(self, owner: PersonId | CommunityId) -> dict[str, str]:
        return dict(self._settings.get(owner, {}))

    async def settings_named(self, name: str) -> dict[str, str]:
        return {owner: mine[name] for owner, mine in self._settings.items() if name in mine}

    async def unmerged(self) -> Links:
        played = {row.person for row in self._results} | {key[-1] for key in self._ratings}
        return {
            user: person
            for user, person in sorted(self._links().items())
            if user in played or self._balances[user]
        }

    async def matches_sat_at(self, person: PersonId) -> tuple[MatchId, ...]:
        return tuple(sorted(one for one, people in self._sitting.items() if person in people))

    async def matches_naming(self, owners: Collection[str]) -> tuple[MatchId, ...]:
        return tuple(
            sorted(
                match
                for match, row in self._matches.items()
                if any(
                    owner in self._sitting.get(match, ())
                    or f'"{owner}"' in (text := msgspec.json.encode(row).decode())
                    or f'"{owner}/' in text
                    for owner in owners
                )
            )
        )

    async def last_press_of(self, person: PersonId) -> float:
        answers = self._answers.values()
        return max((answer.at for answer in answers if answer.person == person), default=0.0)

    async def kept_of(self, person: PersonId) -> KeptOfPerson:
        standings = [
            (scope, period, theirs[person][1])
            for (period, scope), theirs in self._standings.items()
            if person in theirs
        ]
        answers = [answer for answer in self._answers.values() if answer.person == person]
        return KeptOfPerson(
            tuple(self._transfers_of(person)),
            await self.all_results_of(person),
            tuple(sorted(standings, key=lambda one: one[:2])),
            tuple(sorted(answers, key=lambda one: (one.at, one.request))),
            self._present.surfaces_of_person(person),
            self._present.notices_of_person(person),
            await self.ratings_of(person),
            tuple(self._rated_by(person)),
            *self._counted(person),
            await self.daily_results_of(person),
            tuple(sorted((one[0], n) for one, n in self._meetings.items() if person in one[1:])),
        )


def _by_chips(one: Purse) -> tuple[int, PersonId]:
    return -one.amount, one.person

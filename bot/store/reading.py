"""Reads rows from the database and makes values of them. Each function is a work
(:mod:`bot.store.work`)."""

from collections.abc import Collection, Sequence
from typing import Any

import msgspec
from msgspec.structs import asdict, replace

from bot.common.lived_time import Lived
from bot.messages import AnyReply, CommunityId, MatchId, PersonId, PlaceId
from bot.model import ENDED
from bot.store import days
from bot.store.changes import Kept, Stored
from bot.store.chips import pot
from bot.store.errors import DamagedMatch
from bot.store.merged import LINK, Links
from bot.store.model import (
    Answer,
    Badge,
    Brought,
    Deadline,
    LogRow,
    MatchRow,
    Notice,
    NoticeState,
    Purse,
    Rated,
    Rating,
    Result,
    Snapshot,
    Standing,
    Statistics,
    Surface,
    Transfer,
)
from bot.store.ratings import rank as place_in
from bot.store.records import PackedRecord, unpacked
from bot.store.seals import seal_of_match
from bot.store.standings import RANK, Period, Scope, rank
from bot.store.statements import Statements
from bot.store.work import Rows, Work, ask


def load(use: Statements, match: MatchId) -> Work[Stored | None]:
    """What is needed to continue a match; ``None``: the match is unknown
    (:meth:`bot.store.changes.Store.load`)."""
    found = yield from ask(use.whole_match, {"match": match})
    if not found:
        return None
    *values, seal = found[0]
    deadlines = _deadlines((yield from ask(use.deadlines_of, {"match": match})))
    row = _match_row(*values[-4:])
    if row is None or seal != seal_of_match(values, deadlines):
        raise DamagedMatch(match)
    record: PackedRecord | None = None
    if row.info.status in ENDED:
        record = yield from record_of(use, match)
    if record is not None:
        row = replace(row, snapshot=None)
    after = 0 if row.snapshot is None else row.snapshot.number
    log = yield from _log_from(use, match, record, after)
    return Stored(row, log, deadlines, 0 if record is None else record.number)


def record_of(use: Statements, match: MatchId) -> Work[PackedRecord | None]:
    """The packed record of a match; ``None``: nothing of it is packed."""
    found = yield from ask(use.record_of, {"match": match})
    return PackedRecord(*found[0]) if found else None


def whole_log(use: Statements, match: MatchId) -> Work[tuple[LogRow, ...]]:
    """Every step of a match: see :meth:`bot.store.changes.Store.log`."""
    record = yield from record_of(use, match)
    return (yield from _log_from(use, match, record, 0))


def _log_from(
    use: Statements, match: MatchId, record: PackedRecord | None, after: int
) -> Work[tuple[LogRow, ...]]:
    """The log after a row; all of it where some is packed."""
    if record is None:
        return (yield from log_after(use, match, after))
    return (unpacked(record), *(yield from log_after(use, match, record.number)))


def log_after(use: Statements, match: MatchId, number: int) -> Work[tuple[LogRow, ...]]:
    """A match's log rows after that number."""
    found = yield from ask(use.log_after, {"match": match, "after": number})
    return tuple(LogRow(*row) for row in found)


def version(use: Statements, match: MatchId) -> Work[int]:
    """The number of a match's last log row, or 0."""
    found = yield from ask(use.version, {"match": match})
    return found[0][0] if found else 0


def matches_at(use: Statements, place: PlaceId) -> Work[tuple[MatchRow, ...]]:
    """Open lobbies and running matches of a place, the newest first."""
    return _match_rows((yield from ask(use.matches_at, {"place": place})))


def matches_in(use: Statements, community: CommunityId) -> Work[tuple[MatchRow, ...]]:
    """Open lobbies and running matches of all places of a community, the newest first."""
    # All that begins so, as the index has it: the sign after the stroke is the nought.
    values = {"first": f"{community}/", "end": f"{community}0"}
    return _match_rows((yield from ask(use.matches_in, values)))


def last_match_at(use: Statements, place: PlaceId) -> Work[MatchRow | None]:
    """The newest match of a place that was ever started, or else its newest lobby; ``None``: there
    is neither (:meth:`bot.store.changes.Store.last_match_at`)."""
    return _first(_match_rows((yield from ask(use.last_match_at, {"place": place}))))


def matches_of(use: Statements, person: PersonId) -> Work[tuple[MatchRow, ...]]:
    """Open lobbies and running matches in which the person has a seat, the newest first."""
    return _match_rows((yield from ask(use.matches_of, {"person": person})))


def last_matches_of(use: Statements, person: PersonId, most: int) -> Work[tuple[MatchRow, ...]]:
    """See :meth:`bot.store.changes.Store.last_matches_of`."""
    values = {"person": person, "most": most}
    return _match_rows((yield from ask(use.last_matches_of, values)))


def tournaments_at(use: Statements, place: PlaceId) -> Work[tuple[MatchRow, ...]]:
    """Tournaments of a place that are not over, the newest first."""
    return _match_rows((yield from ask(use.tournaments_at, {"place": place})))


def tournaments_of(use: Statements, person: PersonId) -> Work[tuple[MatchRow, ...]]:
    """Tournaments for which the person has signed up that are not over, the newest first."""
    return _match_rows((yield from ask(use.tournaments_of, {"person": person})))


def due(use: Statements, now: float, most: int) -> Work[tuple[Deadline, ...]]:
    """Deadlines that have come, the oldest first."""
    return _deadlines((yield from ask(use.due, {"now": now, "most": most})))


def lived(use: Statements) -> Work[Lived | None]:
    """The last moment of lived time that was stored."""
    found = yield from ask(use.lived)
    return Lived(*found[0]) if found else None


def all_deadlines(use: Statements) -> Work[tuple[Deadline, ...]]:
    """Every deadline."""
    return _deadlines((yield from ask(use.all_deadlines)))


def next_due(use: Statements) -> Work[float | None]:
    """The moment of the earliest deadline."""
    found = yield from ask(use.next_due)
    earliest: float | None = found[0][0]
    return earliest


def surfaces_behind(use: Statements, some: Collection[MatchId] | None) -> Work[tuple[Surface, ...]]:
    """Surfaces that do not show the version that they should, of some matches or of all
    (``None``)."""
    if some is None:
        return _surfaces((yield from ask(use.surfaces_behind)))
    if not some:
        return ()
    return _surfaces(
        (yield from ask(use.surfaces_behind_of, *({"match": match} for match in some)))
    )


def notices_waiting(use: Statements, some: Collection[MatchId] | None) -> Work[tuple[Notice, ...]]:
    """Notices that still wait to be sent, of some matches or of all (``None``), the oldest
    first."""
    if some is None:
        return _notices((yield from ask(use.notices_waiting)))
    if not some:
        return ()
    found = yield from ask(use.notices_waiting_of, *({"match": match} for match in some))
    return tuple(sorted(_notices(found), key=lambda notice: (notice.at, notice.id)))


def surface(use: Statements, id: str) -> Work[Surface | None]:
    """The surface with this id; ``None``: there is none."""
    found = _surfaces((yield from ask(use.surface_with, {"id": id})))
    return found[0] if found else None


def surfaces_of(use: Statements, match: MatchId) -> Work[tuple[Surface, ...]]:
    """The surfaces of a match."""
    return _surfaces((yield from ask(use.surfaces_of, {"match": match})))


def results(use: Statements, community: CommunityId) -> Work[tuple[Result, ...]]:
    """All results of a community, the oldest first."""
    return _results((yield from ask(use.results, {"community": community})))


def results_of(
    use: Statements, scope: Scope, person: PersonId, period: Period
) -> Work[tuple[Result, ...]]:
    """One person's results of a scope, over a period."""
    values = {"person": person, "begins": period.begins, "ends": period.ends}
    found = _results((yield from ask(use.results_of, values)))
    return tuple(one for one in found if scope.holds(one))


def all_results_of(use: Statements, person: PersonId) -> Work[tuple[Result, ...]]:
    """All results of a person, the oldest first."""
    return _results((yield from ask(use.all_results_of, {"owner": person})))


def brought_by(use: Statements, match: MatchId) -> Work[Brought]:
    """What a finished match has brought its people: see
    :meth:`bot.store.changes.Store.brought_by`."""
    results = _results((yield from ask(use.results_in, {"match": match})))
    moved = yield from ask(use.transfers_of, {"owner": pot(match)})
    badges = yield from ask(use.badges_in, {"match": match})
    return Brought(
        results,
        tuple(Transfer(*row) for row in moved),
        tuple(Badge(*row) for row in badges),
    )


def standings(
    use: Statements, scope: Scope, period: Period, most: int, first: int
) -> Work[tuple[Standing, ...]]:
    """At most ``most`` people of a scoreboard, the best first, after the first ``first``: see
    :meth:`bot.store.changes.Store.standings`."""
    values = {**_board(scope, period), "most": most, "first": first}
    return tuple(Standing(*row) for row in (yield from ask(use.standings, values)))


def _board(scope: Scope, period: Period) -> dict[str, Any]:
    """The parameters that say which scoreboard a statement is about."""
    return {**asdict(scope), "period": period.key}


def place_of(
    use: Statements, scope: Scope, period: Period, person: PersonId
) -> Work[tuple[int, Standing | None]]:
    """How many people stand before this person on a scoreboard, and this person's sums; ``None``:
    the person is not on it (:meth:`bot.store.changes.Store.place_of`)."""
    values = _board(scope, period)
    found = yield from ask(use.standing_of, {**values, "person": person})
    if not found:
        return 0, None
    mine = Standing(*found[0])
    before = {**values, **dict(zip(RANK, rank(mine), strict=True))}
    ((number,),) = yield from ask(use.standings_before, before)
    return number, mine


def sums_of(
    use: Statements, person: PersonId, scopes: Sequence[Scope], period: Period
) -> Work[tuple[Standing | None, ...]]:
    """A person's sums in each of these scopes; ``None`` where the person has no result
    (:meth:`bot.store.changes.Store.sums_of`)."""
    made: list[Standing | None] = []
    for scope in scopes:
        values = {**_board(scope, period), "person": person}
        found = yield from ask(use.standing_of, values)
        made.append(Standing(*found[0]) if found else None)
    return tuple(made)


def ratings(use: Statements, scope: Scope, most: int, first: int) -> Work[tuple[Rating, ...]]:
    """At most ``most`` ratings, the best first, after the first ``first``: see
    :meth:`bot.store.changes.Store.ratings`."""
    values = {**asdict(scope), "most": most, "first": first}
    return tuple(Rating(*row) for row in (yield from ask(use.ratings, values)))


def rating_place(
    use: Statements, scope: Scope, person: PersonId
) -> Work[tuple[int, Rating | None]]:
    """How many people stand before this person by rating, and this person's rating; ``None``: no
    match of this scope has moved it (:meth:`bot.store.changes.Store.rating_place`)."""
    found = yield from ask(use.rating_of, {**asdict(scope), "person": person})
    if not found:
        return 0, None
    mine = Rating(*found[0])
    place = dict(zip(("provisional", "minus_mu", "sigma", "person"), place_in(mine), strict=True))
    ((number,),) = yield from ask(use.ratings_before, {**asdict(scope), **place})
    return number, mine


def people_rated(use: Statements, scope: Scope) -> Work[int]:
    """How many people a scoreboard by rating has: see
    :meth:`bot.store.changes.Store.people_rated`."""
    ((number,),) = yield from ask(use.ratings_count, asdict(scope))
    return int(number)


def purses(
    use: Statements, community: CommunityId, most: int, first: int
) -> Work[tuple[Purse, ...]]:
    """At most ``most`` people with chips, those with the most first, after the first ``first``:
    people who have a result in this community (or in any: :data:`EVERYWHERE`)
    (:meth:`bot.store.changes.Store.purses`)."""
    values = {"community": community, "most": most, "first": first}
    return tuple(Purse(*row) for row in (yield from ask(use.purses, values)))


def purse_place(
    use: Statements, community: CommunityId, person: PersonId
) -> Work[tuple[int, Purse | None]]:
    """How many people stand before this person by chips, and what the person has; ``None``: no
    result (:meth:`bot.store.changes.Store.purse_place`)."""
    values = {"community": community, "person": person}
    found = yield from ask(use.purse_of, values)
    if not found:
        return 0, None
    mine = Purse(*found[0])
    ((number,),) = yield from ask(use.purses_before, {**values, "minus_amount": -mine.amount})
    return number, mine


def people_with_chips(use: Statements, community: CommunityId) -> Work[int]:
    """How many people a scoreboard by chips has: see
    :meth:`bot.store.changes.Store.people_with_chips`."""
    ((number,),) = yield from ask(use.purses_count, {"community": community})
    return int(number)


def wrong_purses(use: Statements) -> Work[tuple[tuple[PersonId, CommunityId], ...]]:
    """People whose chips on a scoreboard differ from their balance, each with the scoreboard's
    community."""
    return tuple((one, other) for one, other in (yield from ask(use.wrong_purses)))


def ratings_of(use: Statements, person: PersonId) -> Work[tuple[Rating, ...]]:
    """All ratings of a person: see :meth:`bot.store.changes.Store.ratings_of`."""
    return tuple(Rating(*row) for row in (yield from ask(use.ratings_of, {"person": person})))


def rated_of(use: Statements, rating: Rating, most: int) -> Work[tuple[Rated, ...]]:
    """The changes that the last matches (at most ``most``) made to a rating, the newest last: see
    :meth:`bot.store.changes.Store.rated_of`."""
    values = {"person": rating.person, "variant": rating.variant, "players": rating.players}
    found = yield from ask(use.rated_of, {**values, "most": most})
    return _rated(found)[::-1]


def statistics_of(use: Statements, person: PersonId) -> Work[tuple[Statistics, ...]]:
    """The statistics of a person over all matches, one for each game: see
    :meth:`bot.store.changes.Store.statistics_of`."""
    found = yield from ask(use.statistics_of, {"person": person})
    return tuple(Statistics(*row) for row in found)


def badges_of(use: Statements, person: PersonId) -> Work[tuple[Badge, ...]]:
    """A person's badges, in the order of their ids: see
    :meth:`bot.store.changes.Store.badges_of`."""
    return tuple(Badge(*row) for row in (yield from ask(use.badges_of, {"person": person})))


def rated_matches(use: Statements) -> Work[tuple[MatchId, ...]]:
    """Every match that has moved ratings."""
    return tuple(row[0] for row in (yield from ask(use.rated_matches)))


def moved_by_match(
    use: Statements, match: MatchId
) -> Work[tuple[tuple[Rated, ...], tuple[Result, ...]]]:
    """What a match did to ratings, and its results as far as they are left."""
    rows = _rated((yield from ask(use.rated_in, {"match": match})))
    return rows, _results((yield from ask(use.results_in, {"match": match})))


def wrong_copies(use: Statements) -> Work[tuple[tuple[PersonId, CommunityId], ...]]:
    """People whose rating in a community is not their rating."""
    return tuple((one, other) for one, other in (yield from ask(use.wrong_copies)))


def people_counted(use: Statements) -> Work[tuple[PersonId, ...]]:
    """All people with results, or with sums, ratings, statistics or badges."""
    return tuple(sorted(row[0] for row in (yield from ask(use.people_counted))))


def chips_of(use: Statements, owner: str) -> Work[int | None]:
    """An owner's balance in chips; ``None``: the owner never had a transfer
    (:meth:`bot.store.changes.Store.chips_of`)."""
    found = yield from ask(use.chips_of, {"owner": owner})
    return int(found[0][0]) if found else None


def balances(use: Statements) -> Work[dict[str, int]]:
    """Every balance that is not 0, in chips, by owner: see
    :meth:`bot.store.changes.Store.balances`."""
    return dict((yield from ask(use.all_balances)))


def links_of(use: Statements, users: Collection[str]) -> Work[Links]:
    """The persons of those among these users who are linked."""
    if not users:
        return {}
    rows = [{"owner": user, "name": LINK} for user in sorted(users)]
    return dict((yield from ask(use.setting_of, *rows)))


def unmerged(use: Statements) -> Work[Links]:
    """Linked users who still have chips, results or ratings of their own, each with the person
    whose user they are: see :meth:`bot.store.changes.Store.unmerged`."""
    return dict((yield from ask(use.unmerged)))


def transfers(use: Statements) -> Work[tuple[Transfer, ...]]:
    """All transfers, in the order of their ids: see :meth:`bot.store.changes.Store.transfers`."""
    return tuple(Transfer(*row) for row in (yield from ask(use.all_transfers)))


def people_in(use: Statements, scope: Scope, period: Period) -> Work[int]:
    """How many people a scoreboard by ranking points has: see
    :meth:`bot.store.changes.Store.people_in`."""
    ((number,),) = yield from ask(use.standings_count, _board(scope, period))
    return int(number)


def owner(
    use: Statements, owner: PersonId | CommunityId
) -> Work[tuple[str | None, dict[str, str]]]:
    """The language of a person or a community, and their settings by name."""
    chosen = yield from ask(use.locale_of, {"owner": owner})
    found = yield from ask(use.settings_of, {"owner": owner})
    return (chosen[0][0] if chosen else None), {name: value for name, value in found}


def settings_named(use: Statements, name: str) -> Work[dict[str, str]]:
    """All values of the setting with this name, by owner (a person or a community): see
    :meth:`bot.store.changes.Store.settings_named`."""
    return dict((yield from ask(use.settings_named, {"name": name})))


def matches_sat_at(use: Statements, person: PersonId) -> Work[tuple[MatchId, ...]]:
    """Matches of any age in which the person has a seat: see
    :meth:`bot.store.changes.Store.matches_sat_at`."""
    return tuple(sorted(row[0] for row in (yield from ask(use.matches_sat_at, {"owner": person}))))


def matches_naming(use: Statements, owners: Collection[str]) -> Work[tuple[MatchId, ...]]:
    """Matches of any age whose row names one of these people or communities: see
    :meth:`bot.store.changes.Store.matches_naming`."""
    found: set[MatchId] = set()
    for owner in owners:
        # As it stands in the JSON of a row; a place begins with its community.
        for part in (f'"{owner}"', f'"{owner}/'):
            found.update(row[0] for row in (yield from ask(use.matches_naming, {"part": part})))
        found.update((yield from matches_sat_at(use, owner)))
    return tuple(sorted(found))


def kept_of(use: Statements, person: PersonId) -> Work[Kept]:
    """Everything that is kept of a person besides the matches and the settings: see
    :meth:`bot.store.changes.Store.kept_of`."""
    values = {"owner": person}
    results = yield from all_results_of(use, person)
    standings = yield from ask(use.all_standings_of, values)
    answers = yield from ask(use.answers_of, values)
    moved = yield from ask(use.transfers_of, values)
    surfaces = yield from ask(use.surfaces_of_person, values)
    notices = yield from ask(use.notices_of_person, values)
    ratings = yield from ratings_of(use, person)
    rated = _rated((yield from ask(use.all_rated_of, {"person": person})))
    return Kept(
        tuple(Transfer(*row) for row in moved),
        results,
        tuple(
            (Scope(community, variant, players), period, Standing(*row))
            for community, variant, players, period, *row in standings
        ),
        tuple(
            Answer(person, request, msgspec.json.decode(reply, type=AnyReply), at)
            for person, request, reply, at in answers
        ),
        _surfaces(surfaces),
        _notices(notices),
        ratings,
        rated,
        (yield from statistics_of(use, person)),
        (yield from badges_of(use, person)),
        (yield from days.results_of(use, person)),
    )


def all_matches(use: Statements) -> Work[tuple[MatchId, ...]]:
    """Every match there is."""
    return tuple(row[0] for row in (yield from ask(use.all_matches)))


def matches_beside(use: Statements) -> Work[tuple[MatchId, ...]]:
    """Matches of which something is left, but not their own row."""
    return tuple(sorted(row[0] for row in (yield from ask(use.matches_beside))))


def sitting(use: Statements, match: MatchId) -> Work[frozenset[PersonId]]:
    """The people with a seat, as one looks for matches by them."""
    found = yield from ask(use.sitting_at, {"match": match})
    return frozenset(row[0] for row in found)


class ByHeart(msgspec.Struct, frozen=True):
    """All that the store holds and that changes with the press, not with the matches of a year."""

    deadlines: tuple[Deadline, ...]
    surfaces: tuple[Surface, ...]
    communities: dict[MatchId, CommunityId]
    """By match: open lobbies, running matches, and every other match that is shown somewhere."""
    notices: tuple[Notice, ...]
    """The notices that wait."""


def by_heart(use: Statements) -> Work[ByHeart]:
    """See :class:`ByHeart`."""
    deadlines = yield from all_deadlines(use)
    shown = yield from ask(use.all_surfaces)
    notices = yield from notices_waiting(use, None)
    communities = {row[1]: row[-1] for row in shown if row[-1] is not None}
    communities.update((yield from ask(use.live_communities)))
    return ByHeart(deadlines, _surfaces([row[:-1] for row in shown]), communities, notices)


def _match_rows(rows: Rows) -> tuple[MatchRow, ...]:
    made = (_match_row(*row) for row in rows)
    return tuple(row for row in made if row is not None)


def _match_row(
    text: str, snapshot: bytes | None, number: int | None, seal: bytes | None
) -> MatchRow | None:
    """The row, or ``None`` for one that cannot be read: a list goes on without it."""
    try:
        row = msgspec.json.decode(text, type=MatchRow)
    except (msgspec.MsgspecError, UnicodeError, TypeError):
        return None
    if snapshot is None or number is None or seal is None:
        return row
    return replace(row, snapshot=Snapshot(number, snapshot, seal))


def _first(rows: tuple[MatchRow, ...]) -> MatchRow | None:
    return rows[0] if rows else None


def _results(rows: Rows) -> tuple[Result, ...]:
    made = (Result(*row) for row in rows)
    return tuple(replace(one, won=bool(one.won), ranked=bool(one.ranked)) for one in made)


def _rated(rows: Rows) -> tuple[Rated, ...]:
    made = (Rated(*row) for row in rows)
    return tuple(replace(one, left=bool(one.left)) for one in made)


def _deadlines(rows: Rows) -> tuple[Deadline, ...]:
    return tuple(Deadline(*row) for row in rows)


def _surfaces(rows: Rows) -> tuple[Surface, ...]:
    return tuple(replace(Surface(*row), lost=bool(row[-1])) for row in rows)


def _notices(rows: Rows) -> tuple[Notice, ...]:
    return tuple(replace(Notice(*row), state=NoticeState(row[-1])) for row in rows)

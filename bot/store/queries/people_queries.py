"""Reads what belongs to people and communities: results, ratings, chips, settings. Each function is
a work (:mod:`bot.store.transaction`)."""

from collections.abc import Collection, Sequence
from typing import Any

from msgspec.structs import asdict, replace

from bot.messages import CommunityId, MatchId, PersonId
from bot.store.changes import KeptOfPerson
from bot.store.model import (
    Badge,
    Brought,
    MatchResult,
    Purse,
    Rated,
    Rating,
    Standing,
    Statistics,
    StoredAnswer,
    Transfer,
)
from bot.store.people.chips import pot
from bot.store.people.linking import LINK, Links
from bot.store.queries import daily_hands
from bot.store.queries.match_queries import notices_from, read_reply, surfaces_from
from bot.store.results.ratings import rank as place_in
from bot.store.results.standings import RANK, Period, Scope, rank
from bot.store.statements import Statements
from bot.store.transaction import Rows, Work, ask, of_one_moment


def results(use: Statements, community: CommunityId) -> Work[tuple[MatchResult, ...]]:
    """All results of a community, the oldest first."""
    return _results((yield from ask(use.results, {"community": community})))


def practised_in(
    use: Statements, community: CommunityId, most: int
) -> Work[tuple[MatchResult, ...]]:
    """The newest results (at most ``most``) of matches against robots alone in a community, the
    newest first."""
    values = {"community": community, "most": most}
    return _results((yield from ask(use.practised_in, values)))


def results_of(
    use: Statements, scope: Scope, person: PersonId, period: Period
) -> Work[tuple[MatchResult, ...]]:
    """One person's results of a scope, over a period."""
    values = {"person": person, "begins": period.begins, "ends": period.ends}
    found = _results((yield from ask(use.results_of, values)))
    return tuple(result for result in found if scope.holds(result))


def all_results_of(use: Statements, person: PersonId) -> Work[tuple[MatchResult, ...]]:
    """All results of a person, the oldest first."""
    return _results((yield from ask(use.all_results_of, {"owner": person})))


@of_one_moment
def brought_by(use: Statements, match: MatchId) -> Work[Brought]:
    """What a finished match has brought its people. The results are in the order of their
    ids."""
    results = _results((yield from ask(use.results_in, {"match": match})))
    moved = yield from ask(use.transfers_of, {"owner": pot(match)})
    badges = yield from ask(use.badges_in, {"match": match})
    earned: dict[PersonId, int] = {}
    for result in results:
        if result.earned:
            values = {"person": result.person, "at": result.at, "match": result.match}
            ((earned[result.person],),) = yield from ask(use.earned_until, values)
    return Brought(
        results,
        tuple(Transfer(*row) for row in moved),
        tuple(Badge(*row) for row in badges),
        earned=earned,
    )


def standings(
    use: Statements, scope: Scope, period: Period, most: int, first: int = 0
) -> Work[tuple[Standing, ...]]:
    """At most ``most`` people of a scoreboard, the best first, after the first ``first``. Each
    with the sums of their results in this scope and period."""
    values = {**_board(scope, period), "most": most, "first": first}
    return tuple(Standing(*row) for row in (yield from ask(use.standings, values)))


def _board(scope: Scope, period: Period) -> dict[str, Any]:
    """The parameters that say which scoreboard a statement is about."""
    return {**asdict(scope), "period": period.key}


@of_one_moment
def place_of(
    use: Statements, scope: Scope, period: Period, person: PersonId
) -> Work[tuple[int, Standing | None]]:
    """How many people stand before this person on a scoreboard, and this person's sums;
    ``None``: the person is not on it."""
    values = _board(scope, period)
    found = yield from ask(use.standing_of, {**values, "person": person})
    if not found:
        return 0, None
    mine = Standing(*found[0])
    before = {**values, **dict(zip(RANK, rank(mine), strict=True))}
    ((number,),) = yield from ask(use.standings_before, before)
    return number, mine


@of_one_moment
def sums_of(
    use: Statements, person: PersonId, scopes: Sequence[Scope], period: Period
) -> Work[tuple[Standing | None, ...]]:
    """A person's sums in each of these scopes; ``None`` where the person has no result."""
    made: list[Standing | None] = []
    for scope in scopes:
        values = {**_board(scope, period), "person": person}
        found = yield from ask(use.standing_of, values)
        made.append(Standing(*found[0]) if found else None)
    return tuple(made)


def ratings(use: Statements, scope: Scope, most: int, first: int = 0) -> Work[tuple[Rating, ...]]:
    """At most ``most`` ratings, the best first, after the first ``first``. Provisional ratings
    are left out. The scope must name a game; its size of table means nothing here."""
    values = {**_ladder(scope), "most": most, "first": first}
    return tuple(Rating(*row) for row in (yield from ask(use.ratings, values)))


@of_one_moment
def rating_place(
    use: Statements, scope: Scope, person: PersonId
) -> Work[tuple[int, Rating | None]]:
    """How many people stand before this person by rating, and this person's rating; ``None``:
    no match of this scope has changed it."""
    found = yield from ask(use.rating_of, {**_ladder(scope), "person": person})
    if not found:
        return 0, None
    mine = Rating(*found[0])
    place = dict(zip(("provisional", "minus_mu", "sigma", "person"), place_in(mine), strict=True))
    ((number,),) = yield from ask(use.ratings_before, {**_ladder(scope), **place})
    return number, mine


def people_rated(use: Statements, scope: Scope) -> Work[int]:
    """How many people a scoreboard by rating has."""
    ((number,),) = yield from ask(use.ratings_count, _ladder(scope))
    return int(number)


def _ladder(scope: Scope) -> dict[str, str]:
    """Which ratings stand on a scoreboard: those of a game in a community, or in all."""
    return {"community": scope.community, "variant": scope.variant}


def purses(
    use: Statements, community: CommunityId, most: int, first: int = 0
) -> Work[tuple[Purse, ...]]:
    """At most ``most`` people with chips, those with the most first, after the first ``first``:
    people who have a result in this community (or in any: :data:`EVERYWHERE`)."""
    values = {"community": community, "most": most, "first": first}
    return tuple(Purse(*row) for row in (yield from ask(use.purses, values)))


@of_one_moment
def purse_place(
    use: Statements, community: CommunityId, person: PersonId
) -> Work[tuple[int, Purse | None]]:
    """How many people stand before this person by chips, and the person's chips; ``None``: the
    person has no result."""
    values = {"community": community, "person": person}
    found = yield from ask(use.purse_of, values)
    if not found:
        return 0, None
    mine = Purse(*found[0])
    ((number,),) = yield from ask(use.purses_before, {**values, "minus_amount": -mine.amount})
    return number, mine


def people_with_chips(use: Statements, community: CommunityId) -> Work[int]:
    """How many people a scoreboard by chips has."""
    ((number,),) = yield from ask(use.purses_count, {"community": community})
    return int(number)


def wrong_purses(use: Statements) -> Work[tuple[tuple[PersonId, CommunityId], ...]]:
    """People whose chips on a scoreboard differ from their balance, each with the scoreboard's
    community."""
    return tuple((person, community) for person, community in (yield from ask(use.wrong_purses)))


def ratings_of(use: Statements, person: PersonId) -> Work[tuple[Rating, ...]]:
    """All ratings of a person. The one with the most matches comes first."""
    return tuple(Rating(*row) for row in (yield from ask(use.ratings_of, {"person": person})))


def rated_of(use: Statements, rating: Rating, most: int) -> Work[tuple[Rated, ...]]:
    """The changes that the last matches (at most ``most``) made to a rating, the newest
    last."""
    values = {"person": rating.person, "variant": rating.variant}
    found = yield from ask(use.rated_of, {**values, "most": most})
    return _rated(found)[::-1]


def statistics_of(use: Statements, person: PersonId) -> Work[tuple[Statistics, ...]]:
    """The statistics of a person over all matches, one for each game."""
    found = yield from ask(use.statistics_of, {"person": person})
    return tuple(Statistics(*row) for row in found)


def badges_of(use: Statements, person: PersonId) -> Work[tuple[Badge, ...]]:
    """A person's badges, in the order of their ids."""
    return tuple(Badge(*row) for row in (yield from ask(use.badges_of, {"person": person})))


def rated_matches(use: Statements) -> Work[tuple[MatchId, ...]]:
    """Every match that has moved ratings."""
    return tuple(row[0] for row in (yield from ask(use.rated_matches)))


@of_one_moment
def moved_by_match(
    use: Statements, match: MatchId
) -> Work[tuple[tuple[Rated, ...], tuple[MatchResult, ...]]]:
    """What a match did to ratings, and its results as far as they are left."""
    rows = _rated((yield from ask(use.rated_in, {"match": match})))
    return rows, _results((yield from ask(use.results_in, {"match": match})))


def wrong_copies(use: Statements) -> Work[tuple[tuple[PersonId, CommunityId], ...]]:
    """People whose rating in a community is not their rating."""
    return tuple((person, community) for person, community in (yield from ask(use.wrong_copies)))


def people_counted(use: Statements) -> Work[tuple[PersonId, ...]]:
    """All people with results, or with sums, ratings, statistics or badges."""
    return tuple(sorted(row[0] for row in (yield from ask(use.people_counted))))


def chips_of(use: Statements, owner: str) -> Work[int | None]:
    """An owner's balance in chips; ``None``: the owner never had a transfer."""
    found = yield from ask(use.chips_of, {"owner": owner})
    return int(found[0][0]) if found else None


def balances(use: Statements) -> Work[dict[str, int]]:
    """Every balance that is not 0, in chips, by owner."""
    return dict((yield from ask(use.all_balances)))


def links_of(use: Statements, users: Collection[str]) -> Work[Links]:
    """The persons of those among these users who are linked."""
    if not users:
        return {}
    rows = [{"owner": user, "name": LINK} for user in sorted(users)]
    return dict((yield from ask(use.setting_of, *rows)))


def unmerged(use: Statements) -> Work[Links]:
    """Linked users who still have chips, results or ratings of their own, each with the person
    whose user they are. An older version linked them and left these with the user."""
    return dict((yield from ask(use.unmerged)))


def transfers(use: Statements) -> Work[tuple[Transfer, ...]]:
    """All transfers, in the order of their ids. The stored balances are checked against
    them."""
    return tuple(Transfer(*row) for row in (yield from ask(use.all_transfers)))


def people_in(use: Statements, scope: Scope, period: Period) -> Work[int]:
    """How many people a scoreboard by ranking points has."""
    ((number,),) = yield from ask(use.standings_count, _board(scope, period))
    return int(number)


@of_one_moment
def owner(
    use: Statements, owner: PersonId | CommunityId
) -> Work[tuple[str | None, dict[str, str]]]:
    """The language of a person or a community, and their settings by name."""
    chosen = yield from ask(use.locale_of, {"owner": owner})
    found = yield from ask(use.settings_of, {"owner": owner})
    return (chosen[0][0] if chosen else None), {name: value for name, value in found}


def settings_named(use: Statements, name: str) -> Work[dict[str, str]]:
    """All values of the setting with this name, by owner (a person or a community)."""
    return dict((yield from ask(use.settings_named, {"name": name})))


def matches_sat_at(use: Statements, person: PersonId) -> Work[tuple[MatchId, ...]]:
    """Matches of any age in which the person has a seat."""
    return tuple(sorted(row[0] for row in (yield from ask(use.matches_sat_at, {"owner": person}))))


def matches_naming(use: Statements, owners: Collection[str]) -> Work[tuple[MatchId, ...]]:
    """Matches of any age whose row names one of these people or communities. This reads every
    match of the store."""
    found: set[MatchId] = set()
    for owner in owners:
        # As it stands in the JSON of a row; a place begins with its community.
        for part in (f'"{owner}"', f'"{owner}/'):
            found.update(row[0] for row in (yield from ask(use.matches_naming, {"part": part})))
        found.update((yield from matches_sat_at(use, owner)))
    return tuple(sorted(found))


@of_one_moment
def kept_of(use: Statements, person: PersonId) -> Work[KeptOfPerson]:
    """Everything that is kept of a person besides the matches and the settings."""
    values = {"owner": person}
    results = yield from all_results_of(use, person)
    standings = yield from ask(use.all_standings_of, values)
    answers = yield from ask(use.answers_of, values)
    moved = yield from ask(use.transfers_of, values)
    surfaces = yield from ask(use.surfaces_of_person, values)
    notices = yield from ask(use.notices_of_person, values)
    ratings = yield from ratings_of(use, person)
    rated = _rated((yield from ask(use.all_rated_of, {"person": person})))
    return KeptOfPerson(
        tuple(Transfer(*row) for row in moved),
        results,
        tuple(
            (Scope(community, variant, players), period, Standing(*row))
            for community, variant, players, period, *row in standings
        ),
        tuple(
            StoredAnswer(person, request, read_reply(reply), at)
            for person, request, reply, at in answers
        ),
        surfaces_from(surfaces),
        notices_from(notices),
        ratings,
        rated,
        (yield from statistics_of(use, person)),
        (yield from badges_of(use, person)),
        (yield from daily_hands.results_of(use, person)),
        tuple((day, number) for day, number in (yield from ask(use.meetings_of, values))),
    )


def _results(rows: Rows) -> tuple[MatchResult, ...]:
    made = (MatchResult(*row) for row in rows)
    return tuple(
        replace(result, won=bool(result.won), ranked=bool(result.ranked), alone=bool(result.alone))
        for result in made
    )


def _rated(rows: Rows) -> tuple[Rated, ...]:
    made = (Rated(*row) for row in rows)
    return tuple(replace(rated, left=bool(rated.left)) for rated in made)

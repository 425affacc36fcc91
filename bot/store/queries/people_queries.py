"""Reads the data of people and communities: links, settings, everything kept of a person."""

from collections.abc import Collection
from typing import Final

from sqlalchemy import Text, bindparam, exists, literal_column, or_, select

from bot.messages import CommunityId, MatchId, PersonId
from bot.store.answers_and_calls import read_reply
from bot.store.changes import KeptOfPerson
from bot.store.model import StoredAnswer
from bot.store.notices import Notice
from bot.store.people.linking import LINK, Links
from bot.store.queries import daily_hands, match_queries
from bot.store.queries.chip_queries import all_transfers_of
from bot.store.queries.profile_queries import badges_of, rated_from, ratings_of, statistics_of
from bot.store.queries.result_queries import all_results_of
from bot.store.results.model import Standing
from bot.store.results.standings import EVERYWHERE, Scope
from bot.store.statements import tables
from bot.store.statements.preparing import Statement, is_given, scope_columns, standing_columns
from bot.store.transaction import Work, ask, of_one_moment

_owner = bindparam("owner", type_=Text)


_SETTING_OF: Final = Statement(
    select(tables.settings.c.owner, tables.settings.c.value).where(
        tables.settings.c.owner == _owner, is_given(tables.settings.c.name)
    )
)


def links_of(users: Collection[str]) -> Work[Links]:
    """The person of each user among these who is linked."""
    if not users:
        return {}
    rows = [{"owner": user, "name": LINK} for user in sorted(users)]
    return dict((yield from ask(_SETTING_OF, *rows)))


_has_chips = exists().where(
    tables.balances.c.owner == tables.settings.c.owner, tables.balances.c.amount != 0
)
_has_results = exists().where(tables.results.c.person == tables.settings.c.owner)
_has_ratings = exists().where(
    tables.ratings.c.person == tables.settings.c.owner, tables.ratings.c.community == EVERYWHERE
)
_UNMERGED: Final = Statement(  # linked users, each with the person whose user they are
    select(tables.settings.c.owner, tables.settings.c.value)
    .where(tables.settings.c.name == LINK, or_(_has_chips, _has_results, _has_ratings))
    .order_by(tables.settings.c.owner)
)


def unmerged() -> Work[Links]:
    """Linked users who still have chips, results or ratings of their own, each with the person
    whose user they are. An older version linked them and left these rows with the user."""
    return dict((yield from ask(_UNMERGED)))


_LOCALE_OF: Final = Statement(
    select(tables.preferences.c.locale).where(is_given(tables.preferences.c.owner))
)
_SETTINGS_OF: Final = Statement(
    select(tables.settings.c.name, tables.settings.c.value).where(is_given(tables.settings.c.owner))
)


@of_one_moment
def owner(owner: PersonId | CommunityId) -> Work[tuple[str | None, dict[str, str]]]:
    """The language of a person or a community, and their settings by name."""
    chosen = yield from ask(_LOCALE_OF, {"owner": owner})
    found = yield from ask(_SETTINGS_OF, {"owner": owner})
    return (chosen[0][0] if chosen else None), {name: value for name, value in found}


_SETTINGS_NAMED: Final = Statement(
    select(tables.settings.c.owner, tables.settings.c.value).where(is_given(tables.settings.c.name))
)


def settings_named(name: str) -> Work[dict[str, str]]:
    """All values of the setting with this name, by owner (a person or a community)."""
    return dict((yield from ask(_SETTINGS_NAMED, {"name": name})))


_MATCHES_SAT_AT: Final = Statement(
    select(tables.sitting.c.match).where(tables.sitting.c.person == _owner)
)


def matches_sat_at(person: PersonId) -> Work[tuple[MatchId, ...]]:
    """Matches of any age in which the person has a seat."""
    return tuple(sorted(row[0] for row in (yield from ask(_MATCHES_SAT_AT, {"owner": person}))))


_MATCHES_NAMING: Final = Statement(  # ``part``: what the row contains
    select(tables.matches.c.match).where(
        tables.matches.c.row.contains(bindparam("part", type_=Text))
    )
)


def matches_naming(owners: Collection[str]) -> Work[tuple[MatchId, ...]]:
    """Matches of any age whose row names one of these owners. This reads every match."""
    found: set[MatchId] = set()
    for owner in owners:
        # Written as in the JSON of a row; a place begins with its community.
        for part in (f'"{owner}"', f'"{owner}/'):
            found.update(row[0] for row in (yield from ask(_MATCHES_NAMING, {"part": part})))
        found.update((yield from matches_sat_at(owner)))
    return tuple(sorted(found))


_ALL_RATED_OF: Final = Statement(
    select(tables.rated)
    .where(is_given(tables.rated.c.person))
    .order_by(tables.rated.c.variant, tables.rated.c.number)
)
_MEETINGS_OF: Final = Statement(
    select(tables.meetings.c.day, tables.meetings.c.number)
    .where(or_(tables.meetings.c.one == _owner, tables.meetings.c.other == _owner))
    .order_by(tables.meetings.c.day, tables.meetings.c.number)
)
_ALL_STANDINGS_OF: Final = Statement(
    select(
        *scope_columns(tables.standings.c),
        tables.standings.c.period,
        *standing_columns(tables.standings.c),
    )
    .where(tables.standings.c.person == _owner)
    .order_by(*scope_columns(tables.standings.c), tables.standings.c.period)
)
_ANSWERS_OF: Final = Statement(
    select(
        tables.answers.c.person,
        tables.answers.c.request,
        tables.answers.c.reply,
        tables.answers.c.at,
        literal_column("''"),
    )
    .where(tables.answers.c.person == _owner)
    .union_all(
        select(
            tables.log.c.person,
            tables.log.c.request,
            tables.log.c.reply,
            tables.log.c.at,
            tables.log.c.match,
        ).where(tables.log.c.person == _owner, tables.log.c.request.is_not(None))
    )
)
_SURFACES_OF_PERSON: Final = Statement(
    match_queries.select_surfaces()
    .where(tables.surfaces.c.person == _owner)
    .order_by(tables.surfaces.c.id)
)
_NOTICES_OF_PERSON: Final = Statement(
    select(tables.notices)
    .where(tables.notices.c.person == _owner)
    .order_by(tables.notices.c.at, tables.notices.c.id)
)


def notices_to(person: PersonId) -> Work[tuple[Notice, ...]]:
    """The notices to this person that have own rows, the oldest first; kept for about a day."""
    return match_queries.notices_from((yield from ask(_NOTICES_OF_PERSON, {"owner": person})))


@of_one_moment
def kept_of(person: PersonId) -> Work[KeptOfPerson]:
    """Everything that is kept of a person besides the matches and the settings."""
    values = {"owner": person}
    results = yield from all_results_of(person)
    standings = yield from ask(_ALL_STANDINGS_OF, values)
    answers = yield from ask(_ANSWERS_OF, values)
    moved = yield from all_transfers_of(person)
    surfaces = yield from ask(_SURFACES_OF_PERSON, values)
    notices = match_queries.notices_from((yield from ask(_NOTICES_OF_PERSON, values)))
    at_tables = [row.info.match for row in (yield from match_queries.matches_of(person))]
    calls = yield from match_queries.notices_waiting(at_tables)
    ratings = yield from ratings_of(person)
    rated = rated_from((yield from ask(_ALL_RATED_OF, {"person": person})))
    return KeptOfPerson(
        moved,
        results,
        tuple(
            (Scope(community, variant, players), period, Standing(*row))
            for community, variant, players, period, *row in standings
        ),
        tuple(
            StoredAnswer(person, request, read_reply(reply, match), at)
            for person, request, reply, at, match in sorted(
                answers, key=lambda row: (row[3], row[1])
            )
        ),
        match_queries.surfaces_from(surfaces),
        notices + tuple(call for call in calls if call.number and call.person == person),
        ratings,
        rated,
        (yield from statistics_of(person)),
        (yield from badges_of(person)),
        (yield from daily_hands.results_of(person)),
        tuple((day, number) for day, number in (yield from ask(_MEETINGS_OF, values))),
    )

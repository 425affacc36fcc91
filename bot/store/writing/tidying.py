"""Clears away old rows, and the rows of people who want to be erased.

Old rows go a small step at a time, so that nobody waits for it. Finished matches are packed and
lose their surfaces; first answers, notices, the sums of weeks and the meetings of earlier days are
deleted. Two processes may clear away at the same time: each leaves out the other's matches."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import asdict, replace
from sqlalchemy import (
    Integer,
    LargeBinary,
    Table,
    Text,
    and_,
    bindparam,
    delete,
    exists,
    literal_column,
    null,
    or_,
    select,
    update,
)

from bot.messages import MatchId
from bot.store.changes import Erase, Tidied, Tidy
from bot.store.errors import DamagedMatch
from bot.store.notices import NoticeState
from bot.store.queries.commitment_register import NO_SECRET
from bot.store.queries.daily_hands import LASTS
from bot.store.queries.match_queries import WHOLE_MATCH, load, whole_log
from bot.store.records import packed, text_of
from bot.store.results.standings import EVERYWHERE, day, ended
from bot.store.seals import seal_of_match
from bot.store.statements import tables
from bot.store.statements.preparing import Statement, all_of, is_given, some_of, upsert
from bot.store.transaction import Rows, Work, ask, tell
from bot.store.writing.moving_chips import give_back, without
from bot.store.writing.moving_statistics import NO_BADGES, NO_STATISTICS
from bot.store.writing.sums import add_up_everywhere


def _oldest_in(table: Table) -> Statement:
    """The statement that finds the ``most`` oldest matches of a table from before a moment, without
    those on which another process works."""
    return Statement(
        select(table.c.match)
        .where(table.c.at < bindparam("before"))
        .order_by(table.c.at, table.c.match)
        .limit(bindparam("most", type_=Integer))
        .with_for_update(skip_locked=True)
    )


_FORGET_DAILY_ANSWERS: Final = some_of(
    tables.daily_answers, tables.daily_answers.c.at < bindparam("before")
)
_FORGET_DAILY_RESULTS: Final = some_of(
    tables.daily_results, tables.daily_results.c.at < bindparam("before")
)
_FORGET_ANSWERS: Final = some_of(tables.answers, tables.answers.c.at < bindparam("before"))
_done = [state.value for state in NoticeState if state is not NoticeState.WAITING]
_FORGET_NOTICES: Final = some_of(
    tables.notices,
    and_(
        tables.notices.c.at < bindparam("before"),
        or_(*(tables.notices.c.state == state for state in _done)),
    ),
    tables.notices.c.match,
)
_FORGET_STANDINGS: Final = some_of(  # ``first`` and ``end``: keys of periods
    tables.standings,
    and_(
        tables.standings.c.period >= bindparam("first"),
        tables.standings.c.period < bindparam("end"),
    ),
)
_FORGET_MEETINGS: Final = some_of(tables.meetings, tables.meetings.c.day < bindparam("day"))
_FORGET_SURFACES: Final = some_of(
    tables.surfaces, or_(tables.surfaces.c.expires < bindparam("before"), tables.surfaces.c.lost)
)
_NO_SURFACES_OF: Final = Statement(
    delete(tables.surfaces).where(is_given(tables.surfaces.c.match)).returning(tables.surfaces.c.id)
)
_FINISHED: Final = _oldest_in(tables.finished)
_OLD_RECORDS: Final = _oldest_in(tables.records)


def tidy(step: Tidy) -> Work[Tidied]:
    """Takes one step of clearing away. Returns the rows that it removed."""
    values = {"before": step.before, "most": step.most}
    notices = yield from ask(_FORGET_NOTICES, values)
    gone = [notices, (yield from ask(_FORGET_ANSWERS, values))]
    for first, end in ended(step.before):
        period = {"first": first, "end": end, "most": step.most}
        gone.append((yield from ask(_FORGET_STANDINGS, period)))
    gone.append((yield from ask(_FORGET_MEETINGS, values | {"day": day(step.before)})))
    gone.append((yield from ask(_FORGET_DAILY_ANSWERS, values | {"before": step.before - LASTS})))
    if step.records_before is not None:
        old_days = values | {"before": step.records_before}
        gone.append((yield from ask(_FORGET_DAILY_RESULTS, old_days)))
    gone.append((yield from ask(_FORGET_SURFACES, values)))
    surfaces = list(gone[-1])
    matches = {"before": step.before, "most": step.matches}
    over = [row[0] for row in (yield from ask(_FINISHED, matches))]
    done: list[MatchId] = []
    for match in over:
        if (yield from _pack(match)):
            done.append(match)
            surfaces += yield from ask(_NO_SURFACES_OF, {"match": match})
    old: list[MatchId] = []
    if step.records_before is not None:
        matches = {"before": step.records_before, "most": step.matches}
        old = [row[0] for row in (yield from ask(_OLD_RECORDS, matches))]
        for match in old:
            surfaces += yield from ask(_NO_SURFACES_OF, {"match": match})
        yield from _delete(old)
    more = any(len(rows) >= step.most for rows in gone)
    more = more or max(len(over), len(old)) >= step.matches
    return Tidied(
        tuple(done),
        tuple(old),
        tuple(row[0] for row in surfaces),
        tuple((id, match) for id, match in notices),
        more=more,
    )


NO_SITTING: Final = all_of(tables.sitting)
_NO_FINISHED: Final = all_of(tables.finished)
_NO_RECORD: Final = all_of(tables.records)
_NO_LOG: Final = all_of(tables.log)
_NO_MATCH: Final = all_of(tables.matches)


def _delete(matches: Sequence[MatchId]) -> Work[None]:
    """Deletes the remaining rows of matches whose surfaces and deadlines are already deleted."""
    rows = [{"match": match} for match in matches]
    for statement in (_NO_RECORD, _NO_FINISHED, _NO_LOG, NO_SITTING, NO_SECRET, _NO_MATCH):
        yield from tell(statement, rows)


NO_DEADLINES: Final = all_of(tables.deadlines)
_owner = bindparam("owner", type_=Text)
_SURFACES_NONE: Final = Statement(
    delete(tables.surfaces)
    .where(tables.surfaces.c.person == _owner)
    .returning(tables.surfaces.c.id)
)
_NOTICES_NONE, _NOTICES_OF_NONE = (
    Statement(
        delete(tables.notices).where(theirs).returning(tables.notices.c.id, tables.notices.c.match)
    )
    for theirs in (tables.notices.c.person == _owner, is_given(tables.notices.c.match))
)
_SETTINGS_NONE_NAMED: Final = Statement(
    delete(tables.settings)
    .where(is_given(tables.settings.c.name))
    .returning(tables.settings.c.owner)
)
_people_with_results = select(tables.results.c.person).where(tables.results.c.community == _owner)
_PEOPLE_WITH_RESULTS: Final = Statement(  # ``owner``: a community
    _people_with_results.distinct().order_by(tables.results.c.person)
)
_NOTHING_LEFT: Final = (
    Statement(
        delete(tables.answers).where(
            or_(tables.answers.c.person == _owner, tables.answers.c.at < bindparam("before"))
        )
    ),
    Statement(
        update(tables.log)
        .where(
            or_(
                tables.log.c.person == _owner,
                and_(tables.log.c.reply != "", tables.log.c.at < bindparam("before")),
            )
        )
        .values(person=null(), request=null(), reply=null())
    ),
    Statement(
        update(tables.log)
        .where(tables.log.c.calls.contains(_owner))
        .values(calls=literal_column("''"))
    ),
    Statement(delete(tables.preferences).where(tables.preferences.c.owner == _owner)),
    Statement(delete(tables.settings).where(tables.settings.c.owner == _owner)),
    Statement(
        delete(tables.standings).where(
            or_(
                tables.standings.c.person == _owner,
                and_(
                    tables.standings.c.community == _owner,
                    tables.standings.c.person.in_(_people_with_results),
                ),
            )
        )
    ),
    *(
        Statement(delete(table).where(or_(table.c.person == _owner, table.c.community == _owner)))
        for table in (tables.results, tables.ratings)
    ),
    NO_STATISTICS,
    NO_BADGES,
    Statement(
        delete(tables.purses).where(
            or_(tables.purses.c.person == _owner, tables.purses.c.community == _owner)
        )
    ),
    Statement(
        update(tables.rated).where(tables.rated.c.person == _owner).values(person="", number=0)
    ),
    Statement(
        delete(tables.meetings).where(
            or_(tables.meetings.c.one == _owner, tables.meetings.c.other == _owner)
        )
    ),
    Statement(delete(tables.daily_results).where(tables.daily_results.c.person == _owner)),
    Statement(
        update(tables.daily_results)
        .where(tables.daily_results.c.community == _owner)
        .values(community="")
    ),
)
"""The statements that delete the rows of a person or of a community."""
_PURSE_WITHOUT_RESULTS: Final = Statement(  # ``owner``: a person
    delete(tables.purses).where(
        tables.purses.c.person == _owner,
        tables.purses.c.community == EVERYWHERE,
        ~exists().where(tables.results.c.person == _owner, ~tables.results.c.alone),
    )
)


def erase(step: Erase) -> Work[Tidied]:
    """Carries out :class:`bot.store.changes.Erase`. Returns the rows that it removed."""
    surfaces: Rows = []
    notices: Rows = []
    for match in step.matches:
        surfaces += yield from ask(_NO_SURFACES_OF, {"match": match})
        notices += yield from ask(_NOTICES_OF_NONE, {"match": match})
        yield from give_back(match)
        yield from tell(NO_DEADLINES, [{"match": match}])
    yield from _delete(step.matches)
    owners = set(step.owners)
    for owner in step.owners:
        values = {"owner": owner, "before": step.answers_before}
        surfaces += yield from ask(_SURFACES_NONE, values)
        notices += yield from ask(_NOTICES_NONE, values)
        played_there = [row[0] for row in (yield from ask(_PEOPLE_WITH_RESULTS, values))]
        for statement in _NOTHING_LEFT:
            yield from tell(statement, [values])
        yield from without(owner)
        for person in played_there:
            yield from add_up_everywhere(person)
            yield from tell(_PURSE_WITHOUT_RESULTS, [{"owner": person}])
    for name in step.settings:
        owners.update(row[0] for row in (yield from ask(_SETTINGS_NONE_NAMED, {"name": name})))
    return Tidied(
        deleted=step.matches,
        surfaces=tuple(row[0] for row in surfaces),
        notices=tuple((id, match) for id, match in notices),
        owners=tuple(sorted(owners)),
    )


_IS_PACKED: Final = Statement(  # ``now``: the match's new seal
    update(tables.matches)
    .where(is_given(tables.matches.c.match), is_given(tables.matches.c.version))
    .values(
        row=bindparam("text", type_=Text),
        snapshot=null(),
        snapshot_number=null(),
        snapshot_seal=null(),
        seal=bindparam("now", type_=LargeBinary),
    )
)
RECORD: Final = upsert(tables.records)
NO_LOG_UNTIL: Final = Statement(  # ``number``: the number of the last row to delete
    delete(tables.log).where(
        is_given(tables.log.c.match), tables.log.c.number <= bindparam("number")
    )
)


def _pack(match: MatchId) -> Work[bool]:
    """Packs a match, unless its stored rows are damaged. Returns whether it was packed."""
    yield from tell(_NO_FINISHED, [{"match": match}])
    try:
        stored = yield from load(match)
        log = yield from whole_log(match)
    except DamagedMatch:
        return False
    made = packed(stored.row, log, stored.packed) if stored is not None else None
    if stored is None or made is None:
        return False
    yield from tell(RECORD, [asdict(made)])
    yield from tell(NO_LOG_UNTIL, [{"match": match, "number": made.number}])
    ((*values, _),) = yield from ask(WHOLE_MATCH, {"match": match})
    values[-3:] = [None] * 3  # the snapshot
    if stored.row.signs:
        values[-4] = text_of(replace(stored.row, signs=()))
    seal = seal_of_match(values, stored.deadlines)
    now = {"match": match, "version": made.number, "now": seal, "text": values[-4]}
    yield from tell(_IS_PACKED, [now])
    return True

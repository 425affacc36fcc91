"""Writes matches: their rows, logs, deadlines and notices."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from msgspec.structs import asdict

from bot.messages import MatchId
from bot.model import ENDED
from bot.store.answers_and_calls import text_of_calls, text_of_reply
from bot.store.changes import Changes, MatchChange
from bot.store.model import LogRow
from bot.store.notices import Notice
from bot.store.queries.match_queries import record_of
from bot.store.records import text_of
from bot.store.seals import seal_of_match
from bot.store.statements import tables
from bot.store.statements.preparing import (
    Statement,
    Values,
    given,
    insert_new,
    is_given,
    of_which,
    plain_insert,
    upsert,
)
from bot.store.transaction import Work, ask, tell
from bot.store.writing.tidying import NO_DEADLINES, NO_LOG_UNTIL, NO_SITTING, RECORD

_NOT_FINISHED: Final = Statement(  # the process that packs a match locks this row
    sa.select(tables.finished.c.match).where(is_given(tables.finished.c.match)).with_for_update(),
    is_lock=True,
)


def packed_meanwhile(changes: Sequence[Changes]) -> Work[set[int]]:
    """The indexes of the changes that write a log anew, if the log was packed after it was read.
    The process that packs a match locks one of the match's rows, so it either comes first, or
    leaves the match out."""
    lost = set()
    for index, change in enumerate(changes):
        for part in change.matches:
            if part.rewritten is not None:
                match = {"match": part.row.info.match}
                yield from tell(_NOT_FINISHED, [match])
                record = yield from record_of(part.row.info.match)
                if (0 if record is None else record.number) != part.rewritten.packed:
                    lost.add(index)
    return lost


def is_answered(table: sa.Table) -> sa.ColumnElement[bool]:
    """Whether a table has the answer to the same request of the same person."""
    theirs: sa.ColumnElement[bool] = sa.exists().where(
        table.c.person == sa.bindparam("person", type_=sa.Text),
        table.c.request == sa.bindparam("request", type_=sa.Text),
    )
    return theirs


def _appending() -> Statement:
    """The statement that inserts a log row unless its key is there, or the row with this number is
    packed, or its request was answered."""
    records = tables.records.c
    is_packed = sa.exists().where(
        records.match == sa.bindparam("match", type_=sa.Text),
        records.number >= sa.bindparam("number", type_=sa.Integer),
    )
    return insert_new(tables.log, unless=(is_packed, is_answered(tables.answers)))


_NEW_LOG_ROW: Final = _appending()


def append(changes: Sequence[Changes]) -> Work[tuple[set[tuple[Any, ...]], set[MatchId]]]:
    """Appends log rows. Returns the keys of new ones, and matches whose rows were there."""
    rows = {
        (row.match, row.number): _log_values(change, part, row)
        for change in changes
        for part in change.matches
        for row in part.log
    }
    if not rows:
        return set(), set()
    new = yield from ask(_NEW_LOG_ROW, *rows.values(), foreseen=list(rows))
    kept = {(row[0], row[1]) for row in new}
    return kept, {match for match, _ in rows.keys() - kept}


def _log_values(change: Changes, part: MatchChange, row: LogRow) -> Values:
    """The values of a log row. The last row of a step holds its calls; the last row of the first
    match holds the answer too."""
    is_last = row is part.log[-1]
    answer = change.answer if is_last and part is change.matches[0] else None
    return {
        **asdict(row),
        "person": None if answer is None else answer.person,
        "request": None if answer is None else answer.request,
        "reply": None if answer is None else text_of_reply(answer, row.match),
        "calls": text_of_calls(part) if is_last else None,
    }


_NEW_NOTICE: Final = insert_new(tables.notices)
_MATCH: Final = upsert(tables.matches, "community", "place", "created")
_HOME: Final = Statement(  # only the erasure of a person takes a match away from its place
    sa.update(tables.matches)
    .where(tables.matches.c.match == of_which(tables.matches.c.match))
    .values(community=given(tables.matches.c.community), place=given(tables.matches.c.place))
)
_SITTING: Final = plain_insert(tables.sitting)
_DEADLINES: Final = upsert(tables.deadlines)
_FINISH: Final = upsert(tables.finished)


def write_matches(parts: Sequence[MatchChange]) -> Work[None]:
    yield from _rewrite_logs(parts)
    yield from tell(_MATCH, [_match_values(part) for part in parts])
    seated = [part for part in parts if part.sitting is not None]
    yield from tell(NO_SITTING, [{"match": part.row.info.match} for part in seated])
    yield from tell(
        _SITTING,
        [
            {"match": part.row.info.match, "person": person}
            for part in seated
            for person in sorted(set(part.sitting or ()))
        ],
    )
    yield from tell(
        _FINISH,
        [
            {"match": part.row.info.match, "at": part.log[-1].at}
            for part in parts
            if part.row.info.status in ENDED
        ],
    )
    waiting = [part for part in parts if part.deadlines]
    ended = [part.row.info.match for part in parts if not part.deadlines]
    yield from tell(_DEADLINES, [_deadlines_values(part) for part in waiting])
    yield from tell(NO_DEADLINES, [{"match": match} for match in ended])
    notices = [row for part in parts for row in part.notices if not row.number]
    yield from tell(_NEW_NOTICE, [_notice_values(row) for row in notices])


_LOG_ROW: Final = Statement(  # without its calls: one may call the erased person
    sa.update(tables.log)
    .where(
        tables.log.c.match == of_which(tables.log.c.match),
        tables.log.c.number == of_which(tables.log.c.number),
    )
    .values(
        text=given(tables.log.c.text),
        seal=given(tables.log.c.seal),
        calls=sa.case((tables.log.c.calls.is_not(None), sa.literal_column("''"))),
    )
)


def _rewrite_logs(parts: Sequence[MatchChange]) -> Work[None]:
    for part in parts:
        if (anew := part.rewritten) is not None:
            yield from tell(_LOG_ROW, [_rewritten_values(row) for row in anew.log])
            if anew.record is not None:
                until = {"match": part.row.info.match, "number": part.log[0].number - 1}
                yield from tell(NO_LOG_UNTIL, [until])
            yield from tell(RECORD, [] if anew.record is None else [asdict(anew.record)])
            info = part.row.info
            home = {"of_match": info.match, "community": info.community, "place": info.place}
            yield from tell(_HOME, [home])


def _rewritten_values(row: LogRow) -> Values:
    return {"of_match": row.match, "of_number": row.number, "text": row.text, "seal": row.seal}


def _match_values(part: MatchChange) -> Values:
    row, info, snapshot = part.row, part.row.info, part.row.snapshot
    values = {
        "match": info.match,
        "version": info.version,
        "status": info.status.value,
        "community": info.community,
        "place": info.place,
        "created": info.created,
        "row": text_of(row),
        "snapshot": None if snapshot is None else snapshot.data,
        "snapshot_number": None if snapshot is None else snapshot.number,
        "snapshot_seal": None if snapshot is None else snapshot.seal,
    }
    # In the order of the table, as they will be read again.
    return {**values, "seal": seal_of_match(tuple(values.values()), part.deadlines)}


def _deadlines_values(part: MatchChange) -> Values:
    return {
        "match": part.row.info.match,
        "due": min(row.due for row in part.deadlines),
        "rows": msgspec.json.encode(part.deadlines).decode(),
    }


def _notice_values(notice: Notice) -> Values:
    values = {**asdict(notice), "state": notice.state.value}
    del values["number"]
    return values

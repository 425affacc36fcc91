"""The store's one write: a batch of changes, each made whole or not at all.

To test the condition of a change, its log rows are inserted unless rows with their keys exist: the
database returns the rows that it inserted. Changes that share a key go into different rounds, one
after another (:func:`bot.store.changes.rounds`), so changes of one round never wait for each other.
"""

from collections.abc import Collection, Sequence
from typing import Any, Final

from msgspec.structs import asdict
from sqlalchemy import Double, Text, bindparam, delete, func, literal_column, select, update
from sqlalchemy.sql.elements import ClauseElement

from bot.messages import AnyReply, MatchId
from bot.store.answers_and_calls import line_of, read_reply, text_of_reply
from bot.store.changes import (
    Changes,
    Committed,
    Lost,
    Mark,
    Outcome,
    Repeated,
    Short,
    rounds,
    transfers_of,
)
from bot.store.notices import Notice, NoticeState
from bot.store.queries.commitment_register import lock_register, write_register
from bot.store.queries.daily_hands import answered_meanwhile, write_results
from bot.store.statements import tables
from bot.store.statements.preparing import Statement, Values, insert, insert_new, is_given, lock_of
from bot.store.transaction import Rows, Work, ask, tell
from bot.store.writing.matches import append, is_answered, packed_meanwhile, write_matches
from bot.store.writing.merging import locked, merge
from bot.store.writing.moving_chips import move, who_is_short
from bot.store.writing.sums import add_up
from bot.store.writing.surfaces import see_there, shown_late, write_owners, write_surfaces
from bot.store.writing.tidying import erase, tidy

Request = tuple[str, str]
"""A person and a request."""


def write(changes: Sequence[Changes]) -> Work[list[Outcome]]:
    """Writes a batch. Returns the outcome of each change, in the order of the changes."""
    outcomes: list[Outcome] = [Lost()] * len(changes)
    yield from _lock_requests(changes)
    last = yield from lock_register(changes)
    changes = yield from locked(changes)
    for turn in rounds(changes):
        made = yield from _write_round([changes[index] for index in turn])
        won = [
            changes[i]
            for i, outcome in zip(turn, made, strict=True)
            if isinstance(outcome, Committed)
        ]
        last = yield from write_register([part for c in won for part in c.matches], last)
        for index, outcome in zip(turn, made, strict=True):
            outcomes[index] = outcome
    written = (c for c, o in zip(changes, outcomes, strict=True) if isinstance(o, Committed))
    yield from add_up([part.results for c in written for part in c.matches if part.results])
    for index, change in enumerate(changes):
        if change.tidy is not None:
            outcomes[index] = yield from tidy(change.tidy)
        if change.merge is not None and isinstance(outcomes[index], Committed):
            yield from merge(change.merge)
        if change.erase is not None:
            outcomes[index] = yield from erase(change.erase)
    yield from _note_lived(changes, outcomes)
    return outcomes


_LOCK_REQUEST: Final = lock_of("request")


def _lock_requests(changes: Sequence[Changes]) -> Work[None]:
    """Locks the requests that are answered. A request has its answer in the log or in the table of
    answers, so without it two processes could both write one. This comes before everything else and
    in sorted order, so that two processes never wait for each other."""
    names = {repr(request) for change in changes if (request := _request(change)) is not None}
    yield from tell(_LOCK_REQUEST, [{"request": name} for name in sorted(names)])


def _living() -> ClauseElement:
    """The statement that stores a moment of lived time, unless a later one is stored."""
    columns = tables.clock.c
    given = insert(tables.clock).values(
        id=1, moment=bindparam("moment", type_=Double), ahead=bindparam("ahead", type_=Double)
    )
    later = {"moment": given.excluded.moment, "ahead": given.excluded.ahead}
    made: ClauseElement = given.on_conflict_do_update(
        index_elements=[columns.id], set_=later, where=columns.moment < given.excluded.moment
    )
    return made


_LIVE: Final = Statement(_living())


def _note_lived(changes: Sequence[Changes], outcomes: Sequence[Outcome]) -> Work[None]:
    """Stores the newest change's moment of lived time, last: all batches share this row."""
    written = [
        change.lived
        for change, outcome in zip(changes, outcomes, strict=True)
        if change.lived is not None and isinstance(outcome, Committed)
    ]
    if written:
        newest = max(written, key=lambda lived: lived.moment)
        yield from tell(_LIVE, [asdict(newest)])


def _write_round(changes: Sequence[Changes]) -> Work[list[Outcome]]:
    lost = yield from _mark(changes)
    lost |= yield from see_there(changes)
    lost |= yield from shown_late(changes)
    lost |= yield from packed_meanwhile(changes)
    lost |= yield from answered_meanwhile(changes)
    repeated = yield from _answer([c for i, c in enumerate(changes) if i not in lost])
    first = [i for i, c in enumerate(changes) if i not in lost and _request(c) not in repeated]
    appended, beaten = yield from append([changes[i] for i in first])
    late = [changes[i] for i in first if _is_beaten(changes[i], beaten)]
    # If a step has two rows, the second row, with the answer, may be new although the first is not.
    yield from _take_steps_back(late, appended)
    repeated.update((yield from _first_answers([_request(change) for change in late])))
    # A process that was too late for a step does not hear of missing chips: another step has staked
    # them.
    in_time = {i: changes[i] for i in first if not _is_beaten(changes[i], beaten)}
    short = yield from who_is_short(in_time)
    outcomes: list[Outcome] = []
    winners: list[Changes] = []
    for index, change in enumerate(changes):
        if (reply := repeated.get(_request(change))) is not None:
            outcomes.append(Repeated(reply))
        elif index in short:
            outcomes.append(Short(short[index]))
        elif index in lost or _is_beaten(change, beaten):
            outcomes.append(Lost())
        else:
            outcomes.append(Committed())
            winners.append(change)
    losers = [c for c, o in zip(changes, outcomes, strict=True) if not isinstance(o, Committed)]
    yield from _take_steps_back([c for c in losers if not _is_beaten(c, beaten)], appended)
    yield from _take_answers_back(losers, repeated)
    yield from write_matches([part for change in winners for part in change.matches])
    yield from write_results([part for change in winners for part in change.matches])
    yield from write_surfaces(winners)
    yield from write_owners(winners)
    yield from move([transfer for change in winners for transfer in transfers_of(change)])
    return outcomes


def _is_beaten(change: Changes, beaten: set[MatchId]) -> bool:
    """Whether another process took a step of one of the change's matches first."""
    return any(part.row.info.match in beaten for part in change.matches)


# --- conditions ------------------------------------------------------------------------------


_MARK_NOTICE: Final = Statement(  # ``now``: the notice's new state
    update(tables.notices)
    .where(is_given(tables.notices.c.id), tables.notices.c.state == NoticeState.WAITING.value)
    .values(state=bindparam("now", type_=Text))
    .returning(tables.notices.c.id)
)


def _marking_call() -> Statement:
    """The statement that takes a call (``line``) out of its log row. It returns the match and the
    line of each call that was there."""
    line, columns = bindparam("line", type_=Text), tables.log.c
    others = func.replace(columns.calls, line, literal_column("''"))
    return Statement(
        update(tables.log)
        .where(is_given(columns.match), is_given(columns.number), columns.calls != others)
        .values(calls=others)
        .returning(columns.match, line.label("line"))
    )


_MARK_CALL: Final = _marking_call()


def _mark(changes: Sequence[Changes]) -> Work[set[int]]:
    """Marks notices. Returns the indexes of the changes whose notice no longer waits."""
    marks = {i: change.mark for i, change in enumerate(changes) if change.mark is not None}
    if not marks:
        return set()
    assert all(changes[i] == Changes(mark=mark) for i, mark in marks.items())
    rows = [
        {"id": mark.notice, "now": mark.state.value} for mark in marks.values() if not mark.call
    ]
    taken = yield from _taken(_MARK_NOTICE, rows, "id")
    calls = [_call_values(mark.call) for mark in marks.values() if mark.call is not None]
    taken |= yield from _taken(_MARK_CALL, calls, "match", "line")
    return {i for i, mark in marks.items() if _key(mark) not in taken}


def _call_values(call: Notice) -> Values:
    return {"match": call.match, "number": call.number, "line": line_of(call)}


def _key(mark: Mark) -> tuple[str, ...]:
    return (mark.notice,) if mark.call is None else (mark.call.match, line_of(mark.call))


def _taken(statement: Statement, rows: Sequence[Values], *names: str) -> Work[set[tuple[Any, ...]]]:
    """The rows among these that the statement has found, by the values with these names."""
    if not rows:
        return set()
    foreseen: Rows = [tuple(row[name] for name in names) for row in rows]
    return set((yield from ask(statement, *rows, foreseen=foreseen)))


_NEW_ANSWER: Final = insert_new(tables.answers, unless=(is_answered(tables.log),))
_FIRST_ANSWER: Final = Statement(
    select(tables.answers.c.reply, literal_column("''").label("match"))
    .where(is_given(tables.answers.c.person), is_given(tables.answers.c.request))
    .union_all(
        select(tables.log.c.reply, tables.log.c.match).where(
            is_given(tables.log.c.person), is_given(tables.log.c.request)
        )
    )
)


def _answer(changes: Sequence[Changes]) -> Work[dict[Request | None, AnyReply]]:
    """Stores answers of changes without a step. Returns first answers of repeated requests."""
    rows = {
        (answer.person, answer.request): {
            "person": answer.person,
            "request": answer.request,
            "reply": text_of_reply(answer),
            "at": answer.at,
        }
        for answer in (change.answer for change in changes if not change.matches)
        if answer is not None
    }
    if not rows:
        return {}
    new = yield from ask(_NEW_ANSWER, *rows.values(), foreseen=list(rows))
    kept = {(row[0], row[1]) for row in new}
    return (yield from _first_answers([key for key in rows if key not in kept]))


def _first_answers(requests: Sequence[Request | None]) -> Work[dict[Request | None, AnyReply]]:
    """The first answers to these requests, by request; a request without an answer is left out."""
    found: dict[Request | None, AnyReply] = {}
    for key in requests:
        if key is not None:
            for row in (yield from ask(_FIRST_ANSWER, {"person": key[0], "request": key[1]})):
                found[key] = read_reply(*row)
    return found


_NO_ANSWER: Final = Statement(
    delete(tables.answers).where(
        is_given(tables.answers.c.person), is_given(tables.answers.c.request)
    )
)
_NO_LOG_ROW: Final = Statement(
    delete(tables.log).where(is_given(tables.log.c.match), is_given(tables.log.c.number))
)


def _take_answers_back(
    losers: Sequence[Changes], answered: Collection[Request | None]
) -> Work[None]:
    """Deletes the answers that were inserted for changes that lost for another reason.
    ``answered``: requests whose answer stays."""
    requests = [_request(change) for change in losers if not change.matches]
    yield from tell(
        _NO_ANSWER,
        [
            {"person": key[0], "request": key[1]}
            for key in requests
            if key is not None and key not in answered
        ],
    )


def _take_steps_back(losers: Sequence[Changes], appended: set[tuple[Any, ...]]) -> Work[None]:
    """Deletes the log rows that were inserted for changes that lost for another reason."""
    rows = {(row.match, row.number) for c in losers for part in c.matches for row in part.log}
    yield from tell(
        _NO_LOG_ROW, [{"match": match, "number": number} for match, number in rows & appended]
    )


def _request(change: Changes) -> Request | None:
    return None if change.answer is None else (change.answer.person, change.answer.request)

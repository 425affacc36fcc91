"""The store's one write: a batch of changes, each made whole or not at all.

The condition of a change is tested by inserting its log rows under their key unless they are there:
the database says which were inserted. Changes that share a key go into rounds one after another
(:func:`bot.store.changes.rounds`), so within a round nobody waits for anybody.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import asdict

from bot.messages import AnyReply, MatchId
from bot.model import ENDED
from bot.store.changes import (
    Changes,
    Committed,
    Lost,
    MatchChange,
    Outcome,
    Repeated,
    Short,
    SurfaceSeen,
    rounds,
    transfers_of,
)
from bot.store.model import Notice
from bot.store.queries.commitment_register import lock_register, write_register
from bot.store.queries.daily_hands import answered_meanwhile, write_results
from bot.store.queries.match_queries import read_reply, record_of
from bot.store.records import text_of
from bot.store.seals import seal_of_match
from bot.store.statements import Statements
from bot.store.statements.match_statements import LONG_AGO
from bot.store.statements.preparing import Values
from bot.store.transaction import Work, ask, tell
from bot.store.writing.merging import locked, merge
from bot.store.writing.moving_chips import move, who_is_short
from bot.store.writing.sums import add_up
from bot.store.writing.tidying import erase, tidy

Request = tuple[str, str]
"""A person and a request."""


def write(use: Statements, changes: Sequence[Changes]) -> Work[list[Outcome]]:
    """Writes a batch; what became of each change, in their order."""
    outcomes: list[Outcome] = [Lost()] * len(changes)
    last = yield from lock_register(use, changes)
    changes = yield from locked(use, changes)
    for turn in rounds(changes):
        made = yield from _write_round(use, [changes[index] for index in turn])
        won = [
            changes[i]
            for i, outcome in zip(turn, made, strict=True)
            if isinstance(outcome, Committed)
        ]
        last = yield from write_register(use, [part for c in won for part in c.matches], last)
        for index, outcome in zip(turn, made, strict=True):
            outcomes[index] = outcome
    written = (c for c, o in zip(changes, outcomes, strict=True) if isinstance(o, Committed))
    yield from add_up(use, [part.results for c in written for part in c.matches if part.results])
    for index, change in enumerate(changes):
        if change.tidy is not None:
            outcomes[index] = yield from tidy(use, change.tidy)
        if change.merge is not None and isinstance(outcomes[index], Committed):
            yield from merge(use, change.merge)
        if change.erase is not None:
            outcomes[index] = yield from erase(use, change.erase)
    yield from _note_lived(use, changes, outcomes)
    return outcomes


def is_one_statement(changes: Sequence[Changes]) -> bool:
    """Whether these are written with one statement: nothing but marks of different notices."""
    marks = {change.mark.notice for change in changes if change.mark is not None}
    return len(marks) == len(changes)


def _note_lived(
    use: Statements, changes: Sequence[Changes], outcomes: Sequence[Outcome]
) -> Work[None]:
    """The moment of the newest change. Last of all: it is the one row that all batches share."""
    written = [
        change.lived
        for change, outcome in zip(changes, outcomes, strict=True)
        if change.lived is not None and isinstance(outcome, Committed)
    ]
    if written:
        newest = max(written, key=lambda lived: lived.moment)
        yield from tell(use.live, [asdict(newest)])


def _write_round(use: Statements, changes: Sequence[Changes]) -> Work[list[Outcome]]:
    lost = yield from _mark(use, changes)
    lost |= yield from _see_there(use, changes)
    lost |= yield from _shown_late(use, changes)
    lost |= yield from _packed_meanwhile(use, changes)
    lost |= yield from answered_meanwhile(use, changes)
    repeated = yield from _answer(use, [c for i, c in enumerate(changes) if i not in lost])
    first = [i for i, c in enumerate(changes) if i not in lost and _request(c) not in repeated]
    appended, beaten = yield from _append(use, [changes[i] for i in first])
    # A process that was too late for a step is not told of missing chips: others have staked them.
    in_time = {i: changes[i] for i in first if not _is_beaten(changes[i], beaten)}
    short = yield from who_is_short(use, in_time)
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
    losers = [c for c, o in zip(changes, outcomes, strict=True) if isinstance(o, Lost | Short)]
    yield from _take_back(use, losers, appended)
    yield from _write_matches(use, [part for change in winners for part in change.matches])
    yield from write_results(use, [part for change in winners for part in change.matches])
    yield from _write_surfaces(use, winners)
    yield from _write_owners(use, winners)
    yield from move(use, [transfer for change in winners for transfer in transfers_of(change)])
    return outcomes


def _is_beaten(change: Changes, beaten: set[MatchId]) -> bool:
    """Whether somebody else took a step of one of its matches first."""
    return any(part.row.info.match in beaten for part in change.matches)


# --- conditions ------------------------------------------------------------------------------


def _mark(use: Statements, changes: Sequence[Changes]) -> Work[set[int]]:
    """Takes notices; the indexes of the changes whose notice waits no longer."""
    marks = {i: change.mark for i, change in enumerate(changes) if change.mark is not None}
    if not marks:
        return set()
    assert all(changes[i] == Changes(mark=mark) for i, mark in marks.items())
    rows = [{"id": mark.notice, "now": mark.state.value} for mark in marks.values()]
    taken = {row[0] for row in (yield from ask(use.mark_notice, *rows))}
    return {i for i, mark in marks.items() if mark.notice not in taken}


def _see_there(use: Statements, changes: Sequence[Changes]) -> Work[set[int]]:
    """Notes what became of surfaces that are where they were; the indexes of the changes whose
    surface is elsewhere by now."""
    seen = {
        i: surface
        for i, change in enumerate(changes)
        for surface in change.seen
        if surface.read is not None
    }
    if not seen:
        return set()
    assert all(changes[i] == Changes(seen=(surface,)) for i, surface in seen.items())
    rows = [_seen_values(surface) for surface in seen.values()]
    there = {row[0] for row in (yield from ask(use.see_there, *rows))}
    return {i for i, surface in seen.items() if surface.surface not in there}


def _shown_late(use: Statements, changes: Sequence[Changes]) -> Work[set[int]]:
    """The indexes of the changes with a surface that wants less than its match's newest version.

    The match's row is locked: a step of another process waits for this, and then finds the new
    surface."""
    lost = set()
    for index, change in enumerate(changes):
        for surface in change.surfaces:
            found = yield from ask(use.version_locked, {"match": surface.match})
            if found and found[0][0] > surface.wanted:
                lost.add(index)
    return lost


def _packed_meanwhile(use: Statements, changes: Sequence[Changes]) -> Work[set[int]]:
    """The indexes of the changes that write a log anew which was packed after it was read.

    The process that packs a match has locked one of its rows, so it comes first, or leaves the
    match out."""
    lost = set()
    for index, change in enumerate(changes):
        for part in change.matches:
            if part.rewritten is not None:
                match = {"match": part.row.info.match}
                yield from ask(use.not_finished, match)
                record = yield from record_of(use, part.row.info.match)
                if (0 if record is None else record.number) != part.rewritten.packed:
                    lost.add(index)
    return lost


def _answer(use: Statements, changes: Sequence[Changes]) -> Work[dict[Request | None, AnyReply]]:
    """Keeps the answers; the first ones of the requests that had one already."""
    rows = {
        (answer.person, answer.request): {
            "person": answer.person,
            "request": answer.request,
            "reply": msgspec.json.encode(answer.reply).decode(),
            "at": answer.at,
        }
        for answer in (change.answer for change in changes)
        if answer is not None
    }
    if not rows:
        return {}
    kept = {(row[0], row[1]) for row in (yield from ask(use.new_answer, *rows.values()))}
    repeated: dict[Request | None, AnyReply] = {}
    for key in rows:
        if key not in kept:
            found = yield from ask(use.answer_of, {"person": key[0], "request": key[1]})
            repeated[key] = read_reply(found[0][0])
    return repeated


def _append(
    use: Statements, changes: Sequence[Changes]
) -> Work[tuple[set[tuple[Any, ...]], set[MatchId]]]:
    """Appends log rows; the keys of the new ones, the matches whose rows were there already."""
    rows = {
        (row.match, row.number): asdict(row)
        for change in changes
        for part in change.matches
        for row in part.log
    }
    if not rows:
        return set(), set()
    kept = {(row[0], row[1]) for row in (yield from ask(use.new_log_row, *rows.values()))}
    return kept, {match for match, _ in rows.keys() - kept}


def _take_back(
    use: Statements, losers: Sequence[Changes], appended: set[tuple[Any, ...]]
) -> Work[None]:
    """What was inserted for a change that lost on another count."""
    answers = [change.answer for change in losers if change.answer is not None]
    yield from tell(
        use.no_answer, [{"person": answer.person, "request": answer.request} for answer in answers]
    )
    rows = {(row.match, row.number) for c in losers for part in c.matches for row in part.log}
    yield from tell(
        use.no_log_row,
        [{"match": match, "number": number} for match, number in rows & appended],
    )


# --- rows ------------------------------------------------------------------------------------


def _write_matches(use: Statements, parts: Sequence[MatchChange]) -> Work[None]:
    yield from _rewrite_logs(use, parts)
    yield from tell(use.match, [_match_values(part) for part in parts])
    seated = [part for part in parts if part.sitting is not None]
    yield from tell(use.no_sitting, [{"match": part.row.info.match} for part in seated])
    yield from tell(
        use.sitting,
        [
            {"match": part.row.info.match, "person": person}
            for part in seated
            for person in sorted(set(part.sitting or ()))
        ],
    )
    yield from tell(
        use.finish,
        [
            {"match": part.row.info.match, "at": part.log[-1].at}
            for part in parts
            if part.row.info.status in ENDED
        ],
    )
    yield from tell(use.no_deadlines, [{"match": part.row.info.match} for part in parts])
    yield from tell(use.deadline, [asdict(row) for part in parts for row in part.deadlines])
    yield from tell(use.new_notice, [_notice_values(row) for part in parts for row in part.notices])
    yield from tell(
        use.want,
        [{"match": part.row.info.match, "version": part.row.info.version} for part in parts],
    )


def _rewrite_logs(use: Statements, parts: Sequence[MatchChange]) -> Work[None]:
    for part in parts:
        anew = part.rewritten
        if anew is not None:
            until = {"match": part.row.info.match, "number": part.log[0].number - 1}
            yield from tell(use.no_log_until, [until])
            yield from tell(use.log_row, [asdict(row) for row in anew.log])
            yield from tell(use.record, [] if anew.record is None else [asdict(anew.record)])


def _write_surfaces(use: Statements, changes: Sequence[Changes]) -> Work[None]:
    yield from tell(use.surface, [asdict(row) for change in changes for row in change.surfaces])
    yield from tell(
        use.no_surface, [{"id": surface} for change in changes for surface in change.forgotten]
    )
    yield from tell(
        use.see,
        [_seen_values(seen) for change in changes for seen in change.seen if seen.read is None],
    )
    yield from tell(
        use.doubt, [{"surface": surface} for change in changes for surface in change.doubted]
    )


def _write_owners(use: Statements, changes: Sequence[Changes]) -> Work[None]:
    """Languages and settings of people and communities."""
    preferences = [row for change in changes for row in change.preferences]
    yield from tell(use.preference, [asdict(row) for row in preferences])
    yield from tell(use.redraw, [{"owner": row.owner} for row in preferences])
    rows = {(row.owner, row.name): row for change in changes for row in change.settings}
    yield from tell(use.setting, [asdict(row) for row in rows.values() if row.value])
    yield from tell(
        use.no_setting,
        [{"owner": owner, "name": name} for (owner, name), row in rows.items() if not row.value],
    )


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
    # In the table's order, as they are read again.
    return {**values, "seal": seal_of_match(tuple(values.values()), part.deadlines)}


def _notice_values(notice: Notice) -> Values:
    return {**asdict(notice), "state": notice.state.value}


def _seen_values(seen: SurfaceSeen) -> Values:
    return {
        "surface": seen.surface,
        "now": seen.shown,
        "read": LONG_AGO if seen.read is None else seen.read.shown,
        "there": "" if seen.read is None else seen.read.address,
        "look": seen.digest,
        "moved": seen.address,
        "gone": seen.lost,
    }


def _request(change: Changes) -> Request | None:
    return None if change.answer is None else (change.answer.person, change.answer.request)

"""What is old is cleared away, a small step at a time, so that nobody waits for it.

Finished matches are packed and lose their surfaces; first answers, notices, and the sums of weeks
and months are deleted. Two processes may do it at once: a match that one of them has in hand the
other leaves out.
"""

from msgspec.structs import asdict

from bot.messages import MatchId
from bot.store.changes import Tidied, Tidy
from bot.store.errors import DamagedMatch
from bot.store.reading import load, whole_log
from bot.store.records import packed
from bot.store.seals import seal_of_match
from bot.store.standings import ended
from bot.store.statements import Statements
from bot.store.work import Work, ask, tell


def tidy(use: Statements, step: Tidy) -> Work[Tidied]:
    """One step; what became of it."""
    values = {"before": step.before, "most": step.most}
    notices = yield from ask(use.forget_notices, values)
    gone = [notices, (yield from ask(use.forget_answers, values))]
    for first, end in ended(step.before):
        period = {"first": first, "end": end, "most": step.most}
        gone.append((yield from ask(use.forget_standings, period)))
    gone.append((yield from ask(use.forget_surfaces, values)))
    surfaces = list(gone[-1])
    matches = {"before": step.before, "most": step.matches}
    over = [row[0] for row in (yield from ask(use.finished, matches))]
    done: list[MatchId] = []
    for match in over:
        if (yield from _pack(use, match)):
            done.append(match)
            surfaces += yield from ask(use.no_surfaces_of, {"match": match})
    old: list[MatchId] = []
    if step.records_before is not None:
        matches = {"before": step.records_before, "most": step.matches}
        old = [row[0] for row in (yield from ask(use.old_records, matches))]
        for match in old:
            surfaces += yield from ask(use.no_surfaces_of, {"match": match})
        rows = [{"match": match} for match in old]
        for statement in (use.no_record, use.no_finished, use.no_log, use.no_sitting, use.no_match):
            yield from tell(statement, rows)
    more = any(len(rows) >= step.most for rows in gone)
    more = more or max(len(over), len(old)) >= step.matches
    return Tidied(
        tuple(done),
        tuple(old),
        tuple(row[0] for row in surfaces),
        tuple((id, match) for id, match in notices),
        more,
    )


def _pack(use: Statements, match: MatchId) -> Work[bool]:
    """Packs a match, unless what is stored of it is damaged: then it stays as it is."""
    yield from tell(use.no_finished, [{"match": match}])
    try:
        stored = yield from load(use, match)
        log = yield from whole_log(use, match)
    except DamagedMatch:
        return False
    made = packed(stored.row, log, stored.packed) if stored is not None else None
    if stored is None or made is None:
        return False
    yield from tell(use.record, [asdict(made)])
    yield from tell(use.no_log_until, [{"match": match, "number": made.number}])
    ((*values, _),) = yield from ask(use.whole_match, {"match": match})
    values[-3:] = [None] * 3  # the snapshot
    seal = seal_of_match(values, stored.deadlines)
    yield from tell(use.is_packed, [{"match": match, "version": made.number, "now": seal}])
    return True

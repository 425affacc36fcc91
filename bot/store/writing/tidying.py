"""What is old is cleared away, and what somebody wants to have erased.

What is old goes a small step at a time, so that nobody waits for it. Finished matches are packed
and lose their surfaces; first answers, notices, the sums of weeks and the meetings of earlier days
are deleted. Two processes may do it at once: a match that one of them has in hand the other leaves
out.
"""

from collections.abc import Sequence

from msgspec.structs import asdict, replace

from bot.messages import MatchId
from bot.store.changes import Erase, Tidied, Tidy
from bot.store.errors import DamagedMatch
from bot.store.queries.daily_hands import LASTS
from bot.store.queries.match_queries import load, whole_log
from bot.store.records import packed, text_of
from bot.store.results.standings import day, ended
from bot.store.seals import seal_of_match
from bot.store.statements import Statements
from bot.store.transaction import Rows, Work, ask, tell
from bot.store.writing.moving_chips import give_back, without
from bot.store.writing.sums import add_up_everywhere


def tidy(use: Statements, step: Tidy) -> Work[Tidied]:
    """One step; what became of it."""
    values = {"before": step.before, "most": step.most}
    notices = yield from ask(use.forget_notices, values)
    gone = [notices, (yield from ask(use.forget_answers, values))]
    for first, end in ended(step.before):
        period = {"first": first, "end": end, "most": step.most}
        gone.append((yield from ask(use.forget_standings, period)))
    gone.append((yield from ask(use.forget_meetings, values | {"day": day(step.before)})))
    gone.append(
        (yield from ask(use.forget_daily_answers, values | {"before": step.before - LASTS}))
    )
    if step.records_before is not None:
        old_days = values | {"before": step.records_before}
        gone.append((yield from ask(use.forget_daily_results, old_days)))
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
        yield from _delete(use, old)
    more = any(len(rows) >= step.most for rows in gone)
    more = more or max(len(over), len(old)) >= step.matches
    return Tidied(
        tuple(done),
        tuple(old),
        tuple(row[0] for row in surfaces),
        tuple((id, match) for id, match in notices),
        more=more,
    )


def _delete(use: Statements, matches: Sequence[MatchId]) -> Work[None]:
    """What is left of matches without surfaces and deadlines."""
    rows = [{"match": match} for match in matches]
    for statement in (
        use.no_record,
        use.no_finished,
        use.no_log,
        use.no_sitting,
        use.no_secret,
        use.no_match,
    ):
        yield from tell(statement, rows)


def erase(use: Statements, step: Erase) -> Work[Tidied]:
    """See :class:`bot.store.changes.Erase`; what became of it."""
    surfaces: Rows = []
    notices: Rows = []
    for match in step.matches:
        surfaces += yield from ask(use.no_surfaces_of, {"match": match})
        notices += yield from ask(use.notices_of_none, {"match": match})
        yield from give_back(use, match)
        yield from tell(use.no_deadlines, [{"match": match}])
    yield from _delete(use, step.matches)
    owners = set(step.owners)
    for owner in step.owners:
        values = {"owner": owner, "before": step.answers_before}
        surfaces += yield from ask(use.surfaces_none, values)
        notices += yield from ask(use.notices_none, values)
        played_there = [row[0] for row in (yield from ask(use.people_with_results, values))]
        for statement in (
            use.answers_none,
            use.preferences_none,
            use.settings_none,
            use.results_none,
            use.standings_none,
            use.ratings_none,
            use.no_statistics,
            use.no_badges,
            use.purses_none,
            use.nameless_rated,
            use.meetings_none,
            use.daily_results_none,
            use.daily_results_nowhere,
        ):
            yield from tell(statement, [values])
        yield from without(use, owner)
        for person in played_there:
            yield from add_up_everywhere(use, person)
            yield from tell(use.purse_without_results, [{"owner": person}])
    for name in step.settings:
        owners.update(row[0] for row in (yield from ask(use.settings_none_named, {"name": name})))
    return Tidied(
        deleted=step.matches,
        surfaces=tuple(row[0] for row in surfaces),
        notices=tuple((id, match) for id, match in notices),
        owners=tuple(sorted(owners)),
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
    if stored.row.signs:
        values[-4] = text_of(replace(stored.row, signs=()))
    seal = seal_of_match(values, stored.deadlines)
    now = {"match": match, "version": made.number, "now": seal, "text": values[-4]}
    yield from tell(use.is_packed, [now])
    return True

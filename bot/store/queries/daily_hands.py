"""Hands of the day: what people have made of them, and what robots have done there first.

A result is written in the transaction that ends its match; a robot's answer in the one that takes
its step, on the condition that nobody has answered in that position yet.
"""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import asdict

from bot.messages import CommunityId, MatchId, PersonId
from bot.store.changes import Changes, MatchChange
from bot.store.model import DailyResult
from bot.store.people.linking import Merge
from bot.store.statements import Statements
from bot.store.transaction import Work, ask, tell

LASTS: Final = 2 * 86_400.0
"""A robot's answer is needed for so many seconds at most: until its day is over."""


def answered_meanwhile(use: Statements, changes: Sequence[Changes]) -> Work[set[int]]:
    """Keeps the robots' answers; the indexes of the changes with one where somebody else has
    answered before. An answer that is kept for a change which is not made stays: it is what a robot
    does there."""
    rows = {
        (answer.sealed, answer.position): (index, answer)
        for index, change in enumerate(changes)
        for part in change.matches
        for answer in part.answers
    }
    if not rows:
        return set()
    # In order, so that two processes never wait for each other.
    values = [asdict(rows[key][1]) for key in sorted(rows)]
    new = {(row[0], row[1]) for row in (yield from ask(use.new_daily_answer, *values))}
    return {index for key, (index, _) in rows.items() if key not in new}


def write_results(use: Statements, parts: Sequence[MatchChange]) -> Work[None]:
    """Keeps what people have made of their hands of the day, one for each day and person."""
    rows = [asdict(part.daily) for part in parts if part.daily is not None]
    if rows:
        yield from ask(use.new_daily_result, *rows)


def merge_results(use: Statements, step: Merge) -> Work[None]:
    """What two people have made of hands of the day becomes one person's. Of a day that both have
    played the person's own stays."""
    values = {"owner": step.before, "now": step.person}
    yield from tell(use.daily_results_twice, [values])
    yield from tell(use.daily_results_become, [values])


def answers(use: Statements, sealed: MatchId) -> Work[dict[str, str]]:
    """What robots have done on a day, by position."""
    return dict((yield from ask(use.daily_answers, {"sealed": sealed})))


def results(use: Statements, sealed: MatchId) -> Work[tuple[DailyResult, ...]]:
    """What everybody has made of a day, the most points first."""
    found = yield from ask(use.daily_results, {"sealed": sealed})
    return tuple(DailyResult(*row) for row in found)


def results_in(
    use: Statements, sealed: MatchId, community: CommunityId
) -> Work[tuple[DailyResult, ...]]:
    """The same, of those who began it in this community."""
    found = yield from ask(use.daily_results_in, {"sealed": sealed, "owner": community})
    return tuple(DailyResult(*row) for row in found)


def communities(use: Statements, sealed: MatchId) -> Work[tuple[CommunityId, ...]]:
    """The communities in which somebody began it, in the order of their ids."""
    found = yield from ask(use.daily_communities, {"sealed": sealed})
    return tuple(sorted(row[0] for row in found))


def counts(use: Statements, sealed: MatchId) -> Work[dict[int, int]]:
    """How many people have made how many points of a day, by points."""
    return dict((yield from ask(use.daily_counts, {"sealed": sealed})))


def results_of(use: Statements, person: PersonId) -> Work[tuple[DailyResult, ...]]:
    """What a person has made of all days, the newest first."""
    found = yield from ask(use.daily_results_of, {"owner": person})
    return tuple(DailyResult(*row) for row in found)

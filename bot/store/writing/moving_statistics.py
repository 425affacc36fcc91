"""Updates statistics and badges in the transaction that stores the results."""

from collections.abc import Collection, Sequence
from typing import Final

from msgspec.structs import asdict
from sqlalchemy import Text, bindparam, delete

from bot.messages import PersonId
from bot.store.model import NUMBERS
from bot.store.queries.profile_queries import statistics_of
from bot.store.queries.result_queries import all_results_of
from bot.store.results.model import Badge, MatchResult, Statistics
from bot.store.results.standings import moment
from bot.store.results.statistics import counted, earned_by, of_result
from bot.store.statements import tables
from bot.store.statements.preparing import Statement, adding_to, insert, names_of
from bot.store.transaction import Work, tell


def add_statistics(results: Sequence[MatchResult], late: Collection[PersonId]) -> Work[None]:
    """Adds results to the statistics of their people, and gives the badges that they bring. The
    sums of the standings are already locked, so of two processes one waits there for the other.
    ``late``: people who already had a newer result; all of theirs are counted again."""
    for person in sorted({result.person for result in results}):
        if person in late:
            yield from count_anew(person)
        else:
            theirs = sorted((result for result in results if result.person == person), key=moment)
            yield from _add(person, theirs)


_ADD_TO_STATISTICS: Final = adding_to(tables.statistics, "matches", *NUMBERS)
_NEW_BADGE: Final = Statement(
    insert(tables.badges).on_conflict_do_nothing(), names_of(tables.badges)
)


def _add(person: PersonId, results: Sequence[MatchResult]) -> Work[None]:
    sums = {game_sum.variant: game_sum for game_sum in (yield from statistics_of(person))}
    found: dict[str, Badge] = {}
    added: list[Statistics] = []
    for result in results:
        one = of_result(result)
        added += [] if one is None else [one]
        sums, brought = earned_by(result, sums)
        for badge in sorted(brought):
            found.setdefault(badge, Badge(person, badge, result.match, result.at))
    yield from tell(_ADD_TO_STATISTICS, [asdict(game_sum) for game_sum in added])
    yield from tell(_NEW_BADGE, [asdict(badge) for badge in found.values()])


NO_STATISTICS, NO_BADGES = (
    Statement(delete(table).where(table.c.person == bindparam("owner", type_=Text)))
    for table in (tables.statistics, tables.badges)
)


def count_anew(person: PersonId) -> Work[None]:
    """Counts all results of a person again, because some were deleted or came late."""
    sums, badges = counted((yield from all_results_of(person)))
    yield from tell(NO_STATISTICS, [{"owner": person}])
    yield from tell(NO_BADGES, [{"owner": person}])
    yield from tell(_ADD_TO_STATISTICS, [asdict(game_sum) for game_sum in sums])
    yield from tell(_NEW_BADGE, [asdict(badge) for badge in badges])

"""Updates statistics and badges in the transaction that stores the results."""

from collections.abc import Collection, Sequence

from msgspec.structs import asdict

from bot.messages import PersonId
from bot.store.model import Badge, MatchResult, Statistics
from bot.store.queries.people_queries import all_results_of, statistics_of
from bot.store.results.standings import moment
from bot.store.results.statistics import counted, earned_by, of_result
from bot.store.statements import Statements
from bot.store.transaction import Work, tell


def add_statistics(
    use: Statements, results: Sequence[MatchResult], late: Collection[PersonId]
) -> Work[None]:
    """Adds results to the statistics of their people, and gives the badges that they bring. The
    sums of the standings are already locked, so of two processes one waits there for the other.

    ``late``: people who already had a newer result; all results of such a person are counted
    again."""
    for person in sorted({result.person for result in results}):
        if person in late:
            yield from count_anew(use, person)
        else:
            theirs = sorted((result for result in results if result.person == person), key=moment)
            yield from _add(use, person, theirs)


def _add(use: Statements, person: PersonId, results: Sequence[MatchResult]) -> Work[None]:
    sums = {game_sum.variant: game_sum for game_sum in (yield from statistics_of(use, person))}
    found: dict[str, Badge] = {}
    added: list[Statistics] = []
    for result in results:
        one = of_result(result)
        added += [] if one is None else [one]
        sums, brought = earned_by(result, sums)
        for badge in sorted(brought):
            found.setdefault(badge, Badge(person, badge, result.match, result.at))
    yield from tell(use.add_to_statistics, [asdict(game_sum) for game_sum in added])
    yield from tell(use.new_badge, [asdict(badge) for badge in found.values()])


def count_anew(use: Statements, person: PersonId) -> Work[None]:
    """Counts all results of a person again, because some were deleted or came late."""
    sums, badges = counted((yield from all_results_of(use, person)))
    yield from tell(use.no_statistics, [{"owner": person}])
    yield from tell(use.no_badges, [{"owner": person}])
    yield from tell(use.add_to_statistics, [asdict(game_sum) for game_sum in sums])
    yield from tell(use.new_badge, [asdict(badge) for badge in badges])

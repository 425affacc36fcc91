"""The list of all listeners, except adapters. Adapters listen when they are built."""

from bot.daily.parts import DayParts
from bot.happenings import (
    DeadlinesSet,
    Happenings,
    LanguageChanged,
    MatchChanged,
    OldDataCleared,
    PersonLinked,
    PostDue,
    ScreensOutdated,
    SurfaceLost,
    UserParted,
    UsersParting,
)
from bot.match.running_matches import RunningMatches
from bot.service.clock import Clock
from bot.service.erasures import Erasures
from bot.service.seat_owners import SeatOwners
from bot.showing.parts import ShowingParts
from bot.store.processes import News, Processes


def listen(
    happenings: Happenings,
    day: DayParts,
    showing: ShowingParts,
    seat_owners: SeatOwners,
    erasures: Erasures,
    clock: Clock,
) -> None:
    """Registers these parts for the happenings of this process."""
    happenings.listen(LanguageChanged, showing.updater.language_changed)
    happenings.listen(MatchChanged, showing.updater.match_changed)
    happenings.listen(ScreensOutdated, showing.surfaces.show_anew)
    happenings.listen(PostDue, showing.posts.post)
    happenings.listen(DeadlinesSet, clock.deadlines_set)
    happenings.listen(OldDataCleared, erasures.old_data_cleared)
    happenings.listen(PersonLinked, showing.windows.person_linked)
    happenings.listen(PersonLinked, seat_owners.move)
    happenings.listen(UsersParting, day.days.part)
    happenings.listen(UserParted, seat_owners.show_anew)
    happenings.listen(SurfaceLost, seat_owners.let_onlooker_go)


def listen_to_others(
    processes: Processes, running: RunningMatches, showing: ShowingParts, clock: Clock
) -> None:
    """Registers these parts for the news of other processes."""

    def hear(news: News) -> None:
        for match, version in news.changed.items():
            running.forget_older(match, version)
        showing.windows.hear(news)
        showing.updater.hear(news)
        if news.everything:
            clock.wake()

    processes.listen(hear)

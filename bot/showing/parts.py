"""The group for showing: screens and films, the parts that keep them up to date, and posts."""

from dataclasses import dataclass

from bot.community.parts import PeopleParts
from bot.daily.parts import DayParts
from bot.film.films import Films
from bot.match.parts import PlayParts
from bot.showing.announcements import Announcements
from bot.showing.commitments import Commitments
from bot.showing.invitations import Invitations
from bot.showing.match_screens import MatchScreens
from bot.showing.open_windows import OpenWindows
from bot.showing.platforms import Platforms
from bot.showing.posts import Posts
from bot.showing.surface_registry import SurfaceRegistry
from bot.showing.surface_updater import SurfaceUpdater
from bot.teaching.analyses import Analyses
from bot.teaching.habits import HabitReader
from bot.teaching.task_queue import TaskQueue


@dataclass(frozen=True, slots=True)
class ShowingParts:
    """The parts that show matches to people."""

    platforms: Platforms
    windows: OpenWindows
    films: Films
    tasks: TaskQueue
    analyses: Analyses
    habits: HabitReader
    screens: MatchScreens
    updater: SurfaceUpdater
    surfaces: SurfaceRegistry
    commitments: Commitments
    posts: Posts
    invitations: Invitations
    announcements: Announcements


def build_showing(
    play: PlayParts, people: PeopleParts, day: DayParts, platforms: Platforms
) -> ShowingParts:
    """Builds the group from those of play, people and the day."""
    store, running, languages, users = play.store, play.running, people.languages, people.users
    films = Films(play.matches, people.settings, users)
    tasks = TaskQueue(play.under_way.are_any)
    windows = OpenWindows(play.time, store.processes)
    screens = MatchScreens(play, people, day.standings, films, platforms, windows)
    updater = SurfaceUpdater(
        store, play.time, screens, users, platforms, play.happenings, play.observer
    )
    surfaces = SurfaceRegistry(store, play.time, updater)
    commitments = Commitments(store, running, languages, platforms)
    return ShowingParts(
        platforms=platforms,
        windows=windows,
        films=films,
        tasks=tasks,
        analyses=Analyses(store, play.matches, users, tasks),
        habits=HabitReader(store, play.matches, users, tasks),
        screens=screens,
        updater=updater,
        surfaces=surfaces,
        commitments=commitments,
        posts=Posts(play, people, day, platforms, commitments),
        invitations=Invitations(
            people.admission, users, screens, platforms, people.calls, play.time
        ),
        announcements=Announcements(
            people.settings, surfaces, platforms, people.calls, play.queues
        ),
    )

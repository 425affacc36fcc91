"""The parts of the service that adapters call, by the names under which they call them."""

from typing import Final

from bot.community.parts import PeopleParts
from bot.daily.parts import DayParts
from bot.match.parts import PlayParts
from bot.showing.parts import ShowingParts


class Parts:
    """The parts of all groups, in one place."""

    def __init__(
        self, play: PlayParts, people: PeopleParts, day: DayParts, showing: ShowingParts
    ) -> None:
        self.store: Final = play.store
        self.config: Final = play.config
        self.time: Final = play.time
        self.observer: Final = play.observer
        self.happenings: Final = play.happenings
        self.matches: Final = play.matches
        self.tournaments: Final = play.tournaments
        self.proofs: Final = play.proofs

        self.languages: Final = people.languages
        self.settings: Final = people.settings
        self.admission: Final = people.admission
        self.scoreboards: Final = people.scoreboards
        self.champions: Final = people.champions
        self.purses: Final = people.purses
        self.profiles: Final = people.profiles
        self.erasure_notes: Final = people.erasure_notes
        self.users: Final = people.users
        self.bars: Final = people.bars
        self.looking_on: Final = people.looking_on
        self.named_people: Final = people.named_people
        self.puzzles: Final = people.puzzles
        self.own_data: Final = people.own_data
        self.taken_starts: Final = people.taken_starts
        self.holidays: Final = people.holidays
        self.quick_queue: Final = people.quick_queue
        self.push_subscriptions: Final = people.push_subscriptions
        self.foreign_robots: Final = people.foreign_robots
        self.robot_ladder: Final = people.robot_ladder

        self.daily_standings: Final = day.standings
        self.days: Final = day.days

        self.platforms: Final = showing.platforms
        self.windows: Final = showing.windows
        self.films: Final = showing.films
        self.analyses: Final = showing.analyses
        self.habits: Final = showing.habits
        self.screens: Final = showing.screens
        self.updater: Final = showing.updater
        self.surfaces: Final = showing.surfaces
        self.invitations: Final = showing.invitations
        self.announcements: Final = showing.announcements

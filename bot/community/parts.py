"""The group of parts about people: identities, settings, results, and admission to tables."""

from dataclasses import dataclass

from bot.community.admission import Admission
from bot.community.bars import Bars
from bot.community.calls import Calls
from bot.community.champions import Champions
from bot.community.erasure_notes import ErasureNotes
from bot.community.foreign_robots import ForeignRobots
from bot.community.holidays import HolidayBook
from bot.community.languages import Languages
from bot.community.league_teams import LeagueTeams
from bot.community.linked_users import LinkedUsers
from bot.community.looking_on import LookingOn
from bot.community.named_people import NamedPeople
from bot.community.own_data import OwnData
from bot.community.partners import Partners
from bot.community.profiles import Profiles
from bot.community.purses import Purses
from bot.community.push_subscriptions import PushSubscriptions
from bot.community.puzzles import Puzzles
from bot.community.quick_queue import QuickQueue
from bot.community.robot_ladder import RobotLadder
from bot.community.saved_settings import SavedSettings
from bot.community.scoreboard import Scoreboards
from bot.community.taken_starts import TakenStarts
from bot.match.parts import PlayParts


@dataclass(frozen=True, slots=True)
class PeopleParts:
    """The parts that keep the data of people and communities."""

    languages: Languages
    settings: SavedSettings
    admission: Admission
    scoreboards: Scoreboards
    champions: Champions
    purses: Purses
    profiles: Profiles
    erasure_notes: ErasureNotes
    users: LinkedUsers
    bars: Bars
    calls: Calls
    looking_on: LookingOn
    named_people: NamedPeople
    partners: Partners
    puzzles: Puzzles
    own_data: OwnData
    taken_starts: TakenStarts
    holidays: HolidayBook
    quick_queue: QuickQueue
    league_teams: LeagueTeams
    push_subscriptions: PushSubscriptions
    foreign_robots: ForeignRobots
    robot_ladder: RobotLadder


def build_people(play: PlayParts) -> PeopleParts:
    """Builds this group, which stands on the group of play."""
    store, time, config, queues = play.store, play.time, play.config, play.queues
    languages = Languages(store, config.default_locale, play.happenings)
    settings = SavedSettings(store, languages, config)
    admission = Admission(store, play.chance)
    scoreboards = Scoreboards(store)
    erasure_notes = ErasureNotes(store, time, config)
    users = LinkedUsers(store, queues, time, play.chance, erasure_notes, play.happenings)
    bars = Bars(store, users, time, config)
    robots = ForeignRobots(store, users, config)
    return PeopleParts(
        languages=languages,
        settings=settings,
        admission=admission,
        scoreboards=scoreboards,
        champions=Champions(store, scoreboards),
        purses=Purses(store, time),
        profiles=Profiles(store, settings),
        erasure_notes=erasure_notes,
        users=users,
        bars=bars,
        calls=Calls(time, config),
        looking_on=LookingOn(store, play.matches, users),
        named_people=NamedPeople(admission, users),
        partners=Partners(admission, users, bars),
        puzzles=Puzzles(store, queues, time),
        own_data=OwnData(store, play.matches, users, bars, queues, time),
        taken_starts=TakenStarts(store, time),
        holidays=HolidayBook(settings, queues, time),
        quick_queue=QuickQueue(store, users, time),
        league_teams=LeagueTeams(store, users),
        push_subscriptions=PushSubscriptions(store, users, time),
        foreign_robots=robots,
        robot_ladder=RobotLadder(store, robots),
    )

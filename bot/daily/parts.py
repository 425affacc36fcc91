"""The group of the hand of the day."""

from dataclasses import dataclass

from bot.community.parts import People
from bot.daily.boards import DayBoards
from bot.daily.days import Days, Places
from bot.daily.standings import DailyStandings
from bot.handling.parts import Handling
from bot.match.parts import Play


@dataclass(frozen=True, slots=True)
class Day:
    """What concerns hands of the day."""

    standings: DailyStandings
    boards: DayBoards
    days: Days


def build_day(play: Play, people: People, handling: Handling, places: Places) -> Day:
    """The group over those of play, people and handling."""
    standings = DailyStandings(play.store, play.running, play.time)
    return Day(
        standings=standings,
        boards=DayBoards(play.store, people.users, people.bars, standings, people.erasure_notes),
        days=Days(play, people, handling, standings, places),
    )

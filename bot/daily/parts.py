"""The group of the hand of the day."""

from dataclasses import dataclass

from bot.community.parts import PeopleParts
from bot.daily.boards import DayBoards
from bot.daily.days import Days, Places
from bot.daily.standings import DailyStandings
from bot.handling.parts import HandlingParts
from bot.match.parts import PlayParts


@dataclass(frozen=True, slots=True)
class DayParts:
    """The parts that concern hands of the day."""

    standings: DailyStandings
    boards: DayBoards
    days: Days


def build_day(
    play: PlayParts, people: PeopleParts, handling: HandlingParts, places: Places
) -> DayParts:
    """Builds the group from those of play, people and handling."""
    standings = DailyStandings(play)
    return DayParts(
        standings=standings,
        boards=DayBoards(play.store, people.users, people.bars, standings, people.erasure_notes),
        days=Days(play, people, handling, standings, places),
    )

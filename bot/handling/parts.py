"""The group that decides commands: it finds the match of a command, and stores the result."""

from dataclasses import dataclass

from bot.community.parts import PeopleParts
from bot.handling.afterwards import Afterwards
from bot.handling.commits import Commits
from bot.handling.hand_overs import HandOvers
from bot.handling.own_commands import OwnCommands
from bot.handling.rounds import Rounds
from bot.handling.seating import MatchFinder
from bot.handling.steps import Steps
from bot.match.parts import PlayParts
from bot.messages import Leave


@dataclass(frozen=True, slots=True)
class HandlingParts:
    """The parts that decide commands and store the results."""

    hand_overs: HandOvers
    finder: MatchFinder
    afterwards: Afterwards
    own_commands: OwnCommands
    rounds: Rounds


def build_handling(play: PlayParts, people: PeopleParts) -> HandlingParts:
    """Builds the group from those of play and people."""
    commits = Commits(play, people)
    hand_overs = HandOvers(play.running, play.tournaments, people.users, commits)
    finder = MatchFinder(play, people, commits, hand_overs)
    afterwards = Afterwards(play.tournaments, people.looking_on, finder)
    leaving = Steps[Leave](
        before=(hand_overs.in_name_of_person,),
        after=(afterwards.at_tables, afterwards.looks_no_longer),
    )
    rounds = Rounds(play, finder)
    return HandlingParts(
        hand_overs=hand_overs,
        finder=finder,
        afterwards=afterwards,
        own_commands=OwnCommands(play.under_way, finder, leaving, rounds),
        rounds=rounds,
    )

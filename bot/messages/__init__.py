"""The messages of the service: commands go in, replies come out. Also the ids that they use.

Adapters, clocks and robots all send the same frozen commands to :meth:`bot.service.Service.handle`;
replies are values. This package contains no sentence.

Each module has the messages of one subject. This is the face of the package: others import all of
them from here. As in :mod:`bot.model`, each name is written once, where it is defined."""

from bot.messages.command import *  # noqa: F403
from bot.messages.daily import *  # noqa: F403
from bot.messages.daily import DailyCommand
from bot.messages.ids import *  # noqa: F403
from bot.messages.league import *  # noqa: F403
from bot.messages.league import LeagueCommand
from bot.messages.opening import *  # noqa: F403
from bot.messages.opening import OpeningCommand
from bot.messages.playing import *  # noqa: F403
from bot.messages.playing import PlayingCommand
from bot.messages.replies import *  # noqa: F403
from bot.messages.seats import *  # noqa: F403
from bot.messages.seats import SeatsCommand
from bot.messages.starting import *  # noqa: F403
from bot.messages.starting import StartingCommand
from bot.messages.talking import *  # noqa: F403
from bot.messages.talking import TalkingCommand

AnyCommand = (
    OpeningCommand
    | DailyCommand
    | LeagueCommand
    | SeatsCommand
    | StartingCommand
    | PlayingCommand
    | TalkingCommand
)

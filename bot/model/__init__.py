"""A table without its game: its people, its terms, and the state of its match.

Each module has one subject. This is the face of the package: others import all of it from here.
Each name is written once, where it is defined. The type checker hands on only what a module itself
defines: for what these modules import (``from bot.model import Struct``) it reports an error."""

from bot.model.kinds import *  # noqa: F403
from bot.model.match_info import *  # noqa: F403
from bot.model.own_signs import *  # noqa: F403
from bot.model.people import *  # noqa: F403
from bot.model.ranking import *  # noqa: F403
from bot.model.seats import *  # noqa: F403
from bot.model.status import *  # noqa: F403

"""Commands that open a table or a tournament."""

from msgspec import Struct

from bot.messages.command import Command, MatchCommand
from bot.messages.ids import CommunityId, PersonId, PlaceId, UserId


class StartTime(Struct, frozen=True, gc=False):
    """The moment at which a tournament is to begin."""

    minutes: int
    """Minutes from now; with ``clock``, minutes after midnight UTC."""
    clock: bool = False
    """``minutes`` is a time of day in UTC; the tournament begins when it next comes."""


class OpenTable(Command, frozen=True):
    """``/jugar``: a new lobby in a place. The person has the first seat and is the host."""

    community: CommunityId
    place: PlaceId
    name: str
    """The person's shown name."""
    variant: str = "argentino"
    players: int = 2
    options: tuple[tuple[str, str], ...] = ()
    """Options of the game's rules and of the table (:mod:`bot.table_options`) by name; options that
    are not here have their usual values."""
    turn_seconds: int | None = None
    as_last: bool = False
    """The options are those of the person's last table here; the person has not typed them."""
    challenged: str = ""
    """``/desafiar``: the name of the person who is challenged; a seat is kept for them."""
    called: UserId = ""
    """The challenged person's user, if the platform names them; empty: found by ``challenged``."""
    kept: tuple[tuple[PersonId, str], ...] = ()
    """The challenged person with their name, after the service has found them."""
    met: tuple[int, int] = (0, 0)
    """How many matches the two have won against one another. The service fills this in."""
    format: str = ""
    """``/torneo``: the format of a tournament of matches on these terms. Empty: a table."""
    minutes: int = 60
    """How long an arena lasts."""
    robots: bool = False
    """Robots fill the missing places when the tournament begins."""
    days: int = 7
    """How long a round of a league lasts."""
    start: StartTime | None = None
    """The moment at which the tournament begins by itself; ``None``: its host starts it."""
    lesson: bool = False
    """``/aprender``: a guided match against one robot."""
    rests: float = 0.0
    """Until when the clock rests, as in :attr:`bot.model.Seat.rests`. The service fills this in."""


class OpenQuick(Command, frozen=True):
    """A match of people who waited in the queue; robots have the other seats. The service itself
    sends it (:mod:`bot.service.quick_matches`)."""

    people: tuple[tuple[PersonId, str], ...]
    """The people from the first seat on, with their shown names. None of them waits afterwards."""
    variant: str
    players: int = 2
    strength: int = 0
    """As in :class:`Start`."""


class Rematch(MatchCommand, frozen=True):
    """The same people play again at a new table with the same terms."""

    without: tuple[PersonId, ...] = ()
    """People who may not sit there any more. The service fills this in."""
    adds_chance: bool = False
    """The person's browser adds its chance to the deal. The page starts the table then, if nobody
    else has to agree."""


OpeningCommand = OpenTable | OpenQuick | Rematch

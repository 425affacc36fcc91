"""The seats of a table, and what the people there say and vote."""

from msgspec import Struct

from bot.messages import PersonId
from bot.model.people import NOBODY


class Seat(Struct, frozen=True, gc=False, omit_defaults=True):
    """One seat at a table."""

    seat: int
    person: PersonId = NOBODY
    """The person in this seat; ``NOBODY`` for a robot's seat and for a free one."""
    name: str = ""
    """The name that is shown: the person's or the robot's; empty when the seat is free."""
    robot: bool = False
    """The seat is a robot's own."""
    away: bool = False
    """A robot plays for the person until they come back."""
    left: bool = False
    """The person left on purpose (``away`` is then true as well)."""
    missed: int = 0
    """How many turns in a row the person has let pass."""
    bank_used: float = 0.0
    """Seconds of the bank that the person has used in this hand."""
    since: int = 0
    """The match's version when this person sat down. The lowest number has been here longest."""
    gone: int = 0
    """The match's version when this person last went away."""
    late: int = 0
    """At a slow table: for how many turns of this match the person's time has run out."""
    rests: float = 0.0
    """Until when the person's clock rests at this slow table, in UTC seconds since the epoch; 0:
    they have taken no holidays since they sat down."""
    lent: bool = False
    """A robot plays for the person until the hand is over, because it was claimed from them
    (``away`` is then true as well)."""
    foreign: PersonId = ""
    """The id of the robot from outside that plays here (``robot`` is then true); empty: none
    (:mod:`bot.community.foreign_robots`). While it is ``away``, one of our own plays for it."""
    owner: str = ""
    """The name of the person who brought the robot from outside."""

    @property
    def free(self) -> bool:
        """Nobody sits here."""
        return not self.person and not self.robot

    @property
    def present(self) -> bool:
        """A person has this seat and plays in person."""
        return bool(self.person) and not self.away

    @property
    def played_by_robot(self) -> bool:
        """A robot acts for this seat: it is the robot's own, or the person is away."""
        return self.robot or self.away


class Onlooker(Struct, frozen=True, gc=False):
    """A person without a seat who looks on at a table."""

    person: PersonId
    name: str


class TablePhrase(Struct, frozen=True, gc=False):
    """A phrase that a person has said at the table."""

    seat: int
    """The seat of that person; -1: an onlooker has said it."""
    phrase: str
    """The id of the phrase."""
    at: float
    """UTC seconds since the epoch."""
    onlooker: PersonId = NOBODY
    """The onlooker who said it, if ``seat`` is -1."""


class Vote(Struct, frozen=True, gc=False):
    """The people of a running match vote on whether an absent person is removed."""

    seat: int
    """The seat of the absent person."""
    agreed: tuple[int, ...]
    """The seats whose people have said yes. The person who proposed it comes first."""

"""Commands about the people and robots at a table."""

from bot.messages.command import MatchCommand
from bot.messages.ids import PersonId, UserId


class Join(MatchCommand, frozen=True):
    """``/unirse``: takes a free seat of a lobby. ``team``: A or B; empty: any. ``seat``: -1: the
    first free one. A person who already has a seat moves, and may change seats with a robot."""

    name: str
    team: str = ""
    seat: int = -1
    invitation: str = ""
    """The code of an invitation. The code says which table is meant, so ``match`` is empty."""
    late: bool = False
    """The person wants to sign up even if the tournament has begun."""
    partner: str = ""
    """The name of a partner whom the person wants in a tournament of pairs or trios."""
    called: UserId = ""
    """The partner's user, if the platform names them; empty: the partner is found by name."""
    chosen: tuple[PersonId, str] | None = None
    """The partner with their name, after the service has found them."""
    accepts: bool = False
    """The person accepts everybody who has chosen them as a partner."""
    from_tournament: bool = False
    """The person goes to the table of their match. If they sit there, it is shown to them."""
    rests: float = 0.0
    """Until when the clock rests, as in :attr:`bot.model.Seat.rests`. The service fills this in."""


class Decline(MatchCommand, frozen=True):
    """A person for whom a seat is kept does not want it."""


class LookOn(MatchCommand, frozen=True):
    """``/mirar`` with a table: the person looks on there without a seat."""

    name: str
    """The person's shown name."""


class Leave(MatchCommand, frozen=True):
    """``/salir``: leaves the lobby, the match (a robot takes the seat over), or the looking on."""

    early: bool = False
    """The person wants to leave a tournament only before it begins."""


class Return(MatchCommand, frozen=True):
    """The person comes back to the seat that a robot keeps for them."""


class HandOver(MatchCommand, frozen=True):
    """Two people become one person: everything that ``person`` has at this table belongs to ``to``
    from now on. If both sit in the same lobby, one of the two seats becomes free."""

    to: PersonId


class AddRobot(MatchCommand, frozen=True):
    """The host puts a robot into a free seat (``seat`` -1: the next free one)."""

    seat: int = -1
    foreign: PersonId = ""
    """The robot from outside that shall sit there; empty: one of our own."""
    name: str = ""
    """The name of the robot. The service fills this in."""
    owner: str = ""
    """The name of the person who brought it. The service fills this in."""


class RemoveRobot(MatchCommand, frozen=True):
    """The host sends the robot of this seat away (``seat`` -1: the last one)."""

    seat: int = -1


class Remove(MatchCommand, frozen=True):
    """``/sacar``: in a lobby the host takes a person's seat away. In a match a person proposes to
    remove an absent one, or agrees. ``agree=False``: they vote against it."""

    seat: int = -1
    """The seat of the person to remove. -1: that of the running vote, else the only absent one."""
    agree: bool = True


class CloseTable(MatchCommand, frozen=True):
    """``/cerrar``: an administrator of the table's community closes the table; a running match then
    counts for nobody. ``/torneo accion:cancelar``: an administrator or its host cancels it."""

    as_host: bool = False
    """The person is no administrator; only a host's own lobby or tournament is closed. Otherwise
    the sender has checked that the person is one."""


SeatsCommand = (
    Join
    | Decline
    | LookOn
    | Leave
    | Return
    | HandOver
    | AddRobot
    | RemoveRobot
    | Remove
    | CloseTable
)

"""The queue of people who want to play with another person now, over all communities of this host.

A place in the queue is a setting of the person, so it outlives the process, and every process sees
it. The queue brings two people together at a table, or four in two teams, if they

- want the same game, or some of them any;
- wait in the same pool: everybody's, or that of a community whose administrators keep to it;
- are rated at most 150 points from the person among them who has waited longest. For every ten
  seconds of that wait 150 points more are allowed, and after a minute any difference.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from secrets import token_hex
from typing import Final

from msgspec import Struct
from msgspec.json import Decoder
from msgspec.structs import replace

from bot.common.lived_time import Time
from bot.community.community_rules import rules_of
from bot.community.linked_users import LinkedUsers
from bot.community.table_defaults import FIRST_GAME
from bot.messages import CommunityId, PersonId
from bot.store import Store
from bot.store.json_settings import JsonSetting
from bot.store.model import Setting

QUICK: Final = "quick"
"""The setting of a person who waits."""
LONGEST: Final = 600.0
"""The most seconds that a person waits. After so long without a press they are hardly there."""
WAITS: Final = (60, 30, 120, 300, 0)
"""Seconds after which a robot may take a person's place, the usual choice first; 0: never."""
PLAYERS: Final = (2, 4)
"""The possible numbers of players at a table of the queue; every game has such tables."""
_APART: Final = 150
"""Points between two ratings."""
_STEP: Final = 10.0
_ANYBODY: Final = 60.0
_AVOIDED: Final = "avoided "


class Wish(Struct, frozen=True):
    """The wishes of a person in the queue. The fields are those of :class:`Ticket`."""

    variant: str = ""
    fill: int = WAITS[0]
    players: int = PLAYERS[0]
    usual: str = FIRST_GAME


USUAL: Final = Wish()


class Ticket(Struct, frozen=True, omit_defaults=True):
    """A person who waits."""

    person: PersonId
    name: str
    """The person's name, as shown."""
    at: float
    """The moment since which the person waits, in UTC seconds since the epoch."""
    asked_in: CommunityId
    variant: str = ""
    """The game; empty: any."""
    pool: CommunityId = ""
    """The community among whose people they wait; empty: all communities."""
    fill: int = WAITS[0]
    """Seconds after which a robot may take the place of another person; 0: never."""
    players: int = PLAYERS[0]
    """The number of players at the table: two, or four in two teams."""
    usual: str = FIRST_GAME
    """The game that is played if everybody takes any: the one of this person's language."""
    mark: str = ""
    """A mark that tells this wait from every other wait of the same person."""

    def fills(self, now: float) -> bool:
        """Whether a robot takes the place of another person now."""
        return bool(self.fill) and now >= self.at + self.fill

    def wants(self, other: "Ticket") -> bool:
        """Whether the two may want the same game, in the same pool."""
        same_game = not self.variant or not other.variant or self.variant == other.variant
        same_table = same_game and self.players == other.players
        return same_table and self.pool == other.pool and self.person != other.person


_TICKET: Final = JsonSetting(QUICK, Decoder(Ticket))


class QueueState(Struct, frozen=True):
    """The state of the queue for one person."""

    ticket: Ticket | None
    """``None``: the person does not wait."""
    others: int
    """The number of other waiting people with whom the person could play now or later."""


def game_of(*tickets: Ticket) -> str:
    """The game that these people play."""
    wanted = (ticket.variant for ticket in tickets if ticket.variant)
    return next(wanted, tickets[0].usual)


def width(waited: float) -> float:
    """The most points by which two ratings may differ after so many seconds."""
    return math.inf if waited >= _ANYBODY else _APART * (1 + waited // _STEP)


def candidates(
    ticket: Ticket, others: Iterable[Ticket], ratings: Mapping[PersonId, int], now: float
) -> list[Ticket]:
    """The possible opponents of this person: the nearest in strength first; of equally near ones,
    the person who has waited longest. ``ratings``: the ratings of all these people."""

    def apart(other: Ticket) -> int:
        return abs(ratings[ticket.person] - ratings[other.person])

    fitting = [
        other
        for other in others
        if ticket.wants(other) and apart(other) <= width(now - min(ticket.at, other.at))
    ]
    return sorted(fitting, key=lambda other: (apart(other), other.at, other.person))


class QuickQueue:
    """The queue, as it is stored."""

    def __init__(self, store: Store, users: LinkedUsers, time: Time) -> None:
        self._store = store
        self._users = users
        self._time = time

    async def waiting(self) -> Sequence[Ticket]:
        """Everybody who waits, the longest first."""
        kept = await self._store.read(_TICKET.of_all)
        found = [replace(ticket, person=owner) for owner, ticket in kept.items()]
        return sorted(found, key=lambda ticket: (ticket.at, ticket.person))

    async def ticket_of(self, person: PersonId) -> Ticket | None:
        """The ticket of this person; ``None``: they do not wait."""
        return _TICKET.read(await self._store.settings_of(person))

    async def put(
        self, person: PersonId, name: str, community: CommunityId, wish: Wish = USUAL
    ) -> None:
        """Puts this person in the queue. If they wait already, only their wishes change."""
        before = await self.ticket_of(person)
        rules = rules_of(await self._store.settings_of(community))
        ticket = Ticket(
            person=person,
            name=name,
            at=self._time.utc() if before is None else before.at,
            mark=token_hex(4) if before is None else before.mark,
            asked_in=community,
            variant=wish.variant,
            pool=community if rules.quick_alone else "",
            fill=wish.fill,
            players=wish.players,
            usual=wish.usual,
        )
        await self._store.save(_TICKET.row(person, ticket))

    async def drop(self, person: PersonId) -> None:
        """Takes this person out of the queue."""
        await self._store.save(gone(person))

    async def is_stale(self, ticket: Ticket) -> bool:
        """Whether nobody should wait for this person any more: they have waited too long, or are a
        user of another person by now."""
        too_long = self._time.utc() >= ticket.at + LONGEST
        return too_long or await self._users.person_of(ticket.person) != ticket.person

    async def avoids(self, person: PersonId) -> dict[PersonId, str]:
        """The people with whom the queue never brings this person together, with their names."""
        kept = await self._store.settings_of(person)
        return {
            name.removeprefix(_AVOIDED): value
            for name, value in kept.items()
            if name.startswith(_AVOIDED)
        }

    async def avoid(self, person: PersonId, other: PersonId, name: str) -> None:
        """Notes that the queue never brings these two together. An empty name takes this back."""
        await self._store.save(Setting(person, avoided(other), name))


def gone(person: PersonId) -> Setting:
    """The setting of a person who waits no longer."""
    return _TICKET.row(person, None)


def avoided(person: PersonId) -> str:
    """The name of other people's settings that are about this person."""
    return f"{_AVOIDED}{person}"

"""What has happened, as values, and who is told of it.

A part that has done something publishes a value. It does not know who listens, gets no answer, and
is right if nobody does. Whoever stands above it listens; all who do are in one list
(:mod:`bot.service.listeners`).

Publishing is awaited: it returns when every listener is done. They are told one after another, in
the order in which they began to listen. What one of them raises, the publisher raises; the others
are then told nothing.
"""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from msgspec import Struct

from bot.messages import CommunityId, MatchId, PersonId, UserId
from bot.store.model import Surface
from bot.store.notices import Notice


class Happening(Struct, frozen=True):
    """Base of all happenings."""


class LanguageChanged(Happening, frozen=True):
    """A person, or a community, has chosen a language. Stored already."""

    owner: PersonId | CommunityId


class MatchChanged(Happening, frozen=True):
    """A match, or what is called out about it, is stored in a newer state."""

    match: MatchId


class DeadlinesSet(Happening, frozen=True):
    """A match is stored that waits for moments. One of them may be the earliest of all."""

    match: MatchId


class ClockSet(Happening, frozen=True):
    """The moments that these matches show are wrong, and it is time to show the right ones: the
    wall clock was set, or the bot was down and the time of the tables has rested."""

    matches: frozenset[MatchId]


class OldDataCleared(Happening, frozen=True):
    """What is old was cleared away, as it is every hour: the moment for other work of that kind."""


class PersonLinked(Happening, frozen=True):
    """Two people are one person from now on. Stored already, under the lease for linking."""

    before: PersonId
    person: PersonId
    """Everything of ``before`` is this person's."""


class UsersParting(Happening, frozen=True):
    """One of these users, who are one person, is about to become a person of its own. Not stored
    yet: what must happen while they are still together happens now."""

    users: tuple[UserId, ...]


class UserParted(Happening, frozen=True):
    """This person has lost a user. Stored already, under the lease for linking."""

    person: PersonId


class UserErased(Happening, frozen=True):
    """Everything about this user is erased: whoever remembers them in memory forgets them."""

    user: UserId


class ActedInWindow(Happening, frozen=True):
    """This person has just done something on the page in a window of their chat platform: they
    look, and need not be called."""

    person: PersonId


class ChatTakesOver(Happening, frozen=True):
    """This person looks at this table in no window any more: what they see of it is in their
    chats. Told by the process that had the window."""

    match: MatchId
    person: PersonId


class PersonCalled(Happening, frozen=True):
    """A notice goes to its user now, on whatever platform. Stored already."""

    notice: Notice
    """With the user in the place of the person."""


class SurfaceLost(Happening, frozen=True):
    """Nothing can be shown on this surface any more. Stored already; told in its turn."""

    surface: Surface


class PostDue(Happening, frozen=True):
    """Something is to be posted for everybody in a place. If a listener raises, the notice comes
    again after a pause."""

    notice: Notice


H = TypeVar("H", bound=Happening)
Listener = Callable[[H], Awaitable[None]]


class Happenings:
    """Tells those who listen what has happened."""

    def __init__(self) -> None:
        self._listeners: dict[type[Happening], list[Listener[Any]]] = {}

    def listen(self, kind: type[H], listener: Listener[H]) -> None:
        """From now on ``listener`` is told of each happening of this kind."""
        self._listeners.setdefault(kind, []).append(listener)

    async def publish(self, happening: Happening) -> None:
        """Tells everybody who listens, and returns when they are done."""
        for listener in self._listeners.get(type(happening), ()):
            await listener(happening)

"""Happenings, as values, and the listeners that are told of them.

A part that has done something publishes a value. It does not know its listeners, gets no answer,
and is correct without any listener. Listeners belong to layers above it; all of them are in one
list (:mod:`bot.service.listeners`).

Publishing is awaited: it returns when every listener is done. Listeners are told one after another,
in the order in which they began to listen. An error of a listener is raised to the publisher; the
listeners after it are then told nothing."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from msgspec import Struct

from bot.messages import CommunityId, MatchId, PersonId, UserId
from bot.store.model import Surface
from bot.store.notices import Notice


class Happening(Struct, frozen=True):
    """Base of all happenings."""


class LanguageChanged(Happening, frozen=True):
    """A person, or a community, has chosen a language. It is stored already."""

    owner: PersonId | CommunityId


class MatchChanged(Happening, frozen=True):
    """A newer state of a match, or of its notices, is stored."""

    match: MatchId


class DeadlinesSet(Happening, frozen=True):
    """A match is stored that waits for deadlines. One of them may be the earliest of all."""

    match: MatchId


class ScreensOutdated(Happening, frozen=True):
    """What these matches show is not true any more, though no step was taken: the wall clock was
    set, the bot was down and the time of the tables has rested, or nobody else plays their deals
    any more."""

    matches: frozenset[MatchId]


class OldDataCleared(Happening, frozen=True):
    """Old data were cleared away, as they are every hour. Other hourly work is done now too."""


class PersonLinked(Happening, frozen=True):
    """Two people are one person from now on. It is stored already, under the lease for linking."""

    before: PersonId
    person: PersonId
    """All data of ``before`` belong to this person now."""


class UsersParting(Happening, frozen=True):
    """One of these users of one person is about to become a person of its own. It is not stored
    yet, so that listeners can act while the users still belong together."""

    users: tuple[UserId, ...]


class UserParted(Happening, frozen=True):
    """This person has lost a user. It is stored already, under the lease for linking."""

    person: PersonId


class UserErased(Happening, frozen=True):
    """All data about this user are erased. Listeners forget what they remember of the user."""

    user: UserId


class ActedInWindow(Happening, frozen=True):
    """This person has just done something on the page in a window of their chat platform. So they
    are looking, and need not be called."""

    person: PersonId


class ChatTakesOver(Happening, frozen=True):
    """This person no longer looks at this table in any window, so their chats show it again. It is
    published by the process that had the window."""

    match: MatchId
    person: PersonId


class PersonCalled(Happening, frozen=True):
    """A notice is now sent to its user, on any platform. It is stored already."""

    notice: Notice
    """The notice, with the user in the place of the person."""


class SurfaceLost(Happening, frozen=True):
    """Nothing can be shown on this surface any more. Stored, and published in its turn."""

    surface: Surface


class PostDue(Happening, frozen=True):
    """A post for everybody in a place is due. If a listener raises, it comes again later."""

    notice: Notice


H = TypeVar("H", bound=Happening)
Listener = Callable[[H], Awaitable[None]]


class Happenings:
    """Tells listeners of happenings."""

    def __init__(self) -> None:
        self._listeners: dict[type[Happening], list[Listener[Any]]] = {}

    def listen(self, kind: type[H], listener: Listener[H]) -> None:
        """Registers a listener for each happening of this kind."""
        self._listeners.setdefault(kind, []).append(listener)

    async def publish(self, happening: Happening) -> None:
        """Tells all listeners, and returns when they are done."""
        for listener in self._listeners.get(type(happening), ()):
            await listener(happening)

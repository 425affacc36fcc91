"""Every chat command once, as data, and what a typed one means.

Adapters register their platform's commands from :data:`COMMANDS`; what a person then types or
chooses comes back as a :class:`Typed` and :func:`interpret` turns it into something to do: a
command for the service, a screen to show, a question, or a kind refusal. :func:`parse` reads typed
text (``/carta 7o``, or just ``quiero``) and :func:`complete` suggests how it may go on.
"""

from enum import StrEnum
from typing import Final

from msgspec import Struct

from bot.messages import AnyCommand, CommunityId, MatchId, PersonId, PlaceId
from bot.screens.types import Question
from engine.view import SeatView


class Kind(StrEnum):
    """What an option of a command takes."""

    CHOICE = "choice"
    NUMBER = "number"
    CARD = "card"
    """One of my cards (autocomplete)."""
    SEAT = "seat"
    """Somebody at the table (autocomplete)."""
    FLAG = "flag"
    TEXT = "text"


class Names(Struct, frozen=True):
    """A name in each language; all of them are understood everywhere."""

    es: str
    pt_BR: str
    en: str

    def of(self, locale: str) -> str:
        """The name in this language."""
        return str(getattr(self, locale))

    def all(self) -> tuple[str, ...]:
        """Every name once."""
        return tuple(dict.fromkeys((self.es, self.pt_BR, self.en)))


class Choice(Struct, frozen=True):
    """A fixed value of an option."""

    value: str
    names: Names
    """What may be typed."""
    label: str
    """Message id of what is shown."""


class Option(Struct, frozen=True):
    """An option of a command. All are optional."""

    id: str
    names: Names
    description: str
    """Message id."""
    kind: Kind
    choices: tuple[Choice, ...] = ()
    low: int = 0
    high: int = 0


class CommandSpec(Struct, frozen=True):
    """A command as people see it."""

    id: str
    """The default language's name: ``jugar``."""
    names: Names
    description: str
    """Message id."""
    options: tuple[Option, ...] = ()
    in_match: bool = True
    """It speaks of a table; the others (``marcador``, ``ayuda``) work anywhere."""


COMMANDS: Final[tuple[CommandSpec, ...]] = ()


class Typed(Struct, frozen=True):
    """A command as somebody typed or chose it."""

    command: str
    """The command's id."""
    values: tuple[tuple[str, str], ...] = ()
    """Option ids with what was given; a flag is ``on``."""


class Asker(Struct, frozen=True, kw_only=True):
    """Who typed it, where, and what they see."""

    request: str
    person: PersonId
    name: str
    community: CommunityId
    place: PlaceId
    locale: str
    match: MatchId = ""
    """The table it is about; empty: there is none here."""
    view: SeatView | None = None
    """What the person sees of the running match: their seat's view, or the public's."""
    seats: tuple[str, ...] = ()
    """The names at the table by seat."""


class Send(Struct, frozen=True):
    """Hand this to the service."""

    command: AnyCommand
    then: tuple[AnyCommand, ...] = ()
    """Once it is accepted, these too, in order (``match`` empty: the reply's match)."""


class Show(Struct, frozen=True):
    """Nothing is changed: show something, to this person (the table: to everybody)."""

    what: str
    """``table``, ``hand``, ``options``, ``scoreboard``, ``rules``, ``help``, ``record``,
    ``language``."""
    values: tuple[tuple[str, str], ...] = ()


class Pick(Struct, frozen=True):
    """Something is missing: ask the person, and them alone."""

    question: Question


class Cannot(Struct, frozen=True):
    """A kind refusal: the id of a message (``reason.*`` or ``say.*``) with its parameters."""

    id: str
    parameters: tuple[tuple[str, str], ...] = ()


Outcome = Send | Show | Pick | Cannot


class Suggestion(Struct, frozen=True):
    """One way to go on typing."""

    text: str
    """The whole line once it is taken."""
    label: str
    hint: str = ""


def parse(text: str) -> Typed | Cannot | None:
    """What a typed line means; ``None`` when it is not for the bot (just talk)."""
    raise NotImplementedError


def interpret(typed: Typed, asker: Asker) -> Outcome:
    """What to do about a command."""
    raise NotImplementedError


def complete(text: str, asker: Asker) -> tuple[Suggestion, ...]:
    """How a line that begins so may go on: commands, options, values, my cards."""
    raise NotImplementedError

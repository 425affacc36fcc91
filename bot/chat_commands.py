"""The form of a chat command, as data: names, options and choices in three languages.

The commands themselves are in :mod:`bot.catalogue.commands`. A command that a page answers is
declared beside its page (:mod:`bot.pages`)."""

from enum import StrEnum
from typing import Final

from msgspec import Struct
from msgspec.structs import replace


class OptionKind(StrEnum):
    """The kinds of values of options. From ``card`` on, suggestions depend on the table."""

    CHOICE = "choice"
    NUMBER = "number"
    """A number from ``low`` to ``high``, or one of the choices."""
    FLAG = "flag"
    TEXT = "text"
    CARD = "card"
    """One of the person's cards."""
    SEAT = "seat"
    """A seat at the table, by its number or its player's name."""
    PERSON = "person"
    """A person by name, also one who is not at the table."""
    USER = "user"
    """A user whom the platform names: chosen from a list, or the writer of the message that a
    person answers. Nobody can type such a value."""
    SENA = "sena"
    """A seña of the variant."""
    OWN_SIGN = "own sign"
    """A sign that partners have agreed on, by its gesture."""
    START = "start"
    """When something begins: a time from now, or a clock time with its distance from UTC."""
    WORDS = "words"
    """Free words of the person."""
    ARTICLE = "article"
    """An article of the specification, by its id."""
    OPTION = "option"
    """A table option."""
    VALUE = "value"
    """A value of the table option that was named."""


class Names(Struct, frozen=True):
    """A name in each language. Names of all languages are understood everywhere."""

    es: str
    pt_BR: str
    en: str

    def of(self, locale: str) -> str:
        """The name in this language. ``locale``: the name of a catalogue, such as ``pt_BR``."""
        return {"pt_BR": self.pt_BR, "en": self.en}.get(locale, self.es)

    def all(self) -> tuple[str, ...]:
        """Every name once."""
        return tuple(dict.fromkeys((self.es, self.pt_BR, self.en)))


class OptionChoice(Struct, frozen=True):
    """A fixed value of an option."""

    value: str
    names: Names
    """The names of the choice that may be typed."""
    label: str = ""
    """The id of the message with the shown name; empty: the value itself is shown."""
    verb: str = ""
    """The word that this choice stands for; a game without it does not offer the choice."""


class Option(Struct, frozen=True):
    """An option of a command. All are optional."""

    id: str
    names: Names
    description: str
    """The id of the message that describes the option."""
    kind: OptionKind
    choices: tuple[OptionChoice, ...] = ()
    low: int = 0
    high: int = 0
    by_name: bool = False
    """The value counts only after the option's name; alone it would mean something else."""


class CommandSpec(Struct, frozen=True):
    """A command as people see it."""

    id: str
    """The command's name in the default language: ``jugar``."""
    names: Names
    description: str
    """The id of the message that describes the command."""
    options: tuple[Option, ...]
    in_match: bool
    """The command is about a table; the others (``marcador``, ``ayuda``) work anywhere."""
    also: str
    """Another English name that may be typed, if the name in the lists contains the game. That name
    does so because another bot might have the short one."""

    def option(self, id: str) -> Option:
        return next(option for option in self.options if option.id == id)


class Part(Struct, frozen=True):
    """A command of a group."""

    names: Names
    """The part's names in the group: ``/partida analizar``."""
    command: CommandSpec


class CommandGroup(Struct, frozen=True):
    """Commands that stand in the lists under one name. Each may be typed by its own name too."""

    names: Names
    parts: tuple[Part, ...]
    also: str
    by: Names | None
    """The option that chooses the part, for a group whose parts have no options; ``None``: each
    part is chosen as a command of its own."""
    for_administrators: bool

    @property
    def id(self) -> str:
        """The group's Spanish name."""
        return self.names.es

    @property
    def description(self) -> str:
        """The id of the message that describes the group."""
        return f"group.{self.id}"

    @property
    def command(self) -> CommandSpec:
        """The command that is meant if no part is named: the first one."""
        return self.parts[0].command


Listed = CommandSpec | CommandGroup
"""An entry in a list of commands, under one name."""


class Cannot(Struct, frozen=True):
    """A kind refusal: the id of a message (``reason.*`` or ``say.*``) with its parameters."""

    id: str
    parameters: tuple[tuple[str, str], ...] = ()


YES_OR_NO: Final = "si/sim/yes, no/nao/no"


def names(written: str) -> Names:
    """Names as they are declared: ``mesa/mesa/table``, or one name for all languages."""
    es, *others = written.split("/")
    return Names(es, *(others or (es, es)))


def choices(label: str, written: str) -> tuple[OptionChoice, ...]:
    """Choices as they are declared, with commas between them: ``value=names>verb``, or the names
    alone, whose Spanish one is the value. ``label``: the beginning of their message ids; empty: the
    values are shown."""
    return tuple(_choice(label, each) for each in written.split(", "))


def _choice(label: str, written: str) -> OptionChoice:
    said, _, verb = written.partition(">")
    value, _, called = said.rpartition("=")
    value = value or names(called).es
    return OptionChoice(value, names(called), f"{label}.{value}" if label else "", verb)


def chat_command(
    called: str, *options: Option, in_match: bool = True, like: str = "", also: str = ""
) -> CommandSpec:
    """A command. ``called``: its :func:`names`; the Spanish one is its id. ``like``: another
    command; this one gets its options and their descriptions. ``also``: another English name."""
    of = names(called)
    own = tuple(
        replace(option, description=f"param.{like or of.es}.{option.id}") for option in options
    )
    return CommandSpec(of.es, of, f"command.{of.es}", own, in_match, also)


def chat_option(
    called: str,
    kind: OptionKind,
    choices: tuple[OptionChoice, ...] = (),
    low: int = 0,
    high: int = 0,
    *,
    by_name: bool = False,
) -> Option:
    """An option. ``called``: its :func:`names`; the Spanish one is its id."""
    of = names(called)
    return Option(of.es, of, "", kind, choices, low, high, by_name)


def choice_option(called: str, label: str, written: str, *, by_name: bool = False) -> Option:
    """An option with fixed values (:func:`choices`)."""
    return chat_option(called, OptionKind.CHOICE, choices(label, written), by_name=by_name)

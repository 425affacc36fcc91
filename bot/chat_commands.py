"""The form of a chat command, as data: names, options and choices in three languages.

The commands themselves are in :mod:`bot.catalogue.commands`. A command that a page answers is
declared beside its page (:mod:`bot.pages`)."""

from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace


class OptionKind(StrEnum):
    """The kinds of values that an option takes. From ``card`` on, suggestions depend on the
    table."""

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
    """The moment at which something begins: a time from now, or a clock time with its distance from
    UTC."""
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
    """The word of the game that this choice stands for; a game without the word does not offer the
    choice."""


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
    """The value is understood only after the option's name; without the name it would mean
    something else."""


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


def same_name(name: str) -> Names:
    return Names(name, name, name)


def plain_choices(values: tuple[str, ...], label: str = "") -> tuple[OptionChoice, ...]:
    """Choices whose typed name is the value itself. ``label``: the beginning of their message
    ids."""
    return tuple(
        OptionChoice(value, same_name(value), f"{label}.{value}" if label else "")
        for value in values
    )


def yes_or_no(label: str) -> tuple[OptionChoice, ...]:
    """The choices yes and no. ``label``: the beginning of their message ids."""
    return (
        OptionChoice("si", Names("si", "sim", "yes"), f"{label}.si"),
        OptionChoice("no", Names("no", "nao", "no"), f"{label}.no"),
    )


def chat_command(
    id: str,
    pt_BR: str,
    en: str,
    *options: Option,
    in_match: bool = True,
    like: str = "",
    also: str = "",
) -> CommandSpec:
    """A command. ``like``: another command; this one gets the same options and their descriptions.
    ``also``: another English name."""
    own = tuple(
        replace(option, description=f"param.{like or id}.{option.id}") for option in options
    )
    return CommandSpec(id, Names(id, pt_BR, en), f"command.{id}", own, in_match, also)


def chat_option(
    names: Names,
    kind: OptionKind,
    choices: tuple[OptionChoice, ...] = (),
    low: int = 0,
    high: int = 0,
    *,
    by_name: bool = False,
) -> Option:
    return Option(names.es, names, "", kind, choices, low, high, by_name)


def choice_option(names: Names, label: str, *choices: Names, by_name: bool = False) -> Option:
    """An option with fixed values, each the Spanish name of a choice. ``label``: the beginning of
    their message ids."""
    values = tuple(OptionChoice(each.es, each, f"{label}.{each.es}") for each in choices)
    return chat_option(names, OptionKind.CHOICE, values, by_name=by_name)

"""Reading what people type: ``/carta 7o tapada``, ``/jugar 4 flor:con``, or just ``quiero``.

After a command's name come values, with their option's name (``carta:7o``) or without. A value
without a name goes to the first option, in the command's order, that can read it. A value takes as
many words as it can, so that *siete de oros* is one card and *real envido* one choice."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from msgspec import Struct

from bot.catalogue.commands import COMMAND, COMMANDS, GROUPS
from bot.catalogue.option_names import take_option
from bot.catalogue.phrases import (
    FILLERS,
    Values,
    answers,
    called,
    is_number,
    is_plainly_phrase,
    opens_table,
    speaks_so,
    take_phrase,
    unclear,
)
from bot.catalogue.refusals import bad_value, misfit
from bot.catalogue.values import (
    number_in,
    option_named,
    segments,
    speaks_by_name,
    take,
    takers_of_number,
)
from bot.chat_commands import Cannot, CommandGroup, CommandSpec, Listed, Option, OptionKind, Part
from bot.community.table_defaults import TYPED
from bot.words import LOCALES
from bot.words.hearing import CalledLine, Doubt, hear, write_calls
from bot.words.shouts import plain

SAY: Final = "decir"
"""The command id of a plain line (*truco*, *no quiero*). It has one value."""
CALLS: Final = "verbo"
"""The value of :data:`SAY` that holds calls (:func:`bot.words.hearing.write_calls`)."""
PERHAPS: Final = "ahora"
"""The value of :data:`SAY` for calls in a line that is talk unless they may be made now."""
DOUBT: Final = "duda"
"""The value of :data:`SAY` for a line that begins like a call but is none: the verb of the call."""
SLIP: Final = "parecido"
"""The value of :data:`SAY` for a line that is similar to a call, and is talk unless the call may be
made now: the verb of the call."""
OTHER_YES: Final = "sí"
"""The value of :data:`SAY` for another form of yes, which the table does not take."""

OPTIONS: Final = "opciones"
"""The command that changes a table's options."""
LONGEST: Final = 100
"""The most words that are read after a command's name. The time grows with their square."""
_MOST_WORDS: Final = 3
"""The most words of a command's name: *borrar mis datos*."""


class Typed(Struct, frozen=True):
    """A command that a person typed or chose."""

    command: str
    """The command's id, or :data:`SAY`."""
    values: tuple[tuple[str, str], ...] = ()
    """Option ids with canonical values: the value of a choice, the code of a card (or its name in
    this hand: a manilha, a place ``1`` to ``3``), ``on`` for a flag. An option of the table that
    the command does not have stands here under its own name (``deck``)."""


@cache
def _by_name() -> dict[str, CommandSpec]:
    names: dict[str, CommandSpec] = {}
    for locale in ("es", "pt_BR", "en"):  # where two languages differ, the default's name wins
        for command in COMMANDS:
            names.setdefault(_joined(command.names.of(locale)), command)
    for command in COMMANDS:
        if command.also:
            names.setdefault(_joined(command.also), command)
    return names


@cache
def _groups() -> dict[str, CommandGroup]:
    return {
        _joined(name): group
        for group in GROUPS
        for name in (*group.names.all(), group.also)
        if name
    }


@cache
def _of_several_words() -> Mapping[str, CommandSpec]:
    """The commands whose names have a hyphen, by these names as they are spoken: *mis datos*."""
    return {
        plain(name).replace("-", " "): command
        for command in reversed(COMMANDS)
        for name in command.names.all()
        if "-" in name
    }


def command_named(name: str) -> CommandSpec | None:
    """The command with this name in any language. For a group without a named part, its first
    command. Accents, hyphens and underscores do not matter."""
    group = group_named(name)
    return _by_name().get(_joined(name)) if group is None else group.command


def group_named(name: str) -> CommandGroup | None:
    """The group with this name in any language."""
    return _groups().get(_joined(name))


def command_in(line: str) -> tuple[CommandSpec | None, str, str]:
    """The command of a line that begins with ``/``, its name as it was typed, and what follows the
    name. A name may be typed with blanks instead of hyphens (*/mis datos*); a part of a group is
    named after the group (*/partida analizar*), perhaps with the option that chooses it (*/mano
    ver:mesas*). ``None``: the line names no command."""
    if not line.startswith("/"):
        return None, "", line
    words = re.split(r"\s+", line[1:])
    for length in range(min(_MOST_WORDS, len(words)), 1, -1):
        name = " ".join(words[:length])
        if (command := _of_several_words().get(plain(name))) is not None:
            return command, name, " ".join(words[length:])
    group = group_named(words[0]) or _group_led_by(words[0])
    if group is not None and len(words) > 1 and (part := _part_typed(group, words[1])) is not None:
        return part.command, " ".join(words[:2]), " ".join(words[2:])
    return command_named(words[0]), words[0], " ".join(words[1:])


def _group_led_by(name: str) -> CommandGroup | None:
    """The group whose first command has this name and reads nothing more: *borrar* after
    */privacidad* can only be the other part of */datos*."""
    command = _by_name().get(_joined(name))
    return next(
        (group for group in GROUPS if group.command == command and not command.options), None
    )


def _part_typed(group: CommandGroup, word: str) -> Part | None:
    """The part that this word names, or the value of the option that chooses the part."""
    option, colon, value = word.partition(":")
    by = group.by if colon else None
    named = by is not None and _joined(option) in map(_joined, by.all())
    return part_named(group, value if named else word)


def part_named(group: CommandGroup, name: str) -> Part | None:
    """The part of a group with this name in any language."""
    said = _joined(name)
    return next((part for part in group.parts if said in map(_joined, part.names.all())), None)


def _joined(name: str) -> str:
    return re.sub("[-_ ]", "", plain(name))


def language_named(line: str) -> str:
    """The language whose command name this line begins with. Empty: the line begins with no command
    name, or with a name that several languages share."""
    command, typed, _ = command_in(line)
    if command is None:
        return ""
    first = typed.split(" ")[0]
    said = (_joined(first), _joined(typed))
    known = group_named(first) or _by_name().get(_joined(first), command)
    found = [
        locale
        for locale in LOCALES
        if not {_joined(name) for name in _names_in(known, locale)}.isdisjoint(said)
    ]
    return found[0] if len(found) == 1 else ""


def _names_in(named: Listed, locale: str) -> tuple[str, ...]:
    """The names of a command in this language."""
    also = (named.also,) if locale == "en" and named.also else ()
    return (named.names.of(locale), *also)


def parse(
    text: str,
    locale: str = "es",
    variant: str = "argentino",
    *,
    loose: bool = False,
    pointed: bool = False,
) -> Typed | Cannot | None:
    """The command of a typed line; ``None``: the line is just talk and not for the bot. A line at a
    table that is no call may still turn out to be talk (:func:`bot.catalogue.interpret.interpret`).

    ``loose``: the table also accepts *dale*, *veo* and the like for *quiero* (AR-TRU-08).
    ``pointed``: the platform names a user along with the line, so it need not begin with a name."""
    line = text.strip()
    if not line.startswith("/"):
        return _spoken(line, variant, loose=loose)
    command, _, rest = command_in(line)
    if command is None:
        return Cannot("say.unknown_command")
    if pointed and opens_table(command):
        described = read_values(COMMAND["jugar"], rest, locale, variant)
        if isinstance(described, Typed):
            return Typed(command.id, described.values)
    return read_values(command, rest, locale, variant)


def _spoken(line: str, variant: str, *, loose: bool) -> Typed | None:
    heard = hear(variant, line, loose=loose)
    match heard:
        case None:
            return None
        case CalledLine(said, is_perhaps):
            return Typed(SAY, ((PERHAPS if is_perhaps else CALLS, write_calls(said)),))
        case Doubt(verb, is_perhaps):
            return Typed(SAY, ((SLIP if is_perhaps else DOUBT, verb),))
        case _:
            return Typed(SAY, ((OTHER_YES, heard.said),))


def read_values(
    command: CommandSpec, text: str, locale: str, variant: str = "argentino"
) -> Typed | Cannot:
    """The values of a command. ``variant``: the game of the table, by which cards are read."""
    if len(text.split()) > LONGEST:
        return Cannot("say.long", (("n", str(LONGEST)),))
    if command.id == OPTIONS and (described := _described(command, text, locale)) is not None:
        return described
    read = _read(command, text, locale, variant)
    if isinstance(read, Cannot) and speaks_so(command):
        again = _read(command, text, locale, variant, names_first=True)
        return again if isinstance(again, Typed) else read
    return read


def _read(
    command: CommandSpec, text: str, locale: str, variant: str, *, names_first: bool = False
) -> Typed | Cannot:
    """``names_first``: a number belongs to the option whose name stands before it. *2 robots 1*
    means one robot, and not two robots and a 1."""
    found: dict[str, str] = {}
    names = (
        option
        for option in command.options
        if option.kind is OptionKind.PERSON and opens_table(command)
    )
    person = next(names, None)
    for named, segment in segments(command, text):
        words = segment
        if named is not None:
            taken = take(named, words, variant, named=True)
            person = None if named is person else person
            if taken is None:
                return bad_value(named, " ".join(words), locale, variant)
            found[named.id], words = taken
        while words:
            if person is not None:
                name = _name(words, locale, variant)
                found |= {person.id: called(words[:name])} if name else {}
                words, person = words[name:], None
                continue
            left = _next(command, found, words, variant, names_first=names_first)
            if left is None:
                return misfit(command, found, words, locale, variant)
            words = left
    order = {option.id: place for place, option in enumerate(command.options)}
    ordered = sorted(found.items(), key=lambda pair: order.get(pair[0], len(order)))
    return Typed(command.id, tuple(ordered))


def _described(command: CommandSpec, text: str, locale: str) -> Typed | Cannot | None:
    """Reads the options of a table in words (``/opciones con flor, a 15``), in the same way as the
    command that opens a table. ``None``: the text names one option, with a value or without (*flor
    con*)."""
    words = text.split()
    named = take_option(words) if words else None
    if not words or any(
        option_named(command, word.partition(":")[0]) for word in words if ":" in word
    ):
        return None
    if named is not None and len(named[1]) <= (len(words) == 2):
        return None
    read = read_values(COMMAND["jugar"], text, locale)
    if isinstance(read, Cannot):
        return read if read.id in ("say.unknown_near", "say.unclear") or len(words) > 2 else None
    return None if dict(read.values).get("robots") else Typed(command.id, read.values)


def _next(
    command: CommandSpec,
    found: dict[str, str],
    words: list[str],
    variant: str,
    *,
    names_first: bool = False,
) -> list[str] | None:
    """Reads the value at the beginning of these words into ``found``. Returns the words after it;
    ``None``: no option can read the first word."""
    for time in (option for option in command.options if option.kind is OptionKind.START):
        if time.id not in found and (taken := take(time, words, variant)) is not None:
            return _put(time, taken, found)
    phrase = take_phrase(command, words)
    if names_first and _ends_with_a_name(command, words, phrase):
        phrase = None
    if phrase is not None and not all(option in found for option, _ in phrase[0]):
        for option, value in phrase[0]:
            found.setdefault(option, value)
        return phrase[1]
    if speaks_so(command):
        named = option_named(command, words[0])
        if named is not None and named.id not in found and speaks_by_name(named):
            return _put(named, take(named, words[1:], variant, named=True), found)
        if len(takers_of_number(command, found, words[0])) > 1:
            return None
    if opens_table(command) and unclear(words)[0]:
        return None
    return _without_name(command, found, words, variant)


def _without_name(
    command: CommandSpec, found: dict[str, str], words: list[str], variant: str
) -> list[str] | None:
    """Reads a value for the first option that can take it, or passes over a word that says nothing.
    Returns the words after it; ``None``: neither."""
    if speaks_so(command):
        if (left := _after_its_name(command, found, words)) is not None:
            return left
        if plain(words[0]) in FILLERS and take_phrase(command, words[1:]):
            return words[1:]
    bare = speaks_so(command) and answers(words[0])  # *no* without a word that it denies
    filler = speaks_so(command) and plain(words[0]) in ("", *FILLERS)
    for each in _by_precedence(command):
        if each.id in found or each.by_name or (filler and each.kind is OptionKind.TEXT):
            continue
        if each.kind is OptionKind.PERSON and opens_table(command):
            continue
        taken = None if bare else take(each, words, variant)
        if taken is not None:
            found[each.id], left = taken
            return left
    return words[1:] if filler else None


def _ends_with_a_name(
    command: CommandSpec, words: list[str], phrase: tuple[Values, list[str]] | None
) -> bool:
    """Whether a phrase of a number and an option's name is followed by a number that this option
    may have: *2 robots* before *1*."""
    if phrase is None or len(words) - len(phrase[1]) != 2 or not is_number(words[0]):
        return False
    named = option_named(command, words[1])
    return named is not None and number_in(named, phrase[1]) is not None


def _by_precedence(command: CommandSpec) -> tuple[Option, ...]:
    """The options in the order in which they may take words. In a description of a table, the
    option of free words comes last."""
    if not speaks_so(command):
        return command.options
    return tuple(sorted(command.options, key=lambda option: option.kind is OptionKind.TEXT))


def _put(
    option: Option, taken: tuple[str, list[str]] | None, found: dict[str, str]
) -> list[str] | None:
    """Reads a value into ``found``. Returns the words after it; ``None``: none was read."""
    if taken is None:
        return None
    found[option.id], left = taken
    return left


def _after_its_name(
    command: CommandSpec, found: dict[str, str], words: list[str]
) -> list[str] | None:
    """Reads a number that follows the name of its option without a colon: *tiempo por turno 45*.
    Returns the words after it; ``None``: there is no such number."""
    name, left = take_option(words) or ("", words[1:])
    said = option_named(command, words[0])
    for option in command.options:
        if option.id not in found and (option is said or TYPED.get(option.id) == name):
            number = number_in(option, left)
            if number is not None:
                found[option.id], left = number
                return left
    return None


def _name(words: list[str], locale: str, variant: str) -> int:
    """How many of these words are a person's name: all of them, or those before a description of
    the table (*Ana con flor*, *Ana, privada*). A single word belongs to the name even if it has
    another meaning: *Dos Santos*, *Rosa Flor a 30*."""
    table = COMMAND["jugar"]
    for name in range(len(words)):
        if (name and words[name - 1].endswith(",")) or is_plainly_phrase(table, words[name:]):
            rest = " ".join(words[name:])
            if isinstance(read_values(table, rest, locale, variant), Typed):
                return name
    return len(words)

"""Turns the catalogue into application commands, and an application command into a typed
command."""

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from adapters.discord.message import CHOICES, Json, cut
from adapters.discord.words import DISCORD_LOCALES, say
from bot.catalogue import COMMAND, GROUPS, LISTED, Typed, command_named
from bot.catalogue.typed import read_values
from bot.chat_commands import (
    Cannot,
    CommandGroup,
    CommandSpec,
    Listed,
    Names,
    Option,
    OptionKind,
    Part,
)
from bot.match.names import shown_name
from bot.messages import MatchId
from bot.words import SOURCE_LOCALE, words_for

PUBLIC: Final = frozenset({"jugar", "desafiar", "mesa", "torneo"})
"""Commands whose answer everybody in the channel sees."""

_MANAGE_GUILD: Final = 1 << 5
_FREE: Final = (
    OptionKind.CARD,
    OptionKind.SEAT,
    OptionKind.SENA,
    OptionKind.OWN_SIGN,
    OptionKind.ARTICLE,
    OptionKind.OPTION,
    OptionKind.VALUE,
)
_SUBCOMMAND, _STRING, _INTEGER, _BOOLEAN, _USER = 1, 3, 4, 5, 6
_TYPED, _OF_A_USER, _OF_A_MESSAGE = 1, 2, 3
"""The kinds of commands: typed, in the menu of a user, in the menu of a message."""
_AMONG_PEOPLE: Final = 2
"""Discord's number for private chats and groups of people, in which no bot can be."""
ENTRY: Final = 4
"""The kind of the command by which Discord offers the window of the application."""
_WE_ANSWER: Final = 1
"""The handler of such a command: not Discord, which would open the window without asking."""
_MENUS: Final = (
    (_OF_A_USER, "menu.challenge", "desafiar", "usuario"),
    (_OF_A_USER, "menu.remove", "sacar", "persona"),
    (_OF_A_MESSAGE, "menu.analyse", "analizar", "partida"),
)
"""The entries of the menus: the kind of menu, the entry's name, the command, and the option whose
value is the user or the message."""
_SAYS_MATCH: Final = re.compile(rb"\b(?:t1|p1\.[a-z]+)\.([a-z0-9]{8})\.")
"""The token of a button that is about a match."""


def payload(*, window: bool = False, user_install: bool = False) -> list[Json]:
    """All commands, in Discord's form. ``window``: the page opens in windows. ``user_install``:
    people may install the bot for themselves, and use it where it is not."""
    made = [*map(typed_command, LISTED), *(_menu(kind, name) for kind, name, _, _ in _MENUS)]
    if window:
        made.append(_entry())
    return [*map(_everywhere, made)] if user_install else made


def _everywhere(command: Json) -> Json:
    """The command as it is offered to people who have installed the bot for themselves too: in
    every server, and in the chats of people. What administrators decide is a server's own."""
    if "default_member_permissions" in command:
        return command
    contexts = [*command["contexts"], _AMONG_PEOPLE]
    return command | {"integration_types": [0, 1], "contexts": contexts}


def fingerprint(commands: Sequence[Json]) -> str:
    """A hash of the commands: it changes whenever they change."""
    return hashlib.sha256(msgspec.json.encode(commands)).hexdigest()[:32]


def typed_command(listed: Listed) -> Json:
    """The command or group that the list has under one name, in Discord's form."""
    made: Json = {
        "type": _TYPED,
        **_named(listed.names),
        **_described(listed.description),
        "options": list(_parts(listed) if isinstance(listed, CommandGroup) else _options(listed)),
        "integration_types": [0],
        "contexts": [0, 1],
    }
    if isinstance(listed, CommandGroup) and listed.for_administrators:
        # The server's owner can allow it to others.
        made |= {"contexts": [0], "default_member_permissions": _MANAGE_GUILD}
    return made


def _menu(kind: int, name: str) -> Json:
    """A command in the menu of a user or of a message, in servers."""
    return {"type": kind, **_said("name", name), "integration_types": [0], "contexts": [0]}


def _entry() -> Json:
    """The command by which Discord offers the window of the application."""
    return {
        "type": ENTRY,
        **_said("name", "entry.name"),
        **_said("description", "entry.description"),
        "handler": _WE_ANSWER,
        "integration_types": [0],
        "contexts": [0, 1],
    }


def _said(key: str, id: str) -> Json:
    """A sentence of Discord's catalogue, in every language."""
    return {
        key: say(SOURCE_LOCALE, id),
        f"{key}_localizations": {
            known: say(locale, id) for locale, names in DISCORD_LOCALES.items() for known in names
        },
    }


def _parts(group: CommandGroup) -> Iterator[Json]:
    """The parts of a group: as the choices of one option, or as commands below it."""
    if group.by is not None:
        choices = [
            _choice(part.command.id, part.command.description, part.names) for part in group.parts
        ]
        described = _described(f"param.{group.id}.{group.by.es}")
        yield {"type": _STRING, **_named(group.by), **described, "choices": choices}
        return
    for part in group.parts:
        yield {
            "type": _SUBCOMMAND,
            **_named(part.names),
            **_described(part.command.description),
            "options": list(_options(part.command)),
        }


def _options(command: CommandSpec) -> Iterator[Json]:
    yield from map(_option, command.options)


def _choice(value: str, label: str, names: Names) -> Json:
    return {
        "name": _label(label, names, SOURCE_LOCALE),
        "name_localizations": {
            name: _label(label, names, locale)
            for locale, known in DISCORD_LOCALES.items()
            for name in known
        },
        "value": value,
    }


def _option(option: Option) -> Json:
    made: Json = {
        "type": _type(option),
        **_named(option.names),
        **_described(option.description),
        "required": False,
    }
    if _completed(option):
        made["autocomplete"] = True
    elif made["type"] == _INTEGER:
        made |= {"min_value": option.low, "max_value": option.high}
    elif option.choices:
        made["choices"] = [
            _choice(choice.value, choice.label, choice.names) for choice in option.choices
        ]
    return made


def _type(option: Option) -> int:
    if option.kind is OptionKind.FLAG:
        return _BOOLEAN
    if option.kind is OptionKind.USER:
        return _USER
    if option.kind is OptionKind.NUMBER and not option.choices:
        return _INTEGER
    return _STRING


def _completed(option: Option) -> bool:
    """Whether the option's values depend on the table, or are too many for a fixed list."""
    if option.kind is OptionKind.NUMBER:
        return bool(option.choices)
    return option.kind in _FREE or len(option.choices) > CHOICES


def _named(names: Names) -> Json:
    return {
        "name": names.of(SOURCE_LOCALE),
        "name_localizations": {
            name: names.of(locale) for locale, known in DISCORD_LOCALES.items() for name in known
        },
    }


def _described(id: str) -> Json:
    return {
        "description": words_for(SOURCE_LOCALE).text(id),
        "description_localizations": {
            name: words_for(locale).text(id)
            for locale, known in DISCORD_LOCALES.items()
            for name in known
        },
    }


def _label(label: str, names: Names, locale: str) -> str:
    return cut(words_for(locale).text(label) if label else names.of(locale), 100)


# --- reading commands ----------------------------------------------------------------------------


class Used(Struct, frozen=True):
    """A command as Discord says that somebody used it."""

    command: CommandSpec
    options: tuple[Mapping[str, Any], ...]


def called(data: Mapping[str, Any]) -> Used | None:
    """The command of an interaction. A client may still show the lists of another version, so every
    name is understood. ``None``: there is no such command."""
    kind, name = data.get("type", _TYPED), str(data.get("name", ""))
    given = tuple(data.get("options", ()))
    if kind != _TYPED:
        return _of_menu(kind, name, data)
    group = next((group for group in GROUPS if group.names.of(SOURCE_LOCALE) == name), None)
    if group is not None:
        part, options = _part(group, given)
        return Used(group.command if part is None else part.command, options)
    command = command_named(name)
    return None if command is None else Used(command, given)


def _part(
    group: CommandGroup, given: tuple[Mapping[str, Any], ...]
) -> tuple[Part | None, tuple[Mapping[str, Any], ...]]:
    """The part that was chosen, with its options; ``None``: none was."""
    first = given[0] if given else {}
    for part in group.parts:
        if first.get("type") == _SUBCOMMAND and first["name"] == part.names.of(SOURCE_LOCALE):
            return part, tuple(first.get("options", ()))
        if group.by is not None and first.get("value") == part.command.id:
            return part, ()
    return None, given


def _of_menu(kind: int, name: str, data: Mapping[str, Any]) -> Used | None:
    """A command chosen in the menu of a user or of a message."""
    for menu, id, command, option in _MENUS:
        if (menu, say(SOURCE_LOCALE, id)) == (kind, name):
            spec, target = COMMAND[command], str(data.get("target_id", ""))
            own = spec.option(option)
            value = target
            if kind == _OF_A_MESSAGE:
                value = _match_of(data.get("resolved", {}).get("messages", {}).get(target, {}))
            elif own.kind is not OptionKind.USER:
                value = _name_of(int(target), data)
            return Used(spec, ({"name": own.names.of(SOURCE_LOCALE), "value": value},))
    return None


def names_no_match(data: Mapping[str, Any], called: Used) -> bool:
    """Whether the command was chosen in the menu of a message that shows no match."""
    return data.get("type") == _OF_A_MESSAGE and not called.options[0]["value"]


def _match_of(message: Mapping[str, Any]) -> MatchId:
    """The match that a message's buttons are about; empty: it shows none."""
    found = _SAYS_MATCH.search(msgspec.json.encode(message.get("components", [])))
    return found[1].decode() if found else ""


def pointed(called: Used, data: Mapping[str, Any]) -> tuple[int, str] | None:
    """Number and name of the user chosen from Discord's list; ``None``: nobody, or a bot."""
    names = {
        option.names.of(SOURCE_LOCALE)
        for option in called.command.options
        if option.kind is OptionKind.USER
    }
    for option in called.options:
        if option["name"] in names and "value" in option:
            user = int(option["value"])
            if name := _name_of(user, data):
                return user, name
    return None


def _name_of(user: int, data: Mapping[str, Any]) -> str:
    """The shown name of a user of an interaction; empty: there is no such user, or it is a bot."""
    resolved = data.get("resolved", {})
    account = resolved.get("users", {}).get(str(user), {})
    member = resolved.get("members", {}).get(str(user), {})
    names = member.get("nick"), account.get("global_name"), account.get("username")
    return "" if account.get("bot") else shown_name(*(name or "" for name in names))


def chosen(options: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """The options of an interaction by name, in the form in which people would type them."""
    said = {True: "si", False: "no"}
    return {
        option["name"]: said[option["value"]]
        if isinstance(option["value"], bool)
        else str(option["value"])
        for option in options
        if "value" in option
    }


def read(command: CommandSpec, values: Mapping[str, str], locale: str, game: str) -> Typed | Cannot:
    """The command with its values; free text is read as if it were typed."""
    given = {option.names.of(SOURCE_LOCALE): option for option in command.options}
    line = " ".join(
        f"{name}:{' '.join(value.replace(':', ' ').replace('=', ' ').split())}"
        for name, value in values.items()
        if name in given and given[name].kind is not OptionKind.USER and value.strip()
    )
    return read_values(command, line, locale, game)

"""Turns the catalogue into application commands, and an application command into a typed
command."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from adapters.discord.message import CHOICES, Json, cut
from adapters.discord.words import DISCORD_LOCALES
from bot.catalogue import COMMANDS, Typed
from bot.catalogue.typed import read_values
from bot.chat_commands import Cannot, CommandSpec, Names, Option, OptionKind
from bot.match.names import shown_name
from bot.words import SOURCE_LOCALE, words_for

ADMINISTRATORS: Final = frozenset({"configurar", "vetar"})
"""Commands for people who may manage the server. Its owner can allow them to others."""
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
_STRING, _INTEGER, _BOOLEAN, _USER = 3, 4, 5, 6


def payload() -> list[Json]:
    """All commands, in Discord's form."""
    return [_command(command) for command in COMMANDS]


def fingerprint(commands: Sequence[Json]) -> str:
    """A hash of the commands: it changes whenever they change."""
    return hashlib.sha256(json.dumps(commands, sort_keys=True).encode()).hexdigest()[:32]


def _command(command: CommandSpec) -> Json:
    made: Json = {
        "type": 1,
        "name": command.names.of(SOURCE_LOCALE),
        "name_localizations": _names(command.names),
        **_described(command.description),
        "options": [_option(option) for option in command.options],
        "integration_types": [0],
        "contexts": [0] if command.id in ADMINISTRATORS else [0, 1],
    }
    if command.id in ADMINISTRATORS:
        made["default_member_permissions"] = _MANAGE_GUILD
    return made


def _option(option: Option) -> Json:
    made: Json = {
        "type": _type(option),
        "name": option.names.of(SOURCE_LOCALE),
        "name_localizations": _names(option.names),
        **_described(option.description),
        "required": False,
    }
    if _completed(option):
        made["autocomplete"] = True
    elif made["type"] == _INTEGER:
        made |= {"min_value": option.low, "max_value": option.high}
    elif option.choices:
        made["choices"] = [
            {
                "name": _label(choice.label, choice.names, SOURCE_LOCALE),
                "name_localizations": {
                    name: _label(choice.label, choice.names, locale)
                    for locale, names in DISCORD_LOCALES.items()
                    for name in names
                },
                "value": choice.value,
            }
            for choice in option.choices
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


def _names(names: Names) -> Json:
    return {name: names.of(locale) for locale, known in DISCORD_LOCALES.items() for name in known}


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


def pointed(command: CommandSpec, data: Mapping[str, Any]) -> tuple[int, str] | None:
    """The number and the name of the user who was chosen from Discord's list; ``None``: nobody, or
    a bot."""
    names = {
        option.names.of(SOURCE_LOCALE)
        for option in command.options
        if option.kind is OptionKind.USER
    }
    chosen = [
        given for given in data.get("options", ()) if given["name"] in names and "value" in given
    ]
    for option in chosen:
        resolved = data.get("resolved", {})
        user = resolved.get("users", {}).get(str(option["value"]), {})
        member = resolved.get("members", {}).get(str(option["value"]), {})
        name = shown_name(
            member.get("nick") or "", user.get("global_name") or "", user.get("username") or ""
        )
        if name and not user.get("bot"):
            return int(option["value"]), name
    return None


# --- reading commands ----------------------------------------------------------------------------


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

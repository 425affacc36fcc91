"""The Bot API's own description, at two dates, as something that calls can be held against.

Its facts are a table, api.json, made by tools/platform_tables.py: the newer description, and what
the older one says otherwise. The real server ignores what it does not know; being stricter finds
the typing mistakes that it would hide.

How the table writes a field: its types, with an exclamation mark where it is required, then what
its prose says of it, as in ``String!; 1-64 bytes``, ``String!; is photo``, ``String; one of a b``,
``Integer; unless`` (required unless something else is there).
"""

import json
from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from jsonschema_rs import Draft202012Validator

from tests.adapters.schema_faults import faults

Json = dict[str, Any]

TABLE: Final = Path(__file__).with_name("api.json")

SINCE_10_2: Final = (
    "sendMessage.ephemeral_message_parameters",
    "sendPhoto.ephemeral_message_parameters",
    "editEphemeralMessageText",
    "editEphemeralMessageCaption",
    "editEphemeralMessageMedia",
    "deleteEphemeralMessage",
    "EphemeralMessageParameters",
    "ReplyParameters.ephemeral_message_id",
    "ReplyParameters.message_id",
    "BotCommand.is_ephemeral",
    "InlineKeyboardButton.disabled",
    "DisabledButton",
)
"""What came after the older description, or is stricter there, and is used all the same. Everything
else has to pass both: a self-hosted Bot API server is seldom the newest."""

_PLAIN: Final[Mapping[str, Json]] = {
    "Integer": {"type": "integer"},
    "Float": {"type": "number"},
    "String": {"type": "string"},
    "InputFile": {"type": "string"},
    "Boolean": {"type": "boolean"},
    "True": {"const": True},
}


class Field(NamedTuple):
    """A parameter of a method, or a field of a type."""

    types: str
    required: bool
    schema: Json


class Thing(NamedTuple):
    """A method or a type."""

    fields: dict[str, Field]
    subtypes: tuple[str, ...] = ()

    @property
    def required(self) -> list[str]:
        """The names of the fields that are."""
        return [name for name, field in self.fields.items() if field.required]

    @property
    def schema(self) -> Json:
        if self.subtypes:
            return {"anyOf": [schema_of(name) for name in self.subtypes]}
        return {
            "type": "object",
            "properties": {name: field.schema for name, field in self.fields.items()},
            "required": self.required,
            "additionalProperties": False,
        }


class Description:
    """One description: its methods and types."""

    def __init__(self, things: Mapping[str, Json | list[str]]) -> None:
        self.things = {name: _thing(written) for name, written in things.items()}
        self._schemas = {name: thing.schema for name, thing in self.things.items()}
        self._validators: dict[str, Draft202012Validator] = {}

    def faults(self, value: object, types: str, place: str) -> list[str]:
        """What is wrong with a value of one of these types (``Array of X or Y``), or with the
        parameters of this method; files stand for themselves as strings."""
        if types not in self._validators:
            self._validators[types] = Draft202012Validator(
                schema_of(types) | {"$defs": self._schemas},
                formats=_BYTES,
                validate_formats=True,
                ignore_unknown_formats=False,
            )
        return list(faults(self._validators[types], value, place))


def schema_of(types: str) -> Json:
    """The schema of a value of one of these types."""
    if types.startswith("Array of "):
        return {"type": "array", "items": schema_of(types.removeprefix("Array of "))}
    kinds = types.replace(" and ", ", ").replace(" or ", ", ").split(", ")
    if len(kinds) > 1:
        return {"anyOf": [schema_of(kind) for kind in kinds]}
    return dict(_PLAIN.get(types) or {"$ref": f"#/$defs/{types}"})


def _has_bytes(least: int, most: int, text: str) -> bool:
    return least <= len(text.encode()) <= most


_BYTES: Final[dict[str, Callable[..., bool]]] = {
    f"{least}-{most} bytes": partial(_has_bytes, least, most)
    for least, most in ((0, 128), (0, 2048), (1, 64), (1, 128))
}
"""Lengths in bytes are formats of a text."""


# --- reading -------------------------------------------------------------------------------------


def field_of(written: str) -> Field:
    """A field as the table writes it."""
    types, *words = written.split("; ")
    schema = schema_of(types.removesuffix("!"))
    for word in words:
        first, _, rest = word.partition(" ")
        match first, rest:
            case "is", fixed:
                schema["const"] = fixed
            case "one", choices:
                schema["enum"] = choices.removeprefix("of ").split()
            case lengths, "characters":
                schema["minLength"], schema["maxLength"] = map(int, lengths.split("-"))
            case _, "bytes":
                schema["format"] = word
            case _:
                assert word == "unless"
    return Field(types.removesuffix("!"), types.endswith("!"), schema)


def _thing(written: Json | list[str]) -> Thing:
    if isinstance(written, list):
        return Thing({}, tuple(written))
    return Thing({name: field_of(text) for name, text in written.items()})


@cache
def _table() -> Json:
    table: Json = json.loads(TABLE.read_text("utf-8"))
    return table


@cache
def newer() -> Description:
    """The newer one: Bot API 10.3."""
    return Description(_table()["newer"])


@cache
def older() -> Description:
    """The older one: Bot API 10.1, with what came after it and is used all the same."""
    new = _table()["newer"]
    things = new | _table()["older"]
    for name, _, field in (since.partition(".") for since in SINCE_10_2):
        things[name] = things[name] | {field: new[name][field]} if field else new[name]
    return Description({name: written for name, written in things.items() if written is not None})


def returns() -> Mapping[str, str]:
    """By method what it answers, as the older description says (the newer leaves it to prose)."""
    told: Mapping[str, str] = _table()["returns"]
    return told


def complaints_about_call(method: str, values: Mapping[str, object]) -> list[str]:
    """Against both descriptions; against the older only what does not use what came after it."""
    found = newer().faults(values, method, method)
    if method not in older().things:
        return [*found, f"{method} is no method (10.1)"]
    return found + [f"{fault} (10.1)" for fault in older().faults(values, method, method)]


def complaints_about_answer(value: object, types: str, path: str) -> list[str]:
    """Against the newer description: what the look-alike itself sends must pass it too."""
    return newer().faults(value, types, path) if types else []

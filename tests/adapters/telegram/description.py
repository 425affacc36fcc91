"""The Bot API's own description, at two dates, as something that calls can be held against.

Its facts are a table, api.json, made by tools/platform_tables.py: the newer description, and what
the older one says otherwise. The real server ignores what it does not know; being stricter finds
the typing mistakes that it would hide.

How the table writes a field: its types, with an exclamation mark where it is required, then what
its prose says of it, as in ``String!; 1-64 bytes``, ``String!; is photo``, ``String; one of a b``,
``Integer; unless`` (required unless something else is there).
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

Json = dict[str, Any]

TABLE: Final = Path(__file__).with_name("api.json")

SINCE_10_2: Final = frozenset(
    {
        "sendMessage.ephemeral_message_parameters",
        "sendPhoto.ephemeral_message_parameters",
        "editEphemeralMessageText",
        "editEphemeralMessageCaption",
        "editEphemeralMessageMedia",
        "deleteEphemeralMessage",
        "ReplyParameters.ephemeral_message_id",
        "ReplyParameters.message_id is missing",
        "BotCommand.is_ephemeral",
        "InlineKeyboardButton.disabled",
        "Message.ephemeral_message_id",
        "Message.receiver_user",
    }
)
"""What came after the older description and is used all the same. Everything else has to pass both:
a self-hosted Bot API server is seldom the newest."""


class Field(NamedTuple):
    """A parameter of a method, or a field of a type."""

    name: str
    types: str
    required: bool
    least: int = 0
    most: int = 0
    unit: str = ""
    """Of the two numbers: ``characters``, ``bytes``; empty: no length is told."""
    fixed: str = ""
    choices: tuple[str, ...] = ()
    unless: bool = False
    """Required unless something else is there."""


class Thing(NamedTuple):
    """A method or a type."""

    name: str
    fields: dict[str, Field]
    subtypes: tuple[str, ...] = ()
    required: tuple[str, ...] = ()
    """The names of the fields that are."""


class Complaint(NamedTuple):
    """What is wrong, and the name under which it may be excused."""

    text: str
    about: str = ""

    def __str__(self) -> str:
        return self.text


class Description:
    """One description: its methods and types."""

    def __init__(self, things: Mapping[str, Thing]) -> None:
        self.things = things

    def method(self, name: str) -> Thing | None:
        return self.things.get(name)

    # --- values ----------------------------------------------------------------------------------

    def check(self, value: object, types: str, path: str) -> list[Complaint]:
        """What is wrong with a value of one of these types (``Array of X or Y``)."""
        if types.startswith("Array of "):
            if not isinstance(value, list):
                return [Complaint(f"{path}: not a list")]
            inner = types.removeprefix("Array of ")
            return [
                complaint
                for number, entry in enumerate(value)
                for complaint in self.check(entry, inner, f"{path}[{number}]")
            ]
        kinds = split_types(types)
        if len(kinds) == 1:
            return self._check_one(value, types, path)
        return _fewest(self._check_one(value, kind, path) for kind in kinds)

    def _check_one(self, value: object, kind: str, path: str) -> list[Complaint]:
        if kind.startswith("Array of "):
            return self.check(value, kind, path)
        match kind:
            case "Integer":
                fits = isinstance(value, int) and not isinstance(value, bool)
            case "Float":
                fits = isinstance(value, int | float) and not isinstance(value, bool)
            case "String" | "InputFile":
                fits = isinstance(value, str)
            case "Boolean":
                fits = isinstance(value, bool)
            case "True":
                fits = value is True
            case _:
                return self._check_object(value, kind, path)
        return [] if fits else [Complaint(f"{path}: {kind} expected, got {value!r:.80}")]

    def _check_object(self, value: object, kind: str, path: str) -> list[Complaint]:
        thing = self.things.get(kind)
        if thing is None:
            return [Complaint(f"{path}: a {kind} is unknown", kind)]
        if not isinstance(value, dict):
            return [Complaint(f"{path}: a {kind} expected, got {value!r:.80}")]
        if thing.subtypes:
            return _fewest(self._check_object(value, name, path) for name in thing.subtypes)
        return list(self._fields(thing, value, path))

    def _fields(self, thing: Thing, values: Mapping[str, object], path: str) -> Iterator[Complaint]:
        for name in thing.required:
            if name not in values:
                about = f"{thing.name}.{name} is missing"
                yield Complaint(f"{path}: {name} is missing", about)
        for name, value in values.items():
            known = thing.fields.get(name)
            if known is None:
                yield Complaint(
                    f"{path}: {name} is not a part of {thing.name}", f"{thing.name}.{name}"
                )
                continue
            yield from self.check(value, known.types, f"{path}.{name}")
            yield from prose(known, value, f"{path}.{name}")

    # --- calls -----------------------------------------------------------------------------------

    def check_call(self, method: str, values: Mapping[str, object]) -> list[Complaint]:
        """What is wrong with a call, files standing for themselves as strings."""
        thing = self.things.get(method)
        if thing is None:
            return [Complaint(f"{method} is no method", method)]
        return list(self._fields(thing, values, method))


def _fewest(tries: Iterable[list[Complaint]]) -> list[Complaint]:
    """The complaints of the best of these; the others are not looked at where it has none."""
    best: list[Complaint] | None = None
    for complaints in tries:
        if not complaints:
            return complaints
        if best is None or len(complaints) < len(best):
            best = complaints
    return best or []


@cache
def split_types(types: str) -> tuple[str, ...]:
    """``Integer or String`` in its parts."""
    return tuple(re.split(r" or |, | and ", types))


def prose(field: Field, value: object, path: str) -> Iterator[Complaint]:
    """What the platform says of a field beside its type."""
    if not isinstance(value, str):
        return
    if field.unit:
        size = len(value.encode()) if field.unit == "bytes" else len(value)
        if not field.least <= size <= field.most:
            allowed = f"{field.least}-{field.most}"
            yield Complaint(f"{path}: {size} {field.unit}, allowed are {allowed}")
    if field.fixed and value != field.fixed:
        yield Complaint(f"{path}: {value!r} must be {field.fixed!r}")
    if field.choices and value not in field.choices:
        yield Complaint(f"{path}: {value!r} is none of {field.choices}")


# --- reading -------------------------------------------------------------------------------------


def field_of(name: str, written: str) -> Field:
    """A field as the table writes it."""
    types, *words = written.split("; ")
    made = Field(name, types.removesuffix("!"), types.endswith("!"))
    for word in words:
        first, _, rest = word.partition(" ")
        match first:
            case "is":
                made = made._replace(fixed=rest)
            case "one":
                made = made._replace(choices=tuple(rest.removeprefix("of ").split()))
            case "unless":
                made = made._replace(unless=True)
            case _:
                least, most = map(int, first.split("-"))
                made = made._replace(least=least, most=most, unit=rest)
    return made


def _thing(name: str, written: Json | list[str]) -> Thing:
    if isinstance(written, list):
        return Thing(name, {}, tuple(written))
    fields = {key: field_of(key, text) for key, text in written.items()}
    return Thing(
        name, fields, required=tuple(key for key, field in fields.items() if field.required)
    )


@cache
def _table() -> Json:
    table: Json = json.loads(TABLE.read_text("utf-8"))
    return table


def described(things: Json) -> Description:
    """The description of these methods and types."""
    return Description({name: _thing(name, written) for name, written in things.items()})


@cache
def newer() -> Description:
    """The newer one: Bot API 10.3."""
    return described(_table()["newer"])


@cache
def older() -> Description:
    """The older one: Bot API 10.1."""
    things = _table()["newer"] | _table()["older"]
    return described({name: written for name, written in things.items() if written is not None})


def returns() -> Mapping[str, str]:
    """By method what it answers, as the older description says (the newer leaves it to prose)."""
    told: Mapping[str, str] = _table()["returns"]
    return told


_FITTED: Final = set[bytes]()
"""Calls about which there was nothing to complain: every bot that starts sets the same menus."""


def complaints_about_call(method: str, values: Mapping[str, object]) -> list[str]:
    """Against both descriptions; against the older only what does not use what came after it."""
    mark = blake2b(msgspec.json.encode((method, values)), digest_size=16).digest()
    if mark in _FITTED:
        return []
    found = [str(complaint) for complaint in newer().check_call(method, values)] + [
        f"{complaint} (10.1)"
        for complaint in older().check_call(method, values)
        if complaint.about not in SINCE_10_2
    ]
    if not found:
        _FITTED.add(mark)
    return found


def complaints_about_answer(value: object, types: str, path: str) -> list[str]:
    """Against the newer description: what the look-alike itself sends must pass it too."""
    if not types:
        return []
    return [str(complaint) for complaint in newer().check(value, types, path)]

"""The Bot API's own description, at two dates, as something that calls can be held against.

The files lie outside the project (``TRUCO_SPECS``, by default ``../shared/specs``); where they are
absent this check says so and the hand-written rules (:mod:`.rules`) go on alone. The real server
ignores what it does not know; being stricter finds the typing mistakes that it would hide.
"""

import json
import os
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

Json = dict[str, Any]

ROOT: Final = Path(__file__).resolve().parents[3]
NEWER: Final = "telegram-bot-api-10.3-aiogram-schema.json"
OLDER: Final = "telegram-bot-api.json"

_LENGTH: Final = re.compile(r"\b(\d+)-(\d+) (characters|bytes)")
_FIXED: Final = re.compile(r"\b(?:must be|always) [“\"']?(\w+)[”\"']?$")
_ONE_OF: Final = re.compile(r"[Mm]ust be one of (.+?)(?:\. |\.$|$)")
_QUOTED: Final = re.compile(r"[“'\"](\w+)[”'\"]")
_LISTED: Final = re.compile(r"^\s*- (\w+)\s*$", re.MULTILINE)
_AFTER_PARSING: Final = re.compile(r"after entit(y|ies) parsing")

SINCE_10_2: Final = frozenset(
    {
        "sendMessage.ephemeral_message_parameters",
        "sendPhoto.ephemeral_message_parameters",
        "editEphemeralMessageText",
        "editEphemeralMessageReplyMarkup",
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
    description: str


class Thing(NamedTuple):
    """A method or a type."""

    name: str
    fields: dict[str, Field]
    subtypes: tuple[str, ...] = ()


class Complaint(NamedTuple):
    """What is wrong, and the name under which it may be excused."""

    text: str
    about: str = ""

    def __str__(self) -> str:
        return self.text


def folder() -> Path:
    """Where the descriptions are looked for."""
    return Path(os.environ.get("TRUCO_SPECS") or ROOT.parent / "shared" / "specs")


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
                for number, one in enumerate(value)
                for complaint in self.check(one, inner, f"{path}[{number}]")
            ]
        kinds = split_types(types)
        if len(kinds) == 1:
            return self._check_one(value, types, path)
        return min((self._check_one(value, kind, path) for kind in kinds), key=len)

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
            tries = [self._check_object(value, name, path) for name in thing.subtypes]
            return min(tries, key=len)
        return list(self._fields(thing, value, path))

    def _fields(self, thing: Thing, values: Mapping[str, object], path: str) -> Iterator[Complaint]:
        for name, field in thing.fields.items():
            if field.required and name not in values:
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

    def types_of(self, method: str, name: str) -> str:
        """The declared type of a parameter; empty when it is none."""
        thing = self.things.get(method)
        field = thing.fields.get(name) if thing else None
        return field.types if field else ""


@cache
def split_types(types: str) -> tuple[str, ...]:
    """``Integer or String`` in its parts."""
    return tuple(re.split(r" or |, | and ", types))


class Prose(NamedTuple):
    """What a field's description says beside its type."""

    least: int
    most: int
    unit: str
    """``characters``, ``bytes``; empty: no length is told."""
    fixed: str
    choices: tuple[str, ...]


@cache
def read_prose(text: str) -> Prose:
    """Lengths, a fixed value, a list of values."""
    length = None if _AFTER_PARSING.search(text) else _LENGTH.search(text)
    fixed = _FIXED.search(text)
    listed = _ONE_OF.search(text)
    return Prose(
        int(length[1]) if length else 0,
        int(length[2]) if length else 0,
        length[3] if length else "",
        fixed[1] if fixed else "",
        tuple(_QUOTED.findall(listed[1])) if listed else (),
    )


def prose(field: Field, value: object, path: str) -> Iterator[Complaint]:
    """What stands in a field's description alone."""
    if not isinstance(value, str):
        return
    told = read_prose(field.description)
    if told.unit:
        size = len(value.encode()) if told.unit == "bytes" else len(value)
        if not told.least <= size <= told.most:
            allowed = f"{told.least}-{told.most}"
            yield Complaint(f"{path}: {size} {told.unit}, allowed are {allowed}")
    if told.fixed and value != told.fixed:
        yield Complaint(f"{path}: {value!r} must be {told.fixed!r}")
    if told.choices and value not in told.choices:
        yield Complaint(f"{path}: {value!r} is none of {told.choices}")


# --- reading -------------------------------------------------------------------------------------


def _read_newer(data: Json) -> Description:
    things: dict[str, Thing] = {}
    for item in data["items"]:
        for child in item["children"]:
            fields = {
                note["name"]: Field(
                    note["name"], note["type"], note["required"], note["description"]
                )
                for note in child["annotations"]
            }
            subtypes: tuple[str, ...] = ()
            if not fields and child["category"] == "types":
                subtypes = tuple(_LISTED.findall(child["description"]))
            things[child["name"]] = Thing(child["name"], fields, subtypes)
    # The one union that is told in prose only.
    things["InputFile"] = Thing("InputFile", {})
    return Description(things)


def _read_older(data: Json) -> Description:
    things: dict[str, Thing] = {}
    for name, one in (data["types"] | data["methods"]).items():
        fields = {
            field["name"]: Field(
                field["name"],
                " or ".join(field["types"]),
                field["required"],
                field["description"],
            )
            for field in one.get("fields", [])
        }
        things[name] = Thing(name, fields, tuple(one.get("subtypes", ())))
    return Description(things)


@cache
def newer() -> Description | None:
    """Bot API 10.3, or ``None`` where the file is absent."""
    file = folder() / NEWER
    return _read_newer(json.loads(file.read_text("utf-8"))) if file.is_file() else None


@cache
def older() -> Description | None:
    """Bot API 10.1, or ``None`` where the file is absent."""
    file = folder() / OLDER
    return _read_older(json.loads(file.read_text("utf-8"))) if file.is_file() else None


@cache
def returns() -> Mapping[str, str]:
    """By method what it answers, as the older description says (the newer leaves it to prose)."""
    file = folder() / OLDER
    if not file.is_file():
        return {}
    methods = json.loads(file.read_text("utf-8"))["methods"]
    return {name: " or ".join(one["returns"]) for name, one in methods.items()}


def complaints_about_call(method: str, values: Mapping[str, object]) -> list[str]:
    """Against both descriptions; against the older only what does not use what came after it."""
    found = []
    if (new := newer()) is not None:
        found += [str(one) for one in new.check_call(method, values)]
    if (old := older()) is not None:
        found += [
            f"{one} (10.1)" for one in old.check_call(method, values) if one.about not in SINCE_10_2
        ]
    return found


def complaints_about_answer(value: object, types: str, path: str) -> list[str]:
    """Against the newer description: what the look-alike itself sends must pass it too."""
    new = newer()
    if new is None or not types:
        return []
    return [str(one) for one in new.check(value, types, path)]

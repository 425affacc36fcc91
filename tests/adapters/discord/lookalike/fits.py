"""Whether a value fits a JSON schema: only yes or no, and quickly.

``jsonschema`` says what is wrong with a value, and takes long for it; nearly every body of a test
is right. So :mod:`.description` asks here first, and ``jsonschema`` about what does not fit. Where
the two could differ, this one is the stricter. A keyword that it does not know is an error.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

Json = Any
Fits = Callable[[Json], bool]

TYPES: Final[Mapping[str, Fits]] = {
    "null": lambda value: value is None,
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: type(value) is int,
    "number": lambda value: type(value) in (int, float),
    "string": lambda value: isinstance(value, str),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}

SIZES: Final[Mapping[str, tuple[Fits, Callable[[Json], float]]]] = {
    "Length": (TYPES["string"], len),
    "Items": (TYPES["array"], len),
    "Properties": (TYPES["object"], len),
    "imum": (TYPES["number"], float),
}
"""To what a limit applies, and what is measured."""

SAID_ELSEWHERE: Final = {"required", "additionalProperties", "contentEncoding", "x-or-null"}
"""Keywords that another one reads, or that nobody checks."""


class Fitting:
    """The schemas of one document, made into functions when they are needed."""

    def __init__(self, doc: Json, formats: Mapping[str, Fits]) -> None:
        self._doc = doc
        self._formats = formats
        self._made: dict[str, Fits] = {}

    def at(self, pointer: str) -> Fits:
        """The function of the schema that stands there."""
        if pointer not in self._made:
            found = self._doc
            for part in pointer.split("/")[1:]:
                found = found[part.replace("~1", "/").replace("~0", "~")]
            self._made[pointer] = self.of(found)
        return self._made[pointer]

    def of(self, schema: Json) -> Fits:
        """The function of this schema."""
        if isinstance(schema, bool):
            return lambda value: schema
        parts = [self._part(key, said, schema) for key, said in schema.items()]
        checks = [part for part in parts if part is not None]
        if "required" in schema or "additionalProperties" in schema or "properties" in schema:
            checks.append(self._object(schema))
        return _every(checks)

    def _part(self, key: str, said: Json, schema: Json) -> Fits | None:
        if key in SAID_ELSEWHERE or key == "properties":
            return None
        for of, (applies, measured) in SIZES.items():
            if key == f"min{of}":
                return lambda value: not applies(value) or measured(value) >= said
            if key == f"max{of}":
                return lambda value: not applies(value) or measured(value) <= said
        match key:
            case "$ref":
                pointer = said.removeprefix("#")
                return lambda value: self.at(pointer)(value)  # noqa: PLW0108 - schemas go in circles
            case "type":
                kinds = [TYPES[kind] for kind in ([said] if isinstance(said, str) else said)]
                return _any(kinds)
            case "enum":
                allowed = {(type(value), value) for value in said}
                return lambda value: (
                    not isinstance(value, list | dict) and (type(value), value) in allowed
                )
            case "pattern":
                found = re.compile(said).search
                return lambda value: not isinstance(value, str) or found(value) is not None
            case "format":
                return self._formats.get(said)
            case "items":
                item = self.of(said)
                return lambda value: not isinstance(value, list) or all(map(item, value))
            case "uniqueItems":
                return lambda value: (
                    not isinstance(value, list)
                    or len({repr(entry) for entry in value}) == len(value)
                )
            case "oneOf" | "anyOf" | "allOf":
                branches = [self.of(branch) for branch in said]
                return {"oneOf": _one, "anyOf": _any, "allOf": _every}[key](branches)
            case "x-only":
                only, null = self.of(said), schema["x-or-null"]
                return lambda value: (null and value is None) or only(value)
            case "x-by-type":
                by_type, null = (
                    {kind: self.of(branch) for kind, branch in said.items()},
                    schema["x-or-null"],
                )
                return lambda value: (
                    (null and value is None)
                    or (
                        isinstance(value, dict)
                        and value.get("type") in by_type
                        and by_type[value["type"]](value)
                    )
                )
            case _:
                raise ValueError(key)

    def _object(self, schema: Json) -> Fits:
        required = schema.get("required", ())
        described = {key: self.of(part) for key, part in schema.get("properties", {}).items()}
        others = self.of(schema.get("additionalProperties", True))

        def fits(value: Json) -> bool:
            if not isinstance(value, dict):
                return True
            for key in required:
                if key not in value:
                    return False
            for key, part in value.items():  # noqa: SIM110
                if not described.get(key, others)(part):
                    return False
            return True

        return fits


# Loops, since generators take twice as long; and most values have one check.


def _every(checks: Sequence[Fits]) -> Fits:
    """Whether all of these say yes."""
    if len(checks) == 1:
        return checks[0]

    def fits(value: Json) -> bool:
        for check in checks:  # noqa: SIM110
            if not check(value):
                return False
        return True

    return fits


def _any(checks: Sequence[Fits]) -> Fits:
    """Whether one of these says yes, or several."""
    if len(checks) == 1:
        return checks[0]

    def fits(value: Json) -> bool:
        for check in checks:  # noqa: SIM110
            if check(value):
                return True
        return False

    return fits


def _one(checks: Sequence[Fits]) -> Fits:
    """Whether exactly one of these says yes."""

    def fits(value: Json) -> bool:
        found = False
        for check in checks:
            if check(value):
                if found:
                    return False
                found = True
        return found

    return fits

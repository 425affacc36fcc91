"""Marks of rules: short texts that tell whether something was made for the rules of today.

A mark is a digest of named values. Of a struct it takes the fields that differ from their default,
by name. So a new field, or a new option that changes no rule by default, changes no mark. A default
of :mod:`engine.rules.rule_set` never changes, because marks do not see it.
"""

from collections.abc import Mapping
from hashlib import sha256
from typing import Final

import msgspec
from msgspec import Struct

DIGITS: Final = 16
"""The length of a mark."""


def named(value: object) -> object:
    """The value as JSON takes it, with names: a struct as a mapping of its fields, without those
    that have their default."""
    if isinstance(value, Struct):
        return _fields(value)
    if isinstance(value, Mapping):
        return {str(key): named(inner) for key, inner in value.items()}
    if isinstance(value, tuple | list):
        return [named(inner) for inner in value]
    return value


def _fields(value: Struct) -> dict[str, object]:
    names, defaults = value.__struct_fields__, value.__struct_defaults__
    usual = dict(zip(names[len(names) - len(defaults) :], defaults, strict=True))
    found: dict[str, object] = {}
    for name in names:
        own = getattr(value, name)
        if name not in usual or own != usual[name]:
            found[name] = named(own)
    return found


def mark_of(values: Mapping[str, object]) -> str:
    """The mark of these values; the order of their names does not matter."""
    told = msgspec.json.encode(named(values), order="sorted")
    return sha256(told).hexdigest()[:DIGITS]

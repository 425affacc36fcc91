"""Requests made wrong in every place and every way, for trying those who judge them."""

from collections.abc import Iterator
from typing import Any, NamedTuple

Json = Any


class Mutation(NamedTuple):
    """A value with one fault in it."""

    kind: str
    """``type``, ``missing``, ``extra``, ``long``, ``many``, ``value``."""
    key: str
    """The key under which the fault is; of a list's items the list's key."""
    value: Json


LONG = "x" * 200_000
MANY = 130


def mutations(value: Json, key: str = "") -> Iterator[Mutation]:
    """The value with a fault of each kind in each place."""
    yield Mutation("type", key, 5.5 if value is None or isinstance(value, str) else "x")
    match value:
        case int() if not isinstance(value, bool):
            yield Mutation("value", key, 987_654)
        case str():
            yield Mutation("long", key, LONG)
            yield Mutation("value", key, "none such")
        case list():
            if value:
                yield Mutation("many", key, [*value, *value[-1:] * MANY])
            for place, part in enumerate(value):
                for kind, inner, made in mutations(part, key):
                    yield Mutation(kind, inner, [*value[:place], made, *value[place + 1 :]])
        case dict():
            yield Mutation("extra", key, {**value, "none_such": 1})
            for name, part in value.items():
                rest = {other: inner for other, inner in value.items() if other != name}
                yield Mutation("missing", name, rest)
                for kind, inner, made in mutations(part, name):
                    yield Mutation(kind, inner, {**value, name: made})
        case _:
            pass

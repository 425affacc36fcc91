"""The value that a test goes on with; without it the test fails here."""

from typing import TypeVar

T = TypeVar("T")


def present(found: T | None) -> T:
    """The value, which is not ``None``."""
    assert found is not None
    return found


def of_kind(kind: type[T], found: object) -> T:
    """The value, which is of this kind."""
    assert isinstance(found, kind), found
    return found

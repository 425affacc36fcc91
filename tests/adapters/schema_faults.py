"""What is wrong with a value that does not fit its JSON schema."""

from collections.abc import Iterator
from typing import Any

from jsonschema_rs import Draft202012Validator, ValidationError, ValidationErrorKind


def faults(validator: Draft202012Validator, value: Any, place: str = "$") -> Iterator[str]:
    """Where it is wrong, and what is wrong there. ``place`` is the name of the whole value."""
    for error in validator.iter_errors(value):
        for deepest in _reasons(error):
            path = ".".join(str(part) for part in (place, *deepest.instance_path))
            yield f"{path}: {deepest.message[:200]}"


def _reasons(error: ValidationError) -> Iterator[ValidationError]:
    """Of alternatives, the reasons against the one that fits best."""
    match error.kind:
        case ValidationErrorKind.OneOfNotValid(branches) | ValidationErrorKind.AnyOf(branches):
            for inner in min(branches, key=_unfit):
                yield from _reasons(inner)
        case _:
            yield error


def _unfit(errors: list[ValidationError]) -> tuple[bool, int]:
    """How far an alternative is from fitting: one of another ``type`` the most."""
    wrong = any(
        error.instance_path[-1:] == ["type"] or isinstance(error.kind, ValidationErrorKind.Type)
        for error in errors
    )
    return wrong, len(errors)

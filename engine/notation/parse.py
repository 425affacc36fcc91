"""Reading records."""

from engine.notation.record import Record


def decode_record(data: bytes) -> str:
    """The text of a record's bytes. Raises :class:`BadRecord` at the line that is not UTF-8."""
    raise NotImplementedError


def parse_record(text: str) -> Record:
    """The record that this text writes down.

    Raises :class:`engine.errors.BadRecord`, and nothing else, for what is not one; its parameters
    are ``line`` and ``text``.
    """
    raise NotImplementedError

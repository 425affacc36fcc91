"""What is logged as an error while a test runs, whoever logs it and however logs are set up.

A drawing that raises, a failed task, a deadline that cannot be decided: the program catches each,
logs it and goes on, so that a test which looks elsewhere does not see it. Therefore every error in
the log fails the test (``tests/conftest.py``), unless the test has the mark ``errors`` with the
names of those it expects: an event's name, or a library's logger (``asyncio``).
"""

import logging
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from traceback import format_exception
from typing import Any

import structlog

ERRORS = {"error", "exception", "critical", "fatal"}
"""The methods of a logger that say that something has gone wrong."""


@contextmanager
def errors_logged() -> Iterator[list[tuple[str, str]]]:
    """The errors logged meanwhile: the event's or the logger's name, and what was said."""
    errors: list[tuple[str, str]] = []

    def note(_: object, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        if method in ERRORS:
            errors.append((str(event["event"]), repr(event)))
        return event

    make = logging.getLogRecordFactory()

    # Handlers are taken away when a test sets logs up anew; a record is made all the same.
    def watched(*args: Any, **more: Any) -> logging.LogRecord:
        record = make(*args, **more)
        if (record.levelno or 0) >= logging.ERROR:  # an empty one is made before it is filled in
            ours = record.msg if isinstance(record.msg, dict) else {}
            errors.append((str(ours.get("event", record.name)), _said(record)))
        return record

    processors = structlog.get_config()["processors"]
    processors.insert(0, note)
    logging.setLogRecordFactory(watched)
    try:
        yield errors
    finally:
        logging.setLogRecordFactory(make)
        if note in processors:
            processors.remove(note)


def _said(record: logging.LogRecord) -> str:
    """The whole of it. A formatter would leave the exception in the record, for every log."""
    raised = "".join(format_exception(record.exc_info[1])) if record.exc_info else ""
    return f"{record.getMessage()}\n{raised}".rstrip()

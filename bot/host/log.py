"""Logs: structured and discreet.

An event names the match, its version, the command and the outcome. Cards, tokens, keys, names and
what people write never belong in a log, because logs are copied to places that nobody thinks of.
Values under such keys are blanked here, also if a library logged them. Of an exception only its
kind and where it was raised are logged: its text and the values of variables may hold anything."""

import logging
import re
import sys
import traceback
from typing import TextIO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from bot.host.setting_values import LogFormat, LogLevel

WITHHELD = "[withheld]"

_secrets: set[str] = set()
_SHORTEST = 8
"""Shorter texts are not withheld: no token is so short, and lines would be unreadable."""


def withhold(secret: str) -> None:
    """Keeps this text out of all log lines from now on. Libraries, too, write such lines: they log
    whole addresses, and the text of an exception may hold the secret."""
    if len(secret) >= _SHORTEST:
        _secrets.add(secret)


class _Discreet(structlog.stdlib.ProcessorFormatter):
    """The finished line, without texts that must not be in it."""

    def format(self, record: logging.LogRecord) -> str:
        line = super().format(record)
        for secret in _secrets:
            line = line.replace(secret, WITHHELD)
        return line


# A key that has one of these words among its own words is blanked: `card`, `tab_key` and
# `deck_order` are all caught.
_PRIVATE = re.compile(r"(^|_)(card|deck|key|name|secret|text|token)s?(_|$)", re.IGNORECASE)

# Loggers of libraries that log more than we want: addresses with a tab's key, SQL with its values.
_QUIET = (
    "aiohttp.access",
    "aiosqlite",
    "sqlalchemy",
    "alembic",
    "asyncio",
    "discord",
    "PIL",
    "httpx",
    "httpcore",
)
# Loggers that repeat what people write when something goes wrong. We log such failures ourselves.
_SILENT = ("telegram",)


def set_up_logging(level: LogLevel, format: LogFormat, stream: TextIO | None = None) -> None:
    """Sends every log line, ours and the libraries', to `stream` (standard error if None)."""
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso"),
        withhold_private,
        withhold_what_was_said,
    ]
    handler = logging.StreamHandler(stream)
    renderer: Processor
    if format is LogFormat.JSON:
        renderer = structlog.processors.JSONRenderer(ensure_ascii=False)
    else:
        renderer = structlog.dev.ConsoleRenderer(colors=handler.stream.isatty())
    handler.setFormatter(
        _Discreet(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.value.upper())
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
    logging.getLogger("asyncio").addFilter(_only_what_happened)
    for name in _SILENT:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
    )


def _only_what_happened(record: logging.LogRecord) -> bool:
    """Keeps the first line of asyncio's messages: below it stands the error of a failed task."""
    record.msg, record.args = record.getMessage().partition("\n")[0], ()
    return True


def withhold_private(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Blanks values that must not be read in a log. The words of the key decide."""
    for key in event:
        if _PRIVATE.search(key):
            event[key] = WITHHELD
    return event


def withhold_what_was_said(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Logs an exception as its type and its traceback, without its message, which may hold words of
    people. The exceptions that caused it are logged in the same way."""
    found = event.pop("exc_info", None)
    if found is True:
        found = sys.exc_info()
    error = found[1] if isinstance(found, tuple) else found
    if isinstance(error, BaseException):
        event["exception"] = "\n".join(_told(error))
    return event


def _told(error: BaseException | None) -> list[str]:
    told: list[str] = []
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        where = "".join(traceback.format_tb(error.__traceback__)).rstrip()
        told[:0] = [line for line in (where, type(error).__qualname__) if line]
        hidden = error.__suppress_context__
        error = error.__cause__ or (None if hidden else error.__context__)
    return told

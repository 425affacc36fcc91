"""Log lines are structured and discreet."""

import asyncio
import gc
import io
import json
import logging
from pathlib import Path

import pytest
import structlog

from bot.host.log import WITHHELD, set_up_logging, withhold_what_was_said
from bot.host.setting_values import LogFormat, LogLevel
from bot.store import Store
from tests.bot.helpers import Table
from tests.bot.store.test_erasures import ZOE, a_life, carried_out, traces

pytestmark = pytest.mark.usefixtures("logging_as_it_was")


def test_one_json_object_per_line() -> None:
    stream = io.StringIO()
    set_up_logging(LogLevel.INFO, LogFormat.JSON, stream)
    structlog.get_logger().info("decided", match="k3v9p2xq", version=12, outcome="accepted")
    logging.getLogger("somebody.else").warning("told %s", "señas")
    ours, theirs = map(json.loads, stream.getvalue().splitlines())
    assert ours.pop("timestamp").endswith("Z")
    assert ours == {
        "event": "decided",
        "level": "info",
        "match": "k3v9p2xq",
        "outcome": "accepted",
        "version": 12,
    }
    assert (theirs["event"], theirs["level"]) == ("told señas", "warning")
    assert "señas" in stream.getvalue(), "as people write it"


@pytest.mark.parametrize("format", LogFormat)
def test_private_things_are_withheld(format: LogFormat) -> None:
    stream = io.StringIO()
    set_up_logging(LogLevel.DEBUG, format, stream)
    structlog.get_logger().info("seen", hand=7, cards="XX", tab_key="XX", text="XX", TOKEN="XX")
    assert "7" in stream.getvalue()
    assert "XX" not in stream.getvalue()
    assert stream.getvalue().count(WITHHELD) == 4


def test_libraries_do_not_fill_the_log() -> None:
    """Whatever the level: a line for every part of a picture hides what happens."""
    stream = io.StringIO()
    set_up_logging(LogLevel.DEBUG, LogFormat.JSON, stream)
    for name in ("PIL.PngImagePlugin", "sqlalchemy.engine", "discord.gateway"):
        logging.getLogger(name).debug("STREAM %r %s %s", b"IHDR", 16, 13)
        logging.getLogger(name).warning("kept")
    logging.getLogger("telegram").critical("what people write")
    assert [json.loads(line)["event"] for line in stream.getvalue().splitlines()] == ["kept"] * 3


def test_of_a_failed_task_the_first_line_is_kept() -> None:
    """Below it stands the error, which may hold words of people."""
    stream = io.StringIO()
    set_up_logging(LogLevel.INFO, LogFormat.JSON, stream)
    logging.getLogger("asyncio").warning("Task %s failed\n%s", "7", LookupError("as de espadas"))
    assert json.loads(stream.getvalue())["event"] == "Task 7 failed"


@pytest.mark.parametrize("ours", [True, False], ids=["structlog", "logging"])
@pytest.mark.parametrize("format", LogFormat)
@pytest.mark.errors("failed", "other")
def test_tracebacks_show_no_values(format: LogFormat, ours: bool) -> None:
    """Neither of variables nor in the exceptions' own texts."""
    stream = io.StringIO()
    set_up_logging(LogLevel.INFO, format, stream)
    held_cards = "as de " + "espadas"
    try:
        try:
            raise LookupError(f"no {held_cards}")
        except LookupError as error:
            raise OSError(held_cards) from error
    except OSError:
        (structlog.get_logger() if ours else logging.getLogger("other")).exception("failed")
    said = stream.getvalue()
    assert said.index("LookupError") < said.index("OSError")
    assert "test_tracebacks_show_no_values" in said
    assert held_cards not in said


def test_exceptions_that_cause_each_other_are_told_once() -> None:
    one, other = OSError(), LookupError()
    one.__cause__, other.__cause__ = other, one
    told = withhold_what_was_said(None, "", {"exc_info": one})
    assert told == {"exception": "LookupError\nOSError"}


@pytest.mark.errors("asyncio")
def test_a_task_that_nobody_waits_for_says_no_more() -> None:
    stream = io.StringIO()
    set_up_logging(LogLevel.INFO, LogFormat.CONSOLE, stream)
    held_cards = "as de " + "espadas"

    async def fail() -> None:
        raise LookupError(f"no {held_cards}")

    async def main() -> None:
        task = asyncio.ensure_future(fail())
        await asyncio.wait([task])
        del task

    asyncio.run(main())
    gc.collect()
    said = stream.getvalue()
    assert "Task exception was never retrieved" in said
    assert "LookupError" in said
    assert held_cards not in said


@pytest.mark.parametrize("terminal", [True, False])
def test_a_terminal_has_colors(monkeypatch: pytest.MonkeyPatch, *, terminal: bool) -> None:
    monkeypatch.setattr("sys.stderr", stream := io.StringIO())
    monkeypatch.setattr(stream, "isatty", lambda: terminal)
    set_up_logging(LogLevel.INFO, LogFormat.CONSOLE)
    structlog.get_logger().info("decided")
    assert ("\x1b[" in stream.getvalue()) is terminal


def test_levels() -> None:
    stream = io.StringIO()
    set_up_logging(LogLevel.WARNING, LogFormat.CONSOLE, stream)
    structlog.get_logger().info("not now")
    assert stream.getvalue() == ""


def test_requests_are_not_logged_at_any_level() -> None:
    """A request's address may hold a tab's key."""
    stream = io.StringIO()
    set_up_logging(LogLevel.DEBUG, LogFormat.CONSOLE, stream)
    logging.getLogger("aiohttp.access").info("GET /?key=abc")
    assert stream.getvalue() == ""


def test_whatever_a_person_does_the_log_names_nobody(tmp_path: Path) -> None:
    """Lines are copied to places where nobody could erase a name later."""
    stream = io.StringIO()
    set_up_logging(LogLevel.DEBUG, LogFormat.JSON, stream)

    async def run() -> None:
        store = await Store.open(f"sqlite:///{tmp_path}/truco.db")
        table = Table(store)
        await a_life(table)
        await table.service.erasures.ask(ZOE)
        await table.service.erasures.undo(ZOE)
        await table.service.erasures.ask(ZOE)
        await carried_out(table)
        await store.close()

    asyncio.run(run())
    assert "erasure_done" in stream.getvalue()
    assert traces(stream.getvalue().encode()) == []

"""What every test shares: hypothesis' profiles, no error in the log, no vain search for rubbish."""

import gc
import logging
import os
import re
import ssl
import tempfile
from collections.abc import Callable, Iterator
from functools import cache, lru_cache, partial
from types import MappingProxyType
from typing import Final

import aiohttp.helpers
import aiohttp.multipart
import pytest
import structlog
from hypothesis import HealthCheck, Phase, settings
from hypothesis.internal.conjecture import providers

import engine.variants
from engine.state.table import Table
from tests.compiled import compile_all
from tests.errors import errors_logged
from tests.examples import LONG, PROFILE, many
from tests.places import in_memory
from tests.worker_messages import tell_less

MEASURED: Final = "measured"
"""The property of a test's report that says what it has measured."""

# "few" (`make test`): the same examples every time, so that a red run is red again. "ci"
# (`.ci/run`): the same as well, four times as many. "long" (`make test-long`): other examples each
# time and many more of them; what fails there becomes an example of its own. "faults" (`make
# faults`): those of "ci", and what fails is not made small: nobody reads it. No deadlines: machines
# are slow at times.
settings.register_profile("ci", max_examples=50, derandomize=True, deadline=None, database=None)
settings.register_profile("few", settings.get_profile("ci"), max_examples=many(50))
settings.register_profile(
    "long", max_examples=1000, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "faults", settings.get_profile("ci"), phases=[Phase.explicit, Phase.generate]
)
settings.load_profile(PROFILE)

# Hypothesis tries numbers and words that stand in the source of whatever is imported. So a test
# that fails among all would get other examples alone, and each worker reads all of the source for
# it. Where the examples are to be the same every time, they are made of the test alone.
if not LONG:
    vars(providers)["_get_local_constants"] = lambda: providers._local_constants

# A commit to a file waits for the disk, and that takes longer than most tests. Whoever has named a
# folder for such files keeps it.
if "TMPDIR" not in os.environ and (folder := in_memory()):
    os.environ["TMPDIR"] = folder
    tempfile.tempdir = None  # it is remembered

# Every client reads the certificates that it trusts: thirty milliseconds, twice in each test with a
# bot of Telegram's. One reading does for all of them.
ssl.create_default_context = cache(ssl.create_default_context)  # type: ignore[assignment]

# aiohttp makes its table of characters anew for every part of a form that it reads, and reads each
# part's header three times.
aiohttp.multipart.parse_content_disposition = lru_cache(aiohttp.multipart.parse_content_disposition)
# It reads what kind of content comes with the parser of mails, and a form has another boundary each
# time.
_FORM: Final = re.compile(r"(multipart/form-data); boundary=(\w+)")
_content_type = aiohttp.helpers.parse_content_type


def _content_type_of_forms_too(raw: str) -> tuple[str, MappingProxyType[str, str]]:
    found = _FORM.fullmatch(raw)
    if found is None:
        return _content_type(raw)
    return found[1], MappingProxyType({"boundary": found[2]})


aiohttp.helpers.parse_content_type = _content_type_of_forms_too  # type: ignore[assignment]

# Logs as they are before anything sets them up, without a frame of all variables around tracebacks:
# drawing it took a tenth of the time of the tests in which something fails on purpose.
structlog.configure(
    processors=[
        *structlog.get_config()["processors"][:-1],
        structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback),
    ]
)


def pytest_configure(config: pytest.Config) -> None:
    """Before workers begin."""
    workers = config.getoption("numprocesses", None)
    if hasattr(config, "workerinput"):
        tell_less(config)
    elif workers:
        compile_all(config, workers)
        return
    gc.disable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests in a browser first, and among all first those that take longest: so only one worker
    starts a browser, and nobody waits for the other at the end."""
    items.sort(
        key=lambda item: (
            item.get_closest_marker("browser") is None,
            item.get_closest_marker("timeout") is None,
        )
    )


def pytest_collection_finish() -> None:
    """Modules and tests stay until the end: looking through all of them again and again for what
    could be freed took a twelfth of the time, and even once a tenth of collecting them."""
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)
    gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_unconfigure() -> None:
    """By now pytest has looked through all that is alive for what was not closed. It would do so a
    second time, and Python a third time at its end: two seconds each in a worker."""
    gc.freeze()


@pytest.fixture
def measured(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """Says what a test has measured: it stands below the results of the run."""
    return partial(record_property, MEASURED)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Prints what was measured, by whichever worker: their own output is not shown."""
    told = [
        f"{report.nodeid}: {value}"
        for reports in terminalreporter.stats.values()
        for report in reports
        if getattr(report, "when", "") == "call"
        for name, value in report.user_properties
        if name == MEASURED
    ]
    if told:
        terminalreporter.section("measured")
        for line in told:
            terminalreporter.line(line)


@pytest.fixture(autouse=True)
def no_error_is_logged(request: pytest.FixtureRequest) -> Iterator[None]:
    """An error in the log fails the test, unless it has the mark ``errors`` with its name."""
    expected = {name for mark in request.node.iter_markers("errors") for name in mark.args}
    with errors_logged() as errors:
        yield
    unexpected = [said for name, said in errors if name not in expected]
    assert not unexpected, "\n".join(["logged as an error:", *unexpected])


@pytest.fixture(params=[True, False], ids=["remembering", "forgetful"])
def memory(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test twice: at tables as they are, and at tables that remember nothing of positions."""
    if request.param:
        return
    made = engine.variants._table

    def forgetful(
        variant: str, players: int, options: tuple[tuple[str, str], ...], remember: bool
    ) -> Table:
        return made(variant, players, options, remember=False)

    monkeypatch.setattr(engine.variants, "_table", forgetful)


@pytest.fixture
def logging_as_it_was() -> Iterator[None]:
    """Whatever the test sets up for logs is undone afterwards."""
    root = logging.getLogger()
    handlers, configured = root.handlers[:], structlog.get_config()
    levels = {
        logger: logger.level
        for logger in (root, *logging.Logger.manager.loggerDict.values())
        if isinstance(logger, logging.Logger)
    }
    yield
    root.handlers[:] = handlers
    for logger, level in levels.items():
        logger.setLevel(level)
    structlog.configure(**configured)

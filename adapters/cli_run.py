"""``truco run`` and ``truco health``.

Their imports are made when they are called, so that the commands on records start quickly. They
return their exit codes.
"""

import gc
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import typer

    from bot.host.settings import Settings

_UNUSED: Final = "rich"
"""A package that structlog loads to draw exceptions. The bot does not draw any."""


@contextmanager
def loading() -> Iterator[None]:
    """The context in which the modules are loaded. Almost all their objects stay, so the garbage
    collector looks at none of them, now or later."""
    hidden = _UNUSED not in sys.modules
    if hidden:
        sys.modules[_UNUSED] = None  # type: ignore[assignment]
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
        if hidden:
            del sys.modules[_UNUSED]


def add_to(app: "typer.Typer") -> None:
    """Give the command line these commands."""
    app.command("run")(run_command)
    app.command("health")(health_command)


def run_command() -> int:
    """Open the tables: the bot with its playground, until Ctrl+C.

    Settings come from the environment and from .env; .env.example explains each."""
    with loading():
        from adapters.app import CannotStart, run

    settings = read_settings()
    try:
        run(settings, _announce)
    except CannotStart as error:
        complain(str(error))
        return 2
    return 0


def health_command() -> int:
    """Say how the running bot is. Exit code 0 when its database and every platform that it is
    connected to are well, 1 when one is not, or when there is no bot."""
    from adapters.health_files import health_file, problems_of

    settings = read_settings()
    problems = problems_of(health_file(settings.database_url), time.time())
    for problem in problems:
        complain(problem)
    if problems:
        return 1
    _say("ok")
    return 0


def read_settings() -> "Settings":
    """The settings; a wrong one ends the command with a sentence each and exit code 2."""
    from bot.host.settings import SettingsError, load_settings

    try:
        return load_settings()
    except SettingsError as error:
        for problem in error.problems:
            complain(problem)
        sys.exit(2)


def _announce(address: str) -> None:
    _say(f"Truco is open at {address} (Ctrl+C closes it)")


def _say(sentence: str) -> None:
    """One line on standard output, at once."""
    sys.stdout.write(f"{sentence}\n")
    sys.stdout.flush()


def complain(sentence: str) -> None:
    """One clear line on standard error."""
    sys.stderr.write(f"truco: {sentence}\n")

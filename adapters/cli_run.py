"""``truco run`` and ``truco health``. What they need is loaded when they are called, so that the
commands on records start quickly."""

import http.client
import sys
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from bot.settings import Settings

_HEALTH_SECONDS = 4.0


def add_to(app: typer.Typer) -> None:
    """Give the command line these commands."""
    app.command("run")(run_command)
    app.command("health")(health_command)


def run_command() -> None:
    """Open the tables: the bot with its playground, until Ctrl+C.

    Settings come from the environment and from .env; .env.example explains each."""
    from adapters.app import CannotStart, run

    settings = read_settings()
    try:
        run(settings, _announce)
    except CannotStart as error:
        complain(str(error))
        raise typer.Exit(2) from None
    except KeyboardInterrupt:
        raise typer.Exit(130) from None


def health_command() -> None:
    """Ask a running playground how it is: exit code 0 when it is well, 1 when it is not."""
    settings = read_settings()
    host, port = settings.playground_host, settings.playground_port
    if not port:
        complain("TRUCO_PLAYGROUND_PORT is 0, any free port: nobody can tell which one to ask.")
        raise typer.Exit(2)
    if host in ("0.0.0.0", "::"):  # noqa: S104 - compared, not listened on
        host = "127.0.0.1" if host == "0.0.0.0" else "::1"  # noqa: S104
    # A connection of our own: a proxy of the environment has no business here.
    connection = http.client.HTTPConnection(host, port, timeout=_HEALTH_SECONDS)
    try:
        connection.request("GET", "/health")
        well = connection.getresponse().status == http.client.OK
    except (OSError, http.client.HTTPException):
        complain(f"nothing answers at {host} port {port}.")
        raise typer.Exit(1) from None
    finally:
        connection.close()
    if not well:
        complain(f"the playground at {host} port {port} is not well.")
        raise typer.Exit(1)
    typer.echo("ok")


def read_settings() -> "Settings":
    """The settings; a wrong one ends the command with a sentence each and exit code 2."""
    from bot.settings import SettingsError, load_settings

    try:
        return load_settings()
    except SettingsError as error:
        for problem in error.problems:
            complain(problem)
        raise typer.Exit(2) from None


def _announce(address: str) -> None:
    typer.echo(f"Truco is open at {address} (Ctrl+C closes it)")
    sys.stdout.flush()


def complain(sentence: str) -> None:
    """One clear line on standard error."""
    sys.stderr.write(f"truco: {sentence}\n")

"""``truco db backup|restore|upgrade|check``: the database, without the bot. Loaded when called."""

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from adapters.cli_run import complain, read_settings

Answer = TypeVar("Answer")


def add_to(app: typer.Typer) -> None:
    """Give the command line these commands."""
    group = typer.Typer(help="The database: its copies, its tables, its health.")
    group.command("backup")(backup_command)
    group.command("restore")(restore_command)
    group.command("upgrade")(upgrade_command)
    group.command("check")(check_command)
    app.add_typer(group, name="db")


def backup_command(
    target: Annotated[Path, typer.Argument(help="The file to make; it must not exist yet")],
) -> None:
    """Copy the whole database as it is now, while the bot goes on."""
    from bot.host.database import backup

    _with_database(lambda url: backup(url, target))
    typer.echo(str(target))


def restore_command(
    backup: Annotated[Path, typer.Argument(help="The backup; it stays as it is")],
) -> None:
    """Put a backup in the place of the database.

    No bot may use it meanwhile. The backup is checked first. The file that
    was there is kept; its new name is said."""
    from bot.host.restore import restore

    kept = _with_database(lambda url: restore(url, backup))
    typer.echo("restored" if kept is None else f"restored; the file before is {kept}")


def upgrade_command() -> None:
    """Bring the database to this version's tables. truco run does so too."""
    from bot.host.database import upgrade

    typer.echo(_with_database(upgrade))


def check_command() -> None:
    """Look whether the database is well. Exit code 0 if so, else 1 and a line for each problem."""
    from bot.host.database import check

    problems = _with_database(check)
    for problem in problems:
        typer.echo(problem, err=True)
    if problems:
        raise typer.Exit(1)
    typer.echo("ok")


def _with_database(task: Callable[[str], Coroutine[object, object, Answer]]) -> Answer:
    import asyncio

    from bot.store.errors import StoreError

    url = read_settings().database_url
    try:
        return asyncio.run(task(url))
    except StoreError as error:
        complain(str(error))
        raise typer.Exit(2) from None

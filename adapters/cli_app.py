"""All commands of ``truco``, as typer reads them."""

import sys
from typing import Annotated

import typer

from adapters import (
    cli_arena,
    cli_day,
    cli_db,
    cli_doctor,
    cli_league,
    cli_record,
    cli_run,
    cli_telegram,
)
from adapters.version import VERSION

app = typer.Typer(
    name="truco",
    help="Truco: a table to play at, and its records, cards and rules.",
    add_completion=False,
    rich_markup_mode=None,
    suggest_commands=False,
    pretty_exceptions_enable=False,
)


@app.callback(invoke_without_command=True)
def options(
    version: Annotated[
        bool, typer.Option("--version", help="Say which version this is.", is_eager=True)
    ] = False,
) -> None:
    """The options of ``truco`` without a command."""
    if version:
        typer.echo(f"truco {VERSION}")
        raise typer.Exit


cli_run.add_to(app)
cli_record.add_to(app)
cli_db.add_to(app)
cli_doctor.add_to(app)
cli_telegram.add_to(app)
cli_arena.add_to(app)
cli_league.add_to(app)
cli_day.add_to(app)


def run_line(words: list[str]) -> int:
    """Run the command of these words, and return its exit code. Bad input is one line on standard
    error and exit code 2."""
    try:
        code = app(words or ["--help"], prog_name="truco", standalone_mode=False)
    except typer.Abort:
        return 130
    except typer.TyperException as error:
        spoken = getattr(error, "format_message", None)
        message = spoken() if spoken else str(error)
        context = getattr(error, "ctx", None)
        if context is not None and isinstance(context.command, typer.core.TyperGroup):
            message = f"{message.rstrip('.')} ('{context.command_path} --help' lists them)"
        sys.stderr.write(f"truco: {' '.join(message.split())}\n")
        return 2
    return code if isinstance(code, int) else 0

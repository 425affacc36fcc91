"""Helpers of several commands that need no bot: they read arguments and refuse bad ones."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Final, NoReturn

import typer

from engine.errors import BadRules
from engine.state.table import Table
from engine.variants import VARIANTS, table_for

BAD_INPUT: Final = 2
"""The exit code of every command whose input is bad."""

VariantName = Annotated[str, typer.Option("--variant", metavar="V", help="truco variants has them")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="K=V", help="A table option; may be repeated"),
]


def fail(command: str, text: str) -> NoReturn:
    """Ends the command with one line on standard error."""
    typer.echo(f"truco {command}: {text}", err=True)
    raise typer.Exit(BAD_INPUT)


@contextmanager
def told_in_one_line(command: str, *refused: type[Exception]) -> Iterator[None]:
    """An error of these types (``refused``, or ``OSError``) ends the command with one line."""
    try:
        yield
    except refused as error:
        fail(command, str(error))
    except OSError as error:
        fail(command, f"{error.filename}: {error.strerror}")


def read_table(
    command: str, variant: str, options: list[str] | None, players: int | None = None
) -> Table:
    """The table of this variant with the given ``--option`` values. Without ``players`` it has the
    smallest number of seats. Ends the command if there is no such table."""
    if variant not in VARIANTS:
        fail(command, f"no variant {variant!r}; the variants are {', '.join(VARIANTS)}")
    chosen = _chosen(command, options)
    try:
        return table_for(
            variant, VARIANTS[variant].players[0] if players is None else players, chosen
        )
    except BadRules as error:
        wrong = ", ".join(f"{name}={value}" for name, value in error.problems)
        fail(command, f"no such table: {wrong}")


def _chosen(command: str, options: list[str] | None) -> dict[str, str]:
    """The ``--option`` values by name."""
    chosen: dict[str, str] = {}
    for text in options or []:
        name, equals, value = text.partition("=")
        if not equals:
            fail(command, f"--option {text!r} is not NAME=VALUE")
        chosen[name] = value
    return chosen

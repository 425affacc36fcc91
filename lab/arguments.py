"""The words that most programs of the laboratory read on their command lines."""

from argparse import ArgumentParser, Namespace

from engine.state.table import Table
from engine.variants import VARIANTS, table_for


def arguments(about: str | None, variant: str = "argentino") -> ArgumentParser:
    """A parser of ``--variant``, ``--players``, ``--option`` and ``--seed``. ``about``: the
    docstring of the program. ``variant``: the game if the command names none; empty: a list of
    games, and all of them if the command names none."""
    parser = ArgumentParser(description=(about or "").splitlines()[0])
    usual, count = (variant, None) if variant else ([*VARIANTS], "+")
    parser.add_argument("--variant", choices=sorted(VARIANTS), default=usual, nargs=count)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--seed", type=int, default=1)
    return parser


def table_of(given: Namespace, variant: str = "") -> Table:
    """The table that the command describes. ``variant``: one of several games."""
    options = dict(option.split("=") for option in given.option)
    return table_for(variant or given.variant, given.players, options)

"""The commands that let robots play: ``arena``, ``robot``, ``mcp`` and ``selfplay``.

No match of people is read or written here. What only one command needs is imported there,
because every command of ``truco`` loads this module.
"""

import json
import secrets
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import msgspec
import typer

from adapters.cli_arguments import Options, VariantName, fail, read_table

if TYPE_CHECKING:
    from adapters.arena.entrants import ArenaRobot
    from adapters.arena.tournament import ArenaSettings, Meeting

PLAYERS: Final = (2, 4, 6, 8)
"""Tables of two sides that can be exchanged."""
STOPS: Final = (signal.SIGINT, signal.SIGTERM)
STOPPED_BY: Final = 128
"""Added to the number of the signal that stopped the arena: its exit code, as a shell has it."""

RobotTexts = Annotated[
    list[str],
    typer.Argument(metavar="ROBOT...", help="NAME=COMMAND, or a level: maestro ..., random"),
]
Players = Annotated[int, typer.Option("--players", help="Seats at the table")]
Seed = Annotated[int | None, typer.Option("--seed", help="The deals; drawn and printed if absent")]


def add_to(app: typer.Typer) -> None:
    """Give the command line these commands."""
    app.command("arena")(arena_command)
    app.command("robot")(robot_command)
    app.command("mcp")(mcp_command)
    app.command("selfplay")(selfplay_command)


def arena_command(
    robots: RobotTexts,
    variant: VariantName = "argentino",
    players: Players = 2,
    option: Options = None,
    pairs: Annotated[
        int, typer.Option("--pairs", min=1, help="Pairs of matches, for each two robots")
    ] = 20,
    clock: Annotated[
        int, typer.Option("--clock", min=1, help="Milliseconds for a decision")
    ] = 1000,
    seed: Seed = None,
    show_errors: Annotated[
        bool, typer.Option("--show-errors", help="Print what the robots write on standard error")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="The table as JSON")] = False,
) -> None:
    """Robots play matches against one another: a table with ratings. docs/robot-protocol.md"""
    if players not in PLAYERS:
        fail("arena", "the arena has tables of 2, 4, 6 and 8")
    from adapters.arena import report, tournament

    entrants = _entrants(robots)
    drawn = secrets.randbits(32) if seed is None else seed
    settings = tournament.ArenaSettings(
        read_table("arena", variant, option, players), pairs, clock / 1000, drawn, show_errors
    )
    all_pairings = tournament.pairings(len(entrants))
    stopped = _play(entrants, settings, all_pairings)
    table = report.rows(entrants, all_pairings, drawn)
    if as_json:
        told = {"variant": variant, "players": players, "pairs": pairs, "seed": drawn}
        told["complete"] = not stopped
        typer.echo(json.dumps(told | {"table": msgspec.to_builtins(table)}))
    else:
        so_far = ", stopped before all were played" if stopped else ""
        typer.echo(
            f"{variant}, {players} players, {pairs} pairs of matches each, seed {drawn}{so_far}"
        )
        typer.echo(report.as_text(table))
    if stopped:
        raise typer.Exit(STOPPED_BY + stopped)


def _play(
    entrants: list["ArenaRobot"], settings: "ArenaSettings", pairings: list["Meeting"]
) -> int:
    """Play them all; the number of the signal that stopped it, or 0."""
    from adapters.arena import tournament

    try:
        with _stopped_by_signals():
            for pairing in pairings:
                tournament.play(entrants, settings, pairing)
                one, two = entrants[pairing.one].name, entrants[pairing.two].name
                won, lost = (sum(pair[who] for pair in pairing.won) for who in (0, 1))
                typer.echo(f"{one} - {two}: {won} - {lost}", err=True)
    except _Stopped as stopped:
        return stopped.number
    return 0


class _Stopped(BaseException):
    """Somebody wants the arena to end."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


@contextmanager
def _stopped_by_signals() -> Iterator[None]:
    """The first SIGINT or SIGTERM raises :class:`_Stopped`; others do not disturb the end."""

    def stop(number: int, _frame: object) -> None:
        for stop_signal in STOPS:
            signal.signal(stop_signal, signal.SIG_IGN)
        raise _Stopped(number)

    before = {stop_signal: signal.signal(stop_signal, stop) for stop_signal in STOPS}
    try:
        yield
    finally:
        for stop_signal, handler in before.items():
            signal.signal(stop_signal, handler)


def robot_command(
    url: Annotated[str, typer.Argument(metavar="URL", help="wss://.../robot, as /robots tells it")],
    command: Annotated[
        list[str], typer.Argument(metavar="COMMAND...", help="The robot, as in the arena")
    ],
    token: Annotated[
        str,
        typer.Option("--token", envvar="TRUCO_ROBOT_TOKEN", help="Of /robots", show_envvar=True),
    ],
) -> None:
    """A robot of yours plays at live tables with people. docs/robot-protocol.md"""
    import asyncio

    from adapters.arena.live import LiveRobot, TurnedAway  # loads what speaks to a network

    robot = LiveRobot(url, token, command)
    try:
        asyncio.run(robot.run(lambda said: typer.echo(said, err=True)))
    except TurnedAway as why:
        fail("robot", f"the bot has ended the connection: {why}")
    except KeyboardInterrupt:
        raise typer.Exit(STOPPED_BY + signal.SIGINT) from None


def mcp_command(
    transcripts: Annotated[
        Path | None, typer.Option("--transcripts", help="A folder for what is asked and answered")
    ] = None,
) -> None:
    """Tools for a language model that plays against our robots. They speak over standard input."""
    try:
        from adapters.model_server import model_server
    except ImportError:
        fail("mcp", "the package mcp is not installed: pip install 'truco[mcp]'")
    model_server(transcripts).run("stdio")


def selfplay_command(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where the records go")],
    variant: VariantName = "argentino",
    players: Players = 2,
    option: Options = None,
    level: Annotated[
        list[str] | None,
        typer.Option("--level", help="Of all seats, or once for each; maestro if absent"),
    ] = None,
    matches: Annotated[int, typer.Option("--matches", min=1)] = 1000,
    first: Annotated[
        int, typer.Option("--first", min=0, help="The first number, so that several may share")
    ] = 0,
    seed: Seed = None,
) -> None:
    """Robots play against themselves: a record for each match. The seed makes them again."""
    from adapters import selfplay
    from engine.robots import MASTER, SKILLS

    table = read_table("selfplay", variant, option, players)
    levels = level or [MASTER.name]
    levels = levels * table.players if len(levels) == 1 else levels
    if len(levels) != table.players or not {*levels} <= {*SKILLS}:
        fail("selfplay", f"one level, or one for each seat: {', '.join(SKILLS)}")
    drawn = secrets.randbits(32) if seed is None else seed
    skills = [SKILLS[level_name] for level_name in levels]
    try:
        written = sum(
            1
            for _ in selfplay.write(folder, table, skills, seed=drawn, first=first, matches=matches)
        )
    except OSError as error:
        fail("selfplay", f"{folder}: {error.strerror}")
    typer.echo(f"{folder}: {written} records, seed {drawn}")


def _entrants(texts: list[str]) -> list["ArenaRobot"]:
    from adapters.arena.entrants import BadEntrant, entrant

    try:
        entrants = [entrant(text) for text in texts]
    except BadEntrant as error:
        fail("arena", str(error))
    if len({entered.name for entered in entrants}) < max(2, len(entrants)):
        fail("arena", "two robots at least, with different names")
    return entrants

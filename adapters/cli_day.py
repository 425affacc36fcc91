"""``truco day``: the hand of the day that hosts share, and the files that tell how it went.

The hosts exchange a file for each day, by any way; ``docs/daily.md`` tells how. Loaded when called.
"""

import time
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from adapters.cli_arguments import fail, told_in_one_line
from adapters.cli_league import FAILS, ITS_KEY, Key
from adapters.cli_run import read_settings

if TYPE_CHECKING:
    from bot.daily.day_files import DayCounts
    from bot.daily.day_folder import DayFolder
    from bot.host.settings import Settings
    from bot.leagues.entries import HouseKey
    from engine.fairness.beacon import Chain

_OWN: Final = "this house"

Day = Annotated[
    int | None, typer.Argument(metavar="[DAY]", help="Its number; without one that of yesterday")
]


def add_to(app: typer.Typer) -> None:
    """Give the command line these commands."""
    group = typer.Typer(help="The hand of the day with other hosts: docs/daily.md")
    group.command("accept")(accept_command)
    group.command("export")(export_command)
    group.command("add")(add_command)
    group.command("show")(show_command)
    app.add_typer(group, name="day")


def accept_command(
    key: Annotated[str, typer.Argument(metavar="KEY", help="Its public key: truco league key")],
    name: Annotated[str, typer.Argument(metavar="NAME")],
) -> None:
    """Believe what another house tells from now on.

    Compare the fingerprint with its people."""
    from bot.leagues.entries import fingerprint
    from engine.fairness.contributions import is_hex

    with _refusals():
        if not is_hex(key):
            fail("day", "a public key has 64 hexadecimal digits")
        _folder(read_settings()).accept(key, name)
        typer.echo(f"{name}: {fingerprint(key)}")


def export_command(day: Day = None, key: Key = ITS_KEY) -> None:
    """Sign how many people here made how many points of a day.

    The day must be over."""
    import asyncio

    from adapters.league_folder import read_key

    with _refusals():
        settings = read_settings()
        folder, house = _folder(settings), read_key(key)
        number = _number(day)
        if house.public not in folder.houses():
            folder.accept(house.public, _OWN)
        made = asyncio.run(_signed(settings, folder, house, number))
        folder.add(number, made.values())
        typer.echo(f"told: {', '.join(made) or 'nothing new'}")
        typer.echo(f"send {folder.file(number)} to the other houses")


def add_command(files: Annotated[list[Path], typer.Argument(metavar="FILE...")]) -> None:
    """Add what other houses have told.

    Exit code 0: all of it; 1: something was refused."""
    from adapters.league_folder import is_signed_round
    from bot.daily.day_files import BadCounts, check_deals, read_counts

    with _refusals():
        settings = read_settings()
        folder, chain, refused = _folder(settings), _chain(settings), 0
        houses, taken = folder.houses(), dict[int, list[bytes]]()
        for file in files:
            for at, line in enumerate(file.read_bytes().splitlines(), 1):
                try:
                    counts = read_counts(line, houses, time.time())
                    check_deals(counts, chain, is_signed_round)
                except BadCounts as bad:
                    refused += 1
                    typer.echo(f"{file}:{at}: {bad.article}: {bad}", err=True)
                else:
                    taken.setdefault(counts.day, []).append(line)
        for number, lines in sorted(taken.items()):
            folder.add(number, lines)
            typer.echo(f"day {number}: {len(folder.lines(number))} lines")
            refused += _tell_doubles(folder, number)
    raise typer.Exit(FAILS if refused else 0)


def show_command(day: Day = None) -> None:
    """What the houses tell of a day.

    For each score: how many of a hundred have certainly made less."""
    from bot.daily.day_files import everywhere

    with _refusals():
        folder, number = _folder(read_settings()), _number(day)
        doubles = _tell_doubles(folder, number)
        for told in _by_cards(folder, number):
            names = ", ".join(folder.houses()[counts.house] for counts in told)
            people = sum(sum(counts.people) for counts in told)
            typer.echo(f"day {number} {told[0].game}: {people} people at {names}")
            for edge in sorted({edge for counts in told for edge in counts.edges}):
                if (found := everywhere(told, edge)) is not None:
                    typer.echo(f"  from {edge:+}: better than {found.percent} %")
    raise typer.Exit(FAILS if doubles else 0)


def _by_cards(folder: "DayFolder", number: int) -> Iterator[list["DayCounts"]]:
    """The words about a day that count, grouped by their cards."""
    found: dict[tuple[str, str], list[DayCounts]] = {}
    for counts in folder.counts(number, time.time()):
        found.setdefault((counts.game, counts.table), []).append(counts)
    for _, same in sorted(found.items()):
        yield same


def _tell_doubles(folder: "DayFolder", number: int) -> int:
    """Prints a line for each game about which houses have told two different things."""
    from bot.leagues.entries import fingerprint

    doubles = {(counts.house, counts.game) for counts in folder.doubles(number, time.time())}
    for house, game in sorted(doubles):
        name = f"house {folder.houses()[house]} ({fingerprint(house)})"
        typer.echo(f"DI-06: {name}: it has told two different things of {game}", err=True)
    return len(doubles)


async def _signed(
    settings: "Settings", folder: "DayFolder", house: "HouseKey", number: int
) -> dict[str, bytes]:
    from bot.daily.day_counts import signed_counts
    from bot.store import Store

    told = frozenset(folder.told_by(number, house.public))
    store = await Store.reading(settings.database_url)
    try:
        return await signed_counts(store, house, number, time.time(), told)
    finally:
        await store.close()


def _number(day: int | None) -> int:
    from bot.match.daily import number_at

    return number_at(time.time()) - 1 if day is None else day


def _chain(settings: "Settings") -> "Chain":
    from bot.host.setting_values import read_chain

    return read_chain(settings.beacon_chain)


def _folder(settings: "Settings") -> "DayFolder":
    from bot.daily.day_folder import DayFolder

    if settings.day_folder is None:
        fail("day", "TRUCO_DAY_FOLDER is not set")
    return DayFolder(Path(settings.day_folder))


def _refusals() -> AbstractContextManager[None]:
    from bot.daily.day_counts import NotYet
    from bot.leagues.hosting import NotNow
    from bot.store.errors import StoreError

    return told_in_one_line("day", NotYet, NotNow, StoreError)

"""``truco doctor``: whether everything that is configured would work, before or while the bot runs.

Each platform brings its own checks as ``doctor.examine(settings)``, which yields findings and
raises nothing for a problem that it finds. The checks only look: nothing is registered, sent or
written.
"""

from collections.abc import AsyncIterator, Iterator
from typing import TYPE_CHECKING

import typer

from adapters.cli_run import read_settings

if TYPE_CHECKING:
    from adapters.checks import Finding
    from bot.host.settings import Settings


def add_to(app: typer.Typer) -> None:
    app.command("doctor")(doctor_command)


def doctor_command() -> None:
    """Look at the settings, the database and the platforms. A line for each thing, and exit code 1
    when something is not well."""
    import asyncio

    settings = read_settings()
    if not asyncio.run(_report(settings)):
        raise typer.Exit(1)


async def _report(settings: "Settings") -> bool:
    well = True
    async for finding in examine(settings):
        well = well and finding.well
        typer.echo(f"{'ok  ' if finding.well else 'BAD '} {finding.about}: {finding.said}")
    return well


async def examine(settings: "Settings") -> AsyncIterator["Finding"]:
    yield await _database(settings)
    for finding in (*_learnt(), *_shared_day(settings)):
        yield finding
    if settings.discord_token is not None:
        from adapters.discord import doctor as discord_doctor

        async for finding in discord_doctor.examine(settings):
            yield finding
    if settings.telegram_token is not None:
        from adapters.telegram import doctor as telegram_doctor

        async for finding in telegram_doctor.examine(settings):
            yield finding
    if settings.telegram_app is not None:
        from adapters.web import doctor as window_doctor

        async for finding in window_doctor.examine(settings):
            yield finding


def _learnt() -> Iterator["Finding"]:
    """The findings about games that play without learnt data; none if no game does."""
    from adapters.checks import Finding
    from adapters.learnt import unlearnt

    for missing in unlearnt():
        said = f"{missing.event}: {missing.reason} ({', '.join(missing.games)})."
        yield Finding("Learnt", missing.well, said)


def _shared_day(settings: "Settings") -> Iterator["Finding"]:
    """Whether the hand of the day can be shared, where it is wanted."""
    from adapters.checks import Finding
    from bot.host.setting_values import OFF, read_relays

    if settings.shared_day.get_secret_value() == OFF:
        return
    well = bool(read_relays(settings.beacon))
    said = "shared with other hosts." if well else "not shared: TRUCO_BEACON is off."
    if well and settings.day_folder is None:
        said = "shared with other hosts; without TRUCO_DAY_FOLDER nobody is compared with them."
    yield Finding("Hand of the day", well, said)


async def _database(settings: "Settings") -> "Finding":
    from adapters.checks import Finding
    from bot.host.database import check, database_name, is_empty
    from bot.store.errors import StoreError

    about, name = "Database", database_name(settings.database_url)
    try:
        if await is_empty(settings.database_url):
            return Finding(about, True, f"{name} does not exist yet; the first start makes it.")
        problems = await check(settings.database_url)
    except StoreError as error:
        return Finding(about, False, str(error))
    except Exception as error:
        return Finding(about, False, f"{name} cannot be read: {type(error).__name__}.")
    return Finding(about, not problems, "; ".join(problems) or f"{name} is well.")

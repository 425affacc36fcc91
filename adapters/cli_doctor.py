"""``truco doctor``: whether everything that is configured would work, before or while the bot runs.

Each platform brings its own checks as ``doctor.examine(settings)``, which yields findings and
raises nothing for a problem that it finds. The checks only look: nothing is registered, sent or
written.
"""

import asyncio
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

import typer

from adapters.cli_run import read_settings

if TYPE_CHECKING:
    from adapters.checks import Finding
    from bot.host.settings import Settings


def add_to(app: typer.Typer) -> None:
    """Give the command line this command."""
    app.command("doctor")(doctor_command)


def doctor_command() -> None:
    """Look at the settings, the database and every platform that has a token: a line for each
    thing, and exit code 1 when something is not well."""
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
    """All findings for these settings."""
    yield await _database(settings)
    if settings.discord_token is not None:
        from adapters.discord import doctor as discord_doctor

        async for finding in discord_doctor.examine(settings):
            yield finding
    if settings.telegram_token is not None:
        from adapters.telegram import doctor as telegram_doctor

        async for finding in telegram_doctor.examine(settings):
            yield finding


async def _database(settings: "Settings") -> "Finding":
    from pathlib import Path

    from sqlalchemy.engine import make_url

    from adapters.checks import Finding
    from bot.host.database import check, is_postgres
    from bot.store.errors import StoreError

    about = "Database"
    file = Path(make_url(settings.database_url).database or "")
    if not is_postgres(settings.database_url) and not await asyncio.to_thread(file.exists):
        return Finding(about, True, f"{file} does not exist yet; the first start makes it.")
    try:
        problems = await check(settings.database_url)
    except StoreError as error:
        return Finding(about, False, str(error))
    except Exception as error:
        return Finding(about, False, f"{file} cannot be read: {type(error).__name__}.")
    said = "; ".join(problems) or f"{file} is well."
    return Finding(about, not problems, said)

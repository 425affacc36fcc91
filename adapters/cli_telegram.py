"""``truco telegram``: what a host prepares for Telegram once: stickers of the decks."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

if TYPE_CHECKING:
    from bot.host.settings import Settings

_NEXT: Final = """\
Next, in Telegram, as the person to whom the set shall belong:
1. Open a chat with @Stickers, send /newpack and a name for the set.
2. For each line of emoji.txt send the picture AS A FILE, then its emoji.
3. Send /publish, skip the icon, and choose a short name: t.me/addstickers/<short name>.
A set holds 120 pictures: one set for each deck."""


def add_to(app: typer.Typer) -> None:
    """Give the command line these commands."""
    group = typer.Typer(help="Stickers of the decks, for Telegram.")
    group.command("stickers")(stickers_command)
    group.command("cards")(cards_command)
    app.add_typer(group, name="telegram")


def stickers_command(
    folder: Annotated[Path, typer.Argument(help="Where the pictures go; it is made if needed")],
) -> None:
    """Write both decks as stickers, ready for upload.

    The emoji of each are told beside them."""
    from adapters.cli_run import complain
    from adapters.telegram.stickers import write_stickers

    try:
        for deck in write_stickers(folder):
            typer.echo(str(deck))
    except OSError as error:
        complain(f"{folder}: {error.strerror or 'cannot be written'}")
        raise typer.Exit(2) from None
    typer.echo(_NEXT)


def cards_command(
    owner: Annotated[int, typer.Argument(help="Your number on Telegram; press Start at the bot")],
) -> None:
    """Make the bot's own sets of stickers.

    People play their cards from them with @bot."""
    from adapters.cli_run import complain, read_settings

    settings = read_settings()
    if settings.telegram_token is None:
        complain("TRUCO_TELEGRAM_TOKEN is not set: the sets belong to a bot")
        raise typer.Exit(2)
    import asyncio

    from telegram.error import TelegramError

    try:
        asyncio.run(_make_sets(settings, owner))
    except TelegramError as error:
        complain(f"Telegram makes no set of stickers for {owner}: {error.message}")
        raise typer.Exit(1) from None
    typer.echo("Inline mode has to be on, too: @BotFather, /setinline.")


async def _make_sets(settings: "Settings", owner: int) -> None:
    from adapters.telegram.sticker_sets import make_sets

    async for address in make_sets(settings, owner):
        typer.echo(address)

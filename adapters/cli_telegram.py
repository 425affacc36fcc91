"""``truco telegram stickers``: what a host prepares for Telegram, without the bot."""

from pathlib import Path
from typing import Annotated, Final

import typer

_NEXT: Final = """\
Next, in Telegram, as the person to whom the set shall belong:
1. Open a chat with @Stickers, send /newpack and a name for the set.
2. For each line of emoji.txt send the picture AS A FILE, then its emoji.
3. Send /publish, skip the icon, and choose a short name: t.me/addstickers/<short name>.
A set holds 120 pictures: one set for each deck."""


def add_to(app: typer.Typer) -> None:
    """Give the command line these commands."""
    group = typer.Typer(help="What Telegram can be given beside the bot: stickers of the decks.")
    group.command("stickers")(stickers_command)
    group.callback()(_alone)
    app.add_typer(group, name="telegram")


def _alone() -> None:
    """What Telegram can be given beside the bot: stickers of the decks."""


def stickers_command(
    folder: Annotated[Path, typer.Argument(help="Where the pictures go; it is made if needed")],
) -> None:
    """Write both decks as stickers, ready for upload, with the emoji of each."""
    from adapters.cli_run import complain
    from adapters.telegram.stickers import write_stickers

    try:
        for deck in write_stickers(folder):
            typer.echo(str(deck))
    except OSError as error:
        complain(f"{folder}: {error.strerror or 'cannot be written'}")
        raise typer.Exit(2) from None
    typer.echo(_NEXT)

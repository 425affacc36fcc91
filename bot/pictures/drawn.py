"""Makes files of all pictures that are sent to people.

Two pictures with the same content are equal, so a picture that is already there is not sent again.
A picture is drawn for the first time in a thread, one after another, so that people who play do not
wait."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Final

from bot.pictures.board import Board, board_png
from bot.pictures.ending import Ending, ending_png, is_shown
from bot.pictures.moment import PicturedMoment, moment_png
from bot.pictures.portrait import Portrait, portrait_png
from bot.pictures.primer import Primer, primer_png
from bot.pictures.row import CardRow, is_ready, prepare, row_png
from bot.pictures.table import TableShot, is_begun, table_png

Picture = CardRow | TableShot | Board | Portrait | Ending | Primer | PicturedMoment

_THREAD: Final = ThreadPoolExecutor(1, thread_name_prefix="pictures")


async def drawn(picture: Picture) -> bytes:
    """The picture as a PNG; ``KeyError`` where it shows a card that its deck does not have."""
    if _is_ready(picture):
        return png(picture)
    return await asyncio.get_running_loop().run_in_executor(_THREAD, png, picture)


def png(picture: Picture) -> bytes:
    """The picture as a PNG, drawn at once in the caller's thread."""
    match picture:
        case CardRow():
            prepare(picture)
            return row_png(picture)
        case TableShot():
            return table_png(picture)
        case Ending():
            return ending_png(picture)
        case _:
            return _page_png(picture)


def _is_ready(picture: Picture) -> bool:
    """Whether all pieces of the picture are drawn already. Then a thread would take longer."""
    match picture:
        case CardRow():
            return is_ready(picture)
        case TableShot():
            return is_begun(picture)
        case Ending():
            return is_shown(picture)
        case _:
            return False


@lru_cache(64)
def _page_png(picture: Board | Portrait | Primer | PicturedMoment) -> bytes:
    match picture:
        case PicturedMoment():
            return moment_png(picture)
        case Board():
            return board_png(picture)
        case Portrait():
            return portrait_png(picture)
        case Primer():
            return primer_png(picture)

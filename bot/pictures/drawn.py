"""Every picture that is sent to people, whatever it shows: from what it shows to a file.

Two pictures that show the same are equal, so nobody sends one again that is there already. Drawing
for the first time runs in a thread, one picture after another, and delays nobody who plays.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Final

from bot.pictures.board import Board, board_png
from bot.pictures.portrait import Portrait, portrait_png
from bot.pictures.row import Row, is_ready, prepare, row_png

Picture = Row | Board | Portrait

_THREAD: Final = ThreadPoolExecutor(1, thread_name_prefix="pictures")


async def drawn(picture: Picture) -> bytes:
    """The picture as a PNG; ``KeyError`` where it shows a card that its deck does not have."""
    if not isinstance(picture, Row) or not is_ready(picture):
        return await asyncio.get_running_loop().run_in_executor(_THREAD, png, picture)
    return png(picture)


def png(picture: Picture) -> bytes:
    """The same, at once and in the caller's thread."""
    if not isinstance(picture, Row):
        return _page_png(picture)
    prepare(picture)
    return row_png(picture)


@lru_cache(64)
def _page_png(picture: Board | Portrait) -> bytes:
    return board_png(picture) if isinstance(picture, Board) else portrait_png(picture)

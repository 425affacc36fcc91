"""Draws a picture of any kind."""

from functools import lru_cache

from bot.pictures.board import Board
from bot.pictures.drawing import row
from bot.pictures.drawing.board import board_png
from bot.pictures.drawing.ending import ending_png, is_shown
from bot.pictures.drawing.moment import moment_png
from bot.pictures.drawing.portrait import portrait_png
from bot.pictures.drawing.primer import primer_png
from bot.pictures.drawing.row import prepare, row_png
from bot.pictures.drawing.table import is_begun, table_png
from bot.pictures.ending import Ending
from bot.pictures.kinds import Picture
from bot.pictures.moment import PicturedMoment
from bot.pictures.portrait import Portrait
from bot.pictures.primer import Primer
from bot.pictures.row import CardRow
from bot.pictures.table import TableShot


def png(picture: Picture) -> bytes:
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


def is_ready(picture: Picture) -> bool:
    """Whether all pieces of the picture are drawn already. Then a thread would take longer."""
    match picture:
        case CardRow():
            return row.is_ready(picture)
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

"""The kinds of pictures. Two pictures with the same content are equal."""

from bot.pictures.board import Board
from bot.pictures.ending import Ending
from bot.pictures.moment import PicturedMoment
from bot.pictures.portrait import Portrait
from bot.pictures.primer import Primer
from bot.pictures.row import CardRow
from bot.pictures.table import TableShot

Picture = CardRow | TableShot | Board | Portrait | Ending | Primer | PicturedMoment

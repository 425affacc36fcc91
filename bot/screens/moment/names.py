"""The names of those who sit at a table, as everybody reads them."""

from msgspec.structs import replace

from bot.model import MatchInfo, Seat, is_someone
from bot.words import Words


def named(info: MatchInfo, words: Words) -> MatchInfo:
    """The table with a word in the seats of those whose names were erased; beside the name of a
    robot from outside it says whose it is."""
    if not any(is_someone(seat.person) or seat.foreign for seat in info.seats):
        return info
    return replace(info, seats=tuple(replace(seat, name=_name(seat, words)) for seat in info.seats))


def _name(seat: Seat, words: Words) -> str:
    if is_someone(seat.person):
        return words.text("someone")
    if seat.foreign:
        return words.text("robot.of", name=seat.name, owner=seat.owner)
    return seat.name

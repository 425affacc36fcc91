"""The names of the people at a table, in the form that everybody reads."""

from msgspec.structs import replace

from bot.model import MatchInfo, Seat, is_someone
from bot.words import Words


def named(info: MatchInfo, words: Words) -> MatchInfo:
    """The table with a word in place of names that were erased. The name of a robot from outside is
    shown with its owner's name."""
    if not any(is_someone(seat.person) or seat.foreign for seat in info.seats):
        return info
    return replace(info, seats=tuple(replace(seat, name=_name(seat, words)) for seat in info.seats))


def _name(seat: Seat, words: Words) -> str:
    if is_someone(seat.person):
        return words.text("someone")
    if seat.foreign:
        return words.text("robot.of", name=seat.name, owner=seat.owner)
    return seat.name

"""What stands where a name was erased."""

from msgspec.structs import replace

from bot.model import MatchInfo, is_someone
from bot.words import Words


def named(info: MatchInfo, words: Words) -> MatchInfo:
    """The table with a word in the seats of those whose names were erased."""
    if not any(is_someone(seat.person) for seat in info.seats):
        return info
    word = words.text("someone")
    return replace(
        info,
        seats=tuple(
            replace(seat, name=word) if is_someone(seat.person) else seat for seat in info.seats
        ),
    )

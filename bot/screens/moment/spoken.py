"""What the seats say now, in one line: the bubbles of a picture in words."""

from collections.abc import Iterable

from bot.screen import SeatMark
from bot.words import Words


def spoken(seats: Iterable[SeatMark], words: Words) -> str:
    """The last word of each seat: "Ana: ¡Truco! Beto: Quiero."; empty: nobody says anything."""
    return " ".join(
        words.text("log.said", name=seat.name, words=seat.says) for seat in seats if seat.says
    )

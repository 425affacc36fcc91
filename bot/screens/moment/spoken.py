"""The last words of the seats in one line: the speech bubbles of a picture as text."""

from collections.abc import Iterable

from bot.screen import SeatMark
from bot.words import Words


def spoken(seats: Iterable[SeatMark], words: Words) -> str:
    """The last word of each seat: "Ana: ¡Truco! Beto: Quiero."; empty: nobody has said anything."""
    return " ".join(
        words.text("log.said", name=seat.name, words=seat.says) for seat in seats if seat.says
    )

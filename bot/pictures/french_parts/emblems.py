"""The emblems of the four suits, each drawn around the origin and about 44 units high."""

from bot.pictures.french_parts.palette import Suit
from bot.pictures.svg import line, path

_OUTLINES = {
    "c": "M-8 23C-5 20-3.2 15-3 9.8A10 10 0 1 1-7.9-4.8A10 10 0 1 1 7.9-4.8A10 10 0 1 1 3 9.8"
    "C3.2 15 5 20 8 23Z",
    "h": "M0 22C-6 13-22 4-22-8C-22-16.5-16-21-10.5-21C-5-21-1.5-17.5 0-13"
    "C1.5-17.5 5-21 10.5-21C16-21 22-16.5 22-8C22 4 6 13 0 22Z",
    "s": "M0-23C4-14 21-5 21 7.5C21 14.5 16 18 11.5 18C7.5 18 4.5 16 2.8 13C3.2 17 5 20.5 8 23H-8"
    "C-5 20.5-3.2 17-2.8 13C-4.5 16-7.5 18-11.5 18C-16 18-21 14.5-21 7.5C-21-5-4-14 0-23Z",
    "d": "M0-25C5-15 11-7 18.5 0C11 7 5 15 0 25C-5 15-11 7-18.5 0C-11-7-5-15 0-25Z",
}
_SHADES = {
    "c": "M8 23C5 20 3.2 15 3 9.8A10 10 0 1 0 7.9-4.8A10 10 0 0 0 5-19.7A12 12 0 0 1 4-4"
    "Q7-1 12-2A9 9 0 0 1 10 9Q3 11 0 8V23Z",
    "h": "M0 22C6 13 22 4 22-8C22-14 19-18 15-20C18-8 12 4 0 15Z",
    "s": "M8 23C5 20.5 3.2 17 2.8 13C4.5 16 7.5 18 11.5 18C16 18 21 14.5 21 7.5C21 1 16.5-4 11.5-9"
    "C17 3 13 12 2 11L0 13V23Z",
    "d": "M0-25C5-15 11-7 18.5 0C11 7 5 15 0 25Z",
}
_SHINES = {
    "c": "M-5.6-12Q-5-16-1-17.2M-17.4 3.4Q-17-.8-13-1.8",
    "h": "M-16.5-7Q-17-15-10.5-16",
    "s": "M-15.5 8Q-16 2-8.5-5",
    "d": "M-11.5-.5Q-6-6.5-3-12.5",
}


def pip(suit: Suit) -> str:
    """The suit's sign, lit from the left, without an outline: the group around it draws one."""
    return (
        path(_OUTLINES[suit.letter], suit.pip, stroke="none")
        + path(_SHADES[suit.letter], suit.shade, stroke="none")
        + line(_SHINES[suit.letter], suit.shine, 2.2)
        + path(_OUTLINES[suit.letter], "none")
    )


def plain(suit: Suit) -> str:
    """The suit's sign in its group's fill alone, for an index."""
    return path(_OUTLINES[suit.letter])

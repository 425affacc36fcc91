"""What the picture of a scoreboard shows."""

from msgspec import Struct


class BoardRow(Struct, frozen=True):
    """One person, or a unit of several people."""

    place: str
    name: str
    numbers: tuple[str, ...]
    """A number for each heading of the board. The board is ordered by the first one."""
    mine: bool = False


class Board(Struct, frozen=True):
    """The content of a scoreboard's picture."""

    title: str
    about: str
    """The subject of the board."""
    headings: tuple[str, ...]
    podium: tuple[tuple[BoardRow, ...], ...] = ()
    """The first three places, the best first. After a shared place the next may be empty."""
    rows: tuple[BoardRow, ...] = ()
    apart: bool = False
    """There are other people between the last row and the row before it."""

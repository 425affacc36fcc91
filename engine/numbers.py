"""Types for whole numbers that must not be confused: seats, sides, accounts, and sets of them.

When the program runs, all of them are plain ``int``: nothing is converted, nothing costs time, and
a snapshot holds plain numbers. Only the type checker tells them apart. It refuses a side in place
of a seat, a seat in place of a set of seats, and a plain number in place of any of these.

They come from the tables of :class:`engine.state.table.Table` (``seats``, ``sides``, ``accounts``)
and from :data:`SIDES`. A number from outside (an action, the seat of a viewer) is a plain number
until it has been looked up in ``Table.seats``. ``BIT << seat`` is a set with one seat, ``seats >>
seat & 1`` asks whether a seat is in a set, ``1 - side`` is the other side.
"""

from typing import TYPE_CHECKING, Final, NewType

if TYPE_CHECKING:
    from typing import final

    @final
    class Seat(int):
        """A place at the table, numbered from 0 in the order of play."""

    @final
    class Side(int):
        """0 (A) or 1 (B): the two parties of a contest."""

        def __rsub__(self, one: int, /) -> "Side": ...

    @final
    class Seats:
        """A set of seats as a bit mask. It is no number: nothing can be added to it."""

        def __new__(cls, bits: int, /) -> "Seats": ...
        def __bool__(self) -> bool: ...
        def __rshift__(self, seat: Seat, /) -> int: ...
        def __or__(self, other: "Seats", /) -> "Seats": ...
        def __and__(self, other: "Seats", /) -> "Seats": ...
        def __invert__(self) -> "Seats": ...
        def bit_count(self) -> int: ...
        def bit_length(self) -> int: ...

    @final
    class Sides:
        """A set of sides as a bit mask."""

        def __new__(cls, bits: int, /) -> "Sides": ...
        def __bool__(self) -> bool: ...
        def __rshift__(self, side: Side, /) -> int: ...
        def __or__(self, other: "Sides", /) -> "Sides": ...
        def __and__(self, other: "Sides", /) -> "Sides": ...

    @final
    class SeatBit:
        """The type of :data:`BIT`, which makes a set with one seat: ``BIT << seat``."""

        def __new__(cls, value: int, /) -> "SeatBit": ...
        def __lshift__(self, member: Seat, /) -> Seats: ...

    @final
    class SideBit:
        """The same as :class:`SeatBit`, for sides."""

        def __new__(cls, value: int, /) -> "SideBit": ...
        def __lshift__(self, member: Side, /) -> Sides: ...

else:
    Seat = Side = Seats = Sides = SeatBit = SideBit = int

Account = NewType("Account", int)
"""The receiver of points: a side, or in gallo por turno a single seat."""
Game = NewType("Game", int)
"""A game that is called and answered: :data:`engine.state.state.GAME_NAMES`."""
Kind = NewType("Kind", int)
"""The kind of points: :data:`engine.state.state.KIND_NAMES`."""

A: Final = Side(0)
B: Final = Side(1)
SIDES: Final = (A, B)

NOBODY: Final = Seat(-1)
"""No seat."""
NO_SIDE: Final = Side(-1)
"""Neither side: a tied trick, a hand that nobody wins."""
NO_ACCOUNT: Final = Account(-1)
"""No winner."""
NO_GAME: Final = Game(-1)
"""Nothing is called."""
NO_NUMBER: Final = -1
"""A word without a number; points that are not known yet."""
BIT: Final = SeatBit(1)
NO_SEATS: Final = Seats(0)
NO_SIDES: Final = Sides(0)
EVERYBODY: Final = Seats(-1)
"""All seats, and the public."""


def the_one(seats: Seats) -> Seat:
    """The member of a set that has only one."""
    return Seat(seats.bit_length() - 1)


def includes(seats: Seats, seat: int) -> bool:
    """Whether a set has this member; ``seat`` may come from outside."""
    return bool(seats >> Seat(seat) & 1)

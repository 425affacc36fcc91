"""A table of mixes by spot, and its compressed form.

Solved tables of one game with the same winner of the first trick have nearly the same spots, and
most spots have the same mix in most of them. They share a *common table*, which has each spot's
mix of most weight; each of them is stored as what is different and matters. Any other spot has the
mix of the common table.
"""

import lzma
from array import array
from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate, compress
from typing import Final

import msgspec

from engine.robots.learnt import shipped

SHARES: Final = 64
"""A share is stored as a whole number of parts; this many parts are 1."""
WAYS: Final = 4
"""The largest number of choices of a spot: three cards and a call."""
FURTHER: Final = 255
"""The code of a spot whose mix has this place less 1 or a higher one. These places stand by
themselves."""
PAIRS: Final = [{"id": lzma.FILTER_LZMA2, "preset": 9, "lc": 0, "lp": 1, "pb": 1}]
"""How pairs of a step and a code are compressed, which are a tenth shorter so."""


class TrucoTable:
    """The strategies in the spots of one zone."""

    __slots__ = ("_changed", "_mixes", "_own", "_places", "_spots")

    def __init__(
        self,
        spots: "array[int]",
        mixes: bytes,
        places: Sequence[int],
        changed: Sequence[int] = (),
        own: Sequence[int] = (),
    ) -> None:
        """``spots``: their numbers, ascending. ``mixes``: ``WAYS`` shares for each different mix.
        ``places``: for each spot the place of its mix. ``changed``: which spots of a common table
        have another mix here, by their places, ascending. ``own``: the places of these mixes."""
        self._spots = spots
        self._mixes = mixes
        self._places = places
        self._changed = changed
        self._own = own

    def spots(self) -> Sequence[int]:
        return self._spots

    def mix(self, spot: int, ways: int) -> tuple[float, ...] | None:
        """The shares of this many choices, with the sum 1; ``None``: the spot is not in the
        table."""
        at = bisect_left(self._spots, spot)
        if at == len(self._spots) or self._spots[at] != spot:
            return None
        first = WAYS * self._place(at)
        return tuple([share / SHARES for share in self._mixes[first : first + ways]])

    def but(self, short: bytes) -> "TrucoTable | None":
        """The table whose common table this is. ``short``: what is different, compressed by
        :func:`lab.table_files.packed_alike`; ``None``: it is damaged."""
        try:
            changed, own = _unpacked_own(short)
        except (msgspec.MsgspecError, lzma.LZMAError):
            return None
        return TrucoTable(self._spots, self._mixes, self._places, changed, own)

    def _place(self, at: int) -> int:
        """The place of the mix of a spot. ``at``: the place of the spot."""
        found = bisect_left(self._changed, at)
        if found < len(self._changed) and self._changed[found] == at:
            return self._own[found]
        return self._places[at]


_table_decoder: Final = msgspec.msgpack.Decoder(tuple[list[int], bytes, list[int]])
_own_decoder: Final = msgspec.msgpack.Decoder(tuple[bytes, list[int]])


def opened(short: bytes) -> TrucoTable | None:
    """The table that was compressed; ``None``: it is damaged."""
    try:
        spots, mixes, places = _table_decoder.decode(shipped.unpacked(short))
    except (msgspec.MsgspecError, lzma.LZMAError):
        return None
    return TrucoTable(array("Q", accumulate(spots)), mixes, array("H", places))


def _unpacked_own(short: bytes) -> "tuple[array[int], array[int]]":
    """The places of the spots with mixes of their own, and those of the mixes."""
    pairs, further = _own_decoder.decode(shipped.unpacked(short, PAIRS))
    codes, rest = pairs[1::2], iter(further)
    return (
        array("I", compress(accumulate(pairs[::2]), codes)),
        array("H", [code - 1 if code < FURTHER else next(rest) for code in codes if code]),
    )

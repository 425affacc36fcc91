"""A table of mixes by spot, and its compressed form.

Solved tables of one game with the same winner of the first trick have nearly the same spots, and
most spots have the same mix in most of them. They share a *common table*, which has each spot's
mix of most weight; each of them is stored as what is different and matters. Any other spot has the
mix of the common table.
"""

import lzma
from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate, compress, pairwise
from typing import Final, NamedTuple

import msgspec

from engine.robots.learnt import shipped

SHARES: Final = 64
"""A share is stored as a whole number of parts; this many parts are 1."""
COARSE: Final = 2
"""A share in a solved table is a multiple of this many parts, so that the file has room for more
tables."""
WAYS: Final = 4
"""The largest number of choices of a spot: three cards and a call."""
_FURTHEST: Final = 255
"""A step from one spot to the next one with a mix of its own is at most this long. Longer ones are
several, with the code ``_NO_MIX``."""
_NO_MIX: Final = 0
"""The code after a step that is not the whole way. A higher code is one more than the place of the
spot's own mix."""
_FURTHER: Final = 255
"""The code of a spot whose mix has this place less 1 or a higher one. These places stand by
themselves."""
_PAIRS: Final = [{"id": lzma.FILTER_LZMA2, "preset": 9, "lc": 0, "lp": 1, "pb": 1}]
"""How pairs of a step and a code are compressed, which are a tenth shorter so."""

Spots = Mapping[int, bytes]
"""By spot, its mix: ``WAYS`` shares in whole parts."""


class Weighed(NamedTuple):
    """The mix of one spot in a solved table."""

    mix: bytes
    """As in :data:`Spots`."""
    weight: float
    """How often the player comes to the spot, if the other player makes every choice that leads
    there."""


Solved = Mapping[int, Weighed]
"""A solved table: by spot, its mix."""


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
        :func:`packed_alike`; ``None``: it is damaged."""
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


def packed_mixes(mixes: Mapping[int, Sequence[float]], rare: float = 0.0) -> bytes:
    """One compressed table. ``mixes``: for each spot the share of each choice. ``rare``: a choice
    with a smaller share is left out."""
    rows = {spot: _parts(mix, rare) for spot, mix in mixes.items()}
    return _packed(rows, _by_frequency(Counter(rows.values())))


def packed_alike(tables: Sequence[Solved], negligible: float) -> tuple[bytes, list[bytes]]:
    """The compressed common table of these tables, and for each of them what is different,
    compressed. ``negligible``: a table has the mix of the common table in a spot where the
    difference matters less than this: the weight of the spot times the share that is another
    one."""
    weights: dict[int, dict[bytes, float]] = {}
    for table in tables:
        for spot, (row, weight) in table.items():
            rows = weights.setdefault(spot, {})
            rows[row] = rows.get(row, 0.0) + weight
    common = {
        spot: min(rows, key=lambda row: (-rows[row], row)) for spot, rows in sorted(weights.items())
    }
    stored = [
        {spot: one.mix for spot, one in table.items() if _change(one, common[spot]) > negligible}
        for table in tables
    ]
    different = _by_frequency(Counter(row for rows in (common, *stored) for row in rows.values()))
    place_of = {row: place for place, row in enumerate(different)}
    own = [
        _packed_own([(at, place_of[kept[spot]]) for at, spot in enumerate(common) if spot in kept])
        for kept in stored
    ]
    return _packed(common, different), own


def _packed_own(changed: Sequence[tuple[int, int]]) -> bytes:
    """What is different from a common table, compressed. ``changed``: for each spot with a mix of
    its own, its place and the place of the mix, ascending."""
    pairs, before = bytearray(), 0
    for at, place in changed:
        step, before = at - before, at
        while step > _FURTHEST:
            pairs += bytes((_FURTHEST, _NO_MIX))
            step -= _FURTHEST
        pairs += bytes((step, min(place + 1, _FURTHER)))
    further = [place for _, place in changed if place + 1 >= _FURTHER]
    return shipped.packed(msgspec.msgpack.encode((pairs, further)), _PAIRS)


def _unpacked_own(short: bytes) -> "tuple[array[int], array[int]]":
    """The places of the spots with mixes of their own, and those of the mixes."""
    pairs, further = _own_decoder.decode(shipped.unpacked(short, _PAIRS))
    codes, rest = pairs[1::2], iter(further)
    return (
        array("I", compress(accumulate(pairs[::2]), codes)),
        array("H", [code - 1 if code < _FURTHER else next(rest) for code in codes if code]),
    )


def _change(one: Weighed, usual: bytes) -> float:
    """How much it matters that a spot has its own mix. ``usual``: the mix of the common table."""
    changed = sum([abs(mine - other) for mine, other in zip(one.mix, usual, strict=True)]) / 2
    return one.weight * changed / SHARES


def _by_frequency(often: Counter[bytes]) -> list[bytes]:
    """The different mixes, the most frequent first."""
    return sorted(often, key=lambda row: (-often[row], row))


def _packed(rows: Spots, different: Sequence[bytes]) -> bytes:
    """A table, compressed: for each spot the difference from the number of the spot before; the
    different mixes; and for each spot the place of its mix."""
    spots = sorted(rows)
    steps = [spot - before for before, spot in pairwise([0, *spots])]
    place_of = {row: place for place, row in enumerate(different)}
    places = [place_of[rows[spot]] for spot in spots]
    return shipped.packed(msgspec.msgpack.encode((steps, b"".join(different), places)))


def coarse(mix: Sequence[float]) -> bytes:
    """A mix of a solved table, with each share a multiple of ``COARSE`` parts. ``mix``: the share
    of each choice."""
    return _rounded(_parts(mix, 0.0))


def _parts(weights: Sequence[float], rare: float) -> bytes:
    """The shares of a mix in whole parts, ``SHARES`` parts together. A choice with a smaller share
    than ``rare`` is left out."""
    total = sum(weights, 0.0)
    kept = [weight if weight >= rare * total else 0.0 for weight in weights]
    scale = SHARES / sum(kept, 0.0)
    parts = _whole([weight * scale for weight in kept], SHARES)
    return bytes(parts + [0] * (WAYS - len(parts)))


def _rounded(parts: bytes) -> bytes:
    """The same shares in multiples of ``COARSE`` parts."""
    whole = _whole([part / COARSE for part in parts], SHARES // COARSE)
    return bytes([COARSE * part for part in whole])


def _whole(numbers: Sequence[float], total: int) -> list[int]:
    """These numbers as whole numbers with this sum. The rest that rounding down leaves goes to the
    numbers that lost most by it."""
    found = [int(number) for number in numbers]
    lost = sorted(range(len(found)), key=lambda place: found[place] - numbers[place])
    for place in lost[: total - sum(found)]:
        found[place] += 1
    return found

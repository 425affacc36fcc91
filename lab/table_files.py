"""Writes the truco tables that :mod:`engine.robots.learnt.truco_tables` reads."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Final, NamedTuple

import msgspec

from engine.cards import UNKNOWN
from engine.robots.learnt.mix_tables import FURTHER, PAIRS, SHARES, WAYS
from engine.robots.learnt.truco_tables import (
    First,
    Zone,
    common_name,
    name_of,
    rules_mark,
    solved_name,
)
from lab.learning.regrets import Row
from lab.shipped_files import Section, packed

LEAST: Final = {2: 10.0, 4: 40.0}
"""For each number of players, the least weight of an average strategy that is used; the strategy of
the last round has the weight 1."""
RARE: Final = {2: 0.02, 4: 0.15}
"""For each number of players, the share below which a choice is left out. With four players there
are more spots, so more of the small shares are chance."""
COARSE: Final = 2
"""A share in a solved table is a multiple of this many parts, so that the file has room for more
tables."""
FURTHEST: Final = 255
"""A step from one spot to the next one with a mix of its own is at most this long. Longer ones are
several, with the code ``NO_MIX``."""
NO_MIX: Final = 0
"""The code after a step that is not the whole way. A higher code is one more than the place of the
spot's own mix."""

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


def sections(
    learnt: Mapping[tuple[str, int, Zone], Mapping[int, Row]],
    kept: Mapping[str, Mapping[str, bytes]] = MappingProxyType({}),
) -> dict[str, Section]:
    """The sections of the file, by game. ``learnt``: by game, number of players and zone, the rows
    of the spots. ``kept``: by game, the compressed tables that stay in the file."""
    found = {game: dict(tables) for game, tables in kept.items()}
    for (game, players, zone), rows in learnt.items():
        found.setdefault(game, {})[name_of(players, zone)] = _packed_table(rows, players)
    return {
        game: Section(rules_mark(game), msgspec.msgpack.encode(tables))
        for game, tables in found.items()
    }


def solved_tables(
    zone: Zone,
    step: int,
    word: int,
    solved: Mapping[First, Solved],
    negligible: float,
    share: bool = False,
) -> dict[str, bytes]:
    """The compressed tables of :func:`solved_at` by name. ``solved``: by first cards, the
    solved table. ``negligible``: as in :func:`packed_alike`. ``share``: whether tables of all
    turned cards share a common table."""
    found: dict[str, bytes] = {}
    groups: dict[str, list[First]] = {}
    for first in solved:
        turned = UNKNOWN if share else first.turned
        groups.setdefault(common_name(zone, step, word, first, turned), []).append(first)
    for name, alike in groups.items():
        found[name], own = packed_alike([solved[first] for first in alike], negligible)
        for first, short in zip(alike, own, strict=True):
            found[solved_name(zone, step, word, first)] = short
    return found


def _packed_table(rows: Mapping[int, Row], players: int) -> bytes:
    means = {spot: mean_of(row, LEAST[players]) for spot, row in rows.items()}
    known = {spot: mean for spot, mean in means.items() if mean is not None}
    return packed_mixes(known, RARE[players])


def mean_of(row: Row, least: float) -> list[float] | None:
    """The strategy sums of a spot, from the first sums of its row if they have at least this
    weight, else from the second; ``None``: neither has."""
    ways = len(row) // 3
    for first in (ways, 2 * ways):
        mean = row[first : first + ways]
        if sum(mean, 0.0) >= least:
            return mean
    return None


# --- one table ------------------------------------------------------------------------------------


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
        while step > FURTHEST:
            pairs += bytes((FURTHEST, NO_MIX))
            step -= FURTHEST
        pairs += bytes((step, min(place + 1, FURTHER)))
    further = [place for _, place in changed if place + 1 >= FURTHER]
    return packed(msgspec.msgpack.encode((pairs, further)), PAIRS)


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
    return packed(msgspec.msgpack.encode((steps, b"".join(different), places)))


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

"""The strategy at one information set for each private number, with its regrets.

A *type* is a private number. Regrets are those of CFR+: they never fall below 0.
"""

from operator import add, mul, sub, truediv
from typing import Final, TypeAlias

Row: TypeAlias = list[float]
"""One value for each type of a player. A type is one of the private numbers that the player may
hold."""

TINY: Final = 1e-12
"""The lowest regret. An action without regret has a share that is almost 0, but not 0."""


class Mixed:
    """The strategy at one information set of each type: regrets and strategy sums. All rows are
    flat: one number for each action and type, action by action."""

    __slots__ = ("_mean", "_regret", "shares", "types", "ways")

    def __init__(self, ways: int, types: int) -> None:
        self.ways, self.types = ways, types
        self.shares: Row = [1 / ways] * (ways * types)
        """The share of each action: in this round, or after :meth:`settle` in the solution."""
        self._regret: Row = [TINY] * (ways * types)
        self._mean: Row = []
        """The strategy sums: over all rounds the reach of each type and action, times the weight of
        the round. Empty: no round was played, or the choice is settled."""

    def parts(self, row: Row) -> list[Row]:
        """Cuts a flat row into one row for each action."""
        types = self.types
        return [row[at : at + types] for at in range(0, len(row), types)]

    def play(self, reach: Row, values: Row) -> Row:
        """Updates the regrets by one round and returns the value of the strategy for each type.
        ``reach``: the reach of each type and action, times the weight of the round. ``values``: the
        value of each action."""
        self.pass_by(reach)
        found = total(self.parts(list(map(mul, self.shares, values))))
        gained = map(sub, values, found * self.ways)
        self._regret = [more if more > TINY else TINY for more in map(add, self._regret, gained)]
        regrets = total(self.parts(self._regret))
        self.shares = list(map(truediv, self._regret, regrets * self.ways))
        return found

    def pass_by(self, reach: Row) -> None:
        """Adds one round to the strategy sums without a regret update. ``reach``: as in
        :meth:`play`."""
        self._mean = list(map(add, self._mean, reach)) if self._mean else reach

    def begin(self, regrets: Row, came: Row) -> list[Row]:
        """Warm start from the regrets of a similar choice. ``came``: the reach of each type, times
        the weight of the rounds that the start counts for. Returns the share of each action and
        type."""
        self._regret = [regret if regret > TINY else TINY for regret in regrets]
        whole = total(self.parts(self._regret))
        self.shares = list(map(truediv, self._regret, whole * self.ways))
        self._mean = list(map(mul, self.shares, came * self.ways))
        return self.parts(self._mean)

    def regrets(self) -> Row:
        """The regrets before :meth:`settle`: a flat row."""
        return self._regret

    def taken(self, came: Row) -> Row:
        """The reach of each type and action under the average strategy: a flat row. ``came``: the
        reach of each type."""
        return self._mean or list(map(mul, self.shares, came * self.ways))

    def average(self) -> Row:
        """The average strategy. A type with no reach has the strategy of this round."""
        if not self._mean:
            return self.shares
        comes = total(self.parts(self._mean)) * self.ways
        return [
            mean / whole if whole > 0 else now
            for mean, whole, now in zip(self._mean, comes, self.shares, strict=True)
        ]

    def settle(self) -> None:
        """Makes the average strategy the solution and drops the regrets."""
        self.shares = self.average()
        self._regret, self._mean = [], []


def total(rows: list[Row]) -> Row:
    """The sum of these rows, type by type."""
    found = list(map(add, rows[0], rows[1])) if len(rows) > 1 else rows[0]
    for row in rows[2:]:
        found = list(map(add, found, row))
    return found

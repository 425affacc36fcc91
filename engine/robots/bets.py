"""Small games of calls and answers, solved: two players, one hidden number each, the higher wins.

The last trick is such a game (the number is the card), and so is the envido alone (the number is
the points). A game is a tree of :class:`Choice`, :class:`Fold`, :class:`Compared` and
:class:`Shown`. :func:`solve` fills the choices with mixes that nobody can read: whatever the other
player does, he gains next to nothing by knowing them. The way there is CFR+: both players play the
game many times over for all their numbers at once, and do more often what they regret not to have
done; the mean of it all is the solution.

All worths are of player 0; what one gains the other loses.
"""

from collections.abc import Sequence
from itertools import accumulate
from typing import Final, TypeAlias

Row: TypeAlias = list[float]
"""One number for each type of a player. A type is one of the numbers that it may hold."""


class Fold:
    """Somebody has given in."""

    __slots__ = ("worth",)

    def __init__(self, worth: float) -> None:
        self.worth = worth


class Compared:
    """Both numbers are compared."""

    __slots__ = ("lost", "won")

    def __init__(self, won: float, lost: float) -> None:
        self.won, self.lost = won, lost


class Choice:
    """A player chooses one of several words or silence."""

    __slots__ = ("after", "mean", "player", "regret", "words")

    def __init__(self, player: int, after: "dict[str, Node]") -> None:
        self.player = player
        self.words = tuple(after)
        self.after = tuple(after.values())
        self.regret: list[Row] = []
        self.mean: list[Row] = []

    def begin(self, types: int) -> None:
        """Forget everything, for so many types of the player."""
        self.regret = [[0.0] * types for _ in self.words]
        self.mean = [[0.0] * types for _ in self.words]

    def mix(self, kind: int) -> dict[str, float]:
        """How often the player says each word when it holds this type."""
        row = [mean[kind] for mean in self.mean]
        if sum(row) <= 0:  # the type never comes here
            row = [regret[kind] for regret in self.regret]
        total = sum(row)
        if total <= 0:
            return dict.fromkeys(self.words, 1 / len(self.words))
        return {word: one / total for word, one in zip(self.words, row, strict=True)}


class Shown:
    """The number of one player lies open. The other one knows who wins, and may call once more.

    With the better number it always calls, so two mixes are left for each number shown: how often
    it calls with a worse one, and how often the owner of the number accepts.
    """

    __slots__ = ("accepts", "bluffs", "mean_accepts", "mean_bluffs", "owner", "worths")

    def __init__(
        self, owner: int, silent: tuple[float, float], called: tuple[float, float]
    ) -> None:
        """``owner``: whose number is shown. ``silent``, ``called``: the worths, for the player
        that sees it, of winning and losing without the call and with it."""
        self.owner = owner
        self.worths = (*silent, *called)
        self.accepts: tuple[Row, Row] = ([], [])
        self.bluffs: tuple[Row, Row] = ([], [])
        self.mean_accepts: tuple[Row, Row] = ([], [])
        self.mean_bluffs: tuple[Row, Row] = ([], [])

    def begin(self, types: int) -> None:
        """Forget everything, for so many types of the owner."""
        self.accepts, self.bluffs, self.mean_accepts, self.mean_bluffs = (
            ([0.0] * types, [0.0] * types) for _ in range(4)
        )

    def solved(self, better: float) -> tuple[float, float]:
        """(how often a worse number calls, how often the owner accepts) when one number alone may
        be shown, and the other player holds a better one with this probability.

        The owner accepts so often that a bluff gains nothing; the bluffs are so many that he gains
        nothing by giving in.
        """
        won, lost, more, less = self.worths
        if won <= lost or better <= 0 or more <= won:
            return 0.0, 1.0
        accepts = min(1.0, (won - lost) / (won - less))
        needed = (won - less) / (more - less)
        if better >= needed:
            return 1.0, 0.0
        return better * (1 - needed) / ((1 - better) * needed), accepts


Node: TypeAlias = "Fold | Compared | Choice | Shown"

ROUNDS: Final = 60
"""How often both players play the game. The more, the closer it comes to what nobody can read."""
GROWTH: Final = 3
"""A round counts in the mean with this power of its number: the first ones know nothing yet."""


class Game:
    """A tree with what both players may hold."""

    def __init__(
        self, root: Node, ranks: tuple[Sequence[int], Sequence[int]], likely: tuple[Row, Row]
    ) -> None:
        """``ranks``: by player, its possible numbers from the lowest; no number belongs to both.
        ``likely``: how likely each of them is."""
        self.root = root
        self.likely = likely
        self.below = tuple(
            [sum(1 for other in ranks[1 - player] if other < rank) for rank in ranks[player]]
            for player in (0, 1)
        )
        """By player and type, how many types of the other player are lower."""

    def solve(self, rounds: int = ROUNDS) -> None:
        """Fill all choices of the tree."""
        _begin(self.root, [len(row) for row in self.likely])
        for number in range(1, rounds + 1):
            for player in (0, 1):
                self._play(self.root, player, self.likely[player], self.likely[1 - player], number)

    def _play(self, node: Node, me: int, mine: Row, theirs: Row, weight: int) -> Row:
        """The worth of a node for each of my types, weighted by how likely the other player comes
        here; my regrets below it are counted anew."""
        sign = 1.0 if me == 0 else -1.0
        if isinstance(node, Fold):
            return [sign * node.worth * sum(theirs)] * len(mine)
        if isinstance(node, Compared):
            sums = list(accumulate(theirs, initial=0.0))
            won, lost = (node.won, node.lost) if me == 0 else (-node.lost, -node.won)
            step, rest = won - lost, lost * sums[-1]
            return [rest + step * sums[lower] for lower in self.below[me]]
        if isinstance(node, Shown):
            return self._shown(node, me, mine, theirs, weight)
        mixes = _current(node.regret)
        if node.player != me:
            found = [0.0] * len(mine)
            for shares, after in zip(mixes, node.after, strict=True):
                reach = [one * share for one, share in zip(theirs, shares, strict=True)]
                values = self._play(after, me, mine, reach, weight)
                found = [one + value for one, value in zip(found, values, strict=True)]
            return found
        found = [0.0] * len(mine)
        every: list[Row] = []
        for mix, mean, after in zip(mixes, node.mean, node.after, strict=True):
            reach = [one * share for one, share in zip(mine, mix, strict=True)]
            values = self._play(after, me, reach, theirs, weight)
            every.append(values)
            found = [one + share * v for one, share, v in zip(found, mix, values, strict=True)]
            mean[:] = [one + weight * share for one, share in zip(mean, reach, strict=True)]
        for regret, values in zip(node.regret, every, strict=True):
            regret[:] = [
                more if (more := old + value - all_in_all) > 0.0 else 0.0
                for old, value, all_in_all in zip(regret, values, found, strict=True)
            ]
        return found

    def _shown(self, node: Shown, me: int, mine: Row, theirs: Row, weight: int) -> Row:
        won, lost, more, less = node.worths
        accepts, bluffs = _shares(node.accepts), _shares(node.bluffs)
        if me == node.owner:
            sums = list(accumulate(theirs, initial=0.0))
            found: Row = []
            for kind, lower in enumerate(self.below[me]):
                worse, better = sums[lower], sums[-1] - sums[lower]
                bluffed = worse * bluffs[kind]
                taken = -(more * better + less * bluffed)
                folded = -won * (better + bluffed)
                share = accepts[kind]
                now = share * taken + (1 - share) * folded
                _regret(node.accepts, kind, taken - now, folded - now)
                _mean(node.mean_accepts, kind, share, weight * mine[kind])
                found.append(now - (worse - bluffed) * lost)
            return found
        # The owner's types are `theirs`; the worth of each when I am better, and when I am worse.
        sums = list(accumulate(mine, initial=0.0))
        if_better: Row = []
        if_worse: Row = []
        for kind, reach in enumerate(theirs):
            share, bluff = accepts[kind], bluffs[kind]
            if_better.append(reach * (share * more + (1 - share) * won))
            called = share * less + (1 - share) * won
            now = bluff * called + (1 - bluff) * lost
            _regret(node.bluffs, kind, reach * (called - now), reach * (lost - now))
            _mean(node.mean_bluffs, kind, bluff, weight * sums[self.below[node.owner][kind]])
            if_worse.append(reach * now)
        won_below = list(accumulate(if_better, initial=0.0))
        lost_below = list(accumulate(if_worse, initial=0.0))
        return [won_below[lower] + lost_below[-1] - lost_below[lower] for lower in self.below[me]]


def _begin(node: Node, types: list[int]) -> None:
    if isinstance(node, Choice):
        node.begin(types[node.player])
        for after in node.after:
            _begin(after, types)
    elif isinstance(node, Shown):
        node.begin(types[node.owner])


def _current(regret: list[Row]) -> list[Row]:
    """The mix of this round: each word as often as it is regretted."""
    even = 1 / len(regret)
    totals = [sum(column) for column in zip(*regret, strict=True)]
    return [
        [one / total if total > 0 else even for one, total in zip(row, totals, strict=True)]
        for row in regret
    ]


def _shares(regret: tuple[Row, Row]) -> Row:
    return [
        one / (one + other) if one + other > 0 else 0.5 for one, other in zip(*regret, strict=True)
    ]


def _regret(regret: tuple[Row, Row], kind: int, yes: float, no: float) -> None:
    regret[0][kind] = max(0.0, regret[0][kind] + yes)
    regret[1][kind] = max(0.0, regret[1][kind] + no)


def _mean(mean: tuple[Row, Row], kind: int, share: float, weight: float) -> None:
    mean[0][kind] += weight * share
    mean[1][kind] += weight * (1 - share)


def share_of(mean: tuple[Row, Row], kind: int) -> float:
    """How often the answer is yes, for this type."""
    total = mean[0][kind] + mean[1][kind]
    return mean[0][kind] / total if total > 0 else 0.5

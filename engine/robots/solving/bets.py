"""Solves small betting games: two players, one private number each, the higher number wins.

The envido alone is such a game; the number is the points. A game is a tree of :class:`Choice`,
:class:`Fold` and :class:`Showdown`. :meth:`Game.solve` computes an approximate equilibrium;
:meth:`Game.gap` is its exploitability.

A player may have a *model*: in a share of the games a fixed, known strategy takes its place. The
other player then learns a restricted Nash response (Johanson, Zinkevich and Bowling 2007): it
exploits the model and stays hard to exploit.

The algorithm is discounted CFR+ in vector form: each round goes over all private numbers at once.
The solution is the weighted average of all rounds; late rounds weigh more.

All values are those of player 0; the game is zero-sum. A *type* is a private number.
"""

from collections.abc import Iterator, Mapping, Sequence
from operator import mul
from typing import Final, TypeAlias

from engine.robots.solving.betting_tree import NOBODY, Choice, Node, Numbers
from engine.robots.solving.mixed import TINY, Mixed, Row

NEAR: Final = 0.008
"""A game is solved when its exploitability is at most this, in points."""
FIRST: Final = 40
"""The number of rounds before the exploitability is measured for the first time."""
EVERY: Final = 15
"""The number of rounds between two later measurements."""
MOST: Final = 400
"""The greatest number of rounds; the solution is then taken as it is."""
BEGUN: Final = 10
"""A warm start counts as this many rounds."""
BEGUN_EVERY: Final = 4
"""After a warm start: the number of rounds between two measurements; the first is made at once."""
FADING: Final = 2
"""The discount: before round ``n`` regrets are multiplied by ``n ** FADING / (n ** FADING + 1)``.
Instead of that, the regrets of this round and of all later ones are divided by it."""
GROWTH: Final = 4
"""Round ``n`` has the weight ``n ** GROWTH`` in the average strategy: early rounds know little."""

Path: TypeAlias = tuple[str, ...]
"""The words that lead to a choice."""
Start: TypeAlias = Mapping[Path, Mapping[str, Row]]
"""By the words that lead to a choice, and by the words of the choice, a number for each type: the
final regrets of a solved game, or the shares of a model."""


class Game(Numbers):
    """A game tree with the types of both players."""

    def __init__(
        self, root: Node, ranks: tuple[Sequence[int], Sequence[int]], likely: tuple[Row, Row]
    ) -> None:
        """``ranks``: as of :class:`~engine.robots.solving.betting_tree.Numbers`. ``likely``: the
        probability of each."""
        super().__init__(ranks)
        self.root = root
        self.likely = (list(likely[0]), list(likely[1]))
        self._fresh = 1.0
        """The weight of this round's regrets relative to the old ones. It replaces the discount of
        the old ones."""
        self._mixes = _begin(root, self.types)
        self._played = 0
        """The number of rounds played."""
        self._weight = 0.0
        """The sum of the weights of all rounds played."""

    def model(self, player: int, share: float, model: Start) -> None:
        """Sets a model that plays in place of this player in this share of the games. ``model``:
        its strategy, by path and by word: the share for each type."""
        self.modelled = player
        met = [share * chance for chance in self.likely[player]]
        self.likely[player][:] = [(1 - share) * chance for chance in self.likely[player]]
        _meet(self.root, (), player, met, model)

    def begin(self, start: Start) -> None:
        """Warm start from a similar game; new actions start at zero regret."""
        self._played = BEGUN
        self._weight = float(sum(number**GROWTH for number in range(1, BEGUN + 1)))
        likely: list[Row] = [[self._weight * chance for chance in own] for own in self.likely]
        _begin_at(self.root, (), likely, start)

    def solve(self) -> None:
        first, every = (0, BEGUN_EVERY) if self._played else (FIRST, EVERY)
        self.play(first)
        for _ in range(first, MOST, every):
            if self.gap() <= NEAR:
                break
            self.play(every)
        self._weight = 0.0
        for mixed in self._mixes:
            mixed.settle()

    def regrets(self, choice: Choice) -> Row:
        """The regrets at one of its choices before it is solved: a warm start elsewhere."""
        return [regret / self._fresh for regret in choice.mixed.regrets()]

    def play(self, rounds: int) -> None:
        """Plays ``rounds`` more rounds."""
        for number in range(self._played + 1, self._played + rounds + 1):
            fades = float(number**FADING)
            self._fresh *= (fades + 1) / fades
            self.scale = self._fresh
            weight = float(number**GROWTH)
            self._weight += weight
            for me in (0, 1):
                mine = [weight * chance for chance in self.likely[me]]
                theirs = [self._fresh * chance for chance in self.likely[1 - me]]
                self.root.play(self, me, mine, theirs)
        self._played += rounds

    def gap(self) -> float:
        """The exploitability of the average strategies: half the sum of the gains of the best
        responses against both players. Models keep their strategies."""
        weight = self.scale = self._weight or 1.0
        gained = 0.0
        if self.modelled != NOBODY and isinstance(self.root, Choice):
            me = self.modelled
            theirs = [weight * chance for chance in self.likely[1 - me]]
            gained = self.root.wins(self, me, theirs)
        for me in (0, 1):
            theirs = [weight * chance for chance in self.likely[1 - me]]
            gained += sum(map(mul, self.likely[me], self.root.best(self, me, theirs)))
        return gained / (2 * weight)


def choices(node: Node, path: Path = ()) -> Iterator[tuple[Path, Choice]]:
    """All choices below this node, with the words that lead there."""
    if isinstance(node, Choice):
        yield path, node
        for word, after in zip(node.words, node.after, strict=True):
            yield from choices(after, (*path, word))


def _begin_at(node: Node, path: Path, came: Sequence[Row], start: Start) -> None:
    """Warm start at this node and below. ``came``: by player, the reach of each type. A call that
    the earlier game did not have starts like the last, greatest call."""
    if not isinstance(node, Choice):
        return
    known = start.get(path, {})
    player, mixed = node.player, node.mixed
    regrets: Row = []
    for word in node.words:
        row = known.get(word, [])
        regrets += row if len(row) == mixed.types else [TINY] * mixed.types
    parts = mixed.begin(regrets, came[player])
    for word, after, part in zip(node.words, node.after, parts, strict=True):
        both = (part, came[1]) if player == 0 else (came[0], part)
        like = word if (*path, word) in start else node.words[-1]
        _begin_at(after, (*path, like), both, start)


def _meet(node: Node, path: Path, player: int, came: Row, model: Start) -> None:
    """Stores at this node and below the reach of this player's model."""
    if not isinstance(node, Choice):
        return
    own = node.player == player
    parts = [list(map(mul, model[path][word], came)) if own else came for word in node.words]
    node.met = [reach for part in parts for reach in part] if own else came
    for word, after, part in zip(node.words, node.after, parts, strict=True):
        _meet(after, (*path, word), player, part, model)


def _begin(node: Node, types: tuple[int, int]) -> list[Mixed]:
    """Resets all regrets below this node."""
    if isinstance(node, Choice):
        node.mixed = Mixed(len(node.words), types[node.player])
        return [node.mixed, *(mixed for after in node.after for mixed in _begin(after, types))]
    return []

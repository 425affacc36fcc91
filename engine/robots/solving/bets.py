"""Solves small betting games: two players, one private number each, the higher number wins.

The last trick is such a game (the number is the card), and so is the envido alone (the number is
the points). A game is a tree of :class:`Choice`, :class:`Fold`, :class:`Showdown` and
:class:`OpenNumber`. :meth:`Game.solve` computes an approximate equilibrium; :meth:`Game.gap` is its
exploitability.

A player may have a *model*: in a share of the games a fixed, known strategy takes its place. The
other player then learns a restricted Nash response (Johanson, Zinkevich and Bowling 2007): it
exploits the model and stays hard to exploit.

The algorithm is discounted CFR+ in vector form: each round goes over all private numbers at once.
The solution is the weighted average of all rounds; late rounds weigh more.

All values are those of player 0; the game is zero-sum. A *type* is a private number.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate
from operator import add, itemgetter, mul, sub, truediv
from typing import Final, TypeAlias

Row: TypeAlias = list[float]
"""One value for each type of a player. A type is one of the private numbers that the player may
hold."""

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
NEVER: Final = 1e-7
"""If one player's reach is below this, the other player's regrets are not updated in a round."""
TINY: Final = 1e-12
"""The lowest regret. An action without regret has a share that is almost 0, but not 0."""
NOBODY: Final = -1
"""No player."""


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


Path: TypeAlias = tuple[str, ...]
"""The words that lead to a choice."""
Start: TypeAlias = Mapping[Path, Mapping[str, Row]]
"""By the words that lead to a choice, and by the words of the choice, a number for each type: the
final regrets of a solved game, or the shares of a model."""


def total(rows: list[Row]) -> Row:
    """The sum of these rows, type by type."""
    found = list(map(add, rows[0], rows[1])) if len(rows) > 1 else rows[0]
    for row in rows[2:]:
        found = list(map(add, found, row))
    return found


class Fold:
    """A player has folded."""

    __slots__ = ("worth",)

    def __init__(self, worth: float) -> None:
        self.worth = worth

    def play(self, game: "Game", me: int, mine: Row, theirs: Row) -> Row:
        """See :class:`Node`."""
        return self.best(game, me, theirs)

    def pass_by(self, me: int, mine: Row) -> None:
        """See :class:`Node`."""

    def best(self, game: "Game", me: int, theirs: Row) -> Row:
        """See :class:`Node`."""
        return [self.paid(me) * sum(theirs)] * game.types[me]

    def paid(self, me: int) -> float:
        """The value for this player."""
        return self.worth if me == 0 else -self.worth


class Showdown:
    """Both numbers are compared."""

    __slots__ = ("lost", "won")

    def __init__(self, won: float, lost: float) -> None:
        self.won, self.lost = won, lost

    def play(self, game: "Game", me: int, mine: Row, theirs: Row) -> Row:
        """See :class:`Node`."""
        return self.best(game, me, theirs)

    def pass_by(self, me: int, mine: Row) -> None:
        """See :class:`Node`."""

    def best(self, game: "Game", me: int, theirs: Row) -> Row:
        """See :class:`Node`."""
        return self.compared(game, me, list(accumulate(theirs, initial=0.0)))

    def compared(self, game: "Game", me: int, sums: Row, more: float = 0.0) -> Row:
        """The value for each of my types, plus a constant. ``sums``: the reach of the other
        player's types, added up from the lowest."""
        won, lost = (self.won, self.lost) if me == 0 else (-self.lost, -self.won)
        step, rest = won - lost, more + lost * sums[-1]
        return [rest + step * lower for lower in game.lower[me](sums)]


class Choice:
    """A player chooses a word or silence."""

    __slots__ = ("after", "met", "mixed", "player", "words")

    def __init__(self, player: int, after: "dict[str, Node]") -> None:
        self.player = player
        self.words = tuple(after)
        self.after = tuple(after.values())
        self.mixed = Mixed(len(self.words), 0)
        self.met: Row = []
        """The reach of each type of the model; where the model chooses, the reach of each type and
        action, as a flat row. Empty: there is no model."""

    def mix(self, kind: int) -> dict[str, float]:
        """The strategy of the player with this type: the share of each word."""
        mixed = self.mixed
        return dict(zip(self.words, mixed.shares[kind :: mixed.types], strict=True))

    def play(self, game: "Game", me: int, mine: Row, theirs: Row) -> Row:
        """See :class:`Node`."""
        mixed = self.mixed
        ways, types = mixed.ways, mixed.types
        if self.player != me:
            reached = list(map(mul, mixed.shares, theirs * ways))
            everybody = self.everybody(game, me, reached)
            found: Row = []
            given_in = 0.0
            at = 0
            for after in self.after:
                reach, seen = reached[at : at + types], everybody[at : at + types]
                at += types
                comes = sum(seen)
                if isinstance(after, Fold):
                    given_in += after.paid(me) * comes
                elif comes < NEVER:
                    after.pass_by(me, mine)
                else:
                    if isinstance(after, Showdown):
                        sums = list(accumulate(seen, initial=0.0))
                        came = after.compared(game, me, sums, given_in)
                        given_in = 0.0
                    else:
                        came = after.play(game, me, mine, reach)
                    found = list(map(add, found, came)) if found else came
            if not found:
                return [given_in] * game.types[me]
            return [given_in + value for value in found] if given_in else found
        every = list(map(mul, mixed.shares, mine * ways))
        sums = list(accumulate(self.everybody(game, me, theirs), initial=0.0))
        values: Row = []
        at = 0
        for after in self.after:
            if isinstance(after, Fold):
                values += [after.paid(me) * sums[-1]] * types
            elif isinstance(after, Showdown):
                values += after.compared(game, me, sums)
            else:
                values += after.play(game, me, every[at : at + types], theirs)
            at += types
        return mixed.play(every, values)

    def pass_by(self, me: int, mine: Row) -> None:
        """See :class:`Node`."""
        if self.player != me:
            for after in self.after:
                after.pass_by(me, mine)
            return
        mixed = self.mixed
        every = list(map(mul, mixed.shares, mine * mixed.ways))
        mixed.pass_by(every)
        for after, reach in zip(self.after, mixed.parts(every), strict=True):
            after.pass_by(me, reach)

    def best(self, game: "Game", me: int, theirs: Row) -> Row:
        """See :class:`Node`."""
        mixed = self.mixed
        if self.player == me:
            seen = self.everybody(game, me, theirs)
            values = [
                after.best(game, me, theirs if isinstance(after, Choice) else seen)
                for after in self.after
            ]
            return list(map(max, *values)) if len(values) > 1 else values[0]
        reached = mixed.taken(theirs)
        everybody = self.everybody(game, me, reached)
        parts = zip(self.after, mixed.parts(reached), mixed.parts(everybody), strict=True)
        return total(
            [
                after.best(game, me, reach if isinstance(after, Choice) else seen)
                for after, reach, seen in parts
            ]
        )

    def modelled(self) -> Row:
        """The reach of each type of the model."""
        return total(self.mixed.parts(self.met))

    def everybody(self, game: "Game", me: int, reach: Row) -> Row:
        """The reach of the opponents together: the learning player with its share, and its model
        with the rest."""
        if me == game.modelled or not self.met:
            return reach
        scale = game.scale
        return [own + scale * other for own, other in zip(reach, self.met, strict=True)]

    def wins(self, game: "Game", me: int, theirs: Row) -> float:
        """The value of this player's model against the average strategy of the other player."""
        own = self.player == me
        ways = len(self.after)
        met = self.mixed.parts(self.met) if own else [self.met] * ways
        reached = [theirs] * ways if own else self.mixed.parts(self.mixed.taken(theirs))
        found = 0.0
        for after, model, reach in zip(self.after, met, reached, strict=True):
            if isinstance(after, Choice):
                found += after.wins(game, me, reach)
            else:
                found += sum(map(mul, model, after.best(game, me, reach)))
        return found


class OpenNumber:
    """One player's number lies open. The other player knows whether it wins, and may call once
    more.

    With the better number it always calls. So two probabilities remain for each open number: a
    bluff with a worse one, and an acceptance by the owner.
    """

    __slots__ = ("accepts", "bluffs", "owner", "worths")

    def __init__(
        self, owner: int, silent: tuple[float, float], called: tuple[float, float]
    ) -> None:
        """``owner``: the player whose number lies open. ``silent``, ``called``: what the player
        that sees it wins or loses, without the call and with it."""
        self.owner = owner
        self.worths = (*silent, *called)
        self.accepts = Mixed(2, 0)
        """By number shown: quiero, and no quiero."""
        self.bluffs = Mixed(2, 0)
        """By number shown: a call with a worse one, and silence."""

    def solved(self, better: float) -> tuple[float, float]:
        """The pair (bluff frequency with a worse number, acceptance frequency of the owner) when
        one open number is possible, and the other player has a better one with this probability.

        The owner is indifferent between accepting and folding; a bluff gains nothing.
        """
        won, lost, more, less = self.worths
        if won <= lost or better <= 0 or more <= won:
            return 0.0, 1.0
        accepts = min(1.0, (won - lost) / (won - less))
        needed = (won - less) / (more - less)
        if better >= needed:
            return 1.0, 0.0
        return better * (1 - needed) / ((1 - better) * needed), accepts

    def play(self, game: "Game", me: int, mine: Row, theirs: Row) -> Row:
        """See :class:`Node`."""
        if me == self.owner:
            accepts = self.accepts
            values, rest = self._answers(game, theirs, self.bluffs.shares)
            reach = list(map(mul, accepts.shares, mine + mine))
            return list(map(add, accepts.play(reach, values), rest))
        bluffs = self.bluffs
        better, values = self._looks(theirs, self.accepts.shares)
        worse = [*game.lower[self.owner](list(accumulate(mine, initial=0.0)))]
        reach = list(map(mul, bluffs.shares, worse + worse))
        return self._split(game, me, better, bluffs.play(reach, values))

    def pass_by(self, me: int, mine: Row) -> None:
        """See :class:`Node`."""

    def best(self, game: "Game", me: int, theirs: Row) -> Row:
        """See :class:`Node`."""
        if me == self.owner:
            values, rest = self._answers(game, theirs, self.bluffs.average())
            return list(map(add, map(max, *self.accepts.parts(values)), rest))
        better, values = self._looks(theirs, self.accepts.average())
        return self._split(game, me, better, list(map(max, *self.bluffs.parts(values))))

    def _answers(self, game: "Game", theirs: Row, bluffs: Row) -> tuple[Row, Row]:
        """For each number of the owner, three values: accepting the calls, refusing them, and the
        hands without a call."""
        won, lost, more, less = self.worths
        sums = list(accumulate(theirs, initial=0.0))
        taken: Row = []
        folded: Row = []
        rest: Row = []
        for worse, bluff in zip(game.lower[self.owner](sums), bluffs, strict=False):
            better, bluffed = sums[-1] - worse, worse * bluff
            taken.append(-(more * better + less * bluffed))
            folded.append(-won * (better + bluffed))
            rest.append((bluffed - worse) * lost)
        return taken + folded, rest

    def _looks(self, theirs: Row, accepts: Row) -> tuple[Row, Row]:
        """For each open number, three values for the player that sees it: with a better number, a
        call with a worse one, and silence with a worse one."""
        won, lost, more, less = self.worths
        better = [
            reach * (share * more + (1 - share) * won)
            for reach, share in zip(theirs, accepts, strict=False)
        ]
        called = [
            reach * (share * less + (1 - share) * won)
            for reach, share in zip(theirs, accepts, strict=False)
        ]
        return better, called + [reach * lost for reach in theirs]

    def _split(self, game: "Game", me: int, better: Row, worse: Row) -> Row:
        """For each of my numbers, two sums over all open numbers: those below mine, and those above
        it."""
        won = game.lower[me](list(accumulate(better, initial=0.0)))
        lost = list(accumulate(worse, initial=0.0))
        return [
            below + lost[-1] - other for below, other in zip(won, game.lower[me](lost), strict=True)
        ]


Node: TypeAlias = Fold | Showdown | Choice | OpenNumber
"""Each node has three methods. ``play`` makes one round for one player and returns the
counterfactual value for each of that player's types. ``theirs``: the reach of the other player's
types; ``mine``: the reach of my types, times the weight of the round. ``pass_by`` makes a round in
which the other player's reach is 0: it only adds to the strategy sums. ``best`` returns the value
of the best response to the average strategy so far."""


class Game:
    """A game tree with the types of both players."""

    def __init__(
        self, root: Node, ranks: tuple[Sequence[int], Sequence[int]], likely: tuple[Row, Row]
    ) -> None:
        """``ranks``: by player, the possible numbers, ascending; no number belongs to both.
        ``likely``: the probability of each."""
        self.root = root
        self.likely = (list(likely[0]), list(likely[1]))
        self.types = (len(likely[0]), len(likely[1]))
        self.lower = (_lower(ranks[0], ranks[1]), _lower(ranks[1], ranks[0]))
        """By player: picks, of the running sums over the types of the other player, for each of
        its types the sum over those that are lower."""
        self.modelled = NOBODY
        """The player that has a model."""
        self.scale = 1.0
        """The weight of the model in this round, a factor of all its probabilities."""
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

    def solve(self, point: float = 1.0) -> None:
        """Solves the game. ``point``: the value of one point in the unit of the tree."""
        first, every = (0, BEGUN_EVERY) if self._played else (FIRST, EVERY)
        self.play(first)
        for _ in range(first, MOST, every):
            if self.gap() <= NEAR * point:
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


def _lower(ranks: Sequence[int], others: Sequence[int]) -> Callable[[Row], tuple[float, ...]]:
    places = [sum(1 for other in others if other < rank) for rank in ranks]
    if len(places) == 1:
        return lambda sums: (sums[places[0]],)
    return itemgetter(*places)


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
    if isinstance(node, OpenNumber):
        node.accepts = Mixed(2, types[node.owner])
        node.bluffs = Mixed(2, types[node.owner])
        return [node.accepts, node.bluffs]
    return []

"""The tree of a betting game: folds, showdowns and choices.

All values are those of player 0; the game is zero-sum. A *type* is a private number.
"""

from collections.abc import Callable, Sequence
from itertools import accumulate
from operator import add, itemgetter, mul
from typing import Final, TypeAlias

from engine.robots.solving.mixed import Mixed, Row, total

NEVER: Final = 1e-7
"""If one player's reach is below this, the other player's regrets are not updated in a round."""
NOBODY: Final = -1
"""No player."""


class Numbers:
    """The private numbers of both players, and the model of one of them in this round."""

    def __init__(self, ranks: tuple[Sequence[int], Sequence[int]]) -> None:
        """``ranks``: by player, the possible numbers, ascending; no number belongs to both."""
        self.types = (len(ranks[0]), len(ranks[1]))
        self.lower = (_lower(ranks[0], ranks[1]), _lower(ranks[1], ranks[0]))
        """By player: picks, of the running sums over the types of the other player, for each of
        its types the sum over those that are lower."""
        self.modelled = NOBODY
        """The player that has a model."""
        self.scale = 1.0
        """The weight of the model in this round, a factor of all its probabilities."""


def _lower(ranks: Sequence[int], others: Sequence[int]) -> Callable[[Row], tuple[float, ...]]:
    places = [sum(1 for other in others if other < rank) for rank in ranks]
    if len(places) == 1:
        return lambda sums: (sums[places[0]],)
    return itemgetter(*places)


class Fold:
    """A player has folded."""

    __slots__ = ("worth",)

    def __init__(self, worth: float) -> None:
        self.worth = worth

    def play(self, game: Numbers, me: int, mine: Row, theirs: Row) -> Row:
        """See :class:`Node`."""
        return self.best(game, me, theirs)

    def pass_by(self, me: int, mine: Row) -> None:
        """See :class:`Node`."""

    def best(self, game: Numbers, me: int, theirs: Row) -> Row:
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

    def play(self, game: Numbers, me: int, mine: Row, theirs: Row) -> Row:
        """See :class:`Node`."""
        return self.best(game, me, theirs)

    def pass_by(self, me: int, mine: Row) -> None:
        """See :class:`Node`."""

    def best(self, game: Numbers, me: int, theirs: Row) -> Row:
        """See :class:`Node`."""
        return self.compared(game, me, list(accumulate(theirs, initial=0.0)))

    def compared(self, game: Numbers, me: int, sums: Row, more: float = 0.0) -> Row:
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

    def play(self, game: Numbers, me: int, mine: Row, theirs: Row) -> Row:
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

    def best(self, game: Numbers, me: int, theirs: Row) -> Row:
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

    def everybody(self, game: Numbers, me: int, reach: Row) -> Row:
        """The reach of the opponents together: the learning player with its share, and its model
        with the rest."""
        if me == game.modelled or not self.met:
            return reach
        scale = game.scale
        return [own + scale * other for own, other in zip(reach, self.met, strict=True)]

    def wins(self, game: Numbers, me: int, theirs: Row) -> float:
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


Node: TypeAlias = Fold | Showdown | Choice
"""Each node has three methods. ``play`` makes one round for one player and returns the
counterfactual value for each of that player's types. ``theirs``: the reach of the other player's
types; ``mine``: the reach of my types, times the weight of the round. ``pass_by`` makes a round in
which the other player's reach is 0: it only adds to the strategy sums. ``best`` returns the value
of the best response to the average strategy so far."""

"""The worth of points: the chance of winning the game from a score.

A robot compares outcomes by this chance and not by points. So it bets boldly when the other side is
about to win anyhow, and carefully when it is about to win itself. The chance is that of a simple
model: both sides win each hand equally often, and a hand pays one of a few numbers of points. Near
the end of a game, the model has special hands if the rules have them.
"""

from functools import cache, lru_cache
from typing import Final

from msgspec import Struct

from engine.state.table import Table

Pays = tuple[tuple[int, float], ...]
"""(points that a hand pays its winner, how often), lowest points first; the sum of all shares is
1."""

HAND_PAYS: Final[Pays] = ((1, 0.34), (2, 0.30), (3, 0.17), (4, 0.10), (5, 0.06), (7, 0.03))
"""The points that hands pay, about, in a game with an envido."""
STEP_PAYS: Final[tuple[float, ...]] = (0.55, 0.30, 0.10, 0.03, 0.02)
"""In a game without an envido: how often a hand pays the worth of each step of the ladder, from 0
on."""
SPREAD: Final = 0.8
"""A side that decides about a special hand has some chance of winning it. All chances in a range of
this width around a half are taken to be equally likely."""


class GamePace(Struct, frozen=True):
    """The pace of a game: the points that its hands pay."""

    pays: Pays = HAND_PAYS
    special: int = 0
    """A side that lacks no more than this many points plays special hands; 0: there are no special
    hands."""
    worth: int = 0
    """The points that a special hand pays its winner."""
    run: int = 0
    """The points that the others get when a side runs from a special hand."""


PLAIN: Final = GamePace()
"""The pace of a game with an envido and without special hands."""


@lru_cache(maxsize=256)
def pace_of(table: Table) -> GamePace:
    """The pace of the games at a table, by its rules."""
    rules = table.rules
    pays = HAND_PAYS
    if not rules.envido.calls:
        worth = table.worth[: len(STEP_PAYS)]
        shares = STEP_PAYS[: len(worth)]
        total = sum(shares)
        pays = tuple((points, share / total) for points, share in zip(worth, shares, strict=True))
    special = rules.special
    if special is None or (table.players == 2 and not special.alone):
        return GamePace(pays)
    return GamePace(pays, rules.match.target - special.score_from, special.worth, special.run)


@cache
def race(target: int, pace: GamePace = PLAIN) -> tuple[tuple[float, ...], ...]:
    """The chance of winning a game: ``race(...)[mine][theirs]``, by the points that my side lacks
    and the points that the others lack, 0 to ``target`` each."""
    table = [[0.5] * (target + 1) for _ in range(target + 1)]

    def at(mine: int, theirs: int) -> float:
        return table[max(0, mine)][max(0, theirs)]

    for mine in range(target + 1):
        for theirs in range(target + 1):
            there, others = mine <= pace.special, theirs <= pace.special
            if mine == 0 or theirs == 0:
                table[mine][theirs] = 1.0 if mine == 0 else 0.0
            elif there and others:
                table[mine][theirs] = 0.5
            elif there:
                won, lost = at(mine - pace.worth, theirs), at(mine, theirs - pace.worth)
                table[mine][theirs] = _decides(won, lost, at(mine, theirs - pace.run))
            elif others:
                won, lost = at(mine, theirs - pace.worth), at(mine - pace.worth, theirs)
                ran = at(mine - pace.run, theirs)
                table[mine][theirs] = 1 - _decides(1 - won, 1 - lost, 1 - ran)
            else:
                table[mine][theirs] = 0.5 * sum(
                    share * (at(mine - paid, theirs) + at(mine, theirs - paid))
                    for paid, share in pace.pays
                )
    return tuple(tuple(row) for row in table)


def _decides(won: float, lost: float, ran: float) -> float:
    """The chance of winning the game for the side that decides about a special hand after it has
    seen its cards.

    The arguments are its chances after it wins the hand, loses it, or runs from it.
    """
    low, high = (1 - SPREAD) / 2, (1 + SPREAD) / 2
    if won <= lost:
        return won
    bar = min(max((ran - lost) / (won - lost), low), high)
    runs = (bar - low) / SPREAD
    chance = (bar + high) / 2
    return runs * ran + (1 - runs) * (chance * won + (1 - chance) * lost)


def match_share(games_to_win: int, mine: int, theirs: int) -> tuple[float, float]:
    """The chance of winning the match (after winning this game, after losing this game).

    ``mine``, ``theirs``: the games that both sides have won so far.
    """
    won = race(games_to_win, ONE_BY_ONE)
    lacking, others = games_to_win - mine, games_to_win - theirs
    if lacking <= 0 or others <= 0:
        return 1.0, 0.0
    return won[lacking - 1][others], won[lacking][others - 1]


ONE_BY_ONE: Final = GamePace(((1, 1.0),))
"""The pace of a match of several games: each game counts 1."""


class Stakes:
    """The chances of winning the game from one score, after points are won or lost.

    ``target``: the points that win the game. ``mine``, ``theirs``: the points of both sides now.
    ``match``: as :func:`match_share` gives it. ``most``: the most points that the rest of this hand
    can count for my side, and for the others (DU-07); ``None``: there is no cap.
    """

    __slots__ = ("_match", "_most", "_pace", "_table", "lacking", "lacking_theirs", "unit")

    def __init__(
        self,
        target: int,
        mine: int,
        theirs: int,
        pace: GamePace = PLAIN,
        match: tuple[float, float] = (1.0, 0.0),
        most: tuple[int, int] | None = None,
    ) -> None:
        self._pace = pace
        self._most = (target, target) if most is None else most
        self._match = match
        self._table = race(target, pace)
        self.lacking = min(max(target - mine, 0), target)
        self.lacking_theirs = min(max(target - theirs, 0), target)
        least = pace.pays[0][0]  # in a game whose hands pay 2, no score is one point away
        self.unit = max((self.won(least) - self.lost(least)) / (2 * least), 1e-4)
        """How much one point changes the chance at this score; always more than 0."""

    def won(self, points: int) -> float:
        """The chance of winning the game after my side wins this many points."""
        return self.after(points, 0)

    def lost(self, points: int) -> float:
        """The chance of winning the game after the other side wins this many points."""
        return self.after(0, points)

    def after(self, mine: int, theirs: int) -> float:
        """The chance of winning the game after my side and the others win these points."""
        mine, theirs = self.counted(mine, theirs)
        return self._table[max(self.lacking - mine, 0)][max(self.lacking_theirs - theirs, 0)]

    def counted(self, mine: int, theirs: int) -> tuple[int, int]:
        """How many of these points count, for my side and for the others."""
        return min(mine, self._most[0]), min(theirs, self._most[1])

    def match_won(self) -> float:
        """The worth of winning the whole match at once, on a scale where winning the game is 1 and
        losing it is 0: 1 or more."""
        after, before = self._match
        return (1 - before) / max(after - before, 1e-4)

    def match_lost(self) -> float:
        """The worth of losing the whole match at once, on the same scale as :meth:`match_won`: 0 or
        less."""
        after, before = self._match
        return -before / max(after - before, 1e-4)

    def loses_all(self, points: int) -> bool:
        """Whether the other side wins the game with this many points."""
        return self.counted(0, points)[1] >= self.lacking_theirs

    def wins_all(self, points: int) -> bool:
        """Whether my side wins the game with this many points."""
        return self.counted(points, 0)[0] >= self.lacking

    def break_even(self, wanted: int, refused: int, match: bool = False) -> float:
        """The chance of winning the bet from which on accepting it is as good as refusing it.

        ``wanted``: the points of the bet if it is accepted; ``refused``: the points of the other
        side if it is refused. ``match``: accepted, the bet decides the whole match.
        """
        worst = self.match_lost() if match else self.lost(wanted)
        best = self.match_won() if match else self.won(wanted)
        if best <= worst:
            return 1.0
        return min(max((self.lost(refused) - worst) / (best - worst), 0.0), 1.0)

    def turned(self) -> "Stakes":
        """The stakes of the other side at the same score."""
        target = len(self._table) - 1
        after, before = self._match
        return Stakes(
            target,
            target - self.lacking_theirs,
            target - self.lacking,
            self._pace,
            (1 - before, 1 - after),
            self._most[::-1],
        )

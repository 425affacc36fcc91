"""The envido of two players as a small game, solved close to an equilibrium.

Before the second card of a hand the envido is a small game of one hidden number each: the points.
Every hand is as likely as the deck makes it; with that, the score and the calls of the rules,
:mod:`bets` solves the game. The other player learns to beat the robot, and now and then a plain
player has its place (:mod:`plain_envido`); so the robot is hard to exploit, and gains more from
plain players: a restricted Nash response. The size of its calls tells little about its points: it
says each size with great points and with poor ones. If the rules allow more raises than there is
time to solve, the subgame after the next raise is solved when that raise has been said, with the
ranges of both players at that point.
"""

from functools import lru_cache
from itertools import combinations
from operator import add, mul
from typing import Final, NamedTuple

from engine.actions import NO_QUIERO, QUIERO
from engine.cards import RANKS, UNKNOWN, Card
from engine.robots.learnt import envido_starts
from engine.robots.reading.scale import DEALT
from engine.robots.reading.situation import CALL, Situation, Word
from engine.robots.small_games import plain_envido
from engine.robots.small_games.envido_bets import MANO, PIE, EnvidoBet, bets_of, heard_in, openings
from engine.robots.solving.bets import Game
from engine.robots.solving.betting_tree import NEVER, Choice, Fold, Node, Showdown
from engine.robots.solving.mixed import Row
from engine.state.facts import HAS_FLOR
from engine.state.state import ENVIDO_GAME, ORDINARY
from engine.state.table import Cards, Table

SILENT: Final = "silent"
"""The word for calling nothing."""
PLAIN: Final = 0.15
"""The share of the hands in which a plain player takes the place of the other player, who learns to
beat the robot."""
FURTHER: Final = 2
"""The number of further calls that a robot considers after somebody has said a call that it had not
considered."""
SELDOM: Final = 1e-6
"""The share with which any hand is believed to make a call, whatever the solution says."""

Mix = dict[str, float]
"""The share of each word in the solution: the verb of a call, ``QUIERO``, ``NO_QUIERO`` or
``SILENT``."""


def mix(situation: Situation) -> Mix | None:
    """The mix of the words about the envido; ``None``: the envido is no small game at this
    moment."""
    words = _calls(situation)
    node = None if words is None else _after(situation, words)
    if not isinstance(node, Choice) or node.player != situation.me:
        return None
    return node.mix(_own(situation))


def worths(situation: Situation) -> dict[str, float] | None:
    """The value of each word: the best response of this seat, with its points, to the solved
    strategy of the other player. In points, relative to an envido that nobody calls. ``None``: the
    envido is no small game at this moment, or a raise was said that the solved game does not
    have."""
    words = _calls(situation)
    way = None if words is None else _way(situation, words)
    if words is None or way is None or way.known < len(words):
        return None
    me = situation.me
    game = solved(situation.table, turned_rank(situation), way.calls, _place(situation), me)
    game.scale = 1.0
    theirs, node = list(game.likely[1 - me]), game.root
    for word in way.path:
        assert isinstance(node, Choice), "a path of words"
        place = node.words.index(word)
        if node.player != me:
            theirs = list(map(mul, theirs, node.mixed.parts(node.mixed.shares)[place]))
        node = node.after[place]
    if not isinstance(node, Choice) or node.player != me:
        return None
    comes = list(map(add, theirs, node.met)) if node.met else theirs
    total = sum(comes)
    if total < NEVER:
        return None
    own = _own(situation)
    return {
        word: after.best(game, me, theirs if isinstance(after, Choice) else comes)[own] / total
        for word, after in zip(node.words, node.after, strict=True)
    }


def _own(situation: Situation) -> int:
    """The index of this seat's points among all points that a hand may have."""
    table, view = situation.table, situation.view
    points = [*held(table, turned_rank(situation))]
    return points.index(table.envido_points(view.dealt, view.turned))


def _calls(situation: Situation) -> list[Word] | None:
    """The calls of the envido so far; ``None``: it is no game of two alone, or it is over."""
    view, position = situation.view, situation.position
    if not situation.alone or view.players != 2 or not situation.rules.envido.calls:
        return None
    if position.special != ORDINARY or position.trick or UNKNOWN in view.dealt:
        return None
    if any(fact.kind != HAS_FLOR or fact.low for fact in view.facts):
        return None  # a fact that is not the lack of a flor
    if len(view.dealt) != DEALT or not bets(situation.table, view.dealt, view.turned):
        return None
    words = [word for word in situation.words if word.game == ENVIDO_GAME]
    return None if any(word.meaning != CALL for word in words) else words


def turned_rank(situation: Situation) -> Card:
    """The rank of the turned card; its suit makes no difference."""
    turned = situation.view.turned
    return UNKNOWN if turned == UNKNOWN else turned % RANKS


def _place(situation: Situation) -> envido_starts.Place:
    """The place in the match at which this hand is played."""
    mine, theirs = situation.by_side
    scores = (mine, theirs) if situation.me == MANO else (theirs, mine)
    return envido_starts.place(situation.rules.variant, scores, situation.rules.match.target)


def bets(table: Table, dealt: Cards, turned: Card) -> bool:
    """Whether a hand may bet on the envido: where the flor is played, a hand with a flor may
    not."""
    return table.rules.flor is None or not table.has_flor(dealt, turned)


@lru_cache(maxsize=64)
def held(table: Table, turned: Card) -> dict[int, float]:
    """For each number of points, from the lowest, the probability that a hand that may bet on the
    envido has them."""
    counts: dict[int, int] = {}
    for dealt in combinations([card for card in table.deck if card != turned], DEALT):
        if bets(table, dealt, turned):
            points = table.envido_points(dealt, turned)
            counts[points] = counts.get(points, 0) + 1
    total = sum(counts.values())
    return {points: counts[points] / total for points in sorted(counts)}


# --- the game and its solution --------------------------------------------------------------------


def tree(calls: tuple[EnvidoBet, ...]) -> Choice:
    """The game: the mano opens or keeps silent, then the pie."""

    def opens(player: int, silent: Node) -> Choice:
        said: dict[str, Node] = {bet.said: asked(bet, player) for bet in calls}
        return Choice(player, {SILENT: silent} | said)

    return opens(MANO, opens(PIE, Fold(0.0)))


def asked(bet: EnvidoBet, caller: int) -> Choice:
    """The node at which the other player answers this call."""
    after: dict[str, Node] = {
        NO_QUIERO: Fold(bet.refused[caller]),
        QUIERO: Showdown(bet.won, bet.lost),
    }
    after |= {raised.said: asked(raised, 1 - caller) for raised in bet.raises}
    return Choice(1 - caller, after)


def _compared(root: Choice, likely: tuple[Row, Row]) -> Game:
    pie = range(0, 2 * len(likely[PIE]), 2)
    mano = [rank + 1 for rank in pie]  # of equal points those of the mano are better
    return Game(root, (mano, pie), likely)


def game(table: Table, turned: Card, calls: tuple[EnvidoBet, ...], robot: int) -> Game:
    """The game with these calls, not played yet. ``robot``: which player the robot is."""
    likely = [*held(table, turned).values()]
    found = _compared(tree(calls), (likely, likely))
    found.model(1 - robot, PLAIN, plain_envido.model(calls, 1 - robot, likely, SILENT))
    return found


@lru_cache(maxsize=256)
def solved(
    table: Table, turned: Card, calls: tuple[EnvidoBet, ...], at: envido_starts.Place, robot: int
) -> Game:
    """The solved betting game with these calls. ``robot``: which player the robot is. ``at``: the
    place in the match from whose known solution it begins."""
    found = game(table, turned, calls, robot)
    if (start := envido_starts.start(table.rules.variant, at, robot)) is not None:
        found.begin(start)
    found.solve()
    return found


@lru_cache(maxsize=64)
def _further(
    table: Table,
    turned: Card,
    calls: tuple[EnvidoBet, ...],
    at: envido_starts.Place,
    robot: int,
    path: tuple[str, ...],
    last: EnvidoBet,
) -> Choice:
    """The subgame after the last call of this path, solved again with more raises. The ranges of
    both players are their reach in the solved game; a part of the other player's range comes from
    the plain players' model."""
    node: Node = solved(table, turned, calls, at, robot).root
    likely = [*held(table, turned).values()]
    reach = [[SELDOM * chance for chance in likely] for _ in (MANO, PIE)]
    comes = [likely, likely]
    comes[1 - robot] = [(1 - PLAIN) * chance for chance in likely]
    for word in path:
        assert isinstance(node, Choice), "a path of words"
        place, player = node.words.index(word), node.player
        shares = node.mixed.parts(node.mixed.shares)[place]
        comes[player] = list(map(mul, comes[player], shares))
        node = node.after[place]
    assert isinstance(node, Choice), "a call waits for its answer"
    comes[1 - robot] = list(map(add, comes[1 - robot], node.modelled()))
    for player in (MANO, PIE):
        total = sum(comes[player]) or 1.0
        both = zip(reach[player], comes[player], strict=True)
        reach[player] = [reached + other / total for reached, other in both]
    further = asked(last, 1 - node.player)
    _compared(further, (reach[MANO], reach[PIE])).solve()
    return further


def forget() -> None:
    """Drops all remembered solutions."""
    solved.cache_clear()
    _further.cache_clear()


# --- the way through it ---------------------------------------------------------------------------


def _nearest(sayable: tuple[EnvidoBet, ...], word: Word) -> EnvidoBet | None:
    """The call of the solved game that comes nearest to this word; ``None``: there is none with its
    verb."""
    alike = [bet for bet in sayable if bet.said.split()[0] == word.verb]
    return min(alike, key=lambda bet: abs(bet.wanted - word.weight), default=None)


class _Way(NamedTuple):
    """The calls of the envido so far, as the solved game has them."""

    calls: tuple[EnvidoBet, ...]
    """The calls that may open."""
    said: list[EnvidoBet]
    known: int
    """How many of the calls, from the first on, the solved game has."""
    path: tuple[str, ...]


def _way(situation: Situation, words: list[Word]) -> _Way | None:
    """The path of these calls through the solved game; ``None``: it has no such path."""
    heard = heard_in(situation, words)
    calls = openings(situation, heard)
    said: list[EnvidoBet] = []
    sayable, known = calls, len(words)
    for number, word in enumerate(words):
        bet = _nearest(sayable, word)
        if bet is None and 0 < number < known:  # one more raise than the solved game has
            known = number
            said = _again(bets_of(situation, number + FURTHER, heard), said)
            bet = _nearest(said[-1].raises, word)
        if bet is None:
            return None
        said.append(bet)
        sayable = bet.raises
    first = situation.slot_of[words[0].seat if words else situation.view.seat]
    path = (*((SILENT,) if first == PIE else ()), *(bet.said for bet in said))
    return _Way(calls, said, known, path)


def _after(situation: Situation, words: list[Word]) -> Node | None:
    """The node to which these calls lead; ``None``: the solved game has no such path."""
    way = _way(situation, words)
    if way is None:
        return None
    path, known = way.path, way.known
    key = situation.table, turned_rank(situation), way.calls, _place(situation), situation.me
    if known == len(words):
        return _walked(solved(*key).root, path)
    ahead = len(path) - len(words) + known
    return _walked(_further(*key, path[:ahead], way.said[known - 1]), path[ahead:])


def _again(sayable: tuple[EnvidoBet, ...], said: list[EnvidoBet]) -> list[EnvidoBet]:
    """The path of the calls that were said in a tree with more raises."""
    found: list[EnvidoBet] = []
    for old in said:
        found.append(next(bet for bet in sayable if bet.said == old.said))
        sayable = found[-1].raises
    return found


def _walked(node: Node, path: tuple[str, ...]) -> Node:
    for word in path:
        assert isinstance(node, Choice), "a path of words"
        node = node.after[node.words.index(word)]
    return node

"""A model of plain players, as most people are, for robots that solve the envido of two.

A plain player calls with good points, accepts with fair ones, raises with great ones and hardly
bluffs. The lowest rank for each word differs from player to player, so the model gives for each
word the share of the players that would say it with these points. A rank, from 0 to 1, is how often
points beat those of a random hand.
"""

from collections.abc import Mapping
from operator import sub
from typing import Final, NamedTuple

from engine.actions import NO_QUIERO, QUIERO
from engine.robots.small_games.envido_bets import MANO, PIE, EnvidoBet
from engine.robots.solving.bets import Path, Start
from engine.robots.solving.mixed import Row, total


class Spread(NamedTuple):
    """The lowest ranks with which players call: all ranks between two limits are equally frequent.
    If the upper limit is above 1, some players never call."""

    least: float
    most: float


SMALL: Final = Spread(0.4, 0.85)
"""The ranks for opening with the smallest call."""
LARGE: Final = Spread(0.9, 1.75)
"""The ranks for opening with a call that risks incomparably more."""
RAISES: Final = Spread(0.7, 1.1)
"""The ranks for raising with the smallest raise."""
RAISES_MORE: Final = Spread(0.9, 1.5)
"""The ranks for raising with a raise that risks incomparably more."""
WAITS: Final = 0.1
"""How often a player keeps silent with points for a call."""
BLUFFS: Final = 0.06
"""How often a player without points for a call opens with the smallest call."""
BLUFFED: Final = 0.01
"""How often a player raises without points for a raise."""
LOOSE: Final = 0.5
"""The lowest rank with which the loosest players accept, as a share of the rank at which accepting
breaks even against a random hand."""
STRICT: Final = 0.5
"""The lowest rank with which the strictest players accept, as a part of the way from the break-even
rank to the best rank."""
STRICTER: Final = 0.3
"""This is added to that part if accepting risks incomparably more than a refusal costs."""


def model(calls: tuple[EnvidoBet, ...], player: int, likely: Row, silent: str) -> Start:
    """The plain players' strategy, by path and by word: for each number of points the share of
    players that say the word.

    ``calls``: the calls that may open. ``likely``: how likely each number of points is. ``silent``:
    the word for silence."""
    ranks = _ranks(likely)
    found: dict[Path, Mapping[str, Row]] = {}
    opening = _spoken(calls, player, ranks, SMALL, LARGE)
    quiet = _rest(opening, ranks)
    opening = {word: [(1 - WAITS) * share for share in row] for word, row in opening.items()}
    _bluff(opening, calls, player, [BLUFFS * share for share in quiet])
    opening[silent] = _rest(opening, ranks)
    found[() if player == MANO else (silent,)] = opening
    for bet in calls:
        _asked(found, bet, MANO, (bet.said,), player, ranks)
        _asked(found, bet, PIE, (silent, bet.said), player, ranks)
    return found


def _asked(
    found: dict[Path, Mapping[str, Row]],
    bet: EnvidoBet,
    caller: int,
    path: Path,
    player: int,
    ranks: Row,
) -> None:
    """Adds the player's answers to this call and to all raises over it."""
    if caller != player:
        words = _spoken(bet.raises, player, ranks, RAISES, RAISES_MORE)
        if words:
            _bluff(words, bet.raises, player, [BLUFFED * share for share in _rest(words, ranks)])
        rest = _rest(words, ranks)
        takes = _accepts(bet, caller)
        words[NO_QUIERO] = [
            left * (1 - _share(rank, takes)) for left, rank in zip(rest, ranks, strict=True)
        ]
        words[QUIERO] = [left * _share(rank, takes) for left, rank in zip(rest, ranks, strict=True)]
        found[path] = words
    for higher in bet.raises:
        _asked(found, higher, 1 - caller, (*path, higher.said), player, ranks)


def _accepts(bet: EnvidoBet, caller: int) -> Spread:
    """The lowest ranks with which this call is accepted, around the rank at which accepting breaks
    even against a random hand."""
    player = 1 - caller
    loses, refused = _risk(bet, player), -_won(bet.refused[caller], player)
    stake = loses + _risk(bet, caller)
    if loses <= refused or stake <= 0:
        return Spread(0.0, 0.0)
    need = (loses - refused) / stake
    far = STRICT + STRICTER * max(1 - 2 * refused / loses, 0.0)
    return Spread(LOOSE * need, need + far * (1 - need))


def _spoken(
    calls: tuple[EnvidoBet, ...], player: int, ranks: Row, small: Spread, large: Spread
) -> dict[str, Row]:
    """The share of players that say each of these calls. A player says the largest call for which
    it has the points."""
    ordered = sorted(calls, key=lambda bet: _risk(bet, player))
    found: dict[str, Row] = {}
    above = [0.0] * len(ranks)
    for bet in reversed(ordered):
        least = _risk(ordered[0], player)
        far = 1 - least / _risk(bet, player) if _risk(bet, player) > least else 0.0
        spread = Spread(
            small.least + far * (large.least - small.least),
            small.most + far * (large.most - small.most),
        )
        shares = [max(_share(rank, spread), said) for rank, said in zip(ranks, above, strict=True)]
        found[bet.said] = list(map(sub, shares, above))
        above = shares
    return found


def _bluff(words: dict[str, Row], calls: tuple[EnvidoBet, ...], player: int, bluffs: Row) -> None:
    """This share more of the players say the smallest of these calls."""
    smallest = min(calls, key=lambda bet: _risk(bet, player)).said
    words[smallest] = total([words[smallest], bluffs])


def _rest(words: Mapping[str, Row], ranks: Row) -> Row:
    """The share of players that say none of these words."""
    return [1 - spoken for spoken in total([[0.0] * len(ranks), *words.values()])]


def _share(rank: float, spread: Spread) -> float:
    """The share of players that say the word with points of this rank."""
    if spread.most <= spread.least:
        return 1.0 if rank >= spread.least else 0.0
    return min(max((rank - spread.least) / (spread.most - spread.least), 0.0), 1.0)


def _ranks(likely: Row) -> Row:
    """The rank of each number of points; equal points are beaten half the time."""
    found: Row = []
    below = 0.0
    for share in likely:
        found.append(below + share / 2)
        below += share
    return found


def _risk(bet: EnvidoBet, player: int) -> float:
    """The points that this player loses with a call that is accepted."""
    return -_won(bet.lost if player == MANO else bet.won, player)


def _won(worth: float, player: int) -> float:
    """The mano's worth, seen from this player."""
    return worth if player == MANO else -worth

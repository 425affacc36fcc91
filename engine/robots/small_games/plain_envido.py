"""Players as most people are, for robots that solve the envido of two.

A plain player calls with good points, accepts with fair ones, raises with great ones and hardly
bluffs. From which rank on it does so is drawn for each word, so nobody in particular is meant: what
counts is how many of them would say a word with these points. A rank, from 0 to 1, is how often
points beat those of a random hand.
"""

from collections.abc import Mapping
from operator import sub
from typing import Final, NamedTuple

from engine.actions import NO_QUIERO, QUIERO
from engine.robots.small_games.envido_bets import MANO, PIE, EnvidoBet
from engine.robots.solving.bets import Path, Row, Start, total


class Spread(NamedTuple):
    """From which rank on players call: all ranks between two are equally frequent. Above 1: some
    never do."""

    least: float
    most: float


SMALL: Final = Spread(0.4, 0.85)
"""To open with the smallest call."""
LARGE: Final = Spread(0.9, 1.75)
"""To open with one that risks incomparably more."""
RAISES: Final = Spread(0.7, 1.1)
"""To raise with the smallest raise."""
RAISES_MORE: Final = Spread(0.9, 1.5)
"""To raise with one that risks incomparably more."""
WAITS: Final = 0.1
"""How often a player keeps silent with points for a call."""
BLUFFS: Final = 0.06
"""How often it opens without points for a call, with the smallest one."""
BLUFFED: Final = 0.01
"""How often it raises without points for it."""
LOOSE: Final = 0.5
"""The loosest players accept from this share of the rank on at which accepting breaks even against
a random hand."""
STRICT: Final = 0.5
"""The strictest players accept from a rank on that lies so far between that rank and the best."""
STRICTER: Final = 0.3
"""So much is added to that where accepting risks incomparably more than a refusal costs."""


def model(calls: tuple[EnvidoBet, ...], player: int, likely: Row, silent: str) -> Start:
    """The plain players' strategy, by path and by word: for each number of points the share of
    players that say the word.

    ``calls``: those that may begin. ``likely``: how likely each number of points is.
    ``silent``: the word for none."""
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
    """Adds the answers to this call, and to all raises over it, that are the player's."""
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
    """From which rank on this call is accepted: around that from which it pays against any hand."""
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
    """How many say each of these calls: of those that they have the points for, the largest."""
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
    """So many more say the smallest of these calls."""
    smallest = min(calls, key=lambda bet: _risk(bet, player)).said
    words[smallest] = total([words[smallest], bluffs])


def _rest(words: Mapping[str, Row], ranks: Row) -> Row:
    """How many say none of these words."""
    return [1 - spoken for spoken in total([[0.0] * len(ranks), *words.values()])]


def _share(rank: float, spread: Spread) -> float:
    """The share of players that do it with points of this rank."""
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
    """What this player loses with a call that is accepted."""
    return -_won(bet.lost if player == MANO else bet.won, player)


def _won(worth: float, player: int) -> float:
    """A worth of the mano, for this player."""
    return worth if player == MANO else -worth

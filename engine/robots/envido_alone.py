"""The envido of two players, called, raised and answered so that nobody gains by knowing how.

Before the second card of a hand the envido is a small game of one hidden number each: the points.
Every hand is as likely as the deck makes it; with that, the score and the calls of the rules,
:mod:`bets` solves the game. The size of a call tells little then: each size is said with great
points and with poor ones.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from math import copysign
from typing import Final

from msgspec import Struct

from engine.actions import NO_QUIERO, QUIERO
from engine.cards import RANKS, UNKNOWN, Card
from engine.moves.envido import REFUSED_PAYS
from engine.robots.bets import Choice, Compared, Fold, Game, Node
from engine.robots.scale import DEALT
from engine.robots.situation import CALL, Situation
from engine.rules.rule_set import UNLIMITED, EnvidoCall
from engine.state.facts import HAS_FLOR
from engine.state.state import ENVIDO_GAME, ORDINARY
from engine.state.table import Table

MANO, PIE = 0, 1
"""The two players of the game."""

SILENT: Final = "silent"
"""To call nothing."""
CHAIN: Final = 2
"""After so many calls nobody raises any more."""
FINE, COARSE = 0.04, 0.12
"""How likely points are that are taken for one: with the best points, and with the poorest."""
ROUNDS: Final = 40
"""As :data:`engine.robots.bets.ROUNDS`."""
MORE_ROUNDS: Final = 60
"""The same where a bet risks more than ``LARGE``: such games take longer."""
LARGE: Final = 6.0
HIGHER: Final = 3
"""How much more than the lowest number of a call is said."""
LEAST: Final = 0.05
"""What is said less often is left over from the first rounds, and not said."""
STEPS: Final = (0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 11.0, 15.0, 20.0, 30.0)
"""What bets are worth, in points, is rounded to these: so most scores share a solution."""

Mix = dict[str, float]
"""How often each word is right: the verb of a call, ``QUIERO``, ``NO_QUIERO`` or ``SILENT``."""


class Bet(Struct, frozen=True):
    """A call, as the tree has it. All worths are of the mano, in points, beside silence."""

    said: str
    """The verb, and the number if it is said with one."""
    wanted: int
    """The points that it pays when it is accepted; 0 if a formula decides."""
    won: float
    """Accepted, when the mano has the better points."""
    lost: float
    """Accepted, when the pie has."""
    refused: tuple[float, float]
    """Refused, when the mano has called it, and when the pie has."""
    raises: tuple["Bet", ...]


class Bets(Struct, frozen=True):
    """All calls of a hand and what they are worth: with what the cards are likely to be, all that
    the solution hangs on."""

    openings: tuple[Bet, ...]


def mix(situation: Situation) -> Mix | None:
    """What to say about the envido, and how often; ``None``: this is no such moment."""
    view, position = situation.view, situation.position
    if not situation.alone or view.players != 2 or not situation.rules.envido.calls:
        return None
    if position.special != ORDINARY or position.trick or UNKNOWN in view.dealt:
        return None
    if any(fact.kind != HAS_FLOR or fact.low for fact in view.facts):
        return None  # more is known than that nobody has a flor
    table = situation.table
    if len(view.dealt) != DEALT or table.has_flor(view.dealt, view.turned):
        return None
    words = [word for word in situation.words if word.game == ENVIDO_GAME]
    if any(word.meaning != CALL for word in words):
        return None
    turned = UNKNOWN if view.turned == UNKNOWN else view.turned % RANKS
    groups, _ = held(table, turned)
    bets = bets_of(situation)
    root = _solved(table, turned, bets)
    node: Node = root
    sayable = bets.openings
    first = words[0].seat if words else view.seat
    if situation.slot_of[first] == PIE:
        node = root.after[root.words.index(SILENT)]
    for word in words:
        alike = [bet for bet in sayable if bet.said.split()[0] == word.verb]
        if not alike or not isinstance(node, Choice):
            return None
        if node.player != situation.slot_of[word.seat]:
            return None
        nearest = min(alike, key=lambda bet: abs(bet.wanted - word.weight))
        node, sayable = node.after[node.words.index(nearest.said)], nearest.raises
    if not isinstance(node, Choice) or node.player != situation.me:
        return None
    found = node.mix(groups[table.envido_points(view.dealt, view.turned)])
    meant = {word: share for word, share in found.items() if share >= LEAST}
    total = sum(meant.values())
    return {word: share / total for word, share in meant.items()}


@lru_cache(maxsize=64)
def held(table: Table, turned: Card) -> tuple[dict[int, int], tuple[float, ...]]:
    """(by points, the group of points that they belong to; by group, how likely it is). A group is
    a few neighbouring numbers of points. Hands with a flor bet on no envido and are left out."""
    counts: dict[int, int] = {}
    for dealt in combinations([card for card in table.deck if card != turned], DEALT):
        if table.rules.flor is None or not table.has_flor(dealt, turned):
            points = table.envido_points(dealt, turned)
            counts[points] = counts.get(points, 0) + 1
    total = sum(counts.values())
    groups: dict[int, int] = {}
    likely = [0.0]
    passed = 0.0
    for points in sorted(counts):
        if likely[-1] >= COARSE + (FINE - COARSE) * passed:
            likely.append(0.0)
        groups[points] = len(likely) - 1
        likely[-1] += counts[points] / total
        passed += counts[points] / total
    return groups, tuple(likely)


@lru_cache(maxsize=512)
def _solved(table: Table, turned: Card, bets: Bets) -> Choice:
    root = tree(bets)
    large = max((abs(bet.lost) for bet in every(bets.openings)), default=0) > LARGE
    game(table, turned, root).solve(MORE_ROUNDS if large else ROUNDS)
    return root


def every(bets: tuple[Bet, ...]) -> Iterator[Bet]:
    """These calls and all that may be said over them."""
    for bet in bets:
        yield bet
        yield from every(bet.raises)


def game(table: Table, turned: Card, root: Choice) -> Game:
    """The tree with what both may hold; of equal points the mano's are better."""
    likely = held(table, turned)[1]
    ranks = range(0, 2 * len(likely), 2)
    return Game(root, ([rank + 1 for rank in ranks], ranks), (list(likely), list(likely)))


def tree(bets: Bets) -> Choice:
    """The game: the mano opens or keeps silent, then the pie."""

    def asked(bet: Bet, caller: int) -> Choice:
        after: dict[str, Node] = {
            NO_QUIERO: Fold(bet.refused[caller]),
            QUIERO: Compared(bet.won, bet.lost),
        }
        after |= {raised.said: asked(raised, 1 - caller) for raised in bet.raises}
        return Choice(1 - caller, after)

    def opens(player: int, silent: Node) -> Choice:
        calls: dict[str, Node] = {bet.said: asked(bet, player) for bet in bets.openings}
        return Choice(player, {SILENT: silent} | calls)

    return opens(MANO, opens(PIE, Fold(0.0)))


def rounded(points: float) -> float:
    """The nearest of ``STEPS``, with the sign of these points."""
    return copysign(min(STEPS, key=lambda one: abs(one - abs(points))), points)


def bets_of(situation: Situation) -> Bets:
    """The calls of this table without numbers of one's own, and what they pay at this score."""
    rules, stakes, shut = situation.rules.envido, situation.stakes, situation.position.shut
    mine = situation.me == MANO
    silent = stakes.won(0) if mine else -stakes.won(0)

    def worth(mano: int, pie: int) -> float:
        found = stakes.after(mano, pie) if mine else -stakes.after(pie, mano)
        return rounded((found - silent) / stakes.unit)

    def bet(step: int, said: tuple[int, ...], wanted: int, refused: int, number: int = 0) -> Bet:
        call = rules.calls[step]
        adds = number * call.each if number else call.adds
        pays = situation.capped(REFUSED_PAYS[call.refused or rules.refused](wanted, refused))
        total = 0 if call.formula else call.flat or wanted + adds
        ours, theirs = situation.envido_worth(step, total)
        if call.formula and rules.floor:
            ours, theirs = max(ours, pays), max(theirs, pays)
        mano, pie = (ours, theirs) if mine else (theirs, ours)
        said = (*said, step)
        raises = tuple(
            bet(higher, said, total, pays)
            for higher, other in enumerate(rules.calls)
            if call.verb in other.over
            and said.count(higher) < other.times
            and len(said) < CHAIN
            and usable(higher)
            and other.bare
            and not (rules.at_least and other.adds < adds and not other.formula)
        )
        refusals = (worth(pays, 0), worth(0, pays))
        name = f"{call.verb} {number}" if number else call.verb
        return Bet(name, total, worth(mano, 0), worth(0, pie), refusals, raises)

    def usable(step: int) -> bool:
        call = rules.calls[step]
        return not call.ley and not shut >> step & 1

    return Bets(
        tuple(
            bet(step, (), 0, 0, number)
            for step, call in enumerate(rules.calls)
            if call.opens and usable(step)
            for number in numbers(situation, call)
        )
    )


def numbers(situation: Situation, call: EnvidoCall) -> list[int]:
    """With which numbers a robot opens with this call; 0: without one. A call that needs a number
    is said with the lowest and with a higher one."""
    if call.bare:
        return [0]
    high = call.high if call.high < UNLIMITED else situation.position.lacking
    return [*dict.fromkeys((call.low, min(call.low + HIGHER, high)))] if call.low <= high else []

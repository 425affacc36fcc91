"""Solves tricks 2 and 3 ahead for robots: the mix of each decision, by its exact spot.

Only hands without a call before trick 2 are solved. The ranges are the ranges of robots in the
middle of a match. A small part of every other hand is added, so that the tables also answer hands
that a robot would not hold there.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations, product
from typing import Final, NamedTuple

from engine.actions import NO_QUIERO, PLAY, QUIERO
from engine.cards import UNKNOWN, Card, suit_of
from engine.numbers import Seat
from engine.robots.learnt.truco_spots import (
    ANY_SUIT,
    HIGHEST,
    exact_spot,
    seen_class,
    suit_told,
    suits_told,
    words_in,
)
from engine.robots.learnt.truco_tables import First, usual_levels
from engine.robots.reading.scale import above_of, above_with
from engine.variants import table_for
from lab.solving.kernel import Kernel
from lab.solving.position import EITHER, MANO, PIE, TIED, Pair, Position, Ranges, Setting
from lab.solving.read_robot import RobotReach, drawn
from lab.solving.tree import LAST, Decision, End, Node, Step, tree_of
from lab.table_files import Solved, Weighed, coarse, solved_tables

GAMES: Final = {
    "argentino": 120,
    "gauderio": 163,
    "mineiro": 100,
    "paulista": 98,
    "tradicional-18": 100,
    "uruguayo": 164,
    "venezolano": 129,
}
"""By game, the number of pairs of first cards that are solved: the pairs that robots lay most often
in :data:`DEALS` deals in which they come to trick 2 without a word. Gauderio's are all that
came, paulista's all that came twice."""
FURTHER: Final = {"paulista": 86, "uruguayo": 20}
"""By game, the number of pairs of first cards that are solved for each further turned card."""
TURNED: Final = {
    "paulista": ("7d", "3d", "Kd", "Ad"),
    "uruguayo": ("12c", "3c", "6c", "7e"),
    "venezolano": ("12c",),
}
"""By game, the turned cards for which the game is solved. With another turned card only the level
with three cards is another one, or there is one level less (a ``7e``). That may change the class of
a level, by which robots lay the first trick: in paulista and uruguayo there are four kinds of
turned cards. In venezolano a 10, 11 or 12 leaves the same counts."""
WHERE_CLASSED: Final = ("uruguayo",)
"""The games in which a further turned card counts only where the class of a first card is another
one. Tables of all its turned cards share common tables."""
SUITED: Final = {"uruguayo": ("12c", "12b", "12o")}
"""By game, the turned cards for one of which a tie of the highest cards of which there are several
is solved for each two suits: the first one with another suit than both."""
NEGLIGIBLE: Final = 2e-5
"""What a table leaves out (:func:`lab.table_files.packed_alike`). So three quarters
of all differences are left out, which costs less than a thousandth of a point in a hand."""
WHOLE: Final = ("argentino",)
"""The games whose tables leave out nothing, since the study room and the teacher also ask what
robots do with hands that they rarely hold."""
DEALS: Final = 1500
ITERATIONS: Final = 100
ANYTHING: Final = 0.03
"""The share of the ranges that is spread over all pairs of cards."""
LEAST: Final = 0.01
"""A decision to which a player comes less often than this, by its own choices, is left out."""


@cache
def settings(game: str) -> tuple[Setting, ...]:
    """The settings in which a game is solved."""
    read = table_for(game, 2).spelling.read
    turned = [read(card) for card in TURNED.get(game, ())] or [UNKNOWN]
    return tuple([_setting(game, card) for card in turned])


@cache
def _setting(game: str, turned: Card) -> Setting:
    """A setting with the levels of solved tables."""
    table = table_for(game, 2)
    levels = usual_levels(table, above_with(table, turned))
    return Setting(table, turned, tuple([levels[level] for level in table.heights(turned)]))


def usual(game: str) -> Setting:
    """The first setting in which a game is solved."""
    return settings(game)[0]


@cache
def pairs_of(setting: Setting) -> tuple[Pair, ...]:
    """All pairs that a seat may hold, by strength."""
    levels = sorted(set(setting.strength) - {0})
    return tuple(combinations_with_replacement(levels, 2))


def firsts(game: str) -> list[First]:
    """The first cards that are solved: for each turned card, the most frequent pairs first."""
    levels = max(usual(game).strength)
    met = Counter(
        First(setting.strength[mano], setting.strength[pie], _told(setting, mano))
        for setting, (mano, pie) in drawn(game, DEALS, 0)
        if max(setting.strength) == levels
    )
    order = [first for first, _ in sorted(met.items(), key=_order)]
    order = [first for first in order if all(_laid(usual(game), first))][: GAMES[game]]
    found = [first._replace(turned=usual(game).turned) for first in order]
    for setting in settings(game)[1:]:
        further = [
            first._replace(turned=setting.turned)
            for first in order
            if game not in WHERE_CLASSED or _classes(setting, first) != _classes(usual(game), first)
        ]
        found += [first for first in further[: FURTHER[game]] if all(_laid(setting, first))]
    return found + _suited(game)


def _suited(game: str) -> list[First]:
    """Ties that are solved for each two suits."""
    setting, found = usual(game), []
    level = max([level for level in setting.strength if len(_cards(setting, level)) > 1])
    for mano, pie in permutations(_cards(setting, level), 2):
        suits = suit_of(mano), suit_of(pie)
        turned = [setting.table.spelling.read(card) for card in SUITED.get(game, ())]
        turned = [card for card in turned if suit_of(card) not in suits][:1]
        found += [First(level, level, suits_told(*suits), card) for card in turned]
    return found


def _classes(setting: Setting, first: First) -> tuple[int, int]:
    """The classes of these first cards when they are laid."""
    above = above_of([setting.strength[card] for card in setting.deck])
    return seen_class(first.mano, above, []), seen_class(first.pie, above, [first.mano])


def _order(one: tuple[First, int]) -> tuple[int, First]:
    return -one[1], one[0]


@cache
def _told(setting: Setting, card: Card) -> int:
    if not _suits_count(setting):
        return ANY_SUIT
    strength, deck = setting.strength, setting.deck
    suit = [strength[other] for other in deck if suit_of(other) == suit_of(card)]
    return suit_told(strength[card], above_of([strength[other] for other in deck]), suit)


def _suits_count(setting: Setting) -> bool:
    """Whether a hand without a word tells something about its suits."""
    return bool(setting.table.rules.envido.calls)


def tables(game: str, solved: Mapping[First, Solved]) -> dict[str, bytes]:
    """The compressed tables by name. ``solved``: by first cards, what :func:`solved_after` says."""
    steps = len(usual(game).words)  # both may say every step of the ladder
    negligible = 0.0 if game in WHOLE else NEGLIGIBLE
    share = game in WHERE_CLASSED
    return solved_tables((steps, steps), 0, EITHER, solved, negligible, share)


def solved_after(game: str, first: First) -> Solved:
    """The solved tricks 2 and 3 after these first cards: the mix of each spot."""
    ranges, kernel = run(game, first)
    found = mixes(kernel, ranges)
    return {spot: Weighed(coarse(one.shares), one.weight) for spot, one in found.items()}


def run(game: str, first: First) -> tuple[Ranges, Kernel]:
    """The ranges after these first cards, and the game solved with them."""
    setting = _setting(game, first.turned)
    ranges = ranges_at(setting, first)
    kernel = _kernel(setting, setting.result(*two_of(setting, first)))
    kernel.begin(ranges)
    kernel.run(ITERATIONS)
    return ranges, kernel


def ranges_at(setting: Setting, first: First) -> Ranges:
    """The ranges after these first cards over all pairs of strengths."""
    pairs = pairs_of(setting)
    held = [_hands(setting, seat, _laid(setting, first)[seat], first.mano) for seat in (MANO, PIE)]
    means = [sum(share for *_, share in hands) / len(hands) for hands in held]
    weights = [[0.0] * len(pairs) for _ in pairs]
    for mano, pie in product(*_laid(setting, first)):
        if mano != pie:
            sides = [
                [
                    (two, (1 - ANYTHING) * share + ANYTHING * max(mean, 1e-9))
                    for laid, two, share in hands
                    if laid == own and other not in two
                ]
                for hands, mean, own, other in zip(
                    held, means, (mano, pie), (pie, mano), strict=True
                )
            ]
            _add(setting, weights, sides[MANO], sides[PIE])
    total = sum(map(sum, weights))
    joint = tuple(tuple(max(weight, 0.0) / total for weight in row) for row in weights)
    return Ranges((pairs, pairs), (joint, tuple(zip(*joint, strict=True))))


Two = tuple[Card, Card]
_Hand = tuple[Card, Two, float]
"""The first card, the other two cards, and how often a robot lays the first card from these three
without a word."""


@cache
def _hands(setting: Setting, seat: Seat, cards: tuple[Card, ...], facing: int) -> list[_Hand]:
    """All hands from which a robot may lay one of these cards first. ``facing``: the level of the
    mano's card, for the pie."""
    found: list[_Hand] = []
    by_worth: dict[tuple[object, ...], float] = {}
    for card in cards:
        left = [other for other in setting.deck if other != card]
        for two in combinations(left, 2):
            others = [other for other in left if other not in two]
            if seat == PIE:
                others = [other for other in others if setting.strength[other] == facing]
            if not others:
                continue
            worth = _worth(setting, card, two)
            often = by_worth.get(worth)
            if often is None:
                first = (card, others[-1]) if seat == MANO else (others[-1], card)
                often = by_worth[worth] = RobotReach(setting, first)(seat, two)
            found.append((card, two, often))
    return found


def _worth(setting: Setting, card: Card, two: Two) -> tuple[object, ...]:
    """What a robot decides by before trick 2: the levels of its cards, this one first, and where an
    envido may be called its points and whether they are a flor."""
    levels = setting.strength[card], *sorted([setting.strength[one] for one in two])
    if not _suits_count(setting):
        return levels
    table, turned, dealt = setting.table, setting.turned, (card, *two)
    return *levels, table.envido_points(dealt, turned), table.has_flor(dealt, turned)


def _add(
    setting: Setting,
    weights: list[list[float]],
    mano: list[tuple[Two, float]],
    pie: list[tuple[Two, float]],
) -> None:
    """Adds to ``weights`` how likely two pairs are held together, with no card in both."""
    sums = [[0.0] * len(weights) for _ in (MANO, PIE)]
    by_card: dict[Card, list[list[tuple[int, float]]]] = {card: [[], []] for card in setting.deck}
    for seat, hands in enumerate((mano, pie)):
        for two, share in hands:
            kind = _kind(setting, two)
            sums[seat][kind] += share
            for card in two:
                by_card[card][seat].append((kind, share))
    for kind, often in enumerate(sums[MANO]):
        row = weights[kind]
        for rival, share in enumerate(sums[PIE]):
            row[rival] += often * share
    for ones, others in by_card.values():
        for kind, often in ones:
            row = weights[kind]
            for rival, share in others:
                row[rival] -= often * share
    twice = dict(pie)
    for two, share in mano:
        kind = _kind(setting, two)
        weights[kind][kind] += share * twice.get(two, 0.0)


@cache
def _kind(setting: Setting, two: Two) -> int:
    low, high = sorted([setting.strength[card] for card in two])
    return pairs_of(setting).index((low, high))


class SpotMix(NamedTuple):
    """What is solved at one spot."""

    shares: Sequence[float]
    """A share for each different card and then for the call, or a share for each answer."""
    weight: float
    """As in :class:`lab.table_files.Weighed`."""


def mixes(kernel: Kernel, ranges: Ranges) -> dict[int, SpotMix]:
    """The mixes by spot of :func:`engine.robots.learnt.truco_spots.exact_spot`."""
    found: dict[int, SpotMix] = {}
    reader = _SpotReader(ranges)

    def below(node: Node, own: tuple[Sequence[float], Sequence[float]]) -> None:
        """``own``: by seat and pair, the seat's own reach."""
        most = max(own[MANO]), max(own[PIE])
        if isinstance(node, End) or max(most) < LEAST:
            return
        seat = node.seat
        table = kernel.mixes_at(node) if most[seat] >= LEAST else None
        if table is not None:
            spots = reader.spots(node, table, own[seat])
            assert found.keys().isdisjoint(spots), node.done
            found.update(spots)
        for at, (after, places) in enumerate(zip(node.after, node.places, strict=True)):
            kept = [0.0] * len(places)
            if table is not None:
                kept = [own[seat][place] * table[place][at] for place in places]
            below(after, (kept, own[PIE]) if seat == MANO else (own[MANO], kept))

    held = [[float(any(row)) for row in joint] for joint in ranges.joint]
    below(kernel.root, (held[MANO], held[PIE]))
    return found


class _SpotReader:
    """Reads the mixes of decisions by spot."""

    def __init__(self, ranges: Ranges) -> None:
        self._ranges = ranges
        self._chances: dict[tuple[Seat, tuple[int, ...]], list[float]] = {}
        self._choices: dict[tuple[tuple[Step, ...], tuple[int, ...]], list[int]] = {}

    def spots(
        self, node: Decision, table: Sequence[Sequence[float]], own: Sequence[float]
    ) -> dict[int, SpotMix]:
        """The mixes of one decision, by spot. Pairs that share a spot count by how often they come
        there. ``table``: by pair, its mix. ``own``: by pair, the own reach."""
        laid, words, mine = _done(node)
        asked = node.steps[0][0] != PLAY
        chances = self._chance(node.seat, node.held[1 - node.seat])
        sums: dict[int, list[float]] = {}
        weights: dict[int, float] = {}
        for place, kind in enumerate(node.held[node.seat]):
            held = list(self._ranges.pairs[node.seat][kind])
            for level in mine:
                held.remove(level)
            chosen = self._chosen(node.steps, tuple(held))
            if own[place] < LEAST or len(chosen) < 2:
                continue
            spot = exact_spot(laid, words, asked, held)
            weight = own[place] * chances[kind]
            mean = sums.setdefault(spot, [0.0] * len(chosen))
            weights[spot] = weights.get(spot, 0.0) + weight
            for way, at in enumerate(chosen):
                mean[way] += weight * table[place][at]
        return {
            spot: SpotMix([share / weights[spot] for share in mean], weights[spot])
            for spot, mean in sums.items()
        }

    def _chance(self, seat: Seat, others: tuple[int, ...]) -> list[float]:
        """By pair of this seat, the chance that it is held together with one of these pairs of the
        other seat."""
        found = self._chances.get((seat, others))
        if found is None:
            rows = self._ranges.joint[seat]
            found = [sum([row[other] for other in others]) + 1e-12 for row in rows]
            self._chances[seat, others] = found
        return found

    def _chosen(self, steps: tuple[Step, ...], held: tuple[int, ...]) -> list[int]:
        """The indexes of the steps that a player with these cards may take."""
        found = self._choices.get((steps, held))
        if found is None:
            cards = {(PLAY, level) for level in held} | {LAST}
            found = [at for at, step in enumerate(steps) if step[0] != PLAY or step in cards]
            self._choices[steps, held] = found
        return found


def _done(node: Decision) -> tuple[list[int], list[int], list[int]]:
    """The levels laid since trick 2 began, the numbers of words before each of these cards and
    after the last one (as in :func:`engine.robots.learnt.truco_spots.exact_spot`), and the levels
    that this seat laid."""
    laid: list[int] = []
    words = [0]
    mine: list[int] = []
    step = 0
    for seat, (verb, level) in node.done:
        if verb != PLAY:
            is_call = verb not in (QUIERO, NO_QUIERO)
            step += is_call
            words[-1] += words_in(step) if is_call else 1
            continue
        laid.append(level)
        words.append(0)
        mine += [level] if seat == node.seat else []
    return laid, words, mine


@cache
def _kernel(setting: Setting, result: int) -> Kernel:
    """The tree of all positions with this result of the first trick."""
    pairs = pairs_of(setting)
    nothing = ((0.0,) * len(pairs),) * len(pairs)
    ranges = Ranges((pairs, pairs), (nothing, nothing))
    low, high = _cards(setting, 1), _cards(setting, 2)
    cards = {TIED: (low[0], low[1]), MANO: (high[0], low[0]), PIE: (low[0], high[0])}[result]
    return Kernel(tree_of(Position(setting, cards, ranges), sensible=True), ranges)


def _cards(setting: Setting, level: int) -> list[Card]:
    return [card for card in setting.deck if setting.strength[card] == level]


def _laid(setting: Setting, first: First) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The possible first cards of mano and of pie with these levels."""
    mano, pie = _cards(setting, first.mano), _cards(setting, first.pie)
    if first.suit > HIGHEST:
        laid = [two for two in product(mano, pie) if suits_told(*map(suit_of, two)) == first.suit]
        return tuple([card for card, _ in laid]), tuple([card for _, card in laid])
    return tuple([card for card in mano if _told(setting, card) == first.suit]), tuple(pie)


def two_of(setting: Setting, first: First) -> tuple[Card, Card]:
    """Cards of these levels, of two suits if possible."""
    mano = _laid(setting, first)[MANO][0]
    left = [card for card in _cards(setting, first.pie) if card != mano]
    return mano, min(left, key=lambda card: (suit_of(card) == suit_of(mano), card))

"""The weight of an imagined deal: how well its cards explain what the players have done.

Words, señas, silence and the cards laid make some deals likelier than others. A fact is certain and
a weight is an opinion, so weights belong to robots.
"""

from collections.abc import Sequence
from math import exp
from typing import Final

from engine.cards import UNKNOWN, Card
from engine.numbers import Seat
from engine.robots.learnt import truco_past
from engine.robots.learnt.truco_past import Past
from engine.robots.reading.situation import CALL, REFUSED, Situation, Word
from engine.robots.solving import playout
from engine.seen.senas import holds
from engine.state.state import ENVIDO_GAME, FLOR_GAME, TRUCO_GAME
from engine.state.table import Cards

BLUFF: Final = 0.12
"""How often a player calls with weak cards."""
FREE: Final = 0.7
"""How often a player calls with weak cards where the call can lose no more than the hand would."""
CALLS_FROM: Final[tuple[float, ...]] = (0.5, 0.5, 0.62, 0.72, 0.8)
"""By step of the ladder, from 0: how strong a hand has to be, from 0 to 1, before a player usually
says that step."""
LIE: Final = 0.12
"""How likely the seña of a partner is false."""
HIDDEN_FLOR: Final = 0.1
"""How often a player with a flor does not say it."""


def slope(value: float, middle: float, width: float) -> float:
    """A smooth step from 0 to 1: 0.5 at ``middle``, and steeper the smaller ``width`` is."""
    return 1.0 / (1.0 + exp(min(max((middle - value) / width, -40.0), 40.0)))


def likelihood(
    situation: Situation, dealt: Sequence[tuple[Card, ...]], cards: Sequence[tuple[Card, ...]]
) -> float:
    """The weight of an imagined deal: how probable the words, the señas and the play of the others
    are with its cards."""
    weight = 1.0
    past = truco_past.past_of(situation)
    for number, word in enumerate(situation.words):
        if word.seat != situation.view.seat and _weighed(past, number, word):
            weight *= _word(situation, word, dealt, cards)
    for seat in situation.rivals:
        weight *= silence(situation, seat, dealt[seat])
    weight *= _signals(situation, dealt)
    if past is not None:
        weight *= _reached(situation, past, situation.rivals[0], dealt)
    return weight


def strength(situation: Situation, seat: Seat, cards: Sequence[Card]) -> float:
    """How strong a seat takes itself to be with these cards in hand: about its chance of winning
    the hand, from 0 to 1."""
    levels = [situation.heights[card] for card in cards if card != UNKNOWN]
    slot = situation.slot_of[seat]
    laid, best = playout.NONE, playout.NONE
    for owner, level in situation.running:
        best = max(best, level)
        if owner == slot:
            laid = level
    if laid == playout.NONE and levels and _lays_last(situation, slot):
        return max(
            situation.scale.ending(
                levels, level, situation.trick(), slot, situation.results, situation.per_side
            )
            for level in set(levels)
        )
    return situation.scale.hand(
        levels,
        situation.results,
        slot & 1,
        situation.per_side,
        laid,
        laid != playout.NONE and best > laid,
    )


def _lays_last(situation: Situation, slot: int) -> bool:
    """Whether all other slots have laid a card in the running trick, or have left."""
    laid = {owner for owner, _ in situation.running}
    gone = situation.position.gone
    return bool(laid) and all(
        other in laid or gone >> situation.contest[other] & 1
        for other in range(situation.count)
        if other != slot
    )


def _word(
    situation: Situation,
    word: Word,
    dealt: Sequence[tuple[Card, ...]],
    cards: Sequence[tuple[Card, ...]],
) -> float:
    """How probable this call or answer is with these cards, from 0 to 1."""
    if word.seat not in situation.slot_of:
        return 1.0
    if word.game == TRUCO_GAME:
        top = situation.top
        now = word.meaning == CALL and top is not None and top.seat == word.seat
        if now and top is not None and top.game == TRUCO_GAME and top.step == word.step:
            power = strength(situation, word.seat, cards[word.seat])
        else:
            levels = [situation.heights[card] for card in dealt[word.seat]]
            power = situation.scale.hand(
                levels, (), situation.slot_of[word.seat] & 1, situation.per_side
            )
        if word.meaning == CALL:
            middle = CALLS_FROM[min(word.step, len(CALLS_FROM) - 1)]
            bluff = FREE if _risks_nothing(situation, word) else BLUFF
            return bluff + (1 - bluff) * slope(power, middle, 0.09)
        if word.meaning == REFUSED:
            return 1.0
        return 0.1 + 0.9 * slope(power, 0.36, 0.08)
    if word.game == ENVIDO_GAME:
        rank = envido_rank(situation, word.seat, dealt)
        if word.meaning == CALL:
            start = range_start(situation, word.weight)
            bluff = BLUFF * 2 * (1 - start)  # players bluff less with higher bets
            return bluff + (1 - bluff) * slope(rank, start, 0.08)
        if word.meaning == REFUSED:
            return 0.05 + 0.95 * slope(0.66, rank, 0.08)
        return 0.1 + 0.9 * slope(rank, 0.6, 0.08)
    if word.game == FLOR_GAME and word.meaning == CALL:
        if not situation.table.has_flor(dealt[word.seat], situation.view.turned):
            return 1.0
        rank = situation.scale.flor_rank(
            situation.table.flor_points(dealt[word.seat], situation.view.turned)
        )
        return BLUFF + (1 - BLUFF) * slope(rank, 0.5 if word.step == 1 else 0.75, 0.1)
    return 1.0


def _risks_nothing(situation: Situation, word: Word) -> bool:
    """One against one: whether a call of truco can lose no more than the hand without it, which
    loses its caller's game."""
    if not situation.alone or situation.for_match(word.step):
        return False
    worth = situation.table.worth[max(word.step - 1, 0)]
    if word.seat in situation.rivals:
        return situation.stakes.wins_all(worth)
    return situation.stakes.loses_all(worth)


def envido_rank(situation: Situation, seat: Seat, dealt: Sequence[tuple[Card, ...]]) -> float:
    """How good the best envido of a seat's side is: how often it beats a random side of the same
    size, from 0 to 1."""
    sides = situation.table.sides
    team = [mate for mate in situation.contest if mate < len(sides) and sides[mate] == sides[seat]]
    best = max(situation.table.envido_points(dealt[mate], situation.view.turned) for mate in team)
    return situation.scale.envido_rank(best, len(team))


def range_start(situation: Situation, wanted: int) -> float:
    """How good an envido has to be, from 0 to 1, before a player usually bets ``wanted`` points on
    it; 0 points stand for a falta. In a duplicate match more than the cap counts for nobody
    (DU-07)."""
    points = wanted if wanted > 0 else situation.falta(True)
    points = min(points, situation.table.hand_cap or points)
    return 1.0 - 0.5 * float((2.0 / max(points, 2)) ** 0.7)


def silence(situation: Situation, seat: Seat, dealt: Cards) -> float:
    """How probable it is that a seat kept silent with these cards. A seat that laid a card and
    called no envido seldom holds a high one, unless a flor forbade the call. A seat that said no
    flor seldom holds a flor."""
    if not situation.rules.envido.calls and situation.rules.flor is None:
        return 1.0
    position = situation.position
    if not position.opened >> seat & 1:
        return 1.0
    if position.flores >> seat & 1:
        return 1.0  # AR-FLO-03: it may call no envido, so its silence tells nothing
    has_flor = situation.rules.flor is not None and situation.table.has_flor
    if has_flor and has_flor(dealt, situation.view.turned):
        return HIDDEN_FLOR
    quiet = not any(word.game == ENVIDO_GAME for word in situation.words)
    if quiet and (situation.alone or not situation.rules.envido.pies_only):
        rank = situation.scale.envido_rank(
            situation.table.envido_points(dealt, situation.view.turned)
        )
        return 1.0 - 0.6 * slope(rank, 0.78, 0.05)
    return 1.0


def _signals(situation: Situation, dealt: Sequence[tuple[Card, ...]]) -> float:
    """How probable the señas of the partners are with these cards; señas about single cards are
    left to :mod:`engine.robots.imagining.hidden_cards`."""
    weight = 1.0
    for seat, sena in situation.senas:
        told = not sena.spoken and not sena.of_cards
        if told and not holds(situation.table, sena, dealt[seat], situation.view.turned):
            weight *= LIE
    return weight


def _weighed(past: Past | None, number: int, word: Word) -> bool:
    """Whether a word is weighed alone, because the learnt tables do not weigh it."""
    return past is None or word.game != TRUCO_GAME or number in past.out_of_turn


def _reached(situation: Situation, past: Past, seat: Seat, dealt: Sequence[Cards]) -> float:
    """One against one: the reach probability of this seat's cards, calls and answers by the learnt
    tables, if it holds these cards."""
    levels = [situation.heights[card] for card in dealt[seat]]
    return past.reach(situation.slot_of[seat], levels)

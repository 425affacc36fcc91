"""A robot's choice of the card to lay."""

from collections.abc import Sequence
from typing import Final

from engine.actions import PLAY, PLAY_NTH, STACK, Action
from engine.robots.deciding.judgement import Judgement
from engine.robots.deciding.mixes import UNDECIDED, Mix, blend, surely
from engine.robots.reading.situation import Situation
from engine.robots.solving import playout

EQUAL: Final = 0.03
"""Cards whose chances of winning differ by no more than this count as equally good: the robot lays
the lower one."""


def lay(judgement: Judgement) -> Mix:
    """The card to lay; undecided when it is not this seat's turn."""
    cards = _offered(judgement, PLAY)
    if not cards:
        if piles := _offered(judgement, STACK):
            return surely(piles[0])  # in every pile that is offered the better card lies on top
        unseen = _offered(judgement, PLAY_NTH)
        # Nobody has seen these cards, so each is as good as another.
        return {card: 1 / len(unseen) for card in unseen} if unseen else UNDECIDED
    learnt = judgement.learnt
    if learnt is None or not learnt.levels or _called_to_play_low(judgement):
        return _laying(judgement, cards, _level(judgement))
    shares = _keeping(judgement, learnt.levels, learnt.shares)
    total = sum(shares)
    if total <= 0:
        return _laying(judgement, cards, _level(judgement))  # it would call
    return blend(
        [
            (share / total, _laying(judgement, cards, level))
            for level, share in zip(learnt.levels, shares, strict=True)
        ]
    )


def _keeping(judgement: Judgement, levels: Sequence[int], shares: Sequence[float]) -> list[float]:
    """How often each of these levels is laid. A card that loses the hand now is left out if another
    card does not lose it."""
    situation = judgement.situation
    if situation.running and not situation.after(situation.trick()):
        kept = [
            0.0 if situation.ended_by(level) == 1 - situation.side else share
            for level, share in zip(levels, shares, strict=False)
        ]
        if sum(kept) > 0:
            return kept
        others = [level for level in levels if situation.ended_by(level) != 1 - situation.side]
        if 0 < len(others) < len(levels):
            return [1.0 if level == others[0] else 0.0 for level in levels]
    return list(shares[: len(levels)])


def _laying(judgement: Judgement, cards: list[Action], level: int) -> Mix:
    """The mix that lays a card of this level. ``cards``: the cards that may be laid."""
    situation = judgement.situation
    fitting = [action for action in cards if situation.heights[action.arg] == level] or cards
    # Of equal cards the one with the lowest points is laid first: it tells least about the envido.
    points = situation.rules.cards.points
    return surely(min(fitting, key=lambda action: points[action.arg]) if points else fitting[0])


def _offered(judgement: Judgement, verb: str) -> list[Action]:
    found = judgement.situation.offered.get(verb, ())
    return [action for action in found if isinstance(action, Action)]


def _level(judgement: Judgement) -> int:
    """The level of the card to lay: the best on average over the imagined deals."""
    levels = _sensible(judgement)
    if len(levels) == 1:
        return levels[0]
    if _called_to_play_low(judgement):
        return levels[0]
    if not judgement.guesses:
        return plain_level(judgement.situation)
    values = {level: judgement.average(judgement.lay_values[level]) for level in levels}
    best = max(values.values())
    good = [level for level in sorted(values) if values[level] >= best - EQUAL]
    plain = plain_level(judgement.situation)
    return plain if plain in good else good[0]


def _sensible(judgement: Judgement) -> list[int]:
    """The levels that are worth comparing, lowest first.

    When my card ends the trick, of all cards that end it in the same way only the lowest is worth
    comparing: the imagined deals are too few to tell such cards apart.
    """
    situation = judgement.situation
    levels = sorted(set(situation.levels))
    trick = situation.trick()
    if trick.best == playout.NONE:
        # After a tie this trick decides the hand: there is no reason to keep the best card.
        decides = bool(situation.results) and set(situation.results) == {playout.PARDA}
        return levels[-1:] if decides else levels
    if situation.after(trick):
        return levels
    found: dict[tuple[int, int], int] = {}
    for level in levels:
        ended = situation.trick()
        ended.lay(situation.me, level)
        found.setdefault((ended.side, ended.leads_next(situation.ties.lead)), level)
    return list(found.values())


def plain_level(situation: Situation) -> int:
    """The level that the plain player of :mod:`playout` lays; it does not look at imagined
    deals."""
    trick = situation.trick()
    after = situation.after(trick)
    rivals = sum(1 for slot in after if (slot ^ situation.me) & 1)
    return playout.pick(
        situation.levels,
        trick,
        situation.me,
        rivals,
        len(after) - rivals,
        situation.results,
        situation.scale.chance,
        situation.scale.all_tied,
    )


def _called_to_play_low(judgement: Judgement) -> bool:
    """Whether a partner who has still to lay in this first trick has signalled that he takes it."""
    situation = judgement.situation
    laid = {slot for slot, _ in situation.running}
    return not situation.results and any(
        sena.low and situation.slot_of[seat] not in laid for seat, sena in situation.senas
    )

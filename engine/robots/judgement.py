"""What a robot thinks with: the situation, the deals it imagines (once), and a little noise."""

import random
from collections.abc import Sequence
from functools import cached_property
from typing import Final

from msgspec import Struct

from engine.actions import Action, Legal
from engine.cards import Card
from engine.numbers import NO_SIDE
from engine.robots import playout
from engine.robots.hidden_cards import Guess, guesses, slope, strength
from engine.robots.situation import Situation
from engine.seen.view import SeatView

NOISE: Final = 0.1
"""Spread, in points, of the whim added to every option, so that near ties go either way."""


TRUST: Final = 0.7
"""In teams the plain play of :mod:`playout` is too kind to a side that has been challenged: by how
much its chance is cut (measured: 0.4 there was 0.3 at the table, 0.6 was 0.47)."""


ANSWERS: Final = 3
"""A robot that has to answer imagines so many times as many deals: a word decides more points than
a card does, and with few deals it knows its chance of winning only to a tenth."""


class Outlook(Struct, frozen=True):
    """One imagined deal, judged for the hand's tricks."""

    weight: float
    win: float
    """1 when my side wins the hand, a half when nobody does."""
    rival: float
    """How strong the other side feels."""


class Judgement:
    """One decision."""

    def __init__(self, view: SeatView, rng: random.Random, budget: float) -> None:
        self.view = view
        self.situation = Situation(view)
        self.rng = rng
        self.budget = budget
        self.fishing = False
        """Whether great points are being kept quiet, for the others to call."""

    @cached_property
    def guesses(self) -> list[Guess]:
        """The imagined deals, their weights adding up to 1; empty when the budget is 0."""
        budget = self.budget * ANSWERS if self.situation.top is not None else self.budget
        found = guesses(self.situation, self.rng, budget)
        total = sum(guess.weight for guess in found)
        return [Guess(guess.weight / total, guess.dealt, guess.cards) for guess in found]

    def prefer(self, options: Sequence[tuple[float, Legal]]) -> Action:
        """The option worth most, after a whim. At least one is needed."""
        spread = NOISE * self.situation.stakes.unit
        best = max(options, key=lambda option: option[0] + self.rng.gauss(0.0, spread))[1]
        assert isinstance(best, Action), "a free number needs a decision of its own"
        return best

    def worthwhile(self, value: float, otherwise: float) -> bool:
        """Whether ``value`` is more than ``otherwise``, after a whim."""
        return value + self.rng.gauss(0.0, NOISE * self.situation.stakes.unit) > otherwise

    def offered(self, verb: str) -> Legal | None:
        """What is offered with this verb (the first of several)."""
        found = self.situation.offered.get(verb)
        return found[0] if found else None

    # --- the tricks ------------------------------------------------------------------------------

    @cached_property
    def to_lay(self) -> bool:
        """Whether the next card is mine."""
        return self.situation.position.turn == self.view.seat and bool(self.situation.levels)

    @cached_property
    def lay_values(self) -> dict[int, list[float]]:
        """By level I may lay now: for each imagined deal whether my side wins, 1, 0 or a half."""
        return {
            level: [self._wins(guess, level) for guess in self.guesses]
            for level in dict.fromkeys(self.situation.levels)
        }

    def average(self, wins: Sequence[float]) -> float:
        """The weighted mean over the imagined deals."""
        return sum(guess.weight * win for guess, win in zip(self.guesses, wins, strict=True))

    @cached_property
    def outlooks(self) -> list[Outlook]:
        """What I expect of each imagined deal, if I lay the card that is best on average."""
        situation = self.situation
        if not self.guesses:
            return [Outlook(1.0, strength(situation, self.view.seat, self.view.cards), 0.45)]
        if self.to_lay:
            wins = max(self.lay_values.values(), key=self.average)
        else:
            wins = [self._wins(guess, None) for guess in self.guesses]
        trust = 1.0 if situation.alone or not situation.challenged else TRUST
        return [
            Outlook(guess.weight, trust * win, rivals_strength(situation, guess.cards))
            for guess, win in zip(self.guesses, wins, strict=True)
        ]

    @cached_property
    def chance(self) -> float:
        """How likely my side is to win the hand's tricks."""
        return sum(outlook.weight * outlook.win for outlook in self.outlooks)

    def _wins(self, guess: Guess, level: int | None) -> float:
        situation = self.situation
        if situation.piling:
            winner = _piles(situation, guess)
        elif situation.alone:
            winner = _duel(situation, guess.cards, level)
        else:
            winner = _round(situation, guess.cards, level)
        if winner == playout.DRAWN:
            return 0.5
        return 1.0 if winner == situation.side else 0.0

    def expect(self, points: int) -> float:
        """What the hand is worth when it pays so much, played to its end."""
        stakes = self.situation.stakes
        return self.chance * stakes.won(points) + (1 - self.chance) * stakes.lost(points)


def rivals_strength(situation: Situation, cards: Sequence[Sequence[Card]]) -> float:
    """How strong the other side feels: its best hand above all."""
    felt = [strength(situation, seat, cards[seat]) for seat in situation.rivals]
    if not felt:
        return 0.0
    return 0.7 * max(felt) + 0.3 * sum(felt) / len(felt)


def accepts_truco(situation: Situation, rival: float, step: int) -> float:
    """How likely a side of this strength is to accept a step of the ladder."""
    worth = situation.table.worth
    need = situation.stakes.turned().break_even(
        worth[step], worth[step - 1], situation.for_match(step)
    )
    return slope(rival, need + 0.05 + 0.07 * step, 0.07)


def _levels(situation: Situation, cards: Sequence[Card]) -> list[int]:
    heights = situation.heights
    return sorted([heights[card] for card in cards if card >= 0])


def _duel(situation: Situation, cards: Sequence[Sequence[Card]], level: int | None) -> int:
    """The side that wins one against one, all cards open, after my laying ``level``."""
    # Twice the level, so that a card that has to be beaten finds room between two others.
    hands = [[2 * one for one in _levels(situation, cards[seat])] for seat in situation.contest]
    turn = situation.slot_of[situation.position.turn]
    results: tuple[int, ...] = situation.results
    ties = situation.ties
    facing = playout.NONE
    if situation.running:
        facing = 2 * situation.running[0][1]
        if situation.position.beaten != NO_SIDE:
            facing += 1  # who has called over a card has to beat it (PA-TRU-11)
    if level is not None:
        level *= 2
        hands[turn].remove(level)
        if facing == playout.NONE:
            turn, facing = 1 - turn, level
        else:
            result = playout.PARDA
            if level != facing:
                result = turn if level > facing else 1 - turn
            results = (*results, result)
            winner = playout.hand_winner(results, ties.all_tied)
            if ties.piles and results == (playout.PARDA,):
                winner = playout.piled(hands)
            if winner != playout.NONE:
                return winner
            turn = playout.lead_of_two(ties, turn) if result == playout.PARDA else result
            facing = playout.NONE
    open_hands, facing = playout.packed(hands[0], hands[1], facing)
    return playout.solve(open_hands, turn, facing, results, ties)


def _piles(situation: Situation, guess: Guess) -> int:
    """The side whose piles win, those that lie there and those to come."""
    laid = {play.card for play in situation.view.plays if play.trick == 0}
    hands = []
    for seat in situation.contest:
        left = [card for card in guess.dealt[seat] if card not in laid]
        hands.append(_levels(situation, left)[-2:])
    return playout.piled(hands)


def _round(situation: Situation, cards: Sequence[Sequence[Card]], level: int | None) -> int:
    """The side that wins among more, everybody playing sensibly, after my laying ``level``."""
    gone = situation.position.gone
    hands = [
        [] if gone >> seat & 1 else _levels(situation, cards[seat]) for seat in situation.contest
    ]
    trick = situation.trick()
    if level is not None:
        hands[situation.me].remove(level)
        trick.lay(situation.me, level)
    return playout.play_out(
        hands,
        trick,
        list(situation.results),
        situation.scale.chance,
        situation.ties,
    )

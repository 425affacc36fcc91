"""Matches between players that are programs, dealt from a seeded generator.

The bench, the arena and ``truco selfplay`` all play with :func:`steps`.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from engine.actions import Action, AnyAction, Close
from engine.apply import apply, deal_from, next_dealer
from engine.guard.legal import awaited, needs
from engine.numbers import Seat
from engine.robots.players import heuristic
from engine.robots.players.heuristic import DEFAULT_BUDGET
from engine.robots.players.skills import MASTER, Skill
from engine.seen.view import Heard, SeatView, view
from engine.state.state import State

Signals = tuple[tuple[Heard, ...], ...]
"""By seat, the señas that it has received in this hand."""


class Player(Protocol):
    """A player of one seat. It gets that seat's view and nothing else."""

    def choose(self, seen: SeatView) -> Action:
        """The step of an awaited seat, one of ``seen.offered``."""

    def claim(self, seen: SeatView) -> Action | None:
        """The claim of the seat after the last card; ``None``: no claim."""

    def speaker(self, views: Sequence[SeatView]) -> SeatView:
        """The seat that speaks among the awaited partners, of which this seat is one. All partners
        give the same answer."""


class RobotPlayer:
    """A robot of this project in a seat."""

    def __init__(
        self, rng: random.Random, skill: Skill = MASTER, budget: float = DEFAULT_BUDGET
    ) -> None:
        self.rng = rng
        self.skill = skill
        self.budget = budget

    def choose(self, seen: SeatView) -> Action:
        return heuristic.choose(seen, self.rng, self.budget, self.skill)

    def claim(self, seen: SeatView) -> Action | None:
        return heuristic.claim(seen, self.rng)

    def speaker(self, views: Sequence[SeatView]) -> SeatView:
        return heuristic.speaker(views)


def no_signals(state: State) -> Signals:
    """Nobody sends a seña."""
    return ((),) * state.table.players


def steps(
    state: State,
    players: Sequence[Player],
    *,
    deal: random.Random,
    hands: int | None = None,
    signals: Callable[[State], Signals] = no_signals,
) -> Iterator[tuple[AnyAction, State]]:
    """Play on from ``state``, which needs a deal: each step with the state after it.

    ``players``: by seat. ``deal``: the source of the cards and of the first dealer of a match.
    ``hands``: the number of hands to play, unless the match ends before; ``None``: all hands to its
    end. ``signals``: gives after each deal the señas that the seats have received.
    """
    heard: Signals = no_signals(state)
    while (need := needs(state)) != "over":
        action: AnyAction
        if need == "deal":
            if hands == 0:
                return
            hands = None if hands is None else hands - 1
            deck = list(state.table.deck)
            deal.shuffle(deck)
            dealer = next_dealer(state) if state.number else deal.randrange(state.table.players)
            action = deal_from(state.table, dealer, tuple(deck))
        else:
            action = next_action(state, players, heard)
        state = apply(state, action).state
        if need == "deal":
            heard = signals(state)
        yield action, state


def next_action(
    state: State, players: Sequence[Player], heard: Signals | None = None
) -> Action | Close:
    """The next action of these players, by seat, in a running hand: a step of an awaited seat, or
    after the last card a claim, or the end of the time for claims. ``heard``: the señas that the
    seats have received; ``None``: there are none."""
    if needs(state) == "close":
        return _claimed(state, players) or Close()
    signals = no_signals(state) if heard is None else heard
    views = [view(state, seat, signals[seat]) for seat in awaited(state)]
    seen = players[views[0].seat].speaker(views)
    return players[seen.seat].choose(seen)


def _claimed(state: State, players: Sequence[Player]) -> Action | None:
    """The first claim after the last card; the seats are asked in their order."""
    for seat, player in enumerate(players):
        if (claim := player.claim(view(state, Seat(seat)))) is not None:
            return claim
    return None


def gained_by_side(state: State, before: tuple[int, ...]) -> tuple[int, int]:
    """Points each side has won, cut at the target."""
    target = state.table.rules.match.target
    hand = state.hand
    assert hand is not None, "a hand was played"
    won = [0, 0]
    for entry in hand.entries:
        won[entry.side] = min(won[entry.side] + entry.points, target - before[entry.side])
    return won[0], won[1]

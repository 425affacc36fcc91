"""Uniformly random play, counted: ours, and the peers we are measured against.

A walk plays some whole hands and returns the number of their actions. Every action is chosen
uniformly among those that are legal at that moment, so each walk enumerates, chooses and applies;
dealing, and whatever the library reports about a step, are part of it. Chance is one seeded
generator per walk, drawn from in the same way everywhere.
"""

from collections.abc import Callable
from random import Random
from typing import Any

from engine.actions import Action, Close, Range
from engine.apply import apply, deal_from, new_match, next_dealer, next_mode
from engine.cards import Card
from engine.guard.legal import awaited, needs, offered_actions
from engine.state.state import State
from engine.state.table import Table
from engine.variants import table_for

Walk = Callable[[int], int]
"""Plays this many hands to their end and returns the number of actions."""


class Truco:
    """Our own engine: matches one after another, a new hand as soon as the last one is counted.

    The first awaited seat chooses among what it is offered (*al mazo* included, traps left out).
    """

    def __init__(self, table: Table, seed: int) -> None:
        self.table = table
        self.random = Random(seed).random
        self.state = new_match(table)
        self.deck = list(table.deck)

    def __call__(self, hands: int) -> int:
        random, state, actions = self.random, self.state, 0
        while True:
            must = needs(state)
            if must == "seat":
                offered = offered_actions(state, awaited(state)[0])
                chosen = offered[int(random() * len(offered))]
                if type(chosen) is Range:
                    numbers = chosen.high - chosen.low + 1
                    chosen = Action(chosen.seat, chosen.verb, chosen.low + int(random() * numbers))
                assert type(chosen) is Action
                state, _ = apply(state, chosen)
                actions += 1
            elif must == "close":
                state, _ = apply(state, Close())
            elif hands == 0:
                self.state = state
                return actions
            else:
                hands -= 1
                state = self._deal(new_match(self.table) if must == "over" else state)

    def _deal(self, state: State) -> State:
        table = self.table
        dealer = next_dealer(state)
        if dealer < 0:
            dealer = int(self.random() * table.players)
        deck = drawn(self.deck, table.dealt + table.turns, self.random)
        return apply(state, deal_from(table, dealer, deck, next_mode(state))).state


def drawn(deck: list[Card], count: int, random: Callable[[], float]) -> tuple[Card, ...]:
    """This many cards from the top of a shuffled deck (Fisher-Yates, as far as it is dealt).

    The deck keeps its new order, as on a table.
    """
    size = len(deck)
    for place in range(count):
        other = place + int(random() * (size - place))
        deck[place], deck[other] = deck[other], deck[place]
    return tuple(deck[:count])


def truco(players: int, seed: int, variant: str = "argentino", **options: str) -> Walk:
    """Truco at a table for this many players, argentino if no game is named."""
    return Truco(table_for(variant, players, options), seed)


def pokerkit(seed: int, then: Callable[[], None] = lambda: None) -> Walk:
    """No-limit hold'em, heads-up, 100 big blinds; a raise is of a uniformly random size.

    Everything but the decisions is left to the library's automations. ``then`` is called after
    each action.
    """
    from pokerkit import Automation, NoLimitTexasHoldem

    game: Any = NoLimitTexasHoldem(
        tuple(Automation),
        ante_trimming_status=True,
        raw_antes=0,
        raw_blinds_or_straddles=(1, 2),
        min_bet=2,
    )
    random = Random(seed).random

    def walk(hands: int) -> int:
        actions = 0
        for _ in range(hands):
            state = game((200, 200), 2)
            while state.status:
                legal = []
                if state.can_fold():
                    legal.append("fold")
                if state.can_check_or_call():
                    legal.append("call")
                if state.can_complete_bet_or_raise_to():
                    legal.append("raise")
                chosen = legal[int(random() * len(legal))]
                if chosen == "fold":
                    state.fold()
                elif chosen == "call":
                    state.check_or_call()
                else:
                    low = state.min_completion_betting_or_raising_to_amount
                    high = state.max_completion_betting_or_raising_to_amount
                    state.complete_bet_or_raise_to(low + int(random() * (high - low + 1)))
                actions += 1
                then()
        return actions

    return walk


def liars_poker(seed: int) -> Walk:
    """OpenSpiel's liar's poker written in Python, with its default settings."""
    import open_spiel.python.games  # noqa: F401 -- registers the games
    import pyspiel

    game: Any = pyspiel.load_game("python_liars_poker")
    random = Random(seed).random

    def walk(hands: int) -> int:
        actions = 0
        for _ in range(hands):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    # The digits are equally likely.
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[int(random() * len(outcomes))][0])
                else:
                    legal = state.legal_actions()
                    state.apply_action(legal[int(random() * len(legal))])
                    actions += 1
        return actions

    return walk

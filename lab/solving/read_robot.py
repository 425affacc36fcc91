"""A robot's policy, read from its mix: the share of each step with each pair of strengths.

The robot gets the same view as at a table, from a hand dealt and played by the engine. One card
stands for all cards of its strength. If possible, it has a suit that the seat does not hold yet, as
in most hands that said no envido.
"""

import random
from collections.abc import Iterator, Sequence

from engine.actions import NO_QUIERO, PLAY, QUIERO, VER, Action, Deal
from engine.apply import apply, new_match
from engine.cards import Card, suit_of
from engine.numbers import NOBODY, Seat
from engine.robots import DEFAULT_BUDGET
from engine.robots.deciding.judgement import Judgement
from engine.robots.learnt.truco_past import Past, past_of
from engine.robots.players.heuristic import mix_of
from engine.robots.reading.situation import Situation
from engine.seen.view import view
from engine.state.state import State
from engine.variants import table_for
from lab.solving.position import MANO, PIE, TIED, Position, Setting, setting_of
from lab.solving.tree import LAST, Decision, Step


class RobotPolicy:
    """The policy of a master in one position. Mixes that were read are remembered."""

    def __init__(
        self,
        position: Position,
        seed: int = 1,
        budget: float = DEFAULT_BUDGET,
        learnt: bool = False,
    ) -> None:
        """``seed``: the seed with which the robot imagines deals. ``budget``: how many deals it
        imagines. ``learnt``: the policy of the learnt tables is read where they cover the moment.
        Raises ``ValueError`` if a truco was called before trick 2, which is not supported."""
        if position.level:
            raise ValueError("a robot is read only where nothing was called before trick 2")
        self._position = position
        self._seed = seed
        self._budget = budget
        self._learnt = learnt
        self.known: dict[tuple[object, ...], list[float]] = {}
        self._scenes: dict[tuple[object, ...], tuple[Situation, Past | None]] = {}

    def __call__(self, node: Decision, place: int) -> Sequence[float]:
        key = (*node.done, place)
        if key not in self.known:
            self.known[key] = self._read(node, place)
        return self.known[key]

    def _read(self, node: Decision, place: int) -> list[float]:
        allowed = [place in places for places in node.places]
        if sum(allowed) == 1:
            return [float(is_allowed) for is_allowed in allowed]
        if self._learnt and (said := self._told(node, place)) is not None:
            return [said.get(step, 0.0) for step in node.steps]
        state = self._come(node, place)
        if state is None:  # no real deal comes here
            return [is_allowed / sum(allowed) for is_allowed in allowed]
        found = [0.0] * len(node.steps)
        mix = mix_at(state, node.seat, self._seed, self._budget)
        for action, share in mix.items():
            step = _step(action, node, self._position.setting.strength)
            found[node.steps.index(step)] += share
        return found

    def _told(self, node: Decision, place: int) -> dict[Step, float] | None:
        """The strategy of the learnt tables; ``None``: they do not cover this moment. The tables
        use only the public history and the cards left, so one hand stands for all hands that come
        to the node."""
        if node.done not in self._scenes:
            states = (self._come(node, other) for other in range(len(node.held[node.seat])))
            state = next((state for state in states if state is not None), None)
            if state is None:
                return None
            scene = Situation(view(state, node.seat))
            self._scenes[node.done] = scene, past_of(scene)
        scene, past = self._scenes[node.done]
        levels = list(self._position.ranges.pairs[node.seat][node.held[node.seat][place]])
        for seat, (verb, level) in node.done:
            if seat == node.seat and verb == PLAY:
                levels.remove(level)
        chosen = None if past is None else past.now(levels)
        if chosen is None:
            return None
        words = scene.rules.truco.steps
        if scene.top is not None:
            verbs = (NO_QUIERO, QUIERO, *[step.verb for step in words[scene.top.step :][:1]])
            return {(verb, 0): share for verb, share in zip(verbs, chosen.shares, strict=False)}
        cards = [LAST] if LAST in node.steps else [(PLAY, level) for level in chosen.levels]
        said = dict(zip(cards, chosen.shares, strict=False))
        if len(chosen.shares) > len(chosen.levels):
            said[words[scene.position.level].verb, 0] = chosen.raises
        return said

    def _come(self, node: Decision, place: int) -> State | None:
        """The state of a hand at this node in which this seat holds this pair; ``None``: there is
        no such deal."""
        seat, first, setting = node.seat, self._position.first, self._position.setting
        other = PIE if seat == MANO else MANO
        pair = self._position.ranges.pairs[seat][node.held[seat][place]]
        taken = list(first)
        mine = _cards_of(setting, pair, first[seat], taken)
        seen = [card for who, (verb, card) in node.done if who == other and verb == PLAY]
        theirs = _cards_of(setting, seen, first[other], taken)
        if mine is None or theirs is None:
            return None
        state = dealt(setting, seat, (first[seat], *mine), (first[other], *theirs))
        for slot in (MANO, PIE):
            state = apply(state, Action(slot, PLAY, first[slot])).state
        left = {seat: list(mine), other: list(theirs)}
        for who, (verb, level) in node.done:
            if verb != PLAY:
                state = apply(state, Action(who, verb)).state
                continue
            card = next(card for card in left[who] if setting.strength[card] == level)
            left[who].remove(card)
            state = apply(state, Action(who, PLAY, card)).state
        return state


class RobotReach:
    """The reach of a master: how often it comes to trick 2 with two cards left, after these first
    cards and without a word."""

    def __init__(
        self,
        setting: Setting,
        first: tuple[Card, Card],
        seed: int = 1,
        budget: float = DEFAULT_BUDGET,
    ) -> None:
        self._setting = setting
        self._first = first
        self._seed = seed
        self._budget = budget

    def __call__(self, seat: Seat, held: tuple[Card, Card]) -> float:
        first = self._first
        other = PIE if seat == MANO else MANO
        state = dealt(self._setting, seat, (first[seat], *held), (first[other],))
        if seat == PIE:
            state = apply(state, Action(MANO, PLAY, first[MANO])).state
        mix = mix_at(state, seat, self._seed, self._budget)
        return mix.get(Action(seat, PLAY, first[seat]), 0.0)


def dealt(setting: Setting, seat: Seat, mine: Sequence[Card], theirs: Sequence[Card]) -> State:
    """A hand in which this seat holds these cards, and the other seat holds its known cards and any
    of the cards left. If the mano may call blind, it has looked at its cards."""
    left = [card for card in setting.deck if card not in mine and card not in theirs]
    filled = (*theirs, *left)[:3]
    hands = (tuple(mine), filled) if seat == MANO else (filled, tuple(mine))
    begun = new_match(setting.table, setting.score)
    state = apply(begun, Deal(PIE, hands, setting.turned)).state
    assert state.hand is not None
    blind = state.hand.position.blind
    return state if blind == NOBODY else apply(state, Action(blind, VER)).state


def mix_at(state: State, seat: Seat, seed: int, budget: float) -> dict[Action, float]:
    """The mix of a master in this state."""
    return mix_of(Judgement(view(state, seat), random.Random(seed), budget))


def drawn(variant: str, count: int, seed: int) -> Iterator[tuple[Setting, tuple[Card, Card]]]:
    """This many deals in which two robots come to trick 2 without a word and have a decision there:
    the setting and the first cards. The deals are as frequent as at tables."""
    rng = random.Random(f"positions {seed}")
    table = table_for(variant, 2)
    while count:
        cards = rng.sample(table.deck, 6 + table.turns)
        setting = setting_of(variant, *cards[6:])
        state = dealt(setting, MANO, cards[:3], cards[3:6])
        laid: list[Card] = []
        for seat in (MANO, PIE):
            mix = mix_at(state, seat, seed, DEFAULT_BUDGET)
            action = rng.choices(list(mix), list(mix.values()))[0]
            if action.verb != PLAY:
                break
            laid.append(action.arg)
            state = apply(state, action).state
        if len(laid) == 2 and plays_on(setting, (laid[MANO], laid[PIE])):
            count -= 1
            yield setting, (laid[MANO], laid[PIE])


def plays_on(setting: Setting, first: tuple[Card, Card]) -> bool:
    """Whether tricks 2 and 3 are laid card by card after these first cards."""
    return not (setting.ties.piles and setting.result(*first) == TIED)


def _step(action: Action, node: Decision, strength: Sequence[int]) -> Step:
    """The step of the tree for this action."""
    if action.verb != PLAY:
        return action.verb, 0
    return LAST if LAST in node.steps else (PLAY, strength[action.arg])


def _cards_of(
    setting: Setting, levels: Sequence[int], first: Card, taken: list[Card]
) -> list[Card] | None:
    """A card of each strength that is not in ``taken``, to which the cards are added. ``None``:
    there is no such card."""
    suits = {suit_of(first)}
    found: list[Card] = []
    for level in levels:
        left = [
            card for card in setting.deck if setting.strength[card] == level and card not in taken
        ]
        if not left:
            return None
        card = min(left, key=lambda card: (suit_of(card) in suits, card))
        suits.add(suit_of(card))
        taken.append(card)
        found.append(card)
    return found

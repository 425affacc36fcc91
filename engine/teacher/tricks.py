"""The worth of a step in trick 2 or 3 of two players, or of an answer to a truco in the first
trick, over every hand that the other player may hold.

No deal is drawn at random. Each hand has its reach probability as its weight; from this moment on
both players play as the learnt or solved tables say.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from engine.actions import MAZO, NO_QUIERO, PLAY, QUIERO, Action
from engine.cards import UNKNOWN
from engine.robots.deciding.values import stakes_in_points
from engine.robots.imagining.likelihood import likelihood
from engine.robots.learnt.truco_past import CALLS, Past, PastChoice, past_of
from engine.robots.learnt.truco_spots import (
    ACCEPT,
    ASKED,
    ASKED_ON_TURN,
    NOBODY,
    NONE,
    RAISE,
    REFUSE,
    TURN,
)
from engine.robots.reading.situation import Situation
from engine.robots.solving import playout
from engine.seen.imagine import fitting, known_cards
from engine.seen.view import SeatView
from engine.state.facts import HOLDS
from engine.state.state import TRUCO_GAME
from engine.teacher.rollouts import Worth

SELDOM: Final = 0.002
"""A line of play with a smaller probability than this, seen from the judged moment, is left out."""

Hands = dict[tuple[int, ...], float]
"""The other player's range: for the levels of the cards that it still holds, how often it comes
here with them."""


class _Node(NamedTuple):
    """A node of the rest of the hand: its public state, and the cards that both players hold."""

    past: Past
    results: tuple[int, ...]
    turn: int
    """The slot that lays the next card."""
    facing: int
    """The level of the card that lies in the trick; ``NONE``: there is no card."""
    mine: tuple[int, ...]
    hands: Hands
    level: int
    """The step of the ladder that is accepted."""
    word: int
    """The slot that may say the next step; ``NOBODY``: either."""
    laid: int
    words: int
    """How many words were said since the last card."""

    def choice(self, slot: int, step: int = 0) -> PastChoice:
        """The decision of a slot that answers this step, or else is on turn (0)."""
        kind = TURN if not step else ASKED_ON_TURN if self.turn == slot else ASKED
        at = step or self.level
        return PastChoice(slot, kind, at, self.word, NOBODY, self.laid, NONE, self.words)


def trick_worths(seen: SeatView, steps: Iterable[Action]) -> dict[Action, Worth]:
    """The worth of each of these steps to the seat with this view: the points of the rest of the
    hand, and the chance of winning the game. Steps without a known worth are left out."""
    situation = Situation(seen)
    past, top, rules = past_of(situation), situation.top, situation.rules
    if past is None or UNKNOWN in seen.dealt or not _is_told(situation):
        return {}
    if rules.tricks.caller_must_beat or any(step.match for step in rules.truco.steps):
        return {}
    hands = _hands(situation) if top is None or top.game == TRUCO_GAME else {}
    total = sum(hands.values())
    if not total:
        return {}
    rest = _Rest(situation, past, {held: share / total for held, share in hands.items()})
    found = ((step, rest.after(step)) for step in steps)
    return {step: worth for step, worth in found if worth is not None}


def _is_told(situation: Situation) -> bool:
    """Whether the tables cover this moment well enough. In the first trick they do so only for an
    answer to a truco, which closes the envido. In that trick their worth of a card or a call
    differs from the gain of masters."""
    if situation.results:
        return True
    return situation.top is not None and situation.rules.flor is None and not situation.ties.piles


def _hands(situation: Situation) -> Hands:
    """The other player's range; the sum is not 1."""
    view, table, rival = situation.view, situation.table, situation.rivals[0]
    known = known_cards(view)
    gone = {card for cards in known for card in cards} | {view.turned, view.put_away}
    pool = [card for card in table.deck if card not in gone]
    of_it = [fact for fact in view.facts if fact.seat == rival]
    facts = tuple(fact for fact in of_it if fact.kind != HOLDS or fact.negated)
    found: Hands = {}
    for rest in fitting(table, known[rival], pool, facts, view.turned):
        cards = tuple([card for card in (*known[rival], *rest) if card not in situation.laid])
        dealt, held = list(known), [cards] * len(known)
        dealt[rival] = tuple(sorted((*known[rival], *rest)))
        levels = tuple(sorted([situation.heights[card] for card in cards]))
        found[levels] = found.get(levels, 0.0) + likelihood(situation, dealt, held)
    return found


class _Rest:
    """The rest of a hand, walked through with the cards of one seat."""

    def __init__(self, situation: Situation, past: Past, hands: Hands) -> None:
        """``hands``: the other player's range, with the sum 1."""
        self._situation = situation
        self._me = situation.me
        self._worth = situation.table.worth
        self._verbs = [step.verb for step in situation.rules.truco.steps]
        self._points = stakes_in_points(situation)
        level, word = past.accepted
        facing = situation.running[0][1] if situation.running else NONE
        turn, laid = situation.slot_of[situation.position.turn], len(situation.view.plays)
        mine = situation.levels
        self._now = _Node(
            past, situation.results, turn, facing, mine, hands, level, word, laid, past.said
        )

    def after(self, action: Action) -> Worth | None:
        """The worth of this step; ``None``: the step is neither a card that is laid face up nor a
        word about the truco that the tables cover at this score."""
        node, top = self._now, self._situation.top
        if action.verb in self._verbs[node.past.most[self._me] :]:
            return None
        if action.verb == MAZO:
            lost = self._situation.view.worth if top is None else top.refused
            return self._ends(node, 1 - self._me, lost)
        if top is None and node.turn == self._me:
            choice = node.choice(self._me)
            if action.verb == PLAY:
                return self._does(node, choice, self._situation.heights[action.arg])
            return self._does(node, choice, CALLS) if action.verb in self._verbs else None
        answers = {NO_QUIERO: REFUSE, QUIERO: ACCEPT} | dict.fromkeys(self._verbs, RAISE)
        if top is None or action.verb not in answers:
            return None
        return self._does(node, node.choice(self._me, top.step), answers[action.verb])

    # --- what is done -----------------------------------------------------------------------------

    def _does(self, node: _Node, choice: PastChoice, done: int) -> Worth:
        """The worth of a card, a word or an answer."""
        on_turn = choice.kind == TURN
        found = self._follows(node, choice, done)
        says = done == CALLS if on_turn else done == RAISE
        if says and choice.slot == self._me and self._is_lost(node):
            gives_up = self._follows(node, choice, node.mine[0] if on_turn else REFUSE)
            return min(found, gives_up, key=lambda one: one.chance)
        return found

    def _follows(self, node: _Node, choice: PastChoice, done: int) -> Worth:
        """The same worth, by the tables alone."""
        slot, on_turn = choice.slot, choice.kind == TURN
        if on_turn and done != CALLS:
            return self._lays(node, choice, done)
        step = choice.step + (done == CALLS)
        if not on_turn and done == REFUSE:
            return self._ends(node, 1 - slot, self._worth[step - 1])
        past = node.past.gone_on(choice._replace(done=done))
        node = node._replace(past=past, words=node.words + 1)
        if on_turn:
            return self._decides(node, node.choice(1 - slot, step))
        node = node._replace(level=step, word=slot)
        after = node.choice(1 - slot, step + 1) if done == RAISE else node.choice(node.turn)
        return self._decides(node, after)

    def _is_lost(self, node: _Node) -> bool:
        """Whether each of my cards loses the hand to the card on the table. Then a call or a raise
        is worth no more than laying a card or refusing: the tables may fold to it too often, but
        good players do not."""
        if node.facing == NONE:
            return False
        ends = [(*node.results, _result(self._me, level, node.facing)) for level in node.mine]
        all_tied = self._situation.ties.all_tied
        return all(playout.hand_winner(end, all_tied) == 1 - self._me for end in ends)

    def _lays(self, node: _Node, choice: PastChoice, level: int) -> Worth:
        """A slot lays a card of this level."""
        slot, ties = choice.slot, self._situation.ties
        mine, hands = node.mine, node.hands
        if slot == self._me:
            mine = _without(mine, level)
        else:
            hands = {_without(held, level): share for held, share in hands.items()}
        past = node.past.gone_on(choice._replace(done=level), level)
        node = node._replace(past=past, mine=mine, hands=hands, laid=node.laid + 1, words=0)
        if node.facing == NONE:
            node = node._replace(turn=1 - slot, facing=level)
            return self._decides(node, node.choice(node.turn))
        result = _result(slot, level, node.facing)
        results = (*node.results, result)
        winner = playout.hand_winner(results, ties.all_tied)
        if winner != playout.NONE:
            return self._ends(node, winner, self._worth[node.level])
        lead = playout.lead_of_two(ties, slot) if result == playout.PARDA else result
        node = node._replace(results=results, turn=lead, facing=NONE)
        return self._decides(node, node.choice(node.turn))

    def _decides(self, node: _Node, choice: PastChoice) -> Worth:
        """The worth of a slot's strategy at this node, without its rare steps."""
        shares: dict[tuple[int, ...], list[tuple[int, float]]] = {}
        ways: dict[int, Hands] = {}
        for held, share in node.hands.items():
            own = node.mine if choice.slot == self._me else held
            if own not in shares:
                shares[own] = self._shares(node, choice, own)
            for done, part in shares[own]:
                ways.setdefault(done, {})[held] = share * part
        often = {done: sum(hands.values()) for done, hands in ways.items()}
        kept = [done for done in ways if often[done] >= SELDOM]
        kept = kept or [max(often, key=often.__getitem__)]
        scale = sum(often.values()) / sum([often[done] for done in kept])
        found = [self._does(node._replace(hands=ways[done]), choice, done) for done in kept]
        return Worth(
            scale * sum([worth.points for worth in found]),
            scale * sum([worth.chance for worth in found]),
        )

    def _shares(
        self, node: _Node, choice: PastChoice, held: tuple[int, ...]
    ) -> list[tuple[int, float]]:
        """The strategy of a slot with these cards."""
        may_call = node.level < node.past.most[choice.slot] and node.word in (NOBODY, choice.slot)
        if choice.kind == TURN and len(held) == 1 and not may_call:
            return [(held[0], 1.0)]
        found = node.past.chosen(choice, held)
        if found is None:  # the spot was not learnt
            return [(held[0], 1.0)] if choice.kind == TURN else [(REFUSE, 0.5), (ACCEPT, 0.5)]
        ways = (*found.levels, CALLS) if choice.kind == TURN else (REFUSE, ACCEPT, RAISE)
        return [way for way in zip(ways, found.shares, strict=False) if way[1] > 0]

    def _ends(self, node: _Node, winner: int, paid: int) -> Worth:
        """The worth of the end of the hand, when this slot gets the points."""
        both = (self._points, self._situation.stakes)
        if winner == playout.DRAWN:
            points, chance = [stakes.won(0) for stakes in both]
        elif winner == self._me:
            points, chance = [stakes.won(paid) for stakes in both]
        else:
            points, chance = [stakes.lost(paid) for stakes in both]
        total = sum(node.hands.values())
        return Worth(total * points, total * chance)


def _without(held: tuple[int, ...], level: int) -> tuple[int, ...]:
    at = held.index(level)
    return (*held[:at], *held[at + 1 :])


def _result(slot: int, level: int, facing: int) -> int:
    """The winner of the trick, if this slot answers a card with one of this level."""
    if level == facing:
        return playout.PARDA
    return slot if level > facing else 1 - slot
